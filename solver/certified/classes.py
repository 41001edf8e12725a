"""All levels at once for whole classes of players: what a pair costs depends on the classes of the two alone.

The linear relaxation of a level has a variable for each pair of classes instead of one for each pair of players; its
duals hold for every pair, since the few pairs that are illegal in spite of their classes are only missing.  Pairs that
cost less than their classes say have variables of their own (a published board to be kept, a pair wished for), and who
can meet one player only (he is fixed, or his board is kept) has left the field.  Whether the bounds are reached shows a
pairing of the last face (`solver.certified.prefixes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.level import Level
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.alike import Alike
from pairproof.solver.certified.class_program import ClassProgram
from pairproof.solver.certified.linear_program import as_integers
from pairproof.solver.certified.odd_sets import odd_prefixes
from pairproof.solver.proof.duals import reduced_costs
from pairproof.solver.proof.proofs import Proof

_MANY_CLASSES = 300
"""Classes are not split by the partners of favoured pairs beyond so many: the program would be too large."""


@dataclass(frozen=True)
class ClassFace:
    """What the levels leave.

    Attributes
    ----------
    proofs
        Of each level, if the face has a pairing.
    of, joined
        The class of each vertex, and which classes may meet, but for `alike.besides`.
    others
        Which of `alike.others` are left, shape (others,).
    held
        Who can meet nobody but the partner here, both ways.
    tight
        The sets that every pairing leaves exactly once, shape (sets, vertices).
    guess
        Where to begin: the vertices of two classes, and how many pairs there may be between them.
    """

    proofs: tuple[Proof, ...]
    of: IntArray
    joined: BoolArray
    others: BoolArray
    held: dict[int, int]
    tight: BoolArray
    guess: tuple[tuple[list[int], list[int], int], ...]


def solve_levels(alike: Alike) -> ClassFace | None:
    """Level after level, with proofs that hold if the last face has a pairing; None where there is none for certain."""
    levels = _Levels(alike)
    proofs: list[Proof] = []
    for stage in _stages(alike):
        if not levels.enter(stage):
            return None
        waiting = list(stage)
        while waiting:
            found = levels.settle(waiting)
            if not found:
                return None
            proofs += found
            waiting = waiting[len(found) :]
    return levels.face(proofs)


def _stages(alike: Alike) -> list[Sequence[Level]]:
    """The levels in runs: one on which players are told apart by more than their classes is a run of its own, so that
    the others have no more classes than they need.
    """
    runs: list[list[Level]] = []
    alone = True
    for level, labelled in zip(alike.problem.levels, alike.labelled, strict=True):
        if labelled or alone:
            runs.append([])
        runs[-1].append(level)
        alone = labelled
    return [*runs] or [[]]


class _Levels:
    """The face so far, and the program of the levels at hand."""

    def __init__(self, alike: Alike) -> None:
        self._alike, self._problem = alike, alike.problem
        position, n = self._problem.position, self._problem.vertices
        self._u, self._v = (ends.astype(np.int64) for ends in (alike.others.u, alike.others.v))
        self._held = dict(position.fixed)
        self._far = np.zeros(n, dtype=np.int64)  # of who is held but could meet others in the face: since which pass
        self._passes = 0
        self._field: BoolArray = np.ones(n, dtype=np.bool_)
        self._field[list(self._held)] = False
        self._sets = _odd_sets(position.score, self._field)
        self._tight = np.zeros(len(self._sets), dtype=np.bool_)
        self._of = np.zeros(n, dtype=np.int64)
        self._joined = np.ones((1, 1), dtype=np.bool_)
        self._open: BoolArray = np.ones(len(self._u), dtype=np.bool_)
        self._seen: list[IntArray] = []  # costs of class against class on the levels entered
        self._own: list[IntArray] = []  # costs of `others` on them
        self._favoured = ~alike.joined[alike.of[self._u], alike.of[self._v]]

    # --- Classes -----------------------------------------------------------------------------------------------------

    def enter(self, levels: Sequence[Level]) -> bool:
        """Go on to some levels: classes as fine as they need, and their program.  False if somebody can meet nobody."""
        alike = self._alike
        tables = [alike.costs(level) for level in levels]
        own = [self._problem.costs(level, alike.others) for level in levels]
        for table, costs in zip(tables, own, strict=True):
            self._favoured |= costs < table[alike.of[self._u], alike.of[self._v]]
        self._seen += tables
        self._own += own
        self._costs = dict(zip((level.name for level in levels), zip(tables, own, strict=True), strict=True))
        self._refine()
        if not self._hold():
            return False
        self._start()
        return True

    def _refine(self) -> None:
        """Classes that are the same in all that counts so far are one; those that were told apart stay so."""
        alike = self._alike
        score = np.append(self._problem.position.score, -1)[: len(self._of)]
        of_class = np.zeros(len(alike.joined), dtype=np.int64)
        of_class[alike.of] = score
        rows = np.concatenate([of_class[:, None], alike.joined, *self._seen], axis=1)
        same: dict[bytes, int] = {}
        merged = np.array([same.setdefault(row.tobytes(), len(same)) for row in rows], dtype=np.int64)
        parents, before = self._of, self._joined
        of = _numbered(self._of, merged[alike.of])
        self._of = of = self._split(of)
        self._fine = _a_member(of, alike.of)
        parent = _a_member(of, parents)
        self._joined = before[np.ix_(parent, parent)]
        self._joined &= alike.joined[np.ix_(self._fine, self._fine)]

    def _split(self, of: IntArray) -> IntArray:
        """Who has favoured pairs with others, by their classes and the costs, is another class; as long as those do not
        become very many.
        """
        places = np.flatnonzero(self._open & self._favoured & self._inside())
        if not len(places):
            return of
        ends = np.concatenate([self._u[places], self._v[places]])
        others = np.concatenate([self._v[places], self._u[places]])
        cost = np.tile(_numbered(places * 0, *(costs[places] for costs in self._own)), 2)
        for _ in range(2):
            met: dict[int, list[int]] = {}
            for vertex, key in zip(ends.tolist(), _numbered(of[others], cost).tolist(), strict=True):
                met.setdefault(vertex, []).append(key)
            told = {vertex: tuple(sorted(keys)) for vertex, keys in met.items()}
            number = {signature: place for place, signature in enumerate(sorted(set(told.values())), start=1)}
            more = np.zeros(len(of), dtype=np.int64)
            more[list(told)] = [number[signature] for signature in told.values()]
            finer = _numbered(of, more)
            if finer.max() >= _MANY_CLASSES:
                break
            of = finer
        return of

    def _inside(self) -> BoolArray:
        """Which of the other pairs are of two in the field."""
        inside: BoolArray = self._field[self._u] & self._field[self._v]
        return inside

    def _hold(self) -> bool:
        """Whoever can meet one player only leaves the field with him; False if somebody can meet nobody."""
        while True:
            self._close()
            meets: BoolArray = np.array(self._joined.any(axis=1))[self._of]
            places = np.flatnonzero(self._open & self._inside())
            pairs = np.bincount(np.concatenate([self._u[places], self._v[places]]), minlength=len(self._of))
            if (self._field & ~meets & (pairs == 0)).any():
                return False
            single: BoolArray = self._field & ~meets & (pairs == 1)
            found = places[single[self._u[places]] | single[self._v[places]]]
            if not len(found):
                return True
            self._passes += 1
            for u, v in zip(self._u[found].tolist(), self._v[found].tolist(), strict=True):
                if u in self._held or v in self._held:
                    return False  # two who can meet one and the same player only
                self._held[u], self._held[v] = v, u
                self._field[[u, v]] = False
                self._far[v if single[u] else u] = self._passes

    def _close(self) -> None:
        """Classes may meet only if they have two in the field who may."""
        sizes = np.bincount(self._of[self._field], minlength=len(self._joined))
        pairs = np.multiply.outer(sizes, sizes)
        np.fill_diagonal(pairs, sizes * (sizes - 1) // 2)
        ends = self._alike.besides
        ends = self._of[ends[self._field[ends].all(axis=1)]]
        gone = np.zeros_like(pairs)
        np.add.at(gone, (ends.min(axis=1), ends.max(axis=1)), 1)
        self._joined &= pairs > np.maximum(gone, gone.T)

    # --- The program -------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        """A program of the field: pairs of classes, and then kinds of favoured pairs."""
        self._a, self._b = np.nonzero(np.triu(self._joined))
        favoured = self._favoured | ~self._joined[self._of[self._u], self._of[self._v]]
        places = np.flatnonzero(self._open & favoured & self._inside())
        ends = np.sort(self._of[np.stack([self._u[places], self._v[places]], axis=1)], axis=1)
        kinds = _numbered(*ends.T, *(costs[places] for costs in self._own))
        one = np.zeros(kinds.max(initial=-1) + 1, dtype=np.int64)
        one[kinds] = np.arange(len(places))
        self._kinds = places[one]
        self._of_kind = [places[kinds == kind] for kind in range(len(one))]
        self._members = self._sets[:, _a_member(self._of, np.arange(len(self._of)), self._field)]
        a, b = np.append(self._a, ends[one, 0]), np.append(self._b, ends[one, 1])
        sizes = np.bincount(self._of[self._field], minlength=len(self._joined))
        self._program = ClassProgram(sizes, a, b, self._members, 1 - self._crossed())
        self._program.narrow(np.ones(len(a), dtype=np.bool_), self._tight)

    def _crossed(self) -> IntArray:
        """How often those who are held leave each set."""
        held = np.array([(u, v) for u, v in self._held.items() if u < v], dtype=np.int64).reshape(-1, 2)
        crossed: IntArray = (self._sets[:, held[:, 0]] != self._sets[:, held[:, 1]]).sum(axis=1)
        return crossed

    def settle(self, levels: Sequence[Level]) -> list[Proof]:
        """Proofs of the first of some levels, as many as one solution proves, and what they leave; none where the
        program gives no valid duals.
        """
        each = []
        for level in levels:
            table, own = self._costs[level.name]
            each.append(np.append(table[self._fine[self._a], self._fine[self._b]], own[self._kinds]))
        duals = self._program.solve(np.array(each))
        if duals is None:
            return []
        numbers, scale, exact = as_integers(duals)
        proofs: list[Proof] = []
        for level, row in zip(levels, numbers, strict=False):
            proof = self._prove(level, scale, row) if exact else None
            if proof is None:
                break
            proofs.append(proof)
        if proofs:
            self._program.narrow(np.append(self._joined[self._a, self._b], self._open[self._kinds]), self._tight)
        return proofs

    def _prove(self, level: Level, scale: int, duals: IntArray) -> Proof | None:
        """The level's proof by duals of classes and sets, and what it leaves; None where they are not valid."""
        table, own = self._costs[level.name]
        costs = table[np.ix_(self._fine, self._fine)]
        of_classes, of_sets = duals[: len(costs)], duals[len(costs) :]
        if (of_sets[~self._tight] < 0).any():
            return None
        proof = Proof(scale, self._vertex_duals(level, scale, of_classes, of_sets), self._sets, of_sets)
        reduced = scale * costs - of_classes[:, None] - of_classes[None, :]
        for place in np.flatnonzero(of_sets).tolist():
            row = self._members[place]
            reduced -= of_sets[place] * (row[:, None] != row[None, :])
        if (reduced[self._joined] < 0).any() or not self._narrow_others(proof, own):
            return None
        self._joined = self._joined & (reduced == 0)
        self._tight = self._tight | (of_sets > 0)
        return proof

    def _narrow_others(self, proof: Proof, own: IntArray) -> bool:
        """Of the other pairs those of reduced cost 0 are left; False if one is negative."""
        left = np.flatnonzero(self._open)
        if not len(left):
            return True
        reduced = reduced_costs(proof, self._alike.others.where(left), own[left])
        if (reduced < 0).any():
            return False
        self._open[left[reduced > 0]] = False
        return True

    def _vertex_duals(self, level: Level, scale: int, of_classes: IntArray, of_sets: IntArray) -> IntArray:
        """Of everybody; those held have what makes their pair's reduced cost 0, and that of no other negative."""
        duals = np.where(self._field, of_classes[self._of], 0)
        pairs = [(u, v) for u, v in self._held.items() if u < v]
        if not pairs:
            return duals
        u, v = np.array(pairs, dtype=np.int64).T
        costs = scale * self._problem.costs(level, self._problem.as_pairs(u, v))
        for row, dual in zip(self._sets, of_sets.tolist(), strict=True):
            costs -= dual * (row[u] != row[v])
        # Who is held since an earlier pass could meet those held later, whose duals are high: his is lower still.
        deep = int(np.abs(duals).max(initial=0)) + int(np.abs(costs).max()) + 2 * int(np.abs(of_sets).sum()) + 1
        low = self._far[v] > 0
        near, far = np.where(low, u, v), np.where(low, v, u)
        duals[far] = np.where(self._far[far] > 0, -deep * (1 + self._passes - self._far[far]), 0)
        duals[near] = costs - duals[far]
        return duals

    # --- What is left ------------------------------------------------------------------------------------------------

    def face(self, proofs: list[Proof]) -> ClassFace:
        """After the last level."""
        guess = tuple(self._guess())
        return ClassFace(tuple(proofs), self._of, self._joined, self._open, self._held, self._sets[self._tight], guess)

    def _guess(self) -> Iterator[tuple[list[int], list[int], int]]:
        by_class = [np.flatnonzero((self._of == each) & self._field).tolist() for each in range(len(self._joined))]
        for place, number in sorted(self._program.pairs(), reverse=True):
            if place < len(self._a):
                yield by_class[self._a[place]], by_class[self._b[place]], number
            else:
                for pair in self._of_kind[place - len(self._a)][:number].tolist():
                    yield [int(self._u[pair])], [int(self._v[pair])], 1


def _odd_sets(score: IntArray, field: BoolArray) -> BoolArray:
    """The best players of the field, where that is an odd number, shape (sets, vertices)."""
    places = np.flatnonzero(field)
    sets = odd_prefixes(score[places[places < len(score)]], len(places))
    wide = np.zeros((len(sets), len(field)), dtype=np.bool_)
    wide[:, places] = sets
    return wide


def _numbered(*keys: IntArray) -> IntArray:
    """The same number from 0 on for places where all keys, integers ≥ 0, are the same."""
    number = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        if len(key) and (largest := int(key.max())):
            _, number = np.unique(number * (largest + 1) + key, return_inverse=True)
    return number


def _a_member(of: IntArray, what: IntArray, best: BoolArray | None = None) -> IntArray:
    """`what` of a member of each class, of the `best` where there is one."""
    found = np.zeros(int(of.max()) + 1, dtype=np.int64)
    found[of] = what
    if best is not None:
        found[of[best]] = what[best]
    return found
