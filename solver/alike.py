"""Who is alike in a round: few classes of players say what nearly all pairs cost, and whether they are legal.

Both the engine and `verify` start from here where they can, since a field has hundreds of times fewer pairs of classes
than pairs of players.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairproof.model.criteria.legality import ClassLegality
from pairproof.model.criteria.level import Apart, Level
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import PairingProblem, Pairs


@dataclass(frozen=True)
class Alike:
    """Vertices by class: what a pair costs on each level, and whether it is legal, its two classes say.

    Attributes
    ----------
    of
        The class of each vertex, shape (vertices,).
    joined
        Whether pairs of two classes are legal, shape (classes, classes), symmetrical.
    besides
        The pairs u < v of which their classes do not say it all, shape (pairs, 2), in increasing order.
    others
        Those of them that are legal, with costs of their own.
    labelled
        On which levels players are told apart by more than `player_classes`, shape (levels,).
    """

    problem: PairingProblem
    of: IntArray
    joined: BoolArray
    besides: IntArray
    others: Pairs
    labelled: tuple[bool, ...]

    def costs(self, level: Level) -> IntArray:
        """What a pair of two classes costs on a level, shape (classes, classes), symmetrical."""
        if level.goes_by_class(self.problem.position):
            return self.problem.class_costs(level)[np.ix_(self._player_class, self._player_class)]
        a, b, pairs = self._examples
        table = np.zeros(self.joined.shape, dtype=np.int64)
        table[a, b] = table[b, a] = self.problem.costs(level, pairs)
        return table

    @cached_property
    def _player_class(self) -> IntArray:
        """The class of `problem.classes` that each class is part of."""
        of_class = np.zeros(len(self.joined), dtype=np.int64)
        of_class[self.of] = self.problem.classes
        return of_class

    @cached_property
    def _examples(self) -> tuple[IntArray, IntArray, Pairs]:
        """Classes a ≤ b that have a pair of which they say it all, and one such pair."""
        n = self.problem.vertices
        known = self.besides[:, 0] * n + self.besides[:, 1]
        members = [np.flatnonzero(self.of == each) for each in range(len(self.joined))]
        a, b = np.nonzero(np.triu(self.joined))
        first, last = (np.array([own[place] for own in members], dtype=np.int64) for place in (0, -1))
        keys = np.minimum(first[a], last[b]) * n + np.maximum(first[a], last[b])
        unfit = (first[a] == last[b]) | _among(keys, known)
        for place in np.flatnonzero(unfit).tolist():
            keys[place] = _example(members[a[place]], members[b[place]], known, n)
        found = keys >= 0
        return a[found], b[found], self.problem.as_pairs(*np.divmod(keys[found], n))


def _once(keys: IntArray) -> IntArray:
    """The keys in increasing order, each once; several times quicker than `np.unique` for some that are in order."""
    keys = np.sort(keys, kind="stable")
    new: BoolArray = np.ones(len(keys), dtype=np.bool_)
    new[1:] = keys[1:] != keys[:-1]
    return keys[new]


def _among(keys: IntArray, known: IntArray) -> BoolArray:
    """Which of the keys are known; those known are in increasing order."""
    last = len(known) - 1
    among: BoolArray = known[np.minimum(np.searchsorted(known, keys), last)] == keys if last >= 0 else keys < 0
    return among


def _example(ones: IntArray, others: IntArray, known: IntArray, n: int) -> int:
    """A pair of two classes that is not among the `known`, as u · n + v; −1 if there is none."""
    for one in ones.tolist():
        rest = others[others != one]
        keys = np.minimum(rest, one) * n + np.maximum(rest, one)
        fit = keys[~_among(keys, known)]
        if len(fit):
            return int(fit[0])
    return -1


def alike(problem: PairingProblem) -> Alike | None:
    """The classes; None where too much goes by players, or the problem is about some of its pairs only."""
    position = problem.position
    apart = [level.told_apart(position) for level in problem.levels] if problem.whole else [None]
    told = [each for each in apart if each is not None]
    legality = problem.legality
    if len(told) < len(apart) or legality is None:
        return None
    n = problem.vertices
    features = [problem.classes, legality.classes, _without_bye(problem, legality)]
    features += [np.append(each.label, 0)[:n] for each in told if each.label is not None]
    rows, of = np.unique(np.stack(features, axis=1), axis=0, return_inverse=True)
    of = of.reshape(-1)
    joined = legality.table[np.ix_(rows[:, 1], rows[:, 1])]
    if position.has_dummy:
        dummy = of[n - 1]
        joined[dummy] &= rows[:, 2] == 0
        joined[:, dummy] = joined[dummy]
        joined[dummy, dummy] = False
    besides, others = _besides(problem, legality, told)
    return Alike(problem, of, joined, besides, others, tuple(each.label is not None for each in told))


def _without_bye(problem: PairingProblem, legality: ClassLegality) -> IntArray:
    """Who may not have the bye, as 1; else 0."""
    barred, n = legality.barred, problem.vertices
    without = np.zeros(n, dtype=np.int64)
    if problem.position.has_dummy:
        without[barred[barred[:, 1] == n - 1, 0]] = 1
    return without


def _besides(problem: PairingProblem, legality: ClassLegality, apart: list[Apart]) -> tuple[IntArray, Pairs]:
    """The pairs of which classes do not say it all, and the legal ones among them."""
    n, of = problem.vertices, legality.classes
    besides = np.concatenate([Apart.of(()).pairs, *(each.pairs for each in apart)])
    barred, ordered, told = (
        _once(pairs[:, 0] * n + pairs[:, 1]) for pairs in (legality.barred, legality.ordered, besides)
    )
    u, v = np.divmod(told, n)
    legal = told[legality.table[of[u], of[v]] & ~_among(told, barred)]
    others = _once(np.append(legal, ordered))
    every = _once(np.concatenate([barred, ordered, told]))
    return np.stack(np.divmod(every, n), axis=1), problem.as_pairs(*np.divmod(others, n))
