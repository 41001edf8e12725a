"""A pairing of a face whose tight sets are the best players by rank, or the proof by failure that it has none.

Such sets cut the field into regions, one below the other, and one pair crosses each cut.  From the bottom up a search
in each region finds all who can be the lower end of that pair; for the region above they are one vertex.  If every
region can be completed so, the whole face has a pairing, which is put together from the top down.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from pairproof.model.state.position import IntArray
from pairproof.solver.alike import Alike
from pairproof.solver.certified.classes import ClassFace
from pairproof.solver.certified.forest import Forest, as_mask, bit_set, bits, members_of

_Guess = Iterable[tuple[Sequence[int], Sequence[int], int]]


def joined_vertices(alike: Alike, face: ClassFace) -> list[int]:
    """For each vertex the bit set of those whom it may meet in the face."""
    field = np.ones(len(face.of), dtype=np.bool_)
    field[list(face.held)] = False
    holds = [as_mask((face.of == each) & field) for each in range(len(face.joined))]
    of_class = [sum(holds[other] for other in np.flatnonzero(row).tolist()) for row in face.joined]
    joined = [of_class[each] & ~(1 << vertex) for vertex, each in enumerate(face.of.tolist())]
    for vertex, mask in enumerate(_masks(alike.besides, len(joined))):
        joined[vertex] &= ~mask
    left = alike.others.where(face.others)
    for vertex, mask in enumerate(_masks(np.stack([left.u, left.v], axis=1), len(joined))):
        joined[vertex] |= mask
    everybody = as_mask(field)
    for vertex in range(len(joined)):
        joined[vertex] = 1 << face.held[vertex] if vertex in face.held else joined[vertex] & everybody
    return joined


def _masks(pairs: IntArray, vertices: int) -> Iterator[int]:
    """For each vertex the bit set of those it is in a pair with."""
    ends, others = np.concatenate([pairs, pairs[:, ::-1]]).T
    order = np.argsort(ends, kind="stable")
    starts = np.searchsorted(ends[order], np.arange(vertices + 1))
    row = np.zeros(vertices, dtype=np.bool_)
    for first, end in itertools.pairwise(starts.tolist()):
        if first == end:
            yield 0
            continue
        met = others[order[first:end]]
        row[met] = True
        yield as_mask(row)
        row[met] = False


def some_pairing(
    joined: Sequence[int], cuts: Sequence[int], guess: _Guess, apart: Mapping[int, int] = MappingProxyType({})
) -> IntArray | None:
    """A pairing in which just one pair crosses each cut, partner of each vertex; None if there is none.

    Parameters
    ----------
    joined
        For each vertex the bit set of those whom it may meet.
    cuts
        Odd numbers in increasing order: so many vertices, the first, lie above a cut.
    guess
        Where to begin: two lists of vertices, neither of which a cut divides, and how many pairs to make between them.
    apart
        Pairs, both ways, that are made already, and cross no cut.
    """
    vertices = len(joined)
    chain = _Chain(joined, [0, *cuts, vertices], sum(1 << vertex for vertex in apart))
    for ones, others, number in guess:
        chain.begin(ones, others, number)
    below = 0
    for place in reversed(range(len(cuts) + 1)):
        ends = chain.complete(place, below)
        if ends is None:
            return None
        below = ends
    mate = np.array(chain.put_together(), dtype=np.int64)
    mate[list(apart)] = list(apart.values())
    return mate


class _Chain:
    """The regions between `bounds`, the lowest last, each matched by itself.

    `mate[vertex]` is the partner in the vertex's region.  After the vertices come those that stand for all below a
    region, and then, for each of these, who is its partner as long as it has none.  Those `apart` are in no region.
    """

    def __init__(self, joined: Sequence[int], bounds: Sequence[int], apart: int) -> None:
        self._joined, self._bounds, self._apart = joined, bounds, apart
        self._nobody = len(joined) + len(bounds) - 1
        self.mate = [*range(self._nobody, 2 * self._nobody), *range(self._nobody)]
        self._below: dict[int, int] = {}  # by region: who can be met from it below
        self._search: dict[int, Forest] = {}  # by region: from the one whom the region above leaves it

    def begin(self, ones: Sequence[int], others: Sequence[int], number: int) -> None:
        """Match some of two lists, if they lie in the same region."""
        if not self._same_region(ones[0], others[0]):
            return
        free = bit_set([other for other in others if self._alone(other)])
        for one in ones:
            if number == 0:
                return
            if self._alone(one) and (near := self._joined[one] & free):
                found = (near & -near).bit_length() - 1
                free &= ~(1 << one | 1 << found)
                self._match(one, found)
                number -= 1

    def complete(self, place: int, below: int) -> int | None:
        """Match a region and one of those `below` it, if there are any; but one is left where there is a region above.

        Returns the bit set of those who can be left, 0 for the highest region; None if it cannot be done.
        """
        self._below[place] = below
        stands = len(self._joined) + place
        inside = self._real(place) | (1 << stands if below else 0)
        neighbours = self._neighbours(place, stands if below else None)
        self._match_greedily(inside, neighbours)
        for one in [each for each in members_of(inside) if self._alone(each)]:
            if self._alone(one):
                self._augment(one, inside, neighbours)
        alone = [each for each in members_of(inside) if self._alone(each)]
        if len(alone) != (place > 0):
            return None
        if not alone:
            return 0
        search = Forest(self.mate, neighbours, inside, self.mate[alone[0]])
        search.reaches_one_of(0)
        self._search[place] = search
        return search.outer & self._real(place) | (below if search.outer >> stands & 1 else 0)

    def put_together(self) -> list[int]:
        """Partner of each vertex, after all regions have been completed."""
        vertices = len(self._joined)
        partner = [-1] * vertices
        end = -1  # of the pair that comes from above: its lower end
        for place in range(len(self._bounds) - 1):
            stands, real = vertices + place, self._real(place)
            if place:
                for one, other in self._search[place].path(end if real >> end & 1 else stands):
                    self._match(one, other)
            for vertex in members_of(real):
                other = self.mate[vertex]
                if other == stands:
                    end = next(bits(self._joined[vertex] & self._below[place]))
                    partner[vertex], partner[end] = end, vertex
                elif other < vertices:
                    partner[vertex] = other
        return partner

    def _match_greedily(self, inside: int, neighbours: Callable[[int], int]) -> None:
        alone = [each for each in members_of(inside) if self._alone(each)]
        free = bit_set(alone)
        for one in alone:
            if free >> one & 1 and (near := neighbours(one) & free):
                other = (near & -near).bit_length() - 1
                self._match(one, other)
                free &= ~(1 << one | 1 << other)

    def _augment(self, one: int, inside: int, neighbours: Callable[[int], int]) -> None:
        """Match one who is alone, and another who is, by a way between them, if there is one."""
        targets = bit_set([self.mate[each] for each in members_of(inside) if each != one and self._alone(each)])
        forest = Forest(self.mate, neighbours, inside, self.mate[one])
        if targets and forest.reaches_one_of(targets):
            for a, b in forest.path(next(bits(forest.outer & targets)))[:-1]:
                self._match(a, b)

    def _neighbours(self, place: int, stands: int | None) -> Callable[[int], int]:
        real, below, known = self._real(place), self._below[place], dict[int, int]()

        def neighbours(vertex: int) -> int:
            if vertex not in known:
                if vertex == stands:
                    known[vertex] = bit_set([each for each in members_of(real) if self._joined[each] & below])
                else:
                    near = self._joined[vertex]
                    known[vertex] = near & real | (1 << stands if stands is not None and near & below else 0)
            return known[vertex]

        return neighbours

    def _real(self, place: int) -> int:
        return (1 << self._bounds[place + 1]) - (1 << self._bounds[place]) & ~self._apart

    def _same_region(self, one: int, other: int) -> bool:
        return not any(min(one, other) < bound <= max(one, other) for bound in self._bounds)

    def _alone(self, vertex: int) -> bool:
        mate: int = self.mate[vertex]
        return mate >= self._nobody

    def _match(self, one: int, other: int) -> None:
        self.mate[one], self.mate[other] = other, one
