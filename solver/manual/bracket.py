"""What the manual method works on: brackets, a pass through one, and what must be omitted for each pair (C3–C5)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from pairproof.model.criteria import legal_pairs, may_have_bye
from pairproof.model.criteria.floats import REPEATED_FLOAT
from pairproof.model.criteria.groups import RESTRICTED_GROUPS
from pairproof.model.state.position import BoolArray, Position

GOOD, WITHOUT_B5, WITHOUT_B4, ILLEGAL = 0, 1, 2, 3
"""What must be omitted for a pair: nothing, B5, B5 and B4 (C3–C5); the last cannot be made at all."""

_BLOCK = 1 << 21
"""Pairs whose costs are computed at once: bounds the memory that takes."""


@dataclass(slots=True)
class Bracket:
    """A bracket at work: its number, who is in it (its pairs included), and the pairs that stand once it is done.

    `moved_in` are those who came from a higher bracket, `combined` the numbers of the brackets joined into it (C9).
    """

    number: int
    players: list[int]
    pairs: list[tuple[int, int]] = field(default_factory=list)
    moved_in: set[int] = field(default_factory=set)
    combined: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of C3–C5: the pairs made, the player of S1 who found nobody, and who of S2 was still free."""

    pairs: list[tuple[int, int]]
    without: int | None
    free: list[int]


def without_exemption(position: Position) -> Position:
    """The position as the method sees it: it ignores RULES 6, the freedom from float costs included."""
    return replace(position, topscorer=np.zeros(position.players, dtype=np.bool_))


def byes_allowed(position: Position) -> BoolArray:
    """Who may have the bye by the rules and the arbiter's orders, shape (n,)."""
    allowed = may_have_bye(position)
    for player, dummy in position.forbidden:
        if dummy == position.players:
            allowed[player] = False
    return allowed


def grades(position: Position) -> npt.NDArray[np.int8]:
    """What must be omitted for each index pair (`GOOD` … `ILLEGAL`), shape (n, n), symmetric."""
    n = position.players
    strict = without_exemption(position)
    legal = np.zeros((n, n), dtype=np.bool_)
    first, second = legal_pairs(strict)
    games = second < n
    legal[first[games], second[games]] = legal[second[games], first[games]] = True
    grade = np.empty((n, n), dtype=np.int8)
    rows = max(1, _BLOCK // max(1, n))
    for start in range(0, n, rows):
        here = np.arange(start, min(n, start + rows))
        u, v = np.repeat(here, n), np.tile(np.arange(n), len(here))
        b5 = REPEATED_FLOAT.pair_costs(strict, u, v) > 0
        b4 = RESTRICTED_GROUPS.pair_costs(strict, u, v) > 0
        block = np.where(b4, WITHOUT_B4, np.where(b5, WITHOUT_B5, GOOD)).astype(np.int8)
        grade[here] = np.where(legal[here], block.reshape(len(here), n), ILLEGAL)
    return grade
