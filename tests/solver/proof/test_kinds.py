"""Kind against kind: accepted and left in play is what the kernel accepts and leaves pair by pair, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from pairproof.solver.proof import kernel, kinds
from pairproof.solver.proof.kinds import KindFace
from pairproof.solver.proof.proofs import IntArray, OrderBlock, Proof
from tests.solver.proof.test_kernel import Pair, face_of, matchings, proof


class Case:
    """A random graph whose vertices are of few kinds, and a matching of it (none if there is none)."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = random.Random(seed)
        self.vertices = n = draw.choice((6, 8))
        count = draw.randint(1, 4)
        self.kind: IntArray = np.array([draw.randrange(count) for _ in range(n)], dtype=np.int64)
        self.count = count
        table = np.array([[draw.random() < 0.85 for _ in range(count)] for _ in range(count)], dtype=np.bool_)
        self.joined = table | table.T
        every = list(combinations(range(n), 2))
        self.barred = sorted(draw.sample(every, draw.randint(0, 6)))
        self.others = [pair for pair in self.barred if draw.random() < 0.4]
        self.pairs: list[Pair] = [
            (u, v)
            for u, v in every
            if (self.joined[self.kind[u], self.kind[v]] and (u, v) not in self.barred) or (u, v) in self.others
        ]
        every_matching = list(matchings(self.pairs, frozenset(range(n))))
        self.held = draw.choice(every_matching) if every_matching else []

    def start(self) -> KindFace:
        """All matchings."""
        face = kinds.matching(self.kind, self.joined, as_pairs(self.barred), as_pairs(self.others), self.held)
        assert face is not None
        return face

    def level(self) -> tuple[IntArray, IntArray, Proof]:
        """Costs by kind, those of the other pairs, and duals that may prove something: the costs are made of them."""
        draw, n = self.draw, self.vertices
        by_kind = [draw.choice((-2, 0, 0, 1, 2)) for _ in range(self.count)]
        duals = {vertex: by_kind[kind] for vertex, kind in enumerate(self.kind.tolist())}
        if draw.random() < 0.3:
            duals[draw.randrange(n)] += draw.choice((-2, 2))
        odd = frozenset(draw.sample(range(n), 3))
        dual = draw.choice((0, 0, 2, 4, -2))
        costs: IntArray = np.array(
            [[max(0, (a + b + draw.choice((-2, 0, 0, 2))) // 2) for b in by_kind] for a in by_kind], dtype=np.int64
        )
        costs = np.maximum(costs, costs.T)
        own = [int(costs[self.kind[u], self.kind[v]]) + draw.choice((-1, 0, 0, 1)) for u, v in self.others]
        return costs, np.maximum(0, np.array(own, dtype=np.int64)), proof(n, duals, {odd: dual} if dual else {})


def as_pairs(pairs: list[Pair]) -> IntArray:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def left_of(face: kernel.InPlay | KindFace) -> tuple[list[Pair], frozenset[frozenset[int]]]:
    """The pairs in play and the equations."""
    by_pairs = face.pairs() if isinstance(face, KindFace) else face
    return list(zip(by_pairs.u.tolist(), by_pairs.v.tolist(), strict=True)), by_pairs.equations


@pytest.mark.parametrize("seed", range(8))
def test_the_same_as_pair_by_pair(seed: int) -> None:
    accepted = 0
    for number in range(600):
        case = Case(1000 * seed + number)
        if not case.held:
            continue
        mine: KindFace | None = case.start()
        theirs: kernel.InPlay | None = face_of(case.pairs, case.held, case.vertices)
        for _ in range(3):
            assert mine is not None
            assert theirs is not None
            assert left_of(mine) == left_of(theirs)
            costs, own, proved = case.level()
            by_pair = costs[case.kind[theirs.u], case.kind[theirs.v]]
            place = {pair: number for number, pair in enumerate(zip(theirs.u.tolist(), theirs.v.tolist(), strict=True))}
            for pair, cost in zip(case.others, own.tolist(), strict=True):
                if pair in place:
                    by_pair[place[pair]] = cost
            value = theirs.cost(by_pair)
            own = own[mine.place]
            assert kinds.settle(mine, costs, proved, value + 1, own) is None
            theirs, faults = kernel.settle(theirs, by_pair, proved, value)
            mine = kinds.settle(mine, costs, proved, value, own)
            assert (mine is None) == bool(faults)
            if theirs is None:
                break
            accepted += 1
    assert accepted > 20


def test_what_is_no_matching_is_left_to_the_kernel() -> None:
    case = next(case for case in map(Case, range(50)) if case.held and case.barred and not case.others)
    barred, others = as_pairs(case.barred), as_pairs([])
    n, held = case.vertices, case.held
    for pairs in (held[1:], [*held, held[0]], [*held[1:], (held[0][0], n)], [*held[1:], (-1, held[0][1])]):
        assert kinds.matching(case.kind, case.joined, barred, others, pairs) is None
    for illegal in case.barred:
        rest = [vertex for vertex in range(n) if vertex not in illegal]
        pairs = [(illegal[1], illegal[0]), *zip(rest[::2], rest[1::2], strict=True)]
        assert kinds.matching(case.kind, np.ones_like(case.joined), barred, others, pairs) is None


def test_sums_that_would_wrap_around_are_left_to_the_kernel() -> None:
    nobody = np.zeros((0, 2), dtype=np.int64)
    one_kind: IntArray = np.zeros(6, dtype=np.int64)
    face = kinds.matching(one_kind, np.ones((1, 1), dtype=np.bool_), nobody, nobody, [(0, 1), (2, 3), (4, 5)])
    assert face is not None
    large = proof(6, {vertex: 2**61 * (1 if vertex % 2 else -1) for vertex in range(6)}, {})
    assert kinds.settle(face, np.zeros((1, 1), dtype=np.int64), large, 0) is None
    assert kinds.settle(face, np.zeros((1, 1), dtype=np.int64), Proof.zero(6), 0) is not None


class Turns:
    """Some choose among the others, in an order of their own."""

    def __init__(self, draw: random.Random, vertices: int) -> None:
        everybody = list(range(vertices))
        draw.shuffle(everybody)
        self.choosers = tuple(everybody[: vertices // 2])
        self._place = np.full(vertices, -1, dtype=np.int64)
        pool = [one for one in everybody if one not in self.choosers or draw.random() < 0.2]
        self._place[pool] = np.arange(len(pool))

    def order(self, chooser: int, others: IntArray) -> IntArray:
        """By place in the pool."""
        found: IntArray = self._place[others]
        return found


def blocks_of(case: Case, turns: Turns) -> list[OrderBlock]:
    """Runs of choices and narrowings, most of them right."""
    draw, left, blocks = case.draw, list(turns.choosers), list[OrderBlock]()
    taken: set[int] = set()
    mate = {one: other for pair in case.held for one, other in (pair, pair[::-1])}
    while left:
        if draw.random() < 0.4:
            blocks.append(OrderBlock((), case.level()[2] if draw.random() < 0.5 else Proof.zero(case.vertices)))
        size = draw.randint(1, len(left))
        run, left = left[:size], left[size:]
        blocks.append(OrderBlock(tuple(run), None))
        taken |= {*run, *(mate[one] for one in run)}
        left = [one for one in left if one not in taken]
    return blocks[: -1 if draw.random() < 0.05 else None]


@pytest.mark.parametrize("seed", range(4))
def test_choices_as_the_kernel_replays_them(seed: int) -> None:
    accepted = refused = 0
    for number in range(1500):
        case = Case(1000 * seed + number)
        if not case.held:
            continue
        turns = Turns(case.draw, case.vertices)
        blocks = blocks_of(case, turns)
        order = kernel.Order(face_of(case.pairs, case.held, case.vertices), lambda partner, turns=turns: [turns])  # type: ignore[misc]
        faults = next((faults for block in blocks if (faults := order.take(block))), None) or order.end()
        found = kinds.choices(case.start(), turns, blocks)
        assert (found is None) == bool(faults), number
        accepted, refused = accepted + (found is not None), refused + (found is None)
        if found is not None:
            settled = set(np.flatnonzero(found.settled).tolist())
            mate = found.mate.tolist()
            assert settled == {*turns.choosers, *(mate[one] for one in turns.choosers)}
            assert all(mate[u] == v or not {u, v} & settled for u, v in left_of(found)[0])
    assert accepted > 20
    assert refused > 20


def faults_in(case: Case, stretches: Sequence[Turns], blocks: Sequence[OrderBlock]) -> bool:
    """Whether the kernel finds any."""
    order = kernel.Order(face_of(case.pairs, case.held, case.vertices), lambda _: stretches)
    return any(order.take(block) for block in blocks) or bool(order.end())


def followed(case: Case, stretches: Sequence[Turns]) -> list[OrderBlock]:
    """Each chooser whose turn it is by himself, as far as the matching at hand is right, and narrowings between."""
    order = kernel.Order(face_of(case.pairs, case.held, case.vertices), lambda _: stretches)
    blocks: list[OrderBlock] = []
    while ends := order.end():
        blocks.append(OrderBlock((ends[0].turn,), None))
        if case.draw.random() < 0.3:
            blocks[-1] = OrderBlock((), case.level()[2] if case.draw.random() < 0.3 else Proof.zero(case.vertices))
        if order.take(blocks[-1]):
            break
    return blocks


@pytest.mark.parametrize("seed", range(4))
def test_stretch_after_stretch_as_the_kernel_replays_them(seed: int) -> None:
    accepted = refused = 0
    for number in range(1500):
        case = Case(1000 * seed + number)
        if not case.held:
            continue
        stretches = [Turns(case.draw, case.vertices) for _ in range(3)]
        blocks = followed(case, stretches)
        if case.draw.random() < 0.2:
            blocks.pop(case.draw.randrange(len(blocks)))
        right = kinds.in_order(case.start(), lambda _, stretches=stretches: stretches, blocks)  # type: ignore[misc]
        assert right != faults_in(case, stretches, blocks), number
        accepted, refused = accepted + right, refused + (not right)
    assert accepted > 25
    assert refused > 50
