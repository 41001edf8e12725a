"""What is left for the rounds after this one, whatever its results (RULES 14): matchings alone, no search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from pairproof.model.criteria import hard_criteria
from pairproof.model.state.position import BoolArray, IntArray, Position
from pairproof.solver.problem import PairingProblem
from pairproof.solver.result import Pairing

NEAR = 20
"""Places in rank order: opponents that are tried first."""


class Future:
    """What further rounds have left among those present: those hard criteria of the rule set count that do not look at
    colours, and the orders that stand in the file for rounds to come.

    `fresh` marks the pairs open to them before this round, `once` those that can be paired once, both of shape
    (vertices, vertices).
    """

    def __init__(self, problem: PairingProblem) -> None:
        position = problem.position
        self.problem = problem
        self.fresh: BoolArray = ~np.eye(problem.vertices, dtype=np.bool_)
        self.once: BoolArray = np.zeros_like(self.fresh)
        u, v = np.triu_indices(problem.vertices, 1)
        for rule in hard_criteria(position.rules):
            if rule.colours is None:
                _mark(self.fresh, u, v, rule.breaks(position, u, v) > 0, False)
            if rule.once is not None:
                _mark(self.once, u, v, rule.once(position, u, v), True)
        bar(self.fresh, position, position.tournament.forbidden)

    def rounds(self, number: int, partner: Sequence[int] | None = None) -> tuple[BoolArray, ...]:
        """The pairs open in each of the next rounds, after this pairing of the present one if it is given."""
        position = self.problem.position
        found = []
        for further in range(1, number + 1):
            open_ = self.fresh.copy()
            if partner is not None:
                places = np.arange(len(partner))
                open_[places, partner] &= ~self.once[places, partner]
            bar(open_, position, position.tournament.forbidden_in.get(position.round + further, frozenset()))
            found.append(open_)
        return tuple(found)

    @cached_property
    def most(self) -> int | None:
        """A number of further rounds that cannot be exceeded: somebody has no more opponents left; None without one."""
        again = (self.fresh & ~self.once).any(axis=1)
        left = self.fresh.sum(axis=1)
        u, v = self.problem.pairs.u, self.problem.pairs.v
        spared = np.zeros(self.problem.vertices, dtype=np.bool_)
        free = ~(self.fresh & self.once)[u, v]
        spared[u[free]] = spared[v[free]] = True
        # This round takes one away as well, unless it can be of a pair that is not open later anyway.
        bounds = (left - ~spared)[~again]
        return max(0, int(bounds.min())) if len(bounds) else None


def mates(pairing: Pairing) -> list[int]:
    """The partner of each vertex in a whole pairing."""
    position = pairing.problem.position
    index_of, partners = position.index_of, pairing.partners
    found = [index_of[partners[position.id_of(vertex)]] for vertex in range(position.players)]
    return found + ([] if pairing.bye is None else [index_of[pairing.bye]])


def bar(open_: BoolArray, position: Position, pairs: Iterable[tuple[int, int]]) -> None:
    """Take pairs of ids (0 for the bye) away from a table of vertices, as far as both are present."""
    index_of = position.index_of
    for a, b in pairs:
        if a in index_of and b in index_of:
            open_[index_of[a], index_of[b]] = open_[index_of[b], index_of[a]] = False


def _mark(table: BoolArray, u: IntArray, v: IntArray, where: BoolArray, value: bool) -> None:
    table[u[where], v[where]] = table[v[where], u[where]] = value


def peeled(rounds: Sequence[BoolArray], once: BoolArray) -> bool:
    """Whether taking any perfect matching for the first round, then another for the next, … finds one for each: in
    large fields it nearly always does, and of a single round it is the whole answer.
    """
    if not rounds:
        return True
    places = np.arange(len(once))
    near = np.abs(np.subtract.outer(places, places)) <= NEAR
    free: BoolArray = np.ones((len(places), len(places)), dtype=np.bool_)
    # Some opponents for everybody are enough to try first: a field of 1,000 has half a million pairs.
    return all(
        _take_matching(free, free & open_ & near, once) or _take_matching(free, free & open_, once) for open_ in rounds
    )


def _take_matching(left: BoolArray, among: BoolArray, once: BoolArray) -> bool:
    """Take the pairs that can be paired once of a perfect matching among some out of `left`; False if there is none."""
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(left))
    graph.add_edges_from_no_data([(int(u), int(v)) for u, v in np.argwhere(np.triu(among))])
    matched = list(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda _: 1))
    if 2 * len(matched) < len(left):
        return False
    for u, v in matched:
        left[u, v] = left[v, u] = not once[u, v]
    return True
