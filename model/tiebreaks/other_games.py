"""Tie-breaks of other games than chess: go, draughts, scrabble, othello (RULES 12).

The opponents' scores as they are; no unplayed round has an opponent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pairproof.model.language import say
from pairproof.model.state.history import Kind
from pairproof.model.state.ranking import gam, sos, sos_parts
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import Cell, Crosstable
from pairproof.model.tiebreaks.own_record import OWN_RECORD, had
from pairproof.model.tiebreaks.tiebreak import Group, Groups, Part, Show, TieBreak, Unit, Value

_BQ_CONSTANT = 6
_BQ_BYE = 32


def _games(cross: Crosstable, player: int) -> Iterator[tuple[int, Cell, int]]:
    """Round, cell and opponent of each played game."""
    for number, cell in enumerate(cross.cells[player], start=1):
        if cell.played and cell.opponent is not None:
            yield number, cell, cell.opponent


# --- Sums of scores ---------------------------------------------------------------------------------------------------


def _sos_parts(cross: Crosstable, code: Code, player: int) -> list[tuple[int, int]]:
    """Round and score; with `Z` also the nothing of a round without an opponent."""
    parts = sos_parts(cross.past, cross.rules, player)
    if code.zeros:
        rounds = {number for number, _ in parts}
        parts += [
            (number, 0)
            for number, cell in enumerate(cross.cells[player], start=1)
            if number not in rounds and cell.kind is not None
        ]
    return sorted(parts)


def _sos_left(parts: Sequence[tuple[int, int]], code: Code) -> list[tuple[int, int]]:
    return sorted(parts, key=lambda part: (part[1], part[0]))[code.cut :]


def _sos(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    return {
        player: sum(score for _, score in _sos_left(_sos_parts(cross, code, player), code)) for player in cross.cells
    }


def _sos_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    parts = _sos_parts(cross, code, player)
    left = {number for number, _ in _sos_left(parts, code)}
    for number, score in parts:
        yield Part(had(cross, number, cross.cells[player][number - 1]), score, number not in left)


def _sodos(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    return {
        player: sum(cross.scores[opponent] * cell.points for _, cell, opponent in _games(cross, player))
        for player in cross.cells
    }


def _sodos_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    for number, cell, opponent in _games(cross, player):
        words = say(
            "{what}: score {score}, times {points}",
            what=had(cross, number, cell),
            score=show(cross.scores[opponent], Unit.POINTS),
            points=show(cell.points, Unit.POINTS),
        )
        yield Part(words, cross.scores[opponent] * cell.points)


def _sosos(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    own = {player: sos(cross.past, cross.rules, player) for player in cross.cells}
    return {player: sum(own[opponent] for _, _, opponent in _games(cross, player)) for player in cross.cells}


def _sosos_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    for number, cell, opponent in _games(cross, player):
        yield Part(had(cross, number, cell), sos(cross.past, cross.rules, opponent))


# --- Game points ------------------------------------------------------------------------------------------------------


def _gam(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    return {player: gam(cross.past, player) for player in cross.cells}


def _gam_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    for number, cell, _ in _games(cross, player):
        yield Part(had(cross, number, cell), cell.gam or 0)


def _no_gam(cross: Crosstable, code: Code) -> str | None:
    entered = any(cell.gam is not None for row in cross.cells.values() for cell in row)
    return None if entered else say("no game points are entered")


def _some_without_gam(cross: Crosstable, code: Code) -> str | None:
    for player in cross.cells:
        for number, cell, opponent in _games(cross, player):
            if cell.gam is None:
                return say(
                    "the game {player}-{opponent} of round {round} has no game points",
                    player=player,
                    opponent=opponent,
                    round=number,
                )
    return _no_gam(cross, code)


def _margin(cross: Crosstable, number: int, cell: Cell, opponent: int) -> int:
    return (cell.gam or 0) - (cross.cells[opponent][number - 1].gam or 0)


def _spread(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    return {player: sum(_margin(cross, *game) for game in _games(cross, player)) for player in cross.cells}


def _spread_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    for number, cell, opponent in _games(cross, player):
        yield Part(had(cross, number, cell), _margin(cross, number, cell, opponent))


# --- Othello ----------------------------------------------------------------------------------------------------------


def _brightwell_parts(cross: Crosstable, code: Code, player: int) -> Iterator[tuple[int, Cell, int]]:
    """Round, cell and twice what it counts: scores are in half-win units, discs are whole.

    A game against somebody who withdrew counts as a bye does: half the discs, and the player's own score.
    """
    constant = _BQ_CONSTANT if code.constant is None else code.constant
    for number, cell in enumerate(cross.cells[player], start=1):
        met = cell.played and cell.opponent is not None and cell.opponent not in cross.withdrawn
        if met and cell.opponent is not None:
            yield number, cell, 2 * (cell.gam or 0) + constant * cross.scores[cell.opponent]
        elif cell.played or cell.kind in (Kind.BYE, Kind.FULL_BYE, Kind.HALF_BYE, Kind.FORFEIT_WIN):
            yield number, cell, 2 * _BQ_BYE + constant * cross.scores[player]


def _brightwell(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
    return {player: sum(worth for *_, worth in _brightwell_parts(cross, code, player)) for player in cross.cells}


def _brightwell_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    for number, cell, worth in _brightwell_parts(cross, code, player):
        yield Part(had(cross, number, cell), worth)


SOS = TieBreak(
    "SOS",
    "Sum of opponents' scores",
    "RULES 2",
    "The sum of the scores of the opponents of played games.",
    _sos,
    _sos_working,
    "CZ",
    Unit.POINTS,
    fide=False,
)
GAM = TieBreak(
    "GAM",
    "Game points",
    "RULES 2",
    "The sum of the player's game points.",
    _gam,
    _gam_working,
    missing=_no_gam,
    fide=False,
)
OTHER_GAMES = (
    SOS,
    TieBreak(
        "SODOS",
        "Sum of defeated opponents' scores",
        "",
        "The scores of the opponents of played games, each times the points made in that game.",
        _sodos,
        _sodos_working,
        unit=Unit.PRODUCTS,
        fide=False,
    ),
    TieBreak(
        "SOSOS",
        "Sum of opponents' SOS",
        "",
        "The sum of the SOS of the opponents of played games.",
        _sosos,
        _sosos_working,
        unit=Unit.POINTS,
        fide=False,
    ),
    replace(next(piece for piece in OWN_RECORD if piece.name == "PS"), name="CUSS", article="", fide=False),
    GAM,
    TieBreak(
        "SPREAD",
        "Spread",
        "",
        "The sum of the own game points less those of the opponents.",
        _spread,
        _spread_working,
        missing=_some_without_gam,
        fide=False,
    ),
    TieBreak(
        "BQ",
        "Brightwell quotient",
        "",
        "The own discs, and a multiple of the opponents' scores; half the discs and the own score for a bye and for "
        "whoever withdrew.",
        _brightwell,
        _brightwell_working,
        "K",
        Unit.HALVES,
        missing=_some_without_gam,
        fide=False,
    ),
)
