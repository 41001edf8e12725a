"""Who may be paired with whom, kind of player against kind of player, and the single pairs that are barred.

Many players are alike but for those they have met: so a round of thousands needs no table of all pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray


@dataclass(frozen=True)
class LegalPairs:
    """Two vertices may meet where their kinds are `joined`, but for the pairs u < v in `barred`, in increasing order.

    `kind` has shape (vertices,), `joined` (kinds, kinds) and is symmetrical, `barred` (pairs, 2).  Nobody meets
    himself.
    """

    kind: IntArray
    joined: BoolArray
    barred: IntArray

    @classmethod
    def of_table(cls, table: BoolArray) -> Self:
        """The pairs of a table of all vertices, each of a kind of its own."""
        return cls(np.arange(len(table)), table, np.zeros((0, 2), dtype=np.int64))

    @property
    def vertices(self) -> int:
        """Number of vertices."""
        return len(self.kind)

    @cached_property
    def _keys(self) -> IntArray:
        return self.barred[:, 0] * self.vertices + self.barred[:, 1]

    def holds(self, one: IntArray, other: IntArray) -> BoolArray:
        """Which of the pairs of vertices are legal; which of two is named first does not matter."""
        u, v = np.minimum(one, other), np.maximum(one, other)
        legal: BoolArray = self.joined[self.kind[u], self.kind[v]] & (u != v)
        if len(self._keys):
            key = u * self.vertices + v
            place = np.minimum(np.searchsorted(self._keys, key), len(self._keys) - 1)
            legal &= self._keys[place] != key
        return legal

    def is_legal(self, one: int, other: int) -> bool:
        """Whether two vertices may meet."""
        return bool(self.holds(np.array([one]), np.array([other]))[0])

    def block(self, rows: IntArray, columns: IntArray) -> BoolArray:
        """The table of some vertices against some, shape (rows, columns)."""
        table: BoolArray = self.joined[np.ix_(self.kind[rows], self.kind[columns])]
        at_row, at_column = self._places(rows), self._places(columns)
        for one, other in ((0, 1), (1, 0)):
            row, column = at_row[self.barred[:, one]], at_column[self.barred[:, other]]
            there = (row >= 0) & (column >= 0)
            table[row[there], column[there]] = False
        both = np.flatnonzero((at_row >= 0) & (at_column >= 0))
        table[at_row[both], at_column[both]] = False
        return table

    def _places(self, vertices: IntArray) -> IntArray:
        places = np.full(self.vertices, -1, dtype=np.int64)
        places[vertices] = np.arange(len(vertices))
        return places

    def table(self) -> BoolArray:
        """The table of all vertices."""
        everybody = np.arange(self.vertices)
        return self.block(everybody, everybody)

    def among(self, vertices: IntArray) -> Self:
        """The same for some of the vertices, numbered as they are given."""
        barred = self._places(vertices)[self.barred]
        barred = np.sort(barred[(barred >= 0).all(axis=1)], axis=1)
        barred = barred[np.argsort(barred[:, 0] * len(vertices) + barred[:, 1])]
        return type(self)(self.kind[vertices], self.joined, barred)

    def without(self, ones: BoolArray, others: BoolArray) -> Self:
        """The same without the pairs of one of `ones` and one of `others`, masks over the vertices."""
        side = ones + 2 * others.astype(np.int64)
        found = self.split(side)
        _, first = np.unique(found.kind, return_index=True)
        one, other = ones[first], others[first]
        apart = (one[:, None] & other[None, :]) | (other[:, None] & one[None, :])
        return type(self)(found.kind, found.joined & ~apart, found.barred)

    def split(self, label: IntArray) -> Self:
        """The same in finer kinds: vertices of one also have one label, integers ≥ 0."""
        key = self.kind * (int(label.max(initial=0)) + 1) + label
        _, first, kind = np.unique(key, return_index=True, return_inverse=True)
        old = self.kind[first]
        return type(self)(kind.reshape(-1), self.joined[np.ix_(old, old)], self.barred)
