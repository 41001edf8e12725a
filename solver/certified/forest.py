"""One alternating search in a perfectly matched graph, its neighbourhoods as bit sets.

Vertex a gives up its mate; which others can it be matched with, so that all stay matched?  Edmonds' forest grows from
the mate given up.  It reaches a's possible partners as outer vertices, and no others.  Where it ends without the one
that is sought, its inner vertices and a are a barrier: each of the odd groups beyond it, as many as the barrier has
members, needs one of them for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs

_ROWS = 2048
"""So many vertices at a time have a row of flags for all others."""
_FEW = 8
"""So many members are found one by one: a bit set of thousands is no array yet."""


def as_mask(members: BoolArray) -> int:
    """A row of flags as a bit set."""
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def joined_by(pairs: Pairs, vertices: int) -> list[int]:
    """For each vertex the bit set of those whom the pairs join it with."""
    found = []
    for start in range(0, vertices, _ROWS):
        end = min(start + _ROWS, vertices)
        table = np.zeros((end - start, vertices), dtype=np.bool_)
        for one, other in ((pairs.u, pairs.v), (pairs.v, pairs.u)):
            here = np.flatnonzero((one >= start) & (one < end))
            table[one[here] - start, other[here]] = True
        rows = np.packbits(table, axis=1, bitorder="little")
        found += [int.from_bytes(row.tobytes(), "little") for row in rows]
    return found


def bits(mask: int) -> Iterator[int]:
    """The members of a bit set, in increasing order, as they are asked for."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def members_of(mask: int) -> list[int]:
    """All members of a bit set, in increasing order."""
    found: list[int] = list(bits(mask)) if mask.bit_count() <= _FEW else as_array(mask).tolist()
    return found


def as_array(mask: int) -> IntArray:
    """All members of a bit set, in increasing order."""
    data = np.frombuffer(mask.to_bytes((mask.bit_length() + 7) // 8, "little"), dtype=np.uint8)
    return np.flatnonzero(np.unpackbits(data, bitorder="little"))


def bit_set(of: list[int]) -> int:
    """The bit set of these members."""
    if len(of) <= _FEW:
        return sum(1 << each for each in set(of))
    flags = np.zeros(max(of) + 1, dtype=np.bool_)
    flags[of] = True
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


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
        self._by_gates: dict[int, set[int]] = {0: set()}

    def reaches(self, target: int) -> bool:
        """Grow until `target` is outer, or to the end."""
        return self.reaches_one_of(1 << target)

    def reaches_one_of(self, targets: int) -> bool:
        """Grow until one of a bit set of targets is outer, or to the end."""
        if self.outer & targets:
            return True
        gates = bit_set([self._mate[target] for target in members_of(targets)]) & self._inside
        for vertex in self._queue:
            if self._passes(vertex, gates):
                return True
            near = self._neighbours(vertex) & self._inside
            if (fresh := near & ~self.outer & ~self.inner) and self._expand(vertex, members_of(fresh), gates):
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
        return [self._members(vertex) for vertex in members_of(self.outer) if self._find(vertex) == vertex]

    def unreached(self) -> int:
        """The vertices that the search has not met."""
        return self._inside & ~self.outer & ~self.inner

    def _passes(self, vertex: int, gates: int) -> bool:
        """Whether an outer vertex may meet one of the mates of those sought: then one of these becomes outer."""
        met = self._neighbours(vertex) & gates & ~self.outer & ~self.inner
        if met:
            self._grow(vertex, next(bits(met)))
        return bool(met)

    def _expand(self, vertex: int, fresh: list[int], gates: int) -> bool:
        """Reach all `fresh` ones that an outer vertex may meet; or just one, if a gate is next to its mate.

        Of a pair that the vertex may meet both, both become outer: with it they close a cycle of three.
        """
        mate, next_to_gate = self._mate, self._next_to(gates & ~self.outer & ~self.inner)
        for other in fresh:
            if mate[other] in next_to_gate:
                self._grow(vertex, other)
                return self._passes(mate[other], gates)
        self._before.update(dict.fromkeys(fresh, vertex))
        mates, here = [mate[other] for other in fresh], set(fresh)
        cycles = [other for other, each in zip(fresh, mates, strict=True) if each in here]
        self._queue += mates
        reached = bit_set(mates)
        self.outer |= reached
        self.inner |= bit_set(fresh) & ~reached
        if cycles:
            base = self._find(vertex)
            self._base.update(dict.fromkeys(cycles, base))
            self._group[base] = self._members(base) | bit_set(cycles)
        return False

    def _next_to(self, gates: int) -> set[int]:
        """Those who may meet one of the gates."""
        if gates not in self._by_gates:
            near = 0
            for gate in members_of(gates):
                near |= self._neighbours(gate)
            self._by_gates = {gates: set(members_of(near))}
        return self._by_gates[gates]

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
        self._queue.extend(members_of(fresh))
