"""Who of a pair has white: all of RULES 4.4 (R), for the boards of a pairing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pairproof.model.criteria.allocation import allocate
from pairproof.model.criteria.levels import has_colours
from pairproof.model.state.history import BLACK, NO_COLOUR, WHITE
from pairproof.model.state.position import Position


def white_of(position: Position, u: int, v: int) -> int:
    """The index of the player who has white in the pair, all of RULES 4.4; the higher ranked one in rule sets without
    colours.
    """
    return whites_of(position, [(u, v)])[0]


def whites_of(position: Position, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """`white_of` each of the pairs."""
    pairs = [(min(pair), max(pair)) for pair in pairs]
    allocation = allocate(
        position, np.array([u for u, _ in pairs], dtype=np.int64), np.array([v for _, v in pairs], dtype=np.int64)
    )
    coloured = has_colours(position.rules)
    whites = []
    for (u, v), tied, u_white in zip(pairs, allocation.tied.tolist(), allocation.u_white.tolist(), strict=True):
        if (v, u) in position.fixed_white:
            whites.append(v)
        elif (u, v) in position.fixed_white or not coloured:
            whites.append(u)
        elif tied:
            whites.append(_white_of_tied(position, u, v))
        else:
            whites.append(u if u_white else v)
    return whites


def _white_of_tied(position: Position, u: int, v: int) -> int:
    """Points 4–6 of RULES 4.4, for u ranked higher than v."""
    colours = [position.history.colours(position.ids[player]) for player in (u, v)]
    for of_u, of_v in zip(reversed(colours[0]), reversed(colours[1]), strict=False):
        if of_u != of_v:
            return u if of_u == BLACK else v
    preference = int(position.wants[u])
    if preference == NO_COLOUR:
        initial = WHITE if position.rules.policy.initial_colour == "white" else BLACK
        preference = initial if position.ids[u] % 2 == 1 else -initial
    return u if preference == WHITE else v
