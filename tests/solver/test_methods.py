"""Random legal pairings and Monrad pairings, against their definitions by brute force."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.rules import PRESETS
from pairproof.model.study.luck import Luck
from pairproof.model.tournament import BYE
from pairproof.solver.methods import pair_by, seating
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing
from pairproof.solver.terms import METHODS
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle

RULES = PRESETS["combined"]


def pairs_of(pairing: Pairing) -> frozenset[tuple[int, int]]:
    return frozenset(oracle.pair_of(player, other) for player, other in pairing.partners.items() if player != BYE)


def nearest_first(state: oracle.State, legal: list[frozenset[tuple[int, int]]]) -> frozenset[tuple[int, int]]:
    """From the top, each player with the first in rank order, the bye last, that some legal pairing allows."""
    order = [player for player in state.ranking if player in state.present]
    for place, player in enumerate(order):
        for partner in [*order[place + 1 :], BYE]:
            left = [pairing for pairing in legal if oracle.pair_of(player, partner) in pairing]
            if left:
                legal = left
                break
    (found,) = legal
    return found


@pytest.mark.parametrize("preset", OPTIMA)
def test_against_brute_force(preset: str) -> None:
    rules = PRESETS[preset]
    seen = Counter[str]()
    for seed in range(150):
        rng = random.Random(seed)
        tournament = random_tournament(rng, rng.randint(2, 9), rng.randint(0, 6), mess=rng.choice((0.0, 0.3, 1.0)))
        state = oracle.State(tournament, rules)
        legal = oracle.legal_pairings(state)
        try:
            pairings = {
                method: pair_by(method, tournament, Request(rules), Luck(seed, 0)) for method in ("random", "monrad")
            }
        except InvalidInput:
            continue
        if not legal:
            assert {pairing.status for pairing in pairings.values()} == {"infeasible"}
            assert all(pairing.proof.witness is not None and not pairing.boards for pairing in pairings.values())
            seen["infeasible"] += 1
            continue
        assert pairs_of(pairings["random"]) in legal
        assert pairs_of(pairings["monrad"]) == nearest_first(state, legal)
        for pairing in pairings.values():
            assert tuple(level.value for level in pairing.levels) == oracle.level_vector(state, pairs_of(pairing))
        seen["legal"] += 1
    assert seen["legal"] > 60
    assert preset == "small-field" or seen["infeasible"] > 5


def test_every_legal_pairing_can_come() -> None:
    tournament = simulated_open(6, 1, 1, absences=0)
    legal = oracle.legal_pairings(oracle.State(tournament, RULES))
    found = Counter(
        pairs_of(pair_by("random", tournament, Request(RULES), Luck(seed, 0))) for seed in range(60 * len(legal))
    )
    assert set(found) == set(legal)


def test_same_luck_same_pairing() -> None:
    tournament = simulated_open(20, 2, 1)
    one, again, other = (pairs_of(pair_by("random", tournament, Request(RULES), Luck(seed, 0))) for seed in (1, 1, 2))
    assert one == again != other


@pytest.mark.parametrize("method", METHODS)
def test_one_shape(method: str) -> None:
    tournament = simulated_open(31, 3, 2, absences=0)
    pairing = pair_by(method, tournament, Request(RULES), Luck(1, 1))
    found = seating(pairing)
    assert pairing.method == method
    assert found.bye == pairing.bye is not None
    assert len(found.games) == 15
