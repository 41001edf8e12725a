"""Why there is no legal pairing: what keeps the groups of the witness apart, and what would have to go.

The witness (RULES 13) shows that nothing is legal.  Here is why its groups cannot help one another: the rule or the
order against each pair that would; and whether a legal pairing would exist without the rules about colours, or without
the arbiter's orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pairproof.model.criteria import Breach, breaches, hard_criteria
from pairproof.model.criteria.hard import colour_rules
from pairproof.model.state.orders import pair_key
from pairproof.model.state.position import IntArray, Position
from pairproof.solver.certified.heuristic_start import first_columns, first_matching
from pairproof.solver.explain.answers import Barred, Cause, Obstacle
from pairproof.solver.problem import PairingProblem, compile_problem
from pairproof.solver.witness import Witness

MOST_PAIRS = 12
"""Pairs that are named, with what is against them."""


def cause_of(problem: PairingProblem, witness: Witness) -> Cause:
    """The cause in a problem without a legal pairing."""
    u, v = apart(problem.position.vertices, witness)
    named = zip(u[:MOST_PAIRS].tolist(), v[:MOST_PAIRS].tolist(), strict=True)
    barred = tuple(_barred(problem.position, one, other) for one, other in named)
    return Cause(barred, len(u) - len(barred), tuple(_removable(problem)))


def standing_breaches(position: Position, u: int, v: int) -> list[Breach]:
    """What makes the pair illegal; where criteria are given up (RULES 13) only the arbiter's orders do."""
    found = breaches(position, u, v)
    if position.orders.relax:
        return [breach for breach in found if breach.rule in ("forbid", "fix")]
    return found


def apart(vertices: int, witness: Witness) -> tuple[IntArray, IntArray]:
    """The pairs u < v that would lead out of a group, and not to a blocker: all of them are illegal."""
    # 0: neither group nor blocker.  −1: a blocker.
    home = np.zeros(vertices, dtype=np.int64)
    home[list(witness.blockers)] = -1
    for number, group in enumerate(witness.odd_groups, start=1):
        home[list(group)] = number
    u, v = (part.astype(np.int64) for part in np.triu_indices(vertices, 1))
    of_u, of_v = home[u], home[v]
    apart = (of_u != of_v) & (of_u >= 0) & (of_v >= 0)
    return u[apart], v[apart]


def _barred(position: Position, u: int, v: int) -> Barred:
    players = pair_key(position.id_of(u), position.id_of(v))
    return Barred(players, tuple(standing_breaches(position, u, v)))


def _removable(problem: PairingProblem) -> Iterator[frozenset[Obstacle]]:
    """The smallest sets of obstacles without which a legal pairing exists."""
    position = problem.position
    there = []
    if colour_rules(position.rules) and not position.orders.relax:
        there.append(Obstacle.COLOURS)
    if position.fixed or position.forbidden:
        there.append(Obstacle.ORDERS)
    alone = [frozenset({one}) for one in there if _possible_without(problem, frozenset({one}))]
    yield from alone
    if not alone and len(there) == 2 and _possible_without(problem, frozenset(there)):
        yield frozenset(there)


def _possible_without(problem: PairingProblem, gone: frozenset[Obstacle]) -> bool:
    position = problem.position
    if Obstacle.COLOURS in gone:
        hard = tuple(rule.name for rule in hard_criteria(position.rules) if rule.colours is None)
        position = replace(position, rules=replace(position.rules, hard=hard))
    if Obstacle.ORDERS in gone:
        position = replace(position, fixed={}, fixed_white=frozenset(), forbidden=frozenset())
    freed = compile_problem(position)
    return not isinstance(first_matching(freed, first_columns(freed)), Witness)
