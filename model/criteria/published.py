"""What stays of a published board: its number, and its colours unless exchanging them gains something (RULES 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pairproof.model.criteria.allocation import allocate
from pairproof.model.criteria.level import Level
from pairproof.model.state.position import Position


@dataclass(frozen=True, slots=True)
class PublishedBoard:
    """A published board of two who are present, by index, and what speaks for exchanging its colours: the first level
    that gets smaller with its name and both values, or `barred`, that the published colours are not legal any more.
    """

    number: int
    white: int
    black: int
    barred: bool = False
    gain: tuple[str, int, int] | None = None

    @property
    def stays(self) -> bool:
        """Whether the board would be kept if the two met."""
        return not self.barred and self.gain is None

    @property
    def pair(self) -> tuple[int, int]:
        """The two in rank order."""
        return min(self.white, self.black), max(self.white, self.black)


def published_boards(position: Position, levels: Sequence[Level]) -> tuple[PublishedBoard, ...]:
    """The published boards whose players are both present, in the order of their numbers."""
    index_of = position.index_of
    boards = [
        (number, index_of[first], index_of[second])
        for number, first, second in sorted(position.orders.published)
        if first in index_of and second in index_of
    ]
    # All at once, but for boards on which the other colours are ordered: a board is one pair, and no other's.
    seats = [(white, black) for _, white, black in boards if (black, white) not in position.fixed_white]
    u = np.array([min(pair) for pair in seats], dtype=np.int64)
    v = np.array([max(pair) for pair in seats], dtype=np.int64)
    so = replace(position, fixed_white=position.fixed_white.union(seats))
    legal = allocate(so, u, v).legal
    costs = [
        (level.name, level.pair_costs(position, u, v), level.pair_costs(so, u, v))
        for level in levels
        if level.seat_costs is not None
    ]
    places = {pair: place for place, pair in enumerate(seats)}
    found = []
    for number, white, black in boards:
        at = places.get((white, black))
        if at is None or not legal[at]:
            found.append(PublishedBoard(number, white, black, barred=True))
            continue
        gains = ((name, int(mine[at]), int(published[at])) for name, mine, published in costs)
        found.append(PublishedBoard(number, white, black, gain=next((one for one in gains if one[1] < one[2]), None)))
    return tuple(found)
