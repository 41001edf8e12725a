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
from pairproof.solver.witness import adjacency

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
class _Kinds:
    """Vertices by kind, `of` each: pairs of two kinds are alike in all that walks are about.  `one` is a vertex of each
    kind, `apart[v]` holds those whom v may not meet whatever their kinds, v himself among them.
    """

    of: IntArray
    one: IntArray
    apart: list[list[int]]

    @classmethod
    def among(cls, problem: PairingProblem, proofs: Sequence[Proof]) -> _Kinds:
        """Of a problem and proofs of its levels; each vertex by itself, where costs or legality go by players."""
        vertices = np.arange(problem.vertices)
        legality = problem.legality if problem.by_kind else None
        apart = [[vertex] for vertex in vertices.tolist()]
        if legality is None:
            return cls(vertices, vertices, apart)
        for u, v in legality.barred.tolist():
            apart[u].append(v)
            apart[v].append(u)
        labels = [row for proof in proofs for row in (proof.vertex_duals, *proof.sets) if row.any()]
        rows = np.stack([problem.classes, legality.classes, *labels], axis=1)
        _, one, of = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        return cls(of.reshape(-1), one, apart)


@dataclass(frozen=True)
class _Charges:
    """Reduced costs of one level, kind against kind (`_FAR` for pairs that are not in the face), with the charge for
    the sets that a pair leaves; `crossed[v]` says as bits which sets the pair leaves that v has in M, `refunds` what
    taking that pair away gives back for each.
    """

    kinds: _Kinds
    costs: IntArray
    crossed: IntArray
    refunds: tuple[int, ...]

    def row(self, vertex: int) -> IntArray:
        """What a pair of a vertex with each is charged."""
        row: IntArray = self.costs[self.kinds.of[vertex]][self.kinds.of]
        row[self.kinds.apart[vertex]] = _FAR
        return row

    def nearest(self, front: IntArray) -> tuple[IntArray, IntArray]:
        """For each vertex the least charge of a pair with one of the front, and which, the first of several."""
        kinds, first = np.unique(self.kinds.of[front], return_index=True)
        in_turn = np.argsort(first)
        table, firsts = self.costs[kinds[in_turn]], front[first[in_turn]]
        best = table.argmin(axis=0)
        least: IntArray = table[best, np.arange(len(best))][self.kinds.of]
        which: IntArray = firsts[best][self.kinds.of]
        # Who may not meet that one may meet another of the front.
        barred = [v for one in firsts.tolist() for v in self.kinds.apart[one] if which[v] == one and least[v] < _FAR]
        if barred:
            again = self.costs[np.ix_(self.kinds.of[front], self.kinds.of[barred])]
            for column, vertex in zip(again.T, barred, strict=True):
                column[np.isin(front, self.kinds.apart[vertex])] = _FAR
            best = again.argmin(axis=0)
            least[barred], which[barred] = again[best, np.arange(len(barred))], front[best]
        return least, which

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
        self._player, self._direct = player, charges.row(player)
        self._layers = Layers(len(mate), _FAR)
        self._layers.begin(int(charges.crossed[player]), int(mate[player]))
        for mask, front, length in self._layers.fronts():
            self._step(mask, front, length)

    def _step(self, mask: int, front: IntArray, length: int) -> None:
        """From the vertices of the front by a new pair to somebody, and on by the pair of M that he is in."""
        costs, before = self._charges.nearest(front)
        reached = np.flatnonzero(costs < _FAR)
        reached = reached[(reached != self._player) & (reached != self._mate[self._player])]
        onward = self._mate[reached]
        through = length + costs[reached]
        bits = self._charges.crossed[onward]
        for crossed in np.unique(bits).tolist():
            if mask & crossed:
                continue
            layer = mask | crossed
            better = (bits == crossed) & (through < self._layers.layer(layer)[onward])
            self._layers.reach(layer, onward[better], through[better], before[reached[better]], mask)

    def bounds(self, others: Sequence[int]) -> IntArray:
        """For each of the others the bound for the player's meeting with him, `_FAR` where he is not reached."""
        least = np.full(len(others), _FAR, dtype=np.int64)
        for mask, lengths in self._layers.lengths.items():
            least = np.minimum(least, self._through(mask, lengths[others], self._direct[others]))
        return least

    def walks(self, other: int) -> tuple[int, list[Exchanged]]:
        """The bound for the player's meeting with another, and the exchanges among the walks that have it."""
        found = {
            mask: int(self._through(mask, lengths[other], self._direct[other]))
            for mask, lengths in self._layers.lengths.items()
        }
        least = min(found.values())
        exchanges = (self._exchange(mask, other) for mask, length in found.items() if length == least < _FAR)
        return least, [pairs for pairs in exchanges if pairs is not None]

    def _through(self, mask: int, lengths: IntArray, direct: IntArray) -> IntArray:
        """What walks of a layer and the pairs that close them are worth."""
        return np.where((lengths < _FAR) & (direct < _FAR), lengths + direct - self._charges.refund(mask), _FAR)

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
        self._kinds = _Kinds.among(problem, proofs)
        self._faces = [self._legal()]
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
            search = _Search(self._charged(place), self._mate, player)
            bounds = search.bounds(open_)
            shortest = int(bounds.min(initial=_FAR))
            near = np.array(open_, dtype=np.int64)[bounds == shortest].tolist()
            losses = self._losses(place, {other: search.walks(other) for other in near})
            if not losses:
                return None
            if shortest > 0:
                return Bound(place, self._proofs[place].value + next(iter(losses.values())))
            open_ = near
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

    def _legal(self) -> BoolArray:
        """Which kinds have legal pairs; `_Kinds.apart` has those that are not."""
        one, problem = self._kinds.one, self._problem
        if problem.by_kind and problem.legality is not None:
            of = problem.legality.classes[one]
            return problem.legality.table[np.ix_(of, of)]
        return adjacency(problem.pairs, problem.vertices)

    def _reduced(self, place: int) -> IntArray:
        """Reduced costs of a level, kind against kind; anything for those that have no legal pair."""
        one, problem, proof = self._kinds.one, self._problem, self._proofs[place]
        level = problem.levels[place]
        if not (problem.by_kind and problem.legality is not None):
            pairs = problem.pairs
            table = np.zeros((problem.vertices, problem.vertices), dtype=np.int64)
            reduced = reduced_costs(proof, pairs, problem.costs(level, pairs))
            table[pairs.u, pairs.v] = table[pairs.v, pairs.u] = reduced
            return table
        of = problem.classes[one]
        table = proof.scale * problem.class_costs(level)[np.ix_(of, of)]
        table -= proof.vertex_duals[one][:, None] + proof.vertex_duals[one][None, :]
        for members, dual in zip(proof.sets[:, one], proof.set_duals.tolist(), strict=True):
            table -= dual * (members[:, None] != members[None, :])
        return table

    def _face(self, place: int) -> BoolArray:
        """The kinds whose pairs have reduced cost 0 on all levels before."""
        while len(self._faces) <= place:
            self._faces.append(self._faces[-1] & (self._reduced(len(self._faces) - 1) == 0))
        return self._faces[place]

    def _charged(self, place: int) -> _Charges:
        if place not in self._charges:
            one, mate = self._kinds.one, self._mate
            charged = self._reduced(place)
            crossed = np.zeros(len(mate), dtype=np.int64)
            refunds = self._sets(place)
            for bit, (members, charge) in enumerate(refunds):
                charged += charge * (members[one][:, None] != members[one][None, :])
                crossed |= (members != members[mate]).astype(np.int64) << bit
            costs = np.where(self._face(place), charged, _FAR)
            self._charges[place] = _Charges(self._kinds, costs, crossed, tuple(charge for _, charge in refunds))
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
