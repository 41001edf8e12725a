"""The kernel by itself: small graphs, no players and no rules.

What it accepts is compared with all perfect matchings, so whatever a proof says about a graph is true of the graph.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest

from pairproof.solver.proof import faults as fault
from pairproof.solver.proof import kernel
from pairproof.solver.proof.kernel import InPlay
from pairproof.solver.proof.proofs import IntArray, OrderBlock, Proof
from tests.interpreter import loaded

Pair = tuple[int, int]


def matchings(pairs: Sequence[Pair], vertices: frozenset[int]) -> Iterator[list[Pair]]:
    """All perfect matchings."""
    if not vertices:
        yield []
        return
    lowest = min(vertices)
    for pair in pairs:
        if pair[0] == lowest and pair[1] in vertices:
            for rest in matchings(pairs, vertices - set(pair)):
                yield [pair, *rest]


def ends(pairs: Sequence[Pair]) -> tuple[np.ndarray, np.ndarray]:
    """Pairs as the kernel takes them."""
    return np.array([u for u, _ in pairs], dtype=np.int32), np.array([v for _, v in pairs], dtype=np.int32)


def proof(vertices: int, duals: dict[int, int], sets: dict[frozenset[int], int], scale: int = 2) -> Proof:
    """A proof by vertices."""
    of_vertices = np.zeros(vertices, dtype=np.int64)
    for vertex, dual in duals.items():
        of_vertices[vertex] = dual
    members = np.array([[vertex in one for vertex in range(vertices)] for one in sets], dtype=np.bool_)
    return Proof(scale, of_vertices, members.reshape(len(sets), vertices), np.array([*sets.values()], dtype=np.int64))


ALL_SIX = list(combinations(range(6), 2))


def face_of(pairs: Sequence[Pair], held: Sequence[Pair], vertices: int = 6) -> InPlay:
    """The face of all perfect matchings, which must hold that one."""
    face, faults = kernel.matching(vertices, *ends(pairs), held)
    assert faults == []
    assert face is not None
    return face


# --- A matching ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "faults"),
    [
        ([(0, 1), (2, 3)], [fault.Missing((4, 5))]),
        ([(0, 1), (2, 3), (4, 4)], [fault.Twice(4, 2, 2), fault.Missing((5,))]),
        ([(0, 1), (1, 2), (3, 4)], [fault.Twice(1, 0, 1), fault.Missing((5,))]),
        ([(0, 1), (2, 3), (4, 6)], [fault.Stranger(6, 2), fault.Missing((5,))]),
        ([(0, 1), (2, 3), (4, -1)], [fault.Stranger(-1, 2), fault.Missing((5,))]),
        ([(3, 2), (1, 0), (4, 5)], [fault.NotAllowed(1, 0)]),
    ],
)
def test_what_is_no_matching(held: list[Pair], faults: list[fault.MatchingFault]) -> None:
    assert kernel.matching(6, *ends(ALL_SIX[1:]), held) == (None, faults)


# --- Levels ----------------------------------------------------------------------------------------------------------


@dataclass
class _Case:
    vertices: int
    pairs: list[Pair]
    costs: list[int]
    held: list[Pair]
    proof: Proof


def _random_case(rng: random.Random) -> _Case | None:
    """A small graph, a matching of it, and duals that make some reduced costs 0 by way of the costs themselves."""
    vertices = rng.choice((4, 6))
    pairs = [pair for pair in combinations(range(vertices), 2) if rng.random() < 0.8]
    every = list(matchings(pairs, frozenset(range(vertices))))
    if not every:
        return None
    duals = {vertex: rng.randint(-2, 2) for vertex in range(vertices)}
    odd = frozenset(rng.sample(range(vertices), 3))
    sets = {odd: rng.choice((0, 2, 4, -2))}
    costs = []
    for u, v in pairs:
        needed = duals[u] + duals[v] + (sets[odd] if (u in odd) != (v in odd) else 0)
        costs.append(max(0, (needed + 1) // 2 + rng.choice((-1, 0, 0, 0, 1))))
    return _Case(vertices, pairs, costs, rng.choice(every), proof(vertices, duals, sets))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_accepted_is_true(seed: int) -> None:
    """No matching is cheaper, and the next face holds exactly the matchings that cost the same."""
    rng = random.Random(seed)
    accepted = 0
    for _ in range(1200):
        case = _random_case(rng)
        if case is None:
            continue
        face = face_of(case.pairs, case.held, case.vertices)
        left, faults = kernel.settle(face, np.array(case.costs, dtype=np.int64), case.proof)
        assert (left is None) == bool(faults)
        if left is None:
            continue
        accepted += 1
        cost = dict(zip(case.pairs, case.costs, strict=True))
        every = list(matchings(case.pairs, frozenset(range(case.vertices))))
        totals = [sum(cost[pair] for pair in one) for one in every]
        least = sum(cost[pair] for pair in case.held)
        assert least == min(totals)
        in_play = set(zip(left.u.tolist(), left.v.tolist(), strict=True))
        stays = [
            one
            for one in every
            if set(one) <= in_play and all(sum((u in odd) != (v in odd) for u, v in one) == 1 for odd in left.equations)
        ]
        assert stays == [one for one, total in zip(every, totals, strict=True) if total == least]
    assert accepted > 5


def test_an_equation_may_have_a_negative_dual_from_the_next_level_on() -> None:
    held = [(0, 1), (2, 3), (4, 5)]
    across = np.array([2 * ((u < 3) != (v < 3)) for u, v in ALL_SIX], dtype=np.int64)
    odd = frozenset({0, 1, 2})
    face = face_of(ALL_SIX, held)
    negative = proof(6, dict.fromkeys(range(6), 2), {odd: -4})
    assert kernel.settle(face, across, negative) == (None, [fault.NegativeDual(0, -4)])
    left, faults = kernel.settle(face, across, proof(6, {}, {odd: 4}))
    assert left is not None
    assert faults == []
    assert left.equations == {odd}
    # Pairs inside cost 2 and pairs across none: each matching left costs 4.
    inside = np.array([2 * ((u < 3) == (v < 3)) for u, v in ALL_SIX], dtype=np.int64)[left.place]
    after, faults = kernel.settle(left, inside, negative)
    assert faults == []
    assert after is not None
    assert len(after.u) == len(left.u)


def test_sums_that_would_wrap_around_are_refused() -> None:
    face = face_of(ALL_SIX, [(0, 1), (2, 3), (4, 5)])
    costs = np.zeros(15, dtype=np.int64)
    large = {vertex: 2**61 * (1 if vertex % 2 else -1) for vertex in range(6)}
    assert kernel.settle(face, costs, proof(6, large, {})) == (None, [fault.TooLarge()])
    assert kernel.settle(face, costs + 4, proof(6, {}, {}, scale=2**61)) == (
        None,
        [fault.WrongTotal(0, 2**61, 12), fault.TooLarge()],
    )


# --- The order -------------------------------------------------------------------------------------------------------


@dataclass
class _Turns:
    """Choosers who try the others from the lowest number up."""

    choosers: tuple[int, ...]

    def order(self, chooser: int, others: IntArray) -> IntArray:
        return np.where(others > chooser, others, -1)


def _order(held: Sequence[Pair], *phases: tuple[int, ...]) -> kernel.Order:
    return kernel.Order(face_of(ALL_SIX, held), lambda partner: map(_Turns, phases))


def test_the_first_in_order_passes_and_no_other_does() -> None:
    first = [(0, 1), (2, 3), (4, 5)]
    zero = Proof.zero(6)
    for held in matchings(ALL_SIX, frozenset(range(6))):
        for block in (OrderBlock((0, 1, 2, 3, 4, 5), None), OrderBlock((0, 1, 2, 3, 4, 5), zero)):
            order = _order(held, (0, 1, 2, 3, 4, 5))
            faults = order.take(block)
            assert bool(faults) == (held != first)
            assert faults or order.end() == []


def test_turns() -> None:
    held = [(0, 1), (2, 3), (4, 5)]
    assert _order(held, (0, 1)).take(OrderBlock((), None)) == [fault.NoChoosers(0)]
    assert _order(held, (0, 1)).take(OrderBlock((1,), None)) == [fault.NotTheirTurn((0,))]
    assert _order(held, (0, 1)).take(OrderBlock((0, 1, 2), None)) == [fault.NotTheirTurn((0, 1))]
    order = _order(held, (), (0, 1), (2,))
    assert order.take(OrderBlock((0,), None)) == []
    assert order.end() == [fault.NotAtTheEnd(2)]  # 1 was taken by 0
    assert order.take(OrderBlock((2,), None)) == []
    assert order.end() == []
    assert order.take(OrderBlock((4,), None)) == [fault.NobodysTurn()]


def test_a_narrowing_takes_away_what_no_matching_has() -> None:
    """0 and 1 are all that 2 and 3 can play: 0-1 is in no matching, nor is 1-4, and 4-5 is in all."""
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (1, 4), (4, 5)]
    barrier = OrderBlock((), proof(6, {0: -1, 1: -1, 2: 1, 3: 1}, {}, scale=1))
    held = [(0, 2), (1, 3), (4, 5)]
    everybody = _Turns(tuple(range(6)))

    def order() -> kernel.Order:
        return kernel.Order(face_of(pairs, held), lambda partner: [everybody])

    choices = OrderBlock(everybody.choosers, None)
    assert order().take(choices) == [fault.NotFirst(0, 1, 2)]
    narrowed = order()
    assert narrowed.take(barrier) == []
    assert narrowed.take(barrier) == []
    assert narrowed.take(choices) == []
    assert narrowed.end() == []
    assert narrowed.take(barrier) == [fault.NobodysTurn()]


def test_what_is_no_narrowing() -> None:
    held = [(0, 1), (2, 3), (4, 5)]
    odd = frozenset({0, 1, 2})
    for wrong, faults in (
        (proof(6, {0: -1}, {}), [fault.WrongTotal(-1, 2, 0)]),
        (proof(6, {0: 1, 1: -1}, {}), [fault.NegativeReducedCost(0, 2, -1, 2, 4)]),
        (proof(6, {0: 1}, {odd: -1}), [fault.NegativeDual(0, -1)]),
        (proof(6, {}, {frozenset({0, 1}): 0}), [fault.NotOdd(0, 2)]),
        (proof(6, {}, {}, scale=0), [fault.BadScale(0)]),
        (proof(6, {0: 2**61, 1: -(2**61)}, {}), [fault.TooLarge()]),
    ):
        order = _order(held, (0, 1))
        assert order.take(OrderBlock((), wrong)) == faults


def test_sets_that_a_narrowing_makes_equations() -> None:
    """Who is matched leaves his set: from then on the set counts as left once, and a later narrowing may use that."""
    pairs = [(0, 3), (1, 2), (1, 4), (2, 5), (4, 5)]
    odd = frozenset({0, 1, 2})
    order = kernel.Order(face_of(pairs, [(0, 3), (1, 2), (4, 5)]), lambda partner: [_Turns((0, 1, 2, 4))])
    use = OrderBlock((), proof(6, {0: 1}, {odd: -1}, scale=1))
    make = OrderBlock((), proof(6, {0: -1}, {odd: 1}, scale=1))
    # 1-4 and 2-5 leave the set as well: it is left once only if 1-2 is played.
    assert order.take(make) == [fault.NegativeReducedCost(1, 4, -1, 1, 2)]
    face = face_of(pairs, [(0, 3), (1, 2), (4, 5)])
    level = np.array([1, 0, 1, 1, 0], dtype=np.int64)
    left, faults = kernel.settle(face, level, proof(6, {}, {odd: 2}))
    assert faults == []
    assert left is not None
    order = kernel.Order(left, lambda partner: [_Turns((0, 1, 2, 4))])
    assert order.take(use) == []
    assert order.take(OrderBlock((0, 1, 2, 4), None)) == []


# --- No matching -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_witness_that_is_accepted_is_true(seed: int) -> None:
    rng = random.Random(seed)
    accepted = 0
    for _ in range(1500):
        pairs = [pair for pair in ALL_SIX if rng.random() < 0.35]
        players = rng.sample(range(6), 6)
        blockers, rest = players[: rng.randint(0, 2)], players[2:]
        groups = [rest[:1], rest[1:2], rest[2:3], rest[3:]] if rng.random() < 0.5 else [rest[:1], rest[1:]]
        if not kernel.unmatchable(6, *ends(pairs), blockers, groups):
            accepted += 1
            assert next(matchings(pairs, frozenset(range(6))), None) is None
    assert accepted > 10


def test_it_knows_neither_players_nor_rules() -> None:
    ours = {name for name in loaded("import pairproof.solver.proof.kernel") if name.startswith("pairproof.")}
    assert ours == {
        "pairproof.model",
        "pairproof.model.doors",
        "pairproof.solver",
        "pairproof.solver.proof",
        "pairproof.solver.proof.faults",
        "pairproof.solver.proof.kernel",
        "pairproof.solver.proof.proofs",
    }


def test_who_pairs_loads_nothing_of_the_checking() -> None:
    """The faults alone take longer to load than a small round to pair."""
    names = loaded("import pairproof.solver.certified.engine, pairproof.solver.optimal")
    assert "pairproof.solver.proof.proofs" in names
    assert (
        names & {f"pairproof.solver.proof.{name}" for name in ("faults", "kernel", "words", "verify", "load")} == set()
    )
