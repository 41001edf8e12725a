"""`pairproof pair`: the next round, paired and proved."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import options
from cli.engine_format import engine_format
from cli.failures import NOT_AGREED, OUT_OF_TIME, exit_with, guarded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solver.pairing import Pairing


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
    certificate: Annotated[
        str | None, typer.Option("--certificate", metavar="OUT", help="Write the proof, for `pairproof verify`.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            metavar="OUT",
            help="Write the boards as pairing engines do: their number, then `white black` a line, the bye as `id 0`. "
            "Empty where no legal pairing exists.",
        ),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            metavar="auto|cp-sat",
            help="cp-sat proves everything a second time, by another method; if the two disagree, that is an error.",
        ),
    ] = "auto",
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
    options.check_asked(keep, keep_last, time_limit)
    _make_sense(engine, no_cuts, lookahead, bool(quotas), alternatives)
    from cli.source import inputs, tournament_and_rules

    tournament, rule_set = tournament_and_rules(file, format, rules)
    from model.position import round_to_pair

    number = round_to_pair(tournament, round)
    if keep is not None:
        from cli.published import published

        kept, seats = published(keep, tournament, number)
        orders = replace(orders, keep=kept, keep_white=seats, keep_last=keep_last)
    orders = replace(orders, relax=relax)
    with ExitStack() as stack:
        proof_target, boards_target = _targets(stack, inputs(file, tournament, rules, keep), certificate, output)
        # The solver's libraries take most of the start-up time: only after everything cheap has passed.
        from cli.output import complain, dump_json
        from cli.progress import interruptible
        from solver.optimal import Conditions, pair

        conditions = Conditions(engine, not no_cuts, lookahead, quotas, alternatives)
        with interruptible(time_limit, f"Pairing round {number}") as stop:
            pairing = pair(tournament, rule_set, round=round, orders=orders, conditions=conditions, stop=stop)
        if proof_target is not None:
            if pairing.certificate is not None:
                proof_target.write(dump_json(pairing.certificate))
            else:
                # The pairing is not lost for that; the exit code says what became of it.
                complain(f"Warning: {proof_target.named} is not written: {_no_certificate(pairing)}.")
                proof_target = None
        if boards_target is not None:
            boards_target.write(engine_format(pairing).encode("ascii"))
        for target in (proof_target, boards_target):
            if target is not None:
                target.put()
    if json:
        from cli.documents import pairing_document
        from cli.output import write_json

        write_json(pairing_document(pairing, time.perf_counter() - start))
    else:
        from cli.pair_page import show

        show(pairing)
    exit_with(_EXIT_CODES.get(pairing.status, 0))


_EXIT_CODES = {"infeasible": NOT_AGREED, "feasible": OUT_OF_TIME, "unknown": OUT_OF_TIME}


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
    from model.errors import UsageProblem

    if engine not in ("auto", "cp-sat"):
        raise UsageProblem(f"--engine {engine}: expected auto or cp-sat.")
    if no_cuts and engine == "auto" and lookahead is None and not quotas:
        raise UsageProblem("--no-cuts says how CP-SAT is to search; give --engine cp-sat with it.")
    if alternatives is not None and alternatives <= 0:
        raise UsageProblem(f"--alternatives {alternatives}: expected 1 or more.")
    if alternatives is not None and (lookahead is not None or quotas):
        raise UsageProblem("--alternatives lists the pairings equal on every level; not with look-ahead or quotas.")


def _no_certificate(pairing: Pairing) -> str:
    """Why there is none to be written."""
    if pairing.status in ("feasible", "unknown"):
        return "time ran out before everything was proved"
    return "certificates cover levels alone, and look-ahead or a limit of pairs in a group decided this"


def _targets(stack: ExitStack, read: Mapping[str, str], certificate: str | None, output: str | None) -> Any:
    from cli.writing import Target
    from model.errors import UsageProblem

    targets: list[Target | None] = []
    for option, path in (("--certificate", certificate), ("--output", output)):
        target = None
        if path is not None:
            if any(other is not None and other.same_as(path) for other in targets):
                raise UsageProblem(f"--certificate and --output both name {path}.")
            target = stack.enter_context(Target(option, path))
            target.spare(read)
        targets.append(target)
    return targets
