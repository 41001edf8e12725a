"""The answers by walks are those of pairing the round again, and they are nearly always had."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.rules import PRESETS
from pairproof.solver.explain import questions
from pairproof.solver.explain.answers import Outcome
from pairproof.solver.explain.questions import opponents
from pairproof.solver.optimal import pair
from pairproof.solver.problem import matching_problem
from pairproof.solver.request import Request
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA


@pytest.mark.parametrize("seed", range(6))
def test_bounds_are_those_of_pairing_again(seed):
    rng = random.Random(seed)
    rules = PRESETS[sorted(OPTIMA)[seed % len(OPTIMA)]]
    try:
        pairing = pair(random_tournament(rng, rng.randint(14, 22), rng.randint(2, 6), mess=0.3), Request(rules))
    except InvalidInput:
        pytest.fail("choose another seed")
    assert pairing.status == "optimal"
    asked = questions.Questions(pairing)
    vertices = range(pairing.problem.vertices)
    legal = {(u, v) for u, v in zip(pairing.problem.pairs.u.tolist(), pairing.problem.pairs.v.tolist(), strict=True)}
    known = 0
    for me in vertices:
        others = [v for v in vertices if (min(me, v), max(me, v)) in legal and asked._mate[me] != v]
        bounds = asked._walks.bounds(me, others)
        for other, bound in bounds.items():
            problem = matching_problem(pairing.problem)
            anew = asked.price_of(questions.only_with(problem, me, np.array([other])))
            assert asked._price(bound) == anew, (me, other)
        known += len(bounds)
        least = asked._walks.least(me, others)
        if least is not None and len(bounds) == len(others) and others:
            worst = len(problem.levels)
            assert least == min(
                bounds.values(), key=lambda bound: (-(worst if bound.place is None else bound.place), bound.value)
            )
    assert known


def test_a_large_field_is_hardly_ever_paired_again(monkeypatch):
    pairing = pair(simulated_open(150, 5, seed=1))
    anew = []
    price = questions.Questions.price

    def counted(self, *asked):
        anew.append(asked)
        return price(self, *asked)

    monkeypatch.setattr(questions.Questions, "price", counted)
    answers = opponents(pairing, pairing.boards[3].white)
    assert len(answers) > 140
    assert len([answer for answer in answers if answer.outcome is Outcome.WORSE]) > 50
    assert len(anew) <= 3
