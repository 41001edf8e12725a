"""Separation: odd sets of players that a fractional solution violates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from model.errors import InternalError
from model.position import BoolArray
from solver.matching_lp import FloatArray
from solver.problem import Pairs

if TYPE_CHECKING:
    import networkx as nx

_NOISE = 1e-6


def odd_components(pairs: Pairs, x: FloatArray, vertices: int) -> BoolArray:
    """The odd components of the fractional pairs, shape (sets, vertices): each plays only inside itself, x(δ(B)) = 0.
    """
    return _members([part for part in _components(_fractional(pairs, x)) if len(part) % 2], vertices)


def odd_cuts(pairs: Pairs, x: FloatArray, vertices: int) -> BoolArray:
    """Odd sets with x(δ(B)) < 1, shape (sets, vertices), where there are no odd components.

    At least one exists whenever a vertex solution is not integral, and a minimum odd cut is an edge of the cut tree
    (Gomory–Hu; Padberg and Rao).
    """
    import networkx as nx

    support = _fractional(pairs, x)
    found = []
    for part in _components(support):
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
    return _members(found, vertices)


def _fractional(pairs: Pairs, x: FloatArray) -> nx.Graph[int]:
    import networkx as nx

    broken = (x > _NOISE) & (x < 1 - _NOISE)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(
        zip(pairs.u[broken].tolist(), pairs.v[broken].tolist(), x[broken].tolist(), strict=True), weight="capacity"
    )
    return graph


def _components(graph: nx.Graph[int]) -> list[list[int]]:
    import networkx as nx

    return sorted(sorted(part) for part in nx.connected_components(graph))


def _members(parts: list[list[int]], vertices: int) -> BoolArray:
    members = np.zeros((len(parts), vertices), dtype=np.bool_)
    for row, part in zip(members, parts, strict=True):
        row[part] = True
    # A set and its complement say the same; the smaller one is easier to read.
    large = 2 * members.sum(axis=1) > vertices
    members[large] = ~members[large]
    return members
