"""TOML keys for what TRF26 says of later rounds and of points beside the results."""

from __future__ import annotations

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.tournament import Requests, Tournament

PLAYERS = "".join(f"[[players]]\nid = {ident}\n" for ident in (1, 2, 3))
ROUND = '[[rounds]]\ngames = [{ white = 1, black = 2, result = "1-0" }]\nbye = 3\n'


def text(head: str, *more: str) -> bytes:
    return "\n".join(["[tournament]", "rounds = 5", head, PLAYERS, ROUND, *more]).encode()


def read(head: str = "", *more: str) -> Tournament:
    return read_toml(text(head, *more))


def faults(head: str = "", *more: str) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        read(head, *more)
    return [str(fault) for fault in caught.value.faults]


def test_later_rounds() -> None:
    tournament = read(
        "",
        "[next]\nabsent = [1]",
        "[[later]]\nround = 2\nhalf_byes = [2]",
        "[[later]]\nround = 4\nfull_byes = [3]\nabsent = [1]",
        "[[later]]\nround = 1\nabsent = [1]",
        "[[later]]\nround = 5",
    )
    assert tournament.next.absent == frozenset({1})
    assert tournament.next.half_byes == frozenset({2})
    assert tournament.requests == {4: Requests(absent=frozenset({1}), full_byes=frozenset({3}))}


def test_points_beside_the_results() -> None:
    tournament = read(
        "accelerated = [{ round = 2, players = [1, 2], points = 2 }, { round = 2, players = [3], points = 1 }]\n"
        "corrections = [{ round = 1, players = [1], points = -1 }, { round = 1, players = [2], points = 0 }]"
    )
    assert tournament.accelerated == {2: {1: 2, 2: 2, 3: 1}}
    assert tournament.corrections == {1: {1: -1}}


@pytest.mark.parametrize(
    ("head", "more", "message"),
    [
        ("accelerated = [{ round = 1, players = [1, 1], points = 2 }]", (), "accelerated names player 1 twice"),
        ("accelerated = [{ round = 1, players = [9], points = 2 }]", (), "there is no player 9"),
        ("accelerated = [{ round = 1, players = [1], points = -2 }]", (), "at least 1"),
        ("accelerated = [{ round = 0, players = [1], points = 2 }]", (), "at least 1"),
        ("accelerated = [{ players = [1], points = 2 }]", (), "'round' is missing"),
        ("corrections = [{ round = 1, players = [9], points = 2 }]", (), "there is no player 9"),
        ("corrections = [{ round = 1, player = 1, points = 2 }]", (), "Unknown key 'player'"),
        ("", ("[[later]]\nround = 4\nabsent = [9]",), "There is no player 9"),
        ("", ("[[later]]\nround = 4\nabsent = [1]\nhalf_byes = [1]",), "listed twice"),
        ("", ("[[later]]\nround = 4\nabsent = [1]", "[[later]]\nround = 4\nabsent = [2]"), "two tables [[later]]"),
        ("", ("[next]\nabsent = [1]", "[[later]]\nround = 2\nhalf_byes = [1]"), "both absent and on a half-point bye"),
        ("", ("[[later]]\nabsent = [1]",), "'round' is missing"),
    ],
)
def test_faults(head: str, more: tuple[str, ...], message: str) -> None:
    found = faults(head, *more)
    assert any(message in fault for fault in found), found
    assert found[0].startswith("line "), found
