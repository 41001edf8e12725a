"""Where the certified engine begins: a few promising pairs for each player, and a first legal pairing among them.

Nothing here touches the result: it only decides how much work the proof is.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import PairingProblem, Pairs
from pairproof.solver.witness import Witness, complete_matching

_PARTNERS = 10
_NEIGHBOURS = 3  # in rank order: they join one score group to the next
_LARGEST_WEIGHT = 2**100  # the matching library's integers have 127 bits; sums need the rest


def first_columns(problem: PairingProblem) -> BoolArray:
    """A mask over `problem.pairs`: the best few pairs of each vertex, in lexicographic order of levels.

    Equal ones are spread by a fixed hash of the two players: neighbours would all choose the same few partners.
    """
    pairs, n = problem.pairs, problem.vertices
    badness = _ranks(problem)
    key = (badness << 20) | (_mixed(pairs, n) >> np.uint64(44)).astype(np.int64)
    worst = np.iinfo(np.int64).max
    table = np.full((n, n), worst, dtype=np.int64)
    table[pairs.u, pairs.v] = key
    table[pairs.v, pairs.u] = key
    kept = min(_PARTNERS, n - 1)
    best = np.partition(table, kept - 1, axis=1)[:, kept - 1]
    chosen = (key <= best[pairs.u]) | (key <= best[pairs.v])
    chosen |= pairs.v - pairs.u <= _NEIGHBOURS
    if problem.position.has_dummy:
        chosen |= pairs.v == n - 1
    marked: BoolArray = chosen
    return marked


def _mixed(pairs: Pairs, vertices: int) -> npt.NDArray[np.uint64]:
    """A fixed hash of each pair."""
    number = pairs.u.astype(np.uint64) * np.uint64(vertices) + pairs.v.astype(np.uint64)
    mixed: npt.NDArray[np.uint64] = number * np.uint64(0x9E3779B97F4A7C15)
    return mixed


def _ranks(problem: PairingProblem) -> IntArray:
    """`_lexicographic_rank` of all pairs; where costs go by kind, of one pair of each kind."""
    pairs = problem.pairs
    if not problem.by_kind:
        return _lexicographic_rank(problem, pairs)
    present = np.bincount(pairs.kind) > 0
    one = np.zeros(len(present), dtype=np.int64)
    one[pairs.kind] = np.arange(len(pairs))
    ranks = np.zeros(len(present), dtype=np.int64)
    ranks[present] = _lexicographic_rank(problem, pairs.where(one[present]))
    return ranks[pairs.kind]


def _lexicographic_rank(problem: PairingProblem, pairs: Pairs) -> IntArray:
    """A number for each pair, smaller for a lexicographically smaller cost vector (ties of rank where levels run out of
    bits).
    """
    rank = np.zeros(len(pairs), dtype=np.int64)
    room = 2**42
    for level in problem.levels:
        costs = problem.costs(level, pairs)
        base = int(costs.max(initial=0)) + 1
        if room < base:
            break
        room //= base
        rank = rank * base + costs
    return rank


def first_matching(problem: PairingProblem, columns: BoolArray) -> IntArray | Witness:
    """A legal pairing, partner of each vertex, as good as the columns allow; or the witness that nothing is legal.

    `columns` is a mask over `problem.pairs`; where they hold no pairing, others are used.
    """
    pairs = problem.pairs.where(columns)
    n = problem.vertices
    weights = [0] * len(pairs)
    room = _LARGEST_WEIGHT
    for level in problem.levels:
        costs = problem.costs(level, pairs)
        base = int(costs.max(initial=0)) * (n // 2) + 1
        if room < base:
            break
        room //= base
        weights = [weight * base + cost for weight, cost in zip(weights, costs.tolist(), strict=True)]
    # Equal weights make the matching library slow: the last bits are all different.
    spread = _mixed(pairs, n) >> np.uint64(48)
    weights = [(weight << 26) + noise for weight, noise in zip(weights, spread.tolist(), strict=True)]
    mate = lightest_matching(n, pairs, weights)
    if -1 in mate and (witness := complete_matching(problem.pairs, mate)) is not None:
        return witness
    return np.array(mate, dtype=np.int64)


def lightest_matching(vertices: int, pairs: Pairs, weights: list[int]) -> list[int]:
    """Partner of each vertex (−1 for none) in a largest matching of least total weight."""
    import rustworkx as rx

    heaviest = max(weights, default=0) + 1
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(
        [(u, v, heaviest - weight) for u, v, weight in zip(pairs.u.tolist(), pairs.v.tolist(), weights, strict=True)]
    )
    mate = [-1] * vertices
    for a, b in rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
        mate[a], mate[b] = b, a
    return mate
