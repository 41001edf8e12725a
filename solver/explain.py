"""Why this pairing and not another: every answer is an exact new solution, never a guess.

A question leaves only some of the legal pairs: those of one partner for a player (a wish), or those in which somebody
does not float, or has the colour he prefers.  What the levels then lose, the first that gets worse and by how much, is
the answer; nothing lost means that others are equally good, and that the natural order has chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

from model.allocation import allocate, white_of
from model.criteria import Breach, breaches
from model.errors import UsageProblem
from model.history import WHITE
from model.language import say
from model.position import BoolArray, Position
from model.tournament import BYE, FixedPair
from solver import certified
from solver.exchange import Exchange
from solver.optimal import pairing_of
from solver.pairing import Board, Pairing
from solver.played import denied_colour
from solver.problem import PairingProblem
from solver.proof import Proof, reduced_costs
from solver.witness import Witness


class Outcome(Enum):
    """What becomes of a question.

    CHOSEN: the pairing has it.  ILLEGAL: a rule or an order is against the pair itself.  IMPOSSIBLE: the others cannot
    all be paired then.  WORSE: a level gets worse.  LATER: equal on every level, but the natural order comes to the
    other pairing first.  COLOURS: the pair is the chosen one and the colours asked for cost nothing, but the
    allocation (RULES 4.4) gives the other ones.
    """

    CHOSEN = "chosen"
    ILLEGAL = "illegal"
    IMPOSSIBLE = "impossible"
    WORSE = "worse"
    LATER = "later"
    COLOURS = "colours"


@dataclass(frozen=True)
class Loss:
    """The first level that gets worse: its name, the value with the wish, and the optimum without it."""

    level: str
    value: int
    optimum: int


@dataclass(frozen=True)
class Price:
    """What a question costs: IMPOSSIBLE comes with the `witness`, WORSE with the first `loss`; else LATER."""

    outcome: Outcome
    witness: Witness | None = None
    loss: Loss | None = None


@dataclass(frozen=True)
class Answer:
    """What a wish costs.

    `wish` is the pair asked about.  ILLEGAL comes with `breaches`, IMPOSSIBLE with the `witness` that the others cannot
    all be paired then, WORSE with the first `loss`.  `best` is the best pairing that grants the wish, where it was
    asked for and exists.
    """

    wish: FixedPair
    outcome: Outcome
    breaches: tuple[Breach, ...] = ()
    witness: Witness | None = None
    loss: Loss | None = None
    best: Pairing | None = None


@dataclass(frozen=True)
class Burden:
    """Something a player would rather be spared, and what that would cost.

    `what` is "down" (he plays one with a lower score), "bye", or "colour" (he does not get the one he prefers); `price`
    says what the pairings without it cost: LATER means that somebody else could bear it at no cost.
    """

    player: int
    what: str
    price: Price


def opponents(pairing: Pairing, player: int) -> tuple[Answer, ...]:
    """For every other player present (and the bye, with an odd number) what pairing `player` with them would cost, in
    rank order, the bye last.

    `pairing` must be optimal.

    Raises
    ------
    UsageProblem
        If the player is not present.
    """
    problem = pairing.problem
    position = problem.position
    me = _vertex(problem, player)
    mate = pairing.partners[player]
    answers = []
    questions = _Questions(pairing)
    for other in range(problem.vertices):
        if other == me:
            continue
        wish = FixedPair(player, position.id_of(other))
        if position.id_of(other) == mate:
            answers.append(Answer(wish, Outcome.CHOSEN))
            continue
        against = _against(position, me, other)
        if against:
            answers.append(Answer(wish, Outcome.ILLEGAL, tuple(against)))
        else:
            price = questions.price(me, _with_pair(problem, me, other))
            answers.append(Answer(wish, price.outcome, witness=price.witness, loss=price.loss))
    return tuple(answers)


def grant(pairing: Pairing, wish: FixedPair) -> Answer:
    """What one wish costs, with the best pairing that grants it.

    `pairing` must be optimal; its orders stay in force.

    Raises
    ------
    UsageProblem
        If one of the players is not present, or it is a bye and nobody has one.
    """
    problem = pairing.problem
    position = problem.position
    u, v = _vertex(problem, wish.first), _vertex(problem, wish.second)
    if u == v:
        raise UsageProblem(f"{wish.first}-{wish.second}: a player cannot be paired with himself.")
    together = pairing.partners[wish.first] == wish.second
    if together and _has_colours(pairing, wish):
        return Answer(wish, Outcome.CHOSEN, best=pairing)
    if wish.colours and (v, u) in position.fixed_white:
        text = say("{pair} is fixed by the arbiter's order", pair=f"{wish.second}w-{wish.first}b")
        return Answer(wish, Outcome.ILLEGAL, (Breach("fix", text),))
    asked = position
    if wish.colours:
        asked = replace(position, fixed_white=position.fixed_white | {(u, v)})
    against = _against(asked, u, v)
    if against:
        return Answer(wish, Outcome.ILLEGAL, tuple(against))
    asked = replace(
        asked,
        fixed={**position.fixed, u: v, v: u},
        orders=replace(position.orders, fix=(*position.orders.fix, wish)),
    )
    narrowed = replace(problem, position=asked, pairs=problem.pairs.where(_with_pair(problem, u, v)), _tables={})
    result = certified.solve(narrowed)
    if isinstance(result, Witness):
        return Answer(wish, Outcome.IMPOSSIBLE, witness=result)
    best = pairing_of(narrowed, result)
    for mine, granted in zip(pairing.levels, best.levels, strict=True):
        if mine.value != granted.value:
            return Answer(wish, Outcome.WORSE, loss=Loss(mine.name, granted.value, mine.value), best=best)
    return Answer(wish, Outcome.COLOURS if together else Outcome.LATER, best=best)


def burdens(pairing: Pairing, most: int | None = None) -> tuple[Burden, ...]:
    """What each one who floats down, has the bye, or is denied a colour would cost the others if he were spared.

    In rank order, the downfloats first, then the bye, then the colours; at most `most` of each.
    """
    problem = pairing.problem
    position = problem.position
    questions = _Questions(pairing)
    pairs = problem.pairs
    down = [
        player
        for board in pairing.boards
        for player, mark in zip((board.white, board.black), board.floats, strict=True)
        if mark == "down"
    ]
    found = []

    def ask(player: int, what: str, spared: BoolArray) -> None:
        found.append(Burden(player, what, questions.price(position.index_of[player], spared)))

    for player in sorted(down, key=position.index_of.__getitem__)[:most]:
        me = position.index_of[player]
        # Indices are in rank order: an opponent with a lower score, and the dummy, come after him.
        lower = int((position.score >= position.score[me]).sum())
        ask(player, "down", (pairs.u != me) | (pairs.v < lower))
    if pairing.bye is not None:
        me = position.index_of[pairing.bye]
        ask(pairing.bye, "bye", (pairs.u != me) | (pairs.v < position.players))
    if position.rules.has_colours:
        for player in denied_colour(pairing)[:most]:
            ask(player, "colour", ~_denied_to(problem, position.index_of[player]))
    return tuple(found)


def _denied_to(problem: PairingProblem, me: int) -> BoolArray:
    """The pairs in which the player would not get the colour he prefers."""
    position, pairs = problem.position, problem.pairs
    denied = np.zeros(len(pairs), dtype=np.bool_)
    mine = np.flatnonzero(((pairs.u == me) | (pairs.v == me)) & (pairs.v < position.players))
    u, v = pairs.u[mine].astype(np.int64), pairs.v[mine].astype(np.int64)
    allocation = allocate(position, u, v)
    denied[mine] = np.where(u == me, allocation.u_denied, allocation.v_denied)
    for place, a, b in zip(mine[allocation.tied].tolist(), u[allocation.tied], v[allocation.tied], strict=True):
        has_white = white_of(position, int(a), int(b)) == me
        denied[place] = has_white != (position.wants[me] == WHITE)
    return denied


def changes(pairing: Pairing, other: Pairing) -> tuple[tuple[Board | int, ...], tuple[Board | int, ...]]:
    """The boards (players and colours) of each pairing that the other does not have; an id stands for the bye."""
    mine, theirs = _seats(pairing), _seats(other)
    return (
        tuple(board for seats, board in mine.items() if seats not in theirs),
        tuple(board for seats, board in theirs.items() if seats not in mine),
    )


def _seats(pairing: Pairing) -> dict[tuple[int, int], Board | int]:
    seats: dict[tuple[int, int], Board | int] = {(board.white, board.black): board for board in pairing.boards}
    if pairing.bye is not None:
        seats[pairing.bye, BYE] = pairing.bye
    return seats


class _Questions:
    """Questions about an optimal pairing, each of which leaves only some pairs of one player."""

    def __init__(self, pairing: Pairing) -> None:
        self._problem = problem = pairing.problem
        self._proofs = _proofs(pairing)
        pairs = problem.pairs
        # The pairs of optimal pairings, and the odd sets that each of these leaves once (docs/method.md).
        self._face = np.ones(len(pairs), dtype=np.bool_)
        for level, proof in zip(problem.levels, self._proofs, strict=True):
            self._face &= reduced_costs(proof, pairs, problem.costs(level, pairs)) == 0
        tight = [proof.sets[proof.set_duals > 0] for proof in self._proofs]
        index_of, id_of = problem.position.index_of, problem.position.id_of
        self._mate = np.array([index_of[pairing.partners[id_of(v)]] for v in range(problem.position.players)])
        if problem.position.has_dummy:
            assert pairing.bye is not None
            self._mate = np.append(self._mate, index_of[pairing.bye])
        none = np.zeros((0, problem.vertices), dtype=np.bool_)
        self._exchange = Exchange(pairs.where(self._face), self._mate, np.concatenate([none, *tight]))

    def price(self, player: int, left: BoolArray) -> Price:
        """What it costs that of the player's (index) pairs only those marked are left."""
        if self._by_exchange(player, left):
            return Price(Outcome.LATER)
        problem = self._problem
        result = certified.first_loss(replace(problem, pairs=problem.pairs.where(left)), self._proofs)
        if isinstance(result, Witness):
            return Price(Outcome.IMPOSSIBLE, witness=result)
        if result is None:
            return Price(Outcome.LATER)
        place, value = result
        return Price(Outcome.WORSE, loss=Loss(problem.levels[place].name, value, self._proofs[place].value))

    def _by_exchange(self, player: int, left: BoolArray) -> bool:
        """Whether a small exchange in the pairing gives another optimal one, of the pairs left."""
        pairs = self._problem.pairs
        near = pairs.where(left & self._face & ((pairs.u == player) | (pairs.v == player)))
        for other in (near.u + near.v - player).tolist():
            self._exchange.mate = self._mate.copy()
            if self._exchange.make(player, other):
                return True
        return False


def _with_pair(problem: PairingProblem, a: int, b: int) -> BoolArray:
    """The pairs that can stand beside the one of two vertices, and that one."""
    pairs = problem.pairs
    touches = (pairs.u == a) | (pairs.v == a) | (pairs.u == b) | (pairs.v == b)
    left: BoolArray = ~touches | ((pairs.u == min(a, b)) & (pairs.v == max(a, b)))
    return left


def _against(position: Position, u: int, v: int) -> list[Breach]:
    """What makes the pair illegal; where criteria are given up (RULES 13) only the arbiter's orders do."""
    found = breaches(position, u, v)
    if position.orders.relax:
        return [breach for breach in found if breach.rule in ("forbid", "fix")]
    return found


def _vertex(problem: PairingProblem, player: int) -> int:
    position = problem.position
    if player in position.index_of:
        return position.index_of[player]
    if player == BYE:
        raise UsageProblem(
            f"{position.players} players are present in round {position.round}: an even number, so nobody has the bye."
        )
    if player in position.tournament.ids:
        raise UsageProblem(f"Player {player} does not play in round {position.round}.")
    raise UsageProblem(f"There is no player {player}.")


def _has_colours(pairing: Pairing, wish: FixedPair) -> bool:
    return not wish.colours or any((board.white, board.black) == (wish.first, wish.second) for board in pairing.boards)


def _proofs(pairing: Pairing) -> tuple[Proof, ...]:
    """The proof of each level, from the certificate."""
    problem, certificate = pairing.problem, pairing.certificate
    assert certificate is not None, "an optimal pairing has a certificate"
    return tuple(_proof(problem, level) for level in certificate["levels"])


def _proof(problem: PairingProblem, level: Mapping[str, Any]) -> Proof:
    index_of = problem.position.index_of
    duals = np.zeros(problem.vertices, dtype=np.int64)
    for player, dual in level["duals"].items():
        duals[index_of[int(player)]] = dual
    sets = np.zeros((len(level["odd_sets"]), problem.vertices), dtype=np.bool_)
    for row, odd_set in zip(sets, level["odd_sets"], strict=True):
        row[[index_of[player] for player in odd_set["players"]]] = True
    return Proof(level["scale"], duals, sets, np.array([entry["dual"] for entry in level["odd_sets"]], dtype=np.int64))
