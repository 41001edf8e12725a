"""Levels checked kind against kind of vertex, without a list of all pairs: many players are alike.

Only what is right is settled here.  Where anything is wrong or unusual the answer is None, and the kernel, which looks
at each pair, says what it is.  Numbers only, as in the kernel, and the same arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pairproof.solver.proof import kernel
from pairproof.solver.proof.proofs import BoolArray, IntArray, Proof


@dataclass(frozen=True)
class KindFace:
    """The matchings in play, as `kernel.InPlay`, and the matching at hand.

    Vertices of one `first` kind cost the same on every level; those of one `kind` have had the same duals as well, and
    are in the same sets.  Those of two kinds may be matched where `joined`, but for the pairs u < v in `barred`, shape
    (pairs, 2), in increasing order.
    """

    mate: IntArray
    first: IntArray
    kind: IntArray
    joined: BoolArray
    barred: IntArray
    equations: frozenset[kernel.OddSet] = frozenset()

    def pairs(self) -> kernel.InPlay:
        """The same, pair by pair."""
        vertices = len(self.mate)
        of_kind = self.joined[:, self.kind]
        later = [np.flatnonzero(of_kind[kind, u + 1 :]) + u + 1 for u, kind in enumerate(self.kind.tolist())]
        u = np.repeat(np.arange(vertices, dtype=np.int32), [len(row) for row in later])
        v = np.concatenate(later).astype(np.int32)
        keep = ~np.isin(u.astype(np.int64) * vertices + v, self.barred[:, 0] * vertices + self.barred[:, 1])
        u, v = u[keep], v[keep]
        return kernel.InPlay(self.mate, u, v, np.arange(len(u)), self.equations)


def matching(kind: IntArray, joined: BoolArray, barred: IntArray, pairs: Sequence[tuple[int, int]]) -> KindFace | None:
    """All matchings, and that at hand; None if it does not hold each vertex exactly once, in pairs that may be."""
    vertices = len(kind)
    if sorted(vertex for pair in pairs for vertex in pair) != list(range(vertices)):
        return None
    not_these = set(map(tuple, barred.tolist()))
    if any(not joined[kind[u], kind[v]] or (min(u, v), max(u, v)) in not_these for u, v in pairs):
        return None
    mate = np.full(vertices, -1, dtype=np.int64)
    for one, other in pairs:
        mate[one], mate[other] = other, one
    return KindFace(mate, kind, kind, joined, barred)


def settle(face: KindFace, costs: IntArray, proof: Proof, value: int) -> KindFace | None:
    """What a level leaves in play, as `kernel.settle`; None if its proof is not right.

    `costs` are those of one `first` kind against another, integers ≥ 0.
    """
    ends = np.flatnonzero(np.arange(len(face.mate)) < face.mate)
    cost = int(costs[face.first[ends], face.first[face.mate[ends]]].sum())
    too_large = proof.scale * int(costs.max(initial=0)) + kernel.largest(proof) >= kernel.LARGEST
    if kernel.faults_of(proof, face.equations) or too_large or cost != value or proof.total != cost * proof.scale:
        return None
    rows = np.column_stack([face.kind, proof.vertex_duals, proof.sets.T])
    _, one, kind = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    kind = kind.reshape(-1)
    joined = _open(face.joined[np.ix_(face.kind[one], face.kind[one])], kind, face.barred)
    reduced = proof.scale * costs[np.ix_(face.first[one], face.first[one])]
    reduced -= proof.vertex_duals[one][:, None] + proof.vertex_duals[one][None, :]
    for members, dual in zip(proof.sets[:, one], proof.set_duals.tolist(), strict=True):
        reduced -= dual * (members[:, None] != members[None, :])
    if (reduced[joined] < 0).any():
        return None
    once = face.equations | kernel.left_once(proof)
    return replace(face, kind=kind, joined=joined & (reduced == 0), equations=once)


def _open(joined: BoolArray, kind: IntArray, barred: IntArray) -> BoolArray:
    """Which kinds are joined by a pair that is not barred."""
    sizes = np.bincount(kind, minlength=len(joined))
    pairs = np.multiply.outer(sizes, sizes)
    np.fill_diagonal(pairs, sizes * (sizes - 1) // 2)
    gone = np.zeros_like(pairs)
    np.add.at(gone, (kind[barred[:, 0]], kind[barred[:, 1]]), 1)
    across = gone + gone.T
    np.fill_diagonal(across, gone.diagonal())
    still: BoolArray = joined & (pairs > across)
    return still
