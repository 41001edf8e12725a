"""Keys of an evening at the club: who enters late or withdraws, tables, how rounds were paired, the federation's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.rules import PRESETS
from pairproof.model.state.orders import Orders
from pairproof.model.state.position import position
from pairproof.model.tournament import (
    Corrected,
    Event,
    FixedPair,
    Game,
    Player,
    Result,
    Round,
    RoundOrders,
    Tournament,
)
from pairproof.solver import pair, verify
from pairproof.solver.explain.compare import check
from pairproof.solver.methods import played
from pairproof.solver.request import Request

HEAD = """\
[tournament]
name = "Club"
rounds = 5
city = "Lisboa"
federation = "POR"
start = 2026-03-14
end = "2026-03-15"
arbiter = "Ana Reis"
deputies = ["Rui", "Eva"]
time_control = "15+10"
"""

PLAYERS = """
[[players]]
id = 1
name = "A"
title = "FM"
sex = "f"
federation = "POR"
fide_id = 1900001
national_id = 1001
birth = 1990-05-12
club = "Faro"
table = 2
[[players]]
id = 2
birth = 1988
[[players]]
id = 3
[[players]]
id = 4
withdrawn_after = 1
[[players]]
id = 5
enters = 2
"""

ROUND = """
[[rounds]]
games = [{ white = 3, black = 2, result = "1-0" }, { white = 1, black = 4, result = "1-0" }]
orders = { fix = [[3, 2]], fix_colours = true, forbid = [[1, 2]], reason = "they come together" }
"""


def read(text: str) -> Tournament:
    return read_toml(text.encode())


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidInput) as error:
        read(text)
    return [fault.message for fault in error.value.faults]


def test_what_is_read() -> None:
    tournament = read(HEAD + PLAYERS + ROUND)
    assert tournament.event == Event("Lisboa", "POR", "2026-03-14", "2026-03-15", "Ana Reis", ("Rui", "Eva"), "15+10")
    assert tournament.players[0] == Player(
        1, "A", title="FM", sex="w", federation="POR", fide_id=1900001, national_id="1001", birth="1990-05-12",
        club="Faro", table=2,
    )  # fmt: skip
    assert tournament.players[1].birth == "1988"
    assert tournament.rounds[0].orders == RoundOrders(
        (FixedPair(3, 2, True),), frozenset({(1, 2)}), reason="they come together"
    )


def test_who_enters_late_or_has_withdrawn_is_absent() -> None:
    tournament = read(HEAD + PLAYERS + ROUND)
    assert tournament.away(1) == {5}
    assert tournament.away(2) == {4}
    assert not [warning for warning in tournament.warnings if "in no list" in warning]
    here = position(tournament, PRESETS["combined"])
    assert here.absent == (4,)
    assert sorted(here.ids) == [1, 2, 3, 5]


def test_a_player_in_no_list_of_a_published_round_is_a_fault_and_of_one_typed_by_hand_a_warning() -> None:
    text = HEAD + PLAYERS.replace("enters = 2", "") + ROUND
    [message] = faults(text)
    assert "Player 5 is in no list of this round, which was published" in message
    by_hand = read(text.replace("orders", "# orders"))
    assert any("5 is in no list of the round" in warning for warning in by_hand.warnings)
    assert read(text + "absent = [5]\n").absent_in(1) == (5,)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("start = 2026-03-14", 'start = "14.3.2026"', "must be a date such as 2026-03-14"),
        ("birth = 1988", "birth = 88", "must be a date such as 1990-05-12, or a year"),
        ('federation = "POR"\nfide', 'federation = "Por"\nfide', "must be three capital letters"),
        ('sex = "f"', 'sex = "x"', "must be 'm', 'w'"),
        ("enters = 2", "table = 2", "Table 2 is given to player 1 and to player 5."),
        ("withdrawn_after = 1", "withdrawn_after = 0", "has withdrawn after round 0, but has a game"),
        ("id = 3\n", "id = 3\nenters = 2\n", "enters in round 2, but has a game"),
        ("forbid = [[1, 2]]", "forbid = [[1, 9]]", "there is no player 9"),
        ("reason =", 'corrected = [[1]], reason =', "Unknown key 'corrected'"),
        ("orders =", "hand = [[1, 2]]\norders =", "hand names 1-2, but this round has no such board"),
        (
            "orders =",
            'corrected = [{ round = 1, white = 1, black = 4, was = "0-1" }]\norders =',
            "corrected names round 1, which is not before this one",
        ),
    ],
)  # fmt: skip
def test_faults(old: str, new: str, message: str) -> None:
    text = HEAD + PLAYERS + ROUND
    assert old in text
    assert any(message in found for found in faults(text.replace(old, new, 1)))


def test_a_bye_of_one_who_has_withdrawn_is_a_fault() -> None:
    [message] = faults(HEAD + PLAYERS + ROUND + "[next]\nhalf_byes = [4]\n")
    assert message == "Player 4 has withdrawn after round 1, but has a bye entered for round 2."


def test_a_table_is_always_the_board_of_its_player() -> None:
    tournament = read(HEAD + PLAYERS + ROUND)
    boards = pair(tournament).boards
    assert [board.number for board in boards] == [1, 2]
    assert 1 in (boards[1].white, boards[1].black)
    assert [board.number for board in played(tournament, Request(round=1)).pairing.boards] == [1, 2]
    far = replace(tournament, players=(replace(tournament.players[0], table=9), *tournament.players[1:]))
    for rules in ("combined", "fide-dutch"):
        far = replace(far, rules=rules)
        found = pair(far)
        assert [board.number for board in found.boards] == [1, 9]
        assert 1 in (found.boards[1].white, found.boards[1].black)
        assert found.certificate is not None
        assert verify(found.certificate, far).valid


def test_a_round_keeps_the_orders_it_was_paired_with() -> None:
    tournament = read(HEAD + PLAYERS + ROUND)
    here = position(tournament, PRESETS["combined"], 1)
    assert {(here.ids[white], here.ids[black]) for white, black in here.fixed_white} == {(3, 2)}


SECOND = """
[[rounds]]
games = [{ white = 2, black = 1, result = "1-0" }, { white = 5, black = 3, result = "1-0" }]
"""


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        ("orders = { }", False),
        ("orders = { fix = [[1, 2]] }", True),
        ("orders = { forbid = [[1, 3]] }", True),
        ("orders = { }\nhand = [[2, 1]]\nreason = 'they asked'", True),
        ("orders = { keep = [[2, 1], [5, 3]] }", True),
    ],
)
def test_orders_of_a_round_and_boards_made_by_hand_are_no_loss(said: str, agrees: bool) -> None:
    tournament = read(HEAD + PLAYERS.replace("table = 2", "") + ROUND + SECOND + said)
    assert check(tournament, Request(round=2)).agrees == agrees


def test_results_are_those_known_when_the_round_was_paired() -> None:
    tournament = read(HEAD + PLAYERS + ROUND)
    second = pair(tournament)
    games = tuple(
        replace(game, result=Result.BLACK_WINS) if game.white == 3 else game for game in tournament.rounds[0].games
    )
    hung = Round(
        tuple(Game(board.white, board.black) for board in second.boards),
        orders=RoundOrders(),
        corrected=(Corrected(1, 3, 2, Result.WHITE_WINS),),
    )
    corrected = replace(tournament, rounds=(replace(tournament.rounds[0], games=games), hung))
    assert check(corrected, Request(round=2)).agrees
    assert second.certificate is not None
    assert verify(second.certificate, corrected).valid
    assert position(corrected, PRESETS["combined"], 2, Orders()).history.scores[3] == 2
    complete = replace(
        corrected,
        rounds=(corrected.rounds[0], replace(hung, games=tuple(replace(g, result=Result.DRAW) for g in hung.games))),
    )
    assert position(complete, PRESETS["combined"]).history.scores[3] == 1
