"""Is there a legal pairing at all?  If not: the set of players that proves it (RULES 13).

One alternating-forest search (Edmonds) grows a matching until it is perfect or the forest is stuck; the stuck forest is
the Gallai–Edmonds witness: its odd vertices are the blockers, the rest of it falls apart into odd groups when they are
taken away, and there are more of these groups than blockers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs


@dataclass(frozen=True, slots=True)
class Witness:
    """Indices (the dummy included): without the `blockers`, each of the `odd_groups` can play only inside itself or
    against blockers; there are more odd groups than blockers, so somebody stays without a game.
    """

    blockers: tuple[int, ...]
    odd_groups: tuple[tuple[int, ...], ...]


def adjacency(pairs: Pairs, vertices: int) -> BoolArray:
    """Symmetric matrix of the pairs, shape (vertices, vertices)."""
    matrix = np.zeros((vertices, vertices), dtype=np.bool_)
    matrix[pairs.u, pairs.v] = True
    matrix[pairs.v, pairs.u] = True
    return matrix


def _neighbours(pairs: Pairs, vertices: int) -> Callable[[int], IntArray]:
    """Whom the pairs join a vertex with, in increasing order: from a table, or from a list where they are few."""
    if len(pairs) * 32 > vertices**2:
        joined = adjacency(pairs, vertices)
        return lambda vertex: np.flatnonzero(joined[vertex])
    ends, other_ends = np.append(pairs.v, pairs.u), np.append(pairs.u, pairs.v)
    order = np.lexsort((other_ends, ends))
    ends, others = ends[order], other_ends[order].astype(np.int64)
    starts = np.searchsorted(ends, np.arange(vertices + 1)).tolist()
    return lambda vertex: others[starts[vertex] : starts[vertex + 1]]


class _Forest:
    """Alternating forest rooted at all unmatched vertices, blossoms shrunk by `base`."""

    def __init__(self, near: Callable[[int], IntArray], mate: list[int]) -> None:
        self.near, self.mate = near, mate
        n = len(mate)
        self.base = np.arange(n)
        self.parent = [-1] * n  # of an odd vertex, and inside blossoms: the way back towards the root
        self.even = np.zeros(n, dtype=np.bool_)
        self.odd = np.zeros(n, dtype=np.bool_)

    def _ancestor(self, a: int, b: int) -> int:
        """Base of the lowest common ancestor of two even vertices of one tree, −1 if their trees differ."""
        seen = set()
        while True:
            a = int(self.base[a])
            seen.add(a)
            if self.mate[a] == -1:
                break
            a = self.parent[self.mate[a]]
        while True:
            b = int(self.base[b])
            if b in seen:
                return b
            if self.mate[b] == -1:
                return -1
            b = self.parent[self.mate[b]]

    def _shrink(self, vertex: int, child: int, top: int, inside: BoolArray) -> None:
        while self.base[vertex] != top:
            mate = self.mate[vertex]
            inside[self.base[vertex]] = inside[self.base[mate]] = True
            self.parent[vertex] = child
            child, vertex = mate, self.parent[mate]

    def grow(self) -> tuple[int, int] | None:
        """Grow until two trees meet: the edge between them, or None when the forest is complete."""
        queue = [vertex for vertex, mate in enumerate(self.mate) if mate == -1]
        self.even[queue] = True
        for vertex in queue:
            for other in self.near(vertex).tolist():
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                if self.even[other]:
                    top = self._ancestor(vertex, other)
                    if top == -1:
                        return vertex, other
                    inside = np.zeros(len(self.mate), dtype=np.bool_)
                    self._shrink(vertex, other, top, inside)
                    self._shrink(other, vertex, top, inside)
                    members = inside[self.base]
                    self.base[members] = top
                    fresh = np.flatnonzero(members & ~self.even)
                    self.even[fresh] = True
                    queue.extend(fresh.tolist())
                elif not self.odd[other]:
                    self.odd[other] = True
                    self.parent[other] = vertex
                    mate = self.mate[other]
                    self.even[mate] = True
                    queue.append(mate)
        return None

    def path_to_root(self, vertex: int) -> list[tuple[int, int]]:
        """The pairs to be matched when the tree path from an even vertex to its root is flipped."""
        pairs = []
        while self.mate[vertex] != -1:
            mate = self.mate[vertex]
            pairs.append((mate, self.parent[mate]))
            vertex = self.parent[mate]
        return pairs


def complete_matching(pairs: Pairs, mate: list[int]) -> Witness | None:
    """Grow `mate` (partner of each vertex, −1 for none; changed in place) to a perfect matching of the pairs.

    Returns the witness where there is none; `mate` is then a largest matching.
    """
    if -1 not in mate:
        return None
    near = _neighbours(pairs, len(mate))
    while -1 in mate:
        forest = _Forest(near, mate)
        meeting = forest.grow()
        if meeting is None:
            return _witness(forest)
        a, b = meeting
        for one, other in [meeting, *forest.path_to_root(a), *forest.path_to_root(b)]:
            mate[one], mate[other] = other, one
    return None


def _witness(forest: _Forest) -> Witness:
    blockers = np.flatnonzero(forest.odd & ~forest.even)
    left = set(np.flatnonzero(forest.even).tolist())
    groups = []
    while left:
        start = min(left)
        group, queue = {start}, [start]
        left.discard(start)
        for vertex in queue:
            near = [other for other in forest.near(vertex).tolist() if other in left]
            group.update(near)
            left.difference_update(near)
            queue.extend(near)
        groups.append(tuple(sorted(group)))
    return Witness(tuple(blockers.tolist()), tuple(sorted(groups)))
