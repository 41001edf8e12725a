"""A first complete pairing, to begin with; nothing depends on which one it is."""

from __future__ import annotations

import numpy as np

from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.position import IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.systems.dutch.graph import as_pairs
from pairproof.solver.witness import Witness, complete_matching

_BAND = 12
"""Players so far apart in rank order are tried first."""


def first_pairing(position: DutchPosition, legal: LegalPairs) -> IntArray | Witness:
    """Partner of each vertex in some complete pairing of the legal pairs; or the witness that there is none.

    The lowest player who may has the bye; the others take, from the top, the next below them; what is left over is
    repaired.
    """
    n = position.vertices
    mate = [-1] * n
    vertex, last = np.arange(n), np.full(n, n - 1)
    if position.has_dummy:
        may = np.flatnonzero(legal.holds(vertex, last))
        if len(may):
            lowest = int(may[-1])
            mate[lowest], mate[n - 1] = n - 1, lowest
    others = vertex[:, None] + np.arange(1, _BAND + 1)
    u = np.broadcast_to(vertex[:, None], others.shape)
    near = (others < n) & legal.holds(u, np.minimum(others, n - 1))
    for player, row in enumerate((near & (others < position.players)).tolist()):
        if mate[player] >= 0:
            continue
        for other, may_meet in enumerate(row, start=player + 1):
            if may_meet and mate[other] < 0:
                mate[player], mate[other] = other, player
                break
    if -1 in mate:
        keys = np.append((u * n + others)[near], (vertex * n + n - 1)[legal.holds(vertex, last)])
        complete_matching(as_pairs(keys, n), mate)
    if -1 in mate and (witness := complete_matching(Pairs.of_table(legal.table()), mate)) is not None:
        return witness
    return np.array(mate, dtype=np.int64)
