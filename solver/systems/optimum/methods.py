"""The methods of the system `optimum`: the optimum, the manual method, and two to compare them with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pairproof.model.state.position import BoolArray
from pairproof.model.study.luck import Luck
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified.heuristic_start import lightest_matching
from pairproof.solver.manual.method import manual_pairing
from pairproof.solver.problem import PairingProblem, Pairs
from pairproof.solver.request import Request
from pairproof.solver.result import LevelValue, Pairing, PairingProof, boards_of, values_of
from pairproof.solver.systems.optimum.pairing import infeasible, pair, pairing_of
from pairproof.solver.terms import Engine, Method, Status
from pairproof.solver.witness import Witness, complete_matching

_WEIGHTS = 1 << 30


def solve_by(method: Method, problem: PairingProblem, luck: Luck) -> Pairing:
    """The round by one of `METHODS`; `luck` is used by RANDOM alone."""
    return _SOLVERS[method](problem, luck)


def _optimal(problem: PairingProblem, _: Luck) -> Pairing:
    position = problem.position
    if position.rules.max_pairs_in_group:  # no sum over pairs: not for the certified engine alone
        return pair(position.tournament, Request(position.rules, position.round))
    result = certified.solve(problem)
    return infeasible(problem, result) if isinstance(result, Witness) else pairing_of(problem, result)


def _manual(problem: PairingProblem, _: Luck) -> Pairing:
    return manual_pairing(problem)


def _random(problem: PairingProblem, luck: Luck) -> Pairing:
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
    return _pairing(problem, Method.RANDOM, None if -1 in mate else mate)


def _monrad(problem: PairingProblem, _: Luck) -> Pairing:
    """From the top, each player gets the first in rank order who leaves a legal pairing; the bye comes last."""
    return _pairing(problem, Method.MONRAD, _nearest(problem))


def _nearest(problem: PairingProblem) -> list[int] | None:
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


def _pairing(problem: PairingProblem, method: Method, mate: list[int] | None) -> Pairing:
    """A pairing of which nothing is proved, `mate[vertex]`; none: there is no legal one."""
    pairs = [(u, v) for u, v in enumerate(mate or ()) if u < v]
    boards, bye, bye_costs = boards_of(problem, pairs)
    values = values_of(boards, bye_costs, problem)
    return Pairing(
        problem=problem,
        method=method,
        status=Status.INFEASIBLE if mate is None else Status.COMPLETE,
        engine=Engine(method),
        boards=boards,
        bye=bye,
        bye_costs=bye_costs,
        levels=tuple(LevelValue(level.name, values[level.name], None, False) for level in problem.levels)
        if pairs
        else (),
        proof=PairingProof(witness=complete_matching(problem.pairs, [-1] * problem.vertices) if mate is None else None),
    )


_SOLVERS: dict[Method, Callable[[PairingProblem, Luck], Pairing]] = {
    Method.OPTIMAL: _optimal,
    Method.MANUAL: _manual,
    Method.RANDOM: _random,
    Method.MONRAD: _monrad,
}
