"""`pairproof verify`: a certificate against the tournament file, without any solver."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof import model, solver
from pairproof.cli import documents, options, source
from pairproof.cli.exit_codes import NOT_AGREED
from pairproof.cli.failures import exit_with, guarded
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.output import complain
from pairproof.cli.pages import verify as page
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.language import say


@guarded
def command(
    certificate: Annotated[
        str,
        typer.Argument(metavar="CERTIFICATE", help="Written by `pairproof pair --certificate`; - for standard input."),
    ],
    file: options.File,
    rules: options.Rules = None,
    adjourned: options.Adjourned = False,
    fill_byes: options.FillByes = False,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """Exit code 0: the pairing is legal and no legal one is better. 1: the certificate does not prove that, and why."""
    if certificate == file == "-":
        raise UsageProblem(say("Only one of CERTIFICATE and FILE can be standard input."))
    tournament = source.load(file, format, Reading(adjourned=adjourned, fill_byes=fill_byes))
    spare({certificate: say("the certificate"), **source.inputs(file, tournament, rules)})
    rule_set = None if rules is None else model.load_rules(rules)
    proof = solver.load_certificate(certificate)
    verdict = solver.verify(proof, tournament, rule_set)
    for note in verdict.notes:
        complain(say("Note: {text}", text=note))
    if json:
        write_json(documents.Verdict.of(verdict, tournament))
    else:
        page.show(verdict, proof, certificate, halves=tournament.halves)
    exit_with(0 if verdict.valid else NOT_AGREED)
