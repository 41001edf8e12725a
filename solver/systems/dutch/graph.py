"""The pairs of one problem: all inside the bracket, and a few of the others, which stand for their kind.

What a pair costs that has an end outside the bracket goes by the kind of its ends.  Most of these pairs are left out of
the program; once a proof is there it is enough that none of them has a negative reduced cost.
"""

from __future__ import annotations

import numpy as np

from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs

NEIGHBOURS = 3
SOME = (3, 30, 300)
"""So many of each kind outside the bracket are partners to begin with; and if that is not enough."""


def some_pairs(legal: LegalPairs, inside: int, near: int, mate: IntArray, few: int) -> Pairs:
    """Some of the legal pairs: all of two vertices before `inside`, neighbours, those of the last vertex, those of the
    perfect matching `mate`, and for each vertex before `near` a few of each kind from `inside` on.
    """
    n = legal.vertices
    vertex = np.arange(n)
    ends = [(vertex[:-distance], vertex[distance:]) for distance in range(1, NEIGHBOURS + 1) if distance < n]
    ends.append((vertex[:-1], np.full(n - 1, n - 1)))
    part = (vertex >= inside).astype(np.int64) + (vertex >= near)
    for members in _by_kind(legal, part, inside):
        start = np.arange(near)[:, None] * few
        ends.append((np.repeat(np.arange(near), few), members[(start + np.arange(few)) % len(members)].ravel()))
    u = np.concatenate([np.minimum(one, other) for one, other in ends])
    v = np.concatenate([np.maximum(one, other) for one, other in ends])
    keys = (u * n + v)[legal.holds(u, v) & (v >= inside)]
    held = np.flatnonzero(vertex < mate)
    keys = np.concatenate([keys, held * n + mate[held]])
    block = Pairs.of_table(legal.block(vertex[:inside], vertex[:inside]))
    return as_pairs(np.concatenate([block.u.astype(np.int64) * n + block.v, keys]), n)


def as_pairs(keys: IntArray, vertices: int) -> Pairs:
    """The pairs of these numbers, u · vertices + v, each once."""
    keys = np.sort(keys, kind="stable")
    keys = keys[np.append(True, keys[1:] != keys[:-1])[: len(keys)]]
    u, v = np.divmod(keys, vertices)
    return Pairs(u.astype(np.int32), v.astype(np.int32), np.zeros(len(keys), dtype=np.int32))


def neighbours(pairs: Pairs, vertices: int) -> BoolArray:
    """Which of the pairs are of neighbours, or of the last vertex: a mask."""
    found: BoolArray = (pairs.v - pairs.u <= NEIGHBOURS) | (pairs.v == vertices - 1)
    return found


def _by_kind(legal: LegalPairs, part: IntArray, inside: int) -> list[IntArray]:
    """The vertices from `inside` on, by part and kind, each in rank order."""
    kind = legal.split(part).kind
    outside = np.arange(inside, legal.vertices)
    order = outside[np.argsort(kind[outside], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(kind[order])) + 1) if len(order) else []
