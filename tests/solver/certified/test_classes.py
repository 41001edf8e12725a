"""Levels by class of player: the same pairings and bounds as by pairs of players, or given up for good reason."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from pairproof.model import PRESETS
from pairproof.model.criteria import legality as legality_module
from pairproof.model.criteria.hard import hard_criteria
from pairproof.model.criteria.legality import class_legality, legal_pairs
from pairproof.solver.alike import alike
from pairproof.solver.certified import engine
from pairproof.solver.certified.engine import Certified, solve
from pairproof.solver.certified.prefixes import some_pairing
from pairproof.solver.problem import PairingProblem
from pairproof.solver.request import Request
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.optimum.pairing import problem_of
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.solver.certified.test_edmonds import matchings


def problems(seed: int) -> list[PairingProblem]:
    """A random position under all rule sets."""
    draw = random.Random(seed)
    size = draw.randint(4, 30)
    if seed % 2:
        tournament = random_tournament(draw, size, draw.randint(1, 6), mess=draw.choice((0, 0.3, 1)), fixes=False)
    else:
        tournament = simulated_open(size, draw.randint(1, min(6, size - 2)), seed)
    return [problem_of(tournament, Request(rules)) for rules in OPTIMA.values()]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_legal_by_class(seed: int) -> None:
    for problem in problems(seed):
        position = problem.position
        legality = class_legality(position)
        assert legality is not None
        barred = set(map(tuple, legality.barred.tolist()))
        table, of = legality.table, legality.classes
        legal = set(zip(*(part.tolist() for part in legal_pairs(position)), strict=True))
        every = list(itertools.combinations(range(position.vertices), 2))
        assert legal == {(u, v) for u, v in every if table[of[u], of[v]] and (u, v) not in barred}
        u, v = np.array(every).T
        for rule in hard_criteria(position.rules):
            broken = {pair for pair, times in zip(every, rule.breaks(position, u, v).tolist(), strict=True) if times}
            assert not broken & legal
            if rule.bars is not None:
                assert set(rule.bars(position)) == broken


@pytest.mark.parametrize("seed", range(20))
def test_legal_pairs_of_some(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By class, a few rows at once, the same as filtered from all pairs."""
    monkeypatch.setattr(legality_module, "_AT_ONCE", 40)
    draw = random.Random(seed)
    for problem in problems(seed):
        listed = problem.among(problem.pairs)
        assert (problem.legality is None, listed.legality) == (False, None)
        vertices = np.array(sorted(draw.sample(range(problem.vertices), draw.randint(0, problem.vertices))), dtype=int)
        by_class, filtered = problem.within(vertices), listed.within(vertices)
        for part in ("u", "v", "kind"):
            assert getattr(by_class, part).tolist() == getattr(filtered, part).tolist()
        for vertex in range(problem.vertices):
            assert problem.partners(vertex).tolist() == listed.partners(vertex).tolist()


@pytest.mark.parametrize("seed", range(30))
def test_the_same_as_by_pairs(seed: int) -> None:
    for problem in problems(seed):
        found = engine._by_class(problem, Stop())
        if found is None:
            continue
        assert isinstance(found, Certified)
        by_pairs = solve(problem.among(problem.pairs))
        assert isinstance(by_pairs, Certified)
        assert found.partner == by_pairs.partner
        assert [proof.value for proof in found.levels] == [proof.value for proof in by_pairs.levels]


def test_it_reaches_most_positions() -> None:
    reached = [engine._by_class(problem, Stop()) is not None for seed in range(20) for problem in problems(seed)]
    by_class = [alike(problem) is not None for seed in range(20) for problem in problems(seed)]
    assert sum(reached) > 0.75 * sum(by_class) > 40


@pytest.mark.parametrize("players", [200, 301])
def test_larger_fields_without_a_look_at_every_pair(players: int) -> None:
    problem = problem_of(simulated_open(players, 6, 1), Request(PRESETS["colour-swiss"]))
    found = solve(problem)
    assert isinstance(found, Certified)
    assert "pairs" not in vars(problem)
    by_pairs = solve(problem.among(problem.pairs))
    assert isinstance(by_pairs, Certified)
    assert found.partner == by_pairs.partner


def test_a_problem_about_some_pairs_is_left_to_the_search_by_pairs() -> None:
    problem = problem_of(simulated_open(20, 4, 1, absences=0), Request(PRESETS["combined"]))
    assert alike(problem) is not None
    assert alike(problem.among(problem.pairs)) is None


@pytest.mark.parametrize("seed", range(200))
def test_some_pairing_against_all(seed: int) -> None:
    draw = random.Random(seed)
    n = 2 * draw.randint(2, 5)
    share = draw.choice((0.3, 0.5, 0.7))
    edges = {pair for pair in itertools.combinations(range(n), 2) if draw.random() < share}
    cuts = sorted(draw.sample(range(1, n, 2), draw.randint(0, min(3, n // 2))))
    joined = [sum(1 << v for v in range(n) if (min(u, v), max(u, v)) in edges) for u in range(n)]
    bounds = [0, *cuts, n]
    regions = [list(range(first, end)) for first, end in itertools.pairwise(bounds)]
    guess = [(draw.choice(regions), draw.choice(regions), draw.randint(0, n)) for _ in range(3)]
    found = some_pairing(joined, cuts, guess)
    possible = [
        pairs
        for pairs in matchings(edges, tuple(range(n)))
        if all(sum((u < cut) != (v < cut) for u, v in pairs) == 1 for cut in cuts)
    ]
    assert (found is not None) == bool(possible)
    if found is not None:
        assert sorted((u, v) for u, v in enumerate(found.tolist()) if u < v) in possible
