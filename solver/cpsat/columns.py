"""The columns of the CP-SAT model: each legal pair with each colouring RULES 4.4 leaves to choose from.

What colours are open is worked out here once more, from what each criterion bars and not through
`model.criteria.allocation`, so that the engine is a second opinion on that as well: which colouring of a pair is the
better one is left to the solver, by what each colour level says of either.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria import has_colours
from pairproof.model.criteria.hard import may_not_take
from pairproof.model.errors import InternalError
from pairproof.model.state.history import BLACK, WHITE
from pairproof.model.state.position import BoolArray, IntArray, Position
from pairproof.solver.problem import PairingProblem


@dataclass(frozen=True)
class Columns:
    """One column for each legal pair and colouring, in increasing order of pair.

    `pair` is the place in `problem.pairs`, `u` < `v` its vertices, all of shape (columns,); `costs` has shape
    (levels, columns), integers ≥ 0.
    """

    pair: IntArray
    u: IntArray
    v: IntArray
    costs: IntArray

    def __len__(self) -> int:
        return len(self.pair)


def columns_of(problem: PairingProblem) -> Columns:
    """The columns of a problem; two for a pair only where both colourings are open and do not cost the same.

    Point 1 of RULES 4.4 (fewest players who may not take their colour) stands above all levels and decides what is
    open; points 2 and 3 are what the colour levels minimise; the rest costs nothing.

    Raises
    ------
    InternalError
        If a pair the problem calls legal has no legal colours.
    """
    position, pairs = problem.position, problem.pairs
    u, v = pairs.u.astype(np.int64), pairs.v.astype(np.int64)
    costs = np.array([problem.costs(level, pairs) for level in problem.levels], dtype=np.int64)
    costs = costs.reshape(len(problem.levels), len(pairs))
    everything = np.arange(len(pairs))
    if not has_colours(position.rules) or position.orders.relax:
        # Relaxed pairs have their colours from a rule of their own (RULES 13): nothing is left to choose.
        return Columns(everything, u, v, costs)

    games = np.flatnonzero(v < position.players)
    open_1, open_2 = _open_colourings(position, u[games], v[games])
    if not (open_1 | open_2).all():
        raise InternalError("cp-sat and the rules disagree: a legal pair has no legal colours")
    first, second = costs.copy(), costs.copy()
    for row, level in enumerate(problem.levels):
        if level.seat_costs is not None:
            first[row, games] = level.seat_costs(position, u[games], v[games])
            second[row, games] = level.seat_costs(position, v[games], u[games])
    keep_1: BoolArray = np.ones(len(pairs), dtype=np.bool_)
    keep_1[games] = open_1
    keep_2: BoolArray = np.zeros(len(pairs), dtype=np.bool_)
    keep_2[games] = open_2
    keep_2 &= ~keep_1 | (first != second).any(axis=0)
    pair = np.concatenate([everything[keep_1], everything[keep_2]])
    costs = np.concatenate([first[:, keep_1], second[:, keep_2]], axis=1)
    order = np.argsort(pair, kind="stable")
    pair = pair[order]
    return Columns(pair, u[pair], v[pair], costs[:, order])


def _open_colourings(position: Position, u: IntArray, v: IntArray) -> tuple[BoolArray, BoolArray]:
    """Is white open to u, and is black (RULES 4.2, 4.4 point 1)."""
    may_not = {colour: may_not_take(position, colour) for colour in (WHITE, BLACK)}
    breaks = {colour: may_not[colour][u].astype(np.int64) + may_not[-colour][v] for colour in (WHITE, BLACK)}
    exempt = position.topscorer[u] | position.topscorer[v]
    legal = {colour: (breaks[colour] == 0) | exempt for colour in (WHITE, BLACK)}
    for white, black in position.fixed_white:
        legal[BLACK] &= (u != white) | (v != black)
        legal[WHITE] &= (u != black) | (v != white)
    fewer = {colour: breaks[colour] < breaks[-colour] for colour in (WHITE, BLACK)}
    return (
        legal[WHITE] & ~(legal[BLACK] & fewer[BLACK]),
        legal[BLACK] & ~(legal[WHITE] & fewer[WHITE]),
    )
