"""Pairs that somebody wants: the rule file, or the pairing published before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from pairproof.model.criteria.level import Apart, Level, with_byes
from pairproof.model.criteria.published import published_boards
from pairproof.model.state.position import IntArray, Position


def _wanted(position: Position, wanted: Iterable[tuple[int, int]]) -> tuple[IntArray, set[tuple[int, int]]]:
    """At whose pair the wanted pairs (ids; 0 for the bye) count if they are missed: how many of them by each index, the
    dummy's last, shape (n + 1,); and the wanted index pairs u < v that can be had.

    A wanted pair is missed by the pair that one of its players is in instead: he is in exactly one, so each miss counts
    once. One that nobody present belongs to is missed by every pairing, and counts at the best player's pair.
    """
    counts, pairs = np.zeros(position.players + 1, dtype=np.int64), set()
    for pair in wanted:
        here = [position.index_of[player] for player in pair if player in position.index_of]
        counts[here[0] if here else 0] += 1
        if len(here) == 2:
            pairs.add((min(here), max(here)))
    return counts, pairs


def _missed(
    position: Position,
    wanted: Iterable[tuple[int, int]],
    u: IntArray,
    v: IntArray,
    lost: frozenset[tuple[int, int]] = frozenset(),
) -> IntArray:
    """How many of the wanted pairs are missed because of each index pair, the dummy included; one that is `lost` (index
    pairs) is missed even if the two meet.
    """
    counts, pairs = _wanted(position, wanted)
    missed: IntArray = counts[u] + counts[v]
    missed -= np.isin(_keys(position, u, v), _keys(position, *_ends(pairs - lost)))
    return missed


def _keys(position: Position, u: IntArray, v: IntArray) -> IntArray:
    """A number for each index pair."""
    return u * (position.players + 1) + v


def _ends(pairs: Iterable[tuple[int, int]]) -> IntArray:
    """Index pairs as two arrays of their ends."""
    return np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2).T


def _wanted_apart(position: Position, wanted: Iterable[tuple[int, int]]) -> Apart:
    """Whom the wanted pairs tell apart: those at whose pair a miss counts, and the pairs themselves."""
    counts, pairs = _wanted(position, wanted)
    return Apart.of(pairs, counts[: position.players])


def _preferred(position: Position) -> list[tuple[int, int]]:
    here = position.index_of
    return [pair for pair in position.rules.prefer if pair[0] in here and pair[1] in here]


def _avoided(position: Position) -> set[tuple[int, int]]:
    here = position.index_of
    pairs = [(here[a], here[b]) for a, b in position.rules.avoid if a in here and b in here]
    return {(min(pair), max(pair)) for pair in pairs}


def _wishes_apart(position: Position) -> Apart:
    prefer = _wanted_apart(position, _preferred(position))
    return Apart(prefer.label, np.concatenate([prefer.pairs, Apart.of(_avoided(position)).pairs]))


def _wishes(position: Position, u: IntArray, v: IntArray) -> IntArray:
    costs = _missed(position, _preferred(position), u, v)
    costs += np.isin(_keys(position, u, v), _keys(position, *_ends(_avoided(position))))
    return costs


WISHES = Level(
    "wishes",
    "rule file",
    "Preferred pairs meet, and pairs to be avoided do not.",
    *with_byes(_wishes),
    by_class=False,
    apart=_wishes_apart,
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
        apart=lambda position: _wanted_apart(position, position.orders.keep),
    )


CHANGED_BOARDS = changed_boards(())
"""The same without other levels: its name and what it says."""
