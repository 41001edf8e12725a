"""The kernel of the proof: integers in, faults out.

Whoever believes this file, and the pairs and costs that it is given, need believe nothing else to know that a pairing
is the best one (docs/method.md has the argument).  It solves nothing, reads no file, and knows neither players nor
rules: vertices are numbers 0 … n − 1, pairs are two arrays of their ends, costs an array beside them.

* `matching`: does a list of pairs hold each vertex once, and no pair but those allowed?
* `settle`: do the duals prove that no matching still in play costs less?  Then what stays in play is derived.
* `Order`: does each chooser in turn get the first partner who still leaves an optimal matching?
* `unmatchable`: do the odd groups show that no matching exists at all?

Every number may come from an adversary.  Sums are made in Python's integers, which have no bound, before anything goes
into arrays of 64 bits; what might not fit is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pairproof.solver.proof import faults as fault
from pairproof.solver.proof.proofs import BoolArray, IntArray, OrderBlock, Proof

Ends = npt.NDArray[np.integer]
OddSet = frozenset[int]

LARGEST = 2**62
"""Bound of every number that goes into arithmetic of 64 bits."""


class Turns(Protocol):
    """One stretch of decisions: those who choose, in this order, as `model.criteria.natural_order.Phase`."""

    @property
    def choosers(self) -> Sequence[int]:
        """Vertices; one who was taken by an earlier one no longer chooses."""

    def order(self, chooser: int, others: IntArray) -> IntArray:
        """For each of the others when the chooser tries him, smallest first; −1 for one he never tries."""


# --- A perfect matching of allowed pairs -----------------------------------------------------------------------------


@dataclass(frozen=True)
class InPlay:
    """What is still in play, and a matching in it.

    `u` < `v` are the ends of the pairs in play, `place` where they stand among all allowed pairs; every matching in
    play leaves each set of `equations` exactly once.  `mate[vertex]` is the partner in the matching at hand.
    """

    mate: IntArray
    u: Ends
    v: Ends
    place: IntArray
    equations: frozenset[OddSet] = frozenset()

    def cost(self, costs: IntArray) -> int:
        """Total of the matching at hand; `costs` has the pairs' shape."""
        return sum(costs[self.mate[self.u] == self.v].tolist())


def matching(
    vertices: int, u: Ends, v: Ends, pairs: Sequence[tuple[int, int]]
) -> tuple[InPlay | None, list[fault.MatchingFault]]:
    """All allowed pairs (`u` < `v`) and the matching at hand, which must hold each vertex exactly once."""
    faults: list[fault.MatchingFault] = []
    seen: dict[int, int] = {}
    for place, pair in enumerate(pairs):
        for vertex in pair:
            if not 0 <= vertex < vertices:
                faults.append(fault.Stranger(vertex, place))
            elif vertex in seen:
                faults.append(fault.Twice(vertex, seen[vertex], place))
            seen[vertex] = place
    if missing := tuple(vertex for vertex in range(vertices) if vertex not in seen):
        faults.append(fault.Missing(missing))
    if faults:
        return None, faults
    mate = np.full(vertices, -1, dtype=np.int64)
    for one, other in pairs:
        mate[one], mate[other] = other, one
    allowed = set((np.flatnonzero(mate[u] == v)).tolist())
    held = {(int(u[place]), int(v[place])) for place in allowed}
    faults += [fault.NotAllowed(*pair) for pair in pairs if (min(pair), max(pair)) not in held]
    return (None if faults else InPlay(mate, u, v, np.arange(len(u)))), faults


# --- One level -------------------------------------------------------------------------------------------------------


def settle(
    face: InPlay, costs: IntArray, proof: Proof, value: int | None = None
) -> tuple[InPlay | None, list[fault.ProofFault]]:
    """What one level leaves in play, if the proof shows that no matching of the face costs less than that at hand.

    `costs` are those of the pairs of the face, integers ≥ 0; `value` is what the level is said to cost, if it is said.

    A matching reaches the value only with pairs of reduced cost 0, and if it leaves each set with a positive dual just
    once: only these stay.  That the matching at hand does so follows from the sums being equal.
    """
    faults = faults_of(proof, face.equations)
    cost = face.cost(costs)
    wrong: list[fault.ProofFault] = [fault.WrongValue(value, cost)] if value is not None and value != cost else []
    if faults:
        return None, faults + wrong
    reduced, faults = _proved(face, costs, proof, cost)
    if wrong or faults or reduced is None:
        return None, wrong + faults
    stay = reduced == 0
    return InPlay(face.mate, face.u[stay], face.v[stay], face.place[stay], face.equations | left_once(proof)), []


def left_once(proof: Proof) -> frozenset[OddSet]:
    """The sets that become equations: those with a positive dual."""
    return frozenset(
        members for members, dual in zip(_members(proof), proof.set_duals.tolist(), strict=True) if dual > 0
    )


def _members(proof: Proof) -> list[OddSet]:
    return [frozenset(np.flatnonzero(row).tolist()) for row in proof.sets]


def faults_of(proof: Proof, equations: frozenset[OddSet]) -> list[fault.ProofFault]:
    """What is wrong with the duals by themselves."""
    faults: list[fault.ProofFault] = [] if proof.scale >= 1 else [fault.BadScale(proof.scale)]
    seen: set[OddSet] = set()
    duals = proof.set_duals.tolist()
    for place, (members, dual) in enumerate(zip(_members(proof), duals, strict=True)):
        if len(members) % 2 == 0:
            faults.append(fault.NotOdd(place, len(members)))
        elif members in seen:
            faults.append(fault.SetTwice(place))
        elif dual < 0 and members not in equations:
            faults.append(fault.NegativeDual(place, dual))
        seen.add(members)
    if not faults and proof.scale + largest(proof) >= LARGEST:
        faults.append(fault.TooLarge())
    return faults


def largest(proof: Proof) -> int:
    """Bound of what is taken from a pair's cost: duals of both ends, and of the sets that separate them."""
    of_vertices: list[int] = proof.vertex_duals.tolist()
    of_sets: list[int] = proof.set_duals.tolist()
    return 2 * max(map(abs, of_vertices), default=0) + 4 * sum(map(abs, of_sets))


def _proved(face: InPlay, costs: IntArray, proof: Proof, cost: int) -> tuple[IntArray | None, list[fault.ProofFault]]:
    """The pairs' reduced costs, if the duals prove that no matching of these pairs costs less than `cost`.

    Every matching is worth Σ duals of vertices + Σ dual · (pairs that leave the set) + Σ reduced costs, over the scale.
    """
    faults: list[fault.ProofFault] = []
    if proof.total != cost * proof.scale:
        faults.append(fault.WrongTotal(proof.total, proof.scale, cost))
    if proof.scale * int(costs.max(initial=0)) + largest(proof) >= LARGEST:
        return None, [*faults, fault.TooLarge()]
    reduced = _reduced_costs(face, costs, proof)
    if len(reduced) and reduced.min() < 0:
        worst = int(reduced.argmin())
        u, v, count = int(face.u[worst]), int(face.v[worst]), int((reduced < 0).sum())
        faults.append(fault.NegativeReducedCost(u, v, int(reduced[worst]), proof.scale, count))
    return (None if faults else reduced), faults


def _reduced_costs(face: InPlay, costs: IntArray, proof: Proof) -> IntArray:
    """For each pair scale · cost − dual of u − dual of v − duals of the odd sets that hold exactly one of u and v."""
    reduced = proof.scale * costs
    if proof.vertex_duals.any():
        reduced -= proof.vertex_duals[face.u]
        reduced -= proof.vertex_duals[face.v]
    if len(proof.sets):
        # Vertices that are in the same sets are alike: what separates two kinds of vertices is added up once.
        kinds, kind = np.unique(proof.sets.T, axis=0, return_inverse=True)
        kind = kind.reshape(-1)
        separated = np.zeros((len(kinds), len(kinds)), dtype=np.int64)
        for member, dual in zip(kinds.T, proof.set_duals.tolist(), strict=True):
            separated += dual * (member[:, None] != member[None, :])
        reduced -= separated[kind[face.u], kind[face.v]]
    return reduced


# --- The natural order -----------------------------------------------------------------------------------------------


class Order:
    """The natural order, replayed with the matching at hand: each block must be about those whose turn it is.

    `phases` is called once, with the partners of all who have chosen or were chosen, and enters those whom an order has
    fixed; it is asked for the next phase when nobody is waiting in the one before, and reads the partners then.
    """

    def __init__(self, face: InPlay, phases: Callable[[dict[int, int]], Iterable[Turns]]) -> None:
        self._face = face
        self._open: BoolArray = np.ones(len(face.u), dtype=np.bool_)
        ends = np.concatenate([face.u, face.v])
        by_vertex = np.argsort(ends, kind="stable")
        starts = np.searchsorted(ends[by_vertex], np.arange(1, len(face.mate)))
        self._touching = np.split(by_vertex % max(1, len(face.u)), starts)
        self._partner: dict[int, int] = {}
        self._phases: Iterator[Turns] = iter(phases(self._partner))
        self._turns: Turns | None = None
        self._waiting: list[int] = []

    def take(self, block: OrderBlock) -> list[fault.OrderFault]:
        """What is wrong with the next block.  After a fault nothing more can be said."""
        turns = self._next()
        if turns is None:
            return [fault.NobodysTurn()]
        if not block.choosers:
            return [fault.NoChoosers(self._waiting[0])] if block.proof is None else self._narrow(block.proof)
        turn = tuple(self._waiting[: len(block.choosers)])
        if block.choosers != turn:
            return [fault.NotTheirTurn(turn)]
        faults = self._first_choices(turns, turn) if block.proof is None else self._digits(turns, turn, block.proof)
        self._waiting = [chooser for chooser in self._waiting[len(turn) :] if chooser not in self._partner]
        return faults

    def end(self) -> list[fault.NotAtTheEnd]:
        """That somebody has not chosen, after the last block."""
        return [] if self._next() is None else [fault.NotAtTheEnd(self._waiting[0])]

    def _next(self) -> Turns | None:
        """The phase in which somebody waits."""
        while not self._waiting:
            self._turns = next(self._phases, None)
            if self._turns is None:
                return None
            self._waiting = list(self._turns.choosers)
        return self._turns

    def _candidates(self, turns: Turns, chooser: int) -> tuple[IntArray, IntArray]:
        """Places of the chooser's open pairs, and when he tries each: smallest first, −1 for never."""
        places = self._touching[chooser][self._open[self._touching[chooser]]]
        others = (self._face.u[places].astype(np.int64) + self._face.v[places]) - chooser
        return places, turns.order(chooser, others)

    def _settle(self, player: int) -> None:
        """The player has the partner he has: both keep that pair only."""
        face, other = self._face, int(self._face.mate[player])
        self._partner[player], self._partner[other] = other, player
        for one in (player, other):
            places = self._touching[one]
            self._open[places[face.mate[face.u[places]] != face.v[places]]] = False

    def _first_choices(self, turns: Turns, choosers: Sequence[int]) -> list[fault.OrderFault]:
        """Each chooser in turn, unless taken by one before him, must have the first of his open candidates."""
        for chooser in choosers:
            if chooser in self._partner:
                continue
            places, order = self._candidates(turns, chooser)
            tried = order >= 0
            if not tried.any():
                continue  # nobody to choose from: he stays open
            first = int(places[tried][order[tried].argmin()])
            other = int(self._face.u[first]) + int(self._face.v[first]) - chooser
            if self._face.mate[chooser] != other:
                return [fault.NotFirst(chooser, other, int(self._face.mate[chooser]))]
            self._settle(chooser)
        return []

    def _narrow(self, proof: Proof) -> list[fault.OrderFault]:
        """A level on which every pair costs nothing: what cannot be in a matching that is still in play leaves it."""
        face, places = self._face, np.flatnonzero(self._open)
        left = InPlay(face.mate, face.u[places], face.v[places], places, face.equations)
        narrowed, faults = settle(left, np.zeros(len(places), dtype=np.int64), proof)
        if narrowed is not None:
            self._open[:] = False
            self._open[narrowed.place] = True
            self._face = replace(face, equations=narrowed.equations)
        return list(faults)

    def _digits(self, turns: Turns, choosers: Sequence[int], proof: Proof) -> list[fault.OrderFault]:
        """The block's proof, over costs that say "which of his candidates each chooser gets".

        The costs are the digits of one number, the first chooser's in front.  A chooser's candidates are his open pairs
        that are no candidates of an earlier chooser of the block.  They count 0, 1, 2 … in the order he tries them; his
        other pairs, which leave him open here, count the number after the last (those that an earlier chooser claims
        count nothing for him).  So no digit spills into the one before it, and the smallest number is the earliest
        choice of each in turn.
        """
        face = self._face
        claimed: BoolArray = np.zeros(len(face.u), dtype=np.bool_)
        columns: list[tuple[IntArray, IntArray, int]] = []  # places, digits, number of digits there are
        largest = 1
        for chooser in choosers:
            places, order = self._candidates(turns, chooser)
            mine = ~claimed[places]
            places, order = places[mine], order[mine]
            tried = np.flatnonzero(order >= 0)
            digit = np.full(len(places), len(tried), dtype=np.int64)
            digit[tried[np.argsort(order[tried])]] = np.arange(len(tried))
            claimed[places[tried]] = True
            columns.append((places, digit, len(tried) + 1))
            largest *= len(tried) + 1
        if largest >= LARGEST:
            return [fault.TooManyDigits()]
        costs = np.zeros(len(face.u), dtype=np.int64)
        weight = 1
        for places, digit, base in reversed(columns):
            costs[places] += weight * digit
            weight *= base
        left = InPlay(face.mate, face.u[self._open], face.v[self._open], face.place[self._open], face.equations)
        _, faults = settle(left, costs[self._open], proof)
        if faults:
            return list(faults)
        # The least number is reached only by these digits: of the candidates, the chosen ones stay.
        chosen = claimed & (face.mate[face.u] == face.v)
        self._open &= ~claimed | chosen
        for player in face.u[chosen].tolist():
            self._settle(player)
        return []


# --- No matching at all ----------------------------------------------------------------------------------------------


def unmatchable(
    vertices: int, u: Ends, v: Ends, blockers: Sequence[int], groups: Sequence[Sequence[int]]
) -> list[fault.WitnessFault]:
    """Whether the groups show that no matching of the pairs exists; if there is no fault they do.

    There must be more groups than blockers, all of them odd, and every pair of a member inside his group or with a
    blocker.  In a matching each odd group would need a blocker of its own.
    """
    faults: list[fault.WitnessFault] = []
    seen: dict[int, int] = {}
    for place, members in enumerate((blockers, *groups)):
        for vertex in members:
            if not 0 <= vertex < vertices:
                faults.append(fault.Stranger(vertex, place))
            elif vertex in seen:
                faults.append(fault.Twice(vertex, seen[vertex], place))
            seen[vertex] = place
        if place > 0 and len(members) % 2 == 0:
            faults.append(fault.NotOdd(place, len(members)))
    if len(groups) <= len(blockers):
        faults.append(fault.TooFewGroups(len(groups), len(blockers)))
    if faults:
        return faults
    # 0: neither group nor blocker.  −1: a blocker.
    home = np.zeros(vertices, dtype=np.int64)
    home[list(blockers)] = -1
    for place, members in enumerate(groups, start=1):
        home[list(members)] = place
    at_u, at_v = home[u], home[v]
    escapes = np.flatnonzero(((at_u > 0) | (at_v > 0)) & (at_u != at_v) & (at_u != -1) & (at_v != -1))
    if len(escapes):
        first = escapes[0]
        faults.append(fault.Escape(int(u[first]), int(v[first]), int(max(at_u[first], at_v[first])), len(escapes)))
    return faults
