"""All levels at once for whole classes of players: what a pair costs depends on the classes of the two alone.

The linear relaxation of a level has a variable for each pair of classes instead of one for each pair of players; its
duals hold for every pair, since the few pairs that are illegal in spite of their classes are only missing.  Whether the
bounds are reached shows a pairing of the last face (`solver.certified.prefixes`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.class_program import ClassProgram
from pairproof.solver.certified.linear_program import as_integers
from pairproof.solver.problem import PairingProblem
from pairproof.solver.proof.proofs import Proof


@dataclass(frozen=True)
class Classes:
    """Vertices by class: those of one are alike on every level, in score, and in whom they may meet, but for `barred`.

    Attributes
    ----------
    of
        The class of each vertex, shape (vertices,).
    joined
        Whether vertices of two classes may meet, shape (classes, classes).
    costs
        What a pair of two classes costs on each level, shape (levels, classes, classes).
    barred
        The pairs u < v that may not meet all the same, shape (pairs, 2).
    """

    of: IntArray
    joined: BoolArray
    costs: IntArray
    barred: IntArray

    @property
    def sizes(self) -> IntArray:
        """How many vertices each class has."""
        return np.bincount(self.of, minlength=len(self.joined))

    def cost(self, mate: IntArray) -> list[int]:
        """What a pairing, partner of each vertex, costs on each level."""
        u = np.flatnonzero(np.arange(len(mate)) < mate)
        totals: list[int] = self.costs[:, self.of[u], self.of[mate[u]]].sum(axis=1).tolist()
        return totals


def classes_of_problem(problem: PairingProblem) -> Classes | None:
    """The classes; None where costs or legality go by players."""
    position = problem.position
    if not (problem.whole and problem.by_kind):
        return None
    legality = problem.legality
    if legality is None:
        return None
    n, barred = position.vertices, legality.barred
    bye: BoolArray = np.zeros(n, dtype=np.bool_)
    if position.has_dummy:
        bye[barred[barred[:, 1] == n - 1, 0]] = True
    score = np.append(position.score, -1)[:n]
    features = np.stack([problem.classes, legality.classes, bye, score], axis=1)
    rows, of = np.unique(features, axis=0, return_inverse=True)
    of = of.reshape(-1)
    first = np.zeros(len(rows), dtype=np.int64)
    first[of[::-1]] = np.arange(n)[::-1]
    joined = legality.table[np.ix_(rows[:, 1], rows[:, 1])]
    if position.has_dummy:
        dummy = of[n - 1]
        joined[dummy] = joined[:, dummy] = rows[:, 2] == 0
        joined[dummy, dummy] = False
    each = [problem.class_costs(level)[np.ix_(rows[:, 0], rows[:, 0])] for level in problem.levels]
    costs = np.array(each, dtype=np.int64).reshape(len(each), len(rows), len(rows))  # a rule set may have no levels
    return _merged(Classes(of, joined, costs, barred), score[first])


def _merged(classes: Classes, score: IntArray) -> Classes:
    """Classes that are the same in all that counts become one."""
    wide = classes.costs.transpose(1, 0, 2).reshape(len(score), -1)
    rows = np.concatenate([score[:, None], classes.joined, wide], axis=1)
    _, first, merged = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    of = merged.reshape(-1)[classes.of]
    joined = _possible(classes.joined[np.ix_(first, first)], of, classes.barred)
    return Classes(of, joined, classes.costs[:, first[:, None], first[None, :]], classes.barred)


def _possible(joined: BoolArray, of: IntArray, barred: IntArray) -> BoolArray:
    """Which classes have two vertices that may meet."""
    sizes = np.bincount(of, minlength=len(joined))
    pairs = np.multiply.outer(sizes, sizes)
    np.fill_diagonal(pairs, sizes * (sizes - 1) // 2)
    a, b = of[barred[:, 0]], of[barred[:, 1]]
    gone = np.zeros_like(pairs)
    np.add.at(gone, (np.minimum(a, b), np.maximum(a, b)), 1)
    gone = np.maximum(gone, gone.T)
    possible: BoolArray = joined & (pairs > gone)
    return possible


@dataclass(frozen=True)
class ClassFace:
    """What the levels leave: which classes may meet, the sets left exactly once, and a guess at a pairing.

    `guess` holds the vertices of two classes, and how many pairs there may be between them.
    """

    proofs: tuple[Proof, ...]
    joined: BoolArray
    tight: BoolArray
    guess: tuple[tuple[list[int], list[int], int], ...]


def solve_levels(classes: Classes, sets: BoolArray) -> ClassFace | None:
    """Level after level, with proofs that hold if the last face has a pairing; None where there is none for certain.

    `sets` are odd, shape (sets, vertices), each a union of classes.
    """
    of, sizes = classes.of, classes.sizes
    first = np.zeros(len(sizes), dtype=np.int64)
    first[of] = np.arange(len(of))
    members = sets[:, first]
    joined, tight = classes.joined, np.zeros(len(sets), dtype=np.bool_)
    program = ClassProgram(sizes, joined, members)
    proofs = []
    for costs in classes.costs:
        duals = program.solve(costs)
        if duals is None:
            return None
        numbers, scale, exact = as_integers(duals)
        of_classes, of_sets = numbers[: len(sizes)], numbers[len(sizes) :]
        reduced = scale * costs - of_classes[:, None] - of_classes[None, :]
        for row, dual in zip(members, of_sets.tolist(), strict=True):
            reduced -= dual * (row[:, None] != row[None, :])
        if not exact or (of_sets[~tight] < 0).any() or (reduced[joined] < 0).any():
            return None
        proofs.append(Proof(scale, of_classes[of], sets, of_sets))
        joined = joined & (reduced == 0)
        tight = tight | (of_sets > 0)
        program.narrow(joined, tight)
    by_class = [np.flatnonzero(of == each).tolist() for each in range(len(sizes))]
    guess = ((by_class[a], by_class[b], number) for a, b, number in program.pairs())
    return ClassFace(tuple(proofs), joined, sets[tight], tuple(guess))
