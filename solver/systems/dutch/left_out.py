"""The pairs that are left out of a program: none of them may matter, and that is seen kind against kind of player.

They are those that have an end outside the bracket; a few of them are in the program for all of their kind.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pairproof.model.dutch.criteria import Vertices
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.proof.proofs import Proof


class Matters(Exception):
    """A pair left out has a negative reduced cost: the problem has to be done with more pairs."""


class LeftOut:
    """Which kinds of vertices have pairs in play, of those with an end from `inside` on.

    `legal` are all legal pairs, `label` a number for each vertex: those of one cost the same.  Pairs of two vertices
    from `near` on cost nothing.
    """

    def __init__(self, legal: LegalPairs, label: IntArray, inside: int, near: int) -> None:
        self._legal, self._inside, self._near = legal, inside, near
        self._settled: BoolArray = np.zeros(legal.vertices, dtype=np.bool_)
        whose = legal.split(label * 2 + (np.arange(legal.vertices) >= inside))
        self._kind = whose.kind
        self._one: IntArray = np.unique(self._kind, return_index=True)[1]  # one of each kind
        self._joined: BoolArray = whose.joined[:, self._one >= inside]  # all kinds × those outside

    def narrow(self, costs: Callable[[Vertices, Vertices], IntArray] | None, proof: Proof) -> None:
        """What a level, or (without costs) a narrowing, leaves in play.

        Raises
        ------
        Matters
            Its proof is not one over all pairs.
        """
        priced = bool(proof.vertex_duals.any() or proof.set_duals.any())
        if costs is None and not priced:
            return
        if priced:
            self._split(proof.vertex_duals, *proof.sets)
        one, outside = self._one, self._one[self._one >= self._inside]
        reduced = np.zeros(self._joined.shape, dtype=np.int64)
        if costs is not None:
            u, v = np.minimum(one[:, None], outside).ravel(), np.maximum(one[:, None], outside).ravel()
            near = np.flatnonzero(u < self._near)
            reduced.ravel()[near] = proof.scale * costs(u[near], v[near])
        if priced:
            reduced -= proof.vertex_duals[one][:, None] + proof.vertex_duals[outside]
            for members, dual in zip(proof.sets, proof.set_duals.tolist(), strict=True):
                if dual:
                    reduced -= dual * (members[one][:, None] != members[outside])
            for row, column in np.argwhere(self._joined & (reduced < 0)).tolist():
                if self._any_pair(one[row], outside[column]):
                    raise Matters
        self._joined &= reduced == 0

    def split(self, label: IntArray) -> None:
        """From now on those who cost the same have the same label as well."""
        self._split(label)

    def settle(self, vertices: IntArray) -> None:
        """They have the partners they have."""
        self._settled = self._settled.copy()
        self._settled[vertices] = True
        self._split(self._settled)
        self._joined[self._settled[self._one]] = False
        self._joined[:, self._settled[self._one[self._one >= self._inside]]] = False

    def _split(self, *labels: IntArray | BoolArray) -> None:
        kind, one = self._kind, self._one
        for label in labels:
            number = np.unique(label, return_inverse=True)[1].reshape(-1)
            _, one, kind = np.unique(kind * (int(number.max()) + 1) + number, return_index=True, return_inverse=True)
        old = self._kind[one]
        column = np.cumsum(self._one >= self._inside) - 1
        self._joined = self._joined[np.ix_(old, column[old[one >= self._inside]])]
        self._kind, self._one = kind, one

    def _any_pair(self, one: int, other: int) -> bool:
        """Whether somebody of the one's kind may meet somebody of the other's."""
        here, there = (np.flatnonzero(self._kind == self._kind[vertex]) for vertex in (one, other))
        return bool(self._legal.block(here, there).any())
