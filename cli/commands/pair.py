"""`pairproof pair`: the next round, paired and proved."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.failures import exit_code_of, exit_with, guarded


@guarded
def command(
    file: options.File,
    round: options.RoundToPair = None,
    rules: options.Rules = None,
    fix: options.Fix = None,
    forbid: options.Forbid = None,
    bye: options.Bye = None,
    no_bye: options.NoBye = None,
    absent: options.Absent = None,
    certificate: options.Certificate = None,
    output: options.Output = None,
    engine: options.Engine = "auto",
    no_cuts: Annotated[
        bool, typer.Option("--no-cuts", help="With --engine cp-sat: without the odd sets and the hint (slow).")
    ] = False,
    lookahead: options.LookAhead = None,
    quota: options.Quota = None,
    keep: options.Keep = None,
    keep_last: options.KeepLast = False,
    alternatives: Annotated[
        int | None,
        typer.Option(
            "--alternatives", metavar="N", help="List up to N pairings equal on every level, the chosen first."
        ),
    ] = None,
    relax: options.Relax = False,
    time_limit: options.TimeLimit = None,
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Pair the next round, and prove that no legal pairing is better.

    Shows the boards, then every level with its value and, where it is not zero, the reason. Exit code 1: no legal
    pairing exists, and why. Exit code 6: time ran out, or Ctrl-C was pressed; what is known so far is shown.
    """
    start = time.perf_counter()
    orders = options.orders(fix=fix, forbid=forbid, bye=bye, no_bye=no_bye, absent=absent)
    quotas = options.quotas(quota or ())
    options.check_asked(keep, keep_last, time_limit, engine)
    _make_sense(engine, no_cuts, lookahead, bool(quotas), alternatives)
    from pairproof.cli.source import inputs, tournament_and_rules

    tournament, rule_set = tournament_and_rules(file, format, rules)
    from pairproof.model.state.position import round_to_pair

    number = round_to_pair(tournament, round)
    if keep is not None:
        from pairproof.cli.published import published

        kept, seats = published(keep, tournament, number)
        orders = replace(orders, keep=kept, keep_white=seats, keep_last=keep_last)
    orders = replace(orders, relax=relax)
    # The solver's libraries take most of the start-up time: only after everything cheap has passed.
    from pairproof.cli.pairing_files import PairingFiles

    with PairingFiles(inputs(file, tournament, rules, keep), certificate, output) as files:
        from pairproof.cli.progress import interruptible
        from pairproof.solver.optimal import pair
        from pairproof.solver.request import Conditions, Request

        conditions = Conditions(engine, not no_cuts, lookahead, quotas, alternatives)
        with interruptible(time_limit, f"Pairing round {number}") as stop:
            pairing = pair(tournament, Request(rule_set, round, orders, conditions, stop))
        files.write(pairing)
    if json:
        from pairproof.cli.documents.pairing import pairing_document
        from pairproof.cli.output import write_json

        write_json(pairing_document(pairing, time.perf_counter() - start))
    else:
        from pairproof.cli.pages.pair import show

        show(pairing)
    exit_with(exit_code_of(pairing))


def _make_sense(
    engine: str,
    no_cuts: bool,
    lookahead: int | None,
    quotas: bool,
    alternatives: int | None,
) -> None:
    """Refuse options that say nothing together.

    Raises
    ------
    UsageProblem
        The first that is found.
    """
    from pairproof.model.errors import UsageProblem

    if no_cuts and engine == "auto" and lookahead is None and not quotas:
        raise UsageProblem("--no-cuts says how CP-SAT is to search; give --engine cp-sat with it.")
    if alternatives is not None and alternatives <= 0:
        raise UsageProblem(f"--alternatives {alternatives}: expected 1 or more.")
    if alternatives is not None and (lookahead is not None or quotas):
        raise UsageProblem("--alternatives lists the pairings equal on every level; not with look-ahead or quotas.")
