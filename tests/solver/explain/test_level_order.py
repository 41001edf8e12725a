"""What the order of the levels costs, and each level by itself, against all legal pairings of small positions."""

from __future__ import annotations

import random

from pairproof.model.errors import InvalidInput
from pairproof.solver.explain.level_order import LevelsAlone, traded
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request
from pairproof.solver.terms import Status
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle

IN_POINTS = {"bye-score", "score-gap", "score-gap-squares"}


def test_against_brute_force():
    found = smaller_alone = 0
    for seed in range(150):
        rng = random.Random(seed)
        tournament = random_tournament(rng, rng.randint(4, 8), rng.randint(2, 6), mess=0.2)
        rules = OPTIMA[sorted(OPTIMA)[seed % len(OPTIMA)]]
        try:
            pairing = pair(tournament, Request(rules))
        except InvalidInput:
            continue
        if pairing.status is not Status.OPTIMAL:
            continue
        state = oracle.State(tournament, rules)
        names = list(state.level_names())
        vectors = [oracle.level_vector(state, candidate) for candidate in oracle.legal_pairings(state)]
        values = {level.name: level.value for level in pairing.levels}
        alone = LevelsAlone(pairing)
        for place, name in enumerate(names):
            least = min(vector[place] for vector in vectors)
            assert alone.least(name) == least
            smaller_alone += least < values[name]
        expected = first_traded(names, vectors, values)
        given = traded(pairing)
        assert (None if given is None else (given.level, given.least, given.earlier, given.then)) == expected
        found += given is not None
    assert found > 5
    assert smaller_alone > 20


def first_traded(names, vectors, values):
    """Written as the docstring says it: move one earlier level just behind the later one and pair again."""
    for place, name in enumerate(names):
        if name not in IN_POINTS:
            continue
        for before in range(place - 1, -1, -1):
            if names[before] in IN_POINTS:
                continue
            order = [*range(before), *range(before + 1, place + 1), before]
            best = min(tuple(vector[k] for k in order) for vector in vectors)
            if best[-2] < values[name]:
                return name, best[-2], names[before], best[-1]
    return None
