"""A second engine for the levels: CP-SAT on each bracket, against what the certified engine has proved.

It knows nothing of duals, faces or order: it is given the legal pairs of those left, the costs, and a pairing to begin
with, and minimises level after level.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.stopping import OutOfTime, Stop
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedRound
from pairproof.solver.systems.dutch.scores import score_places

MOST_PLAYERS = 60
"""Above that it takes minutes."""


def cross_check(solved: SolvedRound, stop: Stop) -> int:
    """Compare C5 and each level of each bracket; how many of them, in order, before it was time to stop.

    Raises
    ------
    InternalError
        The engines disagree.
    """
    checked = 0
    try:
        for _ in _compared(solved, stop):
            checked += 1
    except OutOfTime:
        pass
    return checked


def _compared(solved: SolvedRound, stop: Stop) -> Iterator[None]:
    """Each level once CP-SAT has found the same value."""
    position = solved.position
    if solved.bye is not None:
        places = np.append(score_places(position), 0)
        u, v = np.nonzero(np.triu(position.legal, 1))
        model = _Levels(u, v, np.array(solved.partner), stop)
        least = model.least(np.where(v == position.players, places[u], 0))
        if least != solved.bye.value:
            raise InternalError(f"C5: CP-SAT finds {least}, the proof says {solved.bye.value}")
        yield
    for number, one in enumerate(solved.brackets, start=1):
        yield from _compared_bracket(number, one, solved.legal, stop)


def _compared_bracket(number: int, solved: SolvedBracket, legal: BoolArray, stop: Stop) -> Iterator[None]:
    bracket = solved.bracket
    u, v = np.nonzero(np.triu(legal[np.ix_(bracket.players, bracket.players)], 1))
    model = _Levels(u, v, solved.mate, stop)
    for one in solved.levels:
        least = model.least(one.level.costs(bracket, model.u, model.v))
        if least != one.proof.value:
            name = one.level.criterion.name
            raise InternalError(f"bracket {number}, {name}: CP-SAT finds {least}, the proof says {one.proof.value}")
        yield


class _Levels:
    """Perfect matchings of the pairs `u`, `v`, the best on the levels so far; `mate` is said to be one of them."""

    def __init__(self, u: IntArray, v: IntArray, mate: IntArray, stop: Stop) -> None:
        self.u, self.v = u, v
        self._mate = mate
        self._stop = stop
        self._limits: list[tuple[IntArray, int]] = []

    def least(self, costs: IntArray) -> int:
        """The least total of costs ≥ 0, which counts from now on.

        Raises
        ------
        OutOfTime
            It is time to stop.
        """
        if self._stop.now:
            raise OutOfTime
        if not costs[self._mate[self.u] == self.v].any():
            # Costs are never negative: nothing is below 0, and what costs something is out.
            self._keep(costs == 0)
            return 0
        least = self._solved(costs)
        self._limits.append((costs, least))
        return least

    def _keep(self, kept: BoolArray) -> None:
        self.u, self.v = self.u[kept], self.v[kept]
        self._limits = [(costs[kept], limit) for costs, limit in self._limits]

    def _solved(self, costs: IntArray) -> int:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        plays = [model.new_bool_var("") for _ in range(len(self.u))]
        for vertex in range(len(self._mate)):
            model.add_exactly_one(
                plays[pair] for pair in np.flatnonzero((self.u == vertex) | (self.v == vertex)).tolist()
            )
        for earlier, limit in self._limits:
            model.add(cp_model.LinearExpr.weighted_sum(plays, earlier.tolist()) <= limit)
        for variable, held in zip(plays, (self._mate[self.u] == self.v).tolist(), strict=True):
            model.add_hint(variable, held)
        model.minimize(cp_model.LinearExpr.weighted_sum(plays, costs.tolist()))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.catch_sigint_signal = False
        if (left := self._stop.seconds_left) is not None:
            solver.parameters.max_time_in_seconds = left
        status = solver.solve(model)
        if status in (cp_model.FEASIBLE, cp_model.UNKNOWN):
            raise OutOfTime
        if status != cp_model.OPTIMAL:
            raise InternalError("CP-SAT finds no complete pairing where there is one")
        return round(solver.objective_value)
