"""The JSON of a pairing, whatever method made it (CONTRACT 3), and the parts that other documents share with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairproof.model.state.position import Position
    from pairproof.solver.result import Board, LevelValue, Pairing

_LIBRARIES = ("highspy", "numpy", "ortools", "rustworkx")


def pairing_document(pairing: Pairing, seconds: float) -> dict[str, Any]:
    """The JSON document of `pair` and `manual`."""
    position = pairing.problem.position
    found: dict[str, Any] = {
        "schema": "pairproof.pairing/1",
        **head(position),
        "method": pairing.method,
        "status": pairing.status,
        "boards": boards(pairing),
        "bye": pairing.bye,
        "absent": list(position.absent),
        "half_byes": list(position.half_byes),
        "full_byes": list(position.full_byes),
        "levels": levels(pairing.levels),
        "natural_order": pairing.natural_order,
        **asked(pairing),
    }
    if pairing.method == "manual":
        found["trace"] = [
            {"step": step.step, "bracket": step.bracket, "players": list(step.players), "text": step.text}
            for step in pairing.trace
        ]
    if pairing.stuck_at is not None:
        found["stuck_at"] = pairing.stuck_at
    if pairing.witness is not None:
        from pairproof.solver.proof.write import witness_document

        found["witness"] = witness_document(pairing.problem, pairing.witness)
    elif pairing.status == "infeasible":
        from pairproof.cli.pages.pair import why_none

        # Not the rules forbid every pairing, but what was asked on top of them: no set of players proves that.
        found["witness"] = {"blockers": [], "odd_groups": [], "text": why_none(pairing).headline}
    found["run"] = run(position.tournament.sha256, seconds, pairing.engine)
    return found


def asked(pairing: Pairing) -> dict[str, Any]:
    """What was asked beyond the rules, and what came of it: only what was asked for."""
    from pairproof.solver.explain.departures import breaks_of, changes_of

    found: dict[str, Any] = {}
    orders = pairing.problem.position.orders
    if pairing.without:
        found["without"] = levels(pairing.without)
    if pairing.lookahead is not None:
        ahead = pairing.lookahead
        found["lookahead"] = {"asked": ahead.asked, "possible": ahead.possible, "cost": dict(ahead.cost)}
    if orders.keep:
        found["changed"] = [{"board": list(change.pair), "reason": change.reason} for change in changes_of(pairing)]
    if orders.relax:
        found["breaks"] = [{"rule": break_.rule, "players": list(break_.players)} for break_ in breaks_of(pairing)]
    if pairing.alternatives is not None:
        found["alternatives"] = [
            {"pairs": [[board.white, board.black] for board in boards], "bye": bye}
            for boards, bye in pairing.alternatives.pairings
        ]
        found["more_alternatives"] = pairing.alternatives.more
    return found


def head(position: Position) -> dict[str, Any]:
    """What was paired: tournament, round and rule set."""
    return {"tournament": position.tournament.name, "round": position.round, "rules": position.rules.name}


def boards(pairing: Pairing) -> list[dict[str, Any]]:
    """The boards in order."""
    return [board_document(board) for board in pairing.boards]


def board_document(board: Board) -> dict[str, Any]:
    """One board; its number is its place in the pairing it comes from."""
    return {
        "board": board.number,
        "white": board.white,
        "black": board.black,
        "scores": list(board.scores),
        "floats": list(board.floats),
        "costs": dict(board.costs),
    }


def levels(values: tuple[LevelValue, ...]) -> list[dict[str, Any]]:
    """The levels in order."""
    return [
        {"name": level.name, "value": level.value, "bound": level.bound, "proved": level.proved} for level in values
    ]


def run(sha256: str, seconds: float, engine: str | None = None) -> dict[str, Any]:
    """What may differ between two runs that give the same result."""
    from pairproof.cli.version import versions

    return {
        "seconds": round(seconds, 3),
        **({} if engine is None else {"engine": engine}),
        "versions": versions(_LIBRARIES),
        "input_sha256": sha256,
    }
