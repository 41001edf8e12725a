"""Every way to pair a round, called the same way: the optimum, the manual method, and two to compare them with."""

from __future__ import annotations

import numpy as np

from pairproof.model.rules import RuleSet
from pairproof.model.state.position import BoolArray
from pairproof.model.study.simulation import Luck, Seating
from pairproof.model.tournament import Tournament
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified.heuristic_start import lightest_matching
from pairproof.solver.manual.method import manual_pairing
from pairproof.solver.optimal import infeasible, pair, pairing_of, problem_of
from pairproof.solver.problem import PairingProblem, Pairs
from pairproof.solver.result import LevelValue, Pairing, boards_of, values_of
from pairproof.solver.witness import Witness, complete_matching

METHODS = ("optimal", "manual", "random", "monrad")
"""`random`: some legal pairing; `monrad`: each player, from the top, has the nearest in rank who leaves a legal one."""

_WEIGHTS = 1 << 30


def pair_by(method: str, tournament: Tournament, rules: RuleSet, luck: Luck, *, round: int | None = None) -> Pairing:
    """The round paired by one of `METHODS`; status "infeasible" where no legal pairing exists, "stuck" for a manual
    method that is stuck.

    `luck` is used by `random` alone.
    """
    return solve_by(method, problem_of(tournament, rules, round=round), luck)


def solve_by(method: str, problem: PairingProblem, luck: Luck) -> Pairing:
    """As `pair_by`, of a compiled problem: several methods can share it."""
    if method == "optimal":
        return _optimal(problem)
    if method == "manual":
        return manual_pairing(problem)
    mate = _random(problem, luck) if method == "random" else _monrad(problem)
    if mate is None:
        return _pairing(problem, method, "infeasible", [])
    return _pairing(problem, method, "complete", [(u, v) for u, v in enumerate(mate) if u < v])


def _optimal(problem: PairingProblem) -> Pairing:
    position = problem.position
    if position.rules.max_pairs_in_group:  # no sum over pairs: not for the certified engine alone
        return pair(position.tournament, position.rules, round=position.round)
    result = certified.solve(problem)
    return infeasible(problem, result) if isinstance(result, Witness) else pairing_of(problem, result)


def seating(pairing: Pairing) -> Seating:
    """What the simulator needs of a pairing."""
    return Seating(tuple((board.white, board.black) for board in pairing.boards), pairing.bye)


def _random(problem: PairingProblem, luck: Luck) -> list[int] | None:
    """A legal pairing of least total weight, each pair's weight drawn: every legal pairing can come, not all equally
    often."""
    number = problem.position.round
    pairs = problem.pairs
    ids = [*problem.position.ids, 0]
    weights = [
        luck.below(_WEIGHTS, "random pairing", number, min(ids[u], ids[v]), max(ids[u], ids[v]))
        for u, v in zip(pairs.u.tolist(), pairs.v.tolist(), strict=True)
    ]
    mate = lightest_matching(problem.vertices, pairs, weights)
    return None if -1 in mate else mate


def _monrad(problem: PairingProblem) -> list[int] | None:
    """From the top, each player gets the first in rank order who leaves a legal pairing; the bye comes last."""
    pairs = problem.pairs
    mate = lightest_matching(problem.vertices, pairs, [0] * len(pairs))
    if -1 in mate:
        return None
    still_open = np.ones(problem.vertices, dtype=np.bool_)
    for u in range(problem.vertices):
        if not still_open[u]:
            continue
        for v in pairs.v[(pairs.u == u) & still_open[pairs.v]].tolist():
            if mate[u] == v or _repaired(pairs, mate, still_open, u, v):
                still_open[[u, v]] = False
                break
    return mate


def _repaired(pairs: Pairs, mate: list[int], still_open: BoolArray, u: int, v: int) -> bool:
    """Whether all who are open can be paired with u and v partners; `mate` is then changed to such a pairing."""
    others = still_open.copy()
    others[[u, v]] = False
    rest = pairs.where(others[pairs.u] & others[pairs.v])
    found = lightest_matching(len(mate), rest, [0] * len(rest))
    places = np.flatnonzero(others).tolist()
    if any(found[w] == -1 for w in places):
        return False
    for w in places:
        mate[w] = found[w]
    mate[u], mate[v] = v, u
    return True


def _pairing(problem: PairingProblem, method: str, status: str, pairs: list[tuple[int, int]]) -> Pairing:
    boards, bye, bye_costs = boards_of(problem, pairs)
    values = values_of(boards, bye_costs, problem)
    return Pairing(
        problem=problem,
        method=method,
        status=status,
        engine=method,
        boards=boards,
        bye=bye,
        bye_costs=bye_costs,
        levels=tuple(LevelValue(level.name, values[level.name], None, False) for level in problem.levels)
        if pairs
        else (),
        witness=complete_matching(problem.pairs, [-1] * problem.vertices) if status == "infeasible" else None,
    )
