"""Places by a list of tie-breaks: each orders those whom the ones before it leave level (C.07 4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairproof.model.language import say
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import Crosstable
from pairproof.model.tiebreaks.registry import TIE_BREAKS
from pairproof.model.tiebreaks.tiebreak import TieBreak, Value

PTS = Code("PTS")
RULES_12 = (PTS, Code("SOS"), Code("GAM"), Code("DE2"))
"""What decides where nobody names tie-breaks (RULES 12)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    `first` and `last` are the places the player shares (equal for one who shares none); `values` stand as the keys do,
    in order of priority, scores in half-win units.
    """

    first: int
    last: int
    player: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break of the table: its values, and with whom a player was level when its turn came."""

    code: Code
    piece: TieBreak
    values: dict[int, Value]
    level: dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to be said of a tie-break: why it is left out, or what to bear in mind."""

    code: str
    words: str


@dataclass(frozen=True, slots=True)
class Table:
    """The standings: the tie-breaks that could be computed, in order, those left out, remarks, and the lines.

    `named` says that somebody named the tie-breaks: else they are those of RULES 12.
    """

    cross: Crosstable
    named: bool
    columns: tuple[Column, ...]
    left_out: tuple[Remark, ...]
    remarks: tuple[Remark, ...]
    lines: tuple[Standing, ...]


def table_by(
    cross: Crosstable, codes: Sequence[Code], *, named: bool = True, last: Callable[[int], tuple[int, ...]]
) -> Table:
    """The standings by a list of tie-breaks, the score before them where it is not among them.

    Parameters
    ----------
    event
        The tournament after the rounds that count.
    codes
        The list; it may hold what cannot be computed, which is left out with the reason.
    named
        Whether somebody named them: of those of RULES 12 nothing is left out, whatever the event lacks.
    last
        By what those are sorted who stay level and share their places.
    """
    if PTS not in codes:
        codes = (PTS, *codes)
    columns: list[Column] = []
    left_out: list[Remark] = []
    remarks: list[Remark] = []
    groups: list[tuple[int, ...]] = [tuple(sorted(cross.cells, key=last))]
    for code in codes:
        why = why_not(cross, code) if named else None
        if why is not None:
            left_out.append(Remark(str(code), why))
            continue
        piece = TIE_BREAKS[code.name]
        if piece.note is not None and (words := piece.note(cross, code)) is not None:
            remarks.append(Remark(str(code), words))
        values = dict(piece.values(cross, code, groups))
        columns.append(Column(code, piece, values, {player: group for group in groups for player in group}))
        lower = piece.lower_first != code.reverse
        groups = [part for group in groups for part in _parts(group, values, lower)]
    return Table(cross, named, tuple(columns), tuple(left_out), tuple(remarks), tuple(_lines(groups, columns)))


def why_not(cross: Crosstable, code: Code) -> str | None:
    """Why a tie-break cannot be computed for an event (C.07 does not say what it would be), None if it can."""
    if code.team:
        return say("it is about teams, and these are players")
    missing = TIE_BREAKS[code.name].missing
    return None if missing is None else missing(cross, code)


def _parts(group: tuple[int, ...], values: dict[int, Value], lower: bool) -> list[tuple[int, ...]]:
    """A group in parts of equal value, the best first, those without a value last."""
    if len(group) == 1:
        return [group]
    alike: dict[Value, list[int]] = {}
    for player in group:
        alike.setdefault(values[player], []).append(player)
    defined = sorted((value for value in alike if value is not None), reverse=not lower)
    return [tuple(alike[value]) for value in (*defined, *([None] if None in alike else []))]


def _lines(groups: Sequence[tuple[int, ...]], columns: Sequence[Column]) -> list[Standing]:
    lines: list[Standing] = []
    for group in groups:
        first = len(lines) + 1
        for player in group:
            values = tuple(column.values[player] for column in columns)
            lines.append(Standing(first, first + len(group) - 1, player, values))
    return lines
