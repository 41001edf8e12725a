"""The Koya system (C.07 9.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairproof.model.language import say
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.event import Cell, Event
from pairproof.model.tiebreaks.own_record import had
from pairproof.model.tiebreaks.tiebreak import Groups, Part, Show, TieBreak, Unit, Value


def _doubled_limit(event: Event, code: Code) -> int:
    """Twice the score that an opponent must have: half of what can be won, moved by half points.

    In predetermined pairings the free round of an odd field cannot be won.
    """
    most = event.rounds
    if event.predetermined:
        games = (sum(cell.opponent is not None for cell in row) for row in event.cells.values())
        most = max(games, default=0)
    return most * event.rules.points.win + 2 * code.shift


def _counts(event: Event, cell: Cell, doubled: int) -> bool:
    return cell.opponent is not None and 2 * event.scores[cell.opponent] >= doubled


def _values(event: Event, code: Code, groups: Groups) -> dict[int, Value]:
    doubled = _doubled_limit(event, code)
    return {
        player: sum(cell.points for cell in row if _counts(event, cell, doubled)) for player, row in event.cells.items()
    }


def _working(event: Event, code: Code, player: int, group: Sequence[int], show: Show) -> Iterator[Part]:
    doubled = _doubled_limit(event, code)
    for number, cell in enumerate(event.cells[player], start=1):
        if cell.opponent is not None and _counts(event, cell, doubled):
            score = show(event.scores[cell.opponent], Unit.POINTS)
            yield Part(say("{what}: score {score}", what=had(event, number, cell), score=score), cell.points)


def _in_a_swiss(event: Event, code: Code) -> str | None:
    return None if event.predetermined else say("it is defined for round robins (C.07 9.2)")


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
