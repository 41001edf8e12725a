"""Who has the bye: nobody twice (P B2, R 1b), and one with few points (P C9, R 3)."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.criterion import HardCriterion
from pairproof.model.criteria.level import Apart, Level, nothing
from pairproof.model.language import all_of, say_n
from pairproof.model.state.history import Kind
from pairproof.model.state.position import IntArray, Position


def earlier_byes(position: Position) -> IntArray:
    """How many byes (or what bars another one) each player has had."""
    return np.array([len(position.history.byes(player, position.rules)) for player in position.ids], dtype=np.int64)


def _bye_again(position: Position, u: IntArray, v: IntArray) -> IntArray:
    return np.where(v >= position.players, earlier_byes(position)[u], 0)


def _barred_byes(position: Position) -> list[tuple[int, int]]:
    dummy = position.players
    return [(player, dummy) for player in np.flatnonzero(earlier_byes(position)).tolist()] if position.has_dummy else []


def _had_several(position: Position) -> object:
    """The players with more than one, and how many; None for none: the digest has who may have the bye."""
    return [[player, times] for player, times in enumerate(earlier_byes(position).tolist()) if times > 1] or None


def _by_kind(position: Position, u: int, v: int) -> dict[Kind, list[str]]:
    """The rounds of the player's byes, by kind; none if the pair is no bye."""
    found: dict[Kind, list[str]] = {}
    for number, kind in position.history.byes(position.ids[u], position.rules) if v >= position.players else ():
        found.setdefault(kind, []).append(str(number))
    return found


def _bye_words(position: Position, u: int, v: int) -> str | None:
    words = []
    for kind, rounds in _by_kind(position, u, v).items():
        many, fields = len(rounds), {"player": position.ids[u], "rounds": all_of(rounds)}
        if kind is Kind.BYE:
            text = say_n(
                "{player} had a bye in round {rounds}", "{player} had a bye in rounds {rounds}", many, **fields
            )
        elif kind is Kind.FULL_BYE:
            text = say_n(
                "{player} had a full-point bye in round {rounds}",
                "{player} had a full-point bye in rounds {rounds}",
                many,
                **fields,
            )
        else:
            text = say_n(
                "{player} had a forfeit win in round {rounds}",
                "{player} had a forfeit win in rounds {rounds}",
                many,
                **fields,
            )
        words.append(text)
    return "; ".join(words) or None


def _bye_briefly(position: Position, u: int, v: int) -> str | None:
    words = []
    for kind, rounds in _by_kind(position, u, v).items():
        many, fields = len(rounds), {"player": position.ids[u], "rounds": all_of(rounds)}
        if kind is Kind.BYE:
            text = say_n(
                "{player} may not have the bye after a bye in round {rounds} (B2)",
                "{player} may not have the bye after byes in rounds {rounds} (B2)",
                many,
                **fields,
            )
        elif kind is Kind.FULL_BYE:
            text = say_n(
                "{player} may not have the bye after a full-point bye in round {rounds} (B2)",
                "{player} may not have the bye after full-point byes in rounds {rounds} (B2)",
                many,
                **fields,
            )
        else:
            text = say_n(
                "{player} may not have the bye after a forfeit win in round {rounds} (R 1b)",
                "{player} may not have the bye after forfeit wins in rounds {rounds} (R 1b)",
                many,
                **fields,
            )
        words.append(text)
    return "; ".join(words) or None


SINGLE_BYE = HardCriterion(
    "single-bye",
    "P B2, R 1b",
    "Nobody has a bye after a bye, a full-point bye or (policy forfeit_win_bars_bye) a forfeit win.",
    _bye_again,
    _bye_words,
    briefly=_bye_briefly,
    once=lambda position, u, v: v >= position.players,
    reads=_had_several,
    bars=_barred_byes,
)


BYE_SCORE = Level(
    "bye-score",
    "P C9, R 3",
    "The bye goes to a player with as few points as possible.",
    nothing,
    lambda position: position.score.copy(),
    points_power=1,
)
REPEATED_BYE = Level(
    "repeated-bye",
    "for fields with more rounds than opponents",
    "The bye goes to a player who has had it as rarely as possible.",
    nothing,
    earlier_byes,
    by_class=False,
    apart=lambda position: Apart.of((), earlier_byes(position)),
    reads=lambda position: earlier_byes(position).tolist(),
)
