"""Nobody floats the same way again (P B5, R 5, R 6)."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.level import Level
from pairproof.model.state.history import DOWN, UP
from pairproof.model.state.position import IntArray, Position


def _same_floats(position: Position, marks: IntArray, u: IntArray, v: IntArray) -> IntArray:
    """Players of each pair given the mark they have in `marks`; a topscorer's own float is free (RULES 6)."""
    gap = position.score[u] - position.score[v]
    u_mark, v_mark = np.where(gap > 0, DOWN, UP), np.where(gap > 0, UP, DOWN)
    u_again = (marks[u] == u_mark) & ~position.topscorer[u]
    v_again = (marks[v] == v_mark) & ~position.topscorer[v]
    return np.where(gap != 0, u_again.astype(np.int64) + v_again, 0)


def _repeated_float(position: Position, u: IntArray, v: IntArray) -> IntArray:
    return _same_floats(position, position.float_1, u, v)


def _float_two_back(position: Position, u: IntArray, v: IntArray) -> IntArray:
    return _same_floats(position, position.float_2, u, v)


REPEATED_FLOAT = Level(
    "repeated-float",
    "P B5, R 5",
    "Nobody has the same float as in the previous round.",
    _repeated_float,
    lambda position: (position.float_1 == DOWN).astype(np.int64),
)
FLOAT_TWO_BACK = Level(
    "float-two-back",
    "R 6",
    "Nobody has the same float as two rounds before.",
    _float_two_back,
    lambda position: (position.float_2 == DOWN).astype(np.int64),
)
