"""Odd sets of players: those to start with, and those that a fractional solution violates."""

from __future__ import annotations

import numpy as np

from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.linear_program import FloatArray
from pairproof.solver.problem import Pairs

_NOISE = 1e-6


def odd_prefixes(scores: IntArray, vertices: int) -> BoolArray:
    """The starting odd sets: all players with at least s points, for each s that leaves an odd number, shape (sets,
    vertices).
    """
    last = np.flatnonzero(np.append(scores[1:] != scores[:-1], True)) + 1
    sizes = [size for size in last.tolist() if size % 2 == 1 and 1 < size < vertices - 1]
    return np.array([np.arange(vertices) < size for size in sizes], dtype=np.bool_).reshape(len(sizes), vertices)


def odd_components(pairs: Pairs, x: FloatArray, vertices: int) -> BoolArray:
    """The odd components of the fractional pairs, shape (sets, vertices): each plays only inside, x(δ(B)) = 0."""
    return members_of([part for part in _components(_fractional(pairs, x)) if len(part) % 2], vertices)


def odd_cuts(pairs: Pairs, x: FloatArray, vertices: int) -> BoolArray:
    """Odd sets with x(δ(B)) < 1, shape (sets, vertices), where there are no odd components.

    At least one exists whenever a vertex solution is not integral, and a minimum odd cut is an edge of the cut tree
    (Gomory–Hu; Padberg and Rao).
    """
    import networkx as nx

    edges = _fractional(pairs, x)
    found = []
    for part in _components(edges):
        graph = nx.Graph()
        graph.add_nodes_from(part)
        inside = set(part)
        graph.add_weighted_edges_from([edge for edge in edges if edge[0] in inside], weight="capacity")
        tree = nx.gomory_hu_tree(graph)
        for a, b, cut in sorted(tree.edges(data="weight")):
            if cut < 1 - _NOISE:
                tree.remove_edge(a, b)
                side = sorted(nx.node_connected_component(tree, a))
                tree.add_edge(a, b, weight=cut)
                if len(side) % 2:
                    found.append(side)
    if not found:
        raise InternalError("a fractional solution of the linear program violates no odd set")
    return members_of(found, vertices)


def _fractional(pairs: Pairs, x: FloatArray) -> list[tuple[int, int, float]]:
    """The pairs whose value is neither 0 nor 1, with it."""
    broken = (x > _NOISE) & (x < 1 - _NOISE)
    return list(zip(pairs.u[broken].tolist(), pairs.v[broken].tolist(), x[broken].tolist(), strict=True))


def _components(edges: list[tuple[int, int, float]]) -> list[list[int]]:
    near: dict[int, list[int]] = {}
    for u, v, _ in edges:
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    parts = []
    seen: set[int] = set()
    for start in sorted(near):
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for vertex in part:
            fresh = [other for other in near[vertex] if other not in seen]
            seen.update(fresh)
            part.extend(dict.fromkeys(fresh))
        parts.append(sorted(part))
    return parts


def members_of(parts: list[list[int]], vertices: int) -> BoolArray:
    """Membership of the sets, shape (sets, vertices); of a set and its complement, which say the same, the smaller."""
    members = np.zeros((len(parts), vertices), dtype=np.bool_)
    for row, part in zip(members, parts, strict=True):
        row[part] = True
    large = 2 * members.sum(axis=1) > vertices
    members[large] = ~members[large]
    return members
