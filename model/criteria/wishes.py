"""Pairs that somebody wants: the rule file, or the pairing published before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from pairproof.model.criteria.level import Level, with_byes
from pairproof.model.criteria.published import published_boards
from pairproof.model.state.position import IntArray, Position


def _missed(
    position: Position,
    wanted: Iterable[tuple[int, int]],
    u: IntArray,
    v: IntArray,
    lost: frozenset[tuple[int, int]] = frozenset(),
) -> IntArray:
    """How many of the wanted pairs (ids; 0 for the bye) are missed because of each index pair, the dummy included.

    A wanted pair is missed by the pair that one of its players is in instead: he is in exactly one, so each miss counts
    once. One that nobody present belongs to is missed by every pairing, and counts at the best player's pair; one that
    is `lost` (index pairs) is missed even if the two meet.
    """
    missed = np.zeros(len(u), dtype=np.int64)
    for pair in sorted(wanted):
        here = [position.index_of[player] for player in pair if player in position.index_of]
        first = here[0] if here else 0
        missed += (u == first) | (v == first)
        if len(here) == 2 and (min(here), max(here)) not in lost:
            missed -= (u == min(here)) & (v == max(here))
    return missed


def _wishes(position: Position, u: IntArray, v: IntArray) -> IntArray:
    here = position.index_of
    prefer = [pair for pair in position.rules.prefer if pair[0] in here and pair[1] in here]
    costs = _missed(position, prefer, u, v)
    for a, b in sorted(position.rules.avoid):
        if a in here and b in here:
            costs += (u == min(here[a], here[b])) & (v == max(here[a], here[b]))
    return costs


WISHES = Level(
    "wishes",
    "rule file",
    "Preferred pairs meet, and pairs to be avoided do not.",
    *with_byes(_wishes),
    by_class=False,
)


def changed_boards(levels: Sequence[Level]) -> Level:
    """The level that counts published boards not kept (RULES 10); `levels` are the others of the round: where
    exchanging a board's colours makes one of them smaller, the board is changed though the two may meet.
    """

    def costs(position: Position, u: IntArray, v: IntArray) -> IntArray:
        lost = {board.pair for board in published_boards(position, levels) if not board.stays}
        return _missed(position, position.orders.keep, u, v, frozenset(lost))

    return Level(
        "changed-boards",
        "the arbiter",
        "Boards of the published pairing are kept.",
        *with_byes(costs),
        by_class=False,
    )


CHANGED_BOARDS = changed_boards(())
"""The same without other levels: its name and what it says."""
