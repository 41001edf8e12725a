"""What it would cost to spare those who float, have the bye, or are denied a colour.

Of the colours all legal ones are asked about, not only those of the allocation (RULES 4.4), as the arbiter could order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from pairproof.model.criteria import Level, has_colours
from pairproof.model.criteria.allocation import allocate
from pairproof.model.criteria.colour_points import ColourPoint, colour_point
from pairproof.model.criteria.seats import whites_of
from pairproof.model.state.history import WHITE
from pairproof.model.state.position import IntArray, Position
from pairproof.model.tournament import FixedPair
from pairproof.solver.explain.answers import Burden, Outcome, Price
from pairproof.solver.explain.played import denied_colour
from pairproof.solver.explain.questions import Left, Questions, only_with, possible_without_orders
from pairproof.solver.problem import PairingProblem, Pairs, matching_problem
from pairproof.solver.result import Pairing


def burdens(pairing: Pairing, most: int | None = None, borne: Pairing | None = None) -> tuple[Burden, ...]:
    """What each one who floats down, has the bye, or is denied a colour in the pairing `borne`, by default the optimal
    `pairing` itself, would cost the others if he were spared, measured against the optimal one.

    In rank order, the downfloats first, then the bye, then the colours; at most `most` of each.  Where look-ahead or
    limits hold the levels alone do not say what another pairing would cost: then it is only said who they are.
    """
    problem = matching_problem(pairing.problem)
    position = problem.position
    questions = None if pairing.conditional else Questions(pairing)
    borne = borne or pairing
    down = [
        player
        for board in borne.boards
        for player, mark in zip((board.white, board.black), board.floats, strict=True)
        if mark == "down"
    ]
    found = []

    def spared(player: int, left: Left) -> Price | None:
        if questions is None:
            return None
        return _by_order(problem, player, left(problem)) or questions.price(position.index_of[player], left)

    for player in sorted(down, key=position.index_of.__getitem__)[:most]:
        me = position.index_of[player]
        # Indices are in rank order: an opponent with a lower score, and the dummy, come after him.
        lower = int((position.score >= position.score[me]).sum())
        found.append(Burden(player, "down", spared(player, _only_before(me, lower))))
    if borne.bye is not None:
        me = position.index_of[borne.bye]
        found.append(Burden(borne.bye, "bye", spared(borne.bye, _only_before(me, position.players))))
    if has_colours(position.rules):
        for player in denied_colour(borne)[:most]:
            price = None if questions is None else _price_of_colour(questions, problem, player)
            if price is not None and price.outcome is Outcome.COLOURS and borne is pairing:
                price = replace(price, decided=_decided(pairing, player))
            found.append(Burden(player, "colour", price))
    return tuple(found)


def _decided(pairing: Pairing, player: int) -> ColourPoint:
    """Why the colours at the player's board are as they are."""
    position = pairing.problem.position
    board = next(board for board in pairing.boards if player in (board.white, board.black))
    return colour_point(position, position.index_of[board.white], position.index_of[board.black])


def _only_before(me: int, end: int) -> Left:
    """Of those he may meet only those before `end` (all indices)."""

    def left(problem: PairingProblem) -> IntArray:
        near = problem.partners(me)
        return near[near < end]

    return left


def _by_order(problem: PairingProblem, player: int, near: IntArray) -> Price | None:
    """FIXED, if an order of the arbiter gives the player a partner, and nobody is left whom he could meet."""
    position = problem.position
    me = position.index_of[player]
    other = position.fixed.get(me)
    if other is None or len(near):
        return None
    if (other, me) in position.fixed_white:
        me, other = other, me
    coloured = (me, other) in position.fixed_white
    return Price(Outcome.FIXED, order=FixedPair(position.id_of(me), position.id_of(other), colours=coloured))


def _price_of_colour(questions: Questions, problem: PairingProblem, player: int) -> Price:
    """What it costs that the player has a game with the colour he prefers."""
    me = problem.position.index_of[player]
    wide = _Coloured.of(problem, me)
    given, allowed = wide.left()
    if order := _by_order(problem, player, allowed):
        return order
    if questions.equal(me, given):
        return Price(Outcome.LATER)
    asked = only_with(wide, me, allowed)
    price = questions.price_anew(asked) if wide.improves(problem, allowed) else questions.price_of(asked)
    if price.outcome is Outcome.IMPOSSIBLE:
        return replace(
            price, by_orders=possible_without_orders(problem, me, lambda freed: _Coloured.of(freed, me).left()[1])
        )
    if price.outcome is Outcome.LATER:
        by_allocation = questions.price_of(only_with(problem, me, given))
        return price if by_allocation.outcome is Outcome.LATER else Price(Outcome.COLOURS)
    return price


@dataclass(frozen=True)
class _Coloured(PairingProblem):
    """A problem in which one player (index `me`) has the colour he prefers in whatever game he gets."""

    me: int = 0
    coloured: Position = field(kw_only=True)

    @classmethod
    def of(cls, problem: PairingProblem, me: int) -> _Coloured:
        """The player's colour fixed against everybody; what else is fixed stays so."""
        position = problem.position
        others = [other for other in range(position.players) if other != me]
        seats = [(me, other) if position.wants[me] == WHITE else (other, me) for other in others]
        coloured = replace(position, fixed_white=position.fixed_white | frozenset(seats))
        classes, members = problem._classes, problem._members
        return cls(position, problem.levels, classes, members, problem._left, me=me, coloured=coloured)

    def left(self) -> tuple[IntArray, IntArray]:
        """Whom the player may meet with the colour by the allocation, and whom with it if it is ordered."""
        near = self.partners(self.me)
        near = near[near < self.position.players]
        u, v = np.minimum(near, self.me), np.maximum(near, self.me)
        whites = whites_of(self.position, list(zip(u.tolist(), v.tolist(), strict=True))) if len(near) else []
        given = (np.array(whites, dtype=np.int64) == self.me) == (self.position.wants[self.me] == WHITE)
        return near[given], near[allocate(self.coloured, u, v).legal]

    def improves(self, problem: PairingProblem, allowed: IntArray) -> bool:
        """Whether some game costs less, lexicographically, with the player's colour than with the allocation's.

        That takes a history from outside the limits and a level for colours before `exemption` (RULES 4.4, point 1).
        """
        games = problem.as_pairs(np.minimum(allowed, self.me), np.maximum(allowed, self.me))
        undecided = np.ones(len(games), dtype=np.bool_)
        for level in self.levels:
            more = self.costs(level, games) - problem.costs(level, games)
            if (undecided & (more < 0)).any():
                return True
            undecided &= more == 0
        return False

    def costs(self, level: Level, pairs: Pairs) -> IntArray:
        """As of the problem, but his games with his colour."""
        costs = super().costs(level, pairs)
        mine, u, v = self._games(pairs)
        costs[mine] = level.pair_costs(self.coloured, u, v)
        return costs

    def _games(self, pairs: Pairs) -> tuple[IntArray, IntArray, IntArray]:
        """Where the player's games are among the pairs, and who is in them."""
        mine = np.flatnonzero(((pairs.u == self.me) | (pairs.v == self.me)) & (pairs.v < self.position.players))
        return mine, pairs.u[mine].astype(np.int64), pairs.v[mine].astype(np.int64)
