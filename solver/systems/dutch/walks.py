"""What it costs first that one player of a bracket's problem meets each of the others: one search for all of them.

As in `solver.explain.walks`: another pairing in which two meet holds a walk from the one's partner to the other, in
turn a pair of its own and one of the bracket's pairing; what such a walk and the pair lose together is a bound.  Here
the losses of all levels and decisions are searched at once, as they add up lexicographically (`first_losses`).  A walk
that meets nobody twice is an exchange, and loses exactly that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairproof.model.state.position import IntArray
from pairproof.solver.layers import Layers
from pairproof.solver.systems.dutch.first_losses import (
    NEVER,
    NOTHING,
    Charge,
    FirstLosses,
    joint,
    place_of,
    together,
)

_MOST_CHARGED = 5  # odd sets that a search looks at; the others are looked at where a walk has been found


@dataclass(frozen=True)
class Exchange:
    """The pairs that another pairing has instead, and what it loses first."""

    pairs: tuple[tuple[int, int], ...]
    lost: int


class Walks:
    """Shortest walks in a bracket's pairing from the partner of one player (a vertex)."""

    def __init__(self, losses: FirstLosses, mate: IntArray, player: int) -> None:
        self._losses, self._mate, self._player = losses, mate, player
        # A layer holds the walks whose new pairs leave just these sets an odd number of times.
        self._layers = Layers(len(mate), NEVER)
        self._layers.begin(0, int(mate[player]))
        for mask, front, lost in self._layers.fronts():
            for side in np.unique(self._sides[front]).tolist():
                self._step(mask, front[self._sides[front] == side], side, lost)

    @cached_property
    def _charges(self) -> list[Charge]:
        return self._losses.charges[:_MOST_CHARGED]

    @cached_property
    def _sides(self) -> IntArray:
        """The odd sets each vertex is in, as bits."""
        sides = np.zeros(len(self._mate), dtype=np.int64)
        for bit, charge in enumerate(self._charges):
            sides |= charge.members.astype(np.int64) << bit
        return sides

    @cached_property
    def _kinds(self) -> dict[int, IntArray]:
        """The vertices that are in the same odd sets."""
        return {side: np.flatnonzero(self._sides == side) for side in np.unique(self._sides).tolist()}

    def _charge(self, bits: int) -> int:
        """What is lost by leaving each of these sets once more."""
        found = NOTHING
        for bit, charge in enumerate(self._charges):
            if bits >> bit & 1:
                found = joint(found, charge.loss)
        return found

    def _step(self, mask: int, front: IntArray, side: int, length: int) -> None:
        """From vertices of one kind by a new pair to somebody, and on by the pair that he is in."""
        table, mate = self._losses.table, self._mate
        for kind, reached in self._kinds.items():
            crossed = side ^ kind
            rows = table[np.ix_(front, reached)]
            best = rows.argmin(axis=0)
            through = together(joint(length, self._charge(mask & crossed)), rows[best, np.arange(len(reached))])
            through[(reached == self._player) | (reached == mate[self._player])] = NEVER
            onward, layer = mate[reached], mask ^ crossed
            better = through < self._layers.layer(layer)[onward]
            self._layers.reach(layer, onward[better], through[better], front[best[better]], mask)

    def to(self, other: int) -> tuple[int, Exchange | None]:
        """The least that is lost first where the two meet (NEVER: no pairing has them), and a pairing that loses just
        that; None where there may be none.
        """
        direct = int(self._losses.table[self._player, other])
        crossed = int(self._sides[self._player] ^ self._sides[other])
        found = {
            mask: joint(joint(int(at[other]), direct), self._charge(mask & crossed))
            for mask, at in self._layers.lengths.items()
        }
        least = min(found.values())
        if least == NEVER:
            return least, None
        walks = (self._walk(mask, other) for mask, lost in found.items() if lost == least)
        return least, next((Exchange(pairs, least) for pairs in walks if self._exact(pairs, least)), None)

    def _walk(self, mask: int, at: int) -> tuple[tuple[int, int], ...]:
        """The new pairs."""
        steps = self._layers.back(mask, at)
        return (self._player, at), *((before, int(self._mate[reached])) for reached, before in steps)

    def _exact(self, pairs: tuple[tuple[int, int], ...], lost: int) -> bool:
        """Whether the new pairs are an exchange, which loses just that: it meets nobody twice, and of the sets that the
        search did not look at none is left more than once, where that would lose as early.
        """
        ends = [vertex for pair in pairs for vertex in pair]
        if len(set(ends)) < len(ends) or (lost and self._losses.decisions[place_of(lost)].never):
            return False
        u, v = np.array(pairs).T
        for charge in self._losses.charges[_MOST_CHARGED:]:
            if lost and place_of(charge.loss) > place_of(lost):
                continue
            if int((charge.members[u] != charge.members[v]).sum()) > 1:
                return False
        return True
