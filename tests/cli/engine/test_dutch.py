"""`pairproof-engine --dutch`: what bbpPairings 6.0.0 writes, byte for byte; recorded from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pairproof.cli.engine.command import run
from pairproof.model import load_tournament
from tests.paths import DATA

EVENT = """\
012 Seven
XXR {rounds}
001    1      Player 0001                       2152                             4.0    1     4 w 1     6 b 1     2 w 1     7 b 1
001    2      Player 0002                       1636                             2.0    2     5 b 1     3 w 1     1 b 0  0000 - Z
001    3      Player 0003                       1372                             1.5    6  0000 - Z     2 b 0  0000 - U     5 w =
001    4      Player 0004                       1360                             2.0    3     1 b 0     5 w -     5 w 1     6 b 1
001    5      Player 0005                       1294                             1.5    5     2 w 0     4 b +     4 b 0     3 b =
001    6      Player 0006                       1174                             1.0    7  0000 - U     1 w 0     7 b 0     4 w 0
001    7      Player 0007                       1008                             2.0    4  0000 - Z  0000 - U     6 w 1     1 w 0
"""  # noqa: E501
"""Played by other rules than FIDE's."""

CHECKED = """\
seven: Round #1
seven: Round #2
  Checker pairings        Tournament pairings{blank}
      4 -   7                  4 -   5
      5 -   0                  7 -   0

seven: Round #3
  Checker pairings        Tournament pairings{blank}
      7 -   5                  7 -   6
      4 -   6                  4 -   5

seven: Round #4

""".format(blank=" ")

LIST_OF_ROUND_4 = (
    "Round #4\n\n"
    "ID\tPts\t----\tPref\tC2\tC14\tC16\t Cur\t\tR1\tR2\tR3\t\n\n"
    " 1\t3.0\t WBW\t (B)\t Y\t   \t   \t(7B)\t\t 4\t 6\t 2\t\n\n"
    " 7\t2.0\t   W\t (B)\t N\t   \t  D\t(1W)\t\t  \t  \t 6\t\n\n"
    " 3\t1.0\t   B\t (W)\t N\t  D\t  U\t(5W)\t\t  \t 2\t  \t\n"
    " 4\t1.0\t  BW\t  b \t Y\t  U\t   \t(6B)\t\t 1\t  \t 5\t\n"
    " 5\t1.0\t  WB\t  w \t N\t  D\t  D\t(3B)\t\t 2\t  \t 4\t\n"
    " 6\t1.0\t  WB\t  w \t N\t   \t   \t(4W)\t\t  \t 1\t 7\t\n\n\n"
)


@pytest.fixture
def seven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The event in a folder below the one the engine is called from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAIRPROOF_STRICT", raising=False)
    (tmp_path / "event").mkdir()
    path = tmp_path / "event" / "seven.trf"
    path.write_text(EVENT.format(rounds=4), encoding="ascii")
    return path


def test_a_round_is_paired(seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seven.write_text(EVENT.format(rounds=6), encoding="ascii")
    assert run(["--dutch", "event/seven.trf", "-p"]) == 0
    assert capsys.readouterr() == ("4\n1 3\n2 7\n5 6\n4 0\n", "")
    assert run(["--dutch", "event/seven.trf", "-p", "out.txt", "-l"]) == 0
    assert (seven.parent / "out.txt").read_bytes() == b"4\n1 3\n2 7\n5 6\n4 0\n"
    assert (seven.parent / "seven.list").is_file()


def test_positions_are_paired_as_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Acceleration, other points, byes; nobody names a rule set, and nothing is said."""
    positions = sorted((DATA / "dutch").glob("*.pairs"))
    assert len(positions) > 10
    for recorded in positions:
        boards = [line for line in recorded.read_text().split("\n") if line.strip()]
        assert run(["--dutch", str(recorded.with_suffix(".trf")), "-p", str(tmp_path / "out")]) == (boards == ["none"])
        wanted = "" if boards == ["none"] else "\n".join([str(len(boards)), *boards, ""])
        assert (tmp_path / "out").read_bytes() == wanted.encode()
        assert ("No legal pairing" in capsys.readouterr().err) == (boards == ["none"])


def test_rounds_are_compared_in_its_words(seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--dutch", "event/seven.trf", "-c", "-l"]) == 0
    assert capsys.readouterr() == (CHECKED, "")
    lists = (seven.parent / "seven.list").read_text()
    assert lists.startswith("Round #1\n\nID\tPts\t-\tPref\t")
    body, _, last = lists.rpartition("\n")
    assert body.endswith(LIST_OF_ROUND_4.removesuffix("\n"))
    assert last.startswith("pairproof-engine ")
    assert run(["--dutch", "event/seven.trf", "-c", "3"]) == 0
    assert capsys.readouterr().out == "seven: Round #3" + CHECKED.split("Round #3")[1].split("seven")[0] + "\n"


FORFEITS = """\
012 Forfeits
XXR 5
XXC white1
001    1      Player 0001                       2152                             1.5    1     4 - +     3 w =     2 w 0
001    2      Player 0002                       1636                             3.0    2     5 b 1     4 - +     1 b 1
001    3      Player 0003                       1372                             1.5    3  0000 - +     1 b =     5 - -
001    4      Player 0004                       1360                             1.0    4     1 - -     2 - -  0000 - U
001    5      Player 0005                       1294                             0.5    5     2 w 0  0000 - H     3 - -
"""

FORFEITS_CHECKED = """\
seven: Round #1
  Checker pairings        Tournament pairings{blank}
      1 -   3                  4 -   1
      4 -   2                  5 -   2
      5 -   0                  3 -   0

seven: Round #2
seven: Round #3
  Checker pairings        Tournament pairings{blank}
      2 -   1                  1 -   2


""".format(blank=" ")


def test_forfeits_without_colours_and_wins_against_nobody(seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A win against nobody is the bye; a game without colours agrees with either, else its higher number is first."""
    seven.write_text(FORFEITS, encoding="ascii")
    assert run(["--dutch", "event/seven.trf", "-c"]) == 0
    assert capsys.readouterr() == (FORFEITS_CHECKED, "")


def test_a_file_without_rounds_planned_is_checked_but_not_paired(
    seven: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seven.write_text(EVENT.replace("XXR {rounds}\n", ""), encoding="ascii")
    assert run(["--dutch", "event/seven.trf", "-c"]) == 0
    assert capsys.readouterr().out == CHECKED
    assert run(["--dutch", "event/seven.trf", "-p"]) == 3
    assert "the number of rounds" in capsys.readouterr().err


def test_a_round_that_cannot_be_paired(seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = EVENT.format(rounds=6)
    seven.write_text(f"{text}XXP 1 2 3 4 5\n", encoding="ascii")
    assert run(["--dutch", "event/seven.trf", "-p", "out.txt"]) == 1
    assert (seven.parent / "out.txt").read_bytes() == b""
    capsys.readouterr()
    seven.write_text(f"{text}XXP 4 1 2 3 5 6 7\n", encoding="ascii")
    assert run(["--dutch", "event/seven.trf", "-c", "4"]) == 0
    assert capsys.readouterr().out == "seven: Round #4\nNo valid pairing exists for round 4.\n\n\n"


REFUSED: list[tuple[str, Callable[[str], str]]] = [
    ("teams", lambda text: text + "013 Team A                             1    2\n"),
    ("points", lambda text: text.replace("4.0    1", "4.5    1")),
    ("player 9", lambda text: text.replace("     4 w 1     6 b 1", "     9 w 1     6 b 1")),
    ("two players", lambda text: text + text.splitlines()[-1] + "\n"),
    ("only 2 are planned", lambda text: text.replace("XXR 6", "XXR 2")),
    ("FIDE_BURSTEIN", lambda text: text + "192 FIDE_BURSTEIN\n"),
    ("points do not depend on the colour", lambda text: text + "XXS BW=2.0\n"),
]


@pytest.mark.parametrize(("word", "change"), REFUSED, ids=[word for word, _ in REFUSED])
def test_what_it_cannot_honour_is_refused(
    seven: Path, word: str, change: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    seven.write_text(change(EVENT.format(rounds=6)), encoding="ascii")
    for action in ("-p", "-c"):
        assert run(["--dutch", "event/seven.trf", action]) == 3
        captured = capsys.readouterr()
        assert captured.out == ""
        assert word in captured.err


def test_no_colour_known_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "".join(f"001 {player:>4}{'':72}0.0\n" for player in range(1, 7))
    path = tmp_path / "new.trf"
    path.write_text(f"142 5\n{lines}", encoding="ascii")
    assert run(["--dutch", str(path), "-p"]) == 3
    path.write_text(f"142 5\n152 B\n{lines}", encoding="ascii")
    capsys.readouterr()
    assert run(["--dutch", str(path), "-p"]) == 0
    assert capsys.readouterr() == ("3\n4 1\n2 5\n6 3\n", "")


def test_other_rules_than_the_system_asked_for(seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = EVENT.format(rounds=6)
    seven.write_text(f"{text}192 FIDE_DUTCH_2026\n", encoding="ascii")
    assert run(["--dutch", "event/seven.trf", "-p"]) == 0
    by_file = capsys.readouterr()
    assert run(["event/seven.trf", "-p"]) == 0
    assert capsys.readouterr() == by_file
    assert by_file.err == ""
    assert run(["--dutch", "event/seven.trf", "-p", "--rules", "combined"]) == 0
    assert "not the FIDE (Dutch) rules" in capsys.readouterr().err
    toml = seven.with_suffix(".toml")
    players = "".join(f'[[players]]\nid = {player}\nname = "P{player}"\n' for player in range(1, 5))
    toml.write_text(
        f'[tournament]\nname = "Own"\nrounds = 3\nrules = "combined"\ninitial_colour = "white"\n{players}',
        encoding="utf-8",
    )
    assert run(["--dutch", str(toml), "-p"]) == 3
    assert "the file names the rules combined" in capsys.readouterr().err


CONFIG = """\
# bbpPairings'
PlayersNumber=11
RoundsNumber=5
DrawPercentage=40
ForfeitRate=10
RetiredRate=4.5
HalfPointByeRate=6
HighestRating=2400
LowestRating=1500
PointsForWin=3.0
PointsForDraw=1.0
"""


def test_generate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "small.cfg"
    config.write_text(CONFIG)
    assert run(["--dutch", "-g", str(config), "-o", "one.trf", "-s", "5", "-l"]) == 0
    path = tmp_path / "one.trf"  # beside the configuration
    event = load_tournament(path)
    assert (len(event.players), len(event.rounds), event.points["win"], event.points["bye"]) == (11, 5, 6, 6)
    assert min(player.rating for player in event.players) >= 1500
    assert (tmp_path / "one.list").read_text().count("Round #") == 5
    first = path.read_bytes()
    assert run(["--dutch", "-g", str(config), "-o", "one.trf", "-s", "5"]) == 0
    assert path.read_bytes() == first
    capsys.readouterr()
    assert run(["--dutch", str(path), "-c"]) == 0
    assert capsys.readouterr().out == "".join(f"one: Round #{number}\n" for number in range(1, 6)) + "\n"
    assert run(["--dutch", str(path), "-g", "-o", "two.trf", "-s", "6"]) == 0
    again = load_tournament(tmp_path / "two.trf")
    assert again.points == event.points
    assert [player.rating for player in again.players] == [player.rating for player in event.players]


@pytest.mark.parametrize(
    "line",
    ["ForfeitRate=0", "RetiredRate=1", "DrawPercentage=101", "ZPBRate=5", "PointsForZPB=1.0", "PointsForWin=0.7", "X"],
)
def test_a_configuration_gone_wrong(tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "bad.cfg"
    config.write_text(f"{line}\n")
    assert run(["--dutch", "-g", str(config), "-o", "one.trf"]) == 3
    assert not (tmp_path / "one.trf").exists()
    assert "Traceback" not in capsys.readouterr().err
