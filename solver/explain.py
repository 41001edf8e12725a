"""Why this pairing and not another: every answer is an exact new solution, never a guess.

A wish (this pair, these colours, this bye) is granted by fixing it and solving again; what the levels then lose is its
price.  `opponents` asks that of every possible opponent of one player, level by level, and stops at the first loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from model.criteria import Breach, breaches
from model.errors import UsageProblem
from model.position import Orders
from model.rules import RuleSet
from model.tournament import BYE, FixedPair, Tournament
from solver import certified
from solver.optimal import pair
from solver.pairing import LevelValue, Pairing
from solver.problem import PairingProblem
from solver.witness import Witness


class Outcome(Enum):
    """What becomes of a wish."""

    CHOSEN = "chosen"
    ILLEGAL = "illegal"
    IMPOSSIBLE = "impossible"
    WORSE = "worse"
    LATER = "later"


@dataclass(frozen=True)
class Loss:
    """The first level that gets worse: its name, the value with the wish, and the optimum without it."""

    level: str
    value: int
    optimum: int


@dataclass(frozen=True)
class Answer:
    """What a wish costs.

    `wish` is the pair asked about.  ILLEGAL comes with `breaches`, IMPOSSIBLE with the `witness` that the others cannot
    all be paired then, WORSE with the first `loss`; LATER means equal on every level but later in natural order.
    `best` is the best pairing that grants the wish, where one was asked for and exists.
    """

    wish: FixedPair
    outcome: Outcome
    breaches: tuple[Breach, ...] = ()
    witness: Witness | None = None
    loss: Loss | None = None
    best: Pairing | None = None


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
    for other in range(problem.vertices):
        if other == me:
            continue
        wish = FixedPair(player, position.id_of(other))
        if position.id_of(other) == mate:
            answers.append(Answer(wish, Outcome.CHOSEN))
            continue
        reasons = breaches(position, me, other)
        if reasons:
            answers.append(Answer(wish, Outcome.ILLEGAL, tuple(reasons)))
        else:
            answers.append(_price(problem, pairing.levels, wish, min(me, other), max(me, other)))
    return tuple(answers)


def _price(problem: PairingProblem, levels: Sequence[LevelValue], wish: FixedPair, u: int, v: int) -> Answer:
    pairs = problem.pairs
    touches = (pairs.u == u) | (pairs.v == u) | (pairs.u == v) | (pairs.v == v)
    wanted = (pairs.u == u) & (pairs.v == v)
    narrowed = replace(problem, pairs=pairs.where(~touches | wanted))
    result = certified.first_loss(narrowed, [level.value for level in levels])
    if isinstance(result, Witness):
        return Answer(wish, Outcome.IMPOSSIBLE, witness=result)
    if result is None:
        return Answer(wish, Outcome.LATER)
    place, value = result
    return Answer(wish, Outcome.WORSE, loss=Loss(levels[place].name, value, levels[place].value))


def _vertex(problem: PairingProblem, player: int) -> int:
    position = problem.position
    if player == BYE and not position.has_dummy:
        raise UsageProblem(
            f"{position.players} players are present in round {position.round}: an even number, so nobody has the bye"
        )
    if player not in position.index_of:
        known = player in position.tournament.ids
        what = f"player {player} does not play in round {position.round}" if known else f"there is no player {player}"
        raise UsageProblem(what)
    return position.index_of[player]


def grant(
    tournament: Tournament, rules: RuleSet, pairing: Pairing, wish: FixedPair, orders: Orders = Orders()
) -> Answer:
    """What one wish costs, with the best pairing that grants it.

    `pairing` must be the optimal pairing of the same round under the same orders.

    Raises
    ------
    UsageProblem
        If one of the players is not present, or it is a bye and nobody has one.
    """
    problem = pairing.problem
    position = problem.position
    u, v = sorted((_vertex(problem, wish.first), _vertex(problem, wish.second)))
    if u == v:
        raise UsageProblem(f"{wish.first}-{wish.second}: a player cannot be paired with himself")
    together = pairing.partners.get(wish.first if wish.first != BYE else wish.second)
    if together == (wish.second if wish.first != BYE else wish.first) and _has_colours(pairing, wish):
        return Answer(wish, Outcome.CHOSEN, best=pairing)
    asked = position
    if wish.colours and position.rules.has_colours:
        white, black = position.index_of[wish.first], position.index_of[wish.second]
        asked = replace(position, fixed_white=position.fixed_white | {(white, black)})
    reasons = breaches(asked, u, v)
    if reasons:
        return Answer(wish, Outcome.ILLEGAL, tuple(reasons))
    best = pair(tournament, rules, round=position.round, orders=replace(orders, fix=(*orders.fix, wish)))
    if best.witness is not None:
        return Answer(wish, Outcome.IMPOSSIBLE, witness=best.witness)
    for mine, granted in zip(pairing.levels, best.levels, strict=True):
        if mine.value != granted.value:
            return Answer(wish, Outcome.WORSE, loss=Loss(mine.name, granted.value, mine.value), best=best)
    return Answer(wish, Outcome.LATER, best=best)


def _has_colours(pairing: Pairing, wish: FixedPair) -> bool:
    return not wish.colours or any(board.white == wish.first for board in pairing.boards if wish.second == board.black)
