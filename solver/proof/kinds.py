"""Levels and choices checked kind against kind of vertex, without a list of all pairs: many players are alike.

Only what is right is settled here.  Where anything is wrong or unusual the answer is None, and the kernel, which looks
at each pair, says what it is.  Numbers only, as in the kernel, and the same arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pairproof.solver.proof import kernel
from pairproof.solver.proof.proofs import BoolArray, IntArray, OrderBlock, Proof


@dataclass(frozen=True)
class KindFace:
    """The matchings in play, as `kernel.InPlay`, and the matching at hand.

    Vertices of one `first` kind cost the same on every level; those of one `kind` have had the same duals as well, and
    are in the same sets.  Those of two kinds may be matched where `joined`, but for the pairs u < v in `barred`, shape
    (pairs, 2), in increasing order.  Of the vertices in `settled`, which hold both ends of a pair or none, only the
    pairs of the matching at hand are in play.  Of the pairs in `barred`, the `others` may be matched all the same, each
    at a cost of its own, shape (others, 2), in increasing order; `place` says where they stood among all there were.
    """

    mate: IntArray
    first: IntArray
    kind: IntArray
    joined: BoolArray
    barred: IntArray
    settled: BoolArray
    equations: frozenset[kernel.OddSet] = frozenset()
    others: IntArray = field(default_factory=lambda: np.zeros((0, 2), dtype=np.int64))
    place: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def split(self, label: IntArray) -> KindFace:
        """The same with other first kinds: as they were, but those of one also have one label, integers ≥ 0."""
        first = _numbered(self.first, label)[1]
        one, kind = _numbered(self.kind, label)
        return replace(self, first=first, kind=kind, joined=self.joined[np.ix_(self.kind[one], self.kind[one])])

    def pairs(self) -> kernel.InPlay:
        """The same, pair by pair."""
        vertices = len(self.mate)
        of_kind = self.joined[:, self.kind]
        later = [np.flatnonzero(of_kind[kind, u + 1 :]) + u + 1 for u, kind in enumerate(self.kind.tolist())]
        u = np.repeat(np.arange(vertices, dtype=np.int32), [len(row) for row in later])
        v = np.concatenate(later).astype(np.int32)
        keys = u.astype(np.int64) * vertices + v
        keys = keys[~np.isin(keys, self.barred[:, 0] * vertices + self.barred[:, 1])]
        keys = np.sort(np.append(keys, self.others[:, 0] * vertices + self.others[:, 1]))
        u, v = (ends.astype(np.int32) for ends in np.divmod(keys, vertices))
        keep = self.unsettled(u, v)
        u, v = u[keep], v[keep]
        return kernel.InPlay(self.mate, u, v, np.arange(len(u)), self.equations)

    def unsettled(self, u: kernel.Ends, v: kernel.Ends) -> BoolArray:
        """Which pairs are in play as far as it depends on `settled`."""
        unsettled: BoolArray = (self.mate[u] == v) | ~(self.settled[u] | self.settled[v])
        return unsettled

    def held(self) -> tuple[IntArray, IntArray, IntArray]:
        """The matching at hand: the ends u, v of its pairs whose kinds say what they cost, and which of the others."""
        chosen = np.flatnonzero(self.mate[self.others[:, 0]] == self.others[:, 1])
        u = np.setdiff1d(np.flatnonzero(np.arange(len(self.mate)) < self.mate), self.others[chosen, 0])
        return u, self.mate[u], chosen


def matching(
    kind: IntArray, joined: BoolArray, barred: IntArray, others: IntArray, pairs: Sequence[tuple[int, int]]
) -> KindFace | None:
    """All matchings, and that at hand; None if it does not hold each vertex exactly once, in pairs that may be."""
    vertices = len(kind)
    if sorted(vertex for pair in pairs for vertex in pair) != list(range(vertices)):
        return None
    mate = np.full(vertices, -1, dtype=np.int64)
    for one, other in pairs:
        mate[one], mate[other] = other, one
    nobody = np.zeros(vertices, dtype=np.bool_)
    face = KindFace(mate, kind, kind, joined, barred, nobody, others=others, place=np.arange(len(others)))
    u, v, _ = face.held()
    unfit = ~joined[kind[u], kind[v]] | np.isin(u * vertices + v, barred[:, 0] * vertices + barred[:, 1])
    return None if unfit.any() else face


def settle(face: KindFace, costs: IntArray, proof: Proof, value: int, own: IntArray | None = None) -> KindFace | None:
    """What a level leaves in play, as `kernel.settle`; None if its proof is not right.

    `costs` are those of one `first` kind against another, `own` those of the `others` (nothing, if not given),
    integers ≥ 0.
    """
    own = np.zeros(len(face.others), dtype=np.int64) if own is None else own
    u, v, chosen = face.held()
    cost = sum(costs[face.first[u], face.first[v]].tolist()) + sum(own[chosen].tolist())
    dearest = max(int(costs.max(initial=0)), int(own.max(initial=0)))
    too_large = proof.scale * dearest + kernel.largest(proof) >= kernel.LARGEST
    if kernel.faults_of(proof, face.equations) or too_large or cost != value or proof.total != cost * proof.scale:
        return None
    duals, sets = proof.vertex_duals, proof.sets
    one, kind = _numbered(face.kind, face.settled, duals, *sets)
    joined = _open(face.joined[np.ix_(face.kind[one], face.kind[one])], kind, face.barred)
    joined &= ~(face.settled[one][:, None] | face.settled[one][None, :])
    reduced = _reduced(costs[np.ix_(face.first[one], face.first[one])], proof, one[:, None], one[None, :])
    held = u[face.settled[u]]
    of_held = _reduced(costs[face.first[held], face.first[face.mate[held]]], proof, held, face.mate[held])
    at_u, at_v = face.others.T
    of_others = _reduced(own, proof, at_u, at_v)
    in_play = face.unsettled(at_u, at_v)
    if (reduced[joined] < 0).any() or (of_held < 0).any() or (of_others[in_play] < 0).any():
        return None
    once, left = face.equations | kernel.left_once(proof), in_play & (of_others == 0)
    joined &= reduced == 0
    return replace(face, kind=kind, joined=joined, equations=once, others=face.others[left], place=face.place[left])


def choices(face: KindFace, turns: kernel.Turns, blocks: Sequence[OrderBlock]) -> KindFace | None:
    """What one stretch of choices leaves in play, as `kernel.Order`: every chooser, and his partner, keeps his pair.

    None if they are not right, or if there are digits among the blocks.
    """
    given = iter(blocks)
    left = _stretch(face, turns, given)
    if left is None or next(given, None) is not None:
        return None
    everybody = list(turns.choosers)
    settled = left.settled.copy()
    settled[everybody] = settled[left.mate[everybody]] = True
    return replace(left, settled=settled)


def in_order(
    face: KindFace, phases: Callable[[dict[int, int]], Iterable[kernel.Turns]], blocks: Sequence[OrderBlock]
) -> bool:
    """Whether each chooser of all stretches in turn has the first partner he can have, as `kernel.Order`: whoever finds
    nobody in one stretch may be in the next.

    False if they are not right, or if there are digits among the blocks.
    """
    given, partner = iter(blocks), dict[int, int]()
    for turns in phases(partner):
        left = _stretch(face, turns, given)
        if left is None:
            return False
        new = np.flatnonzero(left.settled & ~face.settled)
        partner.update(zip(new.tolist(), left.mate[new].tolist(), strict=True))
        face = left
    return next(given, None) is None


def _stretch(face: KindFace, turns: kernel.Turns, blocks: Iterator[OrderBlock]) -> KindFace | None:
    """What the choices of one stretch leave in play; blocks are taken until nobody waits.  None if one is wrong."""
    waiting, settled = list(turns.choosers), face.settled.copy()
    ends = face.barred.ravel()
    by_vertex = np.argsort(ends, kind="stable")
    starts = np.searchsorted(ends[by_vertex], np.arange(len(face.mate) + 1)).tolist()
    barred = face.barred[:, ::-1].ravel()[by_vertex]
    near_kind: dict[int, BoolArray] = {}
    while waiting:
        block = next(blocks, None)
        if block is None or (block.proof is None) != bool(block.choosers):
            return None
        turn = waiting[: len(block.choosers)]
        if block.choosers != tuple(turn):
            return None
        if block.proof is not None:
            size = int(face.first.max()) + 1
            left = settle(replace(face, settled=settled.copy()), np.zeros((size, size), np.int64), block.proof, 0)
            if left is None:
                return None
            face, near_kind = left, {}
            continue
        for chooser in turn:
            if settled[chooser]:
                continue
            kind = int(face.kind[chooser])
            if kind not in near_kind:
                near_kind[kind] = face.joined[kind][face.kind]
            near = near_kind[kind].copy()
            near[chooser] = near[barred[starts[chooser] : starts[chooser + 1]]] = False
            if len(face.others):
                at = (face.others == chooser).any(axis=1)
                near[face.others[at].sum(axis=1) - chooser] = True
            near &= ~settled
            others = np.flatnonzero(near)
            order = turns.order(chooser, others)
            tried = np.flatnonzero(order >= 0)
            if not len(tried):
                continue  # nobody to choose from: he stays open
            if others[tried[order[tried].argmin()]] != face.mate[chooser]:
                return None
            settled[[chooser, face.mate[chooser]]] = True
        waiting = [chooser for chooser in waiting[len(turn) :] if not settled[chooser]]
    return replace(face, settled=settled)


def _reduced(costs: IntArray, proof: Proof, u: IntArray, v: IntArray) -> IntArray:
    """Reduced costs of pairs of vertices."""
    reduced: IntArray = proof.scale * costs
    reduced -= proof.vertex_duals[u] + proof.vertex_duals[v]
    for members, dual in zip(proof.sets, proof.set_duals.tolist(), strict=True):
        reduced -= dual * (members[u] != members[v])
    return reduced


def _numbered(kind: IntArray, *labels: IntArray | BoolArray) -> tuple[IntArray, IntArray]:
    """Vertices of one kind with the same labels get one number: a vertex of each, and those numbers."""
    _, one, kind = np.unique(kind, return_index=True, return_inverse=True)
    kind = kind.reshape(-1)
    for label in labels:
        if label.any():
            _, number = np.unique(label, return_inverse=True)
            _, one, kind = np.unique(kind * (int(number.max()) + 1) + number, return_index=True, return_inverse=True)
            kind = kind.reshape(-1)
    return one, kind


def _open(joined: BoolArray, kind: IntArray, barred: IntArray) -> BoolArray:
    """Which kinds are joined by a pair that is not barred."""
    count = len(joined)
    sizes = np.bincount(kind, minlength=count)
    pairs = np.multiply.outer(sizes, sizes)
    np.fill_diagonal(pairs, sizes * (sizes - 1) // 2)
    gone = np.bincount(kind[barred[:, 0]] * count + kind[barred[:, 1]], minlength=count * count).reshape(count, count)
    across = gone + gone.T
    np.fill_diagonal(across, gone.diagonal())
    still: BoolArray = joined & (pairs > across)
    return still
