"""Players have the colour they prefer (R 4), and what the last-round exemption costs."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.allocation import allocate
from pairproof.model.criteria.hard import may_not_take
from pairproof.model.criteria.level import Level, SeatCosts, free, seated_costs
from pairproof.model.state.history import BLACK, WHITE
from pairproof.model.state.position import IntArray, Position


def denials(mild: int, strong: int, absolute: int) -> SeatCosts:
    """What it costs to deny a player the colour preferred, by how much it is (RULES 4.3).

    Not less for a stronger preference: then what points 2 and 3 of RULES 4.4 choose never costs more than the other way
    to seat the pair.
    """
    if not 0 <= mild <= strong <= absolute:
        raise ValueError("a stronger preference denied costs at least as much as a weaker one")
    weights = np.array([0, mild, strong, absolute])

    def costs(position: Position, white: IntArray, black: IntArray) -> IntArray:
        weight = weights[position.strength]
        denied: IntArray = weight[white] * (position.wants[white] == BLACK)
        denied += weight[black] * (position.wants[black] == WHITE)
        return denied

    return costs


def colour_level(name: str, source: str, says: str, seat_costs: SeatCosts) -> Level:
    """A level about colours: its cost for each way to seat a pair, of which RULES 4.4 takes one (points 1–3).

    A bye has no colour and costs nothing.
    """

    def pair_costs(position: Position, u: IntArray, v: IntArray) -> IntArray:
        return seated_costs(seat_costs, position, u, v, allocate(position, u, v).u_white)

    return Level(name, source, says, pair_costs, free, seat_costs=seat_costs)


def _exempted(position: Position, white: IntArray, black: IntArray) -> IntArray:
    """Players whose colour breaks RULES 4.2 under the exemption (RULES 6)."""
    breaks = may_not_take(position, WHITE)[white].astype(np.int64) + may_not_take(position, BLACK)[black]
    return np.where(position.topscorer[white] | position.topscorer[black], breaks, 0)


EXEMPTION = colour_level(
    "exemption",
    "R, last paragraph",
    "In the last round, topscorers' pairs break a colour criterion as rarely as possible.",
    _exempted,
)
COLOUR = colour_level("colour", "R 4", "Players have the colour they prefer.", denials(1, 1, 1))
STRONG_COLOUR = colour_level(
    "strong-colour", "R 4", "Strong and absolute preferences before mild ones.", denials(0, 1, 1)
)
ABSOLUTE_COLOUR = colour_level("absolute-colour", "R 4", "Absolute preferences before all others.", denials(0, 0, 1))
