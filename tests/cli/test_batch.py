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

from cli.batch.columns import TABLES
from tests.cli.conftest import ROOT

SMALL = ("--simulate", "6", "--players", "8", "--rounds", "5", "--seed", "4")
LONG = ("batch", "--simulate", "40", "--players", "32", "--rounds", "5", "--seed", "8")
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
        names = [name for name in TABLES["rounds"] if name.startswith("level:") and optimal[name]]
        # The optimum is the least, level before level; the columns stand in the order of RULES 7, not of the rule set.
        order = [f"level:{name}" for name in ("restricted-groups", "repeated-float", "bye-score", "score-gap")]
        assert [int(optimal[name]) for name in order] <= [int(manual[name]) for name in order]
        assert len(names) == 9


def test_rows_of_a_file_agree_with_the_library(call, tmp_path):
    from model import load_tournament
    from model.rules import PRESETS
    from solver.manual import pair_manually
    from solver.optimal import pair

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
            pairing = pair(tournament, rules, round=number)
        else:
            pairing = pair_manually(tournament, rules, round=number)
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


def test_jobs_make_no_difference(run, tmp_path):
    for folder, jobs in (("one", "1"), ("two", "2")):
        done = run(
            "batch", "--simulate", "60", "--players", "8", "--rounds", "5", "--seed", "4", "-o", folder, "--jobs", jobs
        )
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
    import cli.batch.measure as measure

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
        [sys.executable, "-m", "cli", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
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
def test_killed_and_continued(run, tmp_path, jobs):
    """kill -9, three times in the middle, then to the end: as if nothing had happened."""
    arguments = ("batch", "--simulate", "48", "--players", "32", "--rounds", "5", "--seed", "8", "--jobs", jobs)
    whole = run(*arguments, "-o", "whole")
    assert whole.returncode == 0
    folder = tmp_path / "killed"
    kept = 0
    for _ in range(3):
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
    assert timeless(folder) == timeless(tmp_path / "whole")
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        path.name for path in (tmp_path / "whole").iterdir()
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_at_the_keyboard(tmp_path):
    """Ctrl-C reaches the processes at work as well: no traceback of theirs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *LONG, "-o", "out", "--jobs", "2"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
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


def test_a_process_at_work_dies(run, tmp_path):
    psutil = pytest.importorskip("psutil", reason="psutil, of the extra `cluster`, is not installed")
    assert run(*LONG, "-o", "whole", "--jobs", "2").returncode == 0
    process = start(tmp_path, *LONG, "-o", "out", "--jobs", "2")
    wait_for(lambda: pieces(tmp_path / "out") > 0 or process.poll() is not None)
    children = psutil.Process(process.pid).children()
    at_work = [child for child in children if "spawn_main" in " ".join(child.cmdline())]
    assert len(at_work) == 2
    at_work[0].kill()
    assert process.wait(timeout=60) == 0
    assert timeless(tmp_path / "out") == timeless(tmp_path / "whole")


def test_interrupted_without_a_seed(call, tmp_path, monkeypatch):
    """The seed that was drawn is kept with the batch, and what was finished is not done again."""
    import cli.batch.measure as measure

    honest, begun = measure.measure_chunk, []

    def second_fails(tasks):
        begun.append([task.name for task in tasks])
        if len(begun) == 2:
            raise KeyboardInterrupt
        return honest(tasks)

    monkeypatch.setattr(measure, "measure_chunk", second_fails)
    arguments = ("batch", "--simulate", "20", "--players", "32", "--rounds", "5", "--jobs", "1", "-o", "out")
    assert call(*arguments).returncode == 130
    assert pieces(tmp_path / "out") == 1
    done = call(*arguments)
    assert done.returncode == 0
    assert b"Seed" not in done.stderr
    assert begun[2] == begun[1]
    assert begun[0] not in begun[1:]


def test_the_end_is_stopped(call, tmp_path, monkeypatch):
    """Stopped while the tables are joined, or before the parts are taken away: joined again, nothing measured again."""
    from cli.writing import write_whole as honest

    def stop(path, data):
        if path.name == "run.json" and b'"complete": true' in data:
            raise KeyboardInterrupt
        honest(path, data)

    monkeypatch.setattr("cli.batch.folder.write_whole", stop)
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1").returncode == 130
    before = timeless(tmp_path / "out")
    monkeypatch.setattr("cli.batch.folder.write_whole", honest)
    monkeypatch.setattr("cli.batch.measure.measure_chunk", lambda tasks: pytest.fail("measured again"))
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
        (("--simulate", "2", "-o", "a-file"), 5, "it is no folder"),
        (("--simulate", "2", "-o", "foreign"), 5, "not the record of a batch"),
        (("--simulate", "2"), 2, ""),
    ],
)
def test_refused_before_any_work(call, tmp_path, monkeypatch, arguments, code, words):
    monkeypatch.setattr("cli.batch.measure.measure_chunk", lambda tasks: pytest.fail("work was begun"))
    (tmp_path / "a-file").write_text("", encoding="utf-8")
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "run.json").write_text("{}", encoding="utf-8")
    done = call("batch", *arguments)
    assert (done.returncode, done.stdout) == (code, b"")
    assert words in done.stderr.decode()


def test_json(call, tmp_path):
    found = json.loads(call("batch", *SMALL, "-o", "out", "--jobs", "1", "--json").stdout)
    assert (found["schema"], found["tournaments"], found["failed"]) == ("pairproof.batch-summary/1", 6, 0)
    rows = table(tmp_path / "out", "rounds")
    assert sum(one["rounds"] for one in found["methods"]) == len(rows)
    assert found["rounds"] == len(rows) // 2


def test_parquet_holds_the_same(call, tmp_path):
    polars = pytest.importorskip("polars", reason="the extra `tables` is not installed")
    assert call("batch", *SMALL, "-o", "out", "--jobs", "1", "--parquet").returncode == 0
    for name, columns in TABLES.items():
        frame = polars.read_parquet(tmp_path / "out" / f"{name}.parquet")
        assert frame.columns == list(columns)
        assert len(frame) == len(table(tmp_path / "out", name))
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
    assert (
        call("batch", "--simulate", "6", "--players", "6,8", "--rounds", "5", "--seed", "4", "-o", "out").returncode
        == 0
    )
    names = [f"{name}.{format}" for name in ("levels", "stuck", "steps", "ranking", "colours")]
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
