"""Who has the bye: nobody twice (P B2, R 1b), and one with few points (P C9, R 3)."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.criterion import HardCriterion
from pairproof.model.criteria.level import Level, nothing
from pairproof.model.language import say
from pairproof.model.state.history import Kind
from pairproof.model.state.position import IntArray, Position


def _bye_again(position: Position, u: IntArray, v: IntArray) -> IntArray:
    had = np.array([bool(position.history.byes(player)) for player in position.ids], dtype=np.bool_)
    return ((v >= position.players) & had[u]).astype(np.int64)


def _bye_words(position: Position, u: int, v: int) -> str | None:
    player = position.ids[u]
    for number, kind in position.history.byes(player) if v >= position.players else ():
        fields = {"player": player, "round": number}
        if kind is Kind.BYE:
            return say("{player} had a bye in round {round}", **fields)
        if kind is Kind.FULL_BYE:
            return say("{player} had a full-point bye in round {round}", **fields)
        return say("{player} had a forfeit win in round {round}", **fields)
    return None


def _bye_briefly(position: Position, u: int, v: int) -> str | None:
    player = position.ids[u]
    for number, kind in position.history.byes(player) if v >= position.players else ():
        fields = {"player": player, "round": number}
        if kind is Kind.BYE:
            return say("{player} may not have the bye after a bye in round {round} (B2)", **fields)
        if kind is Kind.FULL_BYE:
            return say("{player} may not have the bye after a full-point bye in round {round} (B2)", **fields)
        return say("{player} may not have the bye after a forfeit win in round {round} (B2)", **fields)
    return None


SINGLE_BYE = HardCriterion(
    "single-bye",
    "P B2, R 1b",
    "Nobody has a bye after a bye, a full-point bye or a forfeit win.",
    _bye_again,
    _bye_words,
    briefly=_bye_briefly,
    once=True,
)


BYE_SCORE = Level(
    "bye-score",
    "P C9, R 3",
    "The bye goes to a player with as few points as possible.",
    nothing,
    lambda position: position.score.copy(),
)
