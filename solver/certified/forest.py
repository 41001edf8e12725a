"""One alternating search in a perfectly matched graph, its neighbourhoods as bit sets.

Vertex a gives up its mate; which others can it be matched with, so that all stay matched?  Edmonds' forest grows from
the mate given up.  It reaches a's possible partners as outer vertices, and no others.  Where it ends without the one
that is sought, its inner vertices and a are a barrier: each of the odd groups beyond it, as many as the barrier has
members, needs one of them for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator


def bits(mask: int) -> Iterator[int]:
    """The members of a bit set, in increasing order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Forest:
    """The search from the mate of `removed` among the vertices of `inside`, which must be matched among themselves.

    Parameters
    ----------
    mate
        The partner of each vertex; not changed.
    neighbours
        The bit set of whom a vertex may meet; members of `inside` count.
    inside
        The vertices of the graph, `removed` among them.

    Attributes
    ----------
    outer, inner
        The vertices reached, as bit sets: those that can be matched with `removed`, and those between them.
    """

    def __init__(self, mate: list[int], neighbours: Callable[[int], int], inside: int, removed: int) -> None:
        self._mate, self._neighbours = mate, neighbours
        self._inside = inside & ~(1 << removed)
        self.removed, self._root = removed, mate[removed]
        self.outer, self.inner = 1 << self._root, 0
        self._before: dict[int, int] = {}  # the way back to the root, from inner vertices and inside blossoms
        self._base: dict[int, int] = {}  # towards the base of a vertex's blossom
        self._group: dict[int, int] = {}  # the members of a blossom, by its base
        self._queue = [self._root]

    def reaches(self, target: int) -> bool:
        """Grow until `target` is outer, or to the end."""
        return self.reaches_one_of(1 << target)

    def reaches_one_of(self, targets: int) -> bool:
        """Grow until one of a bit set of targets is outer, or to the end."""
        if self.outer & targets:
            return True
        gates = sum(1 << self._mate[target] for target in bits(targets)) & self._inside
        for vertex in self._queue:
            if self._passes(vertex, gates):
                return True
            near = self._neighbours(vertex) & self._inside
            for other in bits(near & ~self.outer & ~self.inner):
                if not (self.outer | self.inner) >> other & 1:
                    self._grow(vertex, other)
                    if self._passes(self._mate[other], gates):
                        return True
            while meeting := near & self.outer & ~self._members(self._find(vertex)):
                self._shrink(vertex, next(bits(meeting)))
            if self.outer & targets:
                return True
        return False

    def path(self, target: int) -> list[tuple[int, int]]:
        """The pairs to be made so that `removed` and an outer vertex meet and all stay matched, these two last."""
        pairs, vertex = [], target
        while vertex != self._root:
            mate = self._mate[vertex]
            before = self._before[mate]
            pairs.append((mate, before))
            vertex = before
        return [*pairs, (self.removed, target)]

    def groups(self) -> list[int]:
        """The outer vertices by blossom, as bit sets: no two of them are joined."""
        return [self._members(vertex) for vertex in bits(self.outer) if self._find(vertex) == vertex]

    def unreached(self) -> int:
        """The vertices that the search has not met."""
        return self._inside & ~self.outer & ~self.inner

    def _passes(self, vertex: int, gates: int) -> bool:
        """Whether an outer vertex may meet one of the mates of those sought: then one of these becomes outer."""
        met = self._neighbours(vertex) & gates & ~self.outer & ~self.inner
        if met:
            self._grow(vertex, next(bits(met)))
        return bool(met)

    def _grow(self, vertex: int, other: int) -> None:
        self.inner |= 1 << other
        self._before[other] = vertex
        mate = self._mate[other]
        self.outer |= 1 << mate
        self._queue.append(mate)

    def _find(self, vertex: int) -> int:
        way = []
        while (base := self._base.get(vertex, vertex)) != vertex:
            way.append(vertex)
            vertex = base
        for each in way:
            self._base[each] = vertex
        return vertex

    def _members(self, base: int) -> int:
        return self._group.get(base, 1 << base)

    def _ancestor(self, one: int, other: int) -> int:
        """The base where the ways of two outer vertices to the root meet."""
        seen, root = set(), self._find(self._root)
        while True:
            one = self._find(one)
            seen.add(one)
            if one == root:
                break
            one = self._before[self._mate[one]]
        while (other := self._find(other)) not in seen:
            other = self._before[self._mate[other]]
        return other

    def _shrink(self, one: int, other: int) -> None:
        """The odd cycle closed by two outer vertices: all its vertices become outer, one blossom."""
        top = self._ancestor(one, other)
        absorbed: list[int] = []
        for vertex, child in ((one, other), (other, one)):
            while self._find(vertex) != top:
                mate = self._mate[vertex]
                absorbed += [self._find(vertex), self._find(mate)]
                self._before[vertex] = child
                child, vertex = mate, self._before[mate]
        members = self._members(top)
        for base in absorbed:
            members |= self._members(base)
        for base in absorbed:
            if base != top:
                self._base[base] = top
        self._group[top] = members
        fresh = members & ~self.outer
        self.outer |= fresh
        self.inner &= ~fresh
        self._queue.extend(bits(fresh))
