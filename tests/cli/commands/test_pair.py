"""`pairproof pair` from outside: what it prints where, what it writes, and how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import SCENARIOS

POSITION = ["schema", "tournament", "round", "rules", "method", "status", "boards", "bye", "absent", "half_byes"]
FIELDS = [*POSITION, "full_byes", "levels", "natural_order", "run"]


def test_json_has_the_fields_of_the_contract_in_order(call, club):
    done = call("pair", "club.toml", "--json")
    assert (done.returncode, b"no legal" in done.stdout) == (0, False)
    document = json.loads(done.stdout)
    assert list(document) == FIELDS
    assert document["schema"] == "pairproof.pairing/1"
    assert (document["tournament"], document["round"], document["rules"]) == ("Club", 2, "combined")
    assert (document["method"], document["status"], document["natural_order"]) == ("optimal", "optimal", True)
    # 1, 2 and 5 have 2 points, 3 and 4 none; 5 had the bye, so 3 or 4 has it and one of the three plays below.
    assert document["bye"] in (3, 4)
    for board in document["boards"]:
        assert list(board) == ["board", "white", "black", "scores", "floats", "costs", "colour"]
    floats = {board["white"]: board["floats"] for board in document["boards"]}
    assert sorted(floats.values(), key=str) in ([["up", "down"], [None, None]], [["down", "up"], [None, None]])
    values = {level["name"]: level["value"] for level in document["levels"]}
    assert values["score-gap"] == 2
    assert values["bye-score"] == 0
    assert all(level["bound"] == level["value"] and level["proved"] is True for level in document["levels"])
    assert list(document["run"]) == ["seconds", "engine", "versions", "input_sha256"]


def test_json_is_the_same_but_for_run(run, club):
    documents = []
    for seed in ("1", "2"):
        text = run("pair", "club.toml", "--json", env={"PYTHONHASHSEED": seed}).stdout
        head, _, _ = text.partition(b'"run"')
        assert head
        documents.append(head)
    assert documents[0] == documents[1]


def test_page(call, club):
    done = call("pair", "club.toml")
    page = done.stdout.decode()
    assert done.returncode == 0
    assert "Club, round 2 of 5, rules combined" in page
    assert "Эва" in page
    assert "3 players have 2 points: an odd number, so one must play below or have the bye." in page
    assert "\n  All others are 0, proved: restricted-groups, repeated-float, " in page
    assert "\x1b" not in page
    assert done.stderr == b""
    assert call("pair", "club.toml", "--long").stdout.decode().count("  proved\n") == 9


def level_lines(page: str, level: str) -> list[str]:
    """What stands under a level on a page."""
    found = re.search(rf"^  {level} .*\n((?:      .*\n)*)", page, re.MULTILINE)
    assert found is not None, page
    return found[1].splitlines()


def test_long_reasons_are_folded(call):
    file = str(SCENARIOS / "club-round-5.toml")
    page, long = (call("pair", file, *option).stdout.decode() for option in ((), ("--long",)))
    whole = level_lines(long, "score-gap")
    assert len(whole) == 8
    assert level_lines(page, "score-gap") == [*whole[:2], "      4 more sentences: --long"]
    # Three lines stay as they are.
    assert level_lines(page, "float-two-back") == level_lines(long, "float-two-back")
    assert len(level_lines(page, "float-two-back")) == 3


def test_quiet_is_boards_alone(call, k33):
    file = str(SCENARIOS / "club-round-5.toml")
    page = call("pair", file).stdout.decode()
    boards = call("pair", file, "--quiet").stdout.decode()
    assert boards in page
    assert [line.split()[0] for line in boards.splitlines()] == ["board", "1", "2", "3", "4", "5", "bye"]
    done = call("pair", "k33.toml", "--quiet")
    assert (done.returncode, done.stdout.decode().splitlines()[0]) == (1, "No legal pairing exists.")
    assert call("pair", file, "--quiet", "--long").returncode == 2


@pytest.mark.skipif(os.name == "nt", reason="terminals are POSIX")
@pytest.mark.parametrize(("rows", "last"), [(60, "that of pairproof-engine."), (20, "Absent: 8 Hugo")])
def test_boards_stand_last_where_not_all_fits(rows, last):
    import pty

    master, slave = pty.openpty()
    with os.fdopen(master, "rb", buffering=0) as screen:
        done = subprocess.Popen(
            [sys.executable, "-m", "pairproof", "pair", str(SCENARIOS / "club-round-5.toml")],
            stdout=slave,
            env={**os.environ, "LINES": str(rows), "COLUMNS": "100", "NO_COLOR": "1"},
        )
        os.close(slave)
        shown = b""
        with contextlib.suppress(OSError):  # how the end of a terminal shows
            while more := screen.read(10_000):
                shown += more
        assert done.wait(30) == 0
    assert shown.decode().rstrip().endswith(last)


def test_engine_format(call, club, tmp_path):
    assert call("pair", "club.toml", "--output", "out.txt").returncode == 0
    lines = (tmp_path / "out.txt").read_bytes()
    document = json.loads(call("pair", "club.toml", "--json").stdout)
    boards = [f"{board['white']} {board['black']}\n" for board in document["boards"]]
    assert lines.decode() == "".join(["3\n", *boards, f"{document['bye']} 0\n"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.toml", "out.txt"]


def test_a_file_written_keeps_the_old_ones_mode(run, club, tmp_path):
    (tmp_path / "out.txt").write_text("old")
    (tmp_path / "out.txt").chmod(0o640)
    assert run("pair", "club.toml", "--output", "out.txt").returncode == 0
    assert (tmp_path / "out.txt").stat().st_mode & 0o777 == 0o640


def test_standard_input(run, club):
    done = run("pair", "-", "--format", "toml", "--json", stdin=club.read_bytes())
    assert done.returncode == 0
    assert json.loads(done.stdout)["boards"] == json.loads(run("pair", "club.toml", "--json").stdout)["boards"]
    without = run("pair", "-", stdin=club.read_bytes())
    assert (without.returncode, without.stdout) == (2, b"")
    assert b"--format" in without.stderr


def test_orders(call, club):
    def paired(*options):
        document = json.loads(call("pair", "club.toml", "--json", *options).stdout)
        return {(board["white"], board["black"]) for board in document["boards"]}, document["bye"], document["absent"]

    games, _, _ = paired("--fix", "3w-5b")
    assert (3, 5) in games
    games, _, _ = paired("--fix", "5b-3w")
    assert (3, 5) in games
    assert paired("--bye", "4")[1] == 4
    assert paired("--fix", "0-4")[1] == 4
    assert paired("--no-bye", "4")[1] == 3
    assert paired("--forbid", "4-0")[1] == 3
    games, bye, absent = paired("--absent", "5")
    assert (len(games), bye, absent) == (2, None, [5])
    assert paired("--absent", "3, 5", "--absent", "3")[2] == [3, 5]
    games, _, _ = paired("--forbid", "1-2")
    assert not games & {(1, 2), (2, 1)}


def test_round(call, club):
    document = json.loads(call("pair", "club.toml", "--round", "1", "--json").stdout)
    assert document["round"] == 1
    assert len(document["boards"]) == 2


def test_no_legal_pairing(call, k33, tmp_path):
    (tmp_path / "out.txt").write_text("an older round")
    done = call("pair", "k33.toml", "--certificate", "proof.json", "--output", "out.txt")
    assert done.returncode == 1
    assert "No legal pairing exists." in done.stdout.decode()
    assert "{1, 2, 3}; {4, 5, 6}" in done.stdout.decode()
    assert (tmp_path / "out.txt").read_bytes() == b""
    checked = call("verify", "proof.json", "k33.toml")
    assert checked.returncode == 0
    assert b"no legal pairing exists" in checked.stdout
    document = json.loads(call("pair", "k33.toml", "--json").stdout)
    assert (document["status"], document["boards"]) == ("infeasible", [])
    assert document["witness"]["blockers"] == []
    assert document["witness"]["odd_groups"] == [[1, 2, 3], [4, 5, 6]]


def test_no_legal_pairing_says_why(call, k33):
    """The same reason on every page, and in JSON by pair; in JSON in English whatever the language."""
    said = "Not allowed by no-rematch: "
    for command in ("pair", "explain", "compare"):
        done = call(command, "k33.toml")
        assert said in done.stdout.decode(), command
    for command in ("pair", "explain"):
        witness = json.loads(call(command, "k33.toml", "--json", "--lang", "pt").stdout)["witness"]
        assert said in witness["text"]
        assert {tuple(barred["pair"]) for barred in witness["barred"]} == {(a, b) for a in (1, 2, 3) for b in (4, 5, 6)}
        assert {breach["rule"] for barred in witness["barred"] for breach in barred["breaches"]} == {"no-rematch"}
        assert (witness["more_barred"], witness["possible_without"]) == (0, [])
    assert "Não permitido por no-rematch: " in call("pair", "k33.toml", "--lang", "pt").stdout.decode()


def test_nobody_present_names_every_entry(run, tmp_path):
    players = "".join(f"[[players]]\nid = {player}\n" for player in range(1, 6))
    head = '[tournament]\nname = "Away"\nrounds = 3\n'
    coming = "[next]\nabsent = [1]\nhalf_byes = [2]\nfull_byes = [3]\n"
    (tmp_path / "away.toml").write_text(head + players + coming, encoding="utf-8")
    done = run("pair", "away.toml", "--absent", "4,5")
    assert (done.returncode, done.stdout) == (2, b"")
    for words in ("TRF Z): 1;", "half_byes, TRF H): 2;", "full_byes, TRF F): 3;", "given with the command: 4, 5"):
        assert words in done.stderr.decode()
    # The file alone is enough: then it is not the option that is at fault, and the option is not named.
    (tmp_path / "away.toml").write_text(head + players + "[next]\nabsent = [1, 2, 3, 4, 5]\n", encoding="utf-8")
    done = run("pair", "away.toml", "--absent", "4")
    assert (done.returncode, done.stdout) == (3, b"")
    assert "TRF Z): 1 to 5)." in done.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--fix", "3"],
        ["--fix", "x-y"],
        ["--fix", "3-7-9"],
        ["--fix", "3w-7w"],
        ["--fix", "3w-0b"],
        ["--fix", "0-0"],
        ["--fix", ""],
        ["--fix", "-3"],
        ["--fix", "3-" + "9" * 5000],
        ["--forbid", "3w-4b"],
        ["--forbid", "34"],
        ["--bye", "0"],
        ["--bye", "x"],
        ["--no-bye", "3,4"],
        ["--absent", "3,,x"],
        ["--absent", ""],
        ["--absent", "0"],
        ["--round", "x"],
        ["--round", "0"],
        ["--round", "3"],
        ["--round", "-1"],
        ["--rules", "colour-swis"],
        ["--format", "pgn"],
        ["--output", ""],
        ["--output", "club.toml"],
        ["--output", "x", "--certificate", "./x"],
        ["--lookahead", "9"],
        ["another.toml"],
    ],
)
def test_wrong_usage(call, club, tmp_path, arguments):
    before = club.read_bytes()
    done = call("pair", "club.toml", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.strip()
    assert b"Traceback" not in done.stderr
    assert club.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["club.toml"]


def test_a_wrong_option_says_what_was_expected(call, club):
    assert call("pair", "club.toml", "--fix", "3w-7w").stderr.decode() == (
        "--fix 3w-7w: expected two players with a hyphen between them, as in --fix 3-7; 3-0 is the bye; "
        "3w-7b gives 3 white.\n"
    )
    assert "as in --absent 3,9" in call("pair", "club.toml", "--absent", "3,,x").stderr.decode()
    assert "colour-swiss" in call("pair", "club.toml", "--rules", "colour-swis").stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--fix", "1-3"], ["1-3", "no-rematch", "met in round 1"]),
        (["--bye", "5"], ["single-bye", "5 had a bye in round 1"]),
        (["--fix", "1-2", "--forbid", "2-1"], ["both fixed and forbidden"]),
        (["--fix", "1-9"], ["there is no player 9"]),
        (["--forbid", "8-9"], ["there is no player 8", "there is no player 9"]),
        (["--absent", "7"], ["There is no player 7"]),
        (
            ["--absent", "1,2,3,4,5"],
            ["Nobody is present", "absent by the order given with the command: 1 to 5"],
        ),
        (
            ["--fix", "1-2", "--absent", "1"],
            ["player 1 is not playing this round: absent by the order given with the command"],
        ),
        (["--fix", "1-2", "--fix", "1-5"], ["fixed twice"]),
        (["--bye", "3", "--bye", "4"], ["The bye is fixed twice"]),
        (["--fix", "1w-2b", "--fix", "2w-1b"], ["opposite colours"]),
        (["--bye", "3", "--absent", "1"], ["The bye for 3 is fixed, but 4 players are present: an even number"]),
        (["--no-bye", "9"], ["The bye for 9 is forbidden, but there is no player 9"]),
        (["--half-bye", "7"], ["There is no player 7 to have a half-point bye"]),
        (["--half-bye", "1", "--full-bye", "1"], ["Player 1 cannot both have a half-point bye and have a full-point"]),
        (["--half-bye", "1", "--absent", "1"], ["Player 1 cannot both be absent and have a half-point bye"]),
        (["--half-bye", "1,2,3", "--full-bye", "4,5"], ["Nobody is present", "half-point bye by the order given"]),
        (["--fix", "3-3"], ["3-3 is fixed: a player cannot be paired with himself"]),
        (["--rules", "fide-dutch", "--fix", "1-3"], ["1-3 is fixed", "C1: they met in round 1"]),
        (["--rules", "fide-dutch", "--bye", "5"], ["The bye is fixed for 5", "C2: 5 had the bye in round 1"]),
        (["--max-pairs-in-group", "X=1"], ["no player is in a group 'X'; no player is in any group"]),
    ],
)
def test_contradictory_orders(call, club, arguments, words):
    done = call("pair", "club.toml", *arguments)
    # Wrong usage: nothing is wrong with the file.
    assert (done.returncode, done.stdout) == (2, b"")
    message = done.stderr.decode()
    assert "club.toml" not in message
    for word in words:
        assert word in message
    assert "Traceback" not in message


def test_a_dead_end_of_the_dutch_system_is_told_without_look_ahead(call, k33):
    asked = ("pair", "k33.toml", "--round", "3", "--fix", "1-6", "--fix", "2-4", "--fix", "3-5")
    advice = "--lookahead 1 looks for a pairing that leaves one"
    for rules, there in (("combined", True), ("fide-dutch", False)):
        page = call(*asked, "--rules", rules).stdout.decode()
        assert "no legal next round is left for those present" in page
        assert (advice in page) == there


def test_what_the_file_orders_is_its_own_fault(call, tmp_path, club):
    text = club.read_text(encoding="utf-8") + "[next]\nfix = [[1, 3]]\n"
    club.write_text(text, encoding="utf-8")
    for option in ((), ("--fix", "2-5"), ("--rules", "fide-dutch")):
        done = call("pair", "club.toml", *option)
        assert (done.returncode, done.stderr.startswith(b"club.toml: ")) == (3, True)
    club.write_text(text.replace("[1, 3]", "[3, 33]"), encoding="utf-8")
    assert call("pair", "club.toml", "--absent", "7").returncode == 3


def test_all_faults_at_once_one_a_line(run, club):
    text = club.read_text(encoding="utf-8").replace("black = 3", "black = 33").replace("bye = 5", "bye = 55")
    club.write_text(text, encoding="utf-8")
    done = run("pair", "club.toml")
    assert (done.returncode, done.stdout) == (3, b"")
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 2
    for line, player in zip(lines, (33, 55), strict=True):
        assert line.startswith("club.toml: line ")
        assert f"player {player}, round 1" in line


def test_warnings_go_to_stderr(run, club):
    club.write_text(club.read_text(encoding="utf-8").replace("rounds = 5\n", ""), encoding="utf-8")
    done = run("pair", "club.toml", "--json")
    assert done.returncode == 0
    assert done.stderr.startswith(b"Warning: ")
    json.loads(done.stdout)


@pytest.mark.parametrize(
    ("name", "reason"), [("missing.toml", "no such file"), (".", "directory"), ("missing/x.trf", "no such file")]
)
def test_unreadable_files(call, name, reason):
    done = call("pair", name)
    assert (done.returncode, done.stdout) == (5, b"")
    assert reason in done.stderr.decode()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(run, club):
    club.chmod(0)
    assert run("pair", "club.toml").returncode == 5


@pytest.mark.parametrize("option", ["--output", "--certificate"])
@pytest.mark.parametrize(
    ("place", "reason"), [("no/where", "no directory"), (".", "directory"), ("club.toml/x", "path")]
)
def test_unwritable_places(call, club, tmp_path, option, place, reason):
    done = call("pair", "club.toml", option, place)
    assert (done.returncode, done.stdout) == (5, b"")
    assert reason in done.stderr.decode()
    assert [path.name for path in tmp_path.iterdir()] == ["club.toml"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk(call, club):
    done = call("pair", "club.toml", "--output", "/dev/full")
    assert done.returncode == 5
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_debug_shows_the_traceback(call, club):
    done = call("pair", "missing.toml", "--debug")
    assert done.returncode == 5
    assert b"Traceback" in done.stderr


def test_no_arrows_where_the_encoding_has_none(run, club):
    done = run("pair", "club.toml", env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    page = done.stdout.decode("ascii")
    assert "v downfloat, ^ upfloat" in page
    assert "D?rio" in page


@pytest.mark.skipif(sys.platform != "linux", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_only_on_a_terminal_that_wants_it(club, env):
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    plain = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    child = subprocess.Popen(
        [sys.executable, "-m", "pairproof", "rules"],
        stdout=theirs,
        stderr=theirs,
        cwd=club.parent,
        env={**plain, "TERM": "xterm", **env},
    )
    os.close(theirs)
    text = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(ours)
    assert child.wait(timeout=30) == 0
    assert (b"\x1b[" in text) == (not env)


def test_a_reader_who_leaves_early(club):
    import subprocess

    child = subprocess.Popen(
        [sys.executable, "-m", "pairproof", "pair", "club.toml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=club.parent,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait(timeout=30) == 141


def test_names_cannot_move_the_cursor(run, club):
    club.write_text(club.read_text(encoding="utf-8").replace('"Ana"', '"A\\u001b[2Jna\\nB"'), encoding="utf-8")
    page = run("pair", "club.toml").stdout.decode()
    assert "A[2Jna B" in page
    assert "\x1b" not in page


def test_output_to_the_screen(call, tmp_path, club):
    """`--output -`: the boards as engines write them, and nothing else."""
    assert call("pair", "club.toml", "--output", "out.txt").returncode == 0
    boards = (tmp_path / "out.txt").read_bytes().splitlines()
    for command in ("pair", "explain"):
        done = call(command, "club.toml", "--output", "-")
        assert (done.returncode, done.stdout.splitlines()) == (0, boards)
        assert call(command, "club.toml", "--output", "-", "--json").returncode == 2
    done = call("pair", "club.toml", "--output", "-", "--json-output", "out.json")
    assert (done.returncode, done.stdout.splitlines()) == (0, boards)
    assert json.loads((tmp_path / "out.json").read_bytes())["status"] == "optimal"
    assert call("pair", "club.toml", "--certificate", "-").returncode == 2


def test_rules_that_nobody_named_are_told(call, club):
    told = "Nobody named rules: combined is the default of pair, colour-swiss that of pairproof-engine.\n"
    assert call("pair", "club.toml").stdout.decode().endswith(f"\n\n{told}")
    assert "Nobody" not in call("pair", "club.toml", "--rules", "combined").stdout.decode()
    club.write_text(club.read_text(encoding="utf-8").replace("rounds = 5\n", 'rounds = 5\nrules = "combined"\n', 1))
    assert "Nobody" not in call("pair", "club.toml").stdout.decode()


@pytest.mark.parametrize("command", ["pair", "manual", "explain"])
def test_byes_asked_for_at_the_desk(call, club, command):
    document = json.loads(call(command, "club.toml", "--half-bye", "1", "--full-bye", "2,3", "--json").stdout)
    assert [{board["white"], board["black"]} for board in document["boards"]] == [{4, 5}]
    if command != "explain":
        assert (document["half_byes"], document["full_byes"], document["absent"]) == ([1], [2, 3], [])


def test_byes_asked_for_go_before_the_file(call, club):
    club.write_text(club.read_text(encoding="utf-8") + "[next]\nabsent = [1]\nhalf_byes = [2]\n", encoding="utf-8")
    document = json.loads(call("pair", "club.toml", "--half-bye", "1", "--full-bye", "2", "--json").stdout)
    assert (document["half_byes"], document["full_byes"], document["absent"]) == ([1], [2], [])


def test_byes_asked_for_stand_in_the_certificate(call, tmp_path, club):
    assert call("pair", "club.toml", "--half-bye", "1", "--certificate", "proof.json").returncode == 0
    done = call("verify", "proof.json", "club.toml")
    assert (done.returncode, b"given with the command: 1 has a half-point bye" in done.stderr) == (0, True), done.stderr
    proof = json.loads((tmp_path / "proof.json").read_bytes())
    assert proof["orders"].pop("half_byes") == [1]
    (tmp_path / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
    assert call("verify", "proof.json", "club.toml").returncode == 1


def test_rules_that_do_not_use_restricted_until_say_so(call, tmp_path):
    players = "".join(f'[[players]]\nid = {number}\ngroups = ["L"]\n' for number in range(1, 5))
    (tmp_path / "four.toml").write_text(f"[tournament]\nrounds = 3\nrestricted_until = 1\n{players}")
    unused = b"The rules colour-swiss do not use restricted_until: they keep nobody of one group apart."
    told = call("pair", "four.toml", "--rules", "colour-swiss").stderr
    assert unused in told
    assert b"bends the pairing" not in told
    told = call("pair", "four.toml").stderr
    assert b"bends the pairing" in told
    assert b"do not use" not in told
