"""A second engine for the levels: CP-SAT on each bracket, against what the certified engine has proved.

It knows nothing of duals, faces or pairings at hand: it is given the legal pairs of those left and the costs, and
minimises level after level.
"""

from __future__ import annotations

import numpy as np

from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedRound, score_with_bye
from pairproof.solver.systems.dutch.scores import with_bye_score

MOST_PLAYERS = 60
"""Above that it takes minutes."""


def cross_check(solved: SolvedRound) -> None:
    """Compare C5 and each level of each bracket.

    Raises
    ------
    InternalError
        The engines disagree.
    """
    position = solved.position
    legal = position.legal
    if position.has_dummy:
        costs = np.append(position.score, 0)
        u, v = np.nonzero(np.triu(legal, 1))
        (least,) = _minima(position.vertices, u, v, [np.where(v == position.players, costs[u], 0)])
        if least != score_with_bye(solved):
            raise InternalError(f"CP-SAT gives the bye to the score {least}, the proof to {score_with_bye(solved)}")
        legal = with_bye_score(position, legal, score_with_bye(solved))
    for number, bracket in enumerate(solved.brackets, start=1):
        _check_bracket(number, bracket, legal)


def _check_bracket(number: int, solved: SolvedBracket, legal: BoolArray) -> None:
    bracket = solved.bracket
    u, v = np.nonzero(np.triu(legal[np.ix_(bracket.players, bracket.players)], 1))
    costs = [one.level.costs(bracket, u, v) for one in solved.levels]
    for one, least in zip(solved.levels, _minima(bracket.vertices, u, v, costs), strict=True):
        if least != one.proof.value:
            name = one.level.criterion.name
            raise InternalError(f"bracket {number}, {name}: CP-SAT finds {least}, the proof says {one.proof.value}")


def _minima(vertices: int, u: IntArray, v: IntArray, levels: list[IntArray]) -> list[int]:
    """The least total of each cost array over the perfect matchings of the pairs that are best on those before."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    plays = [model.new_bool_var("") for _ in range(len(u))]
    for vertex in range(vertices):
        model.add_exactly_one(plays[place] for place in np.flatnonzero((u == vertex) | (v == vertex)).tolist())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = []
    for costs in levels:
        total = cp_model.LinearExpr.weighted_sum(plays, costs.tolist())
        least = 0
        if costs.any():
            model.minimize(total)
            if solver.solve(model) != cp_model.OPTIMAL:
                raise InternalError("CP-SAT does not settle a level of a bracket")
            least = round(solver.objective_value)
            model.add(total <= least)
        found.append(least)
    return found
