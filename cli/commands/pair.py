"""`pairproof pair`: the next round, paired and proved."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from pairproof.cli import documents, options, pairing_files, pairing_run
from pairproof.cli.failures import exit_code_of, exit_with, guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import (
    AllOrders,
    ConditionOptions,
    KeepOptions,
    ProofOptions,
    RoundOptions,
    grouped,
)
from pairproof.cli.pages import pair as page
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.solver.request import Conditions


@guarded
@grouped
def command(
    file: options.File,
    *,
    which: RoundOptions,
    orders: AllOrders,
    proof: ProofOptions,
    no_cuts: Annotated[
        bool, typer.Option("--no-cuts", help="With --engine cp-sat: without the odd sets and the hint (slow).")
    ] = False,
    asked: ConditionOptions,
    keep: KeepOptions,
    alternatives: Annotated[
        int | None,
        typer.Option(
            "--alternatives", metavar="N", help="List up to N pairings equal on every level, the chosen first."
        ),
    ] = None,
    long: Annotated[
        bool, typer.Option("--long", help="Every level in a line of its own, and every reason in full.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the boards and nothing else.")] = False,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """Shows the boards, then every level with its value and, where it is not zero, the reason. Exit code 1: no legal
    pairing exists, and why. Exit code 6: time ran out, or Ctrl-C was pressed; what is known so far is shown.
    """
    start = time.perf_counter()
    keep.check()
    proof.check(printed=json and json_output is None)
    conditions = pairing_run.making_sense(
        Conditions(proof.engine, not no_cuts, asked.lookahead, asked.quotas(), alternatives, keep.max_changed)
    )
    if long and quiet:
        raise UsageProblem(say("--long and --quiet: choose one of the two."))
    source = pairing_run.round_of(file, format, which, keep)
    given = source.orders(orders.given(source.tournament), asked)
    with pairing_files.PairingFiles(source.inputs, proof.certificate, proof.output) as files:
        pairing = pairing_run.paired(
            source, given, conditions, asked.time_limit, say("Pairing round {round}", round=source.number)
        )
        files.write(pairing)
    if json:
        write_json(documents.Pairing.of(pairing, time.perf_counter() - start))
    elif quiet and not proof.prints:
        page.show_boards(pairing)
    elif not proof.prints:
        page.show(pairing, long=long, default_rules=source.default_rules)
    exit_with(exit_code_of(pairing))
