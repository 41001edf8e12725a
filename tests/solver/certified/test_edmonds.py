"""Edmonds' algorithm: always the least total, with exact duals, from whatever it starts with."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.edmonds import lightest
from pairproof.solver.certified.heuristic_start import lightest_matching
from pairproof.solver.problem import Pairs
from pairproof.solver.proof.duals import reduced_costs
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.stopping import OutOfTime, Stop


class Case:
    """A random graph with costs, odd sets some of which are tight, duals that need not be good, and a matching."""

    def __init__(self, seed: int, largest: int) -> None:
        draw = random.Random(seed)
        self.vertices = n = 2 * draw.randint(2, largest // 2)
        order = draw.sample(range(n), n)
        held = [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)]
        share = draw.choice((0.2, 0.5, 1))
        edges = [pair for pair in itertools.combinations(range(n), 2) if pair in held or draw.random() < share]
        u, v = np.array(edges, dtype=np.int32).T
        self.pairs = Pairs(u, v, np.zeros(len(u), dtype=np.int32))
        most = draw.choice((1, 3, 50, 10**6))
        self.costs: IntArray = np.array([draw.randint(0, most) for _ in edges], dtype=np.int64)
        self.mate: IntArray = np.zeros(n, dtype=np.int64)
        for a, b in held:
            self.mate[a], self.mate[b] = b, a
        sets: list[BoolArray] = []
        if n >= 6:
            for _ in range(draw.randint(0, 4)):
                inside = draw.sample(held, draw.randint(1, n // 2 - 2))
                members: BoolArray = np.zeros(n, dtype=np.bool_)
                members[[vertex for pair in inside for vertex in pair]] = True
                members[draw.choice(np.flatnonzero(~members).tolist())] = True
                sets.append(members)
        rows: BoolArray = np.array(sets, dtype=np.bool_).reshape(len(sets), n)
        self.tight: BoolArray = np.array([draw.random() < 0.6 for _ in sets], dtype=np.bool_)
        duals = [draw.randint(-3 if tight else 0, 3) for tight in self.tight]
        vertex_duals = [draw.randint(-3, 3) if seed % 3 else 0 for _ in range(n)]
        self.start = Proof(2, np.array(vertex_duals, dtype=np.int64), rows, np.array(duals, dtype=np.int64))

    def crossings(self) -> IntArray:
        """How many tight sets each pair leaves."""
        sets = self.start.sets[self.tight]
        left: IntArray = (sets[:, self.pairs.u] != sets[:, self.pairs.v]).sum(axis=0)
        return left

    def held(self, mate: IntArray) -> BoolArray:
        """Which pairs are in a matching."""
        mask: BoolArray = mate[self.pairs.u] == self.pairs.v
        return mask

    def check(self) -> int:
        """The proof given holds, for a matching that leaves the tight sets once; returns what that costs."""
        proof, mate = lightest(self.pairs, self.costs, self.mate, self.start, self.tight, Stop())
        assert (mate[mate] == np.arange(self.vertices)).all()
        held = self.held(mate)
        assert 2 * int(held.sum()) == self.vertices
        assert int(self.crossings()[held].sum()) == int(self.tight.sum())
        assert (reduced_costs(proof, self.pairs, self.costs) >= 0).all()
        known = len(self.tight)
        assert (proof.sets[:known] == self.start.sets).all()
        assert (proof.set_duals[:known][~self.tight] >= 0).all()
        assert (proof.set_duals[known:] > 0).all()
        assert all(size % 2 == 1 and 3 <= size <= self.vertices - 3 for size in proof.sets.sum(axis=1).tolist())
        total = int(self.costs[held].sum())
        assert Fraction(proof.total, proof.scale) == total
        return total


def matchings(edges: set[tuple[int, int]], open_: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """All perfect matchings of the open vertices."""
    if not open_:
        yield []
        return
    first, *rest = open_
    for other in rest:
        if (first, other) in edges:
            for others in matchings(edges, tuple(vertex for vertex in rest if vertex != other)):
                yield [(first, other), *others]


@pytest.mark.parametrize("seed", range(60))
def test_against_all_matchings(seed: int) -> None:
    case = Case(seed, 10)
    pairs = list(zip(case.pairs.u.tolist(), case.pairs.v.tolist(), strict=True))
    cost = dict(zip(pairs, zip(case.crossings().tolist(), case.costs.tolist(), strict=True), strict=True))
    tight = int(case.tight.sum())
    totals = [
        sum(cost[pair][1] for pair in matching)
        for matching in matchings(set(pairs), tuple(range(case.vertices)))
        if sum(cost[pair][0] for pair in matching) == tight
    ]
    assert case.check() == min(totals)


@pytest.mark.parametrize("seed", range(100, 160))
def test_against_a_matching_library(seed: int) -> None:
    case = Case(seed, 40)
    weights = case.crossings() * (int(case.costs.sum()) + 1) + case.costs
    mate = np.array(lightest_matching(case.vertices, case.pairs, weights.tolist()))
    assert case.check() == int(case.costs[case.held(mate)].sum())


def test_it_stops_in_time() -> None:
    case = Case(1, 40)
    with pytest.raises(OutOfTime):
        lightest(case.pairs, case.costs + 1, case.mate, case.start, case.tight, Stop(0.0))


def test_no_matching_is_an_internal_error() -> None:
    star = Pairs(*(np.array(column, dtype=np.int32) for column in ([0, 0, 0], [1, 2, 3], [0, 0, 0])))
    nothing = Proof.zero(4)
    with pytest.raises(InternalError, match="no perfect matching"):
        lightest(star, np.ones(3, dtype=np.int64), np.full(4, -1), nothing, np.zeros(0, dtype=np.bool_), Stop())
