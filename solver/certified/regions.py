"""Which pairs the pairings of a face can hold: decided by one alternating search each, with a proof where none can.

Every pairing of the face leaves each tight set exactly once.  Tight sets that do not cross one another cut the field
into regions, a tree: seen from a region, what lies beyond a tight set is one vertex.  So each region is an ordinary
matching problem, and a pair that crosses tight sets is a pair in each region on its way.

A search that does not reach whom it seeks proves, by its barrier, that some pairs are in no pairing of the face.  They
leave it (a narrowing); with each of these there are fewer pairs, so it ends.
"""

from __future__ import annotations

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.face import Face
from pairproof.solver.certified.forest import Forest, as_array, as_mask, bit_set, bits, joined_by, members_of
from pairproof.solver.proof.proofs import Proof


class _Stuck(Exception):
    """A search ended without whom it sought; pairs have left the face."""


class _Narrowing:
    """Duals of vertices and odd sets under way, all of costs 0."""

    def __init__(self, vertices: int) -> None:
        self.vertices = vertices
        self._duals: dict[int, int] = {}  # by bit set

    def add(self, members: int, dual: int) -> None:
        self._duals[members] = self._duals.get(members, 0) + dual

    def proof(self) -> Proof:
        vertex_duals = np.zeros(self.vertices, dtype=np.int64)
        sets: list[BoolArray] = []
        duals: list[int] = []
        for members, dual in self._duals.items():
            if members.bit_count() == 1:
                vertex_duals[members.bit_length() - 1] = dual
            elif dual:
                data = np.frombuffer(members.to_bytes((self.vertices + 7) // 8, "little"), dtype=np.uint8)
                sets.append(np.unpackbits(data, count=self.vertices, bitorder="little").astype(np.bool_))
                duals.append(dual)
        rows = np.array(sets, dtype=np.bool_).reshape(len(sets), self.vertices)
        return Proof(1, vertex_duals, rows, np.array(duals, dtype=np.int64))


class Regions:
    """A pairing of the face that changes by alternating searches, and the pairs still open.

    Vertices are 0 … n − 1.  Tight set k has two more: n + 2k stands in the region outside it for what is inside, n +
    2k + 1 in the region inside for all that is outside.  `_mate` is the partner of each within its region.

    Parameters
    ----------
    joined
        For each vertex the bit set of those whom it may meet in the face (`joined_by`).
    mate
        A pairing of the face, partner of each vertex.
    tight
        The sets that every pairing of the face leaves exactly once, shape (sets, vertices).
    """

    def __init__(self, joined: list[int], mate: IntArray, tight: BoolArray) -> None:
        self._n = len(mate)
        self._all = (1 << self._n) - 1
        self._alive = self._all
        self._open = joined
        self._narrowings: list[Proof] = []
        self._named: dict[int, int] = {}  # as the proof knows the set: itself or its complement
        family = self._uncrossed([as_mask(row) for row in tight])
        self._build(sorted(family, key=lambda mask: (mask.bit_count(), mask)))
        self._mate = [-1] * (self._n + 2 * len(family))
        self._undo: list[tuple[int, int]] = []
        self._bridges: dict[tuple[int, int], tuple[int, int] | None] = {}
        for one, other in enumerate(mate.tolist()):
            if one < other:
                self._link(one, other)

    @property
    def vertices(self) -> int:
        """How many there are, without those that stand for others."""
        return self._n

    @classmethod
    def of_face(cls, face: Face) -> Regions:
        """Those of a face, which stays as it is."""
        return cls(joined_by(face.pairs, face.vertices), face.partners(), face.tight_sets)

    # --- The tree of regions -----------------------------------------------------------------------------------------

    def _uncrossed(self, masks: list[int]) -> list[int]:
        """The tight sets without the last vertex, none of which crosses another.

        Of two that cross, the parts that are odd are tight as well, and say the same: no pair joins the other two.
        """
        last = 1 << self._n - 1
        family: list[int] = []
        waiting = []
        for mask in masks:
            side = self._all ^ mask if mask & last else mask
            self._named.setdefault(side, mask)
            waiting.append(side)
        while waiting:
            one = waiting.pop()
            if one in family or not 1 < one.bit_count() < self._n - 1:
                continue
            crossing = [each for each in family if one & each and one & ~each and each & ~one]
            if not crossing:
                family.append(one)
                continue
            other = crossing[0]
            family.remove(other)
            if (one & other).bit_count() % 2:
                parts, apart = (one & other, one | other), (one & ~other, other & ~one)
            else:
                parts, apart = (one & ~other, other & ~one), (one & other, self._all & ~(one | other))
            narrowing = _Narrowing(self._n)
            for part in parts:
                whole = self._all ^ part if part.bit_count() == self._n - 1 else part
                narrowing.add(whole, 1)
                self._named.setdefault(part, whole)
            for each in (one, other):
                narrowing.add(self._named[each], -1)
            self._narrowings.append(narrowing.proof())
            self._drop(*apart)
            waiting += parts
        return family

    def _build(self, family: list[int]) -> None:
        """Regions: 0 is outside all sets, k + 1 is inside set k."""
        n = self._n
        parents = [
            next((k + 1 for k in range(place + 1, len(family)) if family[place] & ~family[k] == 0), 0)
            for place in range(len(family))
        ]
        self._inside = [self._all, *family]  # of each region, first with what lies deeper
        self._there: list[list[int]] = [[] for _ in self._inside]  # vertices that stand for what is beyond a set
        self._side: dict[int, int] = {}
        self._home = [0] * (n + 2 * len(family))
        for k, (mask, parent) in enumerate(zip(family, parents, strict=True)):
            for virtual, side, region in ((n + 2 * k, mask, parent), (n + 2 * k + 1, self._all ^ mask, k + 1)):
                self._side[virtual], self._home[virtual] = side, region
                self._there[region].append(virtual)
        for mask, parent in zip(family, parents, strict=True):
            self._inside[parent] &= ~mask
        for region, mask in enumerate(self._inside):
            for vertex in members_of(mask):
                self._home[vertex] = region

    def _step(self, region: int, vertex: int) -> int:
        """The vertex itself if it is in the region, else who stands there for it."""
        if self._home[vertex] == region:
            return vertex
        return next(each for each in self._there[region] if self._side[each] >> vertex & 1)

    def _link(self, one: int, other: int) -> None:
        at = one
        while True:
            step = self._step(self._home[at], other)
            self._mate[at], self._mate[step] = step, at
            if step == other:
                return
            at = step ^ 1

    def _end(self, vertex: int) -> int:
        """Who is meant: for what is beyond a set, the one who leaves it."""
        while vertex >= self._n:
            vertex = self._mate[vertex ^ 1]
        return vertex

    # --- Questions and decisions -------------------------------------------------------------------------------------

    def open_to(self, vertex: int) -> IntArray:
        """The open partners of a vertex, in increasing order."""
        return as_array(self._open[vertex] & self._alive)

    def partners(self) -> IntArray:
        """Partner of each vertex in the pairing at hand."""
        return np.array([self._end(self._mate[vertex]) for vertex in range(self._n)], dtype=np.int64)

    def narrowings(self) -> list[Proof]:
        """The proofs of what has left the face since this was asked last, in order."""
        made, self._narrowings = self._narrowings, []
        return made

    def make(self, one: int, other: int) -> bool:
        """Change the pairing at hand so that the two meet; False if no pairing of the face has them."""
        while self._open[one] >> other & 1:
            if self._end(self._mate[one]) == other or self._swap(one, other):
                return True
            self._undo = []
            try:
                self._meet(one, other)
                return True
            except _Stuck:
                for vertex, mate in reversed(self._undo):
                    self._mate[vertex] = mate
        return False

    def settle(self, one: int, other: int) -> None:
        """The two meet in the pairing at hand, and are decided; no other pair leaves the sets that theirs leaves."""
        at = one
        crossed = []
        while (step := self._step(self._home[at], other)) != other:
            crossed.append(step)
            at = step ^ 1
        self._alive &= ~(1 << one | 1 << other)
        narrowing, any_left = _Narrowing(self._n), False
        for virtual in crossed:
            for each in (virtual, virtual ^ 1):
                self._there[self._home[each]].remove(each)
            side = self._side[virtual & ~1]
            any_left |= self._drop(side, self._all ^ side)
            narrowing.add(self._named[side], -1)
            narrowing.add(1 << one, 1)
        if any_left:
            self._narrowings.append(narrowing.proof())

    def _swap(self, one: int, other: int) -> bool:
        """Two pairs of one region exchange partners, if that is all it takes."""
        first, last = self._mate[one], self._mate[other]
        if max(first, last) >= self._n or self._home[one] != self._home[other] or not self._open[first] >> last & 1:
            return False
        for a, b in ((one, other), (first, last)):
            self._mate[a], self._mate[b] = b, a
        return True

    def _meet(self, one: int, other: int) -> None:
        step = self._step(self._home[one], other)
        self._match(one, step)
        if step != other:
            self._enter(step, other)

    def _enter(self, virtual: int, end: int) -> None:
        """Change what is beyond a set so that `end` is the one who leaves it."""
        gate = virtual ^ 1
        step = self._step(self._home[gate], end)
        self._match(gate, step)
        if step != end:
            self._enter(step, end)

    def _match(self, one: int, other: int) -> None:
        """Match two vertices of one region, and bring what is beyond its sets into line, but not for this pair."""
        if self._mate[one] == other:
            return
        region = self._home[one]
        forest = self._forest(region, one)
        if not forest.reaches(other):
            self._narrow(region, forest)
            raise _Stuck
        changed = forest.path(other)
        for a, b in changed:
            self._undo += [(a, self._mate[a]), (b, self._mate[b])]
            self._mate[a], self._mate[b] = b, a
        for a, b in changed[:-1]:
            if max(a, b) >= self._n:
                self._align(a, b)

    def _align(self, a: int, b: int) -> None:
        """Two vertices of one region have been matched that stand for others: those must be open to one another."""
        one, other = self._end(a), self._end(b)
        if self._open[one] >> other & 1:
            return
        from_one = self._open[one] & self._alive & self._side.get(b, 0)
        from_other = self._open[other] & self._alive & self._side.get(a, 0)
        if from_one:
            self._enter(b, next(bits(from_one)))
        elif from_other:
            self._enter(a, next(bits(from_other)))
        else:
            bridge = self._bridge(a, b)
            assert bridge is not None, "they are joined in their region"
            self._enter(a, bridge[0])
            self._enter(b, bridge[1])

    # --- The graph of a region ---------------------------------------------------------------------------------------

    def _forest(self, region: int, removed: int) -> Forest:
        inside = self._inside[region] & self._alive
        there = self._there[region]
        known: dict[int, int] = {}

        def of_virtual(virtual: int) -> int:
            beyond, mask = self._side[virtual] & self._alive, 0
            for vertex in members_of(inside):
                if self._open[vertex] & beyond:
                    mask |= 1 << vertex
            return mask | sum(1 << each for each in there if each != virtual and self._bridge(virtual, each))

        def neighbours(vertex: int) -> int:
            if vertex not in known:
                if vertex >= self._n:
                    known[vertex] = of_virtual(vertex)
                else:
                    near = self._open[vertex] & self._alive
                    known[vertex] = near & inside | sum(1 << each for each in there if near & self._side[each])
            return known[vertex]

        return Forest(self._mate, neighbours, inside | sum(1 << each for each in there), removed)

    def _bridge(self, a: int, b: int) -> tuple[int, int] | None:
        """An open pair of one beyond `a` and one beyond `b`; what is closed once stays so."""
        key = (a, b) if self._side[a].bit_count() <= self._side[b].bit_count() else (b, a)
        found = self._bridges.get(key, (-1, -1))
        if found is not None and not (
            found[0] >= 0 and self._alive >> found[0] & self._alive >> found[1] & self._open[found[0]] >> found[1] & 1
        ):
            beyond = self._side[key[1]] & self._alive
            pairs = (
                (vertex, near)
                for vertex in bits(self._side[key[0]] & self._alive)
                if (near := self._open[vertex] & beyond)
            )
            found = next(((vertex, next(bits(near))) for vertex, near in pairs), None)
            self._bridges[key] = found
        return found if found is None or key == (a, b) else (found[1], found[0])

    def _narrow(self, region: int, forest: Forest) -> None:
        """The pairs that the barrier of a search shows to be in no pairing of the face leave it, with the proof."""
        narrowing = _Narrowing(self._n)
        barrier = forest.inner | 1 << forest.removed
        for vertex in bits(barrier):
            narrowing.add(self._known_as(vertex), -1)
        for group in forest.groups():
            if group.bit_count() == 1:
                narrowing.add(self._known_as(group.bit_length() - 1), 1)
            else:
                narrowing.add(self._meant(group), 1)
        self._narrowings.append(narrowing.proof())
        sides = [self._side[virtual] for virtual in bits(barrier & ~self._all)]
        own, apart = barrier & self._all, forest.unreached()
        beyond = [apart & self._all, *(self._side[virtual] for virtual in bits(apart & ~self._all))]
        for place, side in enumerate((own, *sides)):
            for other in (*([own] if place == 0 else []), *(own, *sides)[place + 1 :], *beyond):
                self._drop(side, other)

    def _known_as(self, vertex: int) -> int:
        """The vertex, or the set that it stands for, as the proof knows it."""
        return 1 << vertex if vertex < self._n else self._named[self._side[vertex & ~1]]

    def _meant(self, group: int) -> int:
        mask = group & self._all
        for virtual in bits(group & ~self._all):
            mask |= self._side[virtual]
        return mask

    def _drop(self, ones: int, others: int) -> bool:
        """No open pair joins the two any more; whether there was one."""
        ones, others = ones & self._alive, others & self._alive
        gone = [vertex for vertex in members_of(ones) if self._open[vertex] & others] if others else []
        if gone:
            for side, apart in ((gone, others), (members_of(others), bit_set(gone))):
                keep = self._all ^ apart
                for vertex in side:
                    self._open[vertex] &= keep
        return bool(gone)
