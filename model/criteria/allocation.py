"""Who of a pair has white: points 1–3 of the allocation of RULES 4.4 (R), for many pairs at once.

They settle what the levels cost: points 4–6 (`model.criteria.seats`) choose between two assignments that deny the same
number of equally strong preferences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.hard import colour_rules, may_not_take
from pairproof.model.state.colours import ABSOLUTE
from pairproof.model.state.history import BLACK, NO_COLOUR, WHITE
from pairproof.model.state.position import BoolArray, IntArray, Position


@dataclass(frozen=True, slots=True)
class Allocation:
    """Colours of pairs (u, v), all arrays of the pairs' shape.

    `legal`: some assignment is possible; `u_white`: u has white (of tied assignments, see `tied`, this one is meant
    where only costs matter); `tied`: points 1–3 do not decide; `breaks`: players whose colour breaks RULES 4.2 under
    the exemption; `broken`, by hard colour criterion: those whose colour breaks it without the exemption (only ever
    above 0 when the criteria are relaxed, RULES 13); `u_denied`, `v_denied`: does not get the preferred colour.
    """

    legal: BoolArray
    u_white: BoolArray
    tied: BoolArray
    breaks: IntArray
    broken: Mapping[str, IntArray]
    u_denied: BoolArray
    v_denied: BoolArray


def allocate(position: Position, u: IntArray, v: IntArray) -> Allocation:
    """Points 1–3 of RULES 4.4 for index pairs of players (no dummy)."""
    wants_u, wants_v = position.wants[u], position.wants[v]
    exempt = position.topscorer[u] | position.topscorer[v]
    bad_a, bad_b = _barred(may_not_take(position, WHITE), may_not_take(position, BLACK), u, v)
    by_rule = {
        name: _barred(rule.bars(position, WHITE), rule.bars(position, BLACK), u, v)
        for name, rule in colour_rules(position.rules).items()
    }
    legal_a, legal_b = ((bad == 0) | exempt | position.orders.relax for bad in (bad_a, bad_b))
    fixed_a, fixed_b = _ordered(position, u, v), _ordered(position, v, u)
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
        np.where(exempt, bad_b - bad_a, 0),
        *(np.where(exempt, 0, b - a) for a, b in by_rule.values()),
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
        broken={name: np.where(exempt, 0, np.where(u_white, a, b)) for name, (a, b) in by_rule.items()},
        u_denied=np.where(u_white, wants_u == BLACK, wants_u == WHITE),
        v_denied=np.where(u_white, wants_v == WHITE, wants_v == BLACK),
    )


def _ordered(position: Position, white: IntArray, black: IntArray) -> BoolArray:
    """For which pairs these seats are fixed."""
    if not position.fixed_white:
        return np.zeros(len(white), dtype=np.bool_)
    seats = np.array(sorted(position.fixed_white), dtype=np.int64)
    size = position.players
    ordered: BoolArray = np.isin(white * size + black, seats[:, 0] * size + seats[:, 1])
    return ordered


def _barred(no_white: BoolArray, no_black: BoolArray, u: IntArray, v: IntArray) -> tuple[IntArray, IntArray]:
    """Players of each pair who may not have their colour: with white for u, and with white for v."""
    a, b = (no_white[white].astype(np.int64) + no_black[black] for white, black in ((u, v), (v, u)))
    return a, b
