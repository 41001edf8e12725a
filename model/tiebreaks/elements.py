"""The elements of Buchholz and Sonneborn-Berger: one a round, and which are cut (C.07 8, 9.1, 14, 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import Cell, Crosstable


class Element(NamedTuple):
    """What a round gives.  (A tuple: thousands of them are made, and frozen dataclasses take four times as long.)

    `score` is the opponent's, or the dummy's; `worth` what it contributes: that score, or its product with the points
    of the round; `voluntary` says that it is a voluntary unplayed round; `dummy` that no opponent was met.
    """

    round: int
    cell: Cell
    score: int
    worth: int
    voluntary: bool = False
    dummy: bool = False


def elements(cross: Crosstable, code: Code, player: int, *, product: bool) -> list[Element]:
    """The elements of a player in the order of the rounds; a game without a result gives none."""
    if cross.predetermined:
        return list(_predetermined(cross, player))
    return list(_swiss(cross, code, player, product))


def _predetermined(cross: Crosstable, player: int) -> Iterator[Element]:
    """Every scheduled opponent, with the score as it is (15.2)."""
    for number, cell in enumerate(cross.cells[player], start=1):
        if cell.opponent is not None and cell.kind is not None:
            score = cross.scores[cell.opponent]
            yield Element(number, cell, score, score * cell.points)


def _swiss(cross: Crosstable, code: Code, player: int, product: bool) -> Iterator[Element]:
    before = 0
    for number, cell in enumerate(cross.cells[player], start=1):
        if cell.kind is not None:
            met = cell.opponent is not None and (cell.played or (code.forfeits and cell.forfeit))
            if met and cell.opponent is not None:
                score = cross.adjusted[cell.opponent]
            else:
                score = _dummy(cross, player, number, cell, before)
            worth = score * cell.points if product else score
            # Before 2023 cuts made no difference between rounds.
            voluntary = cell.voluntary and not met and cross.edition != "2009"
            yield Element(number, cell, score, worth, voluntary, dummy=not met)
        before += cell.points


def _dummy(cross: Crosstable, player: int, number: int, cell: Cell, before: int) -> int:
    """The score of the opponent that stands for an unplayed round (16.4); `before` are the points until then."""
    points = cross.rules.points
    if cross.edition == "2009":
        return before + points.win - cell.points + points.draw * (cross.rounds - number)
    own = cross.scores[player]
    if cross.edition == "2023":
        return own
    if cell.opponent is not None:
        return min(own, cross.adjusted[cell.opponent])
    return min(own, points.draw * cross.rounds)


def uncut(found: Sequence[Element], code: Code, *, product: bool) -> list[Element]:
    """The elements that are left after the cuts (14, 16.5)."""
    least: Callable[[Element], tuple[int, ...]] = (
        (lambda element: (element.score, element.worth)) if product else (lambda element: (element.worth,))
    )
    left = list(found)
    for _ in range(min(code.cut, len(left))):
        lowest = min(left, key=least)
        unplayed = [element for element in left if element.voluntary]
        if unplayed:
            first = min(unplayed, key=lambda element: (element.worth, element.score))
            if first.worth >= lowest.worth:
                lowest = first
        left.remove(lowest)
    for _ in range(min(code.cut_high, len(left))):
        left.remove(max(left, key=lambda element: element.worth))
    return left
