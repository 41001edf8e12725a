"""`pairproof verify`: a certificate against the tournament file, without any solver."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.failures import NOT_AGREED, exit_with, guarded
from pairproof.model.errors import UsageProblem

if TYPE_CHECKING:
    from pairproof.model import Tournament
    from pairproof.solver.proof.verify import Verdict


@guarded
def command(
    certificate: Annotated[
        str,
        typer.Argument(metavar="CERTIFICATE", help="Written by `pairproof pair --certificate`; - for standard input."),
    ],
    file: options.File,
    rules: options.Rules = None,
    format: options.Format = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Check a certificate against the tournament file, without any solver.

    Exit code 0: the pairing is legal and no legal one is better. 1: the certificate does not prove that, and why.
    """
    if certificate == file == "-":
        raise UsageProblem("Only one of CERTIFICATE and FILE can be standard input.")
    from pairproof.cli.output import complain
    from pairproof.cli.source import load

    tournament = load(file, format)
    # Both bring numpy, and the second pydantic.
    from pairproof.model.formats.toml.rule_file import load_rules
    from pairproof.solver.proof.load import load_certificate
    from pairproof.solver.proof.verify import verify

    rule_set = None if rules is None else load_rules(rules)
    proof = load_certificate(certificate)
    verdict = verify(proof, tournament, rule_set)
    for note in verdict.notes:
        complain(f"Note: {note}")
    if json:
        from pairproof.cli.output import write_json

        write_json(_document(verdict, tournament))
    else:
        _show(verdict, proof, certificate)
    exit_with(0 if verdict.valid else NOT_AGREED)


def _document(verdict: Verdict, tournament: Tournament) -> dict[str, Any]:
    from pairproof.cli.version import versions

    return {
        "schema": "pairproof.verdict/1",
        "tournament": tournament.name,
        "round": verdict.round,
        "rules": verdict.rules,
        "claim": verdict.claim,
        "valid": verdict.valid,
        "levels": [{"name": name, "value": value} for name, value in verdict.levels],
        "problems": list(verdict.problems),
        "notes": list(verdict.notes),
        "run": {"versions": versions(("numpy",)), "input_sha256": tournament.sha256},
    }


def _show(verdict: Verdict, proof: Mapping[str, Any], name: str) -> None:
    from pairproof.cli.output import Page
    from pairproof.solver.proof.identity import witness_text

    page = Page()
    what = f"round {verdict.round}, rules {verdict.rules}"
    if not verdict.valid:
        page.bad(f"{name} is not valid ({what}):")
        for problem in verdict.problems:
            page.line(f"  {problem}")
    elif verdict.claim == "infeasible":
        page.good(f"{name} is valid ({what}): no legal pairing exists.")
        # Not the sentence of the certificate: nobody has checked that.
        page.paragraph(witness_text(proof["witness"]["blockers"], proof["witness"]["odd_groups"]), indent=2)
    else:
        games, levels = len(proof["pairs"]), len(verdict.levels)
        bye = "" if proof["bye"] is None else " and the bye"
        page.good(f"{name} is valid ({what}): {games} pairs{bye}, {levels} levels and the natural order checked.")
        if proof["orders"].get("relax"):
            page.line("No legal pairing exists; no pairing breaks the hard criteria less, or is better after that:")
        else:
            page.line("The pairing is legal, and no legal pairing is better:")
        page.table(["level", "value"], [[f"  {level}", str(value)] for level, value in verdict.levels], right="-x")
    page.show()
