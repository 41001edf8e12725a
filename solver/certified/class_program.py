"""The linear relaxation of the levels over pairs of classes, kept warm from some levels to the next.

    minimise Σ c_k x_k   subject to   Σ x_k over the kinds k of class a = size of a,   x(δ(B)) ≥ 1 for the odd sets B,
                                      x ≥ 0

(`= 1` once a set is tight).  x_k is how many pairs of kind k there are; a kind of two of the same class counts twice.

Several levels are solved at once, by one sum in which each weighs more than those after it.  The sum only guides the
search: from the basis where it ends come duals of every level apart, and whether those prove the levels one after the
other is for who asks to see.
"""

from __future__ import annotations

from collections.abc import Iterator

import highspy
import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.linear_program import FloatArray, new_solver

_NOISE = 1e-6
_LARGEST_SUM = 2.0**32
"""Of one pair's costs in a sum: the solver's tolerances are absolute, and its numbers have 53 bits."""
_MARGIN = 8
"""How many times the largest cost of a level counts less than 1 on the level before it: duals add up several costs."""


class ClassProgram:
    """Classes have `sizes`, and kinds of pairs join class `a` to class `b`; `members` says which classes each odd set
    holds, and `least` how many pairs leave it at least, exactly so many where it is tight.
    """

    def __init__(self, sizes: IntArray, a: IntArray, b: IntArray, members: BoolArray, least: IntArray) -> None:
        self._rows = len(sizes) + len(members)
        self._columns = columns = len(a)
        self._least = least
        self._open = np.ones(columns, dtype=np.bool_)
        self._tight = np.zeros(len(members), dtype=np.bool_)
        self._x: FloatArray | None = None
        self._highs = new_solver()
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = columns, self._rows
        lp.col_cost_ = np.zeros(columns)
        lp.col_lower_ = np.zeros(columns)
        lp.col_upper_ = np.full(columns, highspy.kHighsInf)
        lp.row_lower_ = np.append(sizes, least).astype(np.float64)
        lp.row_upper_ = np.append(sizes, np.full(len(members), highspy.kHighsInf)).astype(np.float64)
        self._matrix = column, row, value = _matrix(len(sizes), a, b, members)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = np.searchsorted(column, np.arange(columns + 1)).astype(np.int32)
        lp.a_matrix_.index_ = row.astype(np.int32)
        lp.a_matrix_.value_ = value
        self._highs.passModel(lp)

    def solve(self, costs: IntArray) -> FloatArray | None:
        """Duals of the classes and then of the sets, shape (levels, rows), for the first of some levels, at least one;
        None if the solver gives up.  `costs` are those of the kinds, shape (levels, kinds).
        """
        if self._x is not None:
            dear: BoolArray = np.array(costs[:, self._x > _NOISE].any(axis=1))
            free = int(dear.argmax()) if dear.any() else len(dear)
            if free:
                return np.zeros((free, self._rows))  # nothing costs less than nothing
        bases = _MARGIN * costs.max(axis=1, initial=0) + 1.0
        costs = costs[: max(1, int((np.cumprod(bases) <= _LARGEST_SUM).sum()))]
        weights = np.append(np.cumprod(bases[len(costs) - 1 : 0 : -1])[::-1], 1.0)
        self._highs.changeColsCost(self._columns, np.arange(self._columns, dtype=np.int32), weights @ costs)
        self._highs.run()
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        self._x = np.array(self._highs.getSolution().col_value)
        return self._duals(costs)

    def _duals(self, costs: IntArray) -> FloatArray:
        """Those of the basis at hand, for costs of the kinds on each level."""
        _, basic = self._highs.getBasicVariables()
        kinds, slacks = np.flatnonzero(basic >= 0), np.flatnonzero(basic < 0)
        place = np.full(self._columns, -1, dtype=np.int64)
        place[basic[kinds]] = kinds
        column, row, value = self._matrix
        held = place[column] >= 0
        basis = np.zeros((self._rows, self._rows))
        basis[place[column[held]], row[held]] = value[held]
        basis[slacks, -1 - basic[slacks]] = 1
        wanted = np.zeros((self._rows, len(costs)))
        wanted[kinds] = costs[:, basic[kinds]].T
        return np.linalg.solve(basis, wanted).T.astype(np.float64)

    def narrow(self, still: BoolArray, tight: BoolArray) -> None:
        """Only these kinds of pairs from now on, and the `tight` sets are left exactly as often as they must be."""
        closed = self._open & ~still
        if closed.any():
            places = np.flatnonzero(closed).astype(np.int32)
            nothing = np.zeros(len(places))
            self._highs.changeColsBounds(len(places), places, nothing, nothing)
            self._open &= ~closed
        first = self._rows - len(tight)
        for place in np.flatnonzero(tight & ~self._tight).tolist():
            least = float(self._least[place])
            self._highs.changeRowBounds(first + place, least, least)
        self._tight = self._tight | tight

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Kind, whole number of pairs in the last solution."""
        if self._x is None:
            return
        whole = np.floor(self._x + _NOISE).astype(np.int64)
        for place in np.flatnonzero(whole).tolist():
            yield place, int(whole[place])


def _matrix(classes: int, a: IntArray, b: IntArray, members: BoolArray) -> tuple[IntArray, IntArray, FloatArray]:
    """What is not 0 of the columns, in order: column, row, value."""
    columns = np.arange(len(a))
    sets, leaving = np.nonzero(members[:, a] != members[:, b])
    same = a == b
    column = np.concatenate([columns, columns[~same], leaving])
    row = np.concatenate([a, b[~same], classes + sets])
    value = np.concatenate([np.where(same, 2.0, 1.0), np.ones(len(column) - len(a))])
    order = np.lexsort((row, column))
    return column[order], row[order], value[order]
