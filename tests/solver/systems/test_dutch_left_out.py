"""Few pairs stand for all those of a bracket: the same pairing; and what is left out is seen kind by kind."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pairproof.model.dutch.criteria import Vertices
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.systems.dutch import bracket_problem
from pairproof.solver.systems.dutch.check import problems_of
from pairproof.solver.systems.dutch.graph import some_pairs
from pairproof.solver.systems.dutch.left_out import LeftOut, Matters
from pairproof.solver.systems.dutch.result import pair_round
from tests.inputs.dutch_tournaments import random_tournament

EVERYBODY = 10**6


@pytest.mark.parametrize("seed", range(200, 240))
def test_the_same_pairing_from_few_pairs_as_from_all(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = random_tournament(Random(seed), 60)
    monkeypatch.setattr(bracket_problem, "ALL_PAIRS", EVERYBODY)
    by_all = pair_round(tournament)
    monkeypatch.setattr(bracket_problem, "ALL_PAIRS", 0)
    by_few = pair_round(tournament)
    assert (by_few.status, by_few.boards, by_few.bye) == (by_all.status, by_all.boards, by_all.bye)
    assert [one.levels for one in by_few.brackets] == [one.levels for one in by_all.brackets]
    if by_few.claim is not None:
        assert problems_of(by_few.position, by_few.claim) == []


def random_legal(random: Random, n: int) -> LegalPairs:
    kinds = random.randint(1, 4)
    joined = np.array([[random.random() < 0.7 for _ in range(kinds)] for _ in range(kinds)])
    kind = np.array([random.randrange(kinds) for _ in range(n)], dtype=np.int64)
    kind = np.unique(kind, return_inverse=True)[1].reshape(-1)
    barred = sorted(random.sample(list(combinations(range(n), 2)), random.randint(0, 5)))
    return LegalPairs(kind, joined | joined.T, np.array(barred, dtype=np.int64).reshape(-1, 2))


def random_proof(random: Random, label: IntArray) -> Proof:
    n = len(label)
    by_label = [random.choice((-1, 0, 0, 0, 1)) for _ in range(int(label.max()) + 1)]
    duals = np.array([by_label[each] for each in label], dtype=np.int64)
    if random.random() < 0.3:
        duals[random.randrange(n)] -= random.choice((0, 1))
    members: BoolArray = np.array([[random.random() < 0.4 for _ in range(n)]])
    return Proof(1, duals, members, np.array([random.choice((-1, 0, 0, -2))], dtype=np.int64))


@pytest.mark.parametrize("seed", range(10))
def test_a_pair_left_out_matters_just_if_it_is_in_play_and_costs_less_than_nothing(seed: int) -> None:
    mattered = passed = 0
    for number in range(100):
        random = Random(1000 * seed + number)
        n = random.choice((6, 8, 9))
        legal, inside = random_legal(random, n), random.randint(0, 4)
        near = random.randint(inside, n)
        part = (np.arange(n) >= inside).astype(np.int64) + (np.arange(n) >= near)
        label = part * 2 + np.array([random.randrange(2) for _ in range(n)])
        weights = np.array([[random.choice((0, 0, 1)) for _ in range(6)] for _ in range(6)])
        weights += weights.T

        def costs(u: Vertices, v: Vertices, weights: IntArray = weights, label: IntArray = label) -> IntArray:
            found: IntArray = weights[label[u], label[v]]
            return found

        table = legal.table()
        open_pairs = [(u, v) for u, v in combinations(range(n), 2) if v >= inside and table[u, v]]
        left = LeftOut(legal, label, inside, near)
        for _ in range(4):
            proof, asked = random_proof(random, label), random.random() < 0.7
            reduced = {}
            for u, v in open_pairs:
                crossed = int(proof.sets[0, u] != proof.sets[0, v]) * int(proof.set_duals[0])
                cost = int(weights[label[u], label[v]]) if asked and u < near else 0
                reduced[u, v] = cost - int(proof.vertex_duals[u] + proof.vertex_duals[v]) - crossed
            try:
                left.narrow(costs if asked else None, proof)
            except Matters:
                assert min(reduced.values(), default=0) < 0
                mattered += 1
                break
            assert min(reduced.values(), default=0) >= 0
            passed += 1
            open_pairs = [pair for pair in open_pairs if reduced[pair] == 0]
            if random.random() < 0.3 and open_pairs:
                settled = random.choice(open_pairs)
                left.settle(np.array(settled))
                open_pairs = [pair for pair in open_pairs if not {*pair} & {*settled}]
    assert mattered > 10
    assert passed > 10


@pytest.mark.parametrize("seed", range(20))
def test_some_pairs_are_legal_in_order_and_hold_all_of_the_bracket(seed: int) -> None:
    random = Random(seed)
    n = random.randint(2, 12) * 2
    legal = random_legal(random, n)
    inside = random.randint(0, n)
    near = random.randint(inside, n)
    mate = np.arange(n) ^ 1
    pairs = some_pairs(legal, inside, near, mate, random.choice((0, 1, 3)))
    chosen = list(zip(pairs.u.tolist(), pairs.v.tolist(), strict=True))
    held = {(u, u + 1) for u in range(0, n, 2)}
    table = legal.table()
    assert chosen == sorted(set(chosen))
    assert held <= set(chosen)
    assert all(table[pair] for pair in chosen if pair not in held)
    assert {(u, v) for u, v in combinations(range(inside), 2) if table[u, v]} <= set(chosen)
