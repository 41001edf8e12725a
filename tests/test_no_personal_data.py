"""No dates of birth and no FIDE numbers of anybody in tests/ and scenarios/.

The files from elsewhere have their players' names, numbers and dates of birth taken out; dates of events stay.  What
tests make up is told by its form: FIDE numbers that begin with 12345, dates of birth on 1 January; the programs of
the tests have the few dates of MADE_UP besides, in every spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path
    for folder in ("tests", "scenarios")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and "__pycache__" not in path.parts and path != Path(__file__)
)

DATE = re.compile(
    r"(?<![0-9_])(?:(?:18|19|20)[0-9]{2}[/.-][0-3]?[0-9][/.-][0-3]?[0-9]"
    r"|[0-3]?[0-9][/.-] ?[0-3]?[0-9][/.-] ?(?:18|19|20)[0-9]{2})(?![0-9])"
)
MADE_UP_DATE = re.compile(r"[0-9]{4}/01/01")
MADE_UP = {
    frozenset(numbers)
    for numbers in (
        *((1990, 5, 12), (1990, 2, 30), (1990, 13, 45), (1990, 0), (1990,), (1988,), (1987, 6, 5), (1999, 12, 31)),
        *((2026, 3, 14), (2026, 3, 15)),  # of events
    )
}
NUMBER = re.compile(r"[0-9]{5,}")
MADE_UP_NUMBER = re.compile(r"0*|12345[0-9]*")
PLAYER = re.compile(r"(?<![^\"'])(?:001|[A-Z]{3}) [ 0-9]{4}[ a-z]")
"""A player's line, or a national rating record, at the start of a line or of a text in quotes."""
FIDE_NUMBER, BIRTH = slice(57, 68), slice(69, 79)
EVENT_RECORD = re.compile(r"(?:042|052|132) ")
NO_BIRTH = re.compile(r'\b(?:beginDate|endDate)="[^"]*"|https?://\S+')
"""Dates of the event, and addresses with a date in them."""
KEYS = re.compile(r"[\"']?\b(?:birth|born|fid|fide_?id|egfPin|ffgLicence|agaId)[\"']?\s*[=:]\s*[\"']([^\"']+)[\"']")
"""Words under which programs keep such data, with something behind them."""


def personal(text: str) -> Iterator[str]:
    """What looks like a date of birth or a FIDE number, with its line."""
    for number, line in enumerate(text.splitlines(), start=1):
        found = []
        if not EVENT_RECORD.match(line):
            dates = DATE.findall(NO_BIRTH.sub("", line))
            found += [date for date in dates if not MADE_UP_DATE.fullmatch(date)]
        player = PLAYER.search(line)
        if player is not None:
            record = line[player.start() :]
            born, fide = record[BIRTH].strip(" 0/.-"), record[FIDE_NUMBER].strip()
            if re.search("[0-9]{2}", born) and not MADE_UP_DATE.search(record):
                found.append(born)
            if NUMBER.fullmatch(fide) and not MADE_UP_NUMBER.fullmatch(fide):
                found.append(fide)
        found += [value for value in KEYS.findall(line) if re.search("[1-9]", value)]
        yield from (f"line {number}: {one}" for one in found)


def made_up(found: str) -> bool:
    """Whether the date at the end of what was found is one that the tests' programs made up."""
    return frozenset(map(int, re.findall("[0-9]+", found.partition(": ")[2]))) in MADE_UP


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_personal_data(path: Path) -> None:
    data = path.read_bytes()
    if b"\0" in data:
        pytest.skip("no text")
    found = personal(data.decode("utf-8", "replace"))
    assert [one for one in found if not (path.suffix == ".py" and made_up(one))] == []


def line(fide: str, born: str, name: str = "Somebody, Some") -> str:
    return f"001    1 m    {name:<33} 2001 POR {fide:>11} {born:<10}  1.0    1     4 w 1"


@pytest.mark.parametrize(
    "text",
    [
        line("14109603", ""),
        line("", "1990/11/30"),
        line("", "30.11.1990"),
        line("", "1990/00/00"),
        line("", "1990"),
        '    "' + line("612345", "") + '",',
        "x {'no': 16, 'birth': '1990/00/00', 'pts': 3.5}",
        "x {'no': 16, 'fid': '612345', 'pts': 3.5}",
        '<Player egfPin="16012345" name="A"/>',
        "Somebody, born 3. 4. 2001",
    ],
)
def test_personal_data_would_be_found(text: str) -> None:
    assert list(personal(text))


@pytest.mark.parametrize(
    "text",
    [
        line("1234567", "1990/01/01"),
        line("00000000", ""),
        line("", ""),
        "042 2026/04/03",
        '<GeneralParameterSet beginDate="2019-11-23" endDate="2019-11-24"/>',
    ],
)
def test_what_is_made_up_or_of_the_event_passes(text: str) -> None:
    assert list(personal(text)) == []
