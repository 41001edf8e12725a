"""Edmonds' algorithm: a lightest perfect matching with integer duals, from any duals to begin with (docs/method.md).

Linear programs are quicker nearly always, but nothing bounds how many odd sets they ask for.  Here every step raises
the bound, the matching grows after at most two steps for each vertex, and nothing depends on floating-point numbers:
it ends, always.

One step: the sets with a dual are shrunk to one node each.  Where the pairs of reduced cost 0 match all nodes, done.
Else a largest matching of them shows blockers, fewer than the odd groups they hold together (Gallai and Edmonds): the
duals of the groups rise, those of the blockers fall, until another pair has reduced cost 0 or a shrunk blocker has no
dual left and is taken apart.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.proof.duals import reduced_costs
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.stopping import OutOfTime, Stop
from pairproof.solver.witness import Witness, complete_matching


def lightest(
    pairs: Pairs, costs: IntArray, mate: IntArray, start: Proof, tight: BoolArray, stop: Stop
) -> tuple[Proof, IntArray]:
    """The least total of the costs over the perfect matchings that leave each tight set once: its proof, and one of
    them, partner of each vertex.

    Parameters
    ----------
    pairs, costs
        u < v, and integers ≥ 0.
    mate
        Any such perfect matching of the pairs, partner of each vertex.
    start
        Duals to begin with, good or bad.  The proof returned has its sets, in the same order, and then others.
    tight
        Which of its sets are tight, shape (sets,): their duals may have either sign.
    stop
        When to stop searching.

    Raises
    ------
    OutOfTime
        When it is time to stop.
    """
    search = _Search(pairs, costs, mate, start, tight)
    while not search.step():
        if stop.now:
            raise OutOfTime
    return search.proof(start.sets, tight), search.matching()


def _side(members: BoolArray) -> BoolArray:
    """Of a set and its complement, which are left by the same pairs, the one without the last vertex."""
    return ~members if members[-1] else members


def _cross(one: BoolArray, other: BoolArray) -> bool:
    return bool((one & other).any() and (one & ~other).any() and (other & ~one).any())


class _Set:
    """An odd set with its dual; `node` is its first member."""

    def __init__(self, members: BoolArray, dual: int) -> None:
        self.members, self.dual = members, dual
        self.size, self.node = int(members.sum()), int(np.argmax(members))


class _Search:
    """Duals under way: `vertex_duals`, and the sets of `family`, none of which crosses another.

    Each set's pairs of reduced cost 0 match all of it but any one node (once the sets inside are shrunk): so whatever
    matches the shrunk nodes can be continued inside.  A tight set is worth `penalty` for each pair that leaves it: that
    is how the matchings are kept that leave it once, and its dual is that much larger than the one given out.
    """

    def __init__(self, pairs: Pairs, costs: IntArray, mate: IntArray, start: Proof, tight: BoolArray) -> None:
        self.u, self.v = pairs.u.astype(np.int64), pairs.v.astype(np.int64)
        self.vertices = len(mate)
        self.scale = 2 * start.scale  # steps are halves of reduced costs
        self.vertex_duals = 2 * start.vertex_duals
        self.reduced = 2 * reduced_costs(start, pairs, costs)
        self.penalty = int(costs.max(initial=0)) * (self.vertices // 2) + 1
        self.held = [(a, b) for a, b in enumerate(mate.tolist()) if a < b]
        self.family: list[_Set] = []
        duals: dict[bytes, int] = {}
        for row, dual, once in zip(start.sets, (2 * start.set_duals).tolist(), tight.tolist(), strict=True):
            key = _side(row).tobytes()
            duals[key] = duals.get(key, 0) + dual + once * self.scale * self.penalty
        self._adopt([_Set(np.frombuffer(key, dtype=np.bool_), dual) for key, dual in duals.items() if dual])

    def _repair(self) -> None:
        """Lower vertices' duals until no reduced cost is negative."""
        lacking = np.zeros(self.vertices, dtype=np.int64)
        np.maximum.at(lacking, self.u, -np.minimum(self.reduced, 0))
        self.vertex_duals = self.vertex_duals - lacking
        self.reduced = self.reduced + lacking[self.u] + lacking[self.v]

    def _adopt(self, given: list[_Set]) -> None:
        """Keep of the sets those that do not cross and have what `family` promises; the others lose their dual, which
        lowers the bound.
        """
        laminar: list[_Set] = []
        for each in sorted(given, key=lambda each: -each.dual):
            if each.dual > 0 and not any(_cross(each.members, other.members) for other in laminar):
                laminar.append(each)
            else:
                self._drop(each)
        self._repair()
        for each in sorted(laminar, key=lambda each: each.size):
            nodes = self._nodes(each.members)
            witness = self._match(nodes, {})
            # Any one node can be the one left over if the search reaches all of them by even paths.
            if witness is not None and witness.odd_groups == (tuple(np.unique(nodes[nodes >= 0]).tolist()),):
                self.family.append(each)
            else:
                self._drop(each)

    def _drop(self, one: _Set) -> None:
        self.reduced[one.members[self.u] != one.members[self.v]] += one.dual

    def _nodes(self, inside: BoolArray) -> IntArray:
        """The node of each vertex inside, −1 for the others: the largest sets of the family inside are shrunk."""
        nodes = np.where(inside, np.arange(self.vertices), -1)
        for each in self._largest(inside):
            nodes[each.members] = each.node
        return nodes

    def _largest(self, inside: BoolArray) -> Iterator[_Set]:
        """The sets of the family properly inside that are in no other such set."""
        seen = np.zeros(self.vertices, dtype=np.bool_)
        size = int(inside.sum())
        for each in sorted(self.family, key=lambda each: -each.size):
            if each.size < size and inside[each.node] and inside[each.members].all() and not seen[each.node]:
                seen |= each.members
                yield each

    def _match(self, nodes: IntArray, mate: dict[int, tuple[int, int]]) -> Witness | None:
        """Match the nodes by pairs of reduced cost 0, beginning with those held.

        `mate` receives for each matched node the pair it is in.  Returns the witness where the matching is not perfect,
        in terms of nodes.
        """
        names, number = np.unique(nodes, return_inverse=True)
        outside = int(names[0] == -1)
        names, number = names[outside:], number - outside
        at_u, at_v = number[self.u], number[self.v]
        open_ = (self.reduced == 0) & (at_u >= 0) & (at_v >= 0) & (at_u != at_v)
        a, b = np.minimum(at_u, at_v)[open_], np.maximum(at_u, at_v)[open_]
        key, first = np.unique(a * len(names) + b, return_index=True)
        place = np.flatnonzero(open_)[first]
        known = dict(zip(key.tolist(), place.tolist(), strict=True))
        graph = Pairs(*(each.astype(np.int32) for each in (key // len(names), key % len(names), np.zeros_like(key))))
        partner = [-1] * len(names)
        held = [(int(number[u]), int(number[v])) for u, v in self.held]
        for one, other in [*held, *zip(graph.u.tolist(), graph.v.tolist(), strict=True)]:
            if min(one, other) * len(names) + max(one, other) in known and partner[one] == partner[other] == -1:
                partner[one], partner[other] = other, one
        witness = complete_matching(graph, partner)
        for one, other in enumerate(partner):
            if one < other:
                at = known[one * len(names) + other]
                mate[int(names[one])] = mate[int(names[other])] = (int(self.u[at]), int(self.v[at]))
        if witness is None:
            return None
        groups = tuple(tuple(names[list(group)].tolist()) for group in witness.odd_groups)
        return Witness(tuple(names[list(witness.blockers)].tolist()), groups)

    def step(self) -> bool:
        """Raise the bound, or take sets apart; True when the bound is reached by a matching."""
        nodes = self._nodes(np.ones(self.vertices, dtype=np.bool_))
        mate: dict[int, tuple[int, int]] = {}
        witness = self._match(nodes, mate)
        self.held = sorted(set(mate.values()))
        if witness is None:
            return True
        shrunk = {each.node: each for each in self._largest(np.ones(self.vertices, dtype=np.bool_))}
        inner = [shrunk[node] for node in witness.blockers if node in shrunk]
        if any(each.dual == 0 for each in inner):
            self.family = [each for each in self.family if each.dual or each not in inner]
            return False
        self._raise(nodes, witness, shrunk)
        return False

    def _raise(self, nodes: IntArray, witness: Witness, shrunk: dict[int, _Set]) -> None:
        sign = np.zeros(self.vertices, dtype=np.int64)  # by node
        group = np.arange(self.vertices)  # of outer nodes, by node
        sign[list(witness.blockers)] = -1
        for members in witness.odd_groups:
            sign[list(members)] = 1
            group[list(members)] = members[0]
        at_u, at_v = nodes[self.u], nodes[self.v]
        change = np.where(group[at_u] == group[at_v], 0, sign[at_u] + sign[at_v])
        inner = [2 * shrunk[node].dual for node in witness.blockers if node in shrunk]
        doubled = min(
            [*(2 * self.reduced[change == 1]).tolist(), *self.reduced[change == 2].tolist(), *inner], default=0
        )
        if doubled <= 0:
            raise InternalError("no perfect matching leaves the tight sets once")
        if doubled % 2:
            self._double()
            doubled *= 2
        amount = doubled // 2
        self.reduced -= amount * change
        for node in (*witness.blockers, *(members[0] for members in witness.odd_groups if len(members) == 1)):
            if node in shrunk:
                shrunk[node].dual += amount * int(sign[node])
            else:
                self.vertex_duals[node] += amount * sign[node]
        for members in witness.odd_groups:
            if len(members) > 1:
                self.family.append(_Set(np.isin(nodes, members), amount))

    def _double(self) -> None:
        """Everything in units half as large."""
        self.scale *= 2
        self.vertex_duals = 2 * self.vertex_duals
        self.reduced = 2 * self.reduced
        for each in self.family:
            each.dual *= 2

    def proof(self, known: BoolArray, tight: BoolArray) -> Proof:
        """The duals, those of the known sets first."""
        vertex_duals = self.vertex_duals.copy()
        duals: dict[bytes, int] = {}
        for each in self.family:
            if each.size == self.vertices - 1:
                vertex_duals[~each.members] += each.dual  # left by the same pairs
            elif each.dual:
                key = _side(each.members).tobytes()
                duals[key] = duals.get(key, 0) + each.dual
        set_duals = np.where(tight, -self.scale * self.penalty, 0)
        # A set can be known twice, as itself and as its complement: a dual < 0 belongs to a tight one.
        for row in np.argsort(~tight, kind="stable").tolist():
            set_duals[row] += duals.pop(_side(known[row]).tobytes(), 0)
        fresh = np.array([np.frombuffer(key, dtype=np.bool_) for key in duals], dtype=np.bool_)
        sets = np.vstack([known, fresh.reshape(len(duals), self.vertices)])
        numbers = np.concatenate([vertex_duals, set_duals, np.array(list(duals.values()), dtype=np.int64)])
        scale = self.scale
        while scale % 4 == 0 and not (numbers % 2).any():
            scale, numbers = scale // 2, numbers // 2
        return Proof(scale, numbers[: self.vertices], sets, numbers[self.vertices :])

    def matching(self) -> IntArray:
        """The matching of the shrunk nodes, continued inside the sets."""
        mate = np.full(self.vertices, -1, dtype=np.int64)
        waiting: list[tuple[BoolArray, int | None]] = [(np.ones(self.vertices, dtype=np.bool_), None)]
        for inside, taken in waiting:  # a set, and the vertex of it that is matched outside
            nodes = self._nodes(inside)
            if taken is not None:
                nodes[nodes == nodes[taken]] = -1
            pairs: dict[int, tuple[int, int]] = {}
            if self._match(nodes, pairs) is not None:
                raise InternalError("a shrunk set does not match all of it but one")
            for u, v in pairs.values():
                mate[u], mate[v] = v, u
            for each in self._largest(inside):
                (gate,) = [
                    vertex
                    for pair in [pairs.get(each.node, (taken,))]
                    for vertex in pair
                    if vertex is not None and each.members[vertex]
                ]
                waiting.append((each.members, gate))
        return mate
