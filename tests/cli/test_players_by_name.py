"""Options that take a player, by name (CONTRACT 2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("command", "by_name", "by_number"),
    [
        ("pair", ["--absent", "ana,BRUNO"], ["--absent", "1,2"]),
        ("pair", ["--fix", "bruno-Ana"], ["--fix", "2-1"]),
        ("pair", ["--forbid", "ana - эва"], ["--forbid", "1-5"]),
        ("pair", ["--bye", "dario"], ["--bye", "4"]),
        ("pair", ["--no-bye", "dario", "--half-bye", "эва", "--full-bye", "5;ana"], None),
        ("manual", ["--no-bye", "Dário"], ["--no-bye", "4"]),
        ("explain", ["--player", "carla", "--bye", "dá", "--why-not", "Carla-4"],
         ["--player", "3", "--bye", "4", "--why-not", "3-4"]),
    ],
)  # fmt: skip
def test_a_name_is_its_start_number(call, club: Path, command: str, by_name: list[str], by_number: list[str] | None):
    named = call(command, "club.toml", *by_name)
    if by_number is None:
        assert (named.returncode, named.stdout) == (2, b"")
        assert b"Player 5 cannot both have a half-point bye and have a full-point bye." in named.stderr
        return
    assert named.returncode == 0, named.stderr
    assert named.stdout == call(command, "club.toml", *by_number).stdout


@pytest.mark.parametrize(
    ("command", "arguments", "code", "lines"),
    [
        ("pair", ["--absent", "r"], 3,
         ["--absent r: that fits 2 Bruno, 3 Carla and 4 Dário; give more of the name, or the start number."]),
        ("report", ["--bye", "r", "-o", "page.html"], 3,
         ["--bye r: that fits 2 Bruno, 3 Carla and 4 Dário; give more of the name, or the start number."]),
        ("pair", ["--bye", "Annna"], 2, ["--bye Annna: no player has that in the name; nearest: 1 Ana."]),
        ("explain", ["--player", "r", "--why-not", "Ana-Xyz", "--absent", "Bruna"], 2,
         ["--absent Bruna: no player has that in the name; nearest: 2 Bruno.",
          "--player r: that fits 2 Bruno, 3 Carla and 4 Dário; give more of the name, or the start number.",
          "--why-not Xyz: no player has that in the name."]),
        ("pair", ["--fix", "Ana-Ana"], 2, ["1-1 is fixed: a player cannot be paired with himself."]),
    ],
)  # fmt: skip
def test_what_is_unclear_changes_nothing(call, club: Path, command: str, arguments: list[str], code: int, lines):
    before = club.read_bytes()
    done = call(command, "club.toml", *arguments)
    assert (done.returncode, done.stdout) == (code, b"")
    assert done.stderr.decode().splitlines() == lines
    assert club.read_bytes() == before
    assert [path.name for path in club.parent.iterdir()] == ["club.toml"]


def test_it_is_said_in_the_language_asked_for(call, club: Path):
    done = call("pair", "club.toml", "--absent", "r", "--lang", "pt")
    assert done.returncode == 3
    assert "serve para 2 Bruno, 3 Carla e 4 Dário" in done.stderr.decode()


def test_documents_hold_start_numbers(call, club: Path):
    document = json.loads(call("pair", "club.toml", "--absent", "ana", "--json").stdout)
    assert document["absent"] == [1]
