"""Which pairs the pairings of a face hold, and the natural order among them: against all matchings of small graphs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from pairproof.model.criteria.natural_order import Phase
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.forest import joined_by
from pairproof.solver.certified.natural_order import decide
from pairproof.solver.certified.regions import Regions
from pairproof.solver.problem import Pairs
from pairproof.solver.proof import kernel
from pairproof.solver.stopping import Stop
from tests.solver.certified.test_edmonds import matchings

Matching = frozenset[tuple[int, int]]
SEEDS = range(150)


class Case:
    """A random graph, odd sets that may cross one another, and all its matchings that leave each set exactly once.

    The first of these is the pairing at hand.
    """

    def __init__(self, seed: int) -> None:
        self.draw = draw = random.Random(seed)
        self.vertices = n = 2 * draw.randint(3, 5)
        order = draw.sample(range(n), n)
        held = [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)]
        share = draw.choice((0.3, 0.5, 0.8))
        self.edges = [pair for pair in itertools.combinations(range(n), 2) if pair in held or draw.random() < share]
        rows = []
        for _ in range(draw.randint(0, 4)):
            inside = draw.sample(held, draw.randint(1, n // 2 - 2))
            outside = [vertex for pair in held if pair not in inside for vertex in pair]
            rows.append({draw.choice(outside), *itertools.chain(*inside)})
        sets = sorted({frozenset(row) for row in rows}, key=sorted)
        self.tight: BoolArray = np.array([[v in one for v in range(n)] for one in sets], dtype=np.bool_).reshape(-1, n)
        every = (frozenset(found) for found in matchings(set(self.edges), tuple(range(n))))
        self.face = [one for one in every if all(sum((u in s) != (v in s) for u, v in one) == 1 for s in sets)]
        self.equations = frozenset(sets)
        self.mate = self.partners(frozenset(held))
        u, v = np.array(self.edges, dtype=np.int32).T
        self.pairs = Pairs(u, v, np.zeros(len(u), dtype=np.int32))

    def partners(self, matching: Matching) -> IntArray:
        """Partner of each vertex."""
        mate = np.zeros(self.vertices, dtype=np.int64)
        for one, other in matching:
            mate[one], mate[other] = other, one
        return mate

    def regions(self) -> Regions:
        """As the engine begins."""
        return Regions(joined_by(self.pairs, self.vertices), self.mate, self.tight)


def pairs_of(mate: IntArray) -> Matching:
    """The pairs of a matching."""
    return frozenset((one, other) for one, other in enumerate(mate.tolist()) if one < other)


class Replay:
    """The face as who checks the proofs sees it."""

    def __init__(self, case: Case) -> None:
        self.left = kernel.InPlay(case.mate, case.pairs.u, case.pairs.v, np.arange(len(case.pairs)), case.equations)

    def narrow(self, regions: Regions, matchings: Sequence[Matching]) -> None:
        """Each narrowing holds, and takes away no matching of the face."""
        for proof in regions.narrowings():
            face = replace(self.left, mate=regions.partners())
            left, faults = kernel.settle(face, np.zeros(len(face.u), dtype=np.int64), proof)
            assert faults == []
            assert left is not None
            self.left = left
            assert all(self.holds(one) for one in matchings)

    def holds(self, matching: Matching) -> bool:
        """Whether the matching is one of the face."""
        once = all(sum((u in one) != (v in one) for u, v in matching) == 1 for one in self.left.equations)
        return once and matching <= self.pairs()

    def pairs(self) -> Matching:
        """The pairs in play."""
        return frozenset(zip(self.left.u.tolist(), self.left.v.tolist(), strict=True))

    def settle(self, one: int, other: int) -> None:
        """The two have no other pair any more."""
        touch = np.isin(self.left.u, (one, other)) | np.isin(self.left.v, (one, other))
        keep = ~touch | ((self.left.u == one) & (self.left.v == other))
        self.left = replace(self.left, u=self.left.u[keep], v=self.left.v[keep], place=self.left.place[keep])


def check_pairing(case: Case, regions: Regions, face: Sequence[Matching]) -> None:
    """The pairing at hand is one of the face, and every pair of the face is still open."""
    assert pairs_of(regions.partners()) in face
    for one, other in set().union(*face):
        assert other in regions.open_to(one)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pair_is_made_wherever_one_pairing_has_it(seed: int) -> None:
    case = Case(seed)
    regions, replay = case.regions(), Replay(case)
    replay.narrow(regions, case.face)
    for one, other in case.draw.sample(case.edges, len(case.edges)):
        possible = any((one, other) in matching for matching in case.face)
        assert regions.make(*case.draw.choice(((one, other), (other, one)))) == possible
        assert ((one, other) in pairs_of(regions.partners())) == possible
        check_pairing(case, regions, case.face)
        replay.narrow(regions, case.face)
        assert possible or (one, other) not in replay.pairs()


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_settled_stays(seed: int) -> None:
    """Pair after pair is decided, until nobody is left; what is narrowed away in between is proved."""
    case = Case(seed)
    regions, replay = case.regions(), Replay(case)
    replay.narrow(regions, case.face)
    face, open_ = case.face, set(range(case.vertices))
    while open_:
        one, other = case.draw.choice([pair for pair in case.edges if set(pair) <= open_])
        possible = any((one, other) in matching for matching in face)
        assert regions.make(one, other) == possible
        replay.narrow(regions, face)
        if possible:
            regions.settle(one, other)
            open_ -= {one, other}
            face = [matching for matching in face if (one, other) in matching]
            replay.settle(one, other)
            replay.narrow(regions, face)
            assert pairs_of(regions.partners()) in face
    assert len(face) == 1


def test_the_cases_are_of_all_kinds() -> None:
    """Sets that cross, pairs that no pairing has, and faces of several pairings."""
    cases = [Case(seed) for seed in SEEDS]
    crossing = possible = 0
    for case in cases:
        sets = case.tight
        crossing += any(
            (a & b).any() and (a & ~b).any() and (b & ~a).any() and not (a | b).all() for a in sets for b in sets
        )
        possible += len(set().union(*case.face)) < len(case.edges)
    assert crossing > 30
    assert possible > 30
    assert sum(len(case.face) > 2 for case in cases) > 30


def first_in_order(face: Sequence[Matching], phases: Sequence[Phase]) -> Matching:
    """The pairing that the natural order takes of a face, by trying all."""
    partner: dict[int, int] = {}
    for phase in phases:
        for chooser in phase.choosers:
            if chooser in partner:
                continue
            here = np.array(sorted({next(a + b - chooser for a, b in one if chooser in (a, b)) for one in face}))
            order = phase.order(chooser, here)
            if (order >= 0).any():
                chosen = int(here[order >= 0][order[order >= 0].argmin()])
                partner[chooser], partner[chosen] = chosen, chooser
                face = [one for one in face if (min(chooser, chosen), max(chooser, chosen)) in one]
    assert len(face) == 1
    return face[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_natural_order_against_all_pairings(seed: int) -> None:
    case = Case(seed)
    everybody = list(range(case.vertices))
    top = everybody[: case.draw.randint(2, case.vertices)]
    phases = [Phase(top, top, case.vertices), Phase(everybody, everybody, case.vertices)]
    # In the second phase all who are open try all others below them: nobody is left.
    wanted = first_in_order(case.face, phases)
    partner: dict[int, int] = {}
    mate, blocks = decide(case.regions(), phases, partner, Stop())
    assert pairs_of(mate) == wanted
    assert partner == dict(enumerate(mate.tolist()))
    for held, is_first in ((one, one == wanted) for one in case.face):
        start = replace(Replay(case).left, mate=case.partners(held))
        order = kernel.Order(start, lambda partner: phases)
        faults = next((faults for block in blocks if (faults := order.take(block))), []) or order.end()
        assert (not faults) == is_first
