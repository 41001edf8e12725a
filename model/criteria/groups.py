"""Players of one group do not meet (P B4)."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.level import Level, free
from pairproof.model.state.position import BoolArray, IntArray, Position


def share_a_group(position: Position, u: IntArray, v: IntArray) -> BoolArray:
    """Whether the two players of each index pair have a group in common, shape of u."""
    names = sorted(frozenset().union(*position.groups))
    common = np.zeros(len(u), dtype=np.bool_)
    for start in range(0, len(names), 62):  # a machine word holds 62 groups with room for the sign
        bit = {name: 1 << k for k, name in enumerate(names[start : start + 62])}
        word = np.array([sum(bit.get(name, 0) for name in own) for own in position.groups], dtype=np.int64)
        common |= (word[u] & word[v]) != 0
    return common


def _not_restricted(position: Position) -> bool:
    until = position.tournament.restricted_until
    return until is None or position.round > until


def _restricted_groups(position: Position, u: IntArray, v: IntArray) -> IntArray:
    if _not_restricted(position):
        return np.zeros(len(u), dtype=np.int64)
    return share_a_group(position, u, v).astype(np.int64)


RESTRICTED_GROUPS = Level(
    "restricted-groups",
    "P B4",
    "Players of one group do not meet while the restriction holds.",
    _restricted_groups,
    free,
    by_class=False,
    idle=_not_restricted,
)
