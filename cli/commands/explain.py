"""`pairproof explain`: why this pairing, and why not another."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from pairproof.cli import documents, options
from pairproof.cli.explaining import explained
from pairproof.cli.failures import exit_code_of, exit_with, guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import ConditionOptions, PairOrders, ProofOptions, RoundOptions, grouped
from pairproof.cli.options.values import id_option, pair_option
from pairproof.cli.pages import explain as page
from pairproof.cli.pairing_files import PairingFiles
from pairproof.cli.pairing_run import paired, round_of
from pairproof.model.tournament import BYE, FixedPair
from pairproof.solver.request import Conditions


@guarded
@grouped
def command(
    file: options.File,
    *,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="5", help="What every possible opponent of 5 would cost. Repeatable."),
    ] = None,
    why_not: Annotated[
        list[str] | None,
        typer.Option("--why-not", metavar="3-7", help="Why do 3 and 7 not meet? 3w-7b: with 3 white. Repeatable."),
    ] = None,
    bye: Annotated[
        list[str] | None,
        typer.Option("--bye", metavar="4", help="Why does 4 not have the bye? Here a question, no order. Repeatable."),
    ] = None,
    which: RoundOptions,
    orders: PairOrders,
    asked: ConditionOptions,
    proof: ProofOptions,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    json_output: options.JsonOutput = None,
    debug: options.Debug = False,
) -> None:
    """Every answer comes from pairing the round again, with what was asked. Exit code 1: no legal pairing exists. Exit
    code 6: time ran out before the round was proved, so nothing can be explained.
    """
    start = time.perf_counter()
    given = orders.given()
    proof.check(printed=json and json_output is None)
    conditions = Conditions(proof.engine, lookahead=asked.lookahead, max_pairs_in_group=asked.quotas())
    players = [id_option("--player", text) for text in player or ()]
    wishes = [pair_option("--why-not", text) for text in why_not or ()]
    wishes += [FixedPair(id_option("--bye", text), BYE) for text in bye or ()]
    source = round_of(file, format, which)
    with PairingFiles(source.inputs, proof.certificate, proof.output) as files:
        pairing = paired(source, source.orders(given, asked), conditions, asked.time_limit, "Pairing the round")
        found = explained(pairing, players, wishes)
        files.write(pairing)
    if json:
        write_json(documents.Explanation.of(found, time.perf_counter() - start))
    elif not proof.prints:
        # English pages have the English names alone; the documents are in the other two languages.
        page.show(found, documents=lang in ("pt", "ru"))
    exit_with(exit_code_of(pairing))
