"""The simulator: reproducible, independent of the pairing, and with the chances it promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import sqrt

import pytest

from pairproof.model import check_tournament, dump_toml
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.table import too_many_for, written_as
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.rules import PRESETS
from pairproof.model.study.luck import Luck
from pairproof.model.study.settings import Ratings, Settings
from pairproof.model.study.simulation import Field, PairRound, Seating, Simulated, chances, expectation, play
from pairproof.model.tournament import Result, Tournament
from pairproof.solver.methods import pair_by, seating
from pairproof.solver.request import Request

RULES = PRESETS["combined"]
EVERYTHING = Settings(
    players=15, rounds=6, absences=0.05, half_byes=0.05, full_byes=0.03, forfeits=0.05, withdrawals=0.03,
    late_entries=0.2, groups=3, gam=20,
)  # fmt: skip


def by(method: str, field: Field) -> PairRound:
    """Rounds paired by a method; the optimum where the manual one is stuck."""

    def pair_round(tournament: Tournament) -> Seating | None:
        pairing = pair_by(method, tournament, Request(RULES), field.luck)
        if pairing.status == "stuck":
            pairing = pair_by("optimal", tournament, Request(RULES), field.luck)
        return None if pairing.status == "infeasible" else seating(pairing)

    return pair_round


def simulated(settings: Settings, seed: int, number: int, method: str = "optimal") -> Simulated:
    field = Field(settings, seed, number)
    return play(field, by(method, field), rules="combined")


def test_same_seed_same_bytes_and_others_differ() -> None:
    files = {
        (seed, number): dump_toml(simulated(EVERYTHING, seed, number).tournament)
        for seed in (1, 2)
        for number in (1, 2)
    }
    assert len(set(files.values())) == 4
    assert dump_toml(simulated(EVERYTHING, 2, 1).tournament) == files[2, 1]


def test_pinned() -> None:
    """Seeds that people have written down stay good: a change of this is a change for the changelog."""
    assert Luck(1, 1).uniform("game", 1, 2, 3) == 0.08992868252304265
    assert [player.rating for player in Field(Settings(players=4, rounds=3), 1, 1).players] == [2299, 2224, 1610, 1473]


@pytest.mark.parametrize("method", ["optimal", "manual", "random", "monrad"])
@pytest.mark.parametrize("number", range(5))
def test_simulated_tournaments_are_good_input(method: str, number: int) -> None:
    found = simulated(EVERYTHING, 7, number, method)
    assert check_tournament(found.tournament) == []
    assert found.ended is not None or len(found.tournament.rounds) == EVERYTHING.rounds


def test_luck_does_not_depend_on_the_method() -> None:
    """Games between the same two in the same round and with the same colours have the same result, and the same players
    are away."""
    settings = replace(EVERYTHING, players=10, rounds=5)
    alike = 0
    for number in range(6):
        one, other = (simulated(settings, 3, number, method).tournament for method in ("optimal", "monrad"))
        for first, second in zip(one.rounds, other.rounds, strict=False):
            assert (first.half_byes, first.full_byes, first.seated()) == (
                second.half_byes, second.full_byes, second.seated()
            )  # fmt: skip
            both = set(first.games) & set(second.games)
            pairs = {(g.white, g.black) for g in first.games} & {(g.white, g.black) for g in second.games}
            assert len(both) == len(pairs)
            alike += len(both)
    assert alike > 10


def test_the_same_luck_whatever_the_colours() -> None:
    """Between equals and without white's advantage, a game with colours swapped goes the same way for the players."""
    field = Field(Settings(players=2, rounds=1, ratings=Ratings("list", (2000, 2000)), noise=0, advantage=0), 5, 1)
    swapped = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS, Result.DRAW: Result.DRAW}
    results = Counter[Result]()
    for number in range(200):
        result = field.game(number, 1, 2, colours=True).result
        assert result is not None
        assert field.game(number, 2, 1, colours=True).result is swapped[result]
        results[result] += 1
    assert len(results) == 3


@pytest.mark.parametrize("lead", [-700, -120, 0, 35, 400])
@pytest.mark.parametrize("draws", [0.0, 0.3, 0.8, 1.0])
def test_chances_keep_elos_expectation(lead: float, draws: float) -> None:
    win, draw, loss = chances(lead, draws)
    assert min(win, draw, loss) >= 0
    assert win + draw + loss == pytest.approx(1)
    assert win + draw / 2 == pytest.approx(expectation(lead))
    assert chances(0, draws)[1] == pytest.approx(draws)


def test_games_come_out_as_the_chances_say() -> None:
    settings = Settings(players=2, rounds=1, ratings=Ratings("list", (2000, 1900)), noise=0, advantage=30, draws=0.3)
    field = Field(settings, 11, 1)
    games = 6000
    results = Counter(field.game(number, 1, 2, colours=True).result for number in range(games))
    for result, chance in zip((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS), chances(130, 0.3), strict=True):
        assert abs(results[result] / games - chance) < 4 * sqrt(chance * (1 - chance) / games)
    without = Counter(field.game(number, 1, 2, colours=False).result for number in range(games))
    assert abs(without[Result.WHITE_WINS] / games - chances(100, 0.3)[0]) < 0.025


def test_rates() -> None:
    settings = Settings(players=400, rounds=9, absences=0.1, half_byes=0.05, late_entries=0.3, withdrawals=0.02)
    field = Field(settings, 2, 1)
    later = sum(entry > 1 for entry in field.enters.values())
    assert 80 < later < 160
    assert max(field.enters.values()) <= 5
    assert 30 < len(field.leaves) < 100
    everybody = replace(settings, late_entries=0.0, withdrawals=0.0)
    away = [Field(everybody, 2, 1).coming(number) for number in range(1, 10)]
    assert 0.07 < sum(len(one.absent) for one in away) / 3600 < 0.13
    assert 0.03 < sum(len(one.half_byes) for one in away) / 3600 < 0.07
    noise = [field.strength[player.id] - player.rating for player in field.players]
    assert 40 < sqrt(sum(value * value for value in noise) / len(noise)) < 60


@pytest.mark.parametrize("result", ["draws", "wins"])
def test_game_points(result: str) -> None:
    settings = Settings(players=2, rounds=1, gam=21, draws=1.0 if result == "draws" else 0.0,
                        ratings=Ratings("list", (2000, 2000)), noise=0, advantage=0)  # fmt: skip
    field = Field(settings, 1, 1)
    for number in range(50):
        game = field.game(number, 1, 2, colours=True)
        assert game.gam is not None
        white, black = game.gam
        if game.result is Result.DRAW:
            assert white == black == 10
        else:
            assert white + black == 21
            assert (white > black) == (game.result is Result.WHITE_WINS)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Settings(players=0), "at least two players"),
        (Settings(players=1), "at least two players"),
        (Settings(rounds=0), "at least one round"),
        (Settings(players=8, rounds=8), "7 at most"),
        (Settings(players=9, rounds=10), "9 at most"),
        (Settings(draws=1.5), "draws must be between 0 and 1"),
        (Settings(forfeits=-0.1), "forfeits must be between 0 and 1"),
        (Settings(withdrawals=float("nan")), "withdrawals must be between 0 and 1"),
        (Settings(absences=0.6, half_byes=0.6), "together cannot exceed 1"),
        (Settings(noise=-1), "noise must be"),
        (Settings(advantage=float("inf")), "advantage must be"),
        (Settings(groups=-1), "cannot be negative"),
        (Settings(restricted_until=7), "must end before the last"),
        (Settings(ratings=Ratings("list", (1, 2))), "2 ratings for 32 players"),
        (Settings(ratings=Ratings("uniform", (2200, 1400))), "the lower first"),
        (Settings(ratings=Ratings("normal", (1800, -1))), "cannot be negative"),
        (Settings(players=2, rounds=1, ratings=Ratings("list", (1, 10000))), "between 0 and 9999"),
    ],
)
def test_impossible_settings(settings: Settings, words: str) -> None:
    assert len(settings.faults()) == 1
    with pytest.raises(UsageProblem, match=words):
        settings.checked()


def test_more_players_than_trf_has_start_numbers_for() -> None:
    players = 10_002

    def neighbours(tournament: Tournament) -> Seating:
        return Seating(tuple(pairwise(tournament.ids))[::2])

    played = play(Field(Settings(players=players, rounds=1).checked(), 1, 1), neighbours).tournament
    assert read_toml(written_as("toml", played)).players == played.players
    assert too_many_for("toml", players) == []
    assert too_many_for("trf", players) == ["TRF start numbers have 4 digits: at most 9,999 players, not 10,002."]


def test_every_fault_at_once() -> None:
    with pytest.raises(UsageProblem) as caught:
        Settings(players=8, rounds=9, draws=2, forfeits=3).checked()
    assert len(str(caught.value).splitlines()) == 3


def test_with_rematches_there_is_no_limit() -> None:
    assert Settings(players=4, rounds=9).faults(rematches=True) == []


def test_a_tournament_that_cannot_go_on() -> None:
    # Six of six opponents met, or nobody left: the tournament ends, and its file says who was away.
    found = simulated(Settings(players=6, rounds=5, withdrawals=0.5), 1, 1)
    assert found.ended is not None
    assert len(found.tournament.rounds) < 5
    assert found.tournament.next.absent
