"""The certified engine: level after level, the face of optimal pairings and an exact proof (docs/method.md).

For each level the linear relaxation is solved over a few candidate pairs; its duals, made integers, price *all* pairs still
in the running.  Once no pair has a negative reduced cost the duals prove the level's value, and only pairs with reduced
cost 0 can be in an optimal pairing: they are the next level's candidates.  The natural order (RULES 9) is more of the
same: "which of his candidates each player gets", as the digits of one cost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model.errors import InternalError
from model.natural_order import Phase, phases
from model.position import BoolArray, IntArray
from solver.matching_lp import MatchingLp, as_integers, odd_prefixes
from solver.odd_sets import violated_odd_sets
from solver.problem import PairingProblem
from solver.proof import OrderBlock, Proof, digits, reduced_costs
from solver.start import first_columns, first_matching
from solver.witness import Witness

# Digits of one block of the natural order stay below this product: costs up to 2^40 are exact in doubles, half-integers
# included, with room for the sums of duals along a path.
_LARGEST_BLOCK = 2**40
_MOST_NEW_COLUMNS = 4  # per vertex and pricing round


@dataclass(frozen=True)
class Certified:
    """An optimal pairing in natural order, `partner[vertex]`, with the proof of each level and of the order."""

    partner: tuple[int, ...]
    levels: tuple[Proof, ...]
    order: tuple[OrderBlock, ...]


class _Face:
    """The candidates still in the running, the linear program over some of them, and the pairing at hand.

    `place` holds, for each column of the program, its place among `pairs` (−1 once it has left the face); `matched` marks
    the columns of the pairing at hand, which is always perfect and optimal on every level proved so far.
    """

    def __init__(self, problem: PairingProblem, columns: IntArray, matched: BoolArray) -> None:
        self.vertices = problem.vertices
        self.pairs = problem.pairs
        self.place = columns
        self.matched = matched
        sets = odd_prefixes(problem.position.score, self.vertices)
        chosen = self.pairs.where(columns)
        self.lp = MatchingLp(self.vertices, chosen.u, chosen.v, sets)
        self.lp.load(self.lp.matching_basis(matched))

    def prove(self, costs: IntArray) -> tuple[Proof, IntArray]:
        """The least total of `costs` (of `pairs`) over the pairings of the face, proved; and the pairs' reduced costs.

        The pairing at hand becomes one with that total.
        """
        if not costs[self.place[self.matched]].any():
            nothing = Proof.zero(self.vertices)
            return nothing, nothing.scale * costs
        self.lp.set_costs(np.where(self.place >= 0, costs[self.place], 0))
        while True:
            x, duals = self.lp.solve()
            whole = np.rint(x)
            if np.abs(x - whole).max() > 1e-6:
                self.lp.add_sets(violated_odd_sets(self.lp.u, self.lp.v, x, self.vertices))
                continue
            numbers, scale = as_integers(duals)
            proof = Proof(scale, numbers[: self.vertices], self.lp.sets, numbers[self.vertices :])
            reduced = reduced_costs(proof, self.pairs, costs)
            cheap = np.flatnonzero(reduced < 0)
            if len(cheap) == 0:
                break
            self._add_columns(cheap, reduced, costs)
        self.matched = whole > 0.5
        if int(costs[self.place[self.matched]].sum()) * scale != proof.total:
            raise InternalError("the value of the pairing and its proof differ")
        return proof, reduced

    def _add_columns(self, cheap: IntArray, reduced: IntArray, costs: IntArray) -> None:
        if np.isin(cheap, self.place).any():
            raise InternalError("the duals of the linear program are not exact")
        most = _MOST_NEW_COLUMNS * self.vertices
        if len(cheap) > most:
            cheap = np.sort(cheap[np.argsort(reduced[cheap], kind="stable")[:most]])
        fresh = self.pairs.where(cheap)
        self.lp.add_pairs(fresh.u, fresh.v, costs[cheap])
        self.place = np.append(self.place, cheap)

    def narrow(self, keep: BoolArray) -> IntArray:
        """Keep some of the pairs, those of the pairing at hand among them; returns the columns that fell out."""
        self.pairs = self.pairs.where(keep)
        place = np.where(keep, np.cumsum(keep) - 1, -1)
        before = self.place
        self.place = np.where(before >= 0, place[before], -1)
        return np.flatnonzero((before >= 0) & (self.place < 0))

    def reload(self) -> None:
        """A fresh program of the columns still in the face, from the basis at hand where that survives."""
        keep = self.place >= 0
        column_basis, row_basis = self.lp.basis()
        survives = not (column_basis & ~keep).any()
        self.place, self.matched = self.place[keep], self.matched[keep]
        self.lp.keep(keep)
        self.lp.load((column_basis[keep], row_basis) if survives else self.lp.matching_basis(self.matched))

    def partners(self) -> IntArray:
        """Partner of each vertex in the pairing at hand."""
        pairs = self.pairs.where(self.place[self.matched])
        mate = np.full(self.vertices, -1, dtype=np.int64)
        mate[pairs.u], mate[pairs.v] = pairs.v, pairs.u
        return mate


def solve(problem: PairingProblem) -> Certified | Witness:
    """The optimal pairing in natural order with its proof, or the witness that no legal pairing exists."""
    start = first_matching(problem, first_columns(problem))
    if isinstance(start, Witness):
        return start
    face = _Face(problem, *start)
    proofs = []
    for level in problem.levels:
        proof, reduced = face.prove(problem.costs(level, face.pairs))
        # Complementary slackness: the pairings that are optimal here are those of reduced cost 0 throughout which leave
        # every set with a positive dual exactly once.
        face.narrow(reduced == 0)
        face.lp.tighten(proof.set_duals > 0)
        face.reload()
        proofs.append(proof)
    order = _natural_order(problem, face)
    return Certified(tuple(face.partners().tolist()), tuple(proofs), order)


def _natural_order(problem: PairingProblem, face: _Face) -> tuple[OrderBlock, ...]:
    blocks: list[OrderBlock] = []
    partner: dict[int, int] = {}
    for phase in phases(problem.position, partner):
        waiting = list(phase.choosers)
        while waiting:
            block = _decide(face, phase, waiting, partner)
            blocks.append(block)
            waiting = [chooser for chooser in waiting[len(block.choosers) :] if chooser not in partner]
    return tuple(blocks)


def _decide(face: _Face, phase: Phase, waiting: list[int], partner: dict[int, int]) -> OrderBlock:
    """Decide for as many of the next choosers as fit into one block; of their candidates the face keeps the chosen ones."""
    block = digits(phase, waiting, face.pairs, _LARGEST_BLOCK)
    proof, _ = face.prove(block.costs)
    chosen = np.zeros(len(face.pairs), dtype=np.bool_)
    chosen[face.place[face.matched]] = True
    chosen &= block.claimed
    u, v = face.pairs.u[chosen], face.pairs.v[chosen]
    partner.update(zip(u.tolist(), v.tolist(), strict=True))
    partner.update(zip(v.tolist(), u.tolist(), strict=True))
    settled = np.zeros(face.vertices, dtype=np.bool_)
    settled[u] = settled[v] = True
    keep = chosen | ~(block.claimed | settled[face.pairs.u] | settled[face.pairs.v])
    face.lp.close(face.narrow(keep))
    return OrderBlock(block.choosers, proof)
