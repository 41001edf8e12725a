"""`pairproof simulate` from outside."""

from __future__ import annotations

import json
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from pairproof.model import load_tournament

SMALL = ("--players", "7", "--rounds", "4", "--seed", "5", "--jobs", "1")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
def test_same_bytes_on_any_number_of_processes(run, tmp_path):
    arguments = (
        "simulate",
        "--players",
        "40",
        "--rounds",
        "5",
        "--tournaments",
        "23",
        "--seed",
        "9",
        "--method",
        "both",
    )
    pages = []
    for folder, jobs in (("one", "1"), ("two", "2")):
        done = run(*arguments, "-o", folder, "--jobs", jobs)
        assert (done.returncode, done.stderr) == (0, b"")
        pages.append(done.stdout.replace(folder.encode(), b""))
    assert pages[0] == pages[1]
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(contents(tmp_path / "one")) == 2 * 23 + 2


def test_files_can_be_read_again(call, tmp_path):
    done = call(
        "simulate", *SMALL, "--tournaments", "3", "--gam", "10", "--groups", "3", "--method", "both", "-o", "out"
    )
    assert done.returncode == 0
    paths = sorted((tmp_path / "out").glob("*.toml"))
    assert len(paths) == 6
    for path in paths:
        tournament = load_tournament(path)
        assert len(tournament.rounds) == 4
        assert tournament.rules == "combined"
        assert all(game.gam is not None for round_ in tournament.rounds for game in round_.games)
        assert call("pair", str(path), "--round", "4").returncode == 0
    lines = (tmp_path / "out" / "strengths.csv").read_text().splitlines()
    assert lines[0] == "tournament,player,rating,strength"
    assert len(lines) == 1 + 3 * 7


def test_trf(call, tmp_path):
    for format in ("toml", "trf"):
        assert call("simulate", *SMALL, "--forfeits", "0.1", "-o", format, "--format", format).returncode == 0
    toml, trf = (load_tournament(tmp_path / format / f"00001-optimal.{format}") for format in ("toml", "trf"))
    assert [[(g.white, g.black, g.result) for g in sorted(r.games, key=lambda g: g.white)] for r in toml.rounds] == [
        [(g.white, g.black, g.result) for g in sorted(r.games, key=lambda g: g.white)] for r in trf.rounds
    ]


def test_rule_file_is_found_from_the_files(call, tmp_path):
    (tmp_path / "ours.toml").write_text('name = "ours"\nbase = "modified-swiss"\n', encoding="utf-8")
    assert call("simulate", *SMALL, "--rules", "ours.toml", "-o", "out").returncode == 0
    assert load_tournament(tmp_path / "out" / "00001-optimal.toml").rules == "../ours.toml"
    assert b"rules ours" in call("pair", "out/00001-optimal.toml", "--round", "4").stdout.splitlines()[0]


def test_json(call):
    done = call("simulate", *SMALL, "--tournaments", "2", "--method", "both", "--json")
    document = json.loads(done.stdout)
    assert (document["schema"], document["seed"]) == ("pairproof.simulation/1", 5)
    assert [(one["tournament"], one["method"]) for one in document["tournaments"]] == [
        (1, "optimal"), (1, "manual"), (2, "optimal"), (2, "manual"),
    ]  # fmt: skip
    assert call("simulate", *SMALL, "--tournaments", "2", "--method", "both", "--json").stdout == done.stdout


def test_drawn_seed_is_told_and_repeats(call):
    drawn = call("simulate", "--players", "6", "--rounds", "3", "--jobs", "1", "--json")
    seed = json.loads(drawn.stdout)["seed"]
    assert f"--seed {seed} " in drawn.stderr.decode()
    again = call("simulate", "--players", "6", "--rounds", "3", "--jobs", "1", "--json", "--seed", str(seed))
    assert (again.stdout, again.stderr) == (drawn.stdout, b"")


def test_stuck_rounds_are_told(call):
    settings = ("--players", "8", "--rounds", "7", "--seed", "3", "--tournaments", "12", "--jobs", "1")
    found = json.loads(call("simulate", *settings, "--method", "manual", "--json").stdout)
    assert any(one["stuck"] for one in found["tournaments"])
    assert all(number <= one["rounds"] + 1 for one in found["tournaments"] for number in one["stuck"])


def test_ratings(call, tmp_path):
    (tmp_path / "ratings.txt").write_text("2000, 1900\n1800 1700", encoding="utf-8")
    for ratings, into in (("file:ratings.txt", "a"), ("list:1900,1700,2000,1800", "b")):
        assert call("simulate", "--ratings", ratings, "--rounds", "2", "--seed", "1", "-o", into).returncode == 0
        assert [p.rating for p in load_tournament(tmp_path / into / "00001-optimal.toml").players] == [
            2000,
            1900,
            1800,
            1700,
        ]
    assert call("simulate", "--ratings", "uniform:1500:1501", "--seed", "1", "-o", "c").returncode == 0
    assert {p.rating for p in load_tournament(tmp_path / "c/00001-optimal.toml").players} == {1500, 1501}


def test_another_run_is_refused(call, tmp_path):
    """A folder with tournaments of two runs would be measured as if it were one."""
    first = ("simulate", *SMALL, "--tournaments", "3", "-o", "out")
    assert call(*first).returncode == 0
    before = contents(tmp_path / "out")
    for other in (
        ("simulate", "--players", "4", "--rounds", "3", "--seed", "2", "-o", "out"),
        ("simulate", *SMALL, "--tournaments", "2", "-o", "out"),
        (*first, "--method", "manual"),
        (*first, "--format", "trf"),
        (*first, "--rules", "modified-swiss"),
        (*first, "--draws", "0.5"),
    ):
        done = call(*other)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"another simulation" in done.stderr
    assert contents(tmp_path / "out") == before
    assert call(*first).returncode == 0
    assert contents(tmp_path / "out") == before


def test_rule_file_that_changed_is_another_run(call, tmp_path):
    for base, code in (("modified-swiss", 0), ("modified-swiss", 0), ("colour-swiss", 2)):
        (tmp_path / "ours.toml").write_text(f'name = "ours"\nbase = "{base}"\n', encoding="utf-8")
        assert call("simulate", *SMALL, "--rules", "ours.toml", "-o", "out").returncode == code


@pytest.mark.parametrize("name", ["00007-manual.trf", "strengths.csv"])
def test_tournaments_of_unknown_origin_are_not_mixed_with_new_ones(call, tmp_path, name):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("{}", encoding="utf-8")
    assert call("simulate", *SMALL, "-o", "out").returncode == 2
    assert contents(tmp_path / "out") == {name: b"{}"}


def test_files_of_others_do_not_matter(call, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.toml").write_text("# mine\n", encoding="utf-8")
    assert call("simulate", *SMALL, "-o", "out").returncode == 0


@pytest.mark.parametrize("seed", [("--seed", "5"), ()])
@pytest.mark.slow
def test_interrupted_and_completed(call, tmp_path, monkeypatch, seed):
    """The same command completes what was stopped, with the seed that was drawn then."""
    from pairproof.cli.simulation.play import play_chunk

    arguments = (
        "simulate",
        "--players",
        "32",
        "--rounds",
        "7",
        "--tournaments",
        "20",
        *seed,
        "--jobs",
        "1",
        "-o",
        "out",
    )

    def stop_at_the_second(chunk):
        if chunk.numbers[0] > 1:
            raise KeyboardInterrupt
        return play_chunk(chunk)

    monkeypatch.setattr("pairproof.cli.simulation.folder.play_chunk", stop_at_the_second)
    assert call(*arguments).returncode == 130
    begun = contents(tmp_path / "out")
    assert 1 < len(begun) < 20
    assert "strengths.csv" not in begun
    # What a write cut short leaves behind.
    (tmp_path / "out" / "00009-optimal.toml.1.part").write_text("[", encoding="utf-8")
    monkeypatch.setattr("pairproof.cli.simulation.folder.play_chunk", play_chunk)
    done = call(*arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    whole = contents(tmp_path / "out")
    assert len(whole) == 20 + 2
    assert begun.items() <= whole.items()


def test_every_wrong_option_at_once(call):
    done = call(
        "simulate", "--tournaments", "0", "--players", "-3", "--rounds", "0", "--draws", "2", "--jobs", "0", "--method",
        "x", "--ratings", "x", "--rules", "x", "--restricted-until", "3", "--format", "pgn",
    )  # fmt: skip
    assert done.returncode == 2
    said = done.stderr.decode()
    for words in (
        "--tournaments 0", "not -3", "at least one round", "rate of draws", "--jobs 0", "--method x", "--ratings x",
        "no rule set 'x'", "--restricted-until: of no use without --groups", "expected toml or trf",
        "--format: of no use without -o",
    ):  # fmt: skip
        assert words in said


def test_wrong_options_are_told_before_a_file_that_is_missing(call):
    done = call("simulate", "--rules", "nowhere.toml", "--draws", "2")
    assert done.returncode == 2
    assert done.stderr.decode() == "The rate of draws must be between 0 and 1, not 2.0.\n"


def test_one_round_is_one_round(call):
    done = call("simulate", "--players", "4", "--rounds", "1", "--seed", "1", "--jobs", "1")
    assert b"1 tournament, 4 players, 1 round, rules" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--players", "0"), 2, "at least two players"),
        (("--players", "8", "--rounds", "8"), 2, "7 at most"),
        (("--players", "10000", "--format", "trf", "-o", "out"), 2, "have 4 digits: at most 9,999 players, not 10,000"),
        (("--players", "99999999999", "--rounds", "5"), 2, "at most 1,000,000 players"),
        (("--rounds", "1000", "--rules", "rematches.toml"), 2, "at most 999 rounds"),
        (("--tournaments", "99999999999"), 2, "at most 99,999"),
        (("--groups", "9" * 400), 2, "at most 1,000,000 groups"),
        (("--gam", "9" * 400), 2, "game points"),
        (("--ratings", f"normal:1800:{'9' * 400}"), 2, "whole numbers"),
        (("--ratings", "normal:1800:99999"), 2, "above 10000"),
        (("--ratings", f"list:{'9' * 5000},1"), 2, "whole numbers"),
        (("--restricted-until", "3"), 2, "--restricted-until: of no use without --groups"),
        (("--format", "trf"), 2, "--format: of no use without -o"),
        (("--draws", "1.01"), 2, "between 0 and 1"),
        (("--draws", "nan"), 2, "between 0 and 1"),
        (("--absences", "-1"), 2, "between 0 and 1"),
        (("--tournaments", "0"), 2, "at least one"),
        (("--jobs", "0"), 2, "at least one process"),
        (("--method", "best"), 2, "no method 'best'"),
        (("--format", "pgn"), 2, "toml or trf"),
        (("--ratings", "normal:1800"), 2, "expected normal:"),
        (("--ratings", "list:"), 2, "whole numbers"),
        (("--ratings", "list:1,x"), 2, "whole numbers"),
        (("--ratings", "file:nowhere"), 5, "no such file"),
        (("--rules", "nothing"), 2, "no rule set"),
        (("--rules", "nothing.toml"), 5, "nothing.toml"),
        (("-o", "a-file"), 5, "it is no folder"),
        (("-o", "a-file/inside"), 5, "it is no folder"),
        (("-o", ""), 2, "name of a folder"),
    ],
)
def test_refused_before_any_work(call, tmp_path, monkeypatch, arguments, code, words):
    monkeypatch.setattr("pairproof.cli.simulation.folder.play_chunk", lambda chunk: pytest.fail("work was begun"))
    (tmp_path / "a-file").write_text("", encoding="utf-8")
    (tmp_path / "rematches.toml").write_text(
        'base = "modified-swiss"\nhard = ["single-bye", "full-round"]\n', encoding="utf-8"
    )
    before = sorted(tmp_path.iterdir())
    done = call("simulate", "--jobs", "1", *arguments)
    assert sorted(tmp_path.iterdir()) == before
    assert (done.returncode, done.stdout) == (code, b"")
    assert words in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_no_space(call, tmp_path, monkeypatch):
    monkeypatch.setattr("pairproof.cli.simulation.folder.play_chunk", lambda chunk: pytest.fail("work was begun"))
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9 - 1000, 1000))
    done = call("simulate", "--seed", "1", "-o", "out")
    assert done.returncode == 5
    assert b"are free" in done.stderr
    assert not (tmp_path / "out").exists()


def test_disk_full_in_the_middle(call, monkeypatch):
    import os

    def full(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    done = call("simulate", *SMALL, "-o", "out")
    assert done.returncode == 5
    assert b"No space left" in done.stderr


def test_a_damaged_record_of_the_run(call, tmp_path):
    arguments = ("simulate", "--tournaments", "1", "--players", "4", "--rounds", "2", "--seed", "1", "-o", "out")
    assert call(*arguments).returncode == 0
    record = tmp_path / "out" / "simulation.json"
    record.write_bytes(record.read_bytes()[:40])
    done = call(*arguments)
    assert done.returncode == 5
    assert b"simulation.json is damaged" in done.stderr
