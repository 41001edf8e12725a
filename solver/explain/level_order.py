"""What the order of the levels costs: a later level that could be smaller, and the earlier one in its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairproof.model.criteria import Level
from pairproof.model.state.position import BoolArray
from pairproof.solver.certified.face import Face
from pairproof.solver.certified.heuristic_start import first_columns
from pairproof.solver.certified.odd_sets import odd_prefixes
from pairproof.solver.further_rounds import mates
from pairproof.solver.problem import PairingProblem, matching_problem
from pairproof.solver.result import Pairing

_MOST = 1000
"""Players in a field for which it is asked unasked."""


@dataclass(frozen=True, slots=True)
class Traded:
    """`level` has the `value`; did the `earlier` level stand just after it, it would have the `least`, and that one
    `then` in place of `now`.
    """

    level: str
    value: int
    least: int
    earlier: str
    now: int
    then: int


class LevelsAlone:
    """The levels of an optimal pairing, each by itself: what it would be if it stood before all others.

    Everything here is proved as the pairing itself is, and computed when it is asked for.
    """

    def __init__(self, pairing: Pairing) -> None:
        self._problem = matching_problem(pairing.problem)
        self._values = {level.name: level.value for level in pairing.levels}
        self._mate = np.array(mates(pairing), dtype=np.int64)
        self._least: dict[str, int] = {}

    def least(self, name: str) -> int:
        """The least value of a level over all legal pairings."""
        if name not in self._least:
            self._least[name] = 0 if self._values[name] == 0 else self._settled([self._level(name)])[0]
        return self._least[name]

    def _level(self, name: str) -> Level:
        return next(level for level in self._problem.levels if level.name == name)

    def traded(self) -> Traded | None:
        """The first level in points that an earlier one of another kind makes larger than it could be, and the nearest
        such one; None if there is none.  What a kind of level costs on one of the same kind is no question of its own.
        """
        levels = self._problem.levels
        for place, level in enumerate(levels):
            value = self._values[level.name]
            if not level.points_power or self.least(level.name) == value:
                continue
            for before in range(place - 1, -1, -1):
                earlier = levels[before]
                if earlier.points_power:
                    continue
                least, then = self._settled([*levels[:before], *levels[before + 1 : place + 1], earlier])[-2:]
                if least < value:
                    return Traded(level.name, value, least, earlier.name, self._values[earlier.name], then)
        return None

    def _settled(self, levels: Sequence[Level]) -> list[int]:
        """The values of the levels, in this order, of the pairings that are best on them."""
        problem = self._problem
        sets = odd_prefixes(problem.position.score, problem.vertices)
        face = Face(problem.vertices, problem.pairs, self._mate, self._columns, sets)
        return [face.settle(problem.costs(level, face.pairs)).value for level in levels]

    @cached_property
    def _columns(self) -> BoolArray:
        return first_columns(self._problem)


def traded(pairing: Pairing) -> Traded | None:
    """What the order of the levels costs a proved pairing; None where nothing, or where the field is so large that it
    would take longer than the pairing.
    """
    if (
        not isinstance(pairing.problem, PairingProblem)
        or pairing.proof.evidence is None
        or pairing.problem.vertices > _MOST
    ):
        return None
    return LevelsAlone(pairing).traded()
