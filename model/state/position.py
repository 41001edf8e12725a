"""One round to be paired, as arrays over the players present (RULES 2–6).

Players are indices 0 … n − 1 in rank order, best first; with an odd number present the dummy player who stands for the
bye is index n.  `ids[index]` leads back to start numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.language import say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.state.absence import nobody_words
from pairproof.model.state.colours import ColourNeed, colour_need
from pairproof.model.state.history import History, history
from pairproof.model.state.order_faults import contradictions
from pairproof.model.state.orders import Orders, as_recorded, pair_key
from pairproof.model.state.ranking import ranked
from pairproof.model.tournament import BYE, FixedPair, RoundOrders, Tournament

IntArray = npt.NDArray[np.int64]
VertexArray = npt.NDArray[np.int32]
"""Vertices of pairs: there may be millions of them."""
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Position:
    """The state before one round.

    Arrays have shape (n,), n the number present, in rank order: `score` (half-win units, with the fictitious points of
    an accelerated round and starting scores in use), `difference` (whites − blacks),
    `repeated` (the colour of both last games, +1 white, −1 black, 0 none), `wants` (+1 white, −1 black, 0 none),
    `strength` (0 none … 3 absolute), `float_1`, `float_2` (+1 up, −1 down, 0 none, one and two rounds before),
    `topscorer` (RULES 6).  `met` and `forbidden` are sets of index pairs (u < v); `fixed` maps u to v both ways,
    the dummy included; `fixed_white` holds (white, black) index pairs whose colours are fixed.
    """

    tournament: Tournament
    rules: RuleSet
    round: int
    history: History
    ids: tuple[int, ...]
    needs: tuple[ColourNeed, ...]
    score: IntArray
    difference: IntArray
    repeated: IntArray
    wants: IntArray
    strength: IntArray
    float_1: IntArray
    float_2: IntArray
    topscorer: BoolArray
    met: frozenset[tuple[int, int]]
    forbidden: frozenset[tuple[int, int]]
    fixed: dict[int, int]
    fixed_white: frozenset[tuple[int, int]]
    absent: tuple[int, ...] = ()
    half_byes: tuple[int, ...] = ()
    full_byes: tuple[int, ...] = ()
    orders: Orders = field(default=Orders())

    @property
    def players(self) -> int:
        """Number of players present."""
        return len(self.ids)

    @property
    def has_dummy(self) -> bool:
        """Whether somebody must have the bye."""
        return len(self.ids) % 2 == 1

    @property
    def vertices(self) -> int:
        """Players present, and the dummy when their number is odd."""
        return len(self.ids) + len(self.ids) % 2

    @property
    def last_round(self) -> bool:
        """Whether the round is the last planned one (RULES 6)."""
        return self.round == self.tournament.rounds_planned

    @cached_property
    def index_of(self) -> dict[int, int]:
        """Index of each id present; the bye (0) is the dummy's where there is one."""
        index = {player: position for position, player in enumerate(self.ids)}
        if self.has_dummy:
            index[BYE] = len(self.ids)
        return index

    def id_of(self, vertex: int) -> int:
        """Id of an index; 0 for the dummy."""
        return self.ids[vertex] if vertex < len(self.ids) else BYE

    @cached_property
    def meetings(self) -> dict[tuple[int, int], int]:
        """How often the index pairs of `met` have met."""
        found = dict.fromkeys(sorted(self.met), 0)
        for index, player in enumerate(self.ids):
            for entry in self.history.played(player):
                other = self.index_of.get(entry.opponent or BYE, -1)
                if index < other < self.players:
                    found[index, other] += 1
        return found

    @cached_property
    def groups(self) -> tuple[frozenset[str], ...]:
        """Groups of each player present (P B4)."""
        named = {player.id: frozenset(player.groups) for player in self.tournament.players}
        return tuple(named[player] for player in self.ids)


def round_to_pair(tournament: Tournament, round: int | None) -> int:
    """The number of the round to be paired: the one asked for, else the one after those of the file (CONTRACT 1).

    Raises
    ------
    UsageProblem
        If the round asked for lies beyond the next one.
    InvalidInput
        If all planned rounds are paired already.
    """
    following = len(tournament.rounds) + 1
    if round is not None and not 1 <= round <= following:
        raise UsageProblem(
            say_n(
                "Round {round} cannot be paired: the file holds {count} round, so rounds 1 to {last} can.",
                "Round {round} cannot be paired: the file holds {count} rounds, so rounds 1 to {last} can.",
                following - 1,
                round=round,
                last=following,
            )
        )
    number = following if round is None else round
    planned = tournament.rounds_planned
    if planned is not None and number > planned:
        text = say(
            "Round {round}, the last one planned, is paired already; name a round with --round, or plan more rounds.",
            round=planned,
        )
        raise InvalidInput([Fault(text)], tournament.source)
    return number


def _present(tournament: Tournament, number: int, orders: Orders) -> tuple[set[int], set[int], set[int]]:
    """Ids present, with a half-point bye, with a full-point bye."""
    if number <= len(tournament.rounds):
        played = tournament.rounds[number - 1]
        here, half, full = set(played.seated()), set(played.half_byes), set(played.full_byes)
    else:
        coming = tournament.next
        half, full = set(coming.half_byes), set(coming.full_byes)
        here = set(tournament.ids) - coming.not_playing - tournament.away(number)
    half = (half - orders.absent - orders.full_byes) | orders.half_byes
    full = (full - orders.absent - orders.half_byes) | orders.full_byes
    return here - orders.absent - half - full, half, full


def _away(tournament: Tournament, number: int, orders: Orders) -> dict[int, str]:
    """Who does not play the round, and by which entry; that of the file where there are two, as it is enough."""
    entries: list[tuple[str, Iterable[int]]] = [
        (say("{what} by the order given with the command", what=what), players)
        for what, players in (
            (say("absent"), orders.absent),
            (say("half-point bye"), orders.half_byes),
            (say("full-point bye"), orders.full_byes),
        )
    ]
    if number <= len(tournament.rounds):
        played = tournament.rounds[number - 1]
        entries += [
            (say("in no game of this round of the file"), set(tournament.ids) - played.seated()),
            (say("half-point bye by the file"), played.half_byes),
            (say("full-point bye by the file"), played.full_byes),
        ]
    else:
        coming = tournament.next
        entries += [
            (say("not in this round by the file (enters, withdrawn_after)"), tournament.away(number)),
            (say("absent by the file ([next] absent, TRF Z)"), coming.absent),
            (say("half-point bye by the file ([next] half_byes, TRF H)"), coming.half_byes),
            (say("full-point bye by the file ([next] full_byes, TRF F)"), coming.full_byes),
        ]
    return {player: entry for entry, players in entries for player in sorted(players)}


def _orders_in_force(
    tournament: Tournament, number: int, orders: Orders
) -> tuple[list[FixedPair], set[tuple[int, int]], list[Fault]]:
    """Pairs fixed, pairs forbidden, and what cannot be told from them: the same pair fixed with opposite colours."""
    fix, forbid = list(orders.fix), set(orders.forbid) | tournament.forbidden
    forbid |= tournament.forbidden_in.get(number, frozenset())
    if number > len(tournament.rounds):
        fix = [*tournament.next.fix, *fix]
        forbid |= tournament.next.forbid
    else:
        held = tournament.rounds[number - 1]
        of_round = held.orders or RoundOrders()
        by_hand = [FixedPair(white, black, black != BYE) for white, black in held.hand]
        fix = [*of_round.fix, *by_hand, *fix]
        forbid |= of_round.forbid
    once: dict[tuple[int, int], FixedPair] = {}
    faults = []
    for pair in fix:
        key = pair_key(pair.first, pair.second)
        # The same order from file and command line is one order; the one with colours says more.
        if key not in once or (pair.colours and not once[key].colours):
            once[key] = pair
        elif pair.colours and once[key].colours and pair.first != once[key].first:
            text = say(
                "{once} and {pair} fix opposite colours; take one of the two orders away.", once=once[key], pair=pair
            )
            faults.append(Fault(text))
    return list(once.values()), forbid, faults


def order_faults(tournament: Tournament, rules: RuleSet, number: int, orders: Orders) -> list[Fault]:
    """What is wrong with the orders given: what would not be wrong without them."""
    without = _faults(tournament, rules, number, Orders())
    return [fault for fault in _faults(tournament, rules, number, orders) if fault not in without]


def _faults(tournament: Tournament, rules: RuleSet, number: int, orders: Orders) -> list[Fault]:
    """What contradicts each other in orders, file and rule set."""
    here, _, _ = _present(tournament, number, orders)
    fix, forbid, faults = _orders_in_force(tournament, number, orders)
    away = _away(tournament, number, orders)
    faults += contradictions(tournament, rules, here, away, fix, forbid, orders)
    if not here:
        faults.append(Fault(nobody_words(away), round=number))
    return faults


def position(tournament: Tournament, rules: RuleSet, round: int | None = None, orders: Orders = Orders()) -> Position:
    """The position before a round: by default the next one, or the one asked for, from the rounds before it.

    With `round` at one already paired, those present are the players seated in it, its own orders and the results known
    when it was paired hold, and `tournament.next` does not apply (CONTRACT 1.2).

    Raises
    ------
    InvalidInput
        If a result is missing, nobody is present, or the orders contradict each other or the tournament.  That a fixed
        pair is illegal is found when the problem is compiled.
    UsageProblem
        If there is no such round.
    """
    number = round_to_pair(tournament, round)
    tournament, orders = as_recorded(tournament, number, orders)
    played = history(tournament, rules, number - 1)
    if faults := _faults(tournament, rules, number, orders):
        raise InvalidInput(faults, tournament.source)
    here, half, full = _present(tournament, number, orders)
    fix, forbid, _ = _orders_in_force(tournament, number, orders)

    ids = tuple(ranked(tournament, rules, played, here))
    index = {player: i for i, player in enumerate(ids)}
    if len(ids) % 2:
        index[BYE] = len(ids)
    needs = tuple(colour_need(played.colours(player)) for player in ids)

    def pairs(of_ids: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset(pair_key(index[a], index[b]) for a, b in of_ids if a in index and b in index)

    fixed = {index[pair.first]: index[pair.second] for pair in fix}
    fixed |= {other: one for one, other in fixed.items()}
    return Position(
        tournament=tournament,
        rules=rules,
        round=number,
        history=played,
        ids=ids,
        needs=needs,
        score=np.array([played.pairing_scores[player] for player in ids], dtype=np.int64),
        difference=np.array([need.difference for need in needs], dtype=np.int64),
        repeated=np.array([need.repeated for need in needs], dtype=np.int64),
        wants=np.array([need.wants for need in needs], dtype=np.int64),
        strength=np.array([need.strength for need in needs], dtype=np.int64),
        float_1=np.array([played.float_back(player, 1) for player in ids], dtype=np.int64),
        float_2=np.array([played.float_back(player, 2) for player in ids], dtype=np.int64),
        topscorer=_topscorers(tournament, rules, number, played, ids),
        met=pairs(
            (player, entry.opponent) for player in ids for entry in played.played(player) if entry.opponent is not None
        ),
        forbidden=pairs(forbid),
        fixed=fixed,
        fixed_white=frozenset(
            (index[pair.first], index[pair.second]) for pair in fix if pair.colours and pair.second != BYE
        ),
        absent=tuple(sorted(set(tournament.ids) - here - half - full)),
        half_byes=tuple(sorted(half)),
        full_byes=tuple(sorted(full)),
        orders=orders,
    )


def _topscorers(
    tournament: Tournament, rules: RuleSet, number: int, played: History, ids: tuple[int, ...]
) -> BoolArray:
    """Who has more than half of the points possible before the last round, 2 · score > (r − 1) · win (RULES 6)."""
    if number != tournament.rounds_planned or not rules.exemption:
        return np.zeros(len(ids), dtype=np.bool_)
    # Points that nobody could win at the board are no part of either side.
    real = np.array([played.scores[player] for player in ids], dtype=np.int64)
    top: BoolArray = 2 * real > (number - 1) * rules.points.win
    return top


def classes_of(*features: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
    """A class for each player such that players of one class are equal in all features, and a member of each class."""
    number: dict[tuple[int, ...], int] = {}
    classes, members = [], []
    for player, row in enumerate(zip(*(feature.tolist() for feature in features), strict=True)):
        if row not in number:
            number[row] = len(number)
            members.append(player)
        classes.append(number[row])
    return np.array(classes, dtype=np.int64), np.array(members, dtype=np.int64)
