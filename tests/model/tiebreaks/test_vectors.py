"""Values and places that others printed or computed (tests/data/tiebreaks/SOURCES.tsv says who), every one of them."""

from __future__ import annotations

import csv
from fractions import Fraction

import pytest

from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.rules import PRESETS
from pairproof.model.state.standings import standings_by
from pairproof.model.tiebreaks.crosstable import Crosstable, crosstable_after
from pairproof.model.tiebreaks.parsing import read_codes
from pairproof.model.tiebreaks.tiebreak import Unit, Value
from tests.paths import ROOT

VECTORS = ROOT / "tests" / "data" / "tiebreaks"
STAND_IN = "-u 1000"
"""In a source: those without a rating count 1000."""

with open(VECTORS / "SOURCES.tsv", encoding="utf-8", newline="") as file:
    SOURCES = list(csv.DictReader(file, delimiter="\t"))


def event_of(source: dict[str, str]) -> Crosstable:
    tournament = read_trf((VECTORS / source["file"]).read_bytes())
    unrated = 1000 if STAND_IN in source["source of the expected values"] else None
    edition = source["edition"][:4]
    return crosstable_after(tournament, PRESETS["combined"], len(tournament.rounds), edition=edition, unrated=unrated)


def printed(value: Value, unit: Unit) -> Fraction | None:
    """As tables have it: in points, an average to two decimals, half up."""
    if value is None:
        return None
    points = Fraction(value) / unit.per(True)
    return Fraction((200 * points + 1) // 2, 100) if isinstance(value, Fraction) else points


def found(cross: Crosstable, heading: str) -> dict[int, Fraction | None]:
    """The values of a tie-break, or the places that a list of them gives, by id."""
    codes, problems = read_codes(heading.removeprefix("rank:").split(","))
    assert not problems
    table = standings_by(cross, codes)
    assert not table.left_out
    if heading.startswith("rank:"):
        return {line.player: Fraction(line.first) for line in table.lines}
    column = table.columns[-1]
    assert str(column.code) == heading
    return {player: printed(value, column.piece.unit) for player, value in column.values.items()}


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source["expected"])
def test_every_value(source: dict[str, str]) -> None:
    cross = event_of(source)
    with open(VECTORS / source["expected"], encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    says_what_is_undefined = "empty = not printed" not in source["source of the expected values"]
    checked = 0
    for heading in rows[0].keys() - {"id"}:
        values = found(cross, heading)
        for row in rows:
            if row[heading] or says_what_is_undefined:
                expected = Fraction(row[heading]) if row[heading] else None
                assert values[int(row["id"])] == expected, (heading, row["id"])
                checked += 1
    assert checked >= len(rows) or not says_what_is_undefined


def test_all_of_them_are_there() -> None:
    files = {path.name for path in VECTORS.iterdir()} - {"SOURCES.tsv"}
    assert {source[key] for source in SOURCES for key in ("file", "expected")} == files
    count = 0
    for source in SOURCES:
        with open(VECTORS / source["expected"], encoding="utf-8", newline="") as file:
            count += sum(bool(value) for row in csv.DictReader(file) for key, value in row.items() if key != "id")
    assert count == 5280
