"""Look-ahead (RULES 14): this round so that K more can be paired, whatever the results, colours aside."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say, say_n
from pairproof.model.state.position import BoolArray
from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat.columns import columns_of
from pairproof.solver.cpsat.engine import CpResult, plain_model, possible, solve
from pairproof.solver.cpsat.limits import Limit, ordinary_result, pair_with_limits, price_of
from pairproof.solver.cpsat.model import Side, Variables
from pairproof.solver.cpsat.search import Search
from pairproof.solver.further_rounds import NEAR, Future, peeled
from pairproof.solver.problem import PairingProblem
from pairproof.solver.terms import Status
from pairproof.solver.witness import Witness

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr

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
    """Perfect matchings, one of the pairs open in each of the `rounds`; of the pairs that can be paired `once`, all
    arrays of shape (vertices, vertices), each stands in one of them or in this round.

    The bye is a player whom everybody meets who may have it.
    """

    rounds: tuple[BoolArray, ...]
    once: BoolArray

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
            if self.once[u, v]:
                model.add(plays(u, v) + sum(now[u, v] for now in meets if (u, v) in now) <= 1)
        if all((open_ == self.rounds[0]).all() for open_ in self.rounds[1:]):
            self._in_order(model, meets)
        return [boolean for now in meets for boolean in now.values()]

    def _in_order(self, model: CpModel, meets: list[dict[tuple[int, int], IntVar]]) -> None:
        """The order of rounds with the same pairs means nothing: one player's opponents come in increasing order."""
        if len(meets) < 2:
            return
        anchor = int(self.rounds[0].sum(axis=1).argmin())
        step_up = int(self.once[anchor][self.rounds[0][anchor]].all())
        for now, after in pairwise(meets):
            opponents = [
                sum(step * boolean for step, boolean in enumerate(of[pair] for pair in sorted(of) if anchor in pair))
                for of in (now, after)
            ]
            model.add(opponents[0] + step_up <= opponents[1])


def _open_rounds(future: Future, number: int, partner: Sequence[int] | None = None) -> FurtherRounds:
    """So many rounds after this one, or after this pairing of it, as a condition."""
    return FurtherRounds(future.rounds(number, partner), future.once)


def _kept_by(future: Future, partner: Sequence[int], number: int, search: Search) -> bool | None:
    """Whether so many rounds can follow this pairing; None if time ran out."""
    further = _open_rounds(future, number, partner)
    if peeled(further.rounds, further.once):
        return True
    if not all(open_.any(axis=1).all() for open_ in further.rounds):
        return False
    return _can_follow(further, search)


def _can_follow(further: FurtherRounds, search: Search) -> bool | None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    further.add(model, lambda u, v: 0)
    return search.satisfiable(model)


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
        raise UsageProblem(
            say("Look-ahead over {further} rounds: give a number of rounds, 0 or more.", further=further)
        )
    if planned is not None and further > planned - position.round:
        raise UsageProblem(
            say_n(
                "Look-ahead over {count} round: only {left} of the {planned} planned rounds are left after round "
                "{round}.",
                "Look-ahead over {count} rounds: only {left} of the {planned} planned rounds are left after round "
                "{round}.",
                further,
                left=planned - position.round,
                planned=planned,
                round=position.round,
            )
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
        future = Future(problem)
        kept = kept and _kept_by(future, partner, further, search) is True
        sides = (*sides, _open_rounds(future, further))
    if kept:
        return partner
    if further and problem.vertices > _MOST_AHEAD:
        return None
    columns = columns_of(problem)
    mate = np.array(partner)
    near = (columns.v - columns.u <= NEAR) | (columns.v >= problem.position.players) | (mate[columns.u] == columns.v)
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
    future = Future(problem)
    unknown = LookaheadResult(CpResult(Status.UNKNOWN, None, (), False), further, None, {})
    if ordinary.status is not Status.OPTIMAL:
        return unknown
    keeps = _kept_by(future, ordinary.partner, further, search)
    if keeps is None:
        return unknown
    if keeps:
        return LookaheadResult(ordinary, further, further, {})
    if future.most is None or further <= future.most:
        sides: tuple[Side, ...] = (*limits, _open_rounds(future, further))
        result = solve(problem, cuts=cuts, certified=certified, sides=sides, search=search)
        if result.partner is not None:
            return LookaheadResult(result, further, further, price_of(result, ordinary.levels))
        if result.status is not Status.INFEASIBLE:
            return unknown
    none = CpResult(Status.INFEASIBLE, None, (), False)
    most = further - 1 if future.most is None else min(further - 1, future.most)
    for number in range(most, 0, -1):
        keeps = _kept_by(future, ordinary.partner, number, search)
        if keeps is False:
            keeps = possible(problem, (*limits, _open_rounds(future, number)), search)
        if keeps is not False:
            return LookaheadResult(none, further, number if keeps else None, {})
    return LookaheadResult(none, further, 0, {})
