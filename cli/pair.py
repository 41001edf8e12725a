"""`pairproof pair`: the next round, paired and proved."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import options
from cli.failures import NOT_AGREED, exit_with, guarded

if TYPE_CHECKING:
    from solver.pairing import Pairing


@guarded
def command(
    file: options.File,
    round: options.RoundToPair = None,
    rules: options.Rules = None,
    fix: options.Fix = None,
    forbid: options.Forbid = None,
    bye: Annotated[list[str] | None, typer.Option("--bye", metavar="5", help="5 has the bye.")] = None,
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
    format: options.Format = None,
    lang: options.Lang = None,
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Pair the next round, and prove that no legal pairing is better.

    Shows the boards, then every level with its value and, where it is not zero, the reason. Exit code 1: no legal
    pairing exists, and why.
    """
    start = time.perf_counter()
    orders = options.orders(fix=fix, forbid=forbid, bye=bye, no_bye=no_bye, absent=absent)
    from cli.source import tournament_and_rules

    tournament, rule_set = tournament_and_rules(file, format, rules)
    with ExitStack() as stack:
        proof_target, boards_target = _targets(stack, file, certificate, output)
        # The solver's libraries take most of the start-up time: only after everything cheap has passed.
        from solver.optimal import pair

        pairing = pair(tournament, rule_set, round=round, orders=orders)
        if proof_target is not None:
            from cli.output import dump_json

            proof_target.write(dump_json(pairing.certificate or {}))
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
    exit_with(NOT_AGREED if pairing.status == "infeasible" else 0)


def _targets(stack: ExitStack, file: str, certificate: str | None, output: str | None) -> Any:
    from cli.writing import Target
    from model.errors import UsageProblem

    targets: list[Target | None] = []
    for option, path in (("--certificate", certificate), ("--output", output)):
        target = None
        if path is not None:
            if any(other is not None and other.same_as(path) for other in targets):
                raise UsageProblem(f"--certificate and --output both name {path}.")
            target = stack.enter_context(Target(option, path))
            if file != "-" and target.same_as(file):
                raise UsageProblem(f"{option} {path}: this would overwrite the tournament file.")
        targets.append(target)
    return targets


def engine_format(pairing: Pairing) -> str:
    """The boards as pairing engines write them: their number with the bye, a line each, the bye as `id 0`; "" where no
    legal pairing exists."""
    if pairing.status == "infeasible":
        return ""
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return "\n".join([str(len(lines)), *lines]) + "\n"
