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

from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs

FloatArray = npt.NDArray[np.float64]
_LARGEST_DENOMINATOR = 64
_PRIMAL_SIMPLEX = 4
_MOST_STEPS = 5  # per row and column; 0.2 were enough wherever it was tried


class _Silent(highspy.Highs):
    """The solver without its callbacks, whose set-up prints a banner on standard output."""

    def __init__(self) -> None:
        super(highspy.Highs, self).__init__()


def new_solver() -> Any:
    """A solver with the primal simplex method, silent, on one thread."""
    highs = _Silent()
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("presolve", "off"),
        ("simplex_strategy", _PRIMAL_SIMPLEX),
    ):
        highs.setOptionValue(option, value)
    return highs


class MatchingLp:
    """`pairs` are the columns; `sets` holds the odd sets, shape (sets, vertices); rows are vertices, then sets."""

    def __init__(self, vertices: int, pairs: Pairs, costs: IntArray, sets: BoolArray, tight: BoolArray) -> None:
        self.vertices, self.pairs, self.sets = vertices, pairs, sets
        self._highs = new_solver()
        lp = highspy.HighsLp()
        columns, rows = len(pairs), vertices + len(sets)
        lp.num_col_, lp.num_row_ = columns, rows
        lp.col_cost_ = costs.astype(np.float64)
        lp.col_lower_ = np.zeros(columns)
        lp.col_upper_ = np.full(columns, highspy.kHighsInf)
        lp.row_lower_ = np.ones(rows)
        lp.row_upper_ = np.append(np.ones(vertices), np.where(tight, 1.0, highspy.kHighsInf))
        starts, index = self._matrix(pairs)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = starts
        lp.a_matrix_.index_ = index
        lp.a_matrix_.value_ = np.ones(len(index))
        self._highs.passModel(lp)

    def _matrix(self, pairs: Pairs) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        n = len(pairs)
        if len(self.sets) == 0:
            return np.arange(0, 2 * n + 1, 2, dtype=np.int32), np.stack([pairs.u, pairs.v], axis=1).ravel()
        column, crossed = np.nonzero((self.sets[:, pairs.u] != self.sets[:, pairs.v]).T)
        columns = np.concatenate([np.arange(n), np.arange(n), column])
        rows = np.concatenate([pairs.u, pairs.v, self.vertices + crossed])
        order = np.argsort(columns, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=n))])
        return starts.astype(np.int32), rows[order].astype(np.int32)

    def start(self, matched: BoolArray) -> None:
        """Begin at a perfect matching given by its columns.

        Its basis: its pairs, the slack of one end of each (all other vertices' duals are then 0, which is nearly right
        for costs that touch few players), and every set's slack.
        """
        rows = np.zeros(self.vertices + len(self.sets), dtype=np.bool_)
        rows[self.pairs.v[matched]] = True
        rows[self.vertices :] = True
        basis = highspy.HighsBasis()
        basic, lower = highspy.HighsBasisStatus.kBasic, highspy.HighsBasisStatus.kLower
        basis.col_status = [basic if flag else lower for flag in matched.tolist()]
        basis.row_status = [basic if flag else lower for flag in rows.tolist()]
        basis.valid = True
        if self._highs.setBasis(basis) != highspy.HighsStatus.kOk:
            raise InternalError("the linear program's starting basis was refused")

    def add_pairs(self, pairs: Pairs, costs: IntArray) -> None:
        """More columns."""
        starts, index = self._matrix(pairs)
        n = len(pairs)
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
        self.pairs = self.pairs.joined(pairs)

    def solve(self) -> tuple[FloatArray, FloatArray] | None:
        """Values of the columns and duals of the rows (vertices, then sets) at an optimum; None if the solver gives up:
        after so many steps it is going round in circles.
        """
        rows, columns = self._highs.getNumRow(), self._highs.getNumCol()
        self._highs.setOptionValue("simplex_iteration_limit", _MOST_STEPS * (rows + columns))
        self._highs.run()
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        solution = self._highs.getSolution()
        return np.array(solution.col_value), np.array(solution.row_dual)


def as_integers(duals: FloatArray) -> tuple[IntArray, int, bool]:
    """The duals times their common denominator; that denominator, at least 2, since half-integers are the rule; and
    whether they are such fractions: else they are rounded to half-integers.
    """
    doubled = np.rint(2 * duals)
    if np.abs(2 * duals - doubled).max(initial=0) < 1e-4:
        return doubled.astype(np.int64), 2, True
    flat: list[float] = duals.ravel().tolist()
    exact = [Fraction(value).limit_denominator(_LARGEST_DENOMINATOR) for value in flat]
    if any(abs(float(value) - given) > 1e-5 for value, given in zip(exact, flat, strict=True)):
        return doubled.astype(np.int64), 2, False
    scale = lcm(2, *(value.denominator for value in exact))
    return np.array([int(value * scale) for value in exact], dtype=np.int64).reshape(duals.shape), scale, True
