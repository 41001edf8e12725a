"""The working of a value adds up to it, for every tie-break, on random tournaments and on real ones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pairproof.model import load_tournament
from pairproof.model.rules import PRESETS
from pairproof.model.state.standings import standings_by
from pairproof.model.tiebreaks.code import EDITIONS, Code
from pairproof.model.tiebreaks.crosstable import crosstable_after
from pairproof.model.tiebreaks.parsing import read_codes
from pairproof.model.tiebreaks.registry import TIE_BREAKS
from pairproof.model.tiebreaks.working import Working
from tests.paths import DATA

MODIFIED = ("BH/C1", "BH/C2/P", "BH/M2", "FB/C1", "SB/C2", "SB/P", "AOB/F", "KS/L-1", "PS/C2", "ARO/C1", "SOS/C1/Z")
AVERAGES = ("AOB", "ARO", "APRO", "APPO")
NO_SUMS = ("DE", "DE2", "TPR", "PTP", "PS", "RTNG", "LOT", "RANK")
"""Shown by what they are made of, which is no sum."""
CODES = read_codes([*(name for name in TIE_BREAKS if name != "PTS"), *MODIFIED])[0]
FILES = ("tiebreaks/fide-ex-swiss16.trf", "tiebreaks/real-swiss18.trf", "scrabble-035-18p10r.trf", "go-003-17p7r.trf")


def adds_up(code: Code, value: object, parts: list[int | Fraction | None]) -> bool:
    numbers = [part for part in parts if part is not None]
    if code.name in AVERAGES:
        mean = Fraction(sum(numbers), len(numbers)) if numbers else None
        return value == (mean if code.name == "AOB" or mean is None else (2 * mean + 1) // 2)
    return value == sum(numbers)


@pytest.mark.parametrize("predetermined", [False, True])
@pytest.mark.parametrize("file", FILES)
def test_working_adds_up(file: str, predetermined: bool) -> None:
    tournament = load_tournament(DATA / file)
    for edition in EDITIONS:
        cross = crosstable_after(
            tournament,
            PRESETS["combined"],
            len(tournament.rounds),
            predetermined=predetermined,
            edition=edition,
            unrated=1000,
        )
        table = standings_by(cross, CODES)
        for player in tournament.ids:
            for column, parts in Working(table, player).of(lambda value, unit: str(value)):
                kept = [part.value for part in parts if not part.cut]
                assert all(part.words for part in parts)
                if column.code.name == "PS":
                    assert column.values[player] == sum(value or 0 for value in kept)
                elif column.code.name not in NO_SUMS:
                    assert adds_up(column.code, column.values[player], kept), (column.code, player)
                assert sum(part.cut for part in parts) <= column.code.cut + column.code.cut_high


@pytest.mark.parametrize("file", FILES)
def test_values_do_not_depend_on_the_list_or_on_names(file: str) -> None:
    tournament = load_tournament(DATA / file)
    cross = crosstable_after(tournament, PRESETS["combined"], len(tournament.rounds), unrated=1000)
    alone = [code for code in CODES if not code.name.startswith("DE")]
    together = {str(column.code): column.values for column in standings_by(cross, alone).columns}
    for code in alone:
        fresh = crosstable_after(tournament, PRESETS["combined"], len(tournament.rounds), unrated=1000)
        for column in standings_by(fresh, [code]).columns[1:]:
            assert column.values == together[str(code)], code


def test_every_place_is_given_once() -> None:
    for file in FILES:
        tournament = load_tournament(DATA / file)
        cross = crosstable_after(tournament, PRESETS["combined"], len(tournament.rounds), unrated=1000)
        for code in CODES:
            places = sorted((line.first, line.last) for line in standings_by(cross, [code]).lines)
            expected: list[tuple[int, int]] = []
            while len(expected) < len(places):
                first, last = places[len(expected)]
                assert first == len(expected) + 1
                expected += [(first, last)] * (last - first + 1)
            assert places == expected
