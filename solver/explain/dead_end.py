"""What is said before an event comes to a dead end: more rounds planned than can be played, or no next round left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria import hard_criteria
from pairproof.solver.further_rounds import peeled
from pairproof.solver.result import Pairing
from pairproof.solver.systems.table import system_of
from pairproof.solver.terms import Status

MOST_PLAYERS = 40
"""Players in a field for which the next round is looked at unasked."""


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """`most_rounds`: so many the players of the event can play, all of them in each, without meeting again, where
    more are planned; else None.  `no_next_round`: after this pairing, if its games are played, those present have no
    legal next round, whatever the results, colours aside.  `looks_ahead`: whether the system can look for a pairing
    that leaves one.
    """

    most_rounds: int | None
    no_next_round: bool
    looks_ahead: bool = True


def dead_end(pairing: Pairing) -> DeadEnd | None:
    """The dead end that a pairing, whole, leads to or is in the way of; None where none is known."""
    if pairing.empty or pairing.status not in (Status.OPTIMAL, Status.FEASIBLE, Status.COMPLETE):
        return None
    most, stuck = _most_rounds(pairing), _no_next_round(pairing)
    looks_ahead = system_of(pairing.problem.position.rules).looks_ahead
    return DeadEnd(most, stuck, looks_ahead) if stuck or most is not None else None


def _most_rounds(pairing: Pairing) -> int | None:
    position = pairing.problem.position
    planned, players = position.tournament.rounds_planned, len(position.tournament.players)
    most = players - 1 + players % 2
    if planned is None or planned <= most or not pairing.boards:
        return None
    first, second = np.array([0]), np.array([1])
    once = [rule.once(position, first, second) for rule in hard_criteria(position.rules) if rule.once is not None]
    return most if np.any(once) else None


def _no_next_round(pairing: Pairing) -> bool:
    position = pairing.problem.position
    if position.players > MOST_PLAYERS or position.round == position.tournament.rounds_planned:
        return False
    open_ = system_of(position.rules).next_round(pairing)
    return not peeled((open_,), np.zeros_like(open_))
