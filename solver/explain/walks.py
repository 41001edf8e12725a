"""What a pair would cost, for all opponents of a player at once: shortest alternating walks in the optimal pairing.

Let M be the optimal pairing, and P any pairing in which u meets v.  Together they hold a walk from the partner that u
has in M to the one that v has, in turn a pair of P and a pair of M.  On a level P costs more than M by the reduced
costs of its pairs, those of M being 0, and by the duals of the odd sets for each time it leaves them beyond the first
(docs/method.md).  The walk and the pair u-v alone are a bound for that, and one search from u's partner gives it for
every v.  As long as P is as good on the levels before, its pairs have reduced cost 0 there, and it leaves the sets with
a positive dual once: such pairs and walks alone are left for the next level.

A shortest walk that meets nobody twice is an exchange: the pairing it leads to is priced, and where it costs just the
bound, the answer is exact.  Where not, there is no answer here, and the round has to be paired again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria import Level
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.layers import Layers
from pairproof.solver.problem import PairingProblem
from pairproof.solver.proof.duals import reduced_costs
from pairproof.solver.proof.proofs import Proof

_FAR = np.iinfo(np.int64).max // 4
_MOST_SETS = 8  # that a walk is charged for: more are only left out of the bound
_FORBIDDEN = 2**30  # what it is charged to leave a set once more that every optimal pairing leaves once


@dataclass(frozen=True)
class Bound:
    """The first level (its place) on which pairings are worse, and the least value there; without a place, equal on
    every level.
    """

    place: int | None = None
    value: int = 0


Exchanged = list[tuple[int, int]]
"""The new pairs of an exchange."""


@dataclass(frozen=True)
class _Charges:
    """Reduced costs of one level, square (`_FAR` for pairs that are not in the face), with the charge for the sets that
    a pair leaves; `crossed[v]` says as bits which sets the pair leaves that v has in M, `refunds` what taking that pair
    away gives back for each.
    """

    costs: IntArray
    crossed: IntArray
    refunds: tuple[int, ...]

    def refund(self, mask: int) -> int:
        """What the sets in a mask give back together."""
        return sum(refund for bit, refund in enumerate(self.refunds) if mask >> bit & 1)


class _Search:
    """Shortest walks from the partner of a player, by increasing length.

    A state is the vertex reached and, as bits, the sets whose one pair of M has been taken away: that can be done once,
    and is paid back at the end.  So no step is ever negative.
    """

    def __init__(self, charges: _Charges, mate: IntArray, player: int) -> None:
        self._charges, self._mate = charges, mate
        self._player = player
        self._layers = Layers(len(mate), _FAR)
        self._layers.begin(int(charges.crossed[player]), int(mate[player]))
        for mask, front, length in self._layers.fronts():
            self._step(mask, front, length)

    def _step(self, mask: int, front: IntArray, length: int) -> None:
        """From the vertices of the front by a new pair to somebody, and on by the pair of M that he is in."""
        rows = self._charges.costs[front]
        nearest = rows.argmin(axis=0)
        reached = np.flatnonzero(rows[nearest, np.arange(rows.shape[1])] < _FAR)
        reached = reached[(reached != self._player) & (reached != self._mate[self._player])]
        onward = self._mate[reached]
        through = length + rows[nearest[reached], reached]
        bits = self._charges.crossed[onward]
        for crossed in np.unique(bits).tolist():
            if mask & crossed:
                continue
            layer = mask | crossed
            better = (bits == crossed) & (through < self._layers.layer(layer)[onward])
            self._layers.reach(layer, onward[better], through[better], front[nearest[reached[better]]], mask)

    def walks(self, other: int) -> tuple[int, list[Exchanged]]:
        """The bound for the player's meeting with another, `_FAR` where he is not reached, and the exchanges among the
        walks that have it.
        """
        direct = int(self._charges.costs[self._player, other])
        found = {
            mask: min(int(lengths[other]), _FAR) + direct - self._charges.refund(mask)
            for mask, lengths in self._layers.lengths.items()
            if lengths[other] < _FAR and direct < _FAR
        }
        least = min(found.values(), default=_FAR)
        exchanges = (self._exchange(mask, other) for mask, length in found.items() if length == least)
        return least, [pairs for pairs in exchanges if pairs is not None]

    def _exchange(self, mask: int, other: int) -> Exchanged | None:
        """The new pairs of a walk; None where it meets somebody twice."""
        pairs = [(self._player, other)]
        for at, before in self._layers.back(mask, other):
            pairs.append((before, int(self._mate[at])))
        ends = [vertex for pair in pairs for vertex in pair]
        return pairs if len(set(ends)) == len(ends) else None


class Walks:
    """Questions about the opponents of players in an optimal pairing; indices throughout, the dummy included.

    Parameters
    ----------
    mate
        Partner of each vertex in the optimal pairing.
    proofs
        Those of the levels.
    """

    def __init__(self, problem: PairingProblem, proofs: Sequence[Proof], mate: IntArray) -> None:
        self._problem, self._proofs, self._mate = problem, proofs, mate
        pairs = problem.pairs
        self._reduced = [
            reduced_costs(proof, pairs, problem.costs(level, pairs))
            for level, proof in zip(problem.levels, proofs, strict=True)
        ]
        self._charges: dict[int, _Charges] = {}

    def bounds(self, player: int, others: Sequence[int]) -> dict[int, Bound]:
        """What it costs that the player meets each of the others; those not known are missing."""
        found: dict[int, Bound] = {}
        open_ = list(others)
        for place in range(len(self._proofs)):
            equal = []
            for other, loss in self._losses(place, self._walks(place, player, open_)).items():
                if loss:
                    found[other] = Bound(place, self._proofs[place].value + loss)
                else:
                    equal.append(other)
            open_ = equal
        return found | {other: Bound() for other in open_}

    def least(self, player: int, others: Sequence[int]) -> Bound | None:
        """What it costs that the player meets one of the others, whoever of them costs least; None if not known."""
        open_ = list(others)
        for place in range(len(self._proofs)):
            walks = self._walks(place, player, open_)
            shortest = min((length for length, _ in walks.values()), default=_FAR)
            near = {other: walk for other, walk in walks.items() if walk[0] == shortest}
            losses = self._losses(place, near)
            if not losses:
                return None
            if shortest > 0:
                return Bound(place, self._proofs[place].value + next(iter(losses.values())))
            open_ = list(near)
        return Bound()

    def _walks(self, place: int, player: int, others: Sequence[int]) -> dict[int, tuple[int, list[Exchanged]]]:
        if not others:
            return {}
        search = _Search(self._charged(place), self._mate, player)
        return {other: search.walks(other) for other in others}

    def _losses(self, place: int, walks: dict[int, tuple[int, list[Exchanged]]]) -> dict[int, int]:
        """How much more than the optimum the level costs, for those with an exchange that costs just the bound, and
        nothing on the levels before.
        """
        asked = [(other, length, pairs) for other, (length, found) in walks.items() for pairs in found]
        if not asked:
            return {}
        sizes = [len(pairs) for _, _, pairs in asked]
        new = np.array([pair for _, _, pairs in asked for pair in pairs], dtype=np.int64)
        owner = np.repeat(np.arange(len(asked)), sizes)
        right = np.ones(len(asked), dtype=np.bool_)
        more = np.zeros(len(asked), dtype=np.int64)
        for level in self._problem.levels[: place + 1]:
            right &= more == 0
            # Each pair of M that goes is met from both its ends.
            gone = sum(self._costs(level, end, self._mate[end]) for end in new.T) / 2
            more = np.rint(np.bincount(owner, self._costs(level, *new.T) - gone, len(asked))).astype(np.int64)
        scale = self._proofs[place].scale
        return {
            other: extra
            for (other, length, _), extra, fits in zip(asked, more.tolist(), right.tolist(), strict=True)
            if fits and extra * scale == length
        }

    def _costs(self, level: Level, a: IntArray, b: IntArray) -> IntArray:
        return self._problem.costs(level, self._problem.as_pairs(np.minimum(a, b), np.maximum(a, b)))

    def _charged(self, place: int) -> _Charges:
        if place not in self._charges:
            n, pairs, mate = len(self._mate), self._problem.pairs, self._mate
            kept: BoolArray = np.ones(len(pairs), dtype=np.bool_)
            for reduced in self._reduced[:place]:
                kept &= reduced == 0
            u, v = pairs.u[kept].astype(np.int64), pairs.v[kept].astype(np.int64)
            charged = self._reduced[place][kept].copy()
            crossed = np.zeros(n, dtype=np.int64)
            refunds = self._sets(place)
            for bit, (members, charge) in enumerate(refunds):
                charged += charge * (members[u] != members[v])
                crossed |= (members != members[mate]).astype(np.int64) << bit
            costs = np.full((n, n), _FAR, dtype=np.int64)
            costs[u, v] = costs[v, u] = charged
            self._charges[place] = _Charges(costs, crossed, tuple(charge for _, charge in refunds))
        return self._charges[place]

    def _sets(self, place: int) -> list[tuple[BoolArray, int]]:
        """The odd sets that a walk is charged for: those that optimal pairings leave once, and those with a dual."""
        found: dict[bytes, tuple[BoolArray, int]] = {}
        for before, proof in enumerate(self._proofs[: place + 1]):
            for members, dual in zip(proof.sets, proof.set_duals.tolist(), strict=True):
                if dual > 0:
                    charge = dual if before == place else _FORBIDDEN
                    found.setdefault(members.tobytes(), (members, charge))
        return list(found.values())[:_MOST_SETS]
