"""Small exchanges in a pairing: make two given players meet and change as little else as possible.

A shortcut for questions about a pairing, and for the next best ones: most partners are reached by exchanging two or
three pairs.  What is not found here is looked for in full, so nothing depends on how far the search goes.
"""

from __future__ import annotations

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.witness import adjacency

_MOST_STEPS = 40  # players looked at in one search


class Exchange:
    """A perfect matching `mate` of the face, changed along alternating cycles.

    `joined` is the face's adjacency; `sides` holds for each vertex the tight odd sets it is in, as bits: in every
    optimal pairing each tight set is left by exactly one pair, so the pairs' `sides` differences never overlap.
    """

    def __init__(self, pairs: Pairs, mate: IntArray, tight: BoolArray) -> None:
        self.joined = adjacency(pairs, len(mate))
        self.mate = mate
        bits = np.packbits(tight, axis=0, bitorder="little").T  # a row of bytes for each vertex
        self.sides = [int.from_bytes(row.tobytes(), "little") for row in bits]

    def make(self, one: int, other: int) -> bool:
        """Pair the two by an exchange; False if the short search finds none."""
        mate = self.mate
        if mate[one] == other:
            return True
        first, last = int(mate[one]), int(mate[other])
        free = np.ones(len(mate), dtype=np.bool_)
        free[[one, other, first, last]] = False
        came_from = {first: (-1, -1)}  # vertex reached: the one reached before it, and the partner in between
        queue = [first]
        for step, reached in enumerate(queue):
            if self.joined[reached, last] and self._swap(one, other, reached, last, came_from):
                return True
            if step >= _MOST_STEPS:
                return False
            for between in np.flatnonzero(self.joined[reached] & free).tolist():
                after = int(mate[between])
                if after not in came_from:
                    came_from[after] = (reached, between)
                    queue.append(after)
        return False

    def _swap(self, one: int, other: int, reached: int, last: int, came_from: dict[int, tuple[int, int]]) -> bool:
        pairs = [(one, other), (reached, last)]
        while came_from[reached][0] != -1:
            reached, between = came_from[reached]
            pairs.append((reached, between))
        touched = [vertex for pair in pairs for vertex in pair]
        if len(set(touched)) < len(touched):
            return False  # the walk met itself: no exchange
        left = 0
        for a, b in pairs:
            crossed = self.sides[a] ^ self.sides[b]
            if left & crossed:
                return False  # a tight set would be left twice
            left |= crossed
        for a, b in pairs:
            self.mate[a], self.mate[b] = b, a
        return True
