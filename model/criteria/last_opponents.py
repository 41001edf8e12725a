"""Everybody can meet his last opponents, where rounds are many and players few."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.byes import earlier_byes
from pairproof.model.criteria.level import Level, with_byes
from pairproof.model.criteria.meetings import meetings
from pairproof.model.state.position import IntArray, Position

_FEW = 3
"""Opponents that somebody still has, at most, where the level begins to count."""


def _times(position: Position) -> IntArray:
    """How often each two have met, shape (vertices, vertices); with the dummy, how many byes; the diagonal is −1."""
    vertices = position.vertices
    u, v = np.triu_indices(position.players, 1)
    times = np.full((vertices, vertices), -1, dtype=np.int64)
    times[u, v] = times[v, u] = meetings(position, u, v)
    if position.has_dummy:
        times[-1, :-1] = times[:-1, -1] = earlier_byes(position)
    return times


def _many_left(position: Position) -> bool:
    """Whether somebody has never met more than so few of those present; to have had a bye is to have met the dummy.
    Then the end of the cycle is far, and nothing counts.
    """
    met = np.zeros(position.vertices, dtype=np.int64)
    u, v = (
        (np.array(ends, dtype=np.int64) for ends in zip(*position.met, strict=True)) if position.met else (met[:0],) * 2
    )
    np.add.at(met, u, 1)
    np.add.at(met, v, 1)
    if position.has_dummy:
        byes = earlier_byes(position) > 0
        met[:-1] += byes
        met[-1] = byes.sum()
    return bool((position.vertices - 1 - met).max(initial=0) > _FEW)


def _triangles(position: Position, u: IntArray, v: IntArray) -> IntArray:
    """2 less the third players whom both could still meet, near the end of a cycle; else 0.

    A cycle ends when everybody has met everybody as often.  With two rounds of it left everybody has two opponents: a
    ring of an even number can be paired twice, a triangle not once.  So triangles are broken in time.
    """
    if _many_left(position):
        return np.zeros(len(u), dtype=np.int64)
    times = _times(position)
    fewest = times[times >= 0].min() if len(times) > 1 else 0
    still = (times == fewest).astype(np.int64)
    costs = np.zeros(len(u), dtype=np.int64)
    if still.sum(axis=1).max(initial=0) <= _FEW:
        here = v < len(times)
        costs[here] = np.maximum(0, 2 - (still @ still)[u[here], v[here]])
    return costs


LAST_OPPONENTS = Level(
    "last-opponents",
    "for fields with more rounds than opponents",
    "Three players who still have to meet one another do not stay behind.",
    *with_byes(_triangles),
    by_class=False,
    idle=_many_left,
    reads=lambda position: None if _many_left(position) else _times(position).tolist(),
)
