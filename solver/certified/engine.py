"""The certified engine: level after level, the face of optimal pairings and an exact proof (docs/method.md).

For each level the linear relaxation is solved over a few candidate pairs; its duals, made integers, price *all* pairs
still in the running.  Once no pair has a negative reduced cost the duals prove the level's value, and only pairs with
reduced cost 0 can be in an optimal pairing: they are the next level's candidates.  The natural order (RULES 9) is more
of the same: "which of his candidates each player gets", as the digits of one cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.natural_order import Phase, phases
from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.exchange import Exchange
from pairproof.solver.certified.heuristic_start import first_columns, first_matching, lightest_matching
from pairproof.solver.certified.linear_program import FloatArray, InexactDuals, MatchingLp, as_integers, odd_prefixes
from pairproof.solver.certified.odd_sets import members_of, odd_components, odd_cuts
from pairproof.solver.problem import PairingProblem
from pairproof.solver.proof.duals import OrderBlock, Proof, digits, reduced_costs
from pairproof.solver.stopping import OutOfTime, Stop
from pairproof.solver.witness import Witness, complete_matching

# Digits of one block of the natural order stay below this product.  Up to 2^30 the duals came out exact wherever it was
# tried (with 2^40 they did not); should they not, the block is made smaller, in the end to one player.
_BLOCKS = (2**30, 2**12, 1)
_NOISE = 1e-6
_CHEAP_CUTS = 3  # rounds of small cuts before the large ones that take a search
_MOST_NEW_COLUMNS = 4  # per vertex and pricing round


@dataclass(frozen=True)
class Certified:
    """An optimal pairing in natural order, `partner[vertex]`, with the proof of each level and of the order."""

    partner: tuple[int, ...]
    levels: tuple[Proof, ...]
    order: tuple[OrderBlock, ...]


@dataclass(frozen=True)
class Unfinished:
    """Time ran out: a legal pairing, `partner[vertex]`, optimal on the levels whose proofs are here, in no order."""

    partner: tuple[int, ...]
    levels: tuple[Proof, ...]


class _Face:
    """The candidates still in the running, a linear program over some of them, and the pairing at hand.

    `place` holds the places of the program's columns among `pairs`, `matched` which of them are the pairing at hand:
    always perfect, and optimal on every level proved so far.  `sets` are the odd sets known, shape (sets, vertices),
    `tight` those that every optimal pairing leaves exactly once.
    """

    def __init__(self, problem: PairingProblem, columns: IntArray, matched: BoolArray, stop: Stop) -> None:
        self.vertices = problem.vertices
        self.pairs = problem.pairs
        self.stop = stop
        self.place = columns
        self.matched = matched
        self.sets = odd_prefixes(problem.position.score, self.vertices)
        self.tight = np.zeros(len(self.sets), dtype=np.bool_)

    def prove(self, costs: IntArray) -> tuple[Proof, IntArray]:
        """The least total of `costs` (of `pairs`) over the pairings of the face, proved; and the pairs' reduced costs.

        The pairing at hand becomes one with that total.
        """
        if not costs[self.place[self.matched]].any():
            nothing = Proof.zero(self.vertices)
            return nothing, nothing.scale * costs
        lp = MatchingLp(self.vertices, self.pairs.where(self.place), costs[self.place], self.sets, self.tight)
        lp.start(self.matched)
        cheap_cuts = _CHEAP_CUTS
        while True:
            if self.stop.now:
                raise OutOfTime
            x, duals = lp.solve()
            numbers, scale = as_integers(duals)
            proof = Proof(scale, numbers[: self.vertices], lp.sets, numbers[self.vertices :])
            reduced = reduced_costs(proof, self.pairs, costs)
            cheap = np.flatnonzero(reduced < 0)
            if len(cheap):
                self._add_columns(lp, cheap, reduced, costs)
            elif self._integral(proof, x, costs):
                break
            elif cheap_cuts > 0 and len(sets := odd_components(lp.pairs, x, self.vertices)):
                cheap_cuts -= 1
                lp.add_sets(sets)
            elif (barrier := self._by_slackness(proof, reduced)) is None:
                break
            elif len(barrier):
                lp.add_sets(barrier)
            elif len(sets := odd_components(lp.pairs, x, self.vertices)):
                lp.add_sets(sets)
            else:
                lp.add_sets(odd_cuts(lp.pairs, x, self.vertices))
        self.tight = np.append(self.tight, np.zeros(len(lp.sets) - len(self.sets), dtype=np.bool_))
        self.sets = lp.sets
        return proof, reduced

    def _integral(self, proof: Proof, x: FloatArray, costs: IntArray) -> bool:
        """Whether the solution is a pairing (it becomes the one at hand), or the pairing at hand has the value
        proved.
        """
        whole = np.rint(x)
        integral = bool(np.abs(x - whole).max() < _NOISE)
        if integral:
            self.matched = whole > 0.5
        reached = int(costs[self.place[self.matched]].sum()) * proof.scale == proof.total
        if integral and not reached:
            raise InternalError("the value of the pairing and its proof differ")
        return reached

    def _by_slackness(self, proof: Proof, reduced: IntArray) -> BoolArray | None:
        """None when the columns hold a pairing with the value proved, which becomes the one at hand; else odd sets that
        show why not, shape (sets, vertices), as far as they are easily found.

        By complementary slackness such a pairing is one of reduced cost 0 that leaves every tight set, and every set
        with a positive dual, exactly once.  Where the pairs of reduced cost 0 hold no pairing at all, there are more
        odd groups of players than players who join them: with these groups the bound must rise (Edmonds' step).
        """
        free = np.flatnonzero(reduced[self.place] == 0)
        columns = self.pairs.where(self.place[free])
        mate = np.full(self.vertices, -1, dtype=np.int64)
        held = columns.where(self.matched[free])
        mate[held.u], mate[held.v] = held.v, held.u
        partner = mate.tolist()
        witness = complete_matching(columns, partner)
        if witness is not None:
            groups = members_of([list(group) for group in witness.odd_groups if len(group) > 1], self.vertices)
            known = {row.tobytes() for row in proof.sets}
            return groups[[row.tobytes() not in known for row in groups]]
        padding = np.zeros(len(proof.sets) - len(self.tight), dtype=np.bool_)
        once = proof.sets[np.append(self.tight, padding) | (proof.set_duals > 0)]
        left = (once[:, columns.u] != once[:, columns.v]).sum(axis=0)
        for found in (partner, None):
            mate = np.array(found or lightest_matching(self.vertices, columns, left.tolist()))
            chosen = mate[columns.u] == columns.v
            if int(left[chosen].sum()) == len(once):
                self.matched = np.zeros(len(self.place), dtype=np.bool_)
                self.matched[free[chosen]] = True
                return None
        return np.zeros((0, self.vertices), dtype=np.bool_)

    def _add_columns(self, lp: MatchingLp, cheap: IntArray, reduced: IntArray, costs: IntArray) -> None:
        if (reduced[self.place] < 0).any():
            raise InternalError("the duals of the linear program are not exact")
        most = _MOST_NEW_COLUMNS * self.vertices
        if len(cheap) > most:
            cheap = np.sort(cheap[np.argsort(reduced[cheap], kind="stable")[:most]])
        lp.add_pairs(self.pairs.where(cheap), costs[cheap])
        self.matched = np.append(self.matched, np.zeros(len(cheap), dtype=np.bool_))
        self.place = np.append(self.place, cheap)

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
        total = int(costs[self.place[self.matched]].sum())
        near = reduced_costs(proof, self.pairs, costs) < proof.scale * total - proof.total
        near[self.place[self.matched]] = True
        places = np.flatnonzero(near)
        pairs, weights = self.pairs.where(places), costs[places]
        # The pairing at hand leaves every tight set once, and none can leave one less often: the first thing to count.
        sets = self.sets[self.tight]
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

    def start_over(self, columns: BoolArray, mate: IntArray) -> None:
        """Another pairing of the face at hand, and a small program: its pairs and those marked in `columns`."""
        held = mate[self.pairs.u] == self.pairs.v
        self.place = np.flatnonzero(columns | held)
        self.matched = held[self.place]

    def partners(self) -> IntArray:
        """Partner of each vertex in the pairing at hand."""
        pairs = self.pairs.where(self.place[self.matched])
        mate = np.full(self.vertices, -1, dtype=np.int64)
        mate[pairs.u], mate[pairs.v] = pairs.v, pairs.u
        return mate


def solve(problem: PairingProblem) -> Certified | Witness:
    """The optimal pairing in natural order with its proof, or the witness that no legal pairing exists."""
    result = solve_until(problem, Stop())
    assert not isinstance(result, Unfinished), "nothing stops it"
    return result


def solve_until(problem: PairingProblem, stop: Stop) -> Certified | Unfinished | Witness:
    """`solve`; but when it is time to stop, the pairing at hand and what is proved of it."""
    face = _start(problem, stop)
    if isinstance(face, Witness):
        return face
    proofs: list[Proof] = []
    try:
        for place, level in enumerate(problem.levels):
            face.stop.tell(level.name, place / (2 * len(problem.levels)))
            proofs.append(face.settle(problem.costs(level, face.pairs)))
        partner, order = _natural_order(problem, face)
    except OutOfTime:
        return Unfinished(tuple(face.partners().tolist()), tuple(proofs))
    return Certified(partner, tuple(proofs), order)


def first_loss(problem: PairingProblem, proofs: Sequence[Proof]) -> tuple[int, int] | Witness | None:
    """The first level on which some of a problem's pairs cannot do as well as all of them: its place and the optimum
    there, None if there is none.

    `proofs` are those of the levels with all pairs.  As long as a level's optimum is the same, its proof holds here as
    well; the one optimum that differs is a lightest matching's weight.  Many times cheaper than `solve`.
    """
    face = _start(problem, Stop())
    if isinstance(face, Witness):
        return face
    for place, (level, proof) in enumerate(zip(problem.levels, proofs, strict=True)):
        costs = problem.costs(level, face.pairs)
        if int(costs[face.place[face.matched]].sum()) != proof.value:
            optimum = face.improve(proof, costs)
            if optimum != proof.value:
                return place, optimum
        face.settle_by(proof, costs)
    return None


def _start(problem: PairingProblem, stop: Stop) -> _Face | Witness:
    start = first_matching(problem, first_columns(problem))
    return start if isinstance(start, Witness) else _Face(problem, *start, stop)


def _natural_order(problem: PairingProblem, face: _Face) -> tuple[tuple[int, ...], tuple[OrderBlock, ...]]:
    exchange = Exchange(face.pairs, face.partners(), face.sets[face.tight])
    blocks: list[OrderBlock] = []
    partner: dict[int, int] = {}
    for phase in phases(problem.position, partner):
        waiting = list(phase.choosers)
        while waiting:
            block = _first_choices(exchange, phase, waiting, partner) or _by_digits(
                face, exchange, phase, waiting, partner
            )
            blocks.append(block)
            face.stop.tell("natural order", 0.5 + len(partner) / (2 * face.vertices))
            waiting = [chooser for chooser in waiting[len(block.choosers) :] if chooser not in partner]
    return tuple(exchange.mate.tolist()), tuple(blocks)


def _first_choices(exchange: Exchange, phase: Phase, waiting: list[int], partner: dict[int, int]) -> OrderBlock | None:
    """The run of next choosers who each get the first of their open candidates by an exchange: nothing to prove there.

    None where already the first of them does not.
    """
    run = []
    for chooser in waiting:
        if chooser not in partner:
            near = np.flatnonzero(exchange.joined[chooser])
            order = phase.order(chooser, near)
            if (order >= 0).any():
                first = int(near[np.argmin(np.where(order >= 0, order, np.iinfo(np.int64).max))])
                if not exchange.make(chooser, first):
                    break
                partner[chooser], partner[first] = first, chooser
                exchange.close([chooser, first])
        run.append(chooser)
    return OrderBlock(tuple(run), None) if run else None


def _by_digits(
    face: _Face, exchange: Exchange, phase: Phase, waiting: list[int], partner: dict[int, int]
) -> OrderBlock:
    """Decide for as many of the next choosers as fit into one block of digits."""
    face.narrow(exchange.holds(face.pairs))
    for largest in _BLOCKS:
        block = digits(phase, waiting, face.pairs, largest)
        face.start_over(block.claimed, exchange.mate)
        try:
            proof, _ = face.prove(block.costs)
            break
        except InexactDuals:
            if largest == _BLOCKS[-1]:
                raise
    exchange.mate[:] = face.partners()
    chosen = block.claimed & (exchange.mate[face.pairs.u] == face.pairs.v)
    u, v = face.pairs.u[chosen].tolist(), face.pairs.v[chosen].tolist()
    partner.update(zip(u, v, strict=True))
    partner.update(zip(v, u, strict=True))
    exchange.drop(face.pairs.where(block.claimed))
    exchange.close(u + v)
    return OrderBlock(block.choosers, proof)
