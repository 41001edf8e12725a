"""Results at the desk: by board in a line, board by board with a key each, and from a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pairproof.cli.desk import entering
from pairproof.cli.desk.store import Store
from pairproof.model import load_tournament
from tests.cli.conftest import Run


@pytest.fixture
def club(call: Run, tmp_path: Path) -> Path:
    """Six players; round 1 is published."""
    names = [name for player in "ABCDEF" for name in (f"Player {player}",)]
    assert call("new", "club.toml", "--name", "Club", "--rounds", "5", "--rules", "combined").returncode == 0
    assert call("add", "club.toml", *names).returncode == 0
    assert call("publish", "club.toml").returncode == 0
    return tmp_path / "club.toml"


def entered(path: Path) -> list[str | None]:
    return [game.result and game.result.value for game in load_tournament(path).rounds[-1].games]


@pytest.mark.parametrize(
    ("keys", "results"),
    [
        ("1=0", ["1-0", "1/2-1/2", "0-1"]),
        ("+-½", ["+/-", "-/+", "1/2-1/2"]),
        ("1\n0", ["1-0", None, "0-1"]),
        ("1q", ["1-0", None, None]),
        ("1u0", ["0-1", None, None]),
        ("1=uu0", ["0-1", None, None]),
        ("g3\n1", [None, None, "1-0"]),
        ("3\n1", [None, None, "1-0"]),
        ("\nm1", ["1-0", None, None]),
        ("1g1\n0", ["0-1", None, None]),
        ("x?1", ["1-0", None, None]),
        ("g9\n1", ["1-0", None, None]),
        ("²g²1", ["1-0", None, None]),
        ("g" + "1" * 5000 + "\n1", ["1-0", None, None]),
        ("", [None, None, None]),
    ],
)
def test_keys(call: Run, club: Path, keys: str, results: list[str | None]) -> None:
    done = call("results", "club.toml", stdin=keys.encode())
    assert done.returncode == 0, done.stderr
    assert entered(club) == results
    told = done.stdout.decode()
    assert "1: 1 Player A – 4 Player D" in told
    assert ("The round is complete." in told) == (None not in results)


def test_what_somebody_else_enters_meanwhile_is_not_written_over(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed() -> Any:
        Store(str(club), "helper").act("result", {"results": [[1, "0"], [2, "="]]})
        yield "1"
        yield from "q"

    entering.entered(Store(str(club), "desk"), pressed(), dry_run=False)
    assert entered(club) == ["0-1", "1/2-1/2", None]
    assert "has 0-1 already" in capsys.readouterr().err


def test_undo_takes_back_what_was_entered_here(club: Path) -> None:
    def pressed() -> Any:
        yield "1"
        Store(str(club), "helper").act("result", {"results": [[3, "0"]]})
        yield "u"

    entering.entered(Store(str(club), "desk"), pressed(), dry_run=False)
    assert entered(club) == [None, None, "0-1"]


@pytest.mark.parametrize(
    "table", ["board,result\n1,1-0\n2,½-½\n3,\n", "1;1\n2;=\n", "Mesa\tResultado\n1\t2-0\n2\t1-1\n"]
)
def test_a_table(call: Run, club: Path, table: str) -> None:
    (club.parent / "results.csv").write_text(table, encoding="utf-8")
    done = call("results", "club.toml", "--csv", "results.csv", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["act"] == "result"
    assert entered(club) == ["1-0", "1/2-1/2", None]
    before = club.read_bytes()
    for wrong in ("nonsense", "²", "99999"):
        (club.parent / "bad.csv").write_text(f"1,1\n{wrong},0\n", encoding="utf-8")
        refused = call("results", "club.toml", "--csv", "bad.csv")
        assert refused.returncode == 2
        assert b"Line 2" in refused.stderr
        assert club.read_bytes() == before


def test_keys_as_a_document(call: Run, club: Path) -> None:
    before = club.read_bytes()
    for dry_run in (["--dry-run"], []):
        done = call("results", "club.toml", "--json", *dry_run, stdin=b"1=u0")
        assert done.returncode == 0, done.stderr
        assert "1: 1 Player A – 4 Player D" in done.stderr.decode()
        document = json.loads(done.stdout)
        assert document["missing"] == [{"board": 3, "white": 3, "black": 6}]
        assert [(one["board"], one["result"]) for one in document["entered"]] == [(1, "1-0"), (2, "0-1")]
        assert [one["line"] is None for one in document["entered"]] == [bool(dry_run)] * 2
        assert (club.read_bytes() == before) == bool(dry_run)


def test_a_line(call: Run, club: Path) -> None:
    for texts, results in (
        (["1=1", "2=--"], ["1-0", "-/-", None]),
        (["2=clear", "3=0:1", "--correct"], ["1-0", None, "0-1"]),
    ):
        assert call("result", "club.toml", *texts).returncode == 0
        assert entered(club) == results
    assert call("result", "club.toml", "1=0").returncode == 2
    assert call("result", "club.toml", "1=0", "--correct").returncode == 0
    assert call("result", "club.toml", "2=1", "--gam", "31-17").returncode == 0
    assert entered(club) == ["0-1", "1-0", "0-1"]
    assert load_tournament(club).rounds[0].games[1].gam == (31, 17)


def test_the_page_of_the_round_that_is_played(call: Run, club: Path) -> None:
    """`report` shows the round in the file while it is played, afterwards the next one."""
    for command, words in ((None, "Round 1"), (["result", "club.toml", "1=1", "2=1", "3=1"], "Round 2")):
        if command is not None:
            assert call(*command).returncode == 0
        done = call("report", "club.toml", "-o", "page.html")
        assert done.returncode == 0, done.stderr
        assert words.casefold() in (club.parent / "page.html").read_text(encoding="utf-8").casefold()
