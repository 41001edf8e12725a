"""Orders, wishes, groups kept apart, a published pairing, criteria given up: by class as by pairs of players."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest

from pairproof.model.criteria.legality import breaches
from pairproof.model.criteria.seats import whites_of
from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.rules import PRESETS
from pairproof.model.state.orders import Orders, kept_orders, pair_key
from pairproof.model.tournament import FixedPair
from pairproof.solver.alike import alike
from pairproof.solver.certified import engine
from pairproof.solver.certified.engine import Certified, solve
from pairproof.solver.problem import PairingProblem
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.optimum.pairing import pairing_of, problem_of
from tests.inputs.random_orders import some_orders, some_tournament, with_wishes
from tests.inputs.random_tournaments import simulated_open
from tests.inputs.rule_sets import OPTIMA


def some_problem(seed: int, most: int = 30) -> PairingProblem | None:
    """A random round with orders; None if they contradict it."""
    draw = random.Random(seed)
    tournament = some_tournament(draw, draw.randint(4, most))
    rules = draw.choice(list(OPTIMA.values()))
    if draw.random() < 0.5:
        rules = with_wishes(draw, rules, tournament.ids)
    try:
        plain = problem_of(tournament, Request(rules))
        here, pairs = plain.position, plain.pairs
        legal = [(here.id_of(u), here.id_of(v)) for u, v in zip(pairs.u.tolist(), pairs.v.tolist(), strict=True)]
        return problem_of(tournament, Request(rules, orders=some_orders(draw, tournament, legal)))
    except (InvalidInput, UsageProblem):
        return None


@pytest.mark.parametrize("chunk", range(4))
def test_classes_say_what_pairs_cost(chunk: int) -> None:
    compared = 0
    for seed in range(chunk, 160, 4):
        problem = some_problem(seed, 16)
        if problem is None or (classes := alike(problem)) is None:
            continue
        position, of = problem.position, classes.of
        besides = set(map(tuple, classes.besides.tolist()))
        others = list(zip(classes.others.u.tolist(), classes.others.v.tolist(), strict=True))
        every = list(itertools.combinations(range(problem.vertices), 2))
        told = [pair for pair in every if pair not in besides and classes.joined[of[pair[0]], of[pair[1]]]]
        if not position.orders.relax:
            assert sorted(told + others) == [pair for pair in every if not breaches(position, *pair)]
        assert sorted(told + others) == list(zip(problem.pairs.u.tolist(), problem.pairs.v.tolist(), strict=True))
        u, v = np.array(told, dtype=np.int64).reshape(-1, 2).T
        for level in problem.levels:
            costs = classes.costs(level)
            game = v < position.players
            assert costs[of[u[game]], of[v[game]]].tolist() == level.pair_costs(position, u[game], v[game]).tolist()
            assert costs[of[u[~game]], of[v[~game]]].tolist() == level.bye_costs(position)[u[~game]].tolist()
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("chunk", range(6))
def test_the_same_as_by_pairs(chunk: int) -> None:
    reached = 0
    for seed in range(1000 + chunk, 1180, 6):
        problem = some_problem(seed)
        found = None if problem is None else engine._by_class(problem, Stop())
        if problem is None or found is None:
            continue
        assert isinstance(found, Certified)
        by_pairs = solve(problem.among(problem.pairs))
        assert isinstance(by_pairs, Certified), seed
        assert found.partner == by_pairs.partner, seed
        assert [proof.value for proof in found.levels] == [proof.value for proof in by_pairs.levels]
        given_up = sum(
            proof.value for level, proof in zip(problem.levels, found.levels, strict=True) if level.given_up is not None
        )
        if given_up or not problem.position.orders.relax:
            pairing = pairing_of(problem, found)
            assert pairing.certificate is not None
            assert verify(pairing.certificate, problem.position.tournament, problem.position.rules).problems == ()
        reached += 1
    assert reached > 8


@pytest.mark.parametrize("kind", ["fix", "colours", "bye", "groups", "keep", "keep-last", "absent", "wishes"])
def test_larger_fields_without_a_look_at_every_pair(kind: str) -> None:
    tournament = simulated_open(121 if kind == "bye" else 120, 5, 3, clubs=20, absences=0)
    rules = PRESETS["combined"]
    plain = problem_of(tournament, Request(rules))
    best = solve(plain)
    assert isinstance(best, Certified)
    here = plain.position
    boards = [(here.id_of(u), here.id_of(v)) for u, v in enumerate(best.partner) if u < v]
    keep, published = kept_orders(tournament, boards)
    far = (boards[3][0], boards[4][1])
    u, v = plain.pairs.u[::200].tolist(), plain.pairs.v[::200].tolist()
    seated = next(pair for pair in zip(u, v, strict=True) if abs(here.score[pair[0]] - here.score[pair[1]]) == 2)
    white = whites_of(here, [seated])[0]
    orders = {
        "fix": Orders(fix=(FixedPair(*far),)),
        "colours": Orders(fix=(FixedPair(here.ids[white], here.ids[sum(seated) - white], True),)),
        "bye": Orders(fix=(FixedPair(boards[-2][0], 0),)),
        "keep": Orders(keep=keep, published=published),
        "keep-last": Orders(keep=keep, published=published, keep_last=True, absent=frozenset(far)),
        "absent": Orders(keep=keep, published=published, absent=frozenset(far)),
    }.get(kind, Orders())
    if kind == "groups":
        tournament = replace(tournament, rounds_planned=9, restricted_until=7)
    if kind == "wishes":
        levels, unwanted = (*rules.levels[:5], "wishes", *rules.levels[5:]), pair_key(*boards[9])
        rules = replace(rules, levels=levels, prefer=(pair_key(*far),), avoid=(unwanted,))
    problem = problem_of(tournament, Request(rules, orders=orders))
    found = solve(problem)
    assert isinstance(found, Certified)
    assert "pairs" not in vars(problem)
    by_pairs = solve(problem.among(problem.pairs))
    assert isinstance(by_pairs, Certified)
    assert found.partner == by_pairs.partner
