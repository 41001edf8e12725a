"""The linear relaxation of a perfect-matching problem, kept warm from one cost vector to the next.

    minimise c·x   subject to   x(δ(v)) = 1 for every vertex v,   x(δ(B)) ≥ 1 for the odd sets B at hand,   x ≥ 0

(`= 1` once a set is tight).  Columns are some of the candidate pairs; the caller prices the others.  Primal simplex
throughout: after a change of costs the last solution stays feasible, and the dual method was measured six times slower.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt

from model.errors import InternalError
from model.position import BoolArray, IntArray
from solver.problem import VertexArray

FloatArray = npt.NDArray[np.float64]
_LARGEST_DENOMINATOR = 64
_PRIMAL_SIMPLEX = 4


class MatchingLp:
    """`u`, `v`: the columns' vertices; `sets`: membership, shape (odd sets, vertices); `tight`: which of them are equations."""

    def __init__(self, vertices: int, u: VertexArray, v: VertexArray, sets: BoolArray) -> None:
        self.vertices = vertices
        self.u, self.v = u, v
        self.sets, self.tight = sets, np.zeros(len(sets), dtype=np.bool_)
        self._highs: Any = None

    def load(self, basis: tuple[npt.NDArray[Any], npt.NDArray[Any]]) -> None:
        """Hand the whole model to the solver with a primal feasible basis (see `matching_basis`, `basis`)."""
        if self._highs is None:
            self._highs = highspy.Highs()
            self._highs.setOptionValue("output_flag", False)
            self._highs.setOptionValue("threads", 1)
            self._highs.setOptionValue("presolve", "off")
            self._highs.setOptionValue("simplex_strategy", _PRIMAL_SIMPLEX)
        lp = highspy.HighsLp()
        columns, rows = len(self.u), self.vertices + len(self.sets)
        lp.num_col_, lp.num_row_ = columns, rows
        lp.col_cost_ = np.zeros(columns)
        lp.col_lower_ = np.zeros(columns)
        lp.col_upper_ = np.full(columns, highspy.kHighsInf)
        lp.row_lower_ = np.ones(rows)
        lp.row_upper_ = np.append(np.ones(self.vertices), np.where(self.tight, 1.0, highspy.kHighsInf))
        starts, index = self._matrix(self.u, self.v)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = starts
        lp.a_matrix_.index_ = index
        lp.a_matrix_.value_ = np.ones(len(index))
        self._highs.passModel(lp)
        self._set_basis(*basis)

    def _matrix(self, u: VertexArray, v: VertexArray) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        crossing_column, crossing_set = np.nonzero((self.sets[:, u] != self.sets[:, v]).T)
        columns = np.concatenate([np.arange(len(u)), np.arange(len(u)), crossing_column])
        rows = np.concatenate([u, v, self.vertices + crossing_set])
        order = np.argsort(columns, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=len(u)))])
        return starts.astype(np.int32), rows[order].astype(np.int32)

    def keep(self, columns: BoolArray) -> None:
        """Drop the other columns; takes effect with `load`."""
        self.u, self.v = self.u[columns], self.v[columns]

    def tighten(self, sets: BoolArray) -> None:
        """Make these of the sets equations; takes effect with `load`."""
        self.tight[: len(sets)] |= sets

    def matching_basis(self, chosen: BoolArray) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The basis of a perfect matching among the columns: its pairs, the slack of one end of each, every set's slack."""
        rows = np.zeros(self.vertices + len(self.sets), dtype=np.bool_)
        rows[self.v[chosen]] = True
        rows[self.vertices :] = True
        return chosen, rows

    def basis(self) -> tuple[BoolArray, BoolArray]:
        """Which columns and which rows are basic."""
        basis = self._highs.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        return (
            np.fromiter((status == basic for status in basis.col_status), np.bool_, len(self.u)),
            np.fromiter((status == basic for status in basis.row_status), np.bool_, self.vertices + len(self.sets)),
        )

    def _set_basis(self, columns: BoolArray, rows: BoolArray) -> None:
        basis = highspy.HighsBasis()
        basic, lower = highspy.HighsBasisStatus.kBasic, highspy.HighsBasisStatus.kLower
        basis.col_status = [basic if flag else lower for flag in columns.tolist()]
        basis.row_status = [basic if flag else lower for flag in rows.tolist()]
        basis.valid = True
        if self._highs.setBasis(basis) != highspy.HighsStatus.kOk:
            raise InternalError("the linear program's starting basis was refused")

    def set_costs(self, costs: IntArray) -> None:
        """Costs of all columns."""
        n = len(self.u)
        self._highs.changeColsCost(n, np.arange(n, dtype=np.int32), costs.astype(np.float64))

    def close(self, columns: IntArray) -> None:
        """Take columns out of use (their value in the present solution must be 0)."""
        n = len(columns)
        self._highs.changeColsBounds(n, columns.astype(np.int32), np.zeros(n), np.zeros(n))

    def add_pairs(self, u: VertexArray, v: VertexArray, costs: IntArray) -> None:
        """More columns."""
        starts, index = self._matrix(u, v)
        n = len(u)
        self._highs.addCols(
            n,
            costs.astype(np.float64),
            np.zeros(n),
            np.full(n, highspy.kHighsInf),
            len(index),
            starts[:-1],
            index,
            np.ones(len(index)),
        )
        self.u, self.v = np.append(self.u, u), np.append(self.v, v)

    def add_sets(self, members: BoolArray) -> None:
        """More odd sets, shape (sets, vertices)."""
        for row in members:
            index = np.flatnonzero(row[self.u] != row[self.v]).astype(np.int32)
            self._highs.addRow(1.0, highspy.kHighsInf, len(index), index, np.ones(len(index)))
        self.sets = np.vstack([self.sets, members])
        self.tight = np.append(self.tight, np.zeros(len(members), dtype=np.bool_))

    def solve(self) -> tuple[FloatArray, FloatArray]:
        """Values of the columns and duals of the rows (vertices, then sets) at an optimum."""
        self._highs.run()
        status = self._highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise InternalError(f"the linear program ended with status {self._highs.modelStatusToString(status)}")
        solution = self._highs.getSolution()
        return np.array(solution.col_value), np.array(solution.row_dual)


def as_integers(duals: FloatArray) -> tuple[IntArray, int]:
    """The duals times their common denominator, and that denominator: at least 2, since half-integers are the rule.

    Raises
    ------
    InternalError
        If they are no fractions with small denominators (rounding noise: nothing is proved with such numbers).
    """
    doubled = np.rint(2 * duals)
    if np.allclose(2 * duals, doubled, rtol=0, atol=1e-4):
        return doubled.astype(np.int64), 2
    exact = [Fraction(value).limit_denominator(_LARGEST_DENOMINATOR) for value in duals.tolist()]
    if any(abs(float(value) - given) > 1e-5 for value, given in zip(exact, duals.tolist(), strict=True)):
        raise InternalError("the duals of the linear program are no small fractions")
    scale = lcm(2, *(value.denominator for value in exact))
    return np.array([int(value * scale) for value in exact], dtype=np.int64), scale


def odd_prefixes(scores: IntArray, vertices: int) -> BoolArray:
    """The starting odd sets: all players with at least s points, for each s that leaves an odd number, shape (sets, vertices)."""
    last = np.flatnonzero(np.append(scores[1:] != scores[:-1], True)) + 1
    sizes = [size for size in last.tolist() if size % 2 == 1 and 1 < size < vertices - 1]
    return np.array([np.arange(vertices) < size for size in sizes], dtype=np.bool_).reshape(len(sizes), vertices)
