"""A promising pairing inside a bracket: upper half against lower half, colours granted where that is easy.

It decides nothing: it is where the programs for the colour criteria begin, and mostly end.
"""

from __future__ import annotations

import numpy as np

from pairproof.model.dutch.bracket import Bracket
from pairproof.model.state.colours import STRONG
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.face import Face


def arrange(bracket: Bracket, face: Face) -> IntArray | None:
    """Partner of each vertex: those who leave the bracket keep their partners, the others meet as above.

    None where the face has no such pairing, as far as is easily seen.
    """
    size = bracket.following
    mate = face.partners()
    inside = mate[:size] < size
    joined = np.zeros((size, size), dtype=np.bool_)
    here = face.pairs.v < size
    u, v = face.pairs.u[here], face.pairs.v[here]
    joined[u, v] = joined[v, u] = True
    wants = bracket.local("wants", bracket.position.base.wants)[:size]
    granted = joined & ((wants[:, None] != wants[None, :]) | (wants == 0)[:, None])

    moved = [player for player in range(bracket.residents) if inside[player]]
    residents = bracket.residents + np.flatnonzero(inside[bracket.residents :])
    eager = bracket.local("strong", bracket.position.base.strength >= STRONG)
    first = _matched(moved, residents.tolist(), granted, joined, eager)
    if first is None:
        return None
    taken = set(first)
    rest = [player for player in residents.tolist() if player not in taken]
    heads, others = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    second = _matched(heads, others, granted, joined, eager)
    if second is None:
        return None
    for one, other in zip(moved + heads, first + second, strict=True):
        mate[one], mate[other] = other, one
    sets = face.tight_sets
    once = (sets != sets[:, mate]).sum(axis=1) == 2  # both ends of the one pair that leaves it
    return mate if once.all() else None


def _matched(
    choosers: list[int], others: list[int], granted: BoolArray, joined: BoolArray, eager: IntArray
) -> list[int] | None:
    """A partner among the others for each chooser, as many as possible by `granted`, the eager ones first; None where
    not all have one.
    """
    if not choosers:
        return []
    search = _Bipartite(len(others))
    by_granted, by_joined = granted[np.ix_(choosers, others)], joined[np.ix_(choosers, others)]
    order = sorted(range(len(choosers)), key=lambda chooser: -int(eager[choosers[chooser]]))
    waiting = [chooser for chooser in order if not search.augment(chooser, by_granted)]
    search.relax()
    if not all(search.augment(chooser, by_joined) for chooser in waiting):
        return None
    partner = {owner: other for other, owner in enumerate(search.owner.tolist()) if owner >= 0}
    return [others[partner[chooser]] for chooser in range(len(choosers))]


class _Bipartite:
    """A matching of choosers with others, grown by alternating paths; `owner` is each other's chooser, −1 for none."""

    def __init__(self, others: int) -> None:
        self.owner = np.full(others, -1, dtype=np.int64)
        self._had: dict[int, int] = {}  # the other of each chooser
        self.relax()

    def relax(self) -> None:
        """Before choosers may have more than before."""
        # Whom a search has reached that found nobody free: no later one finds anybody by way of them.
        self._stuck: BoolArray = np.zeros(len(self.owner), dtype=np.bool_)

    def augment(self, chooser: int, may: BoolArray) -> bool:
        """Give one more chooser a partner, a free one if possible; `may` has shape (choosers, others)."""
        fresh = ~self._stuck
        came_from: dict[int, int] = {}
        queue = [chooser]
        for one in queue:
            reached = np.flatnonzero(may[one] & fresh)
            free = np.flatnonzero(self.owner[reached] < 0)
            if len(free):
                self._flip(chooser, one, int(reached[free[0]]), came_from)
                return True
            fresh[reached] = False
            came_from.update(dict.fromkeys(reached.tolist(), one))
            queue.extend(self.owner[reached].tolist())
        self._stuck |= ~fresh
        return False

    def _flip(self, chooser: int, one: int, other: int, came_from: dict[int, int]) -> None:
        """`one` takes `other`, who is free; and so back on the way by which he was reached."""
        while True:
            before = self._had.get(one, -1)
            self.owner[other], self._had[one] = one, other
            if one == chooser:
                return
            one, other = came_from[before], before
