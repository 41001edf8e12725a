"""Every stored file is read, or fails with exactly the faults it has (each looked up by hand in the file)."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from pairproof.model import InvalidInput, load_tournament
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
from tests.paths import DATA

FILES = sorted(DATA.glob("*.trf"))

FAULTS = {
    # Accelerated rounds of teams.
    "bbp-team_250_accel.trf": (1, "line 6: Record 250 of a team tournament accelerates teams, but players are paired."),
    # Eight players with the code *, a 250, and two 260 that mean teams.
    "chesspairing-trf2026-team.trf": (
        11,
        "line 30, column 112, player 1, round 3: The result code '*' in '0000 - *' is unknown",
    ),
    "fide-tec-grandmommyscup-2024.trf": (4, "line 373: Record 260 of a team tournament forbids teams to meet"),
    "sharly-grandmommyscup-trf26.trf": (
        3,
        "line 539: Record 299 of a team tournament is for teams, but players are paired.",
    ),
    # Player 2 beat player 3 in round 5, says his line; the line of player 3 ends after round 4.
    "py4swiss-missing_result.trf": (
        1,
        "line 2, player 2, round 5: The opponent is 3, but the line of player 3 (line 3) has no entry in this round.",
    ),
    # 162 makes a bye worth 5 points; the points columns leave byes out, as TRF26 has it for teams.
    "sharly-trf-team-import-test.trf": (
        10,
        "line 20, column 81, player 1: The points column says 0.0, but the results give 5.0",
    ),
}


def test_every_file_names_its_source() -> None:
    with (DATA / "SOURCES.tsv").open(encoding="utf-8", newline="") as file:
        sources = {row["file"]: row["source"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    assert FILES
    kept = [path for path in DATA.rglob("*") if path.parent.name != "tiebreaks"]  # these have sources of their own
    files = {path.relative_to(DATA).as_posix() for path in kept if path.suffix in (".trf", ".xml", ".t")}
    assert files == set(sources)
    assert all(sources.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file(path: Path) -> None:
    if path.name in FAULTS:
        count, fault = FAULTS[path.name]
        with pytest.raises(InvalidInput) as caught:
            load_tournament(path)
        found = [str(one) for one in caught.value.faults]
        assert len(found) == count, found
        assert any(one.startswith(fault) for one in found), found
        return
    tournament = load_tournament(path)
    # The name tells players and rounds: chess-045-52p5r.  Four files have a round to be paired in their last column.
    stated = path.stem.rpartition("-")[2]
    if path.stem.startswith(("chess-", "go-", "draughts-", "scrabble-")):
        players, rounds = stated.removesuffix("r").split("p")
        assert len(tournament.players) == int(players)
        assert len(tournament.rounds) == int(rounds) - (path.stem in LAST_COLUMN_IS_NEXT)
    everyone = set(tournament.ids)
    for played in tournament.rounds:
        assert played.seated() <= everyone
        assert all(game.result is not None for game in played.games)
    native = read_toml(dump_toml(tournament).encode())
    assert (native.players, native.rounds, native.next) == (tournament.players, tournament.rounds, tournament.next)


LAST_COLUMN_IS_NEXT = {"chess-045-52p5r"}
"""Files whose last column holds only byes asked for, no games."""
