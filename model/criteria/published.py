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
    found = []
    for number, first, second in sorted(position.orders.published):
        if first not in index_of or second not in index_of:
            continue
        white, black = index_of[first], index_of[second]
        if (black, white) in position.fixed_white:
            found.append(PublishedBoard(number, white, black, barred=True))
            continue
        u, v = np.array([min(white, black)]), np.array([max(white, black)])
        so = replace(position, fixed_white=position.fixed_white | {(white, black)})
        barred = not bool(allocate(so, u, v).legal[0])
        gain = None
        for level in levels:
            if level.seat_costs is None or barred:
                continue
            published, allocated = (int(level.pair_costs(seats, u, v)[0]) for seats in (so, position))
            if allocated < published:
                gain = (level.name, allocated, published)
                break
        found.append(PublishedBoard(number, white, black, barred, gain))
    return tuple(found)
