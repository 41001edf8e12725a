"""What a level is made of (RULES 7): one piece each, an integer cost summed over the pairs and the bye.

Every level costs all pairs at once, symmetrically in the two players.  Where `by_class` is true, a cost depends on
nothing but `model.criteria.levels.player_classes`: then a class against a class is costed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray, Position

PairCosts = Callable[[Position, IntArray, IntArray], IntArray]
ByeCosts = Callable[[Position], IntArray]
SeatCosts = Callable[[Position, IntArray, IntArray], IntArray]


@dataclass(frozen=True, slots=True)
class Apart:
    """What tells players, and pairs, apart whom `player_classes` does not.

    Attributes
    ----------
    label
        A number for each player, shape (n,); players of one class and one label are alike but for `pairs`.  None where
        classes alone say it.
    pairs
        The index pairs u < v (v is the dummy's for a bye) whose cost is another than that of their classes and labels,
        shape (pairs, 2).
    """

    label: IntArray | None
    pairs: IntArray

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]], label: IntArray | None = None) -> Apart:
        """Of a few pairs."""
        return cls(label, np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2))


@dataclass(frozen=True, slots=True)
class Level:
    """One relative criterion.

    Attributes
    ----------
    name, source, says
        The name in rule files, where it stands in the documents, and what it says in one sentence.
    pair_costs
        `pair_costs(position, u, v)`: costs of index pairs of players, shape of u, integers ≥ 0.
    bye_costs
        `bye_costs(position)`: costs of each player's bye, shape (n,), integers ≥ 0.
    by_class
        Whether `pair_costs` depends on nothing but `player_classes`.
    apart
        For a level that does not go by class: what else players are told apart by, so that the costs of all pairs need
        not be asked for (`Apart`); None where that is too much, or not known.
    idle
        For a level that does not always count: whether nothing costs anything on it in a position.
    seat_costs
        For a level about colours: `seat_costs(position, white, black)`, costs of index pairs seated so, shape of
        white.  The way that RULES 4.4 takes must never cost more than the other (`colour_level`).
    parts
        For a level that stands for several: those for this position, in order.
    part_of
        For such a part: the name of the level in the rule set, and which part it is.
    points_power
        What its values are in: 1 points (scores, differences of them), 2 squares of points, 0 a count of something.
        People read the former in the points of the tournament, whatever unit it counts in (`model.figures`).
    given_up
        For the level of a hard criterion that is given up: its name.
    reads
        What it looks at beyond the facts that every certificate's digest holds (`solver.proof.identity`), as a JSON
        value; None for nothing.
    """

    name: str
    source: str
    says: str
    pair_costs: PairCosts
    bye_costs: ByeCosts
    by_class: bool = True
    apart: Callable[[Position], Apart | None] | None = None
    idle: Callable[[Position], bool] | None = None
    seat_costs: SeatCosts | None = None
    parts: Callable[[Position], tuple[Level, ...]] | None = None
    part_of: tuple[str, int] | None = None
    given_up: str | None = None
    reads: Callable[[Position], object] | None = None
    points_power: int = 0

    def goes_by_class(self, position: Position) -> bool:
        """Whether in this position the costs of pairs depend on nothing but `player_classes`."""
        return self.by_class or (self.idle is not None and self.idle(position))

    def told_apart(self, position: Position) -> Apart | None:
        """What the costs of pairs depend on in this position beside `player_classes`, if that is little."""
        if self.goes_by_class(position):
            return Apart.of(())
        return None if self.apart is None else self.apart(position)


def free(position: Position) -> IntArray:
    return np.zeros(position.players, dtype=np.int64)


def nothing(position: Position, u: IntArray, v: IntArray) -> IntArray:
    return np.zeros(len(u), dtype=np.int64)


def seated_costs(costs: SeatCosts, position: Position, u: IntArray, v: IntArray, u_white: BoolArray) -> IntArray:
    """The pair costs of a level about colours, where RULES 4.4 gives white to u or to v."""
    return np.where(u_white, costs(position, u, v), costs(position, v, u))


def with_byes(costs: PairCosts) -> tuple[PairCosts, ByeCosts]:
    """A cost of index pairs that knows the dummy, as the two functions of a level."""

    def byes(position: Position) -> IntArray:
        players = np.arange(position.players)
        return costs(position, players, np.full(len(players), position.players))

    return costs, byes
