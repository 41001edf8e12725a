"""Separation: odd sets of players that a fractional solution violates."""

from __future__ import annotations

import numpy as np

from model.errors import InternalError
from model.position import BoolArray
from solver.matching_lp import FloatArray
from solver.problem import Pairs

_NOISE = 1e-6


def violated_odd_sets(pairs: Pairs, x: FloatArray, vertices: int) -> BoolArray:
    """Odd sets with x(δ(B)) < 1, shape (sets, vertices); at least one exists whenever a vertex solution is not integral.

    The components of the fractional pairs first: each plays only inside itself, so an odd one is violated outright.  Only
    where all are even, the cut tree (Gomory–Hu; Padberg and Rao): a minimum odd cut is one of its edges.
    """
    import networkx as nx

    broken = (x > _NOISE) & (x < 1 - _NOISE)
    support = nx.Graph()
    support.add_weighted_edges_from(
        zip(pairs.u[broken].tolist(), pairs.v[broken].tolist(), x[broken].tolist(), strict=True), weight="capacity"
    )
    components = sorted(sorted(part) for part in nx.connected_components(support))
    found = [part for part in components if len(part) % 2]
    if not found:
        for part in components:
            tree = nx.gomory_hu_tree(support.subgraph(part))
            for a, b, cut in sorted(tree.edges(data="weight")):
                if cut < 1 - _NOISE:
                    tree.remove_edge(a, b)
                    side = sorted(nx.node_connected_component(tree, a))
                    tree.add_edge(a, b, weight=cut)
                    if len(side) % 2:
                        found.append(side)
    if not found:
        raise InternalError("a fractional solution of the linear program violates no odd set")
    members = np.zeros((len(found), vertices), dtype=np.bool_)
    for row, part in zip(members, found, strict=True):
        row[part] = True
    # A set and its complement say the same; the smaller one is easier to read.
    large = 2 * members.sum(axis=1) > vertices
    members[large] = ~members[large]
    return members
