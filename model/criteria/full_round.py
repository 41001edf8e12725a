"""Everybody plays (P B3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pairproof.model.criteria.criterion import HardCriterion
from pairproof.model.language import say_n
from pairproof.model.state.position import Position


def _round_not_full(position: Position, without: Sequence[int]) -> str | None:
    if len(without) <= position.players % 2:
        return None
    if position.players % 2:
        return say_n(
            "{count} of the {present} present is without a game: one may stay (P B3)",
            "{count} of the {present} present are without a game: one may stay (P B3)",
            len(without),
            present=position.players,
        )
    return say_n(
        "{count} of the {present} present is without a game: nobody may stay (P B3)",
        "{count} of the {present} present are without a game: nobody may stay (P B3)",
        len(without),
        present=position.players,
    )


FULL_ROUND = HardCriterion(
    "full-round",
    "P B3",
    "Everybody present plays; one has the bye when their number is odd.",
    # A property of the whole pairing: the solvers pair everybody present, and at most the dummy is left.
    lambda position, u, v: np.zeros(len(u), dtype=np.int64),
    lambda position, u, v: None,
    relaxable=False,
    round_breach=_round_not_full,
    bars=lambda position: (),
    indispensable="a round is always full (P B3)",
)
