"""What is wrong with a tournament, whatever file it came from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.check import check_tournament
from pairproof.model.formats.places import line_of
from pairproof.model.formats.warnings import event_warnings, group_warnings
from pairproof.model.rules import PRESETS
from pairproof.model.state.history import incomplete_games
from pairproof.model.tournament import FixedPair, Game, NextRound, Player, Result, Round, Tournament

WIN = Result.WHITE_WINS
GOOD = Tournament(
    name="Good",
    players=tuple(Player(ident) for ident in range(1, 8)),
    rounds=(
        Round((Game(1, 2, WIN), Game(3, 4, Result.DRAW)), byes=(5,), half_byes=(6,)),
        Round((Game(2, 3, WIN), Game(5, 1, None))),
    ),
    rounds_planned=5,
    restricted_until=4,
    next=NextRound(
        absent=frozenset({7}),
        half_byes=frozenset({6}),
        forbid=frozenset({(1, 3), (0, 4)}),
        fix=(FixedPair(2, 5, True),),
    ),
)


def messages(tournament: Tournament) -> list[str]:
    return [str(fault) for fault in check_tournament(tournament)]


def with_round(**fields: Any) -> Tournament:
    """GOOD with one more field in its first round."""
    return replace(GOOD, rounds=(replace(GOOD.rounds[0], **fields), *GOOD.rounds[1:]))


def with_next(**fields: Any) -> Tournament:
    return replace(GOOD, next=replace(GOOD.next, **fields))


def test_a_good_tournament_has_no_faults() -> None:
    assert messages(GOOD) == []


GAMES = GOOD.rounds[0].games


@pytest.mark.parametrize(
    ("tournament", "expected"),
    [
        (replace(GOOD, players=(*GOOD.players, Player(0))), "player 0: The id 0 is no start number"),
        (replace(GOOD, players=(*GOOD.players, Player(-3))), "player -3: The id -3 is no start number"),
        (replace(GOOD, players=(*GOOD.players, Player(3))), "player 3: The id 3 is given to two players"),
        (
            with_round(games=(*GAMES, Game(7, 9, WIN))),
            "player 9, round 1: Player 9 has a game, but there is no player 9",
        ),
        (with_round(games=(*GAMES, Game(7, 7, WIN))), "player 7, round 1: Player 7 is paired against himself"),
        (with_round(games=(*GAMES, Game(7, 1, WIN))), "player 1, round 1: Player 1 has two games in one round"),
        (with_round(byes=(5, 1)), "player 1, round 1: Player 1 has a game and the bye in one round"),
        (with_round(byes=(5, 5)), "player 5, round 1: Player 5 has the bye twice in one round"),
        (with_round(full_byes=(6,)), "player 6, round 1: Player 6 has a half-point bye and a full-point bye"),
        (with_round(byes=(8,)), "player 8, round 1: Player 8 has the bye, but there is no player 8"),
        (
            with_round(games=(*GAMES, Game(7, 0, WIN))),
            "player 0, round 1: Player 0 has a game, but there is no player 0",
        ),
        (with_round(games=(replace(GAMES[0], result=None), GAMES[1])), "player 1, round 1: The game 1-2 has no result"),
        (with_round(games=(replace(GAMES[0], gam=(3, -1)), GAMES[1])), "player 2, round 1: The GAM of player 2 is -1"),
        (
            with_round(games=(Game(1, 2, Result.BOTH_FORFEIT, gam=(1, 0)), GAMES[1])),
            "player 1, round 1: The game 1-2 was forfeited",
        ),
        (replace(GOOD, rounds_planned=1, restricted_until=None), "round 2: 2 rounds are recorded, but only 1"),
        (replace(GOOD, rounds_planned=0, rounds=(), restricted_until=None), "The number of rounds is 0"),
        (replace(GOOD, restricted_until=5), "restricted_until is 5, but must be less than the number of rounds (5)"),
        (with_next(absent=frozenset({7, 8})), "player 8, round 3: Player 8 is absent, but there is no player 8"),
        (with_next(absent=frozenset({6})), "player 6, round 3: Player 6 is both absent and on a half-point bye"),
        (with_next(full_byes=frozenset({7})), "player 7, round 3: Player 7 is both absent and on a full-point bye"),
        (with_next(forbid=frozenset({(1, 9)})), "player 9, round 3: forbid names player 9"),
        (with_next(forbid=frozenset({(4, 4)})), "player 4, round 3: forbid names player 4 against himself"),
        (with_next(fix=(FixedPair(3, 3),)), "player 3, round 3: fix names player 3 against himself"),
        (with_next(fix=(FixedPair(3, 9),)), "player 9, round 3: fix names player 9"),
        (with_next(fix=(FixedPair(3, 1),)), "player 3, round 3: fix and forbid both name the pair 1-3"),
        (with_next(fix=(FixedPair(4, 0),)), "player 4, round 3: fix and forbid both name the bye for player 4"),
        (with_next(fix=(FixedPair(3, 7),)), "player 7, round 3: fix seats player 7, who is absent"),
        (with_next(fix=(FixedPair(6, 0),)), "player 6, round 3: fix seats player 6, who is on a half-point bye"),
        (with_next(fix=(FixedPair(3, 4), FixedPair(4, 2))), "player 4, round 3: fix names player 4 twice"),
        (with_next(fix=(FixedPair(3, 0), FixedPair(2, 0))), "player 2, round 3: fix gives the bye to player 3 and"),
        (replace(GOOD, forbidden=frozenset({(2, 9)})), "player 9: forbid names player 9"),
        (replace(GOOD, forbidden=frozenset({(2, 5)})), "player 2, round 3: fix and forbid both name the pair 2-5"),
        (replace(GOOD, forbidden_in={4: frozenset({(2, 9)})}), "player 9, round 4: forbid names player 9"),
        (replace(GOOD, forbidden_in={3: frozenset({(2, 5)})}), "player 2, round 3: fix and forbid both name"),
    ],
)
def test_one_fault(tournament: Tournament, expected: str) -> None:
    found = messages(tournament)
    assert len(found) == 1, found
    assert found[0].startswith(expected)


def test_no_players() -> None:
    assert messages(Tournament("Empty", ())) == ["There are no players."]


def test_restricted_until_needs_no_number_of_rounds() -> None:
    assert messages(replace(GOOD, rounds_planned=None)) == []


def test_forbidden_in_other_rounds_does_not_touch_a_fixed_pair() -> None:
    assert messages(replace(GOOD, forbidden_in={4: frozenset({(2, 5)})})) == []


def test_all_faults_at_once() -> None:
    tournament = replace(
        with_round(byes=(1, 9), games=(*GAMES, Game(7, 7))), rounds_planned=1, players=(*GOOD.players, Player(7))
    )
    assert len(messages(tournament)) == 6


def test_lines_come_from_the_nearest_known_place() -> None:
    where = {("rounds", 0): 20, ("rounds", 0, "games", 1): 22}
    assert line_of(where, "rounds", 0, "games", 1, "gam") == 22
    assert line_of(where, "rounds", 0, "games", 0) == 20
    assert line_of(where, "rounds", 1) is None
    fault = check_tournament(with_round(byes=(1,)), where)[0]
    assert fault.line == 20


def test_incomplete_games_are_named() -> None:
    faults = incomplete_games(GOOD, PRESETS["modified-swiss"], 2)
    assert [(fault.round, fault.message.split(";")[0]) for fault in faults] == [(2, "The game 5-1 has no result")]
    assert incomplete_games(GOOD, PRESETS["modified-swiss"], 1) == []


def test_large_groups_are_warned_about_while_b4_holds() -> None:
    players = tuple(Player(ident, groups=("A", "A") if ident < 3 else ("B",) * (ident == 3)) for ident in range(1, 11))
    at_limit = replace(GOOD, players=players)
    assert group_warnings(at_limit) == []
    over = replace(at_limit, players=players[:9])
    assert len(group_warnings(over)) == 1
    assert "'A' holds 2 of 9" in group_warnings(over)[0]
    assert group_warnings(replace(over, restricted_until=0)) == []


def test_groups_that_nothing_keeps_apart_are_warned_about() -> None:
    players = (Player(1, groups=("A",)), *GOOD.players[1:])
    (warning,) = group_warnings(replace(GOOD, players=players, restricted_until=None))
    assert "restricted_until" in warning
    assert group_warnings(replace(GOOD, restricted_until=None)) == []


def test_rounds_of_forfeits_and_equal_names_are_warned_about() -> None:
    forfeits = Round((Game(1, 2, Result.WHITE_WINS_BY_FORFEIT), Game(3, 4, Result.BOTH_FORFEIT)))
    (warning,) = event_warnings(replace(GOOD, rounds=(forfeits, GOOD.rounds[0])))
    assert warning.startswith("In round 1 no game was played")
    assert event_warnings(GOOD) == []
    names = ("Ana  Sá", "ana sá", "Bo", "", "")
    players = tuple(Player(ident, name) for ident, name in enumerate(names, start=1)) + GOOD.players[5:]
    assert event_warnings(replace(GOOD, players=players)) == ["1 and 2 have the same name."]


def test_faults_that_repeat_are_told_three_times_and_counted() -> None:
    faults = [Fault(f"The rank reads '{n}x'.", line=n, player=n) for n in range(1, 9)]
    told = str(InvalidInput([*faults[:4], Fault("Something else."), *faults[4:]], "a.trf")).splitlines()
    assert len(told) == 5
    assert told[2].startswith("a.trf: line 3, player 3: The rank")
    assert told[3:] == ["a.trf: … and 5 more players: the same.", "a.trf: Something else."]
    assert len(InvalidInput(faults).faults) == 8
