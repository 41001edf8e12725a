"""What goes wrong at a desk: a message, an exit code that says what kind it is, and nothing changed (issue I)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pairproof.cli.desk.locking import locked
from tests.cli.conftest import Run
from tests.inputs.spreadsheets import xlsx

CLUB = """\
[tournament]
name = "Club"
rounds = 5

[[players]]
id = 1
name = "Ana Reis"
[[players]]
id = 2
name = "Bruno Reis"   # a comment
[[players]]
id = 3
name = "Carla Dias"
[[players]]
id = 4
name = "Duarte Melo"
"""
FORMULA = '<c r="A3" t="str"><v>Rui</v></c><c r="B3"><f>A9</f></c>'
LISTS = {
    "no-names.csv": b"Elo;Clube\n1500;Faro\n",
    "twice.csv": b"Nome\nRui Sol\nSol, Rui\n",
    "again.csv": b"Nome\nRui Sol\nAna Reis\n",
    "rating.csv": b"Nome;Elo\nRui;abc\nEva;99999\n",
    "empty.csv": b"",
    "blank.xlsx": xlsx([]),
    "headings.csv": b"Nome;Elo\n",
    "long.csv": b"Nome\n" + b"".join(b"P%d\n" % n for n in range(100_000)),
    "formula.xlsx": xlsx([["Nome", "Elo"], ["Ana B", "1500"]], cells=FORMULA),
    "merged.xlsx": xlsx([["Nome", "Elo"], ["Rui", "1500"], ["Eva", None]], merged="B2:B3"),
    "picture.csv": b"\x89PNG\r\n\x1a\n\x00\x00\x00",
    "unclosed.csv": b'Nome\n"Rui\n',
}


@pytest.fixture
def club(call: Run, tmp_path: Path) -> Path:
    """Four players; round 1 is published and one of its two results is in."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    for name, data in LISTS.items():
        (tmp_path / name).write_bytes(data)
    for command in (["publish"], ["result", "1=1"]):
        assert call(command[0], "club.toml", *command[1:]).returncode == 0
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(".lock")
    }


def refused(call: Run, folder: Path, code: int, words: str, *command: str) -> None:
    before = files(folder)
    done: Any = call(*command)
    told = done.stderr.decode()
    assert done.returncode == code, (command, told)
    assert words in " ".join(told.split()), (command, told)
    assert "Traceback" not in told
    assert files(folder) == before, command


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no-names.csv", "line 1: No column has the names"),
        ("twice.csv", "line 3: Sol, Rui is in the list twice"),
        ("again.csv", "line 3: Ana Reis is in the tournament already: 1 Ana Reis"),
        ("rating.csv", "line 2, column 2: under “Elo”: the rating reads “abc”"),
        ("rating.csv", "line 3, column 2"),
        ("empty.csv", "The list is empty"),
        ("blank.xlsx", "empty"),
        ("headings.csv", "There are no players under the headings"),
        ("long.csv", "The list has more than 10000 rows"),
        ("formula.xlsx", "line 3, column 2: under “Elo”: a formula without a value"),
        ("merged.xlsx", "The cells B2:B3 are merged"),
        ("picture.csv", "This is no list"),
        ("unclosed.csv", "A quotation mark is not closed"),
    ],
)
def test_lists(call: Run, club: Path, name: str, words: str) -> None:
    refused(call, club.parent, 3, words, "add", "club.toml", "--list", name)
    if name != "again.csv":
        refused(call, club.parent, 3, words, "new", "new.toml", "--rounds", "5", "--players", name)


def test_a_new_file_with_rules_that_there_are_not(call: Run, club: Path) -> None:
    refused(
        call, club.parent, 3, "There is no rule set 'nosuch'", "new", "new.toml", "--rounds", "5", "--rules", "nosuch"
    )
    refused(call, club.parent, 5, "none.toml", "new", "new.toml", "--rounds", "5", "--rules", "none.toml")
    (club.parent / "there").mkdir()
    (club.parent / "there" / "ours.toml").write_text('base = "combined"\n', encoding="utf-8")
    assert call("new", "there/new.toml", "--rounds", "5", "--rules", "ours.toml").returncode == 0


@pytest.mark.parametrize(
    ("code", "words", "command"),
    [
        (2, "There is no board 3 in round 1, whose boards are 1 to 2", ["result", "club.toml", "3=1"]),
        (2, "7 on board 2 is no result", ["result", "club.toml", "2=7"]),
        (2, "has 1-0 already", ["result", "club.toml", "1=0", "2=1"]),
        (2, "here belong a board and its result", ["result", "club.toml", "nonsense"]),
        (3, "fits 1 Ana Reis and 2 Bruno Reis", ["withdraw", "club.toml", "reis"]),
        (2, "no player has that in the name", ["absent", "club.toml", "Zoe"]),
        (2, "Round 1 has no result on board 2", ["publish", "club.toml"]),
        (2, "Round 1 is paired already", ["absent", "club.toml", "Carla", "1"]),
        (2, "There is no round 6: 5 are planned", ["absent", "club.toml", "Carla", "6"]),
        (2, "names no rounds", ["absent", "club.toml", "Carla", "soon"]),
        (2, "a bye is half, full, zero", ["bye", "club.toml", "Carla", "quarter"]),
        (2, "none that can be undone", ["undo", "club.toml", "99"]),
        (2, "none that can be undone", ["undo", "club.toml", "1"]),
        (2, "nothing was undone", ["redo", "club.toml"]),
        (2, "Round 1 has 1 result", ["unpublish", "club.toml"]),
        (2, "Board 2 of round 1 has no result yet", ["correct", "club.toml", "1", "--round", "1", "--board", "2"]),
        (2, "There is no round 4", ["correct", "club.toml", "1", "--round", "4", "--board", "2"]),
        (2, "The id 2 is given to two players", ["add", "club.toml", "Rui", "id=2"]),
        (3, "id", ["add", "club.toml", "Rui", "id=abc"]),
        (3, "rating", ["add", "club.toml", "Rui", "rating=abc"]),
        (2, "Nobody is named", ["add", "club.toml"]),
        (2, "not both", ["add", "club.toml", "Rui", "--list", "empty.csv"]),
        (2, "has no name before it", ["add", "club.toml", "rating=1500"]),
        (3, "height", ["edit", "club.toml", "Carla", "height=170"]),
        (3, "rating", ["edit", "club.toml", "Carla", "rating=abc"]),
        (2, "A start number stays", ["edit", "club.toml", "Carla", "id=9"]),
        (5, "there is no such file", ["status", "none.toml"]),
        (5, "there is no such file", ["absent", "none.toml", "Carla"]),
        (5, "there is no such file", ["add", "club.toml", "--list", "none.csv"]),
        (5, "is there already", ["new", "club.toml", "--rounds", "5"]),
        (2, "a name that ends in .toml", ["new", "club.trf", "--rounds", "5"]),
        (2, "Give --rounds N", ["new", "other.toml"]),
        (2, "standard input cannot be written to", ["absent", "-", "Carla"]),
        (2, "can only be read", ["absent", "again.csv", "Ana"]),
    ],
)
def test_commands(call: Run, club: Path, code: int, words: str, command: list[str]) -> None:
    refused(call, club.parent, code, words, *command)


def test_undo_past_the_first_line(call: Run, club: Path) -> None:
    for _ in range(2):
        assert call("undo", "club.toml").returncode == 0
    assert club.read_text(encoding="utf-8") == CLUB
    refused(call, club.parent, 2, "There is nothing to undo", "undo", "club.toml")


@pytest.mark.parametrize("damage", ["edited", "cut", "another"])
def test_a_journal_that_is_not_that_of_the_file(call: Run, club: Path, damage: str) -> None:
    journal = Path(f"{club}.journal")
    whole = journal.read_bytes().splitlines(keepends=True)
    if damage == "another":
        (club.parent / "other.toml").write_text(CLUB.replace("Carla", "Clara"), encoding="utf-8")
        assert call("absent", "other.toml", "Clara").returncode == 0
        journal.write_bytes((club.parent / "other.toml.journal").read_bytes())
        # Another file's journal cannot be told from a change outside by its text alone, but nothing is lost by it.
        done = call("absent", "club.toml", "Carla", "2")
        assert done.returncode == 0
        assert b"changed outside" in done.stderr
        return
    journal.write_bytes(whole[0] + whole[2] if damage == "cut" else b"".join(whole).replace(b'"n": 2', b'"n": 5'))
    for command in (["absent", "club.toml", "Carla", "2"], ["undo", "club.toml"], ["history", "club.toml"]):
        refused(call, club.parent, 3, "The journal was edited or cut here", *command)


def test_a_locked_file(call: Run, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairproof.cli.desk.locking._PATIENCE", 0.05)
    with locked(Path(f"{club}.lock"), "it"):
        refused(call, club.parent, 4, "is being changed by somebody else", "absent", "club.toml", "Carla", "2")


def test_a_folder_that_cannot_be_written(call: Run, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def read_only(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", read_only)
    refused(call, club.parent, 5, "Permission denied; nothing has changed", "absent", "club.toml", "Carla", "2")
    refused(call, club.parent, 5, "nothing has changed", "undo", "club.toml")
    assert call("status", "club.toml").returncode == 0
    assert call("history", "club.toml").returncode == 0


def test_a_file_that_is_broken_meanwhile(call: Run, club: Path) -> None:
    club.write_text(CLUB.replace("id = 3", "id = 2"), encoding="utf-8")
    for command in (["absent", "club.toml", "1", "2"], ["status", "club.toml"], ["undo", "club.toml"]):
        refused(call, club.parent, 3, "2", *command)
