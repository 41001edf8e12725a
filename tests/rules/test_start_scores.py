"""Starting scores (McMahon): ignored but for a warning, or by policy a part of every score that pairs."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.warnings import event_warnings, warnings_under
from pairproof.model.rules import PRESETS, Policy, effective_rules
from pairproof.model.state.history import DOWN, UP, history
from pairproof.model.state.position import position
from pairproof.model.state.ranking import sos
from pairproof.model.state.standings import final_standings, pairing_ranking
from pairproof.model.tournament import Tournament
from pairproof.solver import pair_manually
from pairproof.solver.optimal import pair
from pairproof.solver.proof.identity import rules_document
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle
from tests.reference.manual_method import Manual
from tests.rules.test_acceleration import FOUR
from tests.solver.test_optimum import check

RULES = PRESETS["combined"]
USED = replace(RULES, policy=Policy(start_scores="used"))
STARTED = replace(
    FOUR, players=tuple(replace(player, start_score=4 if player.id in (1, 2) else 0) for player in FOUR.players)
)


def started(seed: int) -> Tournament:
    rng = random.Random(seed)
    tournament = random_tournament(
        rng, rng.randint(2, 9), rng.randint(0, 5), mess=rng.choice([0.0, 0.3, 1.0]), acceleration=seed % 3 == 0
    )
    scores = rng.choice(((0, 2), (0, 2, 4, 6), (20, 24, 26, 27)))
    players = tuple(replace(player, start_score=rng.choice(scores)) for player in tournament.players)
    return replace(tournament, players=players)


@pytest.mark.parametrize("preset", OPTIMA)
def test_against_brute_force(preset: str) -> None:
    rules = replace(PRESETS[preset], policy=replace(PRESETS[preset].policy, start_scores="used"))
    for seed in range(24):
        check(started(seed), rules)
    check(replace(started(4), start_scores="ignored"), rules)


def test_the_manual_method_and_played_rounds_use_them() -> None:
    for seed in range(60):
        tournament = started(seed)
        try:
            found = pair_manually(tournament, Request(USED))
        except InvalidInput:
            continue
        expected = Manual(tournament, effective_rules(USED, tournament))
        assert (found.status, _pairs(found.partners)) == (expected.status, expected.pairs)


def _pairs(partners: dict[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset(oracle.pair_of(player, other) for player, other in partners.items() if player != 0)


def test_many_positions_are_paired_otherwise() -> None:
    different = 0
    for seed in range(60):
        try:
            one, other = pair(started(seed), Request(USED)), pair(started(seed), Request(RULES))
        except InvalidInput:
            continue
        different += one.partners != other.partners
    assert different > 15


def test_what_they_count_for() -> None:
    past = history(STARTED, USED, 1)
    assert past.scores == {1: 0, 2: 1, 3: 2, 4: 1}
    assert past.pairing_scores == {1: 4, 2: 5, 3: 2, 4: 1}
    assert [past.float_back(player, 1) for player in (1, 2, 3, 4)] == [DOWN, DOWN, UP, UP]
    assert sos(past, USED, 4) == 1  # the points that 2 has won
    assert [standing.values[0] for standing in pairing_ranking(STARTED, USED, 1)] == [5, 4, 2, 1]
    assert [line.player for line in final_standings(STARTED, USED, 1).lines] == [3, 2, 4, 1]
    here = position(replace(STARTED, rounds_planned=2), USED)
    assert np.array(here.ids)[here.topscorer].tolist() == [3]


def test_without_the_policy_nothing_changes() -> None:
    assert history(STARTED, RULES, 1) == history(FOUR, RULES, 1)
    plain, marked = pair(FOUR, Request(RULES)), pair(STARTED, Request(RULES))
    assert plain.certificate is not None
    assert plain.boards == marked.boards
    assert verify(plain.certificate, STARTED).valid
    assert "start_scores" not in rules_document(RULES)["policy"]


def test_the_certificate_knows_them() -> None:
    tournament = replace(STARTED, start_scores="used")
    certificate = pair(tournament, Request()).certificate
    assert certificate is not None
    assert verify(certificate, tournament).valid
    assert "policy.start_scores" in " ".join(verify(certificate, STARTED).problems)
    others = replace(tournament, players=tuple(replace(player, start_score=player.id) for player in FOUR.players))
    assert not verify(certificate, others).valid


def test_the_warning_stands_where_they_are_ignored() -> None:
    (warning,) = event_warnings(STARTED)
    assert "McMahon" in warning
    told = replace(STARTED, warnings=(warning, "another"))
    assert warnings_under(told, RULES) == [warning, "another"]
    assert warnings_under(told, USED) == ["another"]
    assert event_warnings(replace(STARTED, start_scores="used")) == []
    level = replace(STARTED, players=tuple(replace(player, start_score=8) for player in FOUR.players))
    assert event_warnings(level) == []


def test_the_dutch_system_has_none() -> None:
    dutch = replace(STARTED, start_scores="used", initial_colour="white")
    with pytest.raises(InvalidInput, match="no starting scores"):
        pair(dutch, Request(PRESETS["fide-dutch"]))
