"""Every page: its links lead somewhere, and so do the sections of the rules and of the contract that the code names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, anchors, text_of
from tests.paths import ROOT

SOURCES = [
    path
    for top in ("model", "solver", "cli", "pairproof", "tests", "docs", "scenarios", "benchmarks", "notebooks")
    for path in sorted((ROOT / top).rglob("*"))
    if path.suffix in {".py", ".md", ".toml", ".txt"}
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)", page.read_text(encoding="utf-8")):
        path = page.parent / target if target else page
        assert path.exists(), f"{page} links to {target}"
        if anchor:
            assert anchor in anchors(path), f"{page} links to {target}#{anchor}"


@pytest.mark.parametrize(("name", "page"), [("CONTRACT", "docs/contract.md"), ("RULES", "docs/rules.md")])
def test_the_sections_that_the_code_names_are_there(name: str, page: str) -> None:
    """A section is a heading or a paragraph that begins with its number; the points of a list in it are numbered on."""
    sections, here = set(), ""
    for line in text_of(page).splitlines():
        if begins := re.match(r"#+ (\d+(?:\.\d+)*)\b", line) or re.match(r"(\d+\.\d+) ", line):
            here = begins[1]
            sections.add(here)
        elif point := re.match(r"(\d+)\. ", line):
            sections.add(f"{here}.{point[1]}")
    named = {
        number: path
        for path in SOURCES
        for number in re.findall(rf"\b{name} (\d+(?:\.\d+)*)", path.read_text(encoding="utf-8"))
    }
    assert len(named) >= 5
    assert {number: path for number, path in named.items() if number not in sections} == {}


def test_no_page_names_what_is_gone() -> None:
    """Paths in backquotes are there."""
    for page in (page for page in PAGES if page.parent in (ROOT, ROOT / "docs", ROOT / "tests")):
        if page.name == "CHANGELOG.md" or page.name.startswith(
            "adding-"
        ):  # of earlier versions; of files to be written
            continue
        for path in re.findall(
            r"`((?:model|solver|cli|tests|docs|benchmarks|scenarios)/[\w./-]+)`", page.read_text("utf-8")
        ):
            assert (ROOT / path).exists(), f"{page}: {path}"
