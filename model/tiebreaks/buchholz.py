"""Buchholz, fore Buchholz, the average of the opponents' Buchholz, and Sonneborn-Berger (C.07 8, 9.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from pairproof.model.language import say
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import Crosstable
from pairproof.model.tiebreaks.elements import Element, elements, uncut
from pairproof.model.tiebreaks.own_record import had
from pairproof.model.tiebreaks.tiebreak import Group, Groups, Part, Show, TieBreak, Unit, Value, Values, Working

Table = Callable[[Crosstable], Crosstable]
"""The event whose results count: as it is, or with the last round drawn."""


def _total(cross: Crosstable, code: Code, player: int, product: bool) -> int:
    found = elements(cross, code, player, product=product)
    return sum(element.worth for element in uncut(found, code, product=product))


def _values(table: Table, product: bool) -> Values:
    def values(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
        counted = table(cross)
        return {player: _total(counted, code, player, product) for player in cross.cells}

    return values


def _working(table: Table, product: bool) -> Working:
    def working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
        counted = table(cross)
        found = elements(counted, code, player, product=product)
        left = {element.round for element in uncut(found, code, product=product)}
        for element in found:
            yield Part(_words(counted, element, product, show), element.worth, element.round not in left)

    return working


def _words(cross: Crosstable, element: Element, product: bool, show: Show) -> str:
    """What an element is made of."""
    what = had(cross, element.round, element.cell)
    score, points = show(element.score, Unit.POINTS), show(element.cell.points, Unit.POINTS)
    opponent = element.cell.opponent
    if element.dummy and product:
        return say("{what}: counts as an opponent with {score}, times {points}", what=what, score=score, points=points)
    if element.dummy:
        return say("{what}: counts as an opponent with {score}", what=what, score=score)
    own = element.score if opponent is None else cross.scores[opponent]
    if own != element.score:
        score = say(
            "{score} (with {own}, but byes asked for until the end count as draws)",
            score=score,
            own=show(own, Unit.POINTS),
        )
    if product:
        return say("{what}: score {score}, times {points}", what=what, score=score, points=points)
    return say("{what}: score {score}", what=what, score=score)


def _as_it_is(cross: Crosstable) -> Crosstable:
    return cross


def _last_round_drawn(cross: Crosstable) -> Crosstable:
    return cross.drawn_last


def _of_opponents(code: Code) -> tuple[Table, Code]:
    """Which Buchholz is averaged."""
    return (_last_round_drawn if code.fore else _as_it_is), replace(code, fore=False)


def _average(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    """Exact, each encounter once; undefined without a played game (8.2)."""
    table, plain = _of_opponents(code)
    buchholz = _values(table, False)(cross, plain, groups)
    found: dict[int, Value] = {}
    for player, row in cross.cells.items():
        met = [buchholz[cell.opponent] or 0 for cell in row if cell.played and cell.opponent is not None]
        found[player] = Fraction(sum(met), len(met)) if met else None
    return found


def _average_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    table, plain = _of_opponents(code)
    for number, cell in enumerate(cross.cells[player], start=1):
        if cell.played and cell.opponent is not None:
            yield Part(had(cross, number, cell), _total(table(cross), plain, cell.opponent, False))


def _only_swiss(cross: Crosstable, code: Code) -> str | None:
    if not cross.predetermined:
        return None
    return say("it must not be used where the pairings are no Swiss ones, as in a round robin (C.07 8)")


BUCHHOLZ = (
    TieBreak(
        "BH",
        "Buchholz",
        "C.07 8.1",
        "The sum of the opponents' scores.",
        _values(_as_it_is, False),
        _working(_as_it_is, False),
        "CMP",
        Unit.POINTS,
        missing=_only_swiss,
    ),
    TieBreak(
        "AOB",
        "Average of the opponents' Buchholz",
        "C.07 8.2",
        "The average of the Buchholz of all opponents of played games.",
        _average,
        _average_working,
        "F",
        Unit.POINTS,
        missing=_only_swiss,
    ),
    TieBreak(
        "FB",
        "Fore Buchholz",
        "C.07 8.3",
        "Buchholz as if every game of the last round had been drawn.",
        _values(_last_round_drawn, False),
        _working(_last_round_drawn, False),
        "CMP",
        Unit.POINTS,
        missing=_only_swiss,
    ),
)

SONNEBORN_BERGER = TieBreak(
    "SB",
    "Sonneborn-Berger",
    "C.07 9.1",
    "The opponents' scores, each times the points made against that opponent.",
    _values(_as_it_is, True),
    _working(_as_it_is, True),
    "CP",
    Unit.PRODUCTS,
)
