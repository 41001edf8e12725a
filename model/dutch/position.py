"""What the Dutch system looks at before a round: numbers, floats, topscorers, who may meet whom (C.04.3, 1 and 2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairproof.model.dutch.counted import as_counted
from pairproof.model.dutch.initial_colour import initial_colour
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.rules import Points, RuleSet, effective_rules
from pairproof.model.state.colours import ABSOLUTE
from pairproof.model.state.history import DOWN, NO_FLOAT, UP, Entry, History, Kind
from pairproof.model.state.orders import Orders
from pairproof.model.state.position import BoolArray, IntArray, Position, position
from pairproof.model.state.ranking import lot
from pairproof.model.tournament import Tournament


@dataclass(frozen=True)
class DutchPosition:
    """The state before one round as the Dutch system sees it.

    Arrays have shape (n,), n the number present, in rank order (score with acceleration, then pairing number).  `base`
    holds what all systems share: ids, scores, colours, who has met, the arbiter's orders.  `number` is the pairing
    number (TPN) of the round, `points` the score without acceleration (half-win units), `float_1` and `float_2` the
    floats one and two rounds ago (Art. 1.4), `may_bye` who may have the bye (C2), `unplayed` rounds without a game
    played.  `first_colour` is the initial colour (Art. 5.2.5), +1 white.
    """

    base: Position
    number: IntArray
    points: IntArray
    float_1: IntArray
    float_2: IntArray
    may_bye: BoolArray
    topscorer: BoolArray
    unplayed: IntArray
    first_colour: int

    @property
    def players(self) -> int:
        """Number of players present."""
        return self.base.players

    @property
    def vertices(self) -> int:
        """Players present, and the dummy who stands for the bye when their number is odd."""
        return self.base.vertices

    @property
    def has_dummy(self) -> bool:
        """Whether somebody must have the bye."""
        return self.base.has_dummy

    @property
    def score(self) -> IntArray:
        """Pairing scores: with the acceleration of this round."""
        return self.base.score

    @property
    def absolute(self) -> BoolArray:
        """Who has an absolute colour preference (Art. 1.7.1)."""
        found: BoolArray = self.base.strength == ABSOLUTE
        return found

    @cached_property
    def legal_pairs(self) -> LegalPairs:
        """Which vertices may be paired with each other: C1, C2, C3 and orders."""
        base, n = self.base, self.vertices
        # C3 asks for two players neither of whom is a topscorer.
        bound = np.where(self.absolute & ~self.topscorer, base.wants, 0)
        label = (bound + 1) * 2
        if self.has_dummy:
            label = np.append(label + self.may_bye, 6)
        own = np.zeros(n, dtype=np.int64)  # whoever has a fixed partner is of a kind of his own
        own[list(base.fixed)] = 1 + np.arange(len(base.fixed))
        _, first, kind = np.unique(label * (len(base.fixed) + 1) + own, return_index=True, return_inverse=True)
        wants, may = label[first] // 2 - 1, label[first] % 2 == 1
        joined = (wants[:, None] != wants[None, :]) | (wants == 0)[:, None]
        if self.has_dummy:
            dummy = int(kind.reshape(-1)[n - 1])
            joined[dummy], joined[:, dummy] = may, may
            joined[dummy, dummy] = False
        for one, vertex in enumerate(first.tolist()):
            if vertex in base.fixed:
                only = joined[one] & (first == base.fixed[vertex])
                joined[one], joined[:, one] = only, only
        barred = np.array(sorted(base.met | base.forbidden), dtype=np.int64).reshape(-1, 2)
        return LegalPairs(kind.reshape(-1), joined, barred)

    @cached_property
    def legal(self) -> BoolArray:
        """The same as a table, shape (vertices, vertices); large where many play.  Not to be written to."""
        return self.legal_pairs.table()


def dutch_position(
    tournament: Tournament, rules: RuleSet, round: int | None = None, orders: Orders = Orders()
) -> DutchPosition:
    """The position before a round, by default the next one; `rules` give the point values.

    Raises
    ------
    InvalidInput
        As for `position` and `as_counted`.
    UsageProblem
        If there is no such round.
    """
    rules = effective_rules(rules, tournament)
    tournament = as_counted(tournament, rules, round)
    base = position(tournament, rules, round, orders)
    past, ids = base.history, base.ids
    numbers = pairing_numbers(tournament, past.rounds, frozenset(ids))
    points = np.array([past.scores[player] for player in ids], dtype=np.int64)
    best = max(rules.points.win, rules.points.draw)
    floats = [_floats(tournament, past, rules.points, player) for player in ids]
    return DutchPosition(
        base=base,
        number=np.array([numbers[player] for player in ids], dtype=np.int64),
        points=points,
        float_1=np.array([one for one, _ in floats], dtype=np.int64),
        float_2=np.array([two for _, two in floats], dtype=np.int64),
        may_bye=np.array([_may_have_bye(past.entries[player], rules.points) for player in ids], dtype=np.bool_),
        topscorer=(2 * base.score > past.rounds * best) & base.last_round,
        unplayed=np.array([past.rounds - len(past.played(player)) for player in ids], dtype=np.int64),
        first_colour=initial_colour(tournament),
    )


def pairing_numbers(tournament: Tournament, rounds: int, present: frozenset[int]) -> dict[int, int]:
    """Pairing numbers (TPN) by id: those present, and those who took part in the pairing of one of the first `rounds`
    rounds, counted in the order of their lots (ids, where none were drawn).

    A late player not yet in, and an absentee of all rounds so far, have none (C.04.2.B).
    """
    counted = present.union(*(round_.seated() for round_ in tournament.rounds[:rounds]))
    order = sorted((player for player in tournament.players if player.id in counted), key=lot)
    return {player.id: place for place, player in enumerate(order, start=1)}


def _worth(kind: Kind, points: Points) -> int:
    """Points for a round without a game, corrections apart."""
    return {
        Kind.FORFEIT_WIN: points.win,
        Kind.FORFEIT_LOSS: points.absent,
        Kind.BYE: points.bye,
        Kind.FULL_BYE: points.full_bye,
        Kind.HALF_BYE: points.half_bye,
        Kind.ABSENT: points.absent,
    }[kind]


def _may_have_bye(entries: list[Entry], points: Points) -> bool:
    """C2: no bye yet, nor as many points as a win without playing (Art. 2.1.2)."""
    return not any(
        entry.kind is Kind.BYE or (entry.kind is not Kind.PLAYED and _worth(entry.kind, points) >= points.win)
        for entry in entries
    )


def _floats(tournament: Tournament, past: History, points: Points, player: int) -> tuple[int, int]:
    """The floats one and two rounds ago (Art. 1.4)."""
    found = [_float(tournament, past, points, player, past.rounds - back) for back in (1, 2)]
    return found[0], found[1]


def _float(tournament: Tournament, past: History, points: Points, player: int, place: int) -> int:
    """The float in the round at that place (0-based): by the pairing scores of then where a game was played, else down
    where more was given than for a loss.
    """
    if place < 0:
        return NO_FLOAT
    entry = past.entries[player][place]
    if entry.kind is not Kind.PLAYED:
        return DOWN if _worth(entry.kind, points) > points.loss else NO_FLOAT
    added = tournament.accelerated.get(place + 1, {})

    def before(one: int) -> int:
        return sum(earlier.points for earlier in past.entries[one][:place]) + added.get(one, 0)

    assert entry.opponent is not None  # a game has two players
    gap = before(player) - before(entry.opponent)
    return DOWN if gap > 0 else UP if gap < 0 else NO_FLOAT
