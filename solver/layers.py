"""Shortest walks in a pairing from one vertex, in layers: by what a walk has crossed, as bits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray


class Layers:
    """Lengths of the walks found so far, by layer (a mask) and vertex, and whence each came; `far` where there is none.

    No step may make a walk shorter.
    """

    def __init__(self, vertices: int, far: int) -> None:
        self._vertices, self._far = vertices, far
        self.lengths: dict[int, IntArray] = {}
        self._open: dict[int, BoolArray] = {}
        self._before: dict[int, tuple[IntArray, IntArray]] = {}

    def begin(self, mask: int, vertex: int) -> None:
        """A walk of length 0 ends here."""
        self.layer(mask)[vertex] = 0
        self._open[mask][vertex] = True

    def layer(self, mask: int) -> IntArray:
        """The lengths in a layer, shape (vertices,)."""
        if mask not in self.lengths:
            self.lengths[mask] = np.full(self._vertices, self._far, dtype=np.int64)
            self._open[mask] = np.zeros(self._vertices, dtype=np.bool_)
            self._before[mask] = np.full(self._vertices, -1, dtype=np.int64), np.zeros(self._vertices, dtype=np.int64)
        return self.lengths[mask]

    def fronts(self) -> Iterator[tuple[int, IntArray, int]]:
        """By increasing length the vertices of a layer from which no step was taken yet, with layer and length; the
        steps are taken before the next ones are asked for.
        """
        while (nearest := self._nearest()) < self._far:
            for mask in sorted(self.lengths):
                front = np.flatnonzero(self._open[mask] & (self.lengths[mask] == nearest))
                if len(front):
                    self._open[mask][front] = False
                    yield mask, front, nearest

    def _nearest(self) -> int:
        return min(int(self.lengths[mask][open_].min(initial=self._far)) for mask, open_ in self._open.items())

    def reach(self, mask: int, at: IntArray, lengths: IntArray, before: IntArray, layer: int) -> None:
        """Shorter walks to vertices of a layer: each by a step from a vertex `before` of another `layer`."""
        self.layer(mask)[at] = lengths
        self._open[mask][at] = True
        vertices, masks = self._before[mask]
        vertices[at], masks[at] = before, layer

    def back(self, mask: int, at: int) -> Iterator[tuple[int, int]]:
        """The steps of the walk to a vertex of a layer, the last one first: to where, and from where."""
        while True:
            vertices, masks = self._before[mask]
            before = int(vertices[at])
            if before == -1:
                return
            yield at, before
            at, mask = before, int(masks[at])
