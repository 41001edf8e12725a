"""docs/adding-a-criterion.md, followed to the letter in a copy of the program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pairproof.model.criteria import HARD, LEVELS
from tests.inputs import criterion_page
from tests.paths import ROOT

CLUB = """\
[tournament]
name = "Club"
rounds = 5
restricted_until = 1
"""
PLAYERS = ((2000, "Ajax"), (1900, "Ajax"), (1500, "Benfica"), (1400, "Ajax"), (1300, "Porto"), (1200, "Porto"))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("copy")
    package = root / "pairproof"
    shutil.copytree(ROOT / "pairproof", package, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("model", "solver", "cli"):
        shutil.copytree(ROOT / folder, package / folder, ignore=shutil.ignore_patterns("__pycache__"))
    criterion_page.follow(package)
    first, second = criterion_page.rule_files()
    (root / "soft.toml").write_text(first, encoding="utf-8")
    (root / "hard.toml").write_text(second, encoding="utf-8")
    players = "".join(
        f'[[players]]\nid = {place}\nrating = {rating}\ngroups = ["{club}"]\n'
        for place, (rating, club) in enumerate(PLAYERS, start=1)
    )
    (root / "club.toml").write_text(CLUB + players, encoding="utf-8")
    return root


def run(copy: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pairproof", *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_as_it_stands(copy: Path) -> None:
    for rules in ("soft.toml", "hard.toml"):
        certificate = f"{rules}.json"
        document = json.loads(run(copy, "pair", "club.toml", "--rules", rules, "--json", "--certificate", certificate))
        boards = {frozenset((board["white"], board["black"])) for board in document["boards"]}
        ratings = {place: rating for place, (rating, _) in enumerate(PLAYERS, start=1)}
        value = next(level["value"] for level in document["levels"] if level["name"] == "rating-gap")
        assert value == sum(abs(ratings[a] - ratings[b]) for a, b in map(sorted, boards))
        if rules == "hard.toml":
            assert all(PLAYERS[a - 1][1] != PLAYERS[b - 1][1] for a, b in map(sorted, boards))
        else:
            assert value == 300  # 1-2, 3-4, 5-6
        run(copy, "verify", certificate, "club.toml", "--rules", rules)
    assert "Members of one club never meet." in run(copy, "rules", "hard.toml")


def test_the_program_itself_has_them_not() -> None:
    assert not {"no-clubmates", "rating-gap", "denied-strength"} & {*HARD.names, *LEVELS.names}
