"""One round as a CP-SAT model: a Boolean for each column, and everybody in exactly one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from pairproof.model.errors import InternalError, UsageProblem
from pairproof.model.language import say
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.cpsat.columns import Columns
from pairproof.solver.stopping import OutOfTime, Stop

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr

_COEFFICIENT_BOUND = 2**31  # no larger weight in an enforced row: wrong answers of CP-SAT are known beyond 2^50
_OBJECTIVE_BOUND = 2**50
_AT_ONCE = 10_000  # variables, between two looks at the clock


class Variables:
    """This round's Booleans, over the columns still in the running."""

    def __init__(self, model: CpModel, columns: Columns, alive: BoolArray, vertices: int, stop: Stop) -> None:
        self.places = np.flatnonzero(alive)
        self.vertices = vertices
        self._columns = columns
        self._booleans: list[IntVar] = []
        for start in range(0, len(self.places), _AT_ONCE):
            _go_on(stop)
            self._booleans += [model.new_bool_var("") for _ in self.places[start : start + _AT_ONCE]]
        self._u, self._v = columns.u[self.places], columns.v[self.places]

    @cached_property
    def _of_pair(self) -> dict[tuple[int, int], list[IntVar]]:
        found: dict[tuple[int, int], list[IntVar]] = {}
        for u, v, boolean in zip(self._u.tolist(), self._v.tolist(), self._booleans, strict=True):
            found.setdefault((u, v), []).append(boolean)
        return found

    def plays(self, u: int, v: int) -> LinearExpr | int:
        """1 where the two are paired, in whatever colours; the constant 0 where they cannot be."""
        return sum(self._of_pair.get((min(u, v), max(u, v)), ()))

    def booleans(self, chosen: BoolArray) -> list[IntVar]:
        """The Booleans of some of the columns in the running, `chosen` in the order of `places`."""
        return [self._booleans[place] for place in np.flatnonzero(chosen).tolist()]

    def at(self, vertex: int) -> list[IntVar]:
        """All pairs of a vertex."""
        return self.booleans((self._u == vertex) | (self._v == vertex))

    def leaving(self, members: BoolArray) -> list[IntVar]:
        """The pairs with one player in the set, shape (vertices,), and one outside."""
        return self.booleans(members[self._u] != members[self._v])

    def among(self, members: BoolArray) -> list[IntVar]:
        """The pairs with both players in the set, shape (vertices,)."""
        return self.booleans(members[self._u] & members[self._v])

    def total(self, costs: IntArray) -> LinearExpr:
        """The sum of costs, given for all columns.

        Raises
        ------
        UsageProblem
            If the numbers are too large for CP-SAT to be trusted with.
        """
        from ortools.sat.python import cp_model

        mine = costs[self.places]
        largest = int(mine.max(initial=0))
        if largest >= _COEFFICIENT_BOUND or largest * self.vertices >= _OBJECTIVE_BOUND:
            raise UsageProblem(
                say("A single pair costs {cost}: too much for the cp-sat engine; use the certified one.", cost=largest)
            )
        paying = mine != 0
        return cp_model.LinearExpr.weighted_sum(self.booleans(paying), mine[paying].tolist())

    def extract(self, values: Sequence[int]) -> BoolArray:
        """The columns of the solution, shape (columns,), from the values of the model's first variables.

        Raises
        ------
        InternalError
            If they are no pairing.
        """
        chosen: BoolArray = np.zeros(len(self._columns), dtype=np.bool_)
        chosen[self.places[np.array(values[: len(self.places)], dtype=np.int64) == 1]] = True
        met = np.concatenate([self._columns.u[chosen], self._columns.v[chosen]])
        if not np.array_equal(np.sort(met), np.arange(self.vertices)):
            raise InternalError("cp-sat: the solution does not pair everybody exactly once")
        return chosen


def _go_on(stop: Stop) -> None:
    if stop.now:
        raise OutOfTime


class Side(Protocol):
    """A condition that is no sum over pairs."""

    def restrict(self, model: CpModel, variables: Variables) -> list[IntVar]:
        """Add it to the model; returns the variables of its own, in an order that is always the same."""


class RoundModel:
    """A model of the round, its own `variables` first, then those of the `sides`.

    Raises
    ------
    OutOfTime
        If it is time to `stop` before the model stands: with a thousand players that takes longer than some searches.
    """

    def __init__(
        self,
        columns: Columns,
        alive: BoolArray,
        vertices: int,
        odd_sets: BoolArray,
        limits: Iterable[tuple[IntArray, int]],
        sides: Sequence[Side],
        stop: Stop,
    ) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.variables = Variables(self.model, columns, alive, vertices, stop)
        self._own: list[IntVar] = []
        for vertex in range(vertices):
            _go_on(stop)
            self.model.add_exactly_one(self.variables.at(vertex))
        for members in odd_sets:
            _go_on(stop)
            self.model.add(sum(self.variables.leaving(members)) >= 1)
        for costs, most in limits:
            _go_on(stop)
            if costs[alive].any():
                self.model.add(self.variables.total(costs) <= most)
        for side in sides:
            self._own += side.restrict(self.model, self.variables)

    @property
    def everything(self) -> list[IntVar]:
        """All variables, the round's first."""
        return self.variables.booleans(np.ones(len(self.variables.places), dtype=np.bool_)) + self._own

    def hint(self, chosen: BoolArray, own: Sequence[int]) -> None:
        """Start the search at these columns and these values of the sides' own variables (none: not hinted)."""
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        values = [*chosen[self.variables.places].astype(int).tolist(), *own]
        # In one go: `add_hint` for each variable takes as long as some of the searches.
        self.model.proto.solution_hint.vars.extend([variable.index for variable in self.everything[: len(values)]])
        self.model.proto.solution_hint.values.extend(values)
