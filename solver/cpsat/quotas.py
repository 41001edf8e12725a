"""Quotas: at most so many pairs inside a named group this round."""

from __future__ import annotations

import difflib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pairproof.model.errors import Fault, InvalidInput
from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat.engine import CpResult, solve
from pairproof.solver.cpsat.model import Variables
from pairproof.solver.cpsat.search import Search
from pairproof.solver.problem import PairingProblem
from pairproof.solver.result import LevelValue
from pairproof.solver.terms import Status
from pairproof.solver.witness import Witness

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


@dataclass(frozen=True)
class Quota:
    """At most `most` pairs have both players among `members` (indices)."""

    group: str
    most: int
    members: tuple[int, ...]

    def restrict(self, model: CpModel, variables: Variables) -> list[IntVar]:
        """See `Side`."""
        inside = np.zeros(variables.vertices, dtype=np.bool_)
        inside[list(self.members)] = True
        pairs = variables.among(inside)
        if len(pairs) > self.most:
            model.add(sum(pairs) <= self.most)
        return []

    def kept_by(self, partner: Sequence[int]) -> bool:
        """Whether a pairing, `partner[vertex]`, has no more such pairs."""
        members = set(self.members)
        return sum(u < partner[u] and partner[u] in members for u in members) <= self.most


@dataclass(frozen=True)
class QuotaResult:
    """The best pairing that keeps the quotas.

    `without` are the levels of the optimum without them; `price` is how much more each level costs where that differs
    (less is possible after the first).  Both are empty where nothing is legal at all.
    """

    result: CpResult
    without: tuple[LevelValue, ...]
    price: dict[str, int]


def quotas_of(problem: PairingProblem, most: Mapping[str, int]) -> tuple[Quota, ...]:
    """The quotas by group name, each for the group's members who are present.

    Raises
    ------
    InvalidInput
        If the tournament has no such group (the nearest names are given), or a number is negative.
    """
    tournament, position = problem.position.tournament, problem.position
    known = sorted({group for player in tournament.players for group in player.groups})
    faults = []
    for group, number in most.items():
        if group not in known:
            near = difflib.get_close_matches(group, known, n=3, cutoff=0.5)
            if near:
                hint = f"; did you mean {' or '.join(near)}"
            else:
                hint = f"; there are: {', '.join(known)}" if known else "; no player is in any group"
            faults.append(Fault(f"max_pairs_in_group: no player is in a group {group!r}{hint}."))
        if number < 0:
            faults.append(Fault(f"max_pairs_in_group: {group!r} cannot have {number} pairs at most: 0 is the least."))
    if faults:
        raise InvalidInput(faults, tournament.source)
    return tuple(
        Quota(group, number, tuple(index for index, own in enumerate(position.groups) if group in own))
        for group, number in most.items()
    )


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


def pair_with_quotas(
    problem: PairingProblem,
    certified: Certified | Witness,
    most: Mapping[str, int],
    *,
    cuts: bool = True,
    time_limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    interrupt: threading.Event | None = None,
    search: Search | None = None,
) -> QuotaResult:
    """The optimal pairing, in natural order, with at most `most[group]` pairs inside each of these groups.

    The ordinary optimum (`certified`) is returned where it keeps the quotas.  The other parameters are those of
    `solve`.

    Raises
    ------
    InvalidInput
        See `quotas_of`.
    """
    quotas = quotas_of(problem, most)
    ordinary = ordinary_result(certified, problem)
    if ordinary.partner is None or all(quota.kept_by(ordinary.partner) for quota in quotas):
        return QuotaResult(ordinary, ordinary.levels, {})
    search = search or Search(time_limit, workers, seed, interrupt)
    result = solve(problem, cuts=cuts, certified=certified, sides=quotas, search=search)
    return QuotaResult(result, ordinary.levels, price_of(result, ordinary.levels))
