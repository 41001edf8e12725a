"""`pairproof pair`: the next round, paired and proved."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import options
from cli.failures import NOT_AGREED, exit_with, guarded
from cli.options import forbidden_option, id_option, ids_option, pair_option

if TYPE_CHECKING:
    from model.position import Orders
    from model.tournament import Tournament
    from solver.pairing import Pairing


@guarded
def command(
    file: options.File,
    round: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Pair round N from the rounds before it.")
    ] = None,
    rules: options.Rules = None,
    fix: Annotated[
        list[str] | None,
        typer.Option(
            "--fix", metavar="3-7", help="3 and 7 meet; 3w-7b fixes the colours too, 3-0 is the bye. Repeatable."
        ),
    ] = None,
    forbid: Annotated[
        list[str] | None,
        typer.Option("--forbid", metavar="3-7", help="3 and 7 do not meet; 5-0 is the bye. Repeatable."),
    ] = None,
    bye: Annotated[list[str] | None, typer.Option("--bye", metavar="5", help="5 has the bye.")] = None,
    no_bye: Annotated[
        list[str] | None, typer.Option("--no-bye", metavar="5", help="5 does not have the bye. Repeatable.")
    ] = None,
    absent: Annotated[
        list[str] | None, typer.Option("--absent", metavar="3,9", help="3 and 9 do not play this round.")
    ] = None,
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
    json: options.Json = False,
    debug: options.Debug = False,
) -> None:
    """Pair the next round, and prove that no legal pairing is better.

    Shows the boards, then every level with its value and, where it is not zero, the reason. Exit code 1: no legal
    pairing exists, and why.
    """
    start = time.perf_counter()
    orders = _orders(fix or (), forbid or (), bye or (), no_bye or (), absent or ())
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
        from cli.output import write_json

        write_json(document(pairing, time.perf_counter() - start))
    else:
        from cli.pair_page import show

        show(pairing)
    exit_with(NOT_AGREED if pairing.status == "infeasible" else 0)


def _orders(fix: Any, forbid: Any, bye: Any, no_bye: Any, absent: Any) -> Orders:
    from model.tournament import BYE, FixedPair

    pairs = [pair_option("--fix", text) for text in fix]
    pairs += [FixedPair(id_option("--bye", text), BYE) for text in bye]
    forbidden = {forbidden_option("--forbid", text) for text in forbid}
    forbidden |= {(BYE, id_option("--no-bye", text)) for text in no_bye}
    away = ids_option("--absent", absent)
    # Imported only once the options are known to be sound: it brings numpy.
    from model.position import Orders

    return Orders(absent=away, forbid=frozenset(forbidden), fix=tuple(pairs))


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


def document(pairing: Pairing, seconds: float) -> dict[str, Any]:
    """The JSON document (CONTRACT 3)."""
    from cli.version import versions

    position = pairing.problem.position
    tournament: Tournament = position.tournament
    found: dict[str, Any] = {
        "schema": "pairproof.pairing/1",
        "tournament": tournament.name,
        "round": position.round,
        "rules": position.rules.name,
        "method": pairing.method,
        "status": pairing.status,
        "boards": [
            {
                "board": board.number,
                "white": board.white,
                "black": board.black,
                "scores": list(board.scores),
                "floats": list(board.floats),
                "costs": dict(board.costs),
            }
            for board in pairing.boards
        ],
        "bye": pairing.bye,
        "absent": list(position.absent),
        "half_byes": list(position.half_byes),
        "full_byes": list(position.full_byes),
        "levels": [
            {"name": level.name, "value": level.value, "bound": level.bound, "proved": level.proved}
            for level in pairing.levels
        ],
        "natural_order": pairing.natural_order,
    }
    if pairing.witness is not None:
        from solver.certificate import witness_document

        found["witness"] = witness_document(pairing.problem, pairing.witness)
    found["run"] = {
        "seconds": round(seconds, 3),
        "engine": pairing.engine,
        "versions": versions(("highspy", "numpy", "ortools", "rustworkx")),
        "input_sha256": tournament.sha256,
    }
    return found
