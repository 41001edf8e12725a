"""Direct encounters: of all who are level (C.07 6), and of exactly two (RULES 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import lcm

from pairproof.model.language import say
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import LOST, WON, Cell, Crosstable
from pairproof.model.tiebreaks.own_record import had
from pairproof.model.tiebreaks.tiebreak import Group, Groups, Part, Show, TieBreak, Unit, Value, Values


def _counts(cross: Crosstable, code: Code, cell: Cell) -> bool:
    return cell.played or (cell.forfeit and (code.forfeits or cross.predetermined))


def _met(cross: Crosstable, code: Code, group: Sequence[int]) -> dict[int, dict[int, list[int]]]:
    """For each member of the group the points of his games against each of the others."""
    inside = set(group)
    met: dict[int, dict[int, list[int]]] = {player: {} for player in group}
    for player in group:
        for cell in cross.cells[player]:
            if cell.opponent in inside and _counts(cross, code, cell):
                met[player].setdefault(cell.opponent, []).append(cell.points)
    return met


def _ordered(cross: Crosstable, code: Code, group: Sequence[int]) -> list[list[int]]:
    """The group in parts, the best first; the whole group as one part where it stays level."""
    met = _met(cross, code, group)
    # Who met several times counts the average of these games: all totals in a common unit.
    common = lcm(*(len(games) for own in met.values() for games in own.values()))
    totals = {player: sum(sum(g) * common // len(g) for g in own.values()) for player, own in met.items()}
    others = len(group) - 1
    if all(len(own) == others for own in met.values()):
        return _by_total(cross, code, group, totals)
    if cross.predetermined:
        return [list(group)]
    win, loss = cross.rules.points.win * common, cross.rules.points.loss * common
    missed = {player: others - len(own) for player, own in met.items()}
    rest, first = list(group), []
    while len(rest) > 1:
        ahead = [
            player
            for player in rest
            if all(
                totals[player] + missed[player] * loss > totals[other] + missed[other] * win
                for other in rest
                if other != player
            )
        ]
        if not ahead:
            break
        first.append(ahead)
        rest.remove(ahead[0])
    if not first:
        return [list(group)]
    return [*first, *(_ordered(cross, code, rest) if len(rest) > 1 else [rest])]


def _by_total(cross: Crosstable, code: Code, group: Sequence[int], totals: dict[int, int]) -> list[list[int]]:
    """All have met all: by total, and again among those of equal total (6.2)."""
    parts: list[list[int]] = []
    for total in sorted({totals[player] for player in group}, reverse=True):
        level = [player for player in group if totals[player] == total]
        if len(level) == len(group):
            return [level]
        parts += _ordered(cross, code, level) if len(level) > 1 else [level]
    return parts


def _duel(cross: Crosstable, code: Code, group: Sequence[int]) -> list[list[int]]:
    """Of two alone: who won more of the games they played against each other (RULES 12)."""
    if len(group) != 2:
        return [list(group)]
    one, other = group
    balance = 0
    for number, cell in enumerate(cross.cells[one]):
        if cell.played and cell.opponent == other:
            # Half a point for one alone decides nothing.
            outcome = {cell.outcome, cross.cells[other][number].outcome}
            balance += 0 if outcome != {WON, LOST} else 1 if cell.outcome == WON else -1
    if not balance:
        return [list(group)]
    return [[one], [other]] if balance > 0 else [[other], [one]]


def _places(order: Callable[[Crosstable, Code, Sequence[int]], list[list[int]]]) -> Values:
    """The place inside the group; undefined where the whole group stays level."""

    def values(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
        found: dict[int, Value] = dict.fromkeys(cross.cells)
        for group in groups:
            parts = order(cross, code, group) if len(group) > 1 else []
            place = 1
            for part in parts if len(parts) > 1 else []:
                found |= dict.fromkeys(part, place)
                place += len(part)
        return found

    return values


def _working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    """The games against those who are level."""
    inside = set(group) - {player}
    for number, cell in enumerate(cross.cells[player], start=1):
        if cell.opponent in inside and _counts(cross, code, cell):
            yield Part(had(cross, number, cell), cell.points, unit=Unit.POINTS)
    met = {cell.opponent for cell in cross.cells[player] if _counts(cross, code, cell)}
    for other in group:
        if other != player and other not in met:
            yield Part(say("{opponent}: not met", opponent=cross.named[other]), None, unit=Unit.POINTS)


DIRECT = TieBreak(
    "DE",
    "Direct encounter",
    "C.07 6",
    "The place among those level, by the games between them: where all have met all, or nobody can pass the first.",
    _places(_ordered),
    _working,
    "P",
    lower_first=True,
)

DIRECT_OF_TWO = TieBreak(
    "DE2",
    "Game between two",
    "RULES 12",
    "Of exactly two who are level: who won more of the games they played against each other.",
    _places(_duel),
    _working,
    lower_first=True,
    fide=False,
)
