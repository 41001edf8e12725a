"""Why this pairing and not another: every answer is an exact new solution, never a guess.

A question leaves only some of the legal pairs: those of one partner for a player (a wish), or those in which somebody
does not float, or has a game with the colour he prefers.  What the levels then lose, the first that gets worse and by
how much, is the answer; nothing lost means that others are equally good, and that the natural order has chosen.

Of the colours all legal ones are asked about, not only those of the allocation (RULES 4.4), as the arbiter could order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from pairproof.model.criteria import Breach
from pairproof.model.criteria.colour_points import colour_point
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.model.state.position import IntArray
from pairproof.model.tournament import BYE, FixedPair
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified.heuristic_start import first_columns, first_matching
from pairproof.solver.explain.answers import Answer, Loss, Outcome, Price
from pairproof.solver.explain.nothing_legal import standing_breaches
from pairproof.solver.explain.walks import Bound, Walks
from pairproof.solver.further_rounds import mates
from pairproof.solver.problem import PairingProblem, compile_problem, matching_problem
from pairproof.solver.proof.write import RoundProof
from pairproof.solver.result import Pairing
from pairproof.solver.systems.optimum.pairing import pairing_of
from pairproof.solver.terms import Status
from pairproof.solver.witness import Witness

P = TypeVar("P", bound=PairingProblem)

Left = Callable[[PairingProblem], IntArray]
"""Whom a question leaves one player to meet in a problem, of all he may (indices)."""


def opponents(pairing: Pairing, player: int) -> tuple[Answer, ...]:
    """For every other player present (and the bye, with an odd number) what pairing `player` with them would cost, in
    rank order, the bye last.

    `pairing` must be optimal, or that there is none: then what is not illegal by itself is impossible as everything is.

    Raises
    ------
    UsageProblem
        If the player is not present.
    """
    problem = matching_problem(pairing.problem)
    position = problem.position
    me = _vertex(problem, player)
    mate = pairing.partners.get(player)
    answers = []
    others = [other for other in range(problem.vertices) if other != me]
    against = {other: standing_breaches(position, me, other) for other in others if position.id_of(other) != mate}
    legal = [other for other, breached in against.items() if not breached]
    prices = Questions(pairing).prices(me, legal) if pairing.status is Status.OPTIMAL else {}
    for other in others:
        wish = FixedPair(player, position.id_of(other))
        if other not in against:
            answers.append(Answer(wish, Outcome.CHOSEN))
        elif against[other]:
            answers.append(Answer(wish, Outcome.ILLEGAL, tuple(against[other])))
        elif other not in prices:
            answers.append(Answer(wish, Outcome.IMPOSSIBLE))
        else:
            price = prices[other]
            answers.append(
                Answer(wish, price.outcome, witness=price.witness, loss=price.loss, by_orders=price.by_orders)
            )
    return tuple(answers)


def prices(pairing: Pairing, vertex: int, others: Sequence[int]) -> dict[int, Price]:
    """What it costs in an optimal pairing with its proof that a vertex meets each of the others, whom it may meet."""
    return Questions(pairing).prices(vertex, others)


def grant(pairing: Pairing, wish: FixedPair) -> Answer:
    """What one wish costs, with the best pairing that grants it.

    `pairing` must be optimal, or that there is none, as for `opponents`; its orders stay in force.

    Raises
    ------
    UsageProblem
        If one of the players is not present, or it is a bye and nobody has one.
    """
    if (settled := settled_answer(pairing, wish)) is not None:
        return settled
    problem = matching_problem(pairing.problem)
    position = problem.position
    u, v = _vertex(problem, wish.first), _vertex(problem, wish.second)
    asked = replace(
        position,
        fixed={**position.fixed, u: v, v: u},
        fixed_white=position.fixed_white | ({(u, v)} if wish.colours else set()),
        orders=replace(position.orders, fix=(*position.orders.fix, wish)),
    )
    # What is fixed leaves no other pair of either, also where all legal pairs are asked about.
    among = problem if problem.whole else only_with(problem, u, np.array([v]))
    narrowed = replace(among, position=asked, _tables={})
    result = certified.solve(narrowed)
    if isinstance(result, Witness):
        by_orders = possible_without_orders(problem, u, lambda _: np.array([v]))
        return Answer(wish, Outcome.IMPOSSIBLE, witness=result, by_orders=by_orders)
    return compared(pairing, wish, pairing_of(narrowed, result))


def settled_answer(pairing: Pairing, wish: FixedPair) -> Answer | None:
    """The answer to a wish that needs no pairing: it is granted already, illegal by itself, or there is no pairing at
    all; None otherwise.  Raises as `grant`.
    """
    problem = matching_problem(pairing.problem)
    position = problem.position
    u, v = _vertex(problem, wish.first), _vertex(problem, wish.second)
    if u == v:
        raise UsageProblem(
            say("{white}-{black}: a player cannot be paired with himself.", white=wish.first, black=wish.second)
        )
    if pairing.partners.get(wish.first) == wish.second and _has_colours(pairing, wish):
        return Answer(wish, Outcome.CHOSEN, best=pairing)
    if wish.colours and (v, u) in position.fixed_white:
        text = say("{pair} is fixed by the arbiter's order", pair=f"{wish.second}w-{wish.first}b")
        return Answer(wish, Outcome.ILLEGAL, (Breach("fix", text),))
    asked = position
    if wish.colours:
        asked = replace(position, fixed_white=position.fixed_white | {(u, v)})
    if against := standing_breaches(asked, u, v):
        return Answer(wish, Outcome.ILLEGAL, tuple(against))
    return Answer(wish, Outcome.IMPOSSIBLE) if pairing.status is not Status.OPTIMAL else None


def compared(pairing: Pairing, wish: FixedPair, best: Pairing) -> Answer:
    """The answer to a wish from the best pairing that grants it."""
    position = pairing.problem.position
    u, v = position.index_of[wish.first], position.index_of[wish.second]
    for mine, granted in zip(pairing.levels, best.levels, strict=True):
        if mine.value != granted.value:
            # Colours set against the allocation can be better, for histories from outside the limits.
            loss = Loss(mine.name, granted.value, mine.value)
            if granted.value > mine.value:
                return Answer(wish, Outcome.WORSE, loss=loss, best=best)
            return Answer(wish, Outcome.COLOURS, loss=loss, best=best, decided=colour_point(position, v, u))
    if pairing.partners.get(wish.first) == wish.second:
        return Answer(wish, Outcome.COLOURS, best=best, decided=colour_point(position, v, u))
    return Answer(wish, Outcome.LATER, best=best)


class Questions:
    """Questions about an optimal pairing, each of which leaves only some pairs of one player."""

    def __init__(self, pairing: Pairing) -> None:
        self._problem = matching_problem(pairing.problem)
        assert isinstance(pairing.proof.evidence, RoundProof), "an optimal pairing has a proof"
        self._proofs = pairing.proof.evidence.levels
        self._mate = np.array(mates(pairing), dtype=np.int64)

    @cached_property
    def _walks(self) -> Walks:
        return Walks(self._problem, self._proofs, self._mate)

    def prices(self, player: int, others: Sequence[int]) -> dict[int, Price]:
        """What it costs that the player meets each of the others (indices), whom he may meet."""
        bounds = self._walks.bounds(player, others)
        return {
            other: self._price(bounds[other])
            if other in bounds
            else self.price(player, lambda _, other=other: np.array([other]))  # type: ignore[misc]
            for other in others
        }

    def _price(self, bound: Bound) -> Price:
        if bound.place is None:
            return Price(Outcome.LATER)
        name = self._problem.levels[bound.place].name
        return Price(Outcome.WORSE, loss=Loss(name, bound.value, self._proofs[bound.place].value))

    def price(self, player: int, left: Left) -> Price:
        """What it costs that the player (index) meets one of those whom the question leaves him."""
        problem = self._problem
        near = left(problem)
        bound = self._walks.least(player, near.tolist())
        if bound is not None:
            return self._price(bound)
        price = self.price_of(only_with(problem, player, near))
        if price.outcome is Outcome.IMPOSSIBLE:
            return replace(price, by_orders=possible_without_orders(problem, player, left))
        return price

    def price_of(self, narrowed: PairingProblem) -> Price:
        """What it costs to be left with these pairs."""
        result = certified.first_loss(narrowed, self._proofs)
        if isinstance(result, Witness):
            return Price(Outcome.IMPOSSIBLE, witness=result)
        if result is None:
            return Price(Outcome.LATER)
        place, value = result
        return Price(Outcome.WORSE, loss=Loss(narrowed.levels[place].name, value, self._proofs[place].value))

    def price_anew(self, narrowed: PairingProblem) -> Price:
        """The same where something may even cost less than in the problem, so that the proofs do not hold; better than
        the optimum counts as LATER.
        """
        result = certified.solve(narrowed)
        if isinstance(result, Witness):
            return Price(Outcome.IMPOSSIBLE, witness=result)
        for level, mine, theirs in zip(narrowed.levels, self._proofs, result.levels, strict=True):
            if theirs.value < mine.value:
                break
            if theirs.value > mine.value:
                return Price(Outcome.WORSE, loss=Loss(level.name, theirs.value, mine.value))
        return Price(Outcome.LATER)

    def equal(self, player: int, near: IntArray) -> bool:
        """Whether it is known at once that the player meets one of these in another optimal pairing."""
        return self._walks.least(player, near.tolist()) == Bound()


def possible_without_orders(problem: PairingProblem, player: int, left: Left) -> bool:
    """Whether without the arbiter's orders there would be a legal pairing in which the player meets one of those left;
    False where there are none.
    """
    position = problem.position
    if not (position.fixed or position.forbidden):
        return False
    freed = compile_problem(replace(position, fixed={}, fixed_white=frozenset(), forbidden=frozenset()))
    freed = only_with(freed, player, left(freed))
    return not isinstance(first_matching(freed, first_columns(freed)), Witness)


def only_with(problem: P, player: int, near: IntArray) -> P:
    """The problem about those pairs in which the player (index) meets one of these, and all pairs of the others."""
    pairs = problem.pairs
    mine = (pairs.u == player) | (pairs.v == player)
    return problem.among(pairs.where(~mine | np.isin(pairs.u + pairs.v - player, near)))


def _vertex(problem: PairingProblem, player: int) -> int:
    position = problem.position
    if player in position.index_of:
        return position.index_of[player]
    if player == BYE:
        raise UsageProblem(
            say(
                "{players} players are present in round {round}: an even number, so nobody has the bye.",
                players=position.players,
                round=position.round,
            )
        )
    if player in position.tournament.ids:
        raise UsageProblem(say("Player {player} does not play in round {round}.", player=player, round=position.round))
    raise UsageProblem(say("There is no player {player}.", player=player))


def _has_colours(pairing: Pairing, wish: FixedPair) -> bool:
    return not wish.colours or any((board.white, board.black) == (wish.first, wish.second) for board in pairing.boards)
