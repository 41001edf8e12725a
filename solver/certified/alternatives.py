"""The optimal pairings, in natural order: a search through the decisions of RULES 9.

Each optimal pairing is one sequence of decisions: who gets which of his candidates, or none of them.  The search takes
them in the order RULES 9 tries them and turns back where no optimal pairing is left, which a matching on the face of
optimal pairings decides exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.natural_order import Phase, phases
from pairproof.model.errors import InternalError, UsageProblem
from pairproof.model.language import say
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.engine import Certified, optimal_face
from pairproof.solver.certified.exchange import Exchange
from pairproof.solver.certified.heuristic_start import lightest_matching
from pairproof.solver.problem import PairingProblem
from pairproof.solver.stopping import OutOfTime, Stop
from pairproof.solver.witness import Witness


def alternatives(
    problem: PairingProblem, certified: Certified | Witness, number: int, stop: Stop | None = None
) -> tuple[list[tuple[int, ...]], bool | None]:
    """Up to `number` optimal pairings, `partner[vertex]`, in natural order, the chosen one first; and whether there are
    more, None if it was time to stop before that was known.

    Raises
    ------
    UsageProblem
        If `number` is not positive.
    InternalError
        If one of them is not optimal, or the first is not the one the certified engine chose.
    """
    if number <= 0:
        raise UsageProblem(say("{number} alternatives: ask for at least 1", number=number))
    if isinstance(certified, Witness):
        return [], False
    stop = stop or Stop()
    found: list[tuple[int, ...]] = []
    try:
        for partner in _Enumeration(problem, certified, stop).pairings():
            if len(found) == number:
                return found, True
            _check(problem, certified, partner, first=not found)
            found.append(tuple(partner.tolist()))
            stop.tell("alternatives", len(found) / number)
    except OutOfTime:
        return found or [certified.partner], None
    return found, False


def _check(problem: PairingProblem, certified: Certified, partner: IntArray, first: bool) -> None:
    pairs = problem.pairs
    held = pairs.where(partner[pairs.u] == pairs.v)
    if 2 * len(held) != problem.vertices:
        raise InternalError("an alternative pairing is not legal")
    for level, proof in zip(problem.levels, certified.levels, strict=True):
        if int(problem.costs(level, held).sum()) != proof.value:
            raise InternalError(f"an alternative pairing is not optimal on the level {level.name}")
    if first and tuple(partner.tolist()) != certified.partner:
        raise InternalError("the first of the alternatives is not the pairing chosen by the natural order")


@dataclass
class _Decision:
    """One chooser in a phase: `options` are his open candidates in order, `tried` counts those done with (one more: he
    stays open).

    `mate` is an optimal pairing that agrees with all decisions before this one; `made` and `removed` are what the
    option now in force has changed: the partner, and the places of the pairs taken out.
    """

    phase: Phase
    number: int
    place: int
    chooser: int
    options: list[int]
    mate: IntArray
    tried: int = 0
    made: int | None = None
    removed: IntArray | None = None


class _Enumeration:
    """A depth-first search; `running` marks the pairs of the face that agree with the decisions in force."""

    def __init__(self, problem: PairingProblem, certified: Certified, stop: Stop) -> None:
        self.position = problem.position
        self.stop = stop
        face = optimal_face(problem, certified)
        self.pairs = face.pairs
        # Two levels may have one set.
        tight: BoolArray = np.unique(face.tight_sets, axis=0)
        # Pairs of settled players are none of the exchange's business; the mate of everybody is.
        self.exchange = Exchange(self.pairs, face.partners(), tight)
        self.running: BoolArray = np.ones(len(self.pairs), dtype=np.bool_)
        self.crossed: BoolArray = tight[:, self.pairs.u] != tight[:, self.pairs.v]
        self.weights = self.crossed.sum(axis=0)
        self.settled: set[int] = set(self.position.fixed)
        self.stack: list[_Decision] = []

    def pairings(self) -> Iterator[IntArray]:
        """All of them, in natural order."""
        following = self._enter(0)
        if following is None:
            yield self.exchange.mate.copy()
            return
        self.stack.append(following)
        while self.stack:
            if self.stop.now:
                raise OutOfTime
            decision = self.stack[-1]
            self._undo(decision)
            if not self._advance(decision):
                self.stack.pop()
                continue
            following = self._following(decision.phase, decision.number, decision.place + 1)
            if following is None:
                yield self.exchange.mate.copy()
            else:
                self.stack.append(following)

    def _enter(self, number: int) -> _Decision | None:
        """The first decision from phase `number` on."""
        partner: dict[int, int] = {}
        for count, phase in enumerate(phases(self.position, partner)):
            if count == number:
                return self._following(phase, number, 0)
            for decision in self.stack:
                if decision.number == count and decision.made is not None:
                    partner[decision.chooser] = decision.made
                    partner[decision.made] = decision.chooser
        return None

    def _following(self, phase: Phase, number: int, place: int) -> _Decision | None:
        """The next decision with something to decide, from that place among the phase's choosers on."""
        for at, chooser in enumerate(phase.choosers[place:], start=place):
            if chooser in self.settled:
                continue
            near = np.flatnonzero(self.exchange.joined[chooser])
            order = phase.order(chooser, near)
            tried = order >= 0
            if tried.any():
                options = near[tried][np.argsort(order[tried])].tolist()
                return _Decision(phase, number, at, chooser, options, self.exchange.mate.copy())
        return self._enter(number + 1)

    def _advance(self, decision: _Decision) -> bool:
        """Put the next option that some optimal pairing has in force; False when there is none left."""
        while decision.tried <= len(decision.options):
            chooser = decision.chooser
            self.exchange.mate[:] = decision.mate
            if decision.tried < len(decision.options):
                option = decision.options[decision.tried]
                done = self._pair(decision, chooser, option)
            else:
                done = self._leave_open(decision, chooser)
            decision.tried += 1
            if done:
                return True
        return False

    def _undo(self, decision: _Decision) -> None:
        if decision.removed is not None:
            self._join(decision.removed, True)
            decision.removed = None
        if decision.made is not None:
            self.settled -= {decision.chooser, decision.made}
            decision.made = None

    def _join(self, places: IntArray, back: bool) -> None:
        self.running[places] = back
        u, v = self.pairs.u[places], self.pairs.v[places]
        self.exchange.joined[u, v] = back
        self.exchange.joined[v, u] = back

    def _pair(self, decision: _Decision, u: int, v: int) -> bool:
        """Settle the two, if an optimal pairing has them."""
        mate, pairs = self.exchange.mate, self.pairs
        own = int(np.flatnonzero((pairs.u == min(u, v)) & (pairs.v == max(u, v)))[0])
        at_them = (pairs.u == u) | (pairs.v == u) | (pairs.u == v) | (pairs.v == v)
        found = mate[u] == v or self.exchange.make(u, v)
        # A tight set is left by one pair only.
        gone = self.running & (at_them | self.crossed[self.crossed[:, own]].any(axis=0))
        if not found:
            inside = self._component(u)
            needed = self._weight(inside, mate) - int(self.weights[own])
            inside[[u, v]] = False
            if not self._rematch(inside, self.running & ~gone, needed):
                return False
            mate[u], mate[v] = v, u
        decision.removed = np.flatnonzero(gone)
        decision.made = v
        self._join(decision.removed, False)
        self.settled |= {u, v}
        return True

    def _leave_open(self, decision: _Decision, u: int) -> bool:
        """Take the chooser's candidates away from him, if an optimal pairing has none of them."""
        mate, pairs = self.exchange.mate, self.pairs
        others = np.where(pairs.u == u, pairs.v, pairs.u)
        his = ((pairs.u == u) | (pairs.v == u)) & np.isin(others, decision.options)
        needed_by = int(mate[u])
        decision.removed = np.flatnonzero(his & self.running)
        before = self._component(u)
        needed = self._weight(before, mate)
        self._join(decision.removed, False)
        if needed_by not in decision.options:
            return True
        left = np.flatnonzero(self.exchange.joined[u]).tolist()
        if any(self.exchange.make(u, other) for other in left):
            return True
        if left and self._rematch(before, self.running, needed):
            return True
        self._undo(decision)
        return False

    def _component(self, start: int) -> BoolArray:
        """Everybody who can be reached from a player through pairs in the running."""
        joined = self.exchange.joined
        inside: BoolArray = np.zeros(len(joined), dtype=np.bool_)
        inside[start] = True
        fresh = inside.copy()
        while fresh.any():
            fresh = joined[fresh].any(axis=0) & ~inside
            inside |= fresh
        return inside

    def _weight(self, inside: BoolArray, mate: IntArray) -> int:
        """How often the tight sets are left by the pairs inside: the least there is."""
        held = inside[self.pairs.u] & (mate[self.pairs.u] == self.pairs.v)
        return int(self.weights[held].sum())

    def _rematch(self, inside: BoolArray, running: BoolArray, needed: int) -> bool:
        """Pair those inside anew with this weight, if that is possible: `mate` is changed."""
        places = np.flatnonzero(running & inside[self.pairs.u] & inside[self.pairs.v])
        chosen = self.pairs.where(places)
        mate = np.array(lightest_matching(len(inside), chosen, self.weights[places].tolist()), dtype=np.int64)
        if (mate[inside] < 0).any():
            return False
        if int(self.weights[places][mate[chosen.u] == chosen.v].sum()) != needed:
            return False
        self.exchange.mate[inside] = mate[inside]
        return True
