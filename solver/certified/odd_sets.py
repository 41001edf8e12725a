"""The odd sets of players that every proof starts with."""

from __future__ import annotations

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray


def odd_prefixes(scores: IntArray, vertices: int) -> BoolArray:
    """The starting odd sets: all players with at least s points, for each s that leaves an odd number, shape (sets,
    vertices).
    """
    last = np.flatnonzero(np.append(scores[1:] != scores[:-1], True)) + 1
    sizes = [size for size in last.tolist() if size % 2 == 1 and 1 < size < vertices - 1]
    return np.array([np.arange(vertices) < size for size in sizes], dtype=np.bool_).reshape(len(sizes), vertices)
