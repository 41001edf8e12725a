"""Tie-breaks from a player's own results (C.07 7), and what the file or the draw says of him."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pairproof.model.language import say
from pairproof.model.state.history import BLACK, Kind
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import WON, Cell, Crosstable
from pairproof.model.tiebreaks.tiebreak import (
    Group,
    Groups,
    Missing,
    Part,
    Show,
    TieBreak,
    Unit,
    Value,
    Values,
    Working,
)

Counted = Callable[[Crosstable, int, Cell], "int | None"]
"""What a round counts (crosstable, round from 1, what the player had); None where it is not to be told of."""

NumberOf = Callable[[Crosstable, int], Value]
"""The number that a player has by himself."""


def _rounds(cross: Crosstable, player: int) -> Iterator[tuple[int, Cell]]:
    return enumerate(cross.cells[player], start=1)


def _values(counted: Counted) -> Values:
    def values(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
        return {
            player: sum(counted(cross, number, cell) or 0 for number, cell in _rounds(cross, player))
            for player in cross.cells
        }

    return values


def _working(counted: Counted) -> Working:
    def working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
        for number, cell in _rounds(cross, player):
            worth = counted(cross, number, cell)
            if worth is not None:
                yield Part(had(cross, number, cell), worth)

    return working


def had(cross: Crosstable, number: int, cell: Cell) -> str:
    """What a player had in a round, in words."""
    if cell.opponent is None:
        words = {
            Kind.BYE: say("round {round}: the bye", round=number),
            Kind.FULL_BYE: say("round {round}: a full-point bye", round=number),
            Kind.HALF_BYE: say("round {round}: a half-point bye", round=number),
        }
        return words.get(cell.kind or Kind.ABSENT, say("round {round}: absent", round=number))
    opponent = cross.named[cell.opponent]
    if cell.kind is None:
        return say("round {round}: against {opponent}, no result", round=number, opponent=opponent)
    if cell.kind is Kind.FORFEIT_WIN:
        return say("round {round}: {opponent} did not come", round=number, opponent=opponent)
    if cell.kind is Kind.FORFEIT_LOSS:
        return say("round {round}: forfeited against {opponent}", round=number, opponent=opponent)
    return say("round {round}: against {opponent}", round=number, opponent=opponent)


def _points(cross: Crosstable, number: int, cell: Cell) -> int:
    return cell.points


def _win(cross: Crosstable, number: int, cell: Cell) -> int | None:
    """Rounds that gave as much as a win, played or not (7.1)."""
    return 1 if cell.kind is not None and cell.points == cross.rules.points.win else None


def _won(cross: Crosstable, number: int, cell: Cell) -> int | None:
    return 1 if cell.played and cell.outcome == WON else None


def _black(cross: Crosstable, number: int, cell: Cell) -> int | None:
    """Games with black; before 2026 in predetermined pairings forfeits are games as well (15.2)."""
    forfeit = cross.predetermined and cross.edition != "2026" and cell.forfeit and cell.seat == BLACK
    return 1 if (cell.played and cell.colour == BLACK) or forfeit else None


def _won_black(cross: Crosstable, number: int, cell: Cell) -> int | None:
    return _won(cross, number, cell) if cell.colour == BLACK else None


def _elected(cross: Crosstable, number: int, cell: Cell) -> int | None:
    """Rounds the player chose to play: all but byes he asked for and forfeit losses (7.6)."""
    forfeit = cross.predetermined and cross.edition != "2026" and cell.forfeit
    return 1 if not cell.voluntary or forfeit else None


def _standard(cross: Crosstable, number: int, cell: Cell) -> int:
    """1 for more points than the opponent got, ½ for as many; against a draw where there is none (7.7)."""
    if cell.kind is None:
        return 0
    other = cross.rules.points.draw if cell.opponent is None else cross.cells[cell.opponent][number - 1].points
    return 2 if cell.points > other else 1 if cell.points == other else 0


def _progressive(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    """Each round counts in itself and in every later one; `Cn` leaves out the sums after the first n (7.5, 14.1)."""
    last = cross.rounds + 1
    return {
        player: sum(cell.points * max(0, last - max(number, code.cut + 1)) for number, cell in _rounds(cross, player))
        for player in cross.cells
    }


def _progressive_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    total = 0
    for number, cell in _rounds(cross, player):
        total += cell.points
        yield Part(say("after round {round}", round=number), total, cut=number <= code.cut)


def of_players(says: Callable[[], str], number_of: NumberOf) -> tuple[Values, Working]:
    """Values and working of what is known of each player by himself."""

    def values(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
        return {player: number_of(cross, player) for player in cross.cells}

    def working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterable[Part]:
        yield Part(says(), number_of(cross, player))

    return values, working


def _by_round(name: str, title: str, article: str, meaning: str, counted: Counted, unit: Unit = Unit.ONES) -> TieBreak:
    return TieBreak(name, title, article, meaning, _values(counted), _working(counted), unit=unit)


def _no_lots(cross: Crosstable, code: Code) -> str | None:
    drawn = any(player.lot is not None for player in cross.tournament.players)
    return None if drawn else say("no lots are drawn")


def _no_ranks(cross: Crosstable, code: Code) -> str | None:
    return None if cross.tournament.ranks else say("the file has no ranks")


def _own(
    name: str,
    title: str,
    article: str,
    meaning: str,
    missing: Missing | None,
    number_of: Callable[[Crosstable, int], Value],
) -> TieBreak:
    """A number that a player has, the lowest first; behind all others who has none."""
    values, working = of_players(lambda: say(title), number_of)
    takes, fide = ("R", True) if name == "TPN" else ("", False)
    return TieBreak(name, title, article, meaning, values, working, takes, lower_first=True, missing=missing, fide=fide)


def _lot(cross: Crosstable, player: int) -> Value:
    return next(one.lot for one in cross.tournament.players if one.id == player)


POINTS = _by_round("PTS", "Points", "", "The score.", _points, Unit.POINTS)

OWN_RECORD = (
    _by_round("WIN", "Rounds won", "C.07 7.1", "Rounds that gave as many points as a win, played or not.", _win),
    _by_round("WON", "Games won", "C.07 7.2", "Games won over the board.", _won),
    _by_round("BPG", "Games with black", "C.07 7.3", "Games played with black.", _black),
    _by_round("BWG", "Games won with black", "C.07 7.4", "Games won with black over the board.", _won_black),
    TieBreak(
        "PS",
        "Progressive scores",
        "C.07 7.5",
        "The sum of the scores after each round.",
        _progressive,
        _progressive_working,
        "C",
        Unit.POINTS,
    ),
    _by_round(
        "REP",
        "Rounds one elected to play",
        "C.07 7.6",
        "The rounds without byes that were asked for, absences and forfeit losses.",
        _elected,
    ),
    _by_round(
        "STD",
        "Standard points",
        "C.07 7.7",
        "A point for each round with more points than the opponent got, half a point for as many; without an opponent "
        "the points of a draw are the measure.",
        _standard,
        Unit.HALVES,
    ),
    _own("TPN", "Start number", "C.07 7.8", "The start number, the lowest first.", None, lambda _, player: player),
)

FILED = (
    _own("LOT", "Drawn number", "", "The number drawn, the lowest first; the program draws none.", _no_lots, _lot),
    _own(
        "RANK",
        "Rank in the file",
        "",
        "The rank column of the TRF file.",
        _no_ranks,
        lambda cross, player: cross.tournament.ranks.get(player),
    ),
)
