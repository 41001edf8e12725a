"""Colours of a pair (C.04.3, 5) and the order of the boards (C.04.2)."""

from __future__ import annotations

from collections.abc import Iterable

from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.colours import ABSOLUTE
from pairproof.model.state.history import WHITE


def white_of(position: DutchPosition, one: int, other: int) -> int:
    """Which of two players (indices) has white (Art. 5.2); orders with colours go before."""
    fixed = position.base.fixed_white
    if (one, other) in fixed or (other, one) in fixed:
        return one if (one, other) in fixed else other
    higher, lower = min(one, other), max(one, other)
    return higher if _colour_of_higher(position, higher, lower) == WHITE else lower


def _colour_of_higher(position: DutchPosition, higher: int, lower: int) -> int:
    """The higher ranked player's colour: the first article of 5.2 that decides."""
    a, b = position.base.needs[higher], position.base.needs[lower]
    if a.wants != b.wants:
        return a.wants or -b.wants  # 5.2.1: both granted
    if a.strength != b.strength and a.wants:
        return a.wants if a.strength > b.strength else -b.wants  # 5.2.2
    if a.strength == b.strength == ABSOLUTE and abs(a.difference) != abs(b.difference):
        return a.wants if abs(a.difference) > abs(b.difference) else -b.wants  # 5.2.2: the wider difference
    past, ids = position.base.history, position.base.ids
    mine, theirs = past.colours(ids[higher]), past.colours(ids[lower])
    for own, other in zip(reversed(mine), reversed(theirs), strict=False):
        if own != other:
            return -own  # 5.2.3: alternate with the latest round in which they differed
    if a.wants:
        return a.wants  # 5.2.4
    return position.first_colour * (1 if position.number[higher] % 2 else -1)  # 5.2.5


def in_board_order(position: DutchPosition, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs of indices by board: the higher player's score, the lower player's, the higher player's number.

    Scores are those without acceleration, and who is higher goes by them.  A player with a table of his own sits there
    (RULES 10).
    """
    points, number = position.points.tolist(), position.number.tolist()

    def key(pair: tuple[int, int]) -> tuple[int, int, int]:
        higher, lower = sorted(pair, key=lambda player: (-points[player], number[player]))
        return -points[higher], -points[lower], number[higher]

    ordered = sorted(pairs, key=key)
    numbers = position.base.tournament.board_numbers(
        [(position.base.ids[one], position.base.ids[other]) for one, other in ordered]
    )
    return [pair for _, pair in sorted(zip(numbers, ordered, strict=True))]
