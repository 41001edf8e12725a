"""One bracket: its levels proved one after the other, then the order of generation (docs/dutch.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from pairproof.model.dutch.bracket import Bracket
from pairproof.model.dutch.criteria import DutchLevel, Vertices, alike, quality_levels
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.order import DIGITS, Choices, Marks, Tally, order_of_generation
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.face import Face
from pairproof.solver.certified.natural_order import decide
from pairproof.solver.certified.regions import Regions
from pairproof.solver.problem import Pairs
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.dutch.arrangement import arrange
from pairproof.solver.systems.dutch.graph import SOME, neighbours, some_pairs
from pairproof.solver.systems.dutch.left_out import LeftOut, Matters

ALL_PAIRS = 150
"""Of so many players left all pairs are looked at: that is as fast as to choose some."""
_PARTNERS = 10


@dataclass(frozen=True)
class Step:
    """One decision of the order of generation: its name, the vertices it is about, and its proof.

    Without a proof it is a run of choices in which each has the first of his open candidates: nothing is to prove.
    """

    name: str
    players: tuple[int, ...]
    proof: Proof | None


class OtherPairs(Exception):
    """A level has another value than expected, and so the bracket other pairs: the first such level, and its value."""

    def __init__(self, place: int, value: int) -> None:
        self.place, self.value = place, value


def solve_bracket(
    bracket: Bracket,
    legal: LegalPairs,
    mate: IntArray,
    stop: Stop,
    expected: Sequence[int] | None = None,
    without: int | None = None,
) -> tuple[IntArray, list[tuple[DutchLevel, Proof]], tuple[Step, ...]]:
    """The pairing of a bracket: partner of each vertex, the proved levels, and the decisions of the order.

    `legal` is over the indices of the position, `mate` a complete pairing by vertices.  `without` is the place of a
    level that is left out.

    Raises
    ------
    OtherPairs
        The levels cannot have the values `expected`, which are those of some pairs of the bracket.
    """
    # Two moved-down players cannot meet: where they came from that would have been one downfloater fewer (C6).
    moved: BoolArray = np.arange(bracket.vertices) < bracket.residents
    local = legal.among(bracket.players).without(moved, moved)
    for some in () if bracket.vertices <= ALL_PAIRS else SOME:
        try:
            pairs = some_pairs(local, bracket.following, bracket.below, mate, some)
            left_out = LeftOut(local, alike(bracket), bracket.following, bracket.below)
            return _Search(bracket, pairs, left_out, mate, stop, without).run(expected)
        except Matters:
            continue
    return _Search(bracket, Pairs.of_table(local.table()), None, mate, stop, without).run(expected)


class _Search:
    """`left_out` are the pairs that are not among `pairs`, None for none."""

    def __init__(
        self,
        bracket: Bracket,
        pairs: Pairs,
        left_out: LeftOut | None,
        mate: IntArray,
        stop: Stop,
        without: int | None,
    ) -> None:
        self.bracket = bracket
        self._without = without
        self._left_out = left_out
        odd = _odd_sets(bracket)
        self.odd = len(odd)  # the first sets of the face
        self.face = Face(bracket.vertices, pairs, mate, _columns(bracket, pairs), odd, stop)
        self._arranged = False

    def run(self, expected: Sequence[int] | None) -> tuple[IntArray, list[tuple[DutchLevel, Proof]], tuple[Step, ...]]:
        levels = list(self._levels() if expected is None else self._levels_with(expected))
        order = tuple(self._order())
        return self.face.partners(), levels, order

    def _settle(self, costs_of: Callable[[Vertices, Vertices], IntArray]) -> Proof:
        """Prove a level, and keep what its proof leaves in play."""
        face = self.face
        costs = costs_of(face.pairs.u, face.pairs.v)
        if (easy := self._one_floats(costs, costs_of)) is not None:
            return easy
        nothing = Proof.zero(face.vertices)
        proof, reduced = face.prove(costs) if costs.any() else (nothing, costs)
        if proof.total == 0:
            # Costs are never negative: a value of 0 needs no duals, and without them the face is told by the costs.
            proof, reduced = nothing, costs
        if self._left_out is not None:
            self._left_out.narrow(costs_of, proof)
        if reduced.any():
            face.narrow(reduced == 0)
        face.tight[: len(proof.set_duals)] |= proof.set_duals > 0
        return proof

    def _one_floats(self, costs: IntArray, costs_of: Callable[[Vertices, Vertices], IntArray]) -> Proof | None:
        """The proof by an odd number of players, where the pairing at hand costs 1 and each pair that leaves them does;
        the face is narrowed as it says.
        """
        face = self.face
        if face.total(costs) != 1:
            return None
        for row in range(min(self.odd, len(face.sets))):
            left = face.sets[row][face.pairs.u] != face.sets[row][face.pairs.v]
            if not (costs >= left).all():
                continue
            nobody = np.zeros(face.vertices, dtype=np.int64)
            proof = Proof(2, nobody, face.sets[row : row + 1], np.array([2], dtype=np.int64))
            if self._left_out is not None:
                self._left_out.narrow(costs_of, proof)
            face.narrow(costs == left)
            face.tight[row] = True
            return proof
        return None

    def _levels(self) -> Iterator[tuple[DutchLevel, Proof]]:
        first, *_ = quality_levels(self.bracket, 0)
        proof = self._settle(partial(first.costs, self.bracket))
        yield first, proof
        for place, level in enumerate(quality_levels(self.bracket, proof.value)):
            if place in (0, self._without):
                continue
            if level.criterion.name not in ("C7", "C8", "C9") and not self._arranged:
                self._arrange()
            yield level, self._settle(partial(level.costs, self.bracket))

    def _levels_with(self, expected: Sequence[int]) -> Iterator[tuple[DutchLevel, Proof]]:
        """The levels, as long as the bracket can have the pairs with the values expected.

        All but C8, which is about those who are left, are told by the pairs of the bracket.
        """
        first: OtherPairs | None = None
        for place, (level, proof) in enumerate(self._levels()):
            if proof.value != expected[place]:
                first = first or OtherPairs(place, proof.value)
                if level.criterion.name != "C8":
                    raise first
            yield level, proof

    def _order(self) -> Iterator[Step]:
        for decision in order_of_generation(self.bracket, self.face.partners):
            if isinstance(decision, Choices):
                yield from self._choices(decision)
            elif isinstance(decision, Tally):
                yield self._tally(decision)
            else:
                yield from self._marks(decision)

    def _tally(self, tally: Tally) -> Step:
        if self._left_out is not None:
            self._left_out.split(tally.alike)
        return Step(tally.name, tally.players, self._settle(tally.weight))

    def _marks(self, marks: Marks) -> Iterator[Step]:
        for start in range(0, len(marks.players), DIGITS):
            yield self._tally(marks.run(marks.players[start : start + DIGITS]))

    def _choices(self, choices: Choices) -> Iterator[Step]:
        partner: dict[int, int] = {}
        mate, blocks = decide(Regions.of_face(self.face), [choices.phase], partner, self.face.stop)
        settled = np.zeros(self.face.vertices, dtype=np.bool_)
        settled[list(partner)] = True
        pairs = self.face.pairs
        held = mate[pairs.u] == pairs.v
        pairs_left = held | ~(settled[pairs.u] | settled[pairs.v])
        self.face.start_over(self._kept_columns(), mate)
        self.face.narrow(pairs_left)
        for block in blocks:
            if self._left_out is not None and block.proof is not None:
                self._left_out.narrow(None, block.proof)
            elif self._left_out is not None:
                decided = np.array([one for one in block.choosers if one in partner], dtype=np.int64)
                self._left_out.settle(np.concatenate([decided, mate[decided]]))
            yield Step(choices.name, block.choosers, block.proof)

    def _arrange(self) -> None:
        """Put a promising pairing at hand before the criteria that look inside the bracket."""
        self._arranged = True
        mate = arrange(self.bracket, self.face)
        if mate is not None:
            self.face.start_over(self._kept_columns(), mate)

    def _kept_columns(self) -> BoolArray:
        kept = np.zeros(len(self.face.pairs), dtype=np.bool_)
        kept[self.face.place] = True
        return kept


def _odd_sets(bracket: Bracket) -> BoolArray:
    """The bracket, and it with the next scoregroup, where they are odd: one of each must float."""
    n = bracket.vertices
    sizes = [size for size in (bracket.following, bracket.below) if size % 2 and 1 < size < n - 1]
    return np.array([np.arange(n) < size for size in dict.fromkeys(sizes)], dtype=np.bool_).reshape(-1, n)


def _columns(bracket: Bracket, pairs: Pairs) -> BoolArray:
    """The pairs to start with: neighbours, the bye's, and for each player of the bracket a few good ones inside."""
    n, size = bracket.vertices, bracket.following
    chosen = neighbours(pairs, n)
    inside = np.flatnonzero(pairs.v < size)
    u, v = pairs.u[inside], pairs.v[inside]
    if size <= 2 * _PARTNERS:
        chosen[inside] = True
        return chosen
    wants = bracket.local("wants", bracket.position.base.wants)
    strong = bracket.local("strong", bracket.position.base.strength >= 2)
    same = (wants[u] == wants[v]) & (wants[u] != 0)
    half = (np.arange(n) - bracket.residents) * 2 >= size - bracket.residents
    badness = 4 * (half[u] == half[v]) + 2 * same + (same & (strong[u] * strong[v] == 1))
    mixed = (u.astype(np.uint64) * np.uint64(n) + v.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
    key = (badness.astype(np.int32) << 20) | (mixed >> np.uint64(44)).astype(np.int32)
    table = np.full((size, size), np.iinfo(np.int32).max, dtype=np.int32)
    table[u, v] = table[v, u] = key
    table.partition(_PARTNERS - 1, axis=1)
    best = table[:, _PARTNERS - 1]
    chosen[inside] |= (key <= best[u]) | (key <= best[v])
    return chosen
