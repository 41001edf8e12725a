"""Look-ahead (RULES 14): this round so that K more can be paired, whatever the results, colours aside."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pairproof.model.criteria import HARD, hard_criteria
from pairproof.model.errors import UsageProblem
from pairproof.model.state.position import BoolArray
from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat.columns import columns_of
from pairproof.solver.cpsat.engine import CpResult, plain_model, possible, solve
from pairproof.solver.cpsat.limits import Limit, ordinary_result, pair_with_limits, price_of
from pairproof.solver.cpsat.model import Side, Variables
from pairproof.solver.cpsat.search import Search
from pairproof.solver.problem import PairingProblem
from pairproof.solver.terms import Status
from pairproof.solver.witness import Witness

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr

_NEAR = 20  # places in rank order
_MOST_AHEAD = 200  # players: with more, a model of further rounds takes too long to write down when time has run out


@dataclass(frozen=True)
class LookaheadResult:
    """The best pairing after which `asked` further rounds can be paired.

    `possible` is the largest number up to `asked` that a legal pairing can keep: equal to `asked` with a pairing, less
    with status "infeasible", None where nothing is legal at all or time ran out before it was known.  `cost` is how
    much more each level costs than without looking ahead, where that differs (less is possible after the first).
    """

    result: CpResult
    asked: int
    possible: int | None
    cost: dict[str, int]


@dataclass(frozen=True)
class FurtherRounds:
    """Disjoint perfect matchings, one of the pairs open in each of the `rounds`, none of them paired this round.

    The bye is a player whom everybody meets who had none.
    """

    rounds: tuple[BoolArray, ...]

    def restrict(self, model: CpModel, variables: Variables) -> list[IntVar]:
        """See `Side`."""
        return self.add(model, variables.plays)

    def add(self, model: CpModel, plays: Callable[[int, int], LinearExpr | int]) -> list[IntVar]:
        """Add the further rounds to a model in which `plays` says who meets this round."""
        vertices = len(self.rounds[0]) if self.rounds else 0
        meets: list[dict[tuple[int, int], IntVar]] = [
            {(int(u), int(v)): model.new_bool_var("") for u, v in np.argwhere(np.triu(open_))} for open_ in self.rounds
        ]
        for now in meets:
            at: list[list[IntVar]] = [[] for _ in range(vertices)]
            for pair, boolean in now.items():
                for vertex in pair:
                    at[vertex].append(boolean)
            for booleans in at:
                model.add_exactly_one(booleans)
        for u, v in sorted(set().union(*meets)):
            model.add(plays(u, v) + sum(now[u, v] for now in meets if (u, v) in now) <= 1)
        if all((open_ == self.rounds[0]).all() for open_ in self.rounds[1:]):
            self._in_order(model, meets)
        return [boolean for now in meets for boolean in now.values()]

    def _in_order(self, model: CpModel, meets: list[dict[tuple[int, int], IntVar]]) -> None:
        """The order of rounds with the same pairs means nothing: one player's opponents come in increasing order."""
        if len(meets) < 2:
            return
        anchor = int(self.rounds[0].sum(axis=1).argmin())
        for now, after in pairwise(meets):
            opponents = [
                sum(step * boolean for step, boolean in enumerate(of[pair] for pair in sorted(of) if anchor in pair))
                for of in (now, after)
            ]
            model.add(opponents[0] + 1 <= opponents[1])


class _Future:
    """What further rounds have left: the hard criteria count that do not look at colours, those that bar what has been
    paired once, always, and the orders that stand in the file for rounds to come.
    """

    def __init__(self, problem: PairingProblem) -> None:
        position = problem.position
        self.problem = problem
        self.fresh: BoolArray = ~np.eye(problem.vertices, dtype=np.bool_)
        u, v = np.triu_indices(problem.vertices, 1)
        hard = hard_criteria(position.rules)
        for rule in HARD:
            if rule.once or (rule in hard and rule.colours is None):
                barred = rule.breaks(position, u, v) > 0
                self.fresh[u[barred], v[barred]] = self.fresh[v[barred], u[barred]] = False
        self._bar(self.fresh, position.tournament.forbidden)

    def _bar(self, open_: BoolArray, pairs: Iterable[tuple[int, int]]) -> None:
        """Take away pairs of ids, as far as both are present."""
        index_of = self.problem.position.index_of
        for a, b in pairs:
            if a in index_of and b in index_of:
                open_[index_of[a], index_of[b]] = open_[index_of[b], index_of[a]] = False

    def rounds(self, number: int, partner: Sequence[int] | None = None) -> FurtherRounds:
        """The pairs open in each of the next rounds, after this pairing of the present one if it is given."""
        position = self.problem.position
        found = []
        for further in range(1, number + 1):
            open_ = self.fresh.copy()
            if partner is not None:
                open_[np.arange(len(partner)), partner] = False
            self._bar(open_, position.tournament.forbidden_in.get(position.round + further, frozenset()))
            found.append(open_)
        return FurtherRounds(tuple(found))

    @cached_property
    def most(self) -> int:
        """A number of further rounds that cannot be exceeded: somebody has no more opponents left."""
        left = self.fresh.sum(axis=1)
        u, v = self.problem.pairs.u, self.problem.pairs.v
        rematch = np.zeros(self.problem.vertices, dtype=np.bool_)
        again = ~self.fresh[u, v]
        rematch[u[again]] = rematch[v[again]] = True
        # This round takes one away as well, unless it can be a rematch (where that is not forbidden).
        return max(0, int((left - ~rematch).min()))

    def kept_by(self, partner: Sequence[int], number: int, search: Search) -> bool | None:
        """Whether so many rounds can follow this pairing; None if time ran out."""
        further = self.rounds(number, partner)
        if _peeled(further):
            return True
        if not all(open_.any(axis=1).all() for open_ in further.rounds):
            return False
        return _can_follow(further, search)


def _can_follow(further: FurtherRounds, search: Search) -> bool | None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    further.add(model, lambda u, v: 0)
    return search.satisfiable(model)


def _peeled(further: FurtherRounds) -> bool:
    """Whether taking any perfect matching, then another, … finds as many: in large fields it nearly always does."""
    if not further.rounds:
        return True
    places = np.arange(len(further.rounds[0]))
    near = np.abs(np.subtract.outer(places, places)) <= _NEAR
    free: BoolArray = np.ones((len(places), len(places)), dtype=np.bool_)
    # Some opponents for everybody are enough to try first: a field of 1,000 has half a million pairs.
    return all(
        _take_matching(free, free & open_ & near) or _take_matching(free, free & open_) for open_ in further.rounds
    )


def _take_matching(left: BoolArray, among: BoolArray) -> bool:
    """Take a perfect matching among some of the pairs out of `left`; False if there is none."""
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(left))
    graph.add_edges_from_no_data([(int(u), int(v)) for u, v in np.argwhere(np.triu(among))])
    matched = list(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda _: 1))
    if 2 * len(matched) < len(left):
        return False
    for u, v in matched:
        left[u, v] = left[v, u] = False
    return True


def check_lookahead(problem: PairingProblem, further: int) -> None:
    """See to it that so many rounds are left (RULES 14).

    Raises
    ------
    UsageProblem
        If `further` is negative or more than the rounds left after this one.
    """
    position = problem.position
    planned = position.tournament.rounds_planned
    if further < 0:
        raise UsageProblem(f"Look-ahead over {further} rounds: give a number of rounds, 0 or more.")
    if planned is not None and further > planned - position.round:
        raise UsageProblem(
            f"Look-ahead over {further} rounds: only {planned - position.round} of the {planned} planned rounds are "
            f"left after round {position.round}."
        )


def some_pairing(
    problem: PairingProblem, partner: tuple[int, ...], further: int | None, limits: Sequence[Limit], seconds: float
) -> tuple[int, ...] | None:
    """A legal pairing that keeps look-ahead and limits, none of its levels asked about: `partner`, a legal pairing, if
    that does; None if no other was found in so many seconds.
    """
    search = Search(seconds)
    sides: tuple[Side, ...] = tuple(limits)
    kept = all(limit.kept_by(partner) for limit in limits)
    if further:
        future = _Future(problem)
        kept = kept and future.kept_by(partner, further, search) is True
        sides = (*sides, future.rounds(further))
    if kept:
        return partner
    if further and problem.vertices > _MOST_AHEAD:
        return None
    columns = columns_of(problem)
    mate = np.array(partner)
    near = (columns.v - columns.u <= _NEAR) | (columns.v >= problem.position.players) | (mate[columns.u] == columns.v)
    model = plain_model(columns, near, problem.vertices, sides, search)
    if model is None:
        return None
    outcome = search.run(model.model, model.everything)
    if not outcome.values:
        return None
    chosen = model.variables.extract(outcome.values)
    mate[columns.u[chosen]], mate[columns.v[chosen]] = columns.v[chosen], columns.u[chosen]
    return tuple(mate.tolist())


def pair_with_lookahead(
    problem: PairingProblem,
    certified: Certified | Witness,
    further: int,
    *,
    limits: Sequence[Limit] = (),
    cuts: bool = True,
    time_limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    interrupt: threading.Event | None = None,
) -> LookaheadResult:
    """The optimal pairing, in natural order, after which `further` rounds can still be paired.

    The ordinary optimum (`certified`) is returned where it has that property.  With `limits` (`pair_with_limits`) all
    of it is meant under them, the cost included.  The other parameters are those of `solve`.

    Raises
    ------
    UsageProblem
        If `further` is negative or more than the rounds left after this one.
    """
    check_lookahead(problem, further)
    search = Search(time_limit, workers, seed, interrupt)
    ordinary = ordinary_result(certified, problem)
    if limits:
        ordinary = pair_with_limits(problem, certified, limits, cuts=cuts, search=search).result
    if ordinary.partner is None:
        return LookaheadResult(ordinary, further, None, {})
    future = _Future(problem)
    unknown = LookaheadResult(CpResult(Status.UNKNOWN, None, (), False), further, None, {})
    if ordinary.status is not Status.OPTIMAL:
        return unknown
    keeps = future.kept_by(ordinary.partner, further, search)
    if keeps is None:
        return unknown
    if keeps:
        return LookaheadResult(ordinary, further, further, {})
    if further <= future.most:
        sides: tuple[Side, ...] = (*limits, future.rounds(further))
        result = solve(problem, cuts=cuts, certified=certified, sides=sides, search=search)
        if result.partner is not None:
            return LookaheadResult(result, further, further, price_of(result, ordinary.levels))
        if result.status is not Status.INFEASIBLE:
            return unknown
    none = CpResult(Status.INFEASIBLE, None, (), False)
    for number in range(min(further - 1, future.most), 0, -1):
        keeps = future.kept_by(ordinary.partner, number, search)
        if keeps is False:
            keeps = possible(problem, (*limits, future.rounds(number)), search)
        if keeps is not False:
            return LookaheadResult(none, further, number if keeps else None, {})
    return LookaheadResult(none, further, 0, {})
