"""A pairing that leaves each tight set once: found where there is one, for sets of the best players and for others."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pairproof.solver.certified.face import Face
from pairproof.solver.problem import Pairs
from tests.solver.proof.test_kernel import matchings


@pytest.mark.parametrize("prefixes", [True, False])
def test_found_just_where_there_is_one(prefixes: bool) -> None:
    found = missing = 0
    for seed in range(400):
        random = Random(seed)
        n = 8
        every = [pair for pair in combinations(range(n), 2) if random.random() < 0.4]
        all_of_them = list(matchings(every, frozenset(range(n))))
        if not all_of_them:
            continue
        u, v = np.array(every, dtype=np.int32).T
        pairs = Pairs(u, v, np.zeros(len(u), dtype=np.int32))
        mate = np.zeros(n, dtype=np.int64)
        for one, other in random.choice(all_of_them):
            mate[one], mate[other] = other, one
        sizes = sorted(random.sample((3, 5), random.randint(1, 2)))
        order = list(range(n)) if prefixes else random.sample(range(n), n)
        once = np.array([[order.index(vertex) < size for vertex in range(n)] for size in sizes], dtype=np.bool_)
        left = (once[:, u] != once[:, v]).sum(axis=0)
        place = {pair: number for number, pair in enumerate(every)}
        least = min(sum(int(left[place[pair]]) for pair in one) for one in all_of_them)
        held = pairs.where(mate[u] == v)
        face = Face(n, pairs, mate, np.ones(len(u), dtype=np.bool_), once)
        answer = face._leaving_once(once, pairs, left, held)
        chosen = np.zeros(0, dtype=np.int64) if answer is None else left[np.array(answer)[u] == v]
        if least == len(once):
            assert answer is not None, seed
            assert sorted(answer.tolist()) == list(range(n))
            assert int(chosen.sum()) == least, seed
            found += 1
        else:
            assert answer is None or int(chosen.sum()) > len(once), seed
            missing += 1
    assert found > 20
    assert missing > 5
