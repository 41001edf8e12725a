"""The linear relaxation of a level over pairs of classes, kept warm from one level to the next.

    minimise Σ c_ab x_ab   subject to   Σ_b x_ab + x_aa = size of a,   x(δ(B)) ≥ 1 for the odd sets B,   x ≥ 0

(`= 1` once a set is tight).  x_ab is how many pairs of class a and class b there are.
"""

from __future__ import annotations

from collections.abc import Iterator

import highspy
import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.linear_program import FloatArray, new_solver

_NOISE = 1e-6


class ClassProgram:
    """Classes have `sizes` and may meet where `joined`; `members` says which classes each odd set holds."""

    def __init__(self, sizes: IntArray, joined: BoolArray, members: BoolArray) -> None:
        self._a, self._b = np.nonzero(np.triu(joined))
        self._rows = len(sizes) + len(members)
        columns = len(self._a)
        self._open = np.ones(columns, dtype=np.bool_)
        self._tight = np.zeros(len(members), dtype=np.bool_)
        self._x: FloatArray | None = None
        self._highs = new_solver()
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = columns, self._rows
        lp.col_cost_ = np.zeros(columns)
        lp.col_lower_ = np.zeros(columns)
        lp.col_upper_ = np.full(columns, highspy.kHighsInf)
        lp.row_lower_ = np.append(sizes, np.ones(len(members))).astype(np.float64)
        lp.row_upper_ = np.append(sizes, np.full(len(members), highspy.kHighsInf)).astype(np.float64)
        matrix = np.zeros((self._rows, columns))
        np.add.at(matrix, (self._a, np.arange(columns)), 1)
        np.add.at(matrix, (self._b, np.arange(columns)), 1)
        matrix[len(sizes) :] = members[:, self._a] != members[:, self._b]
        column, row = np.nonzero(matrix.T)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = np.searchsorted(column, np.arange(columns + 1)).astype(np.int32)
        lp.a_matrix_.index_ = row.astype(np.int32)
        lp.a_matrix_.value_ = matrix.T[column, row]
        self._highs.passModel(lp)

    def solve(self, costs: IntArray) -> FloatArray | None:
        """Duals of the classes and then of the sets, for costs of class against class; None if the solver gives up."""
        mine = costs[self._a, self._b]
        if self._x is not None and not mine[self._x > _NOISE].any():
            return np.zeros(self._rows)  # nothing costs less than nothing
        columns = len(mine)
        self._highs.changeColsCost(columns, np.arange(columns, dtype=np.int32), mine.astype(np.float64))
        self._highs.run()
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        solution = self._highs.getSolution()
        self._x = np.array(solution.col_value)
        return np.array(solution.row_dual)

    def narrow(self, joined: BoolArray, tight: BoolArray) -> None:
        """Classes meet only where `joined` from now on, and the `tight` sets are left exactly once."""
        closed = self._open & ~joined[self._a, self._b]
        if closed.any():
            places = np.flatnonzero(closed).astype(np.int32)
            nothing = np.zeros(len(places))
            self._highs.changeColsBounds(len(places), places, nothing, nothing)
            self._open &= ~closed
        first = self._rows - len(tight)
        for place in np.flatnonzero(tight & ~self._tight).tolist():
            self._highs.changeRowBounds(first + place, 1.0, 1.0)
        self._tight = self._tight | tight

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Class, class, whole number of pairs in the last solution."""
        if self._x is None:
            return
        whole = np.floor(self._x + _NOISE).astype(np.int64)
        for place in np.flatnonzero(whole).tolist():
            yield int(self._a[place]), int(self._b[place]), int(whole[place])
