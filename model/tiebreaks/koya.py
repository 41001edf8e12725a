"""The Koya system (C.07 9.2)."""

from __future__ import annotations

from collections.abc import Iterator

from pairproof.model.language import say
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import Cell, Crosstable
from pairproof.model.tiebreaks.own_record import had
from pairproof.model.tiebreaks.tiebreak import Group, Groups, Part, Show, TieBreak, Unit, Value


def _doubled_limit(cross: Crosstable, code: Code) -> int:
    """Twice the score that an opponent must have: half of what can be won, moved by half points.

    In predetermined pairings the free round of an odd field cannot be won.
    """
    most = cross.rounds
    if cross.predetermined:
        games = (sum(cell.opponent is not None for cell in row) for row in cross.cells.values())
        most = max(games, default=0)
    return most * cross.rules.points.win + 2 * code.shift


def _counts(cross: Crosstable, cell: Cell, doubled: int) -> bool:
    return cell.opponent is not None and 2 * cross.scores[cell.opponent] >= doubled


def _values(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    doubled = _doubled_limit(cross, code)
    return {
        player: sum(cell.points for cell in row if _counts(cross, cell, doubled)) for player, row in cross.cells.items()
    }


def _working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    doubled = _doubled_limit(cross, code)
    for number, cell in enumerate(cross.cells[player], start=1):
        if cell.opponent is not None and _counts(cross, cell, doubled):
            score = show(cross.scores[cell.opponent], Unit.POINTS)
            yield Part(say("{what}: score {score}", what=had(cross, number, cell), score=score), cell.points)


def _in_a_swiss(cross: Crosstable, code: Code) -> str | None:
    return None if cross.predetermined else say("it is defined for round robins (C.07 9.2)")


KOYA = TieBreak(
    "KS",
    "Koya",
    "C.07 9.2",
    "The points made against opponents who have at least half of what can be won.",
    _values,
    _working,
    "L",
    Unit.POINTS,
    note=_in_a_swiss,
)
