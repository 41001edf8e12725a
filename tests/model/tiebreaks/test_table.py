"""Places by a list of tie-breaks, and tie-breaks that no vector covers, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairproof.model.rules import PRESETS, RuleSet
from pairproof.model.state.standings import final_standings, standings_by
from pairproof.model.tiebreaks.crosstable import Crosstable, crosstable_after
from pairproof.model.tiebreaks.parsing import read_codes
from pairproof.model.tiebreaks.table import Table
from pairproof.model.tournament import Game, Player, Result, Round, Tournament

RULES = PRESETS["combined"]
WON, DREW, LOST = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
FORFEITED = Result.BLACK_WINS_BY_FORFEIT


def event(*rounds: Round, players: int = 4, **fields: object) -> Tournament:
    everybody = tuple(Player(id, f"P{id}", rating=2000 - 10 * id) for id in range(1, players + 1))
    return replace(Tournament("t", everybody, rounds, rounds_planned=len(rounds)), **fields)  # type: ignore[arg-type]


def table(tournament: Tournament, *codes: str, rules: RuleSet = RULES, **options: object) -> Table:
    cross: Crosstable = crosstable_after(tournament, rules, len(tournament.rounds), **options)  # type: ignore[arg-type]
    read, problems = read_codes(codes)
    assert not problems
    return standings_by(cross, read)


def values(found: Table) -> dict[int, object]:
    """Of the last tie-break."""
    return dict(found.columns[-1].values)


def order(found: Table) -> list[tuple[int, int, int]]:
    return [(line.first, line.last, line.player) for line in found.lines]


def round_(*games: tuple[int, int, Result], byes: tuple[int, ...] = (), half_byes: tuple[int, ...] = ()) -> Round:
    return Round(tuple(Game(white, black, result) for white, black, result in games), byes, half_byes)


# --- Places -----------------------------------------------------------------------------------------------------------

TWO_ROUNDS = event(round_((1, 2, WON), (3, 4, DREW)), round_((4, 1, DREW), (2, 3, WON)))
"""Points: 1: 1½, 2: 1, 3: ½, 4: 1."""


def test_the_score_stands_in_front_and_places_are_shared() -> None:
    found = table(TWO_ROUNDS, "WON")
    assert [str(column.code) for column in found.columns] == ["PTS", "WON"]
    assert order(found) == [(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 4, 3)]
    assert order(table(TWO_ROUNDS, "REP")) == [(1, 1, 1), (2, 3, 2), (2, 3, 4), (4, 4, 3)]


def test_the_score_may_stand_elsewhere() -> None:
    assert order(table(TWO_ROUNDS, "WON", "PTS")) == [(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 4, 3)]
    assert order(table(TWO_ROUNDS, "TPN/R", "PTS"))[0] == (1, 1, 4)


def test_lower_and_reversed() -> None:
    assert [player for *_, player in order(table(TWO_ROUNDS, "REP", "TPN"))] == [1, 2, 4, 3]
    assert [player for *_, player in order(table(TWO_ROUNDS, "TPN/R"))] == [1, 4, 2, 3]
    assert [player for *_, player in order(table(TWO_ROUNDS, "RTNG/R"))] == [1, 4, 2, 3]


def test_undefined_stands_behind_also_reversed() -> None:
    lots = replace(TWO_ROUNDS, players=tuple(replace(p, lot=7) if p.id == 4 else p for p in TWO_ROUNDS.players))
    found = table(lots, "LOT")
    assert values(found) == {1: None, 2: None, 3: None, 4: 7}
    assert [player for *_, player in order(found)] == [1, 4, 2, 3]


def test_what_cannot_be_computed_is_left_out_and_said() -> None:
    bare = replace(TWO_ROUNDS, players=tuple(replace(p, rating=0) if p.id == 3 else p for p in TWO_ROUNDS.players))
    found = table(bare, "BH:GP", "ARO", "SPREAD", "LOT", "RANK", "WON")
    assert [str(column.code) for column in found.columns] == ["PTS", "WON"]
    assert [remark.code for remark in found.left_out] == ["BH:GP", "ARO", "SPREAD", "LOT", "RANK"]
    assert "3 P3 has no rating" in found.left_out[1].words
    for given in (table(bare, "ARO/U1000"), table(bare, "ARO", unrated=1000)):
        assert not given.left_out
        assert values(given)[2] == (1990 + 1000 + 1) // 2
    assert values(table(bare, "ARO/U1200", unrated=1000))[2] == (1990 + 1200 + 1) // 2


@pytest.mark.parametrize("code", ["BH", "FB/C1", "AOB"])
def test_buchholz_is_refused_in_a_round_robin(code: str) -> None:
    assert "C.07 8" in table(TWO_ROUNDS, code, predetermined=True).left_out[0].words
    assert not table(TWO_ROUNDS, code, predetermined=False).left_out


def test_koya_in_a_swiss_has_a_remark() -> None:
    assert [remark.code for remark in table(TWO_ROUNDS, "KS").remarks] == ["KS"]
    assert not table(TWO_ROUNDS, "KS", predetermined=True).remarks


def test_koya_moves_its_limit_by_half_points() -> None:
    # Half of two points is one; 1 met 2 (1 point) and 4 (1 point), 3 met 4 and 2.
    assert values(table(TWO_ROUNDS, "KS"))[1] == 3
    assert values(table(TWO_ROUNDS, "KS/L+1"))[1] == 0
    assert values(table(TWO_ROUNDS, "KS/L-1"))[4] == 2


def test_direct_encounters_are_computed_among_those_still_level() -> None:
    # 1 beat 2, 2 beat 3, 3 beat 1: level.  With the bye 3 has more points, and the game of the two others decides.
    circle = (round_((1, 2, WON)), round_((2, 3, WON)), round_((3, 1, WON)))
    found = table(event(*circle, players=3), "DE")
    assert values(found) == {1: None, 2: None, 3: None}
    assert [(line.first, line.last) for line in found.lines] == [(1, 3)] * 3
    found = table(event(round_((1, 2, WON), byes=(3,)), *circle[1:], players=3), "DE")
    assert values(found) == {1: 1, 2: 2, 3: None}


def test_after_a_direct_encounter_another_may_decide_more() -> None:
    # 1, 2 and 3 are level on 1; only 1 and 2 met, and 3 could still be ahead of 1: nothing. Less TPN, 1 is ahead of 2.
    tied = event(round_((1, 2, WON), (3, 4, WON)), round_((2, 4, WON), (1, 5, LOST)), players=5)
    found = table(tied, "DE", "REP", "DE")
    assert [str(column.code) for column in found.columns] == ["PTS", "DE", "REP", "DE"]
    assert found.columns[1].values[1] is None
    # REP puts 3 and 5 (absent once) behind 1 and 2, whom their game then decides.
    assert {player: found.columns[3].values[player] for player in (1, 2)} == {1: 1, 2: 2}


def test_a_game_without_result_counts_nothing() -> None:
    opened = event(round_((1, 2, WON), (3, 4, DREW)), Round((Game(4, 1), Game(2, 3, WON))))
    assert values(table(opened, "BH"))[1] == 2
    assert values(table(opened, "REP")) == dict.fromkeys((1, 2, 3, 4), 2)
    assert values(table(opened, "STD"))[4] == 1
    # In the last round it counts for fore Buchholz as a draw, as every game does.
    assert values(table(opened, "FB"))[1] == values(table(TWO_ROUNDS, "FB"))[1]


def test_fore_buchholz_before_the_last_round_is_buchholz() -> None:
    longer = replace(TWO_ROUNDS, rounds_planned=5)
    assert values(table(longer, "FB")) == values(table(longer, "BH"))
    assert values(table(TWO_ROUNDS, "FB")) != values(table(TWO_ROUNDS, "BH"))


def test_the_file_says_what_counts() -> None:
    found = final_standings(replace(TWO_ROUNDS, tie_breaks=("REP", "TPN/R")), RULES, 2)
    assert found.named
    assert [line.player for line in found.lines] == [1, 4, 2, 3]
    assert not final_standings(TWO_ROUNDS, RULES, 2).named


def test_who_has_left() -> None:
    away = event(round_((1, 2, WON), (3, 4, WON)), round_((1, 3, WON), byes=(2,)), round_((1, 2, WON)), players=5)
    assert table(away).cross.withdrawn == {4, 5}
    told = replace(away, players=tuple(replace(p, withdrawn_after=2) if p.id == 3 else p for p in away.players))
    assert table(told).cross.withdrawn == {3, 4, 5}


# --- Older editions ---------------------------------------------------------------------------------------------------


def test_the_virtual_opponent_of_2009() -> None:
    # Player 1: a win, a bye, a loss; player 2: a loss, a win, absent (a draw for his opponents).
    played = event(
        round_((1, 2, WON), (3, 4, DREW)),
        round_((2, 3, WON), byes=(1,), half_byes=(4,)),
        round_((4, 1, WON)),
        players=4,
    )
    found = values(table(played, "BH", edition="2009"))
    # 1: opponent 2 with 1 + ½ for round 3; the bye: 1 before it, nothing got by the other, ½ for the round after it;
    # opponent 4 with ½ + ½ + 1 = 2.
    assert found[1] == 3 + (2 + 0 + 1) + 4
    # 2: opponent 1 with 1 + ½ + 0; opponent 3 with ½ + 0 + ½; round 3: 1 before it, and a win for the other.
    assert found[2] == 3 + 2 + (2 + 2)


def test_before_2026_the_stand_in_has_the_own_score() -> None:
    # 1 wins by forfeit against 2, who has nothing: 2 points of his own against the lower score of 2.
    played = event(round_((2, 1, FORFEITED), (3, 4, DREW)), round_((1, 3, WON), (2, 4, LOST)))
    assert values(table(played, "BH"))[1] == 0 + 1
    assert values(table(played, "BH", edition="2023"))[1] == 4 + 1


def test_before_2026_forfeits_of_a_round_robin_are_games() -> None:
    played = event(round_((1, 2, FORFEITED), (3, 4, WON)), players=4)
    for code, player, now, then in (("REP", 1, 0, 1), ("BPG", 2, 0, 1), ("ARO", 1, None, 1980)):
        assert values(table(played, code, predetermined=True))[player] == now, code
        assert values(table(played, code, predetermined=True, edition="2023"))[player] == then, code
        assert values(table(played, code, edition="2023"))[player] == now, code


# --- Other games ------------------------------------------------------------------------------------------------------

DISCS = event(
    Round((Game(1, 2, WON, gam=(40, 24)), Game(3, 4, LOST, gam=(20, 44)))),
    Round((Game(1, 4, WON, gam=(33, 31)), Game(2, 3, DREW, gam=(32, 32)))),
    Round((Game(3, 1, LOST, gam=(10, 54)),), byes=(4,)),
)
"""Half points: 1: 6, 2: 1, 3: 1, 4: 4."""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("SOS", {1: 1 + 4 + 1, 2: 6 + 1, 3: 4 + 1 + 6, 4: 1 + 6}),
        ("SOS/C1", {1: 5, 2: 6, 3: 10, 4: 6}),
        ("SOS/C1/Z", {1: 5, 2: 7, 3: 10, 4: 7}),
        ("SODOS", {1: 2 * (1 + 4 + 1), 2: 1, 3: 1, 4: 2 * 1}),
        ("SOSOS", {1: 7 + 7 + 11, 2: 6 + 11, 3: 7 + 7 + 6, 4: 11 + 6}),
        ("CUSS", {1: 2 + 4 + 6, 2: 0 + 1 + 1, 3: 0 + 1 + 1, 4: 2 + 2 + 4}),
        ("GAM", {1: 127, 2: 56, 3: 62, 4: 75}),
        ("SPREAD", {1: 16 + 2 + 44, 2: -16, 3: -24 - 44, 4: 24 - 2}),
        # Twice the discs, and six times the half points of the opponents; for the bye 32 and the own score.
        ("BQ", {1: 254 + 6 * 6, 2: 112 + 6 * 7, 3: 124 + 6 * 11, 4: 150 + 6 * 7 + 64 + 6 * 4}),
        ("BQ/K2", {1: 254 + 2 * 6, 2: 112 + 2 * 7, 3: 124 + 2 * 11, 4: 150 + 2 * 7 + 64 + 2 * 4}),
    ],
)
def test_other_games(code: str, expected: dict[int, int]) -> None:
    assert values(table(DISCS, code)) == expected


def test_a_game_against_who_withdrew_counts_half_the_discs() -> None:
    gone = replace(DISCS, players=tuple(replace(p, withdrawn_after=2) if p.id == 2 else p for p in DISCS.players))
    assert values(table(gone, "BQ"))[1] == 64 + 6 * 6 + (66 + 6 * 4) + (108 + 6 * 1)


def test_no_spread_without_every_score() -> None:
    unscored = replace(DISCS, rounds=(*DISCS.rounds[:2], Round((Game(3, 1, LOST),), byes=(4,))))
    assert "round 3" in table(unscored, "SPREAD").left_out[0].words
    assert not table(unscored, "GAM").left_out
