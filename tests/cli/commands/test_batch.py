"""`pairproof batch` and `plot` from outside: tables, failing files, interruptions."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pairproof.cli.batch.columns import TABLES, columns
from tests.paths import ROOT

SMALL = ("--simulate", "6", "--players", "8", "--rounds", "5", "--seed", "4")
LONG = ("batch", "--simulate", "60", "--players", "32", "--rounds", "5", "--seed", "8", "--method", "optimal")
"""Five chunks: enough to be stopped in the middle."""
SCENARIOS = ROOT / "scenarios"


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with open(folder / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def timeless(folder: Path) -> dict[str, list[dict[str, str]]]:
    """All tables, without the one column that differs from run to run."""
    return {
        name: [{key: value for key, value in row.items() if key != "seconds"} for row in table(folder, name)]
        for name in TABLES
    }


def pieces(folder: Path) -> int:
    """Chunks that are finished and not yet joined."""
    return len(list((folder / "parts").glob("*.json")))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the long batch when nobody disturbs it."""
    from typer.testing import CliRunner

    from pairproof.cli.app import app

    folder = tmp_path_factory.mktemp("batch") / "whole"
    done = CliRunner().invoke(app, [*LONG, "--jobs", "1", "-o", str(folder)], prog_name="pairproof")
    assert (done.exit_code, done.stderr) == (0, "")
    return folder


def test_rows_of_simulations(call, tmp_path):
    done = call("batch", *SMALL, "-o", "out", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, b"")
    rounds, tournaments = table(tmp_path / "out", "rounds"), table(tmp_path / "out", "tournaments")
    keys = [(row["tournament"], row["paired_by"], int(row["round"]), row["method"]) for row in rounds]
    assert len(set(keys)) == len(keys)
    assert [(row["tournament"], row["paired_by"]) for row in tournaments] == [
        (f"simulation-8-{number:05d}", by) for number in range(1, 7) for by in ("optimal", "manual")
    ]
    for row in tournaments:
        mine = [r for r in rounds if (r["tournament"], r["paired_by"]) == (row["tournament"], row["paired_by"])]
        assert len(mine) == 2 * int(row["rounds"])
        if row["paired_by"] == "manual":
            stuck = [r for r in mine if r["method"] == "manual" and r["status"] == "stuck"]
            assert int(row["stuck_rounds"]) == len(stuck)
    for optimal, manual in zip(rounds[::2], rounds[1::2], strict=True):
        assert (optimal["method"], manual["method"]) == ("optimal", "manual")
        assert optimal["equal_boards"] == optimal["boards"] == "4"
        assert bool(optimal["balance_0"]) == (int(optimal["round"]) % 2 == 0)
        if manual["status"] == "stuck":
            assert (manual["stuck_at"], manual["level:score-gap"], manual["floaters"]) == ("C9", "", "")
            continue
        assert manual["hardest_step"] in ("C3", "C4", "C5", "C6", "C7", "C8", "C9")
        names = [name for name in columns("rounds") if name.startswith("level:") and optimal[name]]
        # The optimum is the least, level before level; the columns stand in the order of RULES 7, not of the rule set.
        order = [f"level:{name}" for name in ("restricted-groups", "repeated-float", "bye-score", "score-gap")]
        assert [int(optimal[name]) for name in order] <= [int(manual[name]) for name in order]
        assert len(names) == 9


def test_rows_of_a_file_agree_with_the_library(call, tmp_path):
    from pairproof.model import load_tournament
    from pairproof.model.rules import PRESETS
    from pairproof.solver.manual.method import pair_manually
    from pairproof.solver.optimal import pair
    from pairproof.solver.request import Request

    source = str(SCENARIOS / "club-round-5.toml")
    assert call("batch", source, "-o", "out", "--jobs", "1").returncode == 0
    tournament = load_tournament(source)
    rows = table(tmp_path / "out", "rounds")
    assert len(rows) == 3 * len(tournament.rounds)
    for row in rows:
        if row["method"] == "played":
            assert row["broken_rules"] != ""
            continue
        rules, number = PRESETS[row["rules"]], int(row["round"])
        if row["method"] == "optimal":
            pairing = pair(tournament, Request(rules, round=number))
        else:
            pairing = pair_manually(tournament, Request(rules, round=number))
        assert row["status"] == pairing.status
        assert {name: int(row[f"level:{name}"]) for name in (level.name for level in pairing.levels)} == {
            level.name: level.value for level in pairing.levels
        }
        assert row["bye_score"] == ("" if pairing.bye is None else str(pairing.bye_costs.get("bye-score", 0)))
    last = table(tmp_path / "out", "rankings")[-1]
    assert {name: last[name] for name in last if name.startswith("kendall")} == {
        name: value for name, value in table(tmp_path / "out", "tournaments")[0].items() if name.startswith("kendall")
    }


def test_files_simulations_and_rule_sets_in_one_order(call, tmp_path):
    shutil.copy(SCENARIOS / "club-round-5.toml", tmp_path / "b.toml")
    shutil.copy(SCENARIOS / "club-round-5.toml", tmp_path / "a.toml")
    rules = ("--rules", "colour-swiss", "--rules", "modified-swiss")
    arguments = ("batch", "b.toml", "a.toml", "--simulate", "1", "--players", "6,4", "--rounds", "3", "--seed", "1")
    assert call(*arguments, *rules, "--method", "manual", "-o", "out", "--jobs", "1").returncode == 0
    found = [(row["tournament"], row["rules"]) for row in table(tmp_path / "out", "tournaments")]
    names = ["b.toml", "a.toml", "simulation-6-00001", "simulation-4-00001"]
    assert found == [(name, rule_set) for name in names for rule_set in ("colour-swiss", "modified-swiss")]
    # Only a rule set with colours has balances of them.
    assert {row["rules"] for row in table(tmp_path / "out", "rounds") if row["balance_0"]} == {"colour-swiss"}


@pytest.mark.slow
def test_jobs_make_no_difference(call, run, tmp_path):
    arguments = ("batch", "--simulate", "30", "--players", "8", "--rounds", "5", "--seed", "4")
    for how, folder, jobs in ((call, "one", "1"), (run, "two", "2")):
        done = how(*arguments, "-o", folder, "--jobs", jobs)
        assert (done.returncode, done.stderr) == (0, b"")
    assert timeless(tmp_path / "one") == timeless(tmp_path / "two")


def test_failing_files_do_not_stop_the_rest(call, tmp_path):
    shutil.copy(SCENARIOS / "club-round-5.toml", tmp_path / "good.toml")
    (tmp_path / "broken.toml").write_text("[tournament\n", encoding="utf-8")
    (tmp_path / "no-rules.toml").write_text('[tournament]\nrules = "nothing"\n[[players]]\nid = 1\n', encoding="utf-8")
    done = call("batch", "broken.toml", "missing.toml", "no-rules.toml", "good.toml", "-o", "out", "--jobs", "1")
    assert done.returncode == 3
    rows = {row["tournament"]: row for row in table(tmp_path / "out", "tournaments")}
    assert [row["status"] for row in rows.values()] == ["failed", "failed", "failed", "complete"]
    assert "no such file" in rows["missing.toml"]["message"]
    for name in ("broken.toml", "missing.toml", "no-rules.toml"):
        assert name in done.stderr.decode()
    assert {row["tournament"] for row in table(tmp_path / "out", "rounds")} == {"good.toml"}
    # Said again by the same command, though nothing is done again.
    assert call("batch", "broken.toml", "missing.toml", "no-rules.toml", "good.toml", "-o", "out").returncode == 3


def test_a_bug_in_one_tournament_does_not_stop_the_rest(call, tmp_path, monkeypatch):
    import pairproof.cli.batch.measure as measure

    honest = measure._simulate

    def sometimes(task, *rest):
        if task.number == 2:
            raise ZeroDivisionError("on purpose")
        honest(task, *rest)

    monkeypatch.setattr(measure, "_simulate", sometimes)
    done = call("batch", *SMALL, "-o", "out", "--jobs", "1")
    assert done.returncode == 3
    rows = table(tmp_path / "out", "tournaments")
    assert [row["tournament"] for row in rows if row["status"] == "failed"] == ["simulation-8-00002"]
    assert "ZeroDivisionError: on purpose" in rows[2]["message"]
    assert len(rows) == 11


def test_what_pairproof_wrote_itself_is_left_out(call, tmp_path):
    """`batch FOLDER/*`, as a shell writes it out, where `simulate` and an earlier `batch` have written into FOLDER."""
    small = ("--players", "6", "--rounds", "2", "--seed", "1", "--jobs", "1")
    assert call("simulate", "--tournaments", "2", *small, "-o", "played").returncode == 0
    names = sorted(f"played/{path.name}" for path in (tmp_path / "played").iterdir())
    assert {"played/simulation.json", "played/strengths.csv"} <= set(names)
    done = call("batch", *names, "-o", "played", "--jobs", "1")
    assert (done.returncode, done.stderr.decode()) == (
        0,
        "Note: left out, as pairproof has written them itself: played/simulation.json, played/strengths.csv.\n",
    )
    assert len(table(tmp_path / "played", "tournaments")) == 2
    # And once more, with the tables of the first time.
    again = call("batch", *(f"played/{path.name}" for path in sorted((tmp_path / "played").iterdir())), "-o", "played")
    assert again.returncode == 0
    for name in ("rounds.csv", "run.json", "simulation.json", "strengths.csv", "tournaments.csv"):
        assert f"played/{name}" in again.stderr.decode()
    # What only looks like it is told.
    (tmp_path / "mine.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    assert call("batch", "mine.csv", *names, "-o", "other", "--jobs", "1").returncode in (2, 3)


def test_folder_of_files(call, tmp_path):
    assert (
        call(
            "simulate", "--players", "6", "--rounds", "3", "--seed", "1", "--tournaments", "2", "-o", "played"
        ).returncode
        == 0
    )
    assert call("batch", "played", "-o", "out", "--jobs", "1").returncode == 0
    assert {row["tournament"] for row in table(tmp_path / "out", "tournaments")} == {
        f"played{os.sep}0000{number}-optimal.toml" for number in (1, 2)
    }


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """The program in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "pairproof", *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_for(what, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.slow
def test_killed_and_continued(run, whole, tmp_path, jobs):
    """kill -9, twice in the middle, then to the end: as if nothing had happened."""
    arguments = (*LONG, "--jobs", jobs)
    folder = tmp_path / "killed"
    kept = 0
    for _ in range(2):
        process = start(tmp_path, *arguments, "-o", "killed")
        try:
            wait_for(lambda before=kept, its=process: pieces(folder) > before or its.poll() is not None)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if not (folder / "parts").exists():
            break  # it was faster than we
        assert pieces(folder) > kept
        assert not (folder / "rounds.csv").exists()
        kept = pieces(folder)
    assert kept > 1, "it was never stopped in the middle"
    # What a write cut short leaves behind.
    (folder / "parts" / "0000000.json.1.part").write_text("{", encoding="utf-8")
    done = run(*arguments, "-o", "killed")
    assert done.returncode == 0
    assert f"Going on: {kept} of ".encode() in done.stderr
    assert timeless(folder) == timeless(whole)
    assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in whole.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.slow
def test_interrupted_at_the_keyboard(tmp_path):
    """Ctrl-C reaches the processes at work as well: no traceback of theirs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pairproof", *LONG, "-o", "out", "--jobs", "2"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for(lambda: pieces(tmp_path / "out") > 0 or process.poll() is not None)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert err.decode() == "Stopped; the same command goes on from here.\nInterrupted.\n"
    assert pieces(tmp_path / "out") > 0


@pytest.mark.slow
def test_a_process_at_work_dies(whole, tmp_path):
    psutil = pytest.importorskip("psutil", reason="psutil, of the extra `cluster`, is not installed")
    process = start(tmp_path, *LONG, "-o", "out", "--jobs", "2")
    wait_for(lambda: pieces(tmp_path / "out") > 0 or process.poll() is not None)
    children = psutil.Process(process.pid).children()
    at_work = [child for child in children if "spawn_main" in " ".join(child.cmdline())]
    assert len(at_work) == 2
    at_work[0].kill()
    assert process.wait(timeout=60) == 0
    assert timeless(tmp_path / "out") == timeless(whole)


@pytest.mark.slow
def test_interrupted_without_a_seed(call, tmp_path, monkeypatch):
    """The seed that was drawn is kept with the batch, and what was finished is not done again."""
    import pairproof.cli.batch.measure as measure

    honest, begun = measure.measure_chunk, []

    def second_fails(tasks):
        begun.append([task.name for task in tasks])
        if len(begun) == 2:
            raise KeyboardInterrupt
        return honest(tasks)

    monkeypatch.setattr(measure, "measure_chunk", second_fails)
    size = ("--simulate", "20", "--players", "32", "--rounds", "5")
    arguments = ("batch", *size, "--jobs", "1", "-o", "out", "--method", "optimal")
    assert call(*arguments).returncode == 130
    assert pieces(tmp_path / "out") == 1
    done = call(*arguments)
    assert done.returncode == 0
    assert b"Seed" not in done.stderr
    assert begun[2] == begun[1]
    assert begun[0] not in begun[1:]


def test_the_end_is_stopped(call, tmp_path, monkeypatch):
    """Stopped while the tables are joined, or before the parts are taken away: joined again, nothing measured again."""
    from pairproof.cli.writing import write_whole as honest

    def stop(path, data):
        if path.name == "run.json" and b'"complete": true' in data:
            raise KeyboardInterrupt
        honest(path, data)

    monkeypatch.setattr("pairproof.cli.batch.folder.write_whole", stop)
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1").returncode == 130
    before = timeless(tmp_path / "out")
    monkeypatch.setattr("pairproof.cli.batch.folder.write_whole", honest)
    monkeypatch.setattr("pairproof.cli.batch.measure.measure_chunk", lambda tasks: pytest.fail("measured again"))
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1").returncode == 0
    assert timeless(tmp_path / "out") == before
    assert not (tmp_path / "out" / "parts").exists()


def test_another_batch_is_refused(call, tmp_path):
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1").returncode == 0
    before = timeless(tmp_path / "out")
    other = call("batch", *SMALL, "--draws", "0.5", "-o", "out", "--jobs", "1")
    assert other.returncode == 2
    assert b"different: settings" in other.stderr
    assert timeless(tmp_path / "out") == before


def test_a_file_that_changed_is_another_batch(call, tmp_path):
    shutil.copy(SCENARIOS / "club-round-5.toml", tmp_path / "a.toml")
    assert call("batch", "a.toml", "-o", "out", "--jobs", "1").returncode == 0
    with open(tmp_path / "a.toml", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert call("batch", "a.toml", "-o", "out", "--jobs", "1").returncode == 2


def with_rules(folder: Path, base: str, name: str = "a.toml") -> None:
    """A tournament file that names the rule file our.toml, and that file."""
    text = (SCENARIOS / "club-round-5.toml").read_text(encoding="utf-8")
    (folder / name).write_text(text.replace("rounds = 7", 'rounds = 7\nrules = "our.toml"'), encoding="utf-8")
    (folder / "our.toml").write_text(f'name = "our"\nbase = "{base}"\n', encoding="utf-8")


def test_rules_of_a_file_that_changed_are_another_batch(call, tmp_path):
    with_rules(tmp_path, "colour-swiss")
    for _ in range(2):
        assert call("batch", "a.toml", "-o", "out", "--jobs", "1").returncode == 0
    # With other rules than those it names, these do not matter.
    assert call("batch", "a.toml", "--rules", "combined", "-o", "combined", "--jobs", "1").returncode == 0
    with_rules(tmp_path, "combined")
    other = call("batch", "a.toml", "-o", "out", "--jobs", "1")
    assert other.returncode == 2
    assert b"different: rules of the files" in other.stderr
    assert call("batch", "a.toml", "--rules", "combined", "-o", "combined", "--jobs", "1").returncode == 0


def test_rules_of_a_file_that_are_missing_first(call, tmp_path):
    with_rules(tmp_path, "combined")
    (tmp_path / "our.toml").unlink()
    done = call("batch", "a.toml", "-o", "out", "--jobs", "1")
    assert done.returncode == 3
    assert "our.toml" in table(tmp_path / "out", "tournaments")[0]["message"]
    with_rules(tmp_path, "combined")
    assert call("batch", "a.toml", "-o", "out", "--jobs", "1").returncode == 2


@pytest.mark.parametrize("what", ["file", "rules"])
def test_changed_while_the_batch_runs(call, tmp_path, monkeypatch, what):
    """What changes meanwhile is not measured as what it was."""
    import pairproof.cli.batch.measure as measure

    honest = measure.measure_chunk

    def change(tasks):
        if what == "rules":
            with_rules(tmp_path, "colour-swiss")
        else:
            with open(tmp_path / "b.toml", "a", encoding="utf-8") as file:
                file.write("# changed\n")
        return honest(tasks)

    with_rules(tmp_path, "combined")
    with_rules(tmp_path, "combined", "b.toml")
    monkeypatch.setattr(measure, "measure_chunk", change)
    assert call("batch", "a.toml", "b.toml", "-o", "out", "--jobs", "1").returncode == 3
    rows = table(tmp_path / "out", "tournaments")
    assert [row["status"] for row in rows] == ["complete", "failed"]
    assert "changed since the batch began" in rows[1]["message"]
    assert call("batch", "a.toml", "b.toml", "-o", "out", "--jobs", "1").returncode == 2


def test_the_seed_counts_where_files_are_paired_at_random(call, tmp_path):
    shutil.copy(SCENARIOS / "club-round-5.toml", tmp_path / "a.toml")
    arguments = ("batch", "a.toml", "--method", "random", "--jobs", "1", "-o", "out")
    drawn = call(*arguments)
    assert drawn.returncode == 0
    assert b"Seed" in drawn.stderr
    assert call(*arguments).stderr == b""
    assert call(*arguments, "--seed", "-1").returncode == 2


def test_standard_input(call, tmp_path):
    source = (SCENARIOS / "club-round-5.toml").read_bytes()
    shutil.copy(SCENARIOS / "club-round-5.toml", tmp_path / "a.toml")
    assert call("batch", "a.toml", "-o", "file", "--jobs", "1").returncode == 0
    for _ in range(2):
        done = call("batch", "-", "--format", "toml", "-o", "out", "--jobs", "1", stdin=source)
        assert (done.returncode, done.stderr) == (0, b"")
    assert [{**row, "tournament": "a.toml"} for row in timeless(tmp_path / "out")["rounds"]] == timeless(
        tmp_path / "file"
    )["rounds"]
    assert call("batch", "-", "--format", "toml", "-o", "out", "--jobs", "1", stdin=source + b"#\n").returncode == 2
    assert call("batch", "-", "-o", "new", "--jobs", "1", stdin=source).returncode == 2


def stopped_after(call, monkeypatch, folder: Path, parts: int) -> None:
    """A batch of three chunks in the folder, stopped after some of them."""
    import pairproof.cli.batch.measure as measure

    honest, begun = measure.measure_chunk, []

    def stop(tasks):
        begun.append(tasks)
        if len(begun) > parts:
            raise KeyboardInterrupt
        return honest(tasks)

    with monkeypatch.context() as patch:
        patch.setattr(measure, "measure_chunk", stop)
        assert call(*THREE, "-o", str(folder)).returncode == 130
    assert pieces(folder) == parts


THREE = ("batch", "--simulate", "27", "--players", "32", "--rounds", "5", "--seed", "8", "--jobs", "1")


@pytest.mark.parametrize(
    "damage",
    ["", "{", "[]", "{}", '{"tables": {"rounds": ""}, "problems": []}', "\x00\x00", "[" * 100_000, '{"problems": 1}'],
)
def test_a_damaged_part_is_done_again(call, tmp_path, monkeypatch, damage):
    folder = tmp_path / "out"
    monkeypatch.setattr("pairproof.cli.batch.plan._WORK_PER_CHUNK", 40)
    small = ("batch", *SMALL, "--jobs", "1")
    assert call(*small, "-o", "whole").returncode == 0

    def stop(*arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("pairproof.cli.batch.folder.RunFolder.finish", stop)
        assert call(*small, "-o", "out").returncode == 130
    (folder / "parts" / "0000001.json").write_text(damage, encoding="utf-8")
    done = call(*small, "-o", "out")
    assert done.returncode == 0
    assert b"Going on: 5 of 6 chunks" in done.stderr
    assert timeless(folder) == timeless(tmp_path / "whole")


def test_files_of_others_among_the_parts_are_left_alone(call, tmp_path, monkeypatch):
    folder = tmp_path / "out"
    stopped_after(call, monkeypatch, folder, 1)
    for name in ("notes.json", "9999999.json", "12.json", "mine.part"):
        (folder / "parts" / name).write_text("{}", encoding="utf-8")
    (folder / "run.json.1.part").write_text("{", encoding="utf-8")
    done = call(*THREE, "-o", "out")
    assert done.returncode == 0
    assert b"Going on: 1 of 3 chunks" in done.stderr
    assert {path.name for path in (folder / "parts").iterdir()} == {
        "notes.json",
        "9999999.json",
        "12.json",
        "mine.part",
    }
    assert not (folder / "run.json.1.part").exists()
    assert call(*THREE, "-o", "out").returncode == 0


@pytest.mark.parametrize(
    "record",
    [
        "", "{", "[]", '{"schema": "pairproof.batch/1"}', "[" * 100_000,
        '{"schema": "pairproof.batch/1", "complete": false, "chunk_size": 0, "batch": {}}',
        '{"schema": "pairproof.batch/1", "complete": 1, "chunk_size": 1, "batch": {}}',
        '{"schema": "pairproof.batch/1", "complete": true, "chunk_size": 1, "batch": []}',
    ],
)  # fmt: skip
def test_a_damaged_record_is_a_message(call, tmp_path, record):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "run.json").write_text(record, encoding="utf-8")
    shutil.copy(SCENARIOS / "club-round-5.toml", tmp_path / "a.toml")
    for arguments in (SMALL, SMALL[:-2], ("a.toml",)):
        done = call("batch", *arguments, "-o", "out", "--jobs", "1")
        assert (done.returncode, done.stdout) == (5, b"")
        assert b"run.json" in done.stderr
        assert b"Choose another folder, or remove that one." in done.stderr
    assert (tmp_path / "out" / "run.json").read_text(encoding="utf-8") == record


@pytest.mark.parametrize("name", ["parts", "run.lock"])
def test_something_else_in_the_way(call, tmp_path, name):
    (tmp_path / "out").mkdir()
    if name == "parts":
        (tmp_path / "out" / name).write_text("mine", encoding="utf-8")
    else:
        (tmp_path / "out" / name).mkdir()
    done = call("batch", *SMALL, "-o", "out", "--jobs", "1")
    assert done.returncode == 5
    assert name in done.stderr.decode()


@pytest.mark.parametrize("name", list(TABLES))
def test_a_table_that_is_lost_is_made_again(call, tmp_path, name):
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1").returncode == 0
    before = timeless(tmp_path / "out")
    (tmp_path / "out" / f"{name}.csv").unlink()
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1").returncode == 0
    assert timeless(tmp_path / "out") == before
    assert not (tmp_path / "out" / "parts").exists()


def test_two_at_once_are_refused(call, tmp_path):
    fcntl = pytest.importorskip("fcntl", reason="no such locks on this system")
    (tmp_path / "out").mkdir()
    with open(tmp_path / "out" / "run.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = call("batch", *SMALL, "-o", "out", "--jobs", "1")
    assert done.returncode == 5
    assert b"Another process" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("-o", "out"), 2, "nothing to do"),
        (("--simulate", "-1", "-o", "out"), 2, "--simulate -1"),
        (("--simulate", "2", "--players", "x", "-o", "out"), 2, "--players x"),
        (("--simulate", "2", "--players", "8,0", "-o", "out"), 2, "at least two players"),
        (("--simulate", "2", "--rules", "combined", "--rules", "combined", "-o", "out"), 2, "same name"),
        (("--simulate", "2", "--forfeits", "7", "-o", "out"), 2, "between 0 and 1"),
        (("x.toml", "x.toml", "-o", "out"), 2, "named twice"),
        (("x.toml", "./x.toml", "-o", "out"), 2, "named twice"),
        (("--simulate", "2", "-o", "a-file"), 5, "it is no folder"),
        (("--simulate", "2", "-o", "foreign"), 5, "not the record of a batch"),
        (("--simulate", "2"), 2, ""),
        (("--simulate", "2", "--players", "8,99999999999", "-o", "out"), 2, "--players 8,99999999999"),
        (("--simulate", "9" * 400, "-o", "out"), 2, "at most 1,000,000,000"),
        (("--simulate", "999999999", "-o", "out"), 5, "are needed, and"),
        (("--simulate", "2", "--jobs", "99999", "-o", "out"), 2, "at most"),
        (("a.toml", "--draws", "0.9", "--seed", "3", "-o", "out"), 2, "--draws: of no use without --simulate N"),
        (("a.toml", "--draws", "0.9", "--seed", "3", "-o", "out"), 2, "--seed: of no use without --simulate N or"),
        (("a.toml", "--players", "6", "--rounds", "7", "-o", "out"), 2, "--players, --rounds: of no use without"),
        (("--simulate", "2", "--format", "trf", "-o", "out"), 2, "--format: of no use without tournament files"),
        (("--simulate", "2", "--restricted-until", "2", "-o", "out"), 2, "of no use without --groups"),
        (("--simulate", "2", "--cluster", "tcp://x:1", "--jobs", "2", "-o", "out"), 2, "--jobs: of no use with"),
        (("a.toml", "--format", "pgn", "-o", "out"), 2, "no format 'pgn'"),
        (("-", "-o", "out"), 2, "--format trf|"),
        (("--simulate", "2", "--cluster", "foo", "-o", "out"), 2, "--cluster foo"),
    ],
)
def test_refused_before_any_work(call, tmp_path, monkeypatch, arguments, code, words):
    monkeypatch.setattr("pairproof.cli.batch.measure.measure_chunk", lambda tasks: pytest.fail("work was begun"))
    (tmp_path / "a-file").write_text("", encoding="utf-8")
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "run.json").write_text("{}", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    if "--cluster" in arguments:
        pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    done = call("batch", *arguments)
    assert (done.returncode, done.stdout) == (code, b"")
    assert words in done.stderr.decode()
    assert sorted(tmp_path.rglob("*")) == before


def test_every_wrong_option_at_once(call):
    done = call("batch", "x.toml", "x.toml", "--simulate", "-1", "--players", "1,x", "--draws", "2", "--method", "x",
                "--rules", "x", "--jobs", "0", "--format", "pgn", "-o", "out")  # fmt: skip
    assert done.returncode == 2
    said = done.stderr.decode()
    for words in (
        "x.toml is named twice", "--simulate -1", "--players 1,x", "rate of draws", "--method x", "no rule set 'x'",
        "--jobs 0", "no format 'pgn'",
    ):  # fmt: skip
        assert words in said


def test_one_is_one(call, tmp_path):
    (tmp_path / "a.toml").write_text("[tournament\n", encoding="utf-8")
    assert b"\n1 tournament failed;" in call("batch", "a.toml", "-o", "a", "--jobs", "1").stdout
    one = ("--simulate", "1", "--players", "4", "--rounds", "1", "--seed", "1", "--jobs", "1")
    assert call("batch", *one, "--method", "optimal", "-o", "b").stdout.startswith(b"1 tournament, 1 round measured\n")


def test_json(call, tmp_path):
    found = json.loads(call("batch", *SMALL, "-o", "out", "--jobs", "1", "--json").stdout)
    assert (found["schema"], found["tournaments"], found["failed"]) == ("pairproof.batch-summary/1", 6, 0)
    rows = table(tmp_path / "out", "rounds")
    assert sum(one["rounds"] for one in found["methods"]) == len(rows)
    assert found["rounds"] == len(rows) // 2


def test_parquet_holds_the_same(call, tmp_path):
    polars = pytest.importorskip("polars", reason="the extra `tables` is not installed")
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1", "--parquet").returncode == 0
    for name in TABLES:
        frame = polars.read_parquet(tmp_path / "out" / f"{name}.parquet")
        assert frame.columns == list(columns(name))
        assert len(frame) == len(table(tmp_path / "out", name))
    whole = (tmp_path / "out" / "rounds.csv").read_bytes()
    for damaged in (b"", whole.replace(b",8,", b",xx,", 1), whole[:-40]):
        (tmp_path / "out" / "rounds.csv").write_bytes(damaged)
        done = call("batch", *SMALL, "-o", "out", "--jobs", "1", "--parquet")
        assert done.returncode == 3
        assert b"rounds.csv" in done.stderr
        assert b"bug" not in done.stderr
    (tmp_path / "out" / "rounds.csv").write_bytes(whole)
    rounds = polars.read_parquet(tmp_path / "out" / "rounds.parquet")
    assert rounds["round"].dtype == polars.Int64
    assert rounds["level:score-gap"].sum() == sum(
        int(row["level:score-gap"] or 0) for row in table(tmp_path / "out", "rounds")
    )


@pytest.mark.parametrize(
    ("option", "module", "extra"), [("--parquet", "polars", "tables"), ("--plot", "matplotlib", "plots")]
)
def test_missing_extra_is_named_before_any_work(call, tmp_path, monkeypatch, option, module, extra):
    import importlib.util

    honest = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == module else honest(name, *rest)
    )
    done = call("batch", *SMALL, "-o", "out", option)
    assert done.returncode == 2
    assert f"pairproof[{extra}]" in done.stderr.decode()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("format", ["png", "svg"])
def test_plot(call, tmp_path, format):
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    small = ("--simulate", "6", "--players", "6,8", "--rounds", "5", "--seed", "4", "--jobs", "1")
    assert call("batch", *small, "-o", "out").returncode == 0
    names = [f"{name}.{format}" for name in ("first-level", "levels", "stuck", "steps", "ranking", "colours")]
    for into in ("one", "two"):
        done = call("plot", "out", "-o", into, "--format", format)
        assert done.returncode == 0
        assert done.stdout.decode().split() == [f"{into}{os.sep}{name}" for name in names]
    for name in names:
        data = (tmp_path / "one" / name).read_bytes()
        assert data == (tmp_path / "two" / name).read_bytes()
        assert data.startswith(b"\x89PNG" if format == "png" else b"<?xml")


def test_batch_plots(call, tmp_path):
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1", "--plot").returncode == 0
    assert (tmp_path / "out" / "stuck.png").exists()


def test_plot_of_nothing(call, tmp_path):
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    (tmp_path / "out").mkdir()
    assert call("plot", "out").returncode == 5
    assert call("plot", "out", "--format", "gif").returncode == 2
    for name in TABLES:
        (tmp_path / "out" / f"{name}.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    done = call("plot", "out")
    assert done.returncode == 3
    assert b"no table of a batch" in done.stderr


@pytest.mark.parametrize("name", ["rounds", "rankings"])
def test_plot_of_a_table_cut_off(call, tmp_path, name):
    """In the middle of a cell, of a row, and just before the end of the line; nothing is drawn."""
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1").returncode == 0
    path = tmp_path / "out" / f"{name}.csv"
    whole = path.read_bytes()
    for many in (1, 3, 20):
        path.write_bytes(whole[:-many])
        for command in (("plot", "out", "-o", "pictures"), ("plot", "out")):
            done = call(*command)
            assert (done.returncode, done.stdout) == (3, b"")
            assert f"{name}.csv: line {len(whole.splitlines())}: The table is cut off" in done.stderr.decode()
            assert len(done.stderr.splitlines()) == 2
        assert not (tmp_path / "pictures").exists()
        assert not list((tmp_path / "out").glob("*.png"))
    done = call("batch", *SMALL, "-o", "out", "--jobs", "1")
    if name == "rounds":  # `rankings` is not needed to show what was found
        assert done.returncode == 3
        assert b"Take this table away" in done.stderr


@pytest.mark.parametrize(
    ("table_", "column", "value", "words"),
    [
        ("rounds", "round", "", "round is empty"),
        ("rounds", "round", "x", "round is 'x', which is not a whole number"),
        ("rounds", "level:score-gap", "1.5", "not a whole number"),
        ("rounds", "seconds", "nan", "not a number"),
        ("rounds", "paired_by", "nobody", "none of optimal"),
        ("rounds", "method", "best", "none of optimal"),
        ("rounds", "hardest_step", "C1", "none of C3"),
        ("rankings", "kendall_sos", "high", "not a number"),
        ("rankings", "round", "9" * 30, "not a whole number"),
    ],
)
def test_plot_of_a_damaged_table(call, tmp_path, table_, column, value, words):
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1").returncode == 0
    rows = table(tmp_path / "out", table_)
    rows[1][column] = rows[3][column] = value
    with open(tmp_path / "out" / f"{table_}.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(columns(table_)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    done = call("plot", "out")
    assert done.returncode == 3
    said = done.stderr.decode()
    assert f"line 3: {column} is" in said
    assert f"line 5: {column} is" in said
    assert words in said


def test_plot_leaves_no_folder_behind(call, tmp_path):
    pytest.importorskip("matplotlib", reason="the extra `plots` is not installed")
    assert call("plot", "nowhere").returncode == 5
    assert call("plot", "nowhere", "nowhere/", "-o", "pictures").returncode == 2
    assert not list(tmp_path.iterdir())


def test_criteria_of_the_dutch_system_and_what_files_leave_open(call, tmp_path):
    from tests.cli.engine.test_engine import OLD

    # 3 and 4 have met nobody yet: the game of the first round is adjourned.
    (tmp_path / "old.trf").write_text(OLD, encoding="ascii")
    asked = ("batch", "old.trf", "--rules", "fide-dutch")
    failed = call(*asked, "-o", "failed")
    assert failed.returncode == 3
    assert "The points column says 2.0" in failed.stderr.decode()
    assert call(*asked, "--adjourned", "--fill-byes", "-o", "out").returncode == 0
    rounds = table(tmp_path / "out", "rounds")
    # Nobody is at hand who pairs by hand under these rules.
    assert [(row["round"], row["method"]) for row in rounds] == [
        (number, method) for number in "13" for method in ("optimal", "played")
    ]
    (third,) = [row for row in rounds if (row["round"], row["method"]) == ("3", "optimal")]
    document = json.loads(
        call("pair", "old.trf", "--round", "3", "--rules", "fide-dutch", "--adjourned", "--fill-byes", "--json").stdout
    )
    levels = {level["name"]: level["value"] for level in document["levels"]}
    assert any(levels.values())
    for name, value in levels.items():
        bracket, criterion, *score = name.split(".")
        entries = third[f"level:{criterion}"].split()
        assert (f"{'.'.join((bracket, *score))}:{value}" in entries) == bool(value), name
    # Not by another reading of the same files.
    assert "different: adjourned" in call(*asked, "--fill-byes", "-o", "out").stderr.decode()
    useless = call("batch", *SMALL, "--adjourned", "-o", "none")
    assert (useless.returncode, b"--adjourned: of no use without tournament files" in useless.stderr) == (2, True)
