"""An evening by verbs in Portuguese and in Russian: no English sentence slips through, told or refused (DESK 4, 13)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pairproof.model.criteria import HARD, LEVELS
from tests.cli.conftest import Run

EVENING = [
    ["new", "club.toml", "--name", "Ж", "--rounds", "3", "city=Ж", "restricted_until=1"],
    ["status", "club.toml"],
    ["add", "club.toml", "Анна", "rating=1900", "Б", "rating=1800", "В", "rating=1700", "Г", "rating=1600"],
    ["add", "club.toml", "Д", "Е", "Ё"],
    ["players", "club.toml"],
    ["players", "club.toml", "--missing"],
    ["edit", "club.toml", "Анна", "rating=1950"],
    ["edit", "club.toml", "city=З"],
    ["absent", "club.toml", "Ё", "next"],
    ["absent", "club.toml", "Ё", "2-3", "--dry-run"],
    ["bye", "club.toml", "Е", "half", "2"],
    ["bye", "club.toml", "Е", "half", "3"],
    ["bye", "club.toml", "Д", "full", "3"],
    ["status", "club.toml"],
    ["publish", "club.toml", "--page", "one.html"],
    ["status", "club.toml"],
    ["change", "club.toml", "--swap", "3", "4", "--dry-run"],
    ["result", "club.toml", "1=1"],
    ["result", "club.toml", "1=1"],
    ["results", "club.toml"],
    ["results", "club.toml"],
    ["withdraw", "club.toml", "Г"],
    ["back", "club.toml", "Г"],
    ["undo", "club.toml"],
    ["redo", "club.toml"],
    ["publish", "club.toml"],
    ["correct", "club.toml", "0-1", "--round", "1", "--board", "1"],
    ["results", "club.toml"],
    ["unpublish", "club.toml", "--with-results"],
    ["undo", "club.toml"],
    ["history", "club.toml"],
    ["history", "club.toml", "--diff"],
    ["check", "club.toml"],
    ["standings", "club.toml"],
    ["standings", "club.toml", "--working", "Анна"],
    ["pair", "club.toml", "--round", "2"],
    ["explain", "club.toml", "--round", "2"],
    ["compare", "club.toml", "--all"],
    ["manual", "club.toml", "--round", "2"],
    ["rules"],
    ["rules", "combined"],
    ["verify", "club.proofs/round-1.json", "club.toml"],
    ["publish", "club.toml"],
    ["result", "club.toml", "1=1"],
]
REFUSED = [
    ["publish", "club.toml"],
    ["status", "nowhere.toml"],
    ["status", "bad.toml"],
    ["status", "worse.toml"],
    ["status", "bad.trf"],
    ["result", "club.toml", "9=1"],
    ["result", "club.toml", "1=7"],
    ["result", "club.toml", "1"],
    ["result", "club.toml", "1=0"],
    ["correct", "club.toml", "1-0", "--round", "9", "--board", "1"],
    ["bye", "club.toml", "А", "third"],
    ["absent", "club.toml", "Анна", "soon"],
    ["absent", "club.toml", "Анна", "1"],
    ["absent", "club.toml", "77"],
    ["edit", "club.toml", "Анна", "rating"],
    ["edit", "club.toml", "Анна", "raiting=3"],
    ["edit", "club.toml", "Анна", "rating=x"],
    ["edit", "club.toml", "start=soon"],
    ["back", "club.toml", "Анна"],
    ["undo", "club.toml", "999"],
    ["new", "club.toml", "--name", "Ж", "--rounds", "3"],
    ["new", "club.txt", "--name", "Ж", "--rounds", "3"],
    ["add", "club.toml"],
    ["change", "club.toml", "1-2"],
    ["pair", "club.toml", "--round", "7"],
    ["pair", "club.toml", "--time-limit", "-1"],
    ["pair", "club.toml", "--round", "2", "--forbid", "1-1"],
    ["pair", "club.toml", "--rules", "unknown"],
    ["pair", "club.toml", "--long", "--quiet"],
    ["standings", "club.toml", "--tie-breaks", "XYZ"],
    ["convert", "club.toml", "club.xyz"],
    ["players", "-"],
]
BAD = '[tournament]\nname = 3\nruonds = 5\nrounds = 0\n[[players]]\nid = 1\nrating = "x"\n[[players]]\nid = 1\n'
WORSE = "[tournament]\nrounds = 1\n[[players]]\nid = 1\n[next]\nabsent = [4]\nforbid = [[1, 1]]\n"
TRF = "012 Ж\n001    1      Anna                                                                         7.0    1\n"

ENGLISH = re.compile(
    r"\b(?:the|of|and|with|is|has|have|are|was|were|not|from|that|this|there|must|expected|known|"
    r"rounds?|boards?|players?|results?|games?|byes?|missing|absent|nobody|warning|error|undone|level)\b",
    re.IGNORECASE,
)
"""Words that a Portuguese sentence does not have."""
LATIN = re.compile(r"[A-Za-z]{3,}")
_SAME = """
    absent add after approx arbiter author back backups birth bye byes change city cli club colour combined
    control correct
    csv draw dutch edit eligible end engine enters false federation fide field first floaters for forbid full gam
    game group half html ignored json list loss lot lower manual modified name national new next none opengotha pair
    pairproof players proofs pts publish rating reason redo result results root round rounds rules score sex small
    soon sos split standings start swiss table third time toml trf true tsh undo unpublish utc white win withdraw
    withdrawn word xyz yes zero
"""
ALLOWED = frozenset(_SAME.split())
"""Keys, values, commands, codes and names, which are the same in every language."""
STAMP = re.compile(r"\d{4}-\d\d-\d\dT")
CODE = re.compile(
    "|".join(
        (
            r"`[^`]*`|'[^']*'|\"[^\"]*\"",  # quoted
            r"--[a-z-]+|\S+\|\S+|[a-z]+_[a-z_]+",  # options and keys
            r"\S+\.(?:toml|trf|json|html|md|csv|xyz|txt)\S*",  # files
            r"(?:win|draw|loss|bye|absent) \d",  # keys of points
            r"(?:tournament|players \d+)(?:, \w+)?",  # places in a TOML file
            r"(?<= )[A-Z0-9]+(?:, [A-Z0-9]+)+",  # codes of tie-breaks
            "P: Sistema Suíço.*",  # what a text is called
        )
    )
)


def left_of(text: str) -> list[str]:
    """The lines without what is no language: commands, files, keys, names of levels."""
    names = sorted({*LEVELS.names, *HARD.names}, key=len, reverse=True)
    found = []
    for line in text.splitlines():
        # No lines of the file, nor of the journal: acts have the names of their verbs.
        told = "" if line.startswith(("+ ", "- ")) or STAMP.search(line) else line
        bare = CODE.sub(" ", re.sub(r"pairproof [^.)]*", " ", told))
        for name in names:
            bare = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", " ", bare)
        found.append(bare)
    return found


def english_in(text: str, language: str) -> list[str]:
    """The lines in which English words are left."""
    if language == "pt":
        return [line for line in left_of(text) if ENGLISH.search(line)]
    return [line for line in left_of(text) if {word.lower() for word in LATIN.findall(line)} - ALLOWED]


@pytest.mark.parametrize("language", ["pt", "ru"])
def test_an_evening_without_an_english_sentence(
    language: str, call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIRPROOF_LANG", language)
    (tmp_path / "bad.toml").write_text(BAD, encoding="utf-8")
    (tmp_path / "worse.toml").write_text(WORSE, encoding="utf-8")
    (tmp_path / "bad.trf").write_text(TRF, encoding="utf-8")
    slipped: list[tuple[str, str]] = []
    for place, arguments in enumerate([*EVENING, *REFUSED]):
        done = call(*arguments, stdin=b"1=0" if arguments[0] == "results" else b"")
        allowed = (0, 1) if place < len(EVENING) else (2, 3, 5)
        assert done.returncode in allowed, (arguments, done.returncode, (done.stdout + done.stderr).decode())
        text = (done.stdout + done.stderr).decode()
        slipped += [(" ".join(arguments), line) for line in english_in(text, language)]
    assert not slipped, "\n".join(f"{command}: {line}" for command, line in slipped)
