"""What the federation wants to know, in TRF: headers, columns of the players, national numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.formats.trf.conversion import not_in_a_tournament
from pairproof.model.formats.trf.document import read_trf_document
from pairproof.model.formats.trf.editing import edited
from pairproof.model.formats.trf.not_carried import not_carried
from pairproof.model.formats.trf.organisation import date_read
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.tournament import Event, Game, Player, Result, Round, Tournament
from tests.model.formats.test_trf_document import changes

EVENT = Event("Lisboa", "POR", "2026-03-14", "2026-03-15", "Ana Reis", ("Rui Melo", "Eva Sá"), "15+10")
PLAYERS = (
    Player(1, "A", 2000, title="WFM", sex="w", federation="ISL", fide_id=2300001, national_id="77", birth="1990-05-12"),
    Player(2, "B", 0, title="GM", sex="m", national_id="1002", birth="1988"),
    Player(3, "C", 1800),
)
OPEN = Tournament(
    "Open", PLAYERS, (Round((Game(1, 2, Result.DRAW),), byes=(3,)),), rounds_planned=5, event=EVENT, halves=True
)


def test_a_new_file_has_every_field_of_the_federation() -> None:
    lines = dump_trf(OPEN, "trf26").splitlines()
    assert lines[:12] == [
        "012 Open",
        "022 Lisboa",
        "032 POR",
        "042 2026/03/14",
        "052 2026/03/15",
        "062 3",
        "072 2",
        "092 Individual: Swiss-System",
        "102 Ana Reis",
        "112 Rui Melo",
        "112 Eva Sá",
        "122 15+10",
    ]
    ana = next(text for text in lines if text.startswith("001    1"))
    assert ana[9:13] == "wWFM"
    assert (ana[53:56], ana[57:68].strip(), ana[69:79]) == ("ISL", "2300001", "1990/05/12")
    assert lines[-2:] == [f"ISL    1{'':49}{'77':>11}", f"POR    2{'':49}{'1002':>11}"]


@pytest.mark.parametrize("flavour", ["trf16", "trfx", "trfbx", "trf26"])
def test_it_reads_back(flavour: str) -> None:
    again = read_trf(dump_trf(OPEN, flavour).encode())
    assert again.event == EVENT
    expected = PLAYERS if flavour == "trf26" else tuple(replace(player, national_id="") for player in PLAYERS)
    assert again.players == expected
    assert ("2 national numbers" in not_carried(OPEN, flavour)) == (flavour != "trf26")


def test_it_goes_by_toml() -> None:
    document = read_trf_document(dump_trf(OPEN, "trf26").encode())
    assert not_in_a_tournament(document) == [
        "number of players (062)",
        "number of rated players (072)",
        "type of tournament (092)",
        "rank of the players",
        "national rating records",
    ]
    again = read_toml(dump_toml(document.tournament).encode())
    assert (again.event, again.players) == (EVENT, PLAYERS)


def test_only_the_fields_that_change_are_written_anew() -> None:
    data = dump_trf(OPEN, "trf26").encode()
    document = read_trf_document(data)
    event = replace(EVENT, arbiter="", deputies=("Eva Sá",), city="Faro")
    players = (
        replace(PLAYERS[0], birth="", national_id="78"),
        replace(PLAYERS[1], federation="POR"),
        replace(PLAYERS[2], fide_id=5, national_id="1003"),
    )
    after = edited(document, replace(document.tournament, event=event, players=players))
    assert read_trf(after).event == event
    assert read_trf(after).players == players
    assert {text[:8] for text in changes(data, after)} == {
        "- 022 Li", "+ 022 Fa", "- 102 An", "- 112 Ru", "- 001   ", "+ 001   ", "- ISL   ", "+ ISL   ", "+ POR   ",
    }  # fmt: skip
    assert read_trf(edited(read_trf_document(after), document.tournament)) == document.tournament


def test_fields_that_cannot_be_read_stay_and_are_no_fault() -> None:
    data = dump_trf(OPEN, "trf26").encode()
    data = data.replace(b"042 2026/03/14", b"042 last Saturday").replace(b"1990/05/12", b"12 May 90 ")
    data = data.replace(b"wWFM", b"?WFM").replace(b" ISL ", b" isl ")
    document = read_trf_document(data)
    assert (document.tournament.event.start, document.tournament.players[0].birth) == ("", "")
    assert document.to_bytes() == data
    assert "date of start (042)" in not_in_a_tournament(document)
    assert {"sex of the players", "federation of the players", "birth date of the players"} <= set(
        not_in_a_tournament(document)
    )
    moved = edited(document, replace(document.tournament, name="Closed"))
    assert b"042 last Saturday" in moved
    assert b"12 May 90 " in moved


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1990/05/12", "1990-05-12"),
        ("12.05.1990", "1990-05-12"),
        ("1990-05-12", "1990-05-12"),
        ("1990", "1990"),
        ("1990/00/00", "1990"),
        ("11/05/25", ""),
        ("12/05/1990", ""),
        ("1990/02/30", ""),
        ("", ""),
    ],
)
def test_dates(text: str, found: str) -> None:
    assert date_read(text, year=True) == found


def test_who_enters_late_or_has_withdrawn_is_absent_in_rounds_to_come() -> None:
    players = (replace(PLAYERS[0], withdrawn_after=1), PLAYERS[1], PLAYERS[2], Player(4, "D", enters=3))
    text = dump_trf(replace(OPEN, players=players), "trf26")
    assert [line for line in text.splitlines() if line.startswith("240")] == [
        "240 Z   2    1    4",
        "240 Z   3    1",
        "240 Z   4    1",
        "240 Z   5    1",
    ]
    again = read_trf(text.encode())
    assert again.next.absent == {1, 4}
    assert sorted(again.requests) == [3, 4, 5]
    document = read_trf_document(dump_trf(replace(OPEN, players=(*PLAYERS, Player(4, "D"))), "trf16").encode())
    gone = edited(document, replace(document.tournament, players=players))
    assert read_trf(gone).next.absent == {1, 4}


def test_what_trf_cannot_hold_is_said() -> None:
    players = (replace(PLAYERS[0], club="Faro", table=1, title="Master"), *PLAYERS[1:])
    lost = not_carried(replace(OPEN, players=players), "trf26")
    assert {"1 club", "1 table of a player's own", "1 title of more than three letters"} <= set(lost)
