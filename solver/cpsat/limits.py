"""The optimum under limits that are no sum over pairs: quotas of groups, and how many published boards may change."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat.changed_boards import limit_of_changes
from pairproof.solver.cpsat.engine import CpResult, solve
from pairproof.solver.cpsat.model import Side
from pairproof.solver.cpsat.quotas import quotas_of
from pairproof.solver.cpsat.search import Search
from pairproof.solver.problem import PairingProblem
from pairproof.solver.result import LevelValue
from pairproof.solver.terms import Status
from pairproof.solver.witness import Witness


class Limit(Side, Protocol):
    """A condition that is seen from a pairing alone."""

    def kept_by(self, partner: Sequence[int]) -> bool:
        """Whether a pairing, `partner[vertex]`, keeps it."""


@dataclass(frozen=True)
class LimitedResult:
    """The best pairing that keeps the limits.

    `without` are the levels of the optimum without them; `price` is how much more each level costs where that differs
    (less is possible after the first).  Both are empty where nothing is legal at all.
    """

    result: CpResult
    without: tuple[LevelValue, ...]
    price: dict[str, int]


def limits_of(problem: PairingProblem, quotas: Mapping[str, int], max_changed: int | None = None) -> tuple[Limit, ...]:
    """The limits asked for: the most pairs in each group, the most published boards changed.

    Raises
    ------
    InvalidInput
        See `quotas_of`.
    """
    changes = () if max_changed is None else (limit_of_changes(problem, max_changed),)
    return (*quotas_of(problem, quotas), *changes)


def ordinary_result(certified: Certified | Witness, problem: PairingProblem) -> CpResult:
    """The certified engine's result in CP-SAT's terms."""
    if isinstance(certified, Witness):
        return CpResult(Status.INFEASIBLE, None, (), False, certified)
    levels = tuple(
        LevelValue(level.name, proof.value, proof.value, True)
        for level, proof in zip(problem.levels, certified.levels, strict=True)
    )
    return CpResult(Status.OPTIMAL, certified.partner, levels, True)


def price_of(result: CpResult, without: Sequence[LevelValue]) -> dict[str, int]:
    """How much more each level costs than without the condition, where that differs."""
    if result.partner is None:
        return {}
    return {
        level.name: level.value - before.value
        for level, before in zip(result.levels, without, strict=True)
        if level.value != before.value
    }


def pair_with_limits(
    problem: PairingProblem,
    certified: Certified | Witness,
    limits: Sequence[Limit],
    *,
    cuts: bool = True,
    time_limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    interrupt: threading.Event | None = None,
    search: Search | None = None,
) -> LimitedResult:
    """The optimal pairing, in natural order, that keeps the limits.

    The ordinary optimum (`certified`) is returned where it does.  The other parameters are those of `solve`.
    """
    ordinary = ordinary_result(certified, problem)
    if ordinary.partner is None or all(limit.kept_by(ordinary.partner) for limit in limits):
        return LimitedResult(ordinary, ordinary.levels, {})
    search = search or Search(time_limit, workers, seed, interrupt)
    result = solve(problem, cuts=cuts, certified=certified, sides=limits, search=search)
    return LimitedResult(result, ordinary.levels, price_of(result, ordinary.levels))
