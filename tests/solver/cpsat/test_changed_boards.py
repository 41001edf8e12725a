"""`--max-changed` (RULES 10) and what keeping costs, against brute force."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairproof.model.errors import UsageProblem
from pairproof.model.rules import PRESETS
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import Tournament
from pairproof.solver.request import Conditions, Request
from pairproof.solver.result import Pairing
from pairproof.solver.systems.optimum.pairing import pair
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle


def position_of(seed: int) -> tuple[Tournament, oracle.Pairing] | None:
    """A small position, and any pairing of its players that might have been published, legal or not."""
    rng = random.Random(seed)
    tournament = random_tournament(rng, rng.randint(4, 7), rng.randint(0, 4), mess=rng.choice([0.0, 0.3]))
    seated = list(oracle.State(tournament, PRESETS["combined"]).present)
    rng.shuffle(seated)
    if len(seated) < 2:
        return None
    seated += [0] if len(seated) % 2 else []
    pairs = [oracle.pair_of(seated[k], seated[k + 1]) for k in range(0, len(seated), 2)]
    return tournament, frozenset(pairs)


def changed(published: oracle.Pairing, pairing: oracle.Pairing) -> int:
    return len(published - pairing)


def pairs_of(pairing: Pairing) -> oracle.Pairing:
    found = [oracle.pair_of(board.white, board.black) for board in pairing.boards]
    return frozenset(found + ([(0, pairing.bye)] if pairing.bye is not None else []))


def best(state: oracle.State, pairings: list[oracle.Pairing], published: oracle.Pairing) -> oracle.Pairing:
    """The best of these level by level, then with the fewest boards changed, then in natural order."""
    least = min((oracle.level_vector(state, one), changed(published, one)) for one in pairings)
    return oracle.natural(
        state, [one for one in pairings if (oracle.level_vector(state, one), changed(published, one)) == least]
    )


def test_against_brute_force() -> None:
    seen = []
    for seed in range(36):
        preset, found = sorted(OPTIMA)[seed % len(OPTIMA)], position_of(seed)
        if found is None:
            continue
        tournament, published = found
        state = oracle.State(tournament, PRESETS[preset])
        legal = [] if state.illegal_fixes() else oracle.legal_pairings(state)
        if not legal:
            continue
        orders = Orders(keep=published)
        for most in range(min(3, len(published)) + 1):
            asked = Request(PRESETS[preset], orders=orders, conditions=Conditions(max_changed=most))
            pairing = pair(tournament, asked)
            assert pairing.study.change_limit is not None
            kept = [one for one in legal if changed(published, one) <= most]
            if not kept:
                assert pairing.status == "infeasible"
                assert pairing.study.change_limit.least == min(changed(published, one) for one in legal)
                seen.append("none")
                continue
            assert pairs_of(pairing) == best(state, kept, published)
            assert pairing.levels[-1].name == "changed-boards"
            assert pairing.study.unkept is not None
            seen.append("same" if pairs_of(pairing) == pairs_of(pairing.study.unkept) else "other")
    for what in ("none", "same", "other"):
        assert seen.count(what) >= 3


def test_without_keeping_it_is_the_optimum() -> None:
    costs = []
    for seed in range(80):
        preset, found = sorted(OPTIMA)[seed % len(OPTIMA)], position_of(seed)
        if found is None:
            continue
        tournament, published = found
        state = oracle.State(tournament, PRESETS[preset])
        optimum = None if state.illegal_fixes() else oracle.best(state)
        if optimum is None:
            continue
        pairing = pair(tournament, Request(PRESETS[preset], orders=Orders(keep=published)))
        levels, optima = optimum
        assert pairing.study.unkept is not None
        assert tuple(level.value for level in pairing.study.unkept.levels) == levels
        assert pairs_of(pairing.study.unkept) == oracle.natural(state, optima)
        assert pairing.study.without == pairing.study.unkept.levels
        costs.append(tuple(level.value for level in pairing.levels[1:]) != levels)
    assert costs.count(True) >= 5


def test_refused() -> None:
    tournament = random_tournament(random.Random(1), 6, 1, mess=0.0)
    orders = Orders(keep=frozenset({(1, 2)}))
    for request, words in (
        (Request(conditions=Conditions(max_changed=1)), "needs a published pairing"),
        (Request(orders=orders, conditions=Conditions(max_changed=-1)), "0 or more"),
        (Request(orders=orders, conditions=Conditions(max_changed=1, alternatives=2)), "limit of changed boards"),
    ):
        with pytest.raises(UsageProblem, match=words):
            pair(tournament, replace(request, rules=PRESETS["combined"]))
