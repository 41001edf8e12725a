"""Who has met (P B1, R 1a)."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.criterion import HardCriterion
from pairproof.model.language import all_of, say_n
from pairproof.model.state.position import IntArray, Position


def _have_met(position: Position, u: IntArray, v: IntArray) -> IntArray:
    met = np.zeros((position.players + 1, position.players + 1), dtype=np.bool_)
    met[tuple(np.array(sorted(position.met), dtype=np.int64).reshape(-1, 2).T)] = True
    return met[u, v].astype(np.int64)


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
    _have_met,
    _met_words,
    briefly=_met_briefly,
    once=True,
)
