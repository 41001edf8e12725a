"""The pairs of one problem, those that can matter near at hand and the others only priced.

Pairs of players far below the bracket cost nothing on any level.  Most of them are left out of the program: once a
proof is there it is enough that none of them has a negative reduced cost, and mostly no dual touches them at all.
"""

from __future__ import annotations

import numpy as np

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.face import Face
from pairproof.solver.problem import Pairs
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.stopping import Stop

NEIGHBOURS = 3


class NearGraph:
    """The legal pairs of a problem's vertices: all that have an end before `near`, and of the others a few.

    `legal` is their adjacency, shape (vertices, vertices); `mate` a perfect matching of them, which is kept.  With
    `everything` no pair is left out.
    """

    def __init__(self, legal: BoolArray, near: int, mate: IntArray, everything: bool = False) -> None:
        self._legal = legal
        self.mate = mate
        self.vertices = len(legal)
        self.everything = everything
        self.near = self.vertices if everything else near
        self.pairs = self._pairs()
        self._aside = self.pairs.where(np.zeros(0, dtype=np.int64))

    def _pairs(self) -> Pairs:
        n, near = self.vertices, self.near
        keep = np.zeros((n, n), dtype=np.bool_)
        keep[:near] = True
        for distance in range(1, NEIGHBOURS + 1):
            at = np.arange(n - distance)
            keep[at, at + distance] = True
        keep[:, n - 1] = True
        at = np.arange(n)
        keep[np.minimum(at, self.mate), np.maximum(at, self.mate)] = True
        return Pairs.of_table(keep & self._legal)

    def face(self, stop: Stop, columns: BoolArray | None = None, sets: BoolArray | None = None) -> Face:
        """A face of all these pairs."""
        if columns is None:
            columns = self.pairs.v - self.pairs.u <= NEIGHBOURS
            columns |= self.pairs.v == self.vertices - 1
        return Face(self.vertices, self.pairs, self.mate, columns, sets, stop)

    def set_aside(self, pairs: Pairs) -> None:
        """Pairs that cost nothing from now on, and are no longer in the program."""
        self._aside = pairs

    def holds(self, proof: Proof) -> bool:
        """Whether a proof over the pairs of the program is one over all: no other has a negative reduced cost.

        The others cost nothing: their reduced cost is what the duals take away.
        """
        return self._holds_aside(proof) and self._holds_far(proof)

    def _holds_aside(self, proof: Proof) -> bool:
        if not len(self._aside):
            return True
        u, v = self._aside.u, self._aside.v
        taken = proof.vertex_duals[u] + proof.vertex_duals[v]
        for members, dual in zip(proof.sets, proof.set_duals.tolist(), strict=True):
            if dual:
                taken += dual * (members[u] != members[v])
        return not bool((taken > 0).any())

    def _holds_far(self, proof: Proof) -> bool:
        near = self.near
        if near >= self.vertices - 1:
            return True
        duals, sets = proof.vertex_duals[near:], proof.sets[:, near:]
        used = (proof.set_duals != 0) & sets.any(axis=1) & ~sets.all(axis=1)
        if not duals.any() and not used.any():
            return True
        taken = duals[:, None] + duals[None, :]
        for members, dual in zip(sets[used], proof.set_duals[used].tolist(), strict=True):
            taken += dual * (members[:, None] != members[None, :])
        left_out = np.triu(self._legal[near:, near:], 1)
        return not bool((taken[left_out] > 0).any())
