"""Who has met: nobody twice (P B1, R 1a), or as rarely as can be."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.criterion import HardCriterion
from pairproof.model.criteria.level import Apart, Level, free
from pairproof.model.language import all_of, say_n
from pairproof.model.state.position import IntArray, Position


def meetings(position: Position, u: IntArray, v: IntArray) -> IntArray:
    """How often the two of each index pair have met; the dummy never."""
    size = position.players + 1
    # `position.meetings` is in increasing order; a key larger than all others ends it.
    keys = np.array([one * size + other for one, other in position.meetings] + [size * size], dtype=np.int64)
    times = np.array([*position.meetings.values(), 0], dtype=np.int64)
    asked = np.minimum(u, v) * size + np.maximum(u, v)
    place = np.searchsorted(keys, asked)
    return np.where(keys[place] == asked, times[place], 0)


def _met_more_than_once(position: Position) -> object:
    """The index pairs that have met more than once, with how often; None for none: the digest has who has met."""
    return [[*pair, times] for pair, times in position.meetings.items() if times > 1] or None


def _rounds_met(position: Position, u: int, v: int) -> list[str]:
    if v >= position.players:
        return []
    return [str(number) for number in position.history.rounds_met(position.ids[u], position.ids[v])]


def _met_words(position: Position, u: int, v: int) -> str | None:
    rounds = _rounds_met(position, u, v)
    if not rounds:
        return None
    return say_n(
        "{a} and {b} met in round {rounds}",
        "{a} and {b} met in rounds {rounds}",
        len(rounds),
        a=position.ids[u],
        b=position.ids[v],
        rounds=all_of(rounds),
    )


def _met_briefly(position: Position, u: int, v: int) -> str | None:
    rounds = _rounds_met(position, u, v)
    if not rounds:
        return None
    return say_n("met in round {rounds}", "met in rounds {rounds}", len(rounds), rounds=all_of(rounds))


NO_REMATCH = HardCriterion(
    "no-rematch",
    "P B1, R 1a",
    "Two players meet at most once.",
    meetings,
    _met_words,
    briefly=_met_briefly,
    once=lambda position, u, v: v < position.players,
    reads=_met_more_than_once,
    bars=lambda position: position.met,
)
REMATCH = Level(
    "rematch",
    "for fields with more rounds than opponents",
    "Opponents have met as rarely as possible.",
    meetings,
    free,
    by_class=False,
    apart=lambda position: Apart.of(position.met),
    reads=_met_more_than_once,
)
