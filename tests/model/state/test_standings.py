"""Standings by hand (RULES 12, 2)."""

from __future__ import annotations

import pytest

from pairproof.model.rules import PRESETS
from pairproof.model.state.standings import complete_rounds, final_standings, pairing_ranking
from pairproof.model.tournament import Game, Player, Result, Round, Tournament

COMBINED = PRESETS["combined"]


def tournament(*rounds: Round, players: int = 4, lots: dict[int, int] | None = None) -> Tournament:
    lots = lots or {}
    return Tournament(
        name="t",
        players=tuple(Player(id, rating=2000 - id, lot=lots.get(id)) for id in range(1, players + 1)),
        rounds=rounds,
    )


def lines(found):
    """Places, player, score, SOS, GAM, and whether the game between two who were level decided."""
    return [(s.first, s.last, s.player, *s.values[:3], s.values[3] is not None) for s in found.lines]


def test_score_sos_gam():
    played = tournament(
        Round((Game(1, 2, Result.WHITE_WINS, gam=(5, 3)), Game(3, 4, Result.DRAW, gam=(2, 4)))),
        Round((Game(1, 3, Result.DRAW, gam=(1, 1)), Game(2, 4, Result.WHITE_WINS, gam=(7, 0)))),
    )
    # Scores: 1: 2+1 = 3, 2: 0+2 = 2, 3: 1+1 = 2, 4: 1+0 = 1.  SOS on final scores: 1: 2+2 = 4, 2: 3+1 = 4,
    # 3: 1+3 = 4, 4: 2+2 = 4.  2 and 3 are level in score and SOS; GAM 3+7 = 10 against 2+1 = 3.
    assert lines(final_standings(played, COMBINED, 2)) == [
        (1, 1, 1, 3, 4, 6, False),
        (2, 2, 2, 2, 4, 10, False),
        (3, 3, 3, 2, 4, 3, False),
        (4, 4, 4, 1, 4, 4, False),
    ]


def test_the_game_between_two_who_are_level():
    # 2 beat 1, 1 beat 3, 2 lost to 4, 3 and 4 otherwise lose: 1 and 2 have 2 points each.
    played = tournament(
        Round((Game(2, 1, Result.WHITE_WINS), Game(3, 4, Result.BOTH_LOSE))),
        Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.WHITE_WINS))),
    )
    # Scores 2, 2, 0, 2.  SOS: 1: 2 (of 2) + 0 = 2; 2: 2 (of 1) + 2 (of 4) = 4; 4: 0 + 2 = 2; 3: 2 + 2 = 4.
    # So 2 leads; 1 and 4 are level and never met: they share 2–3.
    assert lines(final_standings(played, COMBINED, 2)) == [
        (1, 1, 2, 2, 4, 0, False),
        (2, 3, 1, 2, 2, 0, False),
        (2, 3, 4, 2, 2, 0, False),
        (4, 4, 3, 0, 4, 0, False),
    ]


@pytest.mark.parametrize(
    ("result", "order", "direct"),
    [
        (Result.BLACK_WINS, [2, 1], True),
        (Result.WHITE_WINS, [1, 2], True),
        (Result.DRAW, [1, 2], False),
        (Result.BLACK_WINS_BY_FORFEIT, [1, 2], False),
    ],
)
def test_only_a_played_decisive_game_decides(result, order, direct):
    # Round 2 levels the two by full-point byes for the one who lost round 1; a win counts for the winner's SOS nothing
    # and the loser's SOS the winner's points, so a rule set without points for wins keeps both level.
    from dataclasses import replace

    flat = replace(COMBINED, points=replace(COMBINED.points, win=0, draw=0, loss=0, absent=0))
    played = tournament(Round((Game(1, 2, result),)), players=2)
    found = final_standings(played, flat, 1).lines
    assert [standing.player for standing in found] == order
    assert [line.values[3] is not None for line in found] == [direct, direct]
    assert [(standing.first, standing.last) for standing in found] == ([(1, 1), (2, 2)] if direct else [(1, 2), (1, 2)])


def test_two_games_against_each_other():
    from dataclasses import replace

    flat = replace(COMBINED, points=replace(COMBINED.points, win=0, draw=0, loss=0))
    one_each = tournament(Round((Game(1, 2, Result.WHITE_WINS),)), Round((Game(2, 1, Result.WHITE_WINS),)), players=2)
    assert [line.values[3] for line in final_standings(one_each, flat, 2).lines] == [None, None]


def test_three_who_are_level_share_in_the_order_of_lots():
    played = tournament(
        Round((Game(1, 2, Result.WHITE_WINS),), byes=(3,)),
        Round((Game(2, 3, Result.WHITE_WINS),), byes=(1,)),
        Round((Game(3, 1, Result.WHITE_WINS),), byes=(2,)),
        players=3,
        lots={1: 3, 2: 1, 3: 2},
    )
    # Each won one, lost one, had one bye: 4 points, SOS 8.
    assert lines(final_standings(played, COMBINED, 3)) == [
        (1, 3, 2, 4, 8, 0, False),
        (1, 3, 3, 4, 8, 0, False),
        (1, 3, 1, 4, 8, 0, False),
    ]


def test_a_game_stopped_by_time_is_decided_by_its_points():
    stopped = tournament(Round((Game(1, 2, Result.STOPPED_BY_TIME, gam=(3, 9)),)), players=2)
    assert [standing.player for standing in final_standings(stopped, COMBINED, 1).lines] == [2, 1]


def test_the_last_complete_round():
    complete = Round((Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW)))
    half = Round((Game(1, 3, Result.DRAW), Game(2, 4)))
    assert complete_rounds(tournament(), COMBINED) == 0
    assert complete_rounds(tournament(complete), COMBINED) == 1
    assert complete_rounds(tournament(complete, half), COMBINED) == 1
    # Of a round that is not, the results that there are count.
    found = final_standings(tournament(complete, half), COMBINED, 2)
    assert {line.player: line.values[0] for line in found.lines} == {1: 2, 3: 2, 2: 1, 4: 1}


def test_ranking_for_pairing_uses_the_rule_sets_keys():
    played = tournament(Round((Game(1, 2, Result.BLACK_WINS), Game(3, 4, Result.DRAW))))
    found = pairing_ranking(played, PRESETS["colour-swiss"], 1)
    assert [(s.first, s.last, s.player, s.values) for s in found] == [
        (1, 1, 2, (2, 1998, 2)),
        (2, 2, 3, (1, 1997, 3)),
        (3, 3, 4, (1, 1996, 4)),
        (4, 4, 1, (0, 1999, 1)),
    ]
