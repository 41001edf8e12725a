"""The last round made otherwise: `change` by hand, `correct --repair` and `--again` after a corrected result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairproof.model import Tournament, load_tournament
from pairproof.model.acts.boards import made_otherwise
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.tournament import FixedPair, Game, Player, Result, Round
from tests.cli.conftest import Run

HEAD = '[tournament]\nname = "Club"\nrounds = 5\n'
PLAYERS = "".join(f'[[players]]\nid = {n}\nname = "Player {"ABCDEFGHI"[n - 1]}"\n' for n in range(1, 10))


@pytest.fixture
def club(call: Run, tmp_path: Path) -> Path:
    """Nine players; round 1 is played, round 2 is published."""
    path = tmp_path / "club.toml"
    path.write_text(HEAD + PLAYERS, encoding="utf-8")
    for command in (["publish"], ["result", "1=1", "2=1", "3=1", "4=="], ["publish"]):
        assert call(command[0], "club.toml", *command[1:]).returncode == 0
    return path


def boards(path: Path) -> list[tuple[int, int]]:
    return [(game.white, game.black) for game in load_tournament(path).rounds[-1].games]


def proved(call: Run, number: int) -> None:
    assert call("verify", f"club.proofs/round-{number}.json", "club.toml").returncode == 0
    assert call("check", "club.toml").returncode == 0


def test_a_board_by_hand_is_shown_priced_kept_and_taken_back(call: Run, club: Path) -> None:
    before, old = club.read_bytes(), boards(club)
    (one, other), (left, right) = old[1], old[2]
    done = call("change", "club.toml", f"{one}-{left}", "--reason", "brothers")
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.decode().split())
    assert "board before after" in told
    assert "Level by level: " in told
    last = load_tournament(club).rounds[-1]
    now = {frozenset(pair) for pair in boards(club)}
    assert {frozenset((one, left)), frozenset((other, right))} <= now
    assert [pair for pair in boards(club) if pair in old] == [old[0], old[3]]
    assert (boards(club)[0], boards(club)[3]) == (old[0], old[3])
    assert {frozenset(pair) for pair in last.hand} == {frozenset((one, left)), frozenset((other, right))}
    assert last.reason == "brothers"
    assert last.orders is not None
    assert last.orders.keep == (*old, (last.byes[0], 0))
    proved(call, 2)
    assert call("undo", "club.toml").returncode == 0
    assert club.read_bytes() == before
    proved(call, 2)


def test_two_changes_one_after_the_other(call: Run, club: Path) -> None:
    old = boards(club)
    assert call("change", "club.toml", f"{old[1][0]}-{old[2][0]}", "--reason", "a").returncode == 0
    assert call("change", "club.toml", f"{old[1][0]}-{old[2][1]}", "--reason", "b").returncode == 0
    assert len(load_tournament(club).rounds[-1].hand) == 2
    proved(call, 2)


def test_the_bye_by_hand_and_places_swapped(call: Run, club: Path) -> None:
    old, bye = boards(club), load_tournament(club).rounds[-1].byes[0]
    white, black = old[3]
    done = call("change", "club.toml", "--bye", f"Player {'ABCDEFGHI'[white - 1]}", "--reason", "ill")
    assert done.returncode == 0, done.stderr
    assert load_tournament(club).rounds[-1].byes == (white,)
    assert {bye, black} == set(boards(club)[3])
    call("undo", "club.toml")
    assert call("change", "club.toml", "--swap", str(old[1][0]), str(old[2][0]), "--reason", "step").returncode == 0
    assert boards(club) == [old[0], (old[2][0], old[1][1]), (old[1][0], old[2][1]), old[3]]
    proved(call, 2)


def test_a_dry_run_changes_nothing(call: Run, club: Path) -> None:
    before = club.read_bytes()
    (one, _), (left, _) = boards(club)[1:3]
    done = call("change", "club.toml", f"{one}-{left}", "--dry-run", "--json")
    assert json.loads(done.stdout)["dry_run"] is True
    assert club.read_bytes() == before


def test_what_cannot_be_changed(call: Run, club: Path) -> None:
    first = load_tournament(club).rounds[0].games[0]
    (one, other), (left, _) = boards(club)[1:3]
    assert call("result", "club.toml", "1=1").returncode == 0
    before = club.read_bytes()
    for arguments, code, words in (
        ([f"{first.white}-{first.black}", "--reason", "x"], 2, "no-rematch"),
        ([f"{one}-{left}"], 2, "needs a reason"),
        ([f"{boards(club)[0][0]}-{one}", "--reason", "x"], 2, "has a result"),
        ([f"{one}-{other}", "--reason", "x"], 2, "Nothing would change"),
        (["Player-1", "--reason", "x"], 3, "Player A"),
        ([f"{one}-77", "--reason", "x"], 2, "There is no player 77"),
    ):
        done = call("change", "club.toml", *arguments)
        assert (done.returncode, words in done.stderr.decode()) == (code, True), (arguments, done.stderr)
    assert club.read_bytes() == before


def test_a_correction_repairs_the_round_that_hangs(call: Run, club: Path) -> None:
    old = boards(club)
    kept = club.read_bytes()
    assert call("correct", "club.toml", "0", "--round", "1", "--board", "1").returncode == 0
    assert boards(club) == old
    proved(call, 2)
    call("undo", "club.toml")
    same = {}
    for how in ("--repair", "--again"):
        assert club.read_bytes() == kept
        done = call("correct", "club.toml", "0", "--round", "1", "--board", "1", how)
        assert done.returncode == 0, done.stderr
        assert "Round 2 is paired again" in done.stdout.decode()
        assert load_tournament(club).rounds[-1].corrected == ()
        same[how] = len(set(old) & set(boards(club)))
        proved(call, 2)
        call("undo", "club.toml")
    assert same["--repair"] >= same["--again"]
    assert same["--again"] < len(old)
    assert call("result", "club.toml", "1=1").returncode == 0
    refused = call("correct", "club.toml", "0", "--round", "1", "--board", "1", "--repair")
    assert refused.returncode == 2
    assert b"has results" in refused.stderr
    assert call("correct", "club.toml", "0", "--round", "1", "--board", "1", "--repair", "--again").returncode == 2


def test_somebody_does_not_come(call: Run, club: Path) -> None:
    """The round that hangs is paired again without him, with the fewest changed boards; it is one act."""
    before, old = club.read_bytes(), boards(club)
    white, black = old[3]
    done = call("publish", "club.toml", "--repair", "--absent", str(white), "--reason", "he is not here")
    assert done.returncode == 0, done.stderr
    last = load_tournament(club).rounds[-1]
    assert boards(club)[:3] == old[:3]
    assert white not in last.seated()
    assert black in last.seated()
    assert last.orders is not None
    assert last.orders.absent == {white}
    assert last.orders.reason == "he is not here"
    proved(call, 2)
    assert call("undo", "club.toml").returncode == 0
    assert club.read_bytes() == before
    proved(call, 2)
    assert call("result", "club.toml", "1=1").returncode == 0
    refused = call("publish", "club.toml", "--repair", "--absent", "5")
    assert refused.returncode == 2
    assert b"Round 2 has 1 result" in refused.stderr


@pytest.mark.parametrize("name", ["club.toml", "club.trf"])
def test_boards_behind_one_that_is_gone_keep_their_numbers(call: Run, tmp_path: Path, name: str) -> None:
    """Nobody has the bye: without him there is one board less.  A second one does not come either; a third board by
    hand, and undone; results go by the numbers on the wall.
    """
    assert call("new", "club.toml", "--name", "Club", "--rounds", "3", "--rules", "combined").returncode == 0
    players = [f"Player {letter}" for letter in "ABCDEFGHIJ"]
    assert call("add", "club.toml", *players).returncode == 0
    if name == "club.trf":
        assert call("convert", "club.toml", "club.trf").returncode == 0
    path = tmp_path / name

    def numbered() -> dict[int, tuple[int, int]]:
        held = load_tournament(path, reading=Reading(open_games=True))
        games = held.rounds[-1].games
        return {number: (game.white, game.black) for number, game in zip(held.numbers_in(1), games, strict=True)}

    assert call("publish", name).returncode == 0
    wall = numbered()
    assert sorted(wall) == [1, 2, 3, 4, 5]
    for missing, gone in ((wall[2][0], (2,)), (wall[2][1], (2,)), (wall[4][0], (2, 4))):
        before = path.read_bytes()
        done = call("publish", name, "--repair", "--absent", str(missing), "--reason", "not here")
        assert done.returncode == 0, done.stderr
        here = numbered()
        assert here == {number: pair for number, pair in wall.items() if number not in gone}
        assert f"    5  {wall[5][0]}" in done.stdout.decode()
        after = path.read_bytes()
        assert call("undo", name).returncode == 0
        assert path.read_bytes() == before
        assert call("redo", name).returncode == 0
        assert path.read_bytes() == after
        assert numbered() == here
    if name == "club.toml":
        proved(call, 1)
        assert call("change", name, f"{here[1][0]}-{here[5][0]}", "--reason", "by hand").returncode == 0
        assert sorted(numbered()) == [1, 2, 3]  # new boards take the numbers that are free
        assert call("undo", name).returncode == 0
    page = call("pair", name, "--round", "1", "--keep", name)
    assert page.returncode == 0, page.stderr
    assert f"    5  {wall[5][0]}" in page.stdout.decode()
    assert call("result", name, "2=1").returncode == 2
    assert call("result", name, "5=1", "1=0", "3==").returncode == 0
    assert load_tournament(path).rounds[0].games[-1] == Game(*wall[5], Result.WHITE_WINS)
    assert call("check", name).returncode == 0


def tournament(*boards: tuple[int, int], bye: int | None = None) -> Tournament:
    games = tuple(Game(white, black) for white, black in boards)
    played = Round(games, () if bye is None else (bye,))
    return Tournament("", tuple(Player(player) for player in sorted(played.seated())), (played,))


def test_who_is_left_meets_who_is_left() -> None:
    here = tournament((1, 2), (3, 4), (5, 6), bye=7)
    assert made_otherwise(here, pairs=[FixedPair(1, 3)]) == (FixedPair(1, 3), FixedPair(2, 4))
    assert made_otherwise(here, pairs=[FixedPair(7, 1)]) == (FixedPair(1, 7), FixedPair(2, 0))
    assert made_otherwise(here, bye=3) == (FixedPair(3, 0), FixedPair(4, 7))
    assert made_otherwise(here, pairs=[FixedPair(1, 2)]) == ()
    assert made_otherwise(here, pairs=[FixedPair(2, 1, colours=True)]) == (FixedPair(2, 1, colours=True),)
    swapped = (FixedPair(3, 2, colours=True), FixedPair(1, 4, colours=True))
    assert set(made_otherwise(here, swap=(1, 3))) == set(swapped)
    assert set(made_otherwise(here, swap=(7, 1))) == {FixedPair(7, 2, colours=True), FixedPair(1, 0)}
    both = made_otherwise(here, pairs=[FixedPair(1, 3), FixedPair(2, 5)])
    assert set(both) == {FixedPair(1, 3), FixedPair(2, 5), FixedPair(4, 6)}
    with pytest.raises(UsageProblem, match="There is no player 9"):
        made_otherwise(here, bye=9)
    with pytest.raises(UsageProblem, match="Nobody has the bye"):
        made_otherwise(tournament((1, 2), (3, 4)), bye=1)


def test_every_published_round_stays_proved(call: Run, club: Path) -> None:
    """Boards of a player's own, newcomers and another name for the club void no certificate (DESK 4.11)."""
    old = boards(club)
    assert call("change", "club.toml", f"{old[1][0]}-{old[2][0]}", "--reason", "brothers").returncode == 0
    results = [f"{board}==" for board in range(1, 5)]
    assert call("result", "club.toml", *results).returncode == 0
    orders = ["--absent", "3", "--half-bye", "4", "--forbid", "1-2", "--no-bye", "9", "--reason", "asked for"]
    assert call("publish", "club.toml", *orders).returncode == 0
    for command in (
        ["edit", "club.toml", str(old[2][1]), "table=1"],
        ["edit", "club.toml", "name=Another club"],
        ["add", "club.toml", "Late"],
        ["absent", "club.toml", "5"],
        ["result", "club.toml", "1=1", "2=0"],
        ["correct", "club.toml", "1", "--round", "1", "--board", "4"],
    ):
        assert call(*command).returncode == 0, command
        for number in (1, 2, 3):
            done = call("verify", f"club.proofs/round-{number}.json", "club.toml")
            assert done.returncode == 0, (command, number, done.stdout)


def test_boards_by_hand_under_the_dutch_system(call: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(HEAD + 'rules = "fide-dutch"\ninitial_colour = "white"\n' + PLAYERS, encoding="utf-8")
    for command in (["publish"], ["result", "1=1", "2=1", "3=1", "4=1"], ["publish"]):
        assert call(command[0], "club.toml", *command[1:]).returncode == 0
    old = boards(path)
    done = call("change", "club.toml", f"{old[2][0]}-{old[3][0]}", "--reason", "brothers")
    assert done.returncode == 0, done.stderr
    assert boards(path)[:2] == old[:2]
    assert {old[2][0], old[3][0]} in [set(pair) for pair in boards(path)]
    assert call("verify", "club.proofs/round-2.json", "club.toml").returncode == 0
