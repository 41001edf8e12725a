"""The verbs on a TRF file: only the lines that change are written anew (DESK 1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairproof.model import load_tournament
from tests.cli.conftest import Run
from tests.paths import DATA

REAL = (DATA / "chess-013-22p7r.trf").read_bytes()


@pytest.fixture
def club(call: Run, tmp_path: Path) -> Path:
    """A real event of 22 players with its last round taken back."""
    path = tmp_path / "club.trf"
    path.write_bytes(REAL)
    assert call("unpublish", "club.trf", "--with-results").returncode == 0
    return path


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def players_of(changed: list[str]) -> set[int]:
    return {int(line[4:8]) for line in changed if line.startswith("001 ")}


@pytest.mark.parametrize(
    ("command", "players", "others"),
    [
        (["absent", "club.trf", "3"], {3}, 0),
        (["absent", "club.trf", "Player 004"], {4}, 0),
        (["bye", "club.trf", "5", "half"], {5}, 0),
        (["withdraw", "club.trf", "7"], {7}, 0),
        (["add", "club.trf", "Novo, Nome", "rating=1500"], {23}, 1),
        (["edit", "club.trf", "9", "rating=1234"], {9}, 0),
        (["edit", "club.trf", "city=Paris"], set(), 1),
    ],
)
def test_only_what_changes_is_written(
    call: Run, club: Path, command: list[str], players: set[int], others: int
) -> None:
    before, old = club.read_bytes(), lines(club)
    done = call(*command)
    assert done.returncode == 0, done.stderr
    assert b"Round" not in done.stderr  # rounds of other programs are not ours to prove
    assert not (club.parent / "club.proofs").exists()
    changed = [line for line in lines(club) if line not in old]
    assert players_of(changed) == players
    assert len(changed) == len(players) + others, changed
    assert call("undo", "club.trf").returncode == 0
    assert club.read_bytes() == before


def test_a_round_on_a_trf_file(call: Run, club: Path) -> None:
    shown = call("publish", "club.trf").stdout.decode().splitlines()
    boards = [(game.white, game.black) for game in load_tournament(club).rounds[-1].games]
    printed = [
        tuple(int(word) for word in line.split() if word.isdigit())[:2] for line in shown if line[:5].strip().isdigit()
    ]
    assert [board for board, _ in printed[:10]] == list(range(1, 11))
    assert [white for _, white in printed[:10]] == [white for white, _ in boards]
    assert call("verify", "club.proofs/round-7.json", "club.trf").returncode == 0
    old = lines(club)
    white, black = boards[1]
    assert call("result", "club.trf", "2=1").returncode == 0
    assert players_of([line for line in lines(club) if line not in old]) == {white, black}
    assert "boards 1, 3, 4" in call("status", "club.trf").stdout.decode()
    assert call("results", "club.trf", stdin=b"1======0==").returncode == 0
    assert call("correct", "club.trf", "0-1", "--round", "7", "--board", "2").returncode == 0
    assert call("verify", "club.proofs/round-7.json", "club.trf").returncode == 0
    for _ in range(12):
        assert call("undo", "club.trf").returncode == 0
    assert club.read_bytes() != REAL
    assert call("undo", "club.trf").returncode == 0
    assert club.read_bytes() == REAL
    assert call("undo", "club.trf").returncode == 2
