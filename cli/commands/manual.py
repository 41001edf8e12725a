"""`pairproof manual`: the manual method of the Portuguese text, step by step."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from pairproof import solver
from pairproof.cli import documents, options, pairing_run
from pairproof.cli.exit_codes import NOT_AGREED
from pairproof.cli.failures import exit_with, guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import AllOrders, RoundOptions, grouped
from pairproof.cli.pages import manual as page


@guarded
@grouped
def command(
    file: options.File,
    *,
    trace: Annotated[bool, typer.Option("--trace", help="Show every step, who was refused, and why.")] = False,
    which: RoundOptions,
    orders: AllOrders,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """Shows the boards and the levels, which nothing is proved about. Exit code 1: the method is stuck."""
    start = time.perf_counter()
    source = pairing_run.round_of(file, format, which)
    given = source.checked(orders.given(source.tournament))
    pairing = solver.pair_manually(source.tournament, solver.Request(source.rules, which.round, given))
    if json:
        write_json(documents.Pairing.of(pairing, time.perf_counter() - start))
    else:
        page.show(pairing, trace=trace)
    exit_with(NOT_AGREED if pairing.status == "stuck" else 0)
