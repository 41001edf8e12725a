"""Players of one group do not meet (P B4)."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.level import Apart, Level, free
from pairproof.model.state.position import BoolArray, IntArray, Position, classes_of


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


_FEW = 40
_SHARE = 12
"""A group of more than `_FEW` players, and more than one in `_SHARE` of those present, is large."""


def _group_mates(position: Position) -> Apart:
    """The pairs of group mates; but players of the largest groups, of which there are few, go by these."""
    members: dict[str, list[int]] = {}
    for player, own in enumerate(position.groups):
        for name in own:
            members.setdefault(name, []).append(player)
    large, pairs = [], [np.zeros((0, 2), dtype=np.int64)]
    for group in members.values():
        if len(group) > max(_FEW, position.players // _SHARE):
            flags = np.zeros(position.players, dtype=np.int64)
            flags[group] = 1
            large.append(flags)
        else:
            pairs.append(np.array(group, dtype=np.int64)[np.stack(np.triu_indices(len(group), 1), axis=1)])
    return Apart(classes_of(*large)[0] if large else None, np.concatenate(pairs))


RESTRICTED_GROUPS = Level(
    "restricted-groups",
    "P B4",
    "Players of one group do not meet while the restriction holds.",
    _restricted_groups,
    free,
    by_class=False,
    apart=_group_mates,
    idle=_not_restricted,
)
