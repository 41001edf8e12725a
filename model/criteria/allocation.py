"""Who of a pair has white: the allocation of RULES 4.4 (R), for many pairs at once and for one.

For many pairs only what the levels cost is needed, and points 1–3 settle that: points 4–6 choose between two
assignments that deny the same number of equally strong preferences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pairproof.model.state.colours import ABSOLUTE
from pairproof.model.state.history import BLACK, NO_COLOUR, WHITE
from pairproof.model.state.position import BoolArray, IntArray, Position


@dataclass(frozen=True, slots=True)
class Allocation:
    """Colours of pairs (u, v), all arrays of the pairs' shape.

    `legal`: some assignment is possible; `u_white`: u has white (of tied assignments, see `tied`, this one is meant
    where only costs matter); `tied`: points 1–3 do not decide; `breaks`: players whose colour breaks RULES 4.2 under
    the exemption; `difference_breaks`, `third_breaks`: those whose colour breaks that criterion without it (only ever
    above 0 when the criteria are relaxed, RULES 13); `u_denied`, `v_denied`: does not get the preferred colour.
    """

    legal: BoolArray
    u_white: BoolArray
    tied: BoolArray
    breaks: IntArray
    difference_breaks: IntArray
    third_breaks: IntArray
    u_denied: BoolArray
    v_denied: BoolArray


def allocate(position: Position, u: IntArray, v: IntArray) -> Allocation:
    """Points 1–3 of RULES 4.4 for index pairs of players (no dummy)."""
    wants_u, wants_v = position.wants[u], position.wants[v]
    exempt = position.topscorer[u] | position.topscorer[v]
    bad_a, bad_b = (
        (~position.may_white[first]).astype(np.int64) + ~position.may_black[second]
        for first, second in ((u, v), (v, u))
    )
    difference_a, difference_b = (_difference_breaks(position, *pair) for pair in ((u, v), (v, u)))
    third_a, third_b = (_third_breaks(position, *pair) for pair in ((u, v), (v, u)))
    legal_a, legal_b = ((bad == 0) | exempt | position.orders.relax for bad in (bad_a, bad_b))
    fixed_a = fixed_b = np.zeros(len(u), dtype=np.bool_)
    for white, black in sorted(position.fixed_white):
        fixed_a = fixed_a | ((u == white) & (v == black))
        fixed_b = fixed_b | ((u == black) & (v == white))
    legal_a, legal_b = legal_a & ~fixed_b, legal_b & ~fixed_a
    denied_a = (wants_u == BLACK).astype(np.int64) + (wants_v == WHITE)
    denied_b = (wants_u == WHITE).astype(np.int64) + (wants_v == BLACK)
    # Point 3 compares absolute preferences by |difference|, all others by strength alone.
    weight = np.where(position.strength == ABSOLUTE, ABSOLUTE + np.abs(position.difference), position.strength)
    weight_u, weight_v = weight[u], weight[v]
    same = (wants_u == wants_v) & (wants_u != NO_COLOUR)
    stronger = np.where(weight_u >= weight_v, wants_u, -wants_v)  # the colour u then takes

    # Each point speaks only where those before it left a tie: +1 for "u has white", −1 against, 0 for no word.
    says = np.where(legal_a & ~legal_b, 1, np.where(legal_b & ~legal_a, -1, 0))
    says = np.where(
        fixed_a, 1, np.where(fixed_b, -1, says)
    )  # also where the fixed colours are illegal, as played ones can be
    for opinion in (
        np.where(exempt, bad_b - bad_a, difference_b - difference_a),
        np.where(exempt, 0, third_b - third_a),
        denied_b - denied_a,
        np.where(same & (weight_u != weight_v), stronger, 0),
    ):
        says = np.where(says == 0, np.sign(opinion), says)
    u_white = says >= 0
    return Allocation(
        legal=legal_a | legal_b,
        u_white=u_white,
        tied=says == 0,
        breaks=np.where(exempt, np.where(u_white, bad_a, bad_b), 0),
        difference_breaks=np.where(exempt, 0, np.where(u_white, difference_a, difference_b)),
        third_breaks=np.where(exempt, 0, np.where(u_white, third_a, third_b)),
        u_denied=np.where(u_white, wants_u == BLACK, wants_u == WHITE),
        v_denied=np.where(u_white, wants_v == WHITE, wants_v == BLACK),
    )


def _difference_breaks(position: Position, white: IntArray, black: IntArray) -> IntArray:
    """Players of each pair whose difference the colours would take out of −2…+2, if that is a hard criterion (R 2a)."""
    breaks = np.zeros(len(white), dtype=np.int64)
    if "colour-difference" in position.rules.hard:
        breaks += position.difference[white] > 1
        breaks += position.difference[black] < -1
    return breaks


def _third_breaks(position: Position, white: IntArray, black: IntArray) -> IntArray:
    """Players of each pair who would have a colour the third time running, where that is a hard criterion (R 2b)."""
    breaks = np.zeros(len(white), dtype=np.int64)
    if "third-colour" in position.rules.hard:
        breaks += position.repeated[white] == WHITE
        breaks += position.repeated[black] == BLACK
    return breaks


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
    whites = []
    for (u, v), tied, u_white in zip(pairs, allocation.tied.tolist(), allocation.u_white.tolist(), strict=True):
        if (v, u) in position.fixed_white:
            whites.append(v)
        elif (u, v) in position.fixed_white or not position.rules.has_colours:
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
