"""`pairproof-engine`: the command line of bbpPairings and JaVaFo, and a real caller driving a whole tournament."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pairproof.cli.engine.command import run
from pairproof.cli.engine.request import Request, parsed
from pairproof.model import dump_toml, load_tournament
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.formats.trf.writer import dump_trf
from tests.inputs.random_tournaments import simulated_open

SIX = """\
012 Six
XXR 5
001    1      A                                 2000                             1.0    1     4 w 1
001    2      B                                 1900                             1.0    2     5 b 1
001    3      C                                 1800                             1.0    3     6 w 1
001    4      D                                 1700                             0.0    4     1 b 0
001    5      E                                 1600                             0.0    5     2 w 0
001    6      F                                 1500                             0.0    6     3 b 0
"""


def engine(*words: str, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """The engine as a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from pairproof.cli.engine.command import main; main()", *words],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def six(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six players after one round, in a folder below the one the engine is called from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAIRPROOF_STRICT", raising=False)
    (tmp_path / "event").mkdir()
    path = tmp_path / "event" / "six.trf"
    path.write_text(SIX, encoding="ascii")
    return path


# ---- the words


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("", Request()),
        ("-r", Request(release=True)),
        ("--dutch in -p", Request("pair", "in", system="--dutch")),
        ("--dutch in -p out", Request("pair", "in", "out", system="--dutch")),
        ("in -p out -l", Request("pair", "in", "out", wants_checklist=True)),
        (
            "-r in -b -p out -l list",
            Request("pair", "in", "out", checklist="list", wants_checklist=True, release=True, baku=True),
        ),
        ("in -q 3 -w -p", Request("pair", "in")),
        ("in -c", Request("check", "in")),
        ("--burstein in -c 6", Request("check", "in", round=6, system="--burstein")),
        ("-g -o out", Request("generate", tournament_out="out")),
        ("-g cfg -o out -s 5", Request("generate", tournament_out="out", config="cfg", seed=5)),
        ("model -g -o out", Request("generate", "model", tournament_out="out")),
        ("in -p out --rules combined", Request("pair", "in", "out", rules="combined")),
        ("--adjourned in --fill-byes -c", Request("check", "in", adjourned=True, fill_byes=True)),
    ],
)
def test_words(words: str, request_: Request) -> None:
    assert parsed(words.split()) == request_


@pytest.mark.parametrize(
    "words",
    [
        "in", "-p", "-c", "in -p -c", "in -z", "in more -p", "-g", "in -p -q", "in -p -q x", "-g -o", "-g -o out -s x",
        "-l", "in -c x", "-g -b -o out", "-g -o out -l", "in -p -o out", "in -o out -p", "in -c -o out", "in -p -s 4",
        "in -p --dutch --burstein", "--dutch", "--dutch in -l", "model -g cfg -o out",
        "--fill-byes -g -o out", "--adjourned",
    ],
)  # fmt: skip
def test_words_that_make_no_sense(words: str) -> None:
    with pytest.raises(UsageProblem):
        parsed(words.split())
    assert run(words.split()) == 3


# ---- pairing


def test_a_bare_name_lies_beside_the_file(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--burstein", "event/six.trf", "-p", "out.txt", "-l"]) == 0
    assert (six.parent / "out.txt").read_bytes() == b"3\n2 1\n4 3\n6 5\n"
    assert (six.parent / "six.list").read_text().splitlines()[1].split()[:3] == ["1", "1.0", "B!"]
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "not the Burstein rules" in captured.err
    assert run(["event/six.trf", "-p", "./out.txt"]) == 0
    assert Path("out.txt").is_file()


def test_without_a_name_the_boards_are_printed(six: Path) -> None:
    done = engine("event/six.trf", "-p", cwd=six.parent.parent)
    assert (done.returncode, done.stdout) == (0, "3\n2 1\n4 3\n6 5\n")


def test_the_bye_stands_last_as_id_and_0(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    six.write_text(SIX.replace("XXR 5", "XXR 5\nXXZ 6"), encoding="ascii")
    assert run(["event/six.trf", "-p"]) == 0
    # Of 4 and 5, without points, the lower in rank.
    assert capsys.readouterr().out.splitlines()[::3] == ["3", "5 0"]


@pytest.mark.parametrize("words", ["-p ours.toml", "-p ./ours.toml", "-p -l ours.toml", "-p six.trf", "-p out -l out"])
def test_no_file_that_is_read_is_written_over(six: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the rule file asked for, nor the one the tournament names, nor the tournament itself."""
    monkeypatch.chdir(six.parent)
    ours = six.parent / "ours.toml"
    ours.write_text('name = "ours"\nbase = "colour-swiss"\n')
    named = six.parent / "named.toml"
    document = read_trf(six.read_bytes())
    named.write_text(dump_toml(replace(document, rules="ours.toml")))
    before = {path: path.read_bytes() for path in six.parent.iterdir()}
    assert run(["six.trf", "--rules", "ours.toml", *words.split()]) == 3
    if "ours" in words:
        assert run(["named.toml", *words.split()]) == 3
        assert run(["../event/named.toml", *words.split()]) == 3
    assert {path: path.read_bytes() for path in six.parent.iterdir()} == before


@pytest.mark.parametrize("words", ["six.trf -g -o six.trf", "-g cfg -o cfg", "-g --rules ours.toml -o ./ours.toml"])
def test_nor_by_a_new_tournament(six: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(six.parent)
    (six.parent / "cfg").write_text("PlayersNumber=8\n")
    (six.parent / "ours.toml").write_text('name = "ours"\nbase = "colour-swiss"\n')
    before = {path: path.read_bytes() for path in six.parent.iterdir()}
    assert run([*words.split(), "-s", "3"]) == 3
    assert {path: path.read_bytes() for path in six.parent.iterdir()} == before


def test_rules_that_the_file_names_lie_beside_it(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (six.parent / "ours.toml").write_text('name = "ours"\nbase = "modified-swiss"\n')
    (six.parent / "named.toml").write_text(dump_toml(replace(read_trf(six.read_bytes()), rules="ours.toml")))
    assert run(["event/named.toml", "-p"]) == 0
    assert capsys.readouterr().out == "3\n1 2\n3 5\n4 6\n"


OLD = """\
012 Old
XXR 5
001    1      A                                                                  2.0    1     2 w 1  0000 -       3 w 0
001    2      B                                                                  1.5    2     1 b 0  0000 -       4 w =
001    3      C                                                                  1.0    3     4 b    0000 -       1 b 1
001    4      D                                                                  0.5    4     3 w    0000 -       2 b =
"""


def test_adjourned_games_and_blanks_of_old_files(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    six.write_text(OLD, encoding="ascii")
    assert run(["event/six.trf", "-p", "out", "--fill-byes"]) == 3
    assert "or say --adjourned" in capsys.readouterr().err
    assert run(["event/six.trf", "-p", "out", "--adjourned"]) == 3
    assert "The points column says 2.0" in capsys.readouterr().err
    assert run(["event/six.trf", "-p", "out", "--adjourned", "--fill-byes"]) == 0
    told = capsys.readouterr().err
    assert "Taken as adjourned: 4-3 (round 1)." in told
    assert "Player 1 has the bye in round 2" in told


def test_all_rounds_played(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    six.write_text(SIX.replace("XXR 5", "XXR 1"), encoding="ascii")
    assert run(["event/six.trf", "-p"]) == 3
    assert "-c compares them" in capsys.readouterr().err


def test_no_pairing_leaves_an_empty_file(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    six.write_text(SIX + "XXP 1 2 3 5 6\n", encoding="ascii")
    assert run(["event/six.trf", "-p", "out.txt"]) == 1
    assert (six.parent / "out.txt").read_bytes() == b""
    assert "No legal pairing exists" in capsys.readouterr().err


def test_strict(six: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIRPROOF_STRICT", "1")
    assert run(["--burstein", "event/six.trf", "-p", "out.txt"]) == 3
    assert run(["--dutch", "event/six.trf", "-p", "out.txt"]) == 0
    assert run(["event/six.trf", "-p", "out.txt"]) == 0


def test_rules_and_baku(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["event/six.trf", "-p", "--rules", "modified-swiss"]) == 0
    assert capsys.readouterr().out == "3\n1 2\n3 5\n4 6\n"
    # Ids 1 to 4 have one more point in round 2: 1, 2 and 3 have two, 4 has one, 5 and 6 none.
    assert run(["event/six.trf", "-b", "-p", "--rules", "modified-swiss"]) == 0
    assert capsys.readouterr().out == "3\n1 2\n3 4\n5 6\n"
    points = SIX.replace("XXR 5", "XXR 5\n162  W 3.0    D 1.0    L 0.0").replace(" 1.0 ", " 3.0 ")
    six.write_text(points, encoding="ascii")
    assert run(["event/six.trf", "-p"]) == 0
    assert run(["event/six.trf", "-b", "-p"]) == 3
    assert "a win worth 1 point" in capsys.readouterr().err
    six.write_text(SIX, encoding="ascii")
    assert run(["event/six.trf", "-p", "--rules", "none"]) == 3
    six.write_text(SIX.replace("XXR 5\n", ""), encoding="ascii")
    assert run(["event/six.trf", "-b", "-p"]) == 3


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda path: path.write_text("nonsense"), 3),
        (lambda path: path.write_text(SIX.replace(" 4 w 1", " 5 w 1")), 3),
        (lambda path: path.unlink(), 5),
        (lambda path: (path.unlink(), path.mkdir()), 5),
        (lambda path: path.write_text(SIX.replace("XXR 5", "XXR 1")), 3),
    ],
)
def test_errors_leave_the_old_file(six: Path, change: object, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    out = six.parent / "out.txt"
    out.write_text("as it was")
    change(six)  # type: ignore[operator]
    assert run(["event/six.trf", "-p", "out.txt"]) == code
    assert out.read_text() == "as it was"
    assert "Traceback" not in capsys.readouterr().err
    assert {path.name for path in six.parent.iterdir()} <= {"out.txt", "six.trf"}


def test_a_place_that_cannot_be_written(six: Path) -> None:
    assert run(["event/six.trf", "-p", "none/out.txt"]) == 5
    assert run(["event/six.trf", "-p", "six.trf"]) == 3


def test_too_large(six: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairproof.cli.engine.request.HIGHEST_ID", 5)
    assert run(["event/six.trf", "-p"]) == 4


def test_unexpected(six: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("pairproof.cli.engine.rounds.pair", broken)
    assert run(["event/six.trf", "-p", "out.txt"]) == 2
    assert "ZeroDivisionError: oh" in capsys.readouterr().err
    assert not (six.parent / "out.txt").exists()


# ---- the other actions


def test_release(tmp_path: Path) -> None:
    for words in ((), ("-r",)):
        done = engine(*words, cwd=tmp_path)
        assert done.returncode == 0
        assert done.stdout.startswith("pairproof-engine ")
        assert done.stderr == ""


def test_check(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["event/six.trf", "-c", "-l"]) == 0
    assert capsys.readouterr().out == "Six: Round #1\n\n"
    assert (six.parent / "six.list").read_text().startswith("Round #1\n   ID")
    lines = SIX.replace("     4 w 1", "     5 w 1").replace("     1 b 0", "     2 b 0")
    lines = lines.replace("     5 b 1", "     4 w 1").replace("     2 w 0", "     1 b 0")
    six.write_text(lines, encoding="ascii")
    assert run(["event/six.trf", "-c", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1:3] == [
        "  Checker pairings        Tournament pairings",
        "     1 -    4                1 -    5",
    ]
    assert run(["event/six.trf", "-c", "2"]) == 3


def test_generate(six: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = six.parent / "small.cfg"
    config.write_text("# a small one\nPlayersNumber=9\nRoundsNumber=4\nForfeitRate=50\nGroups=2\nHighestRating=2200\n")
    assert run(["-g", "event/small.cfg", "-o", "one.trf", "-s", "7"]) == 0
    assert "Groups is not used" in capsys.readouterr().err
    assert run(["-g", "event/small.cfg", "-o", "two.trf", "-s", "7"]) == 0
    assert Path("one.trf").read_bytes() == Path("two.trf").read_bytes()
    tournament = load_tournament("one.trf")
    assert (len(tournament.players), len(tournament.rounds)) == (9, 4)
    assert max(player.rating for player in tournament.players) <= 2200
    assert run(["one.trf", "-c"]) == 0
    assert "Checker" not in capsys.readouterr().out
    assert run(["one.trf", "-g", "-o", "three.trf", "-s", "8"]) == 0
    again = load_tournament("three.trf")
    assert [player.rating for player in again.players] == [player.rating for player in tournament.players]


@pytest.mark.parametrize(
    ("text", "word"),
    [("PlayersNumber=x\n", "'x'"), ("Wizards=3\n", "'Wizards'"), ("PlayersNumber=1\n", "at least two")],
)
def test_a_configuration_gone_wrong(six: Path, text: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.cfg").write_text(text)
    assert run(["-g", "bad.cfg", "-o", "one.trf"]) == 3
    assert word in capsys.readouterr().err
    assert run(["-g", "none.cfg", "-o", "one.trf"]) == 5
    assert not Path("one.trf").exists()


# ---- real callers


@pytest.fixture
def executable(tmp_path: Path) -> str:
    """The engine as one file that can be executed."""
    path = tmp_path / "pairproof-engine"
    path.write_text(f"#!{sys.executable}\nfrom pairproof.cli.engine.command import main\nmain()\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.skipif(sys.platform == "win32", reason="a script with #! is no executable on Windows")
@pytest.mark.slow
def test_pairing_core_drives_a_whole_tournament(executable: str) -> None:
    """Its bbpPairings adapter: `-r`, then `--dutch IN -p OUT`, the output checked by the adapter itself."""
    bbp = pytest.importorskip("pairing_core.adapters.bbp", reason="pairing-core is not installed")
    trf = pytest.importorskip("pairing_core.adapters.trf")
    errors = pytest.importorskip("pairing_core.errors")
    rng = random.Random(6)
    rounds, players = 7, range(1, 16)
    history: dict[int, list[object]] = {player: [] for player in players}
    points = dict.fromkeys(players, 0.0)
    config = bbp.BBPConfig(executable)
    for number in range(1, rounds + 1):
        absent = (3,) if number == 4 else ()
        tournament = trf.TournamentInput(
            players=tuple(
                trf.TrfPlayer(player, f"P{player}", 2400 - 50 * player, points[player], tuple(history[player]))
                for player in players
            ),
            rounds_total=rounds,
            absent_ids=absent,
            initial_color="w",
        )
        found = bbp.pair_tournament(config, tournament)
        assert found.engine_version.startswith("pairproof-engine ")
        assert found.stderr == ""
        seated = {player for pair in found.pairs for player in pair if player is not None}
        assert seated == set(players) - set(absent)
        for white, black in found.pairs:
            if black is None:
                history[white].append(trf.TrfRound(None, "-", "U"))
                points[white] += 1
                continue
            result = rng.choice(("1", "=", "0"))
            assert all(entry.opponent != black for entry in history[white])  # type: ignore[attr-defined]
            history[white].append(trf.TrfRound(black, "w", result))
            history[black].append(trf.TrfRound(white, "b", {"1": "0", "=": "=", "0": "1"}[result]))
            points[white] += {"1": 1, "=": 0.5, "0": 0}[result]
            points[black] += {"1": 0, "=": 0.5, "0": 1}[result]
        for player in absent:
            history[player].append(trf.TrfRound(None, "-", "Z"))
    two = tuple(trf.TrfPlayer(player, f"P{player}") for player in (1, 2))
    forbidden = trf.TournamentInput(players=two, rounds_total=3, forbidden_pairs=((1, 2),), initial_color="w")
    with pytest.raises(errors.ImpossiblePairingError):
        bbp.pair_tournament(config, forbidden)


def test_no_start_up_waste(tmp_path: Path) -> None:
    """50 players, the whole process: 0.35 s of CPU, measured as a multiple of what Python with numpy takes here."""
    resource = pytest.importorskip("resource", reason="no getrusage on this system")
    (tmp_path / "in.trf").write_text(dump_trf(simulated_open(50, 5, 1), "trfx"), encoding="utf-8")

    def cpu(*command: str) -> float:
        """Seconds of CPU that the command took."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        environment = dict(os.environ)
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return float(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    call = (sys.executable, "-c", "from pairproof.cli.engine.command import main; main()", "in.trf", "-p", "out.txt")
    cpu(*call)  # the first one may compile
    ratio = min(cpu(*call) for _ in range(5)) / min(cpu(sys.executable, "-c", "import numpy") for _ in range(5))
    # On the machine this was written on numpy took 0.13 s of CPU, and the engine 0.26 s.
    assert ratio < 3


def test_nothing_heavy_is_imported_that_is_not_used(six: Path) -> None:
    script = (
        "import sys; from pairproof.cli.engine.command import run; code = run(['event/six.trf', '-p', 'out.txt']); "
        "print(code, [name for name in ('typer', 'rich', 'ortools', 'pydantic', 'networkx') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=six.parent.parent,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "0 []"
