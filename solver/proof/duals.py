"""The engines' side of a proof: they price pairs and number choices by these, `kernel` checks what comes of it.

Reduced costs and digits are computed there once more, by other code: so a mistake here cannot pass (docs/method.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.natural_order import Phase
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.proof.proofs import Proof


def reduced_costs(proof: Proof, pairs: Pairs, costs: IntArray) -> IntArray:
    """`scale`·cost − duals of both ends − duals of every set that separates them, for each pair."""
    in_u, in_v = proof.vertex_duals.copy(), proof.vertex_duals.copy()
    reduced = proof.scale * costs
    vertices = np.arange(len(in_u))
    for members, dual in zip(proof.sets, proof.set_duals.tolist(), strict=True):
        if dual == 0:
            continue
        size = int(members.sum())
        if members[:size].all():
            # The best `size` players: the set separates u < v just if u is in and v is out, so it counts at v and is
            # taken back at u where both are out.
            outside = vertices >= size
            in_v[outside] += dual
            in_u[outside] -= dual
        else:
            reduced -= dual * (members[pairs.u] != members[pairs.v])
    reduced -= in_u[pairs.u]
    reduced -= in_v[pairs.v]
    return reduced


@dataclass(frozen=True)
class Digits:
    """Costs of one block of the natural order: over some pairs, "which of his candidates each chooser gets".

    `costs` and `claimed` have the pairs' shape; a pair is claimed by the first chooser whose candidate it is.
    """

    choosers: tuple[int, ...]
    costs: IntArray
    claimed: BoolArray


def digits(phase: Phase, choosers: list[int], pairs: Pairs, largest: int) -> Digits:
    """Digits for as many of the choosers as keep the costs below `largest` (always at least one of them).

    A chooser's candidates are his pairs not claimed by an earlier chooser, numbered from 0 in the order he tries them;
    everything else that leaves him open here gets the number after the last.
    """
    claimed = np.zeros(len(pairs), dtype=np.bool_)
    columns: list[tuple[IntArray, IntArray]] = []
    bases: list[int] = []
    product = 1
    for chooser in choosers:
        touching = np.flatnonzero((pairs.u == chooser) | (pairs.v == chooser))
        touching = touching[~claimed[touching]]
        others = np.where(pairs.u[touching] == chooser, pairs.v[touching], pairs.u[touching]).astype(np.int64)
        order = phase.order(chooser, others)
        tried = order >= 0
        base = int(tried.sum()) + 1
        if bases and product * base > largest:
            break
        product *= base
        number = np.full(len(touching), base - 1, dtype=np.int64)
        number[tried] = np.argsort(np.argsort(order[tried]))
        claimed[touching[tried]] = True
        columns.append((touching, number))
        bases.append(base)
    costs = np.zeros(len(pairs), dtype=np.int64)
    weight = 1
    for (touching, number), base in zip(reversed(columns), reversed(bases), strict=True):
        costs[touching] += weight * number
        weight *= base
    return Digits(tuple(choosers[: len(bases)]), costs, claimed)
