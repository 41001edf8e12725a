"""Level after level and then the natural order, each proved by CP-SAT's own bound (docs/engines.md).

Independent of the certified engine but for what it may be given: odd sets, which are true of every pairing, and a
pairing to start from.  `cross_check` holds the two against each other.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.natural_order import Phase, phases
from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified import engine as certified_engine
from pairproof.solver.certified.engine import Certified
from pairproof.solver.certified.odd_sets import odd_prefixes
from pairproof.solver.cpsat.columns import Columns, columns_of
from pairproof.solver.cpsat.model import RoundModel, Side
from pairproof.solver.cpsat.search import Outcome, Search
from pairproof.solver.problem import PairingProblem
from pairproof.solver.proof.duals import digits
from pairproof.solver.result import LevelValue
from pairproof.solver.stopping import OutOfTime
from pairproof.solver.terms import Status
from pairproof.solver.witness import Witness, complete_matching

# Digits of the natural order in one cost: with larger weights wrong answers of CP-SAT are known.
_LARGEST_BLOCK = 2**31 - 1


@dataclass(frozen=True)
class CpResult:
    """What CP-SAT found.

    `status` is "optimal" (all levels and the natural order proved), "feasible" (time ran out: the best pairing so far),
    "infeasible", or "unknown" (time ran out before there was any).  `partner[vertex]` is None without a pairing.  The
    bound of a level holds for pairings that are as good on all levels before it.  `witness` says why nothing is legal,
    where that does not come from a side condition.
    """

    status: Status
    partner: tuple[int, ...] | None
    levels: tuple[LevelValue, ...]
    natural_order: bool
    witness: Witness | None = None


def solve(
    problem: PairingProblem,
    *,
    cuts: bool = True,
    hint: Sequence[int] | None = None,
    certified: Certified | Witness | None = None,
    sides: Sequence[Side] = (),
    time_limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    interrupt: threading.Event | None = None,
    search: Search | None = None,
) -> CpResult:
    """The optimal pairing in natural order, or the best one found in the time.

    Parameters
    ----------
    cuts
        Whether to use the certified engine's odd sets, and its pairing as hint where none is given; without, the model
        is plain.
    hint
        A pairing to start from, `partner[vertex]`; it need not be legal.
    certified
        The certified engine's result, where it is at hand; else it is computed if `cuts` asks for it.
    sides
        Conditions on top of the rules.
    search
        A time limit shared with other searches, in place of the four parameters before it.

    Raises
    ------
    InternalError
        If CP-SAT contradicts itself, the costs of the rules, or, on whether a legal pairing exists, the matching.
    """
    search = search or Search(time_limit, workers, seed, interrupt)
    odd_sets = np.zeros((0, problem.vertices), dtype=np.bool_)
    if cuts:
        certified = certified_engine.solve(problem) if certified is None else certified
        odd_sets = odd_prefixes(problem.position.score, problem.vertices)
        if isinstance(certified, Certified):
            odd_sets = odd_sets_of(certified, odd_sets)
            hint = certified.partner if hint is None else hint
    return _Descent(problem, odd_sets, hint, sides, search).result()


def cross_check(
    problem: PairingProblem, certified: Certified | Witness, result: CpResult | None = None, **options: bool | int
) -> None:
    """Compare the certified engine's result with CP-SAT's (where not given, computed with the options of `solve`).

    Raises
    ------
    InternalError
        If they differ, naming both engines and the level, or the natural order.
    """
    if result is None:
        result = solve(problem, certified=certified, **options)  # type: ignore[arg-type]
    if isinstance(certified, Witness):
        if result.partner is not None:
            raise InternalError("the engines certified and cp-sat disagree: only cp-sat found a legal pairing")
        return
    if result.status is Status.INFEASIBLE:
        raise InternalError("the engines certified and cp-sat disagree: only certified found a legal pairing")
    if result.partner is None:
        return
    equal_so_far = True
    for level, proof in zip(result.levels, certified.levels, strict=True):
        wrong = level.value != proof.value if level.proved else (level.bound or 0) > proof.value
        # A level says something only where those before it are equal.
        if equal_so_far and (wrong or level.value < proof.value):
            raise InternalError(
                f"the engines certified and cp-sat disagree on the level {level.name}: certified proved {proof.value}, "
                f"cp-sat found {level.value} with the bound {level.bound}"
            )
        equal_so_far &= level.value == proof.value
    if result.natural_order and result.partner != certified.partner:
        raise InternalError("the engines certified and cp-sat disagree on the natural order")


def possible(problem: PairingProblem, sides: Sequence[Side], search: Search) -> bool | None:
    """Whether any legal pairing keeps the conditions; None if time ran out."""
    columns = columns_of(problem)
    model = plain_model(columns, np.ones(len(columns), dtype=np.bool_), problem.vertices, sides, search)
    return None if model is None else search.satisfiable(model.model)


def plain_model(
    columns: Columns, alive: BoolArray, vertices: int, sides: Sequence[Side], search: Search
) -> RoundModel | None:
    """The round with its conditions alone, nothing known of it yet; None if time ran out."""
    no_sets = np.zeros((0, vertices), dtype=np.bool_)
    try:
        return RoundModel(columns, alive, vertices, no_sets, (), sides, search.stop)
    except OutOfTime:
        return None


def odd_sets_of(certified: Certified, more: BoolArray) -> BoolArray:
    """Every odd set in the proofs, and those in `more`, once each; shape (sets, vertices)."""
    proofs = [*certified.levels, *(block.proof for block in certified.order if block.proof is not None)]
    rows = np.vstack([more, *(proof.sets for proof in proofs)])
    members: BoolArray = np.unique(rows, axis=0)
    return members


class _Descent:
    """The search under way: what is proved so far, and the best pairing found.

    `alive` marks the columns that can still be in an optimal pairing: costs are never negative, so one that costs more
    than the optimum of its level is out, and so is one that a decision of the natural order excludes.
    """

    def __init__(
        self,
        problem: PairingProblem,
        odd_sets: BoolArray,
        hint: Sequence[int] | None,
        sides: Sequence[Side],
        search: Search,
    ) -> None:
        self.problem, self.search = problem, search
        self.odd_sets, self.sides = odd_sets, tuple(sides)
        self.columns = columns_of(problem)
        if (self.columns.costs < 0).any():
            raise InternalError("a pair has a negative cost")
        self.best = _best_columns(self.columns, len(problem.pairs))
        self.alive: BoolArray = np.ones(len(self.columns), dtype=np.bool_)
        self.limits: list[tuple[IntArray, int]] = []
        self.chosen: BoolArray | None = None
        self.own: tuple[int, ...] = ()
        self.ended = Status.UNKNOWN  # the last run
        self.hinted: BoolArray | None = None
        if hint is not None:
            mate = np.array(hint, dtype=np.int64)
            self.hinted = self._in_best_colours(mate[self.columns.u] == self.columns.v)

    def result(self) -> CpResult:
        """All levels, then the natural order."""
        levels: list[LevelValue] = []
        proved = True
        if not self.problem.levels:
            proved = self._minimise(np.zeros(len(self.columns), dtype=np.int64)) is not None
        for costs in self.columns.costs:
            bound = self._level(costs) if proved else 0
            if self.chosen is None and not self._fall_back():
                return self._without_pairing()
            value = self._value(costs)
            proved &= value == bound
            levels.append(LevelValue(self.problem.levels[len(levels)].name, value, bound, proved))
            if proved:
                self.alive &= costs <= value
                self.limits.append((costs, value))
        if self.chosen is None and not self._fall_back():
            return self._without_pairing()
        self._recompute(levels)
        if proved:
            proved = self._natural_order()
            self._recompute(levels)
        return CpResult(
            Status.OPTIMAL if proved else Status.FEASIBLE, tuple(self._partner().tolist()), tuple(levels), proved
        )

    def _level(self, costs: IntArray) -> int:
        """Find the best pairing on the next level; returns the bound."""
        if self.chosen is not None and self._value(costs) == 0:
            return 0  # costs are never negative
        outcome = self._minimise(costs)
        return 0 if outcome is None else outcome.bound or 0

    def _fall_back(self) -> bool:
        """Where no time was left to find a pairing: take the hint, if it is one; False otherwise."""
        if self.ended is not Status.UNKNOWN or self.sides or self.hinted is None:
            return False
        if 2 * int(self.hinted.sum()) != self.problem.vertices:
            return False
        self.chosen = self.hinted
        return True

    def _minimise(self, costs: IntArray) -> Outcome | None:
        """One run; a pairing that is better becomes the one at hand.  None if no pairing was found."""
        try:
            model = RoundModel(
                self.columns,
                self.alive,
                self.problem.vertices,
                self.odd_sets,
                self.limits,
                self.sides,
                self.search.stop,
            )
        except OutOfTime:
            self.ended = Status.UNKNOWN
            return None
        start = self._start()
        if start is not None:
            model.hint(start, self.own)
        outcome = self.search.run(model.model, model.everything, model.variables.total(costs))
        self.ended = outcome.status
        if outcome.status is Status.INFEASIBLE and self.chosen is not None:
            raise InternalError("cp-sat calls infeasible what it has solved before")
        if not outcome.values:
            return None
        found = model.variables.extract(outcome.values)
        if int(costs[found].sum()) != outcome.objective:
            raise InternalError(f"cp-sat: the objective {outcome.objective} of the solution does not add up")
        chosen = self._in_best_colours(found)
        if int(costs[chosen].sum()) < (outcome.bound or 0):
            raise InternalError(f"cp-sat: the bound {outcome.bound} is above the value of a pairing")
        for before, most in self.limits:
            if int(before[chosen].sum()) > most:
                raise InternalError("cp-sat: the solution is worse on a level settled before")
        if self.chosen is None or costs[chosen].sum() <= costs[self.chosen].sum():
            self.chosen = chosen
            self.own = outcome.values[len(model.variables.places) :]
        return outcome

    def _in_best_colours(self, chosen: BoolArray) -> BoolArray:
        """The same pairs, each in its best colouring: on levels not minimised yet the solver takes any."""
        best: BoolArray = np.zeros(len(self.columns), dtype=np.bool_)
        best[self.best[self.columns.pair[chosen]]] = True
        return best

    def _start(self) -> BoolArray | None:
        """Where the next run starts: at the hint as long as that holds what is proved, else at the pairing at hand."""
        if self.chosen is None:
            return self.hinted
        if self.hinted is None or self.sides:
            return self.chosen
        holds = self.alive[self.hinted].all() and all(
            int(costs[self.hinted].sum()) <= most for costs, most in self.limits
        )
        return self.hinted if holds else self.chosen

    def _value(self, costs: IntArray) -> int:
        assert self.chosen is not None
        return int(costs[self.chosen].sum())

    def _without_pairing(self) -> CpResult:
        if self.ended is not Status.INFEASIBLE:
            return CpResult(Status.UNKNOWN, None, (), False)
        if self.sides:
            found = possible(self.problem, self.sides, self.search)
            if found:
                raise InternalError("cp-sat calls the round infeasible, and then finds a pairing")
            return CpResult(Status.UNKNOWN if found is None else Status.INFEASIBLE, None, (), False)
        witness = complete_matching(self.problem.pairs, [-1] * self.problem.vertices)
        if witness is None:
            raise InternalError("cp-sat calls the round infeasible, the matching search has a legal pairing")
        return CpResult(Status.INFEASIBLE, None, (), False, witness)

    def _partner(self) -> IntArray:
        assert self.chosen is not None
        u, v = self.columns.u[self.chosen], self.columns.v[self.chosen]
        mate = np.full(self.problem.vertices, -1, dtype=np.int64)
        mate[u], mate[v] = v, u
        return mate

    def _recompute(self, levels: Sequence[LevelValue]) -> None:
        """The levels once more, from the pairs and the costs of the rules."""
        pairs, partner = self.problem.pairs, self._partner()
        held = pairs.where(partner[pairs.u] == pairs.v)
        if 2 * len(held) != self.problem.vertices:
            raise InternalError("cp-sat: a pair of the solution is not legal")
        for level, found in zip(self.problem.levels, levels, strict=True):
            value = int(self.problem.costs(level, held).sum())
            if value != found.value:
                raise InternalError(
                    f"cp-sat and the rules disagree on the level {found.name}: {found.value} and {value}"
                )

    def _natural_order(self) -> bool:
        """RULES 9, several decisions packed as the digits of one cost; whether all of it was proved."""
        partner: dict[int, int] = {}
        for phase in phases(self.problem.position, partner):
            waiting = [chooser for chooser in phase.choosers if chooser not in partner]
            while waiting:
                # One that has the first of his open candidates needs no search: nothing comes before it.
                settled, costs, claimed = self._digits(phase, waiting[:1])
                if self._value(costs) != 0:
                    settled, costs, claimed = self._digits(phase, waiting)
                    outcome = self._minimise(costs)
                    if outcome is None or outcome.bound != self._value(costs):
                        return False
                self._decide(claimed, partner)
                waiting = [chooser for chooser in waiting[settled:] if chooser not in partner]
        return True

    def _digits(self, phase: Phase, waiting: list[int]) -> tuple[int, IntArray, BoolArray]:
        """How many of the choosers fit into one block, and for all columns the digits and who is claimed."""
        places = np.unique(self.columns.pair[self.alive])
        block = digits(phase, waiting, self.problem.pairs.where(places), _LARGEST_BLOCK)
        costs = np.zeros(len(self.problem.pairs), dtype=np.int64)
        claimed: BoolArray = np.zeros(len(self.problem.pairs), dtype=np.bool_)
        costs[places], claimed[places] = block.costs, block.claimed
        return len(block.choosers), costs[self.columns.pair], claimed[self.columns.pair]

    def _decide(self, claimed: BoolArray, partner: dict[int, int]) -> None:
        """Keep of the claimed pairs those of the pairing at hand, and their players out of all others."""
        assert self.chosen is not None
        made = claimed & self.chosen
        kept = np.zeros(len(self.problem.pairs), dtype=np.bool_)
        kept[self.columns.pair[made]] = True
        self.alive &= ~claimed | kept[self.columns.pair]
        u, v = self.columns.u[made], self.columns.v[made]
        partner.update(zip(u.tolist(), v.tolist(), strict=True))
        partner.update(zip(v.tolist(), u.tolist(), strict=True))
        settled = np.zeros(self.problem.vertices, dtype=np.bool_)
        settled[u], settled[v] = True, True
        self.alive &= ~(settled[self.columns.u] | settled[self.columns.v]) | kept[self.columns.pair]


def _best_columns(columns: Columns, pairs: int) -> IntArray:
    """The column of each pair that is best in lexicographic order of levels, shape (pairs,)."""
    order = np.lexsort((*columns.costs[::-1], columns.pair))
    _, first = np.unique(columns.pair[order], return_index=True)
    if len(first) != pairs:
        raise InternalError("cp-sat: a legal pair has no column")
    best: IntArray = order[first]
    return best
