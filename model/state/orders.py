"""The arbiter's orders for one round: those given with the command, and those that a recorded round was paired with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairproof.model.tournament import BYE, EMPTY_BOARD, FixedPair, Tournament


@dataclass(frozen=True, slots=True)
class Orders:
    """The arbiter's orders given with the command, on top of those in the file (RULES 5).

    `half_byes` and `full_byes` have such a bye, whatever the file says; `forbid` holds (smaller id, larger id), (0, id)
    for the bye.  `keep` is a published pairing of this round, to be changed as little as possible: (smaller id, larger
    id) for each board, (0, id) for the bye; `published` has the boards of it as (board number, white, black), if they
    are to keep their numbers and colours too (RULES 10).  By default that comes before all levels, with `keep_last`
    after them.  `relax` lets the hard criteria be broken as little as possible (RULES 13).
    """

    absent: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    full_byes: frozenset[int] = frozenset()
    forbid: frozenset[tuple[int, int]] = frozenset()
    fix: tuple[FixedPair, ...] = ()
    keep: frozenset[tuple[int, int]] = frozenset()
    published: tuple[tuple[int, int, int], ...] = ()
    keep_last: bool = False
    relax: bool = False


def as_recorded(tournament: Tournament, number: int, orders: Orders) -> tuple[Tournament, Orders]:
    """What a round is paired from: of a recorded one, the results known then, and the published boards that it was
    paired to keep, if nothing else is to be kept; a round to come as it is.
    """
    if number > len(tournament.rounds):
        return tournament, orders
    held = tournament.rounds[number - 1].orders
    if held is not None and held.keep and not orders.keep:
        keep, published = kept_orders(tournament, held.keep)
        orders = replace(orders, keep=keep, published=published)
    return tournament.as_paired(number), orders


def kept_orders(
    tournament: Tournament, boards: Sequence[tuple[int, int]]
) -> tuple[frozenset[tuple[int, int]], tuple[tuple[int, int, int], ...]]:
    """`keep` and `published` of the orders for published boards (white, black) in the order of their numbers, (id, 0)
    for the bye, EMPTY_BOARD where nobody sat.
    """
    places = board_places(boards)
    numbers = tournament.board_numbers(places)
    numbered = [(number, *pair) for number, pair in zip(numbers, places, strict=True) if pair != EMPTY_BOARD]
    return frozenset(pair_key(*pair) for pair in boards if pair != EMPTY_BOARD), tuple(sorted(numbered))


def board_places(boards: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of published boards that have a number, EMPTY_BOARD too: all but the bye."""
    return [pair for pair in boards if pair[1] != BYE or pair == EMPTY_BOARD]


def pair_key(a: int, b: int) -> tuple[int, int]:
    """An unordered pair of ids, the bye (0) first."""
    return (a, b) if a < b else (b, a)
