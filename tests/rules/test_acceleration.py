"""Accelerated rounds and corrected scores: which score counts where (CONTRACT 1.5), and brute force on all of it."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.rules import PRESETS
from pairproof.model.state.history import DOWN, NO_FLOAT, UP, history
from pairproof.model.state.position import position
from pairproof.model.state.ranking import ranked, sos
from pairproof.model.state.standings import final_standings, pairing_ranking
from pairproof.model.tournament import Game, Player, Result, Round, Tournament
from pairproof.solver.optimal import pair
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle
from tests.solver.test_optimum import check

RULES = PRESETS["combined"]
FOUR = Tournament(
    name="Four",
    players=tuple(Player(ident, rating=2000 - ident) for ident in (1, 2, 3, 4)),
    rounds=(Round((Game(1, 3, Result.BLACK_WINS), Game(4, 2, Result.DRAW))),),
    rounds_planned=3,
)


def accelerated(seed: int) -> Tournament:
    rng = random.Random(seed)
    return random_tournament(
        rng, rng.randint(2, 9), rng.randint(0, 6), mess=rng.choice([0.0, 0.3, 1.0]), acceleration=True
    )


@pytest.mark.parametrize("preset", OPTIMA)
@pytest.mark.parametrize("chunk", range(6))
def test_against_brute_force(preset: str, chunk: int) -> None:
    for seed in range(chunk, 240, 6):
        check(accelerated(seed), PRESETS[preset])


def test_the_positions_are_worth_it() -> None:
    """Many positions are paired otherwise than without the fictitious points, and some have topscorers."""
    different = top = 0
    for seed in range(120):
        tournament = accelerated(seed)
        plain = replace(tournament, accelerated={}, corrections={})
        try:
            one, other = pair(tournament, Request(RULES)), pair(plain, Request(RULES))
        except InvalidInput:
            continue
        different += one.partners != other.partners
        top += bool(one.problem.position.topscorer.any())
    assert different > 25
    assert top > 10


@pytest.mark.parametrize("seed", range(20))
def test_the_certificate_verifies_and_knows_the_points(seed: int) -> None:
    tournament = accelerated(1000 + seed)
    try:
        pairing = pair(tournament, Request(RULES))
    except InvalidInput:
        return
    assert pairing.certificate is not None
    assert verify(pairing.certificate, tournament).valid
    following = len(tournament.rounds) + 1
    everybody = {player: 2 if player % 2 else 4 for player in tournament.ids}
    changed = replace(tournament, accelerated={**tournament.accelerated, following: everybody})
    if changed.accelerated != tournament.accelerated and pairing.status == "optimal":
        assert not verify(pairing.certificate, changed).valid


def test_fictitious_points_count_for_the_pairing_of_their_round_only() -> None:
    tournament = replace(FOUR, accelerated={2: {1: 5, 4: 1}})
    past = history(tournament, RULES, 1)
    assert past.scores == {1: 0, 2: 1, 3: 2, 4: 1}
    assert past.pairing_scores == {1: 5, 2: 1, 3: 2, 4: 2}
    assert ranked(tournament, RULES, past) == [1, 4, 3, 2]  # 4 before 3 by SOS: 1 against 0
    assert sos(past, RULES, 3) == 0
    assert [standing.player for standing in final_standings(tournament, RULES, 1).lines] == [3, 2, 4, 1]
    assert [standing.values[0] for standing in pairing_ranking(tournament, RULES, 1)] == [5, 2, 2, 1]
    assert history(replace(FOUR, accelerated={3: {1: 5}}), RULES, 1).pairing_scores == past.scores


def test_floats_follow_the_scores_the_round_was_paired_by() -> None:
    tournament = replace(FOUR, accelerated={1: {1: 2, 2: 2}})
    past = history(tournament, RULES, 1)
    assert [past.float_back(player, 1) for player in (1, 2, 3, 4)] == [DOWN, DOWN, UP, UP]
    level = replace(FOUR, accelerated={1: dict.fromkeys((1, 2, 3, 4), 2)})
    assert [history(level, RULES, 1).float_back(player, 1) for player in (1, 2, 3, 4)] == [NO_FLOAT] * 4


def test_a_topscorer_has_earned_it() -> None:
    last = replace(FOUR, rounds_planned=2, accelerated={2: {1: 5}})
    here = position(last, RULES)
    assert np.array(here.ids)[here.topscorer].tolist() == [3]


def test_corrections_are_points_like_any_other() -> None:
    tournament = replace(FOUR, corrections={1: {3: -1, 2: 2}})
    past = history(tournament, RULES, 1)
    assert past.scores == past.pairing_scores == {1: 0, 2: 3, 3: 1, 4: 1}
    assert sos(past, RULES, 4) == 3
    assert oracle.State(tournament, RULES).score == past.scores
    assert final_standings(tournament, RULES, 1).lines[0].player == 2


def test_no_score_is_less_than_nothing() -> None:
    with pytest.raises(InvalidInput, match="player 1 with -1 half points"):
        history(replace(FOUR, corrections={1: {1: -1}}), RULES, 1)
