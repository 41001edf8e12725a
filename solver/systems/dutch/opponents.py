"""The first difference with every possible opponent of one player, from work that they share.

In each bracket one search tells what it costs there that the player meets each of the others (`walks`).  What it does
not tell is found as for a single question (`difference`): the answers are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pairproof.model.dutch.order import EXCHANGES, SUM
from pairproof.model.state.position import IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.dutch.bracket_problem import solve_bracket
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedRound, score_with_bye
from pairproof.solver.systems.dutch.difference import Difference, Kind, Trial, first_difference, with_pair
from pairproof.solver.systems.dutch.first_losses import NEVER, Decision, FirstLosses, TooLarge, place_of, value_of
from pairproof.solver.systems.dutch.walks import Exchange, Walks
from pairproof.solver.witness import complete_matching


@dataclass(frozen=True)
class _Priced:
    """A bracket with the losses of its pairs; None where the numbers are too large."""

    solved: SolvedBracket
    losses: FirstLosses | None
    _without: dict[int, bool] = field(default_factory=dict)

    @cached_property
    def place(self) -> dict[int, int]:
        """The vertex of each player left."""
        return {player: vertex for vertex, player in enumerate(self.solved.bracket.players.tolist())}

    def indifferent(self, level: int, solved_round: SolvedRound) -> bool:
        """Whether the bracket would have the same pairs, with the same values of the other levels, if one of its
        levels were not asked.
        """
        known = self._without
        if level not in known:
            mine = self.solved
            mate, levels, _ = solve_bracket(mine.bracket, solved_round.legal_pairs, mine.mate, Stop(), without=level)
            values = [each.proof.value for place, each in enumerate(mine.levels) if place != level]
            size = mine.bracket.following
            here, there = (np.where(one[:size] < size, one[:size], -1) for one in (mate, mine.mate))
            known[level] = [proof.value for _, proof in levels] == values and np.array_equal(here, there)
        return known[level]


class Opponents:
    """Why players do not meet their possible opponents, in a round that is solved."""

    def __init__(self, solved: SolvedRound) -> None:
        self._solved = solved
        self._priced: dict[int, _Priced] = {}
        self._walks: dict[tuple[int, int], Walks | None] = {}

    def difference(self, player: int, other: int) -> Difference:
        """What `first_difference` says of a player (index) and another one, or the dummy."""
        solved = self._solved
        position = solved.position
        if other == position.players and position.legal[player, other]:
            mine, best = int(position.score[player]), score_with_bye(solved)
            if mine != best and self._complete(player, other):
                return Difference(Kind.BYE, best=best, other=mine)
        return first_difference(solved, player, other, lambda place: self._trial(place, player, other))

    def _complete(self, player: int, other: int) -> bool:
        """Whether some complete pairing has the two."""
        mate = list(self._solved.partner)
        left, alone = mate[player], mate[other]
        if left == other:
            return True
        mate[player], mate[other], mate[left], mate[alone] = other, player, -1, -1
        return complete_matching(Pairs.of_table(with_pair(self._solved.position, player, other)), mate) is None

    def _bracket(self, place: int) -> _Priced:
        if place not in self._priced:
            solved = self._solved.brackets[place]
            try:
                losses: FirstLosses | None = FirstLosses.of(solved, self._solved.legal)
            except TooLarge:
                losses = None
            self._priced[place] = _Priced(solved, losses)
        return self._priced[place]

    def _walked(self, place: int, player: int) -> Walks | None:
        if (place, player) not in self._walks:
            priced = self._bracket(place)
            self._walks[place, player] = (
                None if priced.losses is None else Walks(priced.losses, priced.solved.mate, priced.place[player])
            )
        return self._walks[place, player]

    def _trial(self, place: int, player: int, other: int) -> Trial | None:
        """A bracket when the two are to meet, as `difference` tries it; None where that is not known here."""
        walks, priced = self._walked(place, player), self._bracket(place)
        if walks is None or priced.losses is None:
            return None
        lost, exchange = walks.to(priced.place[other])
        if lost == NEVER:
            return Trial(possible=False)
        if exchange is None:
            return None
        if not lost:
            return Trial(possible=True, unchanged_above=True)
        decision = priced.losses.decisions[place_of(lost)]
        told = _told(priced.solved, place + 1, decision, value_of(lost) // decision.scale)
        if decision.name != "C8":
            return Trial(True, unchanged_above=decision.name not in ("C6", "C7"), difference=told)
        if self._differs_inside(priced, player, other):
            return Trial(True, unchanged_above=True, difference=told)
        same = self._same_inside(place, player, other, place_of(lost), told)
        return Trial(True, unchanged_above=True) if same else None

    @staticmethod
    def _differs_inside(priced: _Priced, player: int, other: int) -> bool:
        """Whether the bracket surely has other pairs when the two meet: both are in it, or one who has a game there."""
        size, mate = priced.solved.bracket.following, priced.solved.mate
        here = [priced.place[one] for one in (player, other) if priced.place[one] < size]
        return len(here) == 2 or any(mate[vertex] < size for vertex in here)

    def _same_inside(self, place: int, player: int, other: int, level: int, told: Difference) -> bool:
        """Whether a bracket that loses on a C8 level has the same pairs all the same: the next ones lose just that
        with the same players, and the level does not matter to the bracket.
        """
        priced = self._bracket(place)
        if place + 1 == len(self._solved.brackets) or not {player, other} <= self._bracket(place + 1).place.keys():
            return False
        walks, below = self._walked(place + 1, player), self._bracket(place + 1)
        exchange = None if walks is None else walks.to(below.place[other])[1]
        if exchange is None or not priced.indifferent(level, self._solved):
            return False
        more = _more(priced, below, exchange)
        assert told.best is not None
        assert told.other is not None
        return more == [told.other - told.best if each == level else 0 for each in range(len(more))]


def _told(solved: SolvedBracket, number: int, decision: Decision, more: int) -> Difference:
    """The difference that is a loss on a decision."""
    players, mate = solved.bracket.players, solved.mate
    if decision.level is not None:
        level = decision.level.level
        best = decision.value
        return Difference(Kind.WORSE, number, level.criterion.name, level.score, best, best + more)
    if decision.chooser is not None:
        partners = (int(players[mate[decision.chooser]]), int(players[decision.candidates[more]]))
        chooser = int(players[decision.chooser])
        return Difference(Kind.LATER, number, decision.name, None, *partners, player=chooser)
    if decision.name == EXCHANGES:
        return Difference(Kind.LATER, number, EXCHANGES, best=decision.value, other=decision.value + more)
    if decision.name == SUM:
        best = decision.value + _pairs_of_remainder(solved)
        return Difference(Kind.LATER, number, SUM, best=best, other=best + more)
    changed = decision.value ^ (decision.value + more)
    first = decision.players[len(decision.players) - changed.bit_length()]
    return Difference(Kind.LATER, number, decision.name, player=int(players[first]))


def _pairs_of_remainder(solved: SolvedBracket) -> int:
    """Numbers in the bracket (BSN) count from 1: so much more for those of the heads together."""
    moved, size, mate = solved.bracket.residents, solved.bracket.following, solved.mate
    return sum(player < mate[player] < size for player in range(moved, size))


def _more(priced: _Priced, below: _Priced, exchange: Exchange) -> list[int]:
    """How much more each level of a bracket costs after an exchange in the next one."""
    bracket = priced.solved.bracket
    players = below.solved.bracket.players.tolist()

    def costs(pairs: list[tuple[int, int]]) -> list[int]:
        ends = np.array([sorted(priced.place[players[vertex]] for vertex in pair) for pair in pairs])
        u: IntArray = ends[:, 0]
        return [int(level.level.costs(bracket, u, ends[:, 1]).sum()) for level in priced.solved.levels]

    new = list(exchange.pairs)
    old = list({tuple(sorted((vertex, int(below.solved.mate[vertex])))) for pair in new for vertex in pair})
    return [one - other for one, other in zip(costs(new), costs(old), strict=True)]  # type: ignore[arg-type]
