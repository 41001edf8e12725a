"""docs/tiebreaks.md: its examples are what the program says, and it leaves no tie-break out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pairproof.model.tiebreaks.registry import OTHER_NAMES, TEAM_NAMES, TIE_BREAKS
from tests.docs.pages import blocks, run, text_of

PAGE = "docs/tiebreaks.md"
_, TOURNAMENT = blocks(PAGE, "toml")
TABLE, *WORKINGS = blocks(PAGE, "text")
WITHOUT_EXAMPLE = {"PTS", "RANK"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "thursday.toml").write_text(TOURNAMENT, encoding="utf-8")
    return tmp_path


def said(folder: Path, options: str) -> str:
    done = run(f"pairproof standings thursday.toml {options}", folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_the_table(folder: Path) -> None:
    assert said(folder, "--tie-breaks BH-C1,BH,SB,DE") == TABLE


def test_the_examples(folder: Path) -> None:
    codes = dict.fromkeys(block.split(",")[0] for block in WORKINGS)
    # Direct encounters are computed among those still level, so that each stands alone.
    lists = ["DE", "DE2", ",".join(code for code in codes if not code.startswith("DE"))]
    pages = [said(folder, f"--tie-breaks {listed} --working {player}") for listed in lists for player in range(1, 7)]
    for block in WORKINGS:
        assert any(f"\n\n{block}" in page for page in pages), block


def test_every_tie_break_has_its_place() -> None:
    shown = {block.split(",")[0].split("/")[0] for block in WORKINGS}
    assert shown == TIE_BREAKS.keys() - WITHOUT_EXAMPLE
    titled = {name for line in re.findall(r"^### (.*)$", text_of(PAGE), re.MULTILINE) for name in line.split(", ")}
    assert titled == TIE_BREAKS.keys() - {"PTS"}


def test_the_modifiers_and_other_names_are_those_of_the_program() -> None:
    text = text_of(PAGE)
    rows = re.findall(r"^\| `([A-Z])[^|]*\|[^|]*\| ([A-Z0-9 ]+) \|$", text, re.MULTILINE)
    assert {letter: set(names.split()) for letter, names in rows} == {
        letter: {name for name, piece in TIE_BREAKS.items() if letter in piece.takes and name != "CUSS"}
        for letter in "CMPFLRUZK"
    }
    for name in {*OTHER_NAMES, *TEAM_NAMES}:
        assert f"`{name}" in text or f"`{name.replace('MPVGP', 'MPvGP')}`" in text, name
