"""`pairproof pair` with more than the rules: engines, look-ahead, quotas, a published pairing, relaxation, time."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pairproof.model import dump_toml
from tests.inputs.random_tournaments import simulated_open
from tests.paths import ROOT


@pytest.fixture
def six(tmp_path: Path) -> Path:
    """The event that falls into a trap in round 4 unless round 3 looks ahead, beside the files of `run`."""
    return Path(shutil.copy(ROOT / "scenarios" / "lookahead-six-players.toml", tmp_path / "six.toml"))


def test_both_engines_print_the_same(call, club):
    one = json.loads(call("pair", "club.toml", "--json").stdout)
    two = json.loads(call("pair", "club.toml", "--json", "--engine", "cp-sat").stdout)
    plain = json.loads(call("pair", "club.toml", "--json", "--engine", "cp-sat", "--no-cuts").stdout)
    assert two["run"]["engine"] == plain["run"]["engine"] == "cp-sat"
    for document in (one, two, plain):
        del document["run"]
    assert one == two == plain


def test_lookahead_leaves_the_trap(call, six):
    plain = json.loads(call("pair", "six.toml", "--json").stdout)
    ahead = json.loads(call("pair", "six.toml", "--json", "--lookahead", "2").stdout)
    assert plain["boards"] != ahead["boards"]
    assert ahead["lookahead"] == {"asked": 2, "possible": 2, "cost": {"colour": 2}}
    page = call("pair", "six.toml", "--lookahead", "2").stdout.decode()
    assert "After this round 2 more are possible" in page
    assert "colour +2" in page
    assert "no legal pairing does better" not in page  # that would be false with a condition


def test_lookahead_with_none_says_the_largest(call, k33):
    # Round 4 itself is impossible; from round 3 on, fixing the third round of K3,3 leaves nothing.
    done = call("pair", "k33.toml", "--round", "3", "--lookahead", "2", "--fix", "1-6", "--fix", "2-4", "--json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert document["status"] == "infeasible"
    assert document["lookahead"]["possible"] == 0
    page = call("pair", "k33.toml", "--round", "3", "--lookahead", "2", "--fix", "1-6", "--fix", "2-4").stdout.decode()
    assert "The most that can be kept is 0." in page


def test_relax_says_every_break(call, k33):
    done = call("pair", "k33.toml", "--relax", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"]) == (0, "optimal")
    levels = {level["name"]: level["value"] for level in document["levels"]}
    assert next(iter(levels)) == "relaxed:no-rematch"
    assert levels["relaxed:no-rematch"] == 1
    assert [entry["rule"] for entry in document["breaks"]] == ["no-rematch"]
    assert len(document["breaks"][0]["players"]) == 2
    assert "met in round" in call("pair", "k33.toml", "--relax").stdout.decode()


def test_relax_changes_nothing_where_something_is_legal(call, club):
    documents = [json.loads(call("pair", "club.toml", "--json", *more).stdout) for more in ([], ["--relax"])]
    for document in documents:
        del document["run"]
    assert documents[0] == documents[1]


def test_a_relaxed_certificate_is_valid(call, k33, tmp_path):
    assert call("pair", "k33.toml", "--relax", "--certificate", "proof.json").returncode == 0
    done = call("verify", "proof.json", "k33.toml")
    assert done.returncode == 0, done.stdout


def test_keep_changes_as_little_as_possible(call, club, tmp_path):
    (tmp_path / "published.json").write_bytes(call("pair", "club.toml", "--json").stdout)
    same = json.loads(call("pair", "club.toml", "--json", "--keep", "published.json").stdout)
    assert same["changed"] == []
    assert same["levels"][0] == {"name": "changed-boards", "value": 0, "bound": 0, "proved": True}
    away = str(same["boards"][0]["white"])
    changed = json.loads(call("pair", "club.toml", "--json", "--keep", "published.json", "--absent", away).stdout)
    reasons = " ".join(change["reason"] for change in changed["changed"])
    assert f"{away} does not play" in reasons
    last = json.loads(call("pair", "club.toml", "--json", "--keep", "published.json", "--keep-last").stdout)
    assert last["levels"][-1]["name"] == "changed-boards"


LEADER = """\
[tournament]
name = "Five"
[[players]]
id = 1
[[players]]
id = 2
[[players]]
id = 3
[[players]]
id = 4
[[players]]
id = 5
[[rounds]]
games = [{ white = 1, black = 4, result = "1-0" }, { white = 2, black = 5, result = "1-0" }]
bye = 3
[[rounds]]
games = [{ white = 3, black = 1, result = "0-1" }, { white = 4, black = 2, result = "0-1" }]
bye = 5
"""


def test_what_keeping_costs_stands_at_the_top(call, tmp_path):
    """Published without 1, who then comes: to keep both boards the leader must have the bye."""
    (tmp_path / "five.toml").write_text(LEADER)
    (tmp_path / "published.json").write_bytes(call("pair", "five.toml", "--absent", "1", "--json").stdout)
    page = call("pair", "five.toml", "--keep", "published.json").stdout.decode()
    assert page.index("Published boards kept: 2 of 2") < page.index("board ")
    assert "bye-score 4 instead of 0;" in page
    assert "Without keeping anything: 1-2, 5-3, bye 4; in place of 2-3, 5-4, bye 1." in page
    document = json.loads(call("pair", "five.toml", "--keep", "published.json", "--json").stdout)
    assert document["keeping"]["cost"]["bye-score"] == 4
    assert document["keeping"]["bye"] == 4
    assert document["keeping"]["changed"] == {"from": [[1, 2], [5, 3], [4, 0]], "to": [[2, 3], [5, 4], [1, 0]]}
    plain = json.loads(call("pair", "five.toml", "--json").stdout)
    for key in ("boards", "bye", "levels"):
        assert document["keeping"][key] == plain[key]
    last = call("pair", "five.toml", "--keep", "published.json", "--keep-last").stdout.decode()
    assert "Keeping costs nothing on any level." in last
    assert call("report", "five.toml", "--keep", "published.json", "-o", "page.html").returncode == 0
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert html.index("bye-score 4 instead of 0") < html.index('id="boards"')


def test_at_most_so_many_boards_change(call, tmp_path):
    (tmp_path / "five.toml").write_text(LEADER)
    (tmp_path / "published.json").write_bytes(call("pair", "five.toml", "--absent", "1", "--json").stdout)
    asked = ("pair", "five.toml", "--keep", "published.json", "--max-changed")
    one = json.loads(call(*asked, "1", "--json").stdout)
    assert one["max_changed"] == {"asked": 1, "least": None}
    assert {level["name"]: level["value"] for level in one["levels"]}["changed-boards"] == 1
    assert one["levels"][-1]["name"] == "changed-boards"
    assert "At most 1 may be changed." in call(*asked, "1").stdout.decode()
    none = call(*asked, "0", "--forbid", "1-0", "--json")
    document = json.loads(none.stdout)
    assert (none.returncode, document["status"], document["max_changed"]) == (1, "infeasible", {"asked": 0, "least": 1})
    page = call(*asked, "0", "--forbid", "1-0").stdout.decode()
    assert "No legal pairing changes at most 0 of the published boards. The fewest that must be changed are 1." in page
    dutch = call(*asked, "1", "--rules", "fide-dutch")
    assert (dutch.returncode, b"no published pairing to keep" in dutch.stderr) == (2, True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"round": 3}, "pairing of round 3, but round 2"),
        ({"tournament": "Other"}, "It is a pairing of 'Other'"),
        ({"boards": [{"white": 1, "black": 77}]}, "There is no player 77"),
        ({"boards": [{"white": 1, "black": 2}, {"white": 2, "black": 3}]}, "Player 2 sits at 2 boards"),
        ({"boards": "none"}, "The field boards is missing or of the wrong type"),
        ({"boards": [{"white": "1"}]}, "Board 1 has no start numbers"),
        ({"boards": [], "bye": None}, "nothing to keep"),
        ({"schema": "x"}, "This is no pairing"),
    ],
)
def test_a_published_pairing_that_does_not_fit(call, club, tmp_path, change, message):
    document = json.loads(call("pair", "club.toml", "--json").stdout) | change
    (tmp_path / "published.json").write_text(json.dumps(document))
    done = call("pair", "club.toml", "--keep", "published.json")
    assert (done.returncode, done.stdout) == (3, b"")
    assert message in done.stderr.decode()


def test_a_published_pairing_that_is_no_json(call, club, tmp_path):
    (tmp_path / "published.json").write_text('{"schema": ')
    done = call("pair", "club.toml", "--keep", "published.json")
    assert done.returncode == 3
    assert "line 1, column 12: This is no JSON" in done.stderr.decode()
    assert call("pair", "club.toml", "--keep", "nothing.json").returncode == 5


def test_alternatives(call, tmp_path):
    tournament = simulated_open(12, 0, seed=1, rounds_planned=3, absences=0)
    (tmp_path / "open.toml").write_text(dump_toml(tournament))
    few = json.loads(call("pair", "open.toml", "--json", "--alternatives", "3").stdout)
    assert len(few["alternatives"]) == 3
    assert few["more_alternatives"] is True
    assert few["alternatives"][0]["pairs"] == [[board["white"], board["black"]] for board in few["boards"]]
    assert len({json.dumps(entry) for entry in few["alternatives"]}) == 3
    page = call("pair", "open.toml", "--alternatives", "2").stdout.decode()
    assert "There are more." in page


def test_a_quota_and_its_price(call, tmp_path):
    tournament = simulated_open(40, 5, seed=2, clubs=4, absences=0)
    (tmp_path / "open.toml").write_text(dump_toml(tournament))
    clubs = {player.id: player.groups for player in tournament.players}
    document = json.loads(call("pair", "open.toml", "--json", "--max-pairs-in-group", "Club 1=0").stdout)
    assert len(document["boards"]) == 20
    assert all(
        not ("Club 1" in clubs[board["white"]] and "Club 1" in clubs[board["black"]]) for board in document["boards"]
    )
    assert len(document["without"]) == len(document["levels"])
    done = call("pair", "open.toml", "--max-pairs-in-group", "Clubb 1=0")
    assert done.returncode == 2
    assert "did you mean" in done.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--lookahead", "9"], "only 3 of the 5 planned rounds"),
        (["--lookahead", "-1"], "0 or more"),
        (["--alternatives", "0"], "expected 1 or more"),
        (["--alternatives", "2", "--lookahead", "1"], "not with look-ahead"),
        (["--engine", "best"], "expected auto or cp-sat"),
        (["--no-cuts"], "--engine cp-sat"),
        (["--keep-last"], "needs --keep"),
        (["--max-changed", "1"], "--max-changed needs --keep"),
        (["--keep", "p.json", "--max-changed", "-1"], "0 or more"),
        (["--keep", "p.json", "--max-changed", "1", "--keep-last"], "leave --keep-last out"),
        (["--keep", "p.json", "--max-changed", "1", "--alternatives", "2"], "limit of changed boards"),
        (["--time-limit", "0"], "above 0"),
        (["--time-limit", "nan"], "above 0"),
        (["--max-pairs-in-group", "Lisboa"], "expected a group and a number"),
        (["--max-pairs-in-group", "Lisboa=-2"], "expected a group and a number"),
    ],
)
def test_options_that_make_no_sense(call, club, arguments, message):
    done = call("pair", "club.toml", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_out_of_time_prints_the_best_so_far(call, tmp_path):
    (tmp_path / "open.toml").write_text(dump_toml(simulated_open(300, 5, seed=1)))
    done = call("pair", "open.toml", "--json", "--time-limit", "0.000001")
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"]) == (6, "feasible")
    assert len(document["boards"]) + (document["bye"] is not None) >= 140
    for level in document["levels"]:
        assert level["bound"] <= level["value"]
        assert not level["proved"] or level["bound"] == level["value"]
    assert "Time ran out" in call("pair", "open.toml", "--time-limit", "0.000001").stdout.decode()


def test_out_of_time_keeps_what_was_asked(call, six, tmp_path):
    """The limit on pairs in a group, and look-ahead: 2 is possible, and not after the ordinary optimum."""
    lisbon = {1, 2, 3, 6}
    groups = [f'[[players]]\nid = {n}\ngroups = ["{"L" if n in lisbon else "M"}"]' for n in range(1, 11)]
    (tmp_path / "ten.toml").write_text("[tournament]\nrounds = 5\n" + "\n".join(groups))
    document = json.loads(call("pair", "ten.toml", "--json").stdout)
    assert any({board["white"], board["black"]} == {1, 6} for board in document["boards"])
    limit = ["--time-limit", "0.000001", "--json"]
    done = call("pair", "ten.toml", "--max-pairs-in-group", "L=0", *limit)
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"], len(document["boards"])) == (6, "feasible", 5)
    assert not any({board["white"], board["black"]} <= lisbon for board in document["boards"])
    done = call("pair", "six.toml", "--lookahead", "2", *limit)
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"], len(document["boards"])) == (6, "feasible", 3)
    assert document["lookahead"] == {"asked": 2, "possible": 2, "cost": {}}
    ordinary = json.loads(call("pair", "six.toml", "--json").stdout)
    assert document["boards"] != ordinary["boards"]


def test_out_of_time_with_nothing_that_keeps_it(call, tmp_path):
    """Four of one group, who may not meet, in a field of six."""
    text = "\n".join(f'[[players]]\nid = {ident}\ngroups = ["L"]' for ident in range(1, 5))
    text += "\n[[players]]\nid = 5\n[[players]]\nid = 6\n"
    (tmp_path / "six.toml").write_text(f"[tournament]\nrounds = 5\n{text}")
    done = call("pair", "six.toml", "--max-pairs-in-group", "L=0", "--json", "--time-limit", "0.000001")
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"], document["boards"], document["levels"]) == (6, "unknown", [], [])


QUOTA_FOUR = '[tournament]\nrounds = 3\nrules = "limits.toml"\n' + "".join(
    f'[[players]]\nid = {n}\ngroups = ["{group}"]\n' for n, group in enumerate("LLMM", start=1)
)


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """Four players, two of a group whose players may not meet by a rule file, and do not in the optimum anyway."""
    (tmp_path / "limits.toml").write_text('base = "combined"\nmax_pairs_in_group = { L = 0 }\n')
    path = tmp_path / "four.toml"
    path.write_text(QUOTA_FOUR)
    return path


def test_explain_claims_nothing_about_pairs_under_limits(call, four):
    """The levels say that 1-2 would be as good; the limit forbids it."""
    assert call("pair", "four.toml", "--fix", "1-2").returncode == 1
    done = call("explain", "four.toml", "--why-not", "1-2")
    assert done.returncode == 0
    assert "With 1-2 no legal pairing keeps the look-ahead or the limits asked for." in done.stdout.decode()
    done = call("explain", "four.toml", "--player", "1")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"ask about one opponent at a time, as in --why-not 1-7" in done.stderr
    page = " ".join(call("explain", "four.toml").stdout.decode().split())
    assert "what sparing somebody would cost cannot be told from the levels alone" in page


def test_nothing_is_said_about_kept_boards_without_a_pairing(call, four, tmp_path):
    (tmp_path / "published.json").write_bytes(call("pair", "four.toml", "--json").stdout)
    every = ["--forbid", "1-2", "--forbid", "1-3", "--forbid", "1-4"]
    done = call("pair", "four.toml", "--keep", "published.json", *every)
    page = " ".join(done.stdout.decode().split())
    assert done.returncode == 1
    assert "Without the pairs that the arbiter fixed and forbade there would be a legal pairing." in page
    assert "kept" not in page


def test_out_of_time_claims_nothing_about_boards(call, tmp_path):
    shutil.copy(ROOT / "tests" / "data" / "chess-013-22p7r.trf", tmp_path / "real.trf")
    file = ("pair", "real.trf", "--round", "5")
    (tmp_path / "published.json").write_bytes(call(*file, "--json", "--rules", "modified-swiss").stdout)
    asked = (*file, "--keep", "published.json", "--absent", "22", "--time-limit", "0.000001", "--json")
    document = json.loads(call(*asked).stdout)
    assert document["status"] == "feasible"
    reasons = [change["reason"] for change in document["changed"]]
    assert any("time ran out" in reason for reason in reasons)
    assert not any("no legal pairing keeps more" in reason for reason in reasons)


def test_an_exchange_of_colours_keeps_a_board(call, tmp_path):
    players = "".join(f"[[players]]\nid = {n}\n" for n in range(1, 7))
    (tmp_path / "six.toml").write_text(f'[tournament]\nname = "MC"\nrounds = 5\n{players}')
    boards = [{"white": 4, "black": 1}, {"white": 2, "black": 5}, {"white": 3, "black": 6}]
    document = {"schema": "pairproof.pairing/1", "tournament": "MC", "round": 1, "boards": boards, "bye": None}
    (tmp_path / "published.json").write_text(json.dumps(document))
    page = call("pair", "six.toml", "--keep", "published.json", "--absent", "3,6").stdout.decode()
    assert page.count("is not kept") == 1
    assert "3-6 is not kept: 3 and 6 do not play." in page


@pytest.mark.parametrize(
    ("kind", "words"), [("prefer", "who should have the bye"), ("avoid", "should not have the bye")]
)
def test_a_wish_about_the_bye(call, tmp_path, kind, words):
    players = "".join(f"[[players]]\nid = {n}\n" for n in range(1, 6))
    (tmp_path / "five.toml").write_text(f"[tournament]\nrounds = 5\n{players}")
    pair = [0, 1] if kind == "prefer" else [0, 5]
    forbid = ["--no-bye", "1"] if kind == "prefer" else ["--bye", "5"]
    rules = f'base = "combined"\nlevels = ["wishes", "bye-score", "exemption"]\n[[{kind}]]\npair = {pair}\n'
    (tmp_path / "our.toml").write_text(rules)
    page = call("pair", "five.toml", "--rules", "our.toml", *forbid).stdout.decode()
    assert f"{pair[1]}, who" in page
    assert words in page
    assert "0-" not in page


def test_alternatives_stop_in_time(call, tmp_path):
    players = "\n".join(f"[[players]]\nid = {ident}" for ident in range(1, 61))
    (tmp_path / "r60.toml").write_text(f"[tournament]\nrounds = 9\n{players}\n")
    arguments = ("pair", "r60.toml", "--alternatives", "200000", "--time-limit", "1")
    done = call(*arguments, "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"], document["more_alternatives"]) == (6, "optimal", None)
    assert 1 <= len(document["alternatives"]) < 200000
    page = call(*arguments).stdout.decode()
    assert "There may be more." in page
    assert "not all that was asked" in page


@pytest.mark.parametrize("arguments", [("--max-pairs-in-group", "X=0"), ("--lookahead", "4"), ("--rules", "our.toml")])
def test_conditions_are_checked_before_anything_is_solved(call, tmp_path, arguments):
    """Also where nothing is legal: two players who have met."""
    (tmp_path / "our.toml").write_text('base = "combined"\nmax_pairs_in_group = { Lisboa = 1 }\n')
    (tmp_path / "two.toml").write_text(
        "[tournament]\nrounds = 5\n[[players]]\nid = 1\n[[players]]\nid = 2\n"
        '[[rounds]]\ngames = [{ white = 1, black = 2, result = "1-0" }]\n'
    )
    assert call("pair", "two.toml").returncode == 1
    done = call("pair", "two.toml", *arguments)
    assert (done.returncode in (2, 3), done.stdout) == (True, b"")
    assert call("pair", "two.toml", *arguments, "--time-limit", "0.000001").returncode == done.returncode


def test_alternatives_and_limits_of_a_rule_file(call, tmp_path):
    (tmp_path / "our.toml").write_text('base = "combined"\nmax_pairs_in_group = { L = 0 }\n')
    groups = {1: "L", 2: "L"}
    players = "\n".join(f'[[players]]\nid = {n}\ngroups = ["{groups.get(n, "M")}"]' for n in range(1, 5))
    (tmp_path / "four.toml").write_text(f"[tournament]\nrounds = 3\n{players}\n")
    done = call("pair", "four.toml", "--rules", "our.toml", "--alternatives", "10")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"not with look-ahead, quotas" in done.stderr


def cpu_seconds(process: int) -> float:
    """Processor time of a running process, as `ps` tells it: [[days-]hours:]minutes:seconds."""
    shown = subprocess.run(["ps", "-o", "time=", "-p", str(process)], capture_output=True, text=True).stdout.strip()
    seconds = 0.0
    for part in shown.replace("-", ":").split(":"):
        seconds = seconds * 60 + float(part or 0)
    return seconds


@pytest.mark.skipif(os.name == "nt" or shutil.which("ps") is None, reason="signals, and the command ps")
def test_an_interrupt_prints_the_best_so_far(tmp_path):
    (tmp_path / "open.toml").write_text(dump_toml(simulated_open(200, 5, seed=1, absences=0)))
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "pairproof",
            "pair",
            str(tmp_path / "open.toml"),
            "--json",
            "--engine",
            "cp-sat",
            "--no-cuts",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    while cpu_seconds(process.pid) < 6:  # by then CP-SAT is at work; plain, it would need hours
        assert process.poll() is None
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 6, err
    assert json.loads(out)["status"] == "feasible"


def test_a_certificate_that_cannot_be_had_loses_nothing(call, six):
    done = call(
        "pair", "six.toml", "--lookahead", "2", "--certificate", "proof.json", "--output", "boards.txt", "--json"
    )
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["boards"]) == 3
    assert "proof.json is not written" in done.stderr.decode()
    assert not (six.parent / "proof.json").exists()
    assert (six.parent / "boards.txt").read_text().startswith("3\n")


@pytest.mark.parametrize("option", ["--output", "--certificate"])
def test_what_is_read_is_not_written_over(call, club, tmp_path, option):
    (tmp_path / "published.json").write_bytes(call("pair", "club.toml", "--json").stdout)
    (tmp_path / "our.toml").write_text('base = "combined"\n')
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for target in before:
        done = call("pair", "club.toml", "--rules", "our.toml", "--keep", "published.json", option, target)
        assert done.returncode == 2
        assert "would overwrite" in done.stderr.decode()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_exchanged_colours_of_a_kept_board_are_named(call, club, tmp_path):
    document = json.loads(call("pair", "club.toml", "--json").stdout)
    board = document["boards"][0]
    board["white"], board["black"] = board["black"], board["white"]
    (tmp_path / "published.json").write_text(json.dumps(document))
    page = call("pair", "club.toml", "--keep", "published.json").stdout.decode()
    assert "Published boards kept: 2 of 3" in page
    assert "the same players, but with exchanged colours the board costs 0 instead of 1 on colour" in " ".join(
        page.split()
    )


def test_wishes_for_nobody_are_faults(call, club, tmp_path):
    (tmp_path / "our.toml").write_text(
        'base = "combined"\nlevels = ["wishes", "score-gap", "exemption"]\n[[prefer]]\npair = [1, 99]\n'
    )
    done = call("pair", "club.toml", "--rules", "our.toml")
    assert done.returncode == 3
    assert "1-99 is preferred by the rule set, but there is no player 99" in done.stderr.decode()


def test_a_dead_end_is_told_before_it_is_reached(call, tmp_path):
    """Four players, five rounds planned, the third to be paired: it is the last that can be."""
    players = "".join(f"[[players]]\nid = {number}\n" for number in range(1, 5))
    rounds = """
[[rounds]]
games = [{ white = 1, black = 3, result = "1/2-1/2" }, { white = 4, black = 2, result = "1/2-1/2" }]
[[rounds]]
games = [{ white = 2, black = 1, result = "1/2-1/2" }, { white = 3, black = 4, result = "1/2-1/2" }]
"""
    (tmp_path / "four.toml").write_text(f"[tournament]\nrounds = 5\n{players}{rounds}")
    page = " ".join(call("pair", "four.toml").stdout.decode().split())
    assert "4 players who all take part can play at most 3 rounds without meeting again; 5 are planned." in page
    assert "If the games of this round are played, no legal next round is left for those present." in page
    document = json.loads(call("pair", "four.toml", "--json").stdout)
    assert document["dead_end"] == {"most_rounds": 3, "no_next_round": True}
    none = call("pair", "four.toml", "--lookahead", "1")
    assert (none.returncode, b"keeps 1 further round possible, colours aside" in none.stdout) == (1, True)
    again = json.loads(call("pair", "four.toml", "--rules", "small-field", "--lookahead", "2", "--json").stdout)
    assert again["lookahead"]["possible"] == 2
    assert "dead_end" not in again
