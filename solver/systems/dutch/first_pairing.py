"""A first complete pairing, to begin with; nothing depends on which one it is."""

from __future__ import annotations

import numpy as np

from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.position import IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.witness import Witness, complete_matching

_BAND = 12
"""Players so far apart in rank order are tried first."""


def first_pairing(position: DutchPosition, legal: LegalPairs) -> IntArray | Witness:
    """Partner of each vertex in some complete pairing of the legal pairs; or the witness that there is none.

    The lowest player who may has the bye; the others take, from the top, the next below them; what is left over is
    repaired.
    """
    n, table = position.vertices, legal.table()
    mate = [-1] * n
    if position.has_dummy:
        may = np.flatnonzero(table[n - 1])
        if len(may):
            lowest = int(may[-1])
            mate[lowest], mate[n - 1] = n - 1, lowest
    for player in range(position.players):
        if mate[player] >= 0:
            continue
        for other in (player + 1 + np.flatnonzero(table[player, player + 1 : player + 1 + _BAND])).tolist():
            if mate[other] < 0:
                mate[player], mate[other] = other, player
                break
    if -1 in mate:
        distance = np.arange(n)[None, :] - np.arange(n)[:, None]
        near = table & (distance > 0) & (distance <= _BAND)
        near[:, n - 1] |= table[:, n - 1]
        complete_matching(Pairs.of_table(near), mate)
    if -1 in mate and (witness := complete_matching(Pairs.of_table(table), mate)) is not None:
        return witness
    return np.array(mate, dtype=np.int64)
