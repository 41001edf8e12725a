"""The face of the matching polytope that holds the optimal pairings, level after level (docs/method.md).

For each level the linear relaxation is solved over a few candidate pairs; its duals, made integers, price *all* pairs
still in the running.  Once no pair has a negative reduced cost the duals prove the level's value, and only pairs with
reduced cost 0 can be in an optimal pairing: they are the next level's candidates.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.edmonds import lightest
from pairproof.solver.certified.forest import joined_by
from pairproof.solver.certified.heuristic_start import lightest_matching
from pairproof.solver.certified.linear_program import FloatArray, MatchingLp, as_integers
from pairproof.solver.certified.prefixes import some_pairing
from pairproof.solver.problem import Pairs
from pairproof.solver.proof.duals import reduced_costs
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.stopping import OutOfTime, Stop
from pairproof.solver.witness import complete_matching

_NOISE = 1e-6
_MOST_NEW_COLUMNS = 4  # per vertex and pricing round


class Face:
    """The candidate pairs still in the running, a linear program over some of them, and the pairing at hand.

    Nothing here knows of players or rules: vertices are numbers, and costs are given with each question.

    Parameters
    ----------
    vertices
        Number of vertices, even.
    pairs
        All candidate pairs, u < v.
    mate
        A perfect matching of the pairs, partner of each vertex, shape (vertices,): the first pairing at hand.
    columns
        The pairs that the program starts with (it has those of the pairing at hand as well), a mask over `pairs`.
    sets
        Odd sets to start with, shape (sets, vertices): any will do, good ones save work (`odd_prefixes`).
    stop
        When to stop searching; never, if not given.

    Attributes
    ----------
    pairs
        The pairs that a pairing of the face can hold.
    place, matched
        The places of the program's columns among `pairs`, and which of them are the pairing at hand: always perfect,
        and optimal on every level settled so far.
    sets, tight
        The odd sets known, shape (sets, vertices), and which of them every pairing of the face leaves exactly once.
    """

    def __init__(
        self,
        vertices: int,
        pairs: Pairs,
        mate: IntArray,
        columns: BoolArray | None = None,
        sets: BoolArray | None = None,
        stop: Stop | None = None,
    ) -> None:
        self.vertices = vertices
        self.pairs = pairs
        self.stop = stop or Stop()
        self.sets = np.zeros((0, vertices), dtype=np.bool_) if sets is None else sets
        self.tight = np.zeros(len(self.sets), dtype=np.bool_)
        self.start_over(np.zeros(len(pairs), dtype=np.bool_) if columns is None else columns, mate)

    def start_over(self, columns: BoolArray, mate: IntArray) -> None:
        """Another pairing of the face at hand, and a small program: its pairs and those marked in `columns`."""
        held = mate[self.pairs.u] == self.pairs.v
        self.place = np.flatnonzero(columns | held)
        self.matched = held[self.place]

    @property
    def tight_sets(self) -> BoolArray:
        """The odd sets that every pairing of the face leaves exactly once, shape (sets, vertices)."""
        tight: BoolArray = self.sets[self.tight]
        return tight

    def total(self, costs: IntArray) -> int:
        """What the pairing at hand costs."""
        return int(costs[self.place[self.matched]].sum())

    def partners(self) -> IntArray:
        """Partner of each vertex in the pairing at hand."""
        pairs = self.pairs.where(self.place[self.matched])
        mate = np.full(self.vertices, -1, dtype=np.int64)
        mate[pairs.u], mate[pairs.v] = pairs.v, pairs.u
        return mate

    def narrow(self, keep: BoolArray) -> None:
        """Keep some of the pairs, those of the pairing at hand among them."""
        self.pairs = self.pairs.where(keep)
        place = np.where(keep, np.cumsum(keep) - 1, -1)[self.place]
        stay = place >= 0
        self.place, self.matched = place[stay], self.matched[stay]

    def settle(self, costs: IntArray) -> Proof:
        """Prove a level and keep only its optimal pairings.

        By complementary slackness these are the pairings of reduced cost 0 throughout that leave every set with a
        positive dual exactly once.
        """
        proof, reduced = self.prove(costs)
        self.narrow(reduced == 0)
        self.tight[: len(proof.set_duals)] |= proof.set_duals > 0
        return proof

    def improve(self, proof: Proof, costs: IntArray) -> int:
        """The least total of `costs` (of `pairs`) over the pairings of the face, which the pairing at hand then has.

        A lightest matching, exact but without a proof.  `proof` bounds the total from below: together, the reduced
        costs of a pairing's pairs are what its total lies above the bound, so a better one than that at hand has none
        that large.
        """
        total = self.total(costs)
        near = reduced_costs(proof, self.pairs, costs) < proof.scale * total - proof.total
        near[self.place[self.matched]] = True
        places = np.flatnonzero(near)
        pairs, weights = self.pairs.where(places), costs[places]
        # The pairing at hand leaves every tight set once, and none can leave one less often: the first thing to count.
        sets = self.tight_sets
        left = (sets[:, pairs.u] != sets[:, pairs.v]).sum(axis=0)
        most = int(weights.max(initial=0)) * (self.vertices // 2) + 1
        mate = np.array(lightest_matching(self.vertices, pairs, (left * most + weights).tolist()))
        self.place = places[mate[pairs.u] == pairs.v]
        self.matched = np.ones(len(self.place), dtype=np.bool_)
        return int(costs[self.place].sum())

    def settle_by(self, proof: Proof, costs: IntArray) -> None:
        """Keep only the optimal pairings of a level, by a proof from elsewhere whose value the pairing at hand has."""
        self.narrow(reduced_costs(proof, self.pairs, costs) == 0)
        once = proof.set_duals > 0
        self.sets = np.append(self.sets, proof.sets[once], axis=0)
        self.tight = np.append(self.tight, np.ones(int(once.sum()), dtype=np.bool_))

    def prove(self, costs: IntArray) -> tuple[Proof, IntArray]:
        """The least total of `costs` (of `pairs`) over the pairings of the face, proved; and the pairs' reduced costs.

        The pairing at hand becomes one with that total.
        """
        if not costs[self.place[self.matched]].any():
            nothing = Proof.zero(self.vertices)
            return nothing, nothing.scale * costs
        proof, reduced, reached = self._by_program(costs)
        while not reached:
            proof, reduced, reached = self._by_edmonds(proof, reduced, costs)
        self.tight = self._tight_of(proof)
        self.sets = proof.sets
        return proof, reduced

    def _by_program(self, costs: IntArray) -> tuple[Proof, IntArray, bool]:
        """Duals by linear programs over the odd sets known, the pairs' reduced costs, and whether the pairing at hand
        has the value proved.

        It ends: each pass but the last adds pairs that were not there.
        """
        lp = MatchingLp(self.vertices, self.pairs.where(self.place), costs[self.place], self.sets, self.tight)
        lp.start(self.matched)
        while True:
            if self.stop.now:
                raise OutOfTime
            solved = lp.solve()
            if solved is None:
                nothing = Proof.zero(self.vertices)
                rough = replace(nothing, sets=self.sets, set_duals=np.zeros(len(self.sets), dtype=np.int64))
                return rough, rough.scale * costs, False
            x, duals = solved
            numbers, scale, exact = as_integers(duals)
            proof = Proof(scale, numbers[: self.vertices], self.sets, numbers[self.vertices :])
            reduced = reduced_costs(proof, self.pairs, costs)
            if not exact or (reduced[self.place] < 0).any():
                return proof, reduced, False
            cheap = np.flatnonzero(reduced < 0)
            if not len(cheap):
                return proof, reduced, self._reached(proof, x, costs) or self._by_slackness(proof, reduced)
            places = self._add_columns(cheap, reduced)
            lp.add_pairs(self.pairs.where(places), costs[places])

    def _by_edmonds(self, proof: Proof, reduced: IntArray, costs: IntArray) -> tuple[Proof, IntArray, bool]:
        """The least total over the columns, proved; with the pairs' reduced costs, and whether it is that of all pairs.

        Where it is not, pairs are added that were not there: so it ends.
        """
        cheap = np.flatnonzero(reduced < 0)
        new = cheap[~np.isin(cheap, self.place)]
        if len(new):
            self._add_columns(new, reduced)
        columns = self.pairs.where(self.place)
        proof, mate = lightest(columns, costs[self.place], self.partners(), proof, self._tight_of(proof), self.stop)
        self.matched = mate[columns.u] == columns.v
        reduced = reduced_costs(proof, self.pairs, costs)
        return proof, reduced, not (reduced < 0).any()

    def _tight_of(self, proof: Proof) -> BoolArray:
        """Which of the proof's sets are tight: it has those known, and then new ones."""
        return np.append(self.tight, np.zeros(len(proof.sets) - len(self.tight), dtype=np.bool_))

    def _reached(self, proof: Proof, x: FloatArray, costs: IntArray) -> bool:
        """Whether the pairing at hand has the value proved; the solution becomes it, if that is a pairing which has."""
        whole = np.rint(x)
        if np.abs(x - whole).max() < _NOISE and int((costs[self.place] * whole).sum()) * proof.scale == proof.total:
            self.matched = whole > 0.5
        return self.total(costs) * proof.scale == proof.total

    def _by_slackness(self, proof: Proof, reduced: IntArray) -> bool:
        """Whether the columns hold a pairing with the value proved, which becomes the one at hand.

        By complementary slackness such a pairing is one of reduced cost 0 that leaves every tight set, and every set
        with a positive dual, exactly once.
        """
        free = np.flatnonzero(reduced[self.place] == 0)
        columns = self.pairs.where(self.place[free])
        mate = np.full(self.vertices, -1, dtype=np.int64)
        held = columns.where(self.matched[free])
        mate[held.u], mate[held.v] = held.v, held.u
        partner = mate.tolist()
        if complete_matching(columns, partner) is not None:
            return False
        once = proof.sets[self._tight_of(proof) | (proof.set_duals > 0)]
        left = (once[:, columns.u] != once[:, columns.v]).sum(axis=0)
        for found in (partner, self._leaving_once(once, columns, left, held)):
            chosen = columns.u < 0 if found is None else np.array(found)[columns.u] == columns.v
            if chosen.any() and int(left[chosen].sum()) == len(once):
                self.matched = np.zeros(len(self.place), dtype=np.bool_)
                self.matched[free[chosen]] = True
                return True
        return False

    def _leaving_once(self, once: BoolArray, columns: Pairs, left: IntArray, held: Pairs) -> IntArray | None:
        """A pairing of the columns that leaves each set as seldom as one can, or None if none leaves each just once.

        `left` is how many of the sets each column leaves; `held` are the columns in the pairing at hand.
        """
        sizes = once.sum(axis=1)
        if (once == (np.arange(self.vertices) < sizes[:, None])).all():
            guess = [([u], [v], 1) for u, v in zip(held.u.tolist(), held.v.tolist(), strict=True)]
            cuts = sorted(sizes.tolist())
            return some_pairing(joined_by(columns, self.vertices), cuts, guess)
        return np.array(lightest_matching(self.vertices, columns, left.tolist()))

    def _add_columns(self, cheap: IntArray, reduced: IntArray) -> IntArray:
        """Take pairs of negative reduced cost into the program, the most negative if there are many."""
        most = _MOST_NEW_COLUMNS * self.vertices
        if len(cheap) > most:
            cheap = np.sort(cheap[np.argsort(reduced[cheap], kind="stable")[:most]])
        self.matched = np.append(self.matched, np.zeros(len(cheap), dtype=np.bool_))
        self.place = np.append(self.place, cheap)
        return cheap
