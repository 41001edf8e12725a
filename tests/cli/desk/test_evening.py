"""A whole evening at a club by verbs alone (DESK 4, numbers 1 and 8).

Two come late, one asks for a bye, one does not come, one leaves, one is away, and a result is corrected after the next
round hangs on the wall.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pairproof.cli.desk.journal import digest, text_after
from pairproof.cli.desk.store import Store
from pairproof.model import Tournament, load_tournament
from pairproof.model.acts import perform
from pairproof.model.tournament import Result
from tests.cli.conftest import Run
from tests.inputs.spreadsheets import xlsx
from tests.paths import ROOT

CSV = (ROOT / "tests" / "inputs" / "evening-players.csv").read_bytes()
XLSX = xlsx([line.split(";") for line in CSV.decode("cp1252").splitlines()])
KNOWN = ("city=Lisboa", "federation=POR", "start=2026-03-14", "end=2026-03-14", "arbiter=Rui Reis",
         "deputies=Eva Melo;Ana Sol", "time_control=15+10", "restricted_until=2")  # fmt: skip


class Evening:
    """The desk: counts commands and result keys."""

    def __init__(self, call: Run, folder: Path, name: str = "club.toml") -> None:
        self._call, self.path = call, folder / name
        self.commands = self.keys = 0

    def __call__(self, verb: str, *arguments: str, keys: str = "") -> str:
        done: Any = self._call(verb, *arguments, stdin=keys.encode())
        assert done.returncode == 0, (verb, arguments, done.stderr.decode())
        self.commands += 1
        self.keys += len(keys)
        return str(done.stdout.decode())

    @property
    def club(self) -> Tournament:
        return load_tournament(self.path)


def begun(do: Evening, players: str) -> None:
    do("new", do.path.name, "--name", "Noite de clube", "--rounds", "5", "--rules", "combined",
       "--tie-breaks", "BH-C1,BH,WIN", "--players", players, "--groups-from", "club", *KNOWN)  # fmt: skip


def test_the_list_as_a_spreadsheet_begins_the_same_evening(call: Run, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_bytes(CSV)
    (tmp_path / "players.xlsx").write_bytes(XLSX)
    one, other = Evening(call, tmp_path), Evening(call, tmp_path, "other.toml")
    begun(one, "players.csv")
    begun(other, "players.xlsx")
    assert one.path.read_bytes() == other.path.read_bytes()
    assert len(one.club.players) == 13


def test_the_evening_by_verbs_alone(call: Run, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_bytes(CSV)
    do = Evening(call, tmp_path)
    begun(do, "players.csv")
    do("publish", "club.toml", "--page", "round-1.html")
    assert "complete" in do("results", "club.toml", keys="1=011=")
    assert do.club.rounds[0].byes == (13,)
    do("add", "club.toml", "Jogador N", "club=Faro", "groups=Faro", "national_id=1014",
       "Jogador O", "club=Lisboa", "groups=Lisboa", "rating=1700", "national_id=1015")  # fmt: skip
    do("bye", "club.toml", "Jogador K", "half")
    do("publish", "club.toml", "--page", "round-2.html")
    wall = do.path.read_bytes()
    second = do.club.rounds[1]
    assert second.half_byes == (11,)
    assert {14, 15} <= second.seated()
    told = do("pair", "club.toml", "--round", "2", "--absent", "Jogador E", "--keep", "club.toml")
    assert "Published boards kept: 5 of 7" in told
    assert do.path.read_bytes() == wall
    board = next(at for at, game in enumerate(second.games, 1) if 5 in (game.white, game.black))
    assert board == 2
    # Jogador E is black there, so White wins without a game; board 3 is entered wrongly.
    do("results", "club.toml", keys="1+10101")
    do("publish", "club.toml", "--page", "round-3.html")
    third = do.club.rounds[2]
    wrong = do.club.rounds[1].games[2]
    assert wrong.result is Result.WHITE_WINS
    do("correct", "club.toml", "0-1", "--round", "2", "--board", "3")
    assert do.club.rounds[2].games == third.games
    assert f"the result of {wrong.white}–{wrong.black} in round 2 was corrected afterwards" in " ".join(
        do("check", "club.toml").split()
    )
    do("results", "club.toml", keys="1=0101=")
    do("withdraw", "club.toml", "Jogador F")
    do("absent", "club.toml", "Jogador B")
    do("publish", "club.toml", "--page", "round-4.html")
    assert {2, 6}.isdisjoint(do.club.rounds[3].seated())
    do("results", "club.toml", keys="=10=01")
    do("publish", "club.toml", "--page", "round-5.html")
    assert 2 in do.club.rounds[4].seated()
    do("results", "club.toml", keys="01=1=01")
    standings = do("standings", "club.toml", "--working", "Jogador A")
    assert "round 5" in standings
    do("report", "club.toml", "-o", "final.html")
    do("convert", "club.toml", "club.trf", "--for-federation")
    assert do.commands <= 25, do.commands
    assert do.keys <= 40, do.keys
    assert {name.name for name in tmp_path.glob("*.html")} == {"final.html", *(f"round-{n}.html" for n in range(1, 6))}
    nothing_is_missing(do.club, tmp_path / "club.trf")
    every_round_is_proved(do)
    the_journal_gives_every_state(do.path)


def nothing_is_missing(club: Tournament, trf: Path) -> None:
    """Every field that TRF26 has and the evening told stands in the file."""
    found = load_tournament(trf)
    assert found.event == club.event
    assert (found.name, found.rounds_planned, found.tie_breaks) == ("Noite de clube", 5, club.tie_breaks)
    for mine, theirs in zip(club.players, found.players, strict=True):
        assert (theirs.id, theirs.name, theirs.rating) == (mine.id, mine.name, mine.rating)
        assert theirs.national_id == mine.national_id == str(1000 + mine.id)
    for played, read in zip(club.rounds, found.rounds, strict=True):
        games = {(game.white, game.black): game.result for game in played.games}
        assert {(game.white, game.black): game.result for game in read.games} == games
        assert (read.byes, read.half_byes, read.full_byes) == (played.byes, played.half_byes, played.full_byes)
    assert sorted(found.ranks) == list(range(1, 16))
    codes = {line[:3] for line in trf.read_text(encoding="utf-8").splitlines()}
    assert {
        "012",
        "022",
        "032",
        "042",
        "052",
        "062",
        "072",
        "092",
        "102",
        "112",
        "122",
        "142",
        "202",
        "001",
        "POR",
    } <= codes


def every_round_is_proved(do: Evening) -> None:
    """The certificate of every published round verifies against the file as it is now (DESK 4.11)."""
    for number in range(1, 6):
        told = do("verify", f"club.proofs/round-{number}.json", "club.toml")
        assert f"(round {number}, rules combined)" in told


def the_journal_gives_every_state(path: Path) -> None:
    """Replayed from its first line it gives the file; taken back line by line, each state to the byte (DESK 4.5)."""
    store = Store(str(path), "test")
    lines, last = store.read().lines, path.read_bytes()
    states = [text_after(lines[:n]).encode() for n in range(1, len(lines) + 1)]
    assert [digest(state) for state in states] == [line.after for line in lines]
    assert states[-1] == last
    data = states[0]
    for line in lines[1:]:
        data, _ = store.edited(data, old := store.tournament_of(data), perform(line.act, old, line.arguments))
    assert data == last
    for state in reversed(states[:-1]):
        store.undo()
        assert path.read_bytes() == state
    for state in states[1:]:
        store.redo()
        assert path.read_bytes() == state
