"""The compile step: a position becomes a perfect-matching problem with a vector of integer costs.

Vertices are the players present in rank order, and the dummy (the bye) when their number is odd; candidates are the
legal pairs.  All engines, and `verify`, start from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from pairproof.model.criteria import Level, breaches, legal_pairs, levels_of
from pairproof.model.criteria.allocation import allocate
from pairproof.model.criteria.legality import ClassLegality, class_legality
from pairproof.model.criteria.level import seated_costs
from pairproof.model.criteria.levels import player_classes
from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.language import say
from pairproof.model.state.orders import pair_key
from pairproof.model.state.position import BoolArray, IntArray, Position, VertexArray


@dataclass(frozen=True)
class Pairs:
    """Candidate pairs u < v in increasing order; `kind` numbers the pair of player classes, for costs by class."""

    u: VertexArray
    v: VertexArray
    kind: VertexArray

    def __len__(self) -> int:
        return len(self.u)

    @classmethod
    def of_table(cls, joined: npt.NDArray[np.bool_]) -> Pairs:
        """The pairs that the upper triangle of a table joins, all of one kind."""
        u, v = np.nonzero(np.triu(joined, 1))
        return cls(u.astype(np.int32), v.astype(np.int32), np.zeros(len(u), dtype=np.int32))

    def where(self, keep: npt.NDArray[np.bool_] | IntArray) -> Pairs:
        """The pairs chosen by a mask or by indices."""
        return Pairs(self.u[keep], self.v[keep], self.kind[keep])

    def joined(self, more: Pairs) -> Pairs:
        """These pairs and then the others (no longer in increasing order)."""
        return Pairs(np.append(self.u, more.u), np.append(self.v, more.v), np.append(self.kind, more.kind))


class LevelText(Protocol):
    """What is told of a level: its name, where it stands in the documents, what it says in a sentence; for a part of
    another level, which level and which part; for a hard criterion that is given up, its name; and the power of points
    that its values are in (`model.figures`).
    """

    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def part_of(self) -> tuple[str, int] | None: ...
    @property
    def given_up(self) -> str | None: ...
    @property
    def points_power(self) -> int: ...


class Problem(Protocol):
    """What every system makes of a round before it pairs it: `levels` are those of `Pairing.levels`, in order; `pairs`
    are all that are legal, by vertex, those present in rank order and then the dummy for the bye; `digest` names
    all of the round that legality, levels, natural order and colours depend on; not what `Conditions` ask beside the
    rules, nor the tables that players always have, by which the boards alone are numbered (RULES 10).
    """

    @property
    def position(self) -> Position: ...
    @property
    def levels(self) -> Sequence[LevelText]: ...
    @property
    def vertices(self) -> int: ...
    @property
    def pairs(self) -> Pairs: ...
    @property
    def digest(self) -> str: ...


@dataclass(frozen=True)
class PairingProblem:
    """What the system `optimum` makes of a round: a position with its levels and its legal pairs (all of them).

    `_classes` holds the class of each vertex (the dummy's is the last), `_members` a player of each other class; with
    `_left` only these pairs are asked about.
    """

    position: Position
    levels: tuple[Level, ...]
    _classes: IntArray
    _members: IntArray
    _left: Pairs | None = None
    _tables: dict[str, IntArray] = field(default_factory=dict)

    @property
    def vertices(self) -> int:
        """Number of vertices of the matching problem, always even."""
        return self.position.vertices

    @property
    def digest(self) -> str:
        """Names the round, the rules and the state of results."""
        from pairproof.solver.proof.identity import position_digest

        return position_digest(self.position)

    @cached_property
    def pairs(self) -> Pairs:
        """All legal pairs, or those left; found when they are asked for."""
        return self.as_pairs(*legal_pairs(self.position)) if self._left is None else self._left

    @cached_property
    def legality(self) -> ClassLegality | None:
        """What is legal, by class; None where that is about pairs that are not few, or where some pairs are left."""
        return class_legality(self.position) if self.whole else None

    def partners(self, vertex: int) -> IntArray:
        """Whom a vertex may meet, in increasing order."""
        if self.legality is not None:
            return self.legality.partners(vertex)
        pairs = self.pairs
        near = pairs.where((pairs.u == vertex) | (pairs.v == vertex))
        return np.sort((near.u + near.v - vertex).astype(np.int64))

    def within(self, vertices: IntArray) -> Pairs:
        """The pairs of some of the vertices, given in increasing order."""
        if self.legality is not None:
            return self.as_pairs(*self.legality.pairs(vertices))
        return self.pairs.where(np.isin(self.pairs.u, vertices) & np.isin(self.pairs.v, vertices))

    def among(self, pairs: Pairs) -> Self:
        """The same problem about some of its pairs only."""
        return replace(self, _left=pairs)

    @property
    def whole(self) -> bool:
        """Whether it is about all legal pairs."""
        return self._left is None

    @property
    def by_kind(self) -> bool:
        """Whether pairs of one kind cost the same on every level."""
        return all(self._by_kind(level) for level in self.levels)

    def _by_kind(self, level: Level) -> bool:
        return level.goes_by_class(self.position) and not self.position.fixed_white

    def costs(self, level: Level, pairs: Pairs) -> IntArray:
        """Costs of the pairs on one level, shape (len(pairs),), integers ≥ 0."""
        if self._by_kind(level):
            return np.take(self._table(level), pairs.kind)
        u, v = pairs.u.astype(np.int64), pairs.v.astype(np.int64)
        costs = np.zeros(len(pairs), dtype=np.int64)
        bye = v >= self.position.players
        costs[bye] = level.bye_costs(self.position)[u[bye]]
        costs[~bye] = level.pair_costs(self.position, u[~bye], v[~bye])
        return costs

    @property
    def classes(self) -> IntArray:
        """The class of each vertex, shape (vertices,): on a level that goes by class, players of one are alike."""
        return self._classes[: self.vertices]

    def class_costs(self, level: Level) -> IntArray:
        """Costs of class against class on a level that goes by class, as far as no colours are ordered; the dummy's
        last, symmetrical.
        """
        size = len(self._members) + 1
        return self._table(level).reshape(size, size)

    def _table(self, level: Level) -> IntArray:
        """Costs of class against class (the last class is the dummy's), symmetrical, flat."""
        if level.name not in self._tables:
            members, free, (u, v) = self._members, self._free, self._each_with_each
            if level.seat_costs is None:
                costs = level.pair_costs(free, u, v)
            else:
                costs = seated_costs(level.seat_costs, free, u, v, self._first_white)
            table = np.zeros((len(members) + 1, len(members) + 1), dtype=np.int64)
            table[:-1, :-1] = costs.reshape(len(members), len(members))
            table[:-1, -1] = table[-1, :-1] = level.bye_costs(free)[members]
            self._tables[level.name] = table.ravel()
        return self._tables[level.name]

    @cached_property
    def _free(self) -> Position:
        """The position without ordered colours."""
        return replace(self.position, fixed_white=frozenset()) if self.position.fixed_white else self.position

    @cached_property
    def _each_with_each(self) -> tuple[IntArray, IntArray]:
        """A member of each class with one of each class."""
        return np.repeat(self._members, len(self._members)), np.tile(self._members, len(self._members))

    @cached_property
    def _first_white(self) -> BoolArray:
        """Whether the first of `_each_with_each` has white."""
        return allocate(self._free, *self._each_with_each).u_white

    def as_pairs(self, u: IntArray | VertexArray, v: IntArray | VertexArray) -> Pairs:
        """Index arrays u < v as `Pairs`."""
        classes = self._classes.astype(np.int32)
        kinds = classes[u] * np.int32(len(self._members) + 1) + classes[v]
        return Pairs(u.astype(np.int32, copy=False), v.astype(np.int32, copy=False), kinds)


def compile_problem(position: Position) -> PairingProblem:
    """The matching problem of a position.

    Raises
    ------
    InvalidInput
        If a pair fixed in the file is illegal: every rule it breaks is named (RULES 5: `fix` lifts nothing).
    UsageProblem
        The same of pairs that only the orders given with the round fix.
    """
    refuse_illegal_fixes(position, partial(_broken_by, position))
    classes, members = player_classes(position)
    return PairingProblem(position, levels_of(position), np.append(classes, len(members)), members)


def _broken_by(position: Position, vertex: int, partner: int) -> list[str]:
    return [f"breaks {breach.rule}: {breach.text}" for breach in breaches(position, vertex, partner)]


def refuse_illegal_fixes(position: Position, against: Callable[[int, int], list[str]]) -> None:
    """Refuse pairs, and a bye, that are fixed and illegal.

    Parameters
    ----------
    position
        The round.
    against
        What is against the pair of two vertices, smaller first (the dummy for the bye): ends of the sentence "1-2 is
        fixed, but"; empty where it is legal.

    Raises
    ------
    InvalidInput
        The tournament file fixes one of them.
    UsageProblem
        Only the orders given with the round do.
    """
    ordered = {pair_key(pair.first, pair.second) for pair in position.orders.fix}
    faults, of_the_file = [], False
    for vertex, partner in sorted(position.fixed.items()):
        if vertex > partner:
            continue
        wrong = against(vertex, partner)
        faults += [Fault(_fixed_in_vain(position, vertex, partner, why), round=position.round) for why in wrong]
        key = pair_key(position.id_of(vertex), position.id_of(partner))
        of_the_file = of_the_file or (bool(wrong) and key not in ordered)
    if faults and not of_the_file:
        raise UsageProblem("\n".join(fault.message for fault in faults))
    if faults:
        raise InvalidInput(faults, position.tournament.source)


def _fixed_in_vain(position: Position, vertex: int, partner: int, why: str) -> str:
    if partner < position.players:
        two = {"white": position.ids[vertex], "black": position.ids[partner]}
        return say("{white}-{black} is fixed, but {why}.", **two, why=why)
    return say("The bye is fixed for {player}, but {why}.", player=position.ids[vertex], why=why)


def matching_problem(problem: Problem) -> PairingProblem:
    """The problem of a pairing by the system `optimum`."""
    assert isinstance(problem, PairingProblem), "a question to the system that solved the problem"
    return problem
