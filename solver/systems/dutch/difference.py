"""The first difference between the pairing of a round and another one: the criterion, or the place in the order.

The other pairing is the best one under a condition (`explain --why-not`), or one that was played (`check`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from pairproof.model.dutch.bracket import Bracket
from pairproof.model.dutch.order import EXCHANGES, IN, OPPONENTS, OUT, PAIRED, SUM, TRANSPOSITION
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedRound, score_with_bye, solve, solved_bracket
from pairproof.solver.systems.dutch.scores import with_bye_score
from pairproof.solver.witness import Witness


class Kind(StrEnum):
    """How a pairing stands to the one of the rules."""

    SAME = "same"
    ILLEGAL = "illegal"
    INCOMPLETE = "incomplete"
    BYE = "bye"
    WORSE = "worse"
    LATER = "later"


@dataclass(frozen=True)
class Difference:
    """The first difference.

    `bracket` counts from 1.  For WORSE `name` is the criterion and `score` the score it is about (None: over all),
    `best` and `other` are its values; for LATER `name` is the decision of the order of generation, with its values
    where they are numbers, else with the indices of the `player` for whom it differs and of the partners he has (−1:
    none in the bracket).  For BYE the values are scores (half-win units).  ILLEGAL pairs and the `witness` of an
    INCOMPLETE one are by index.
    """

    kind: Kind
    bracket: int | None = None
    name: str = ""
    score: int | None = None
    best: int | None = None
    other: int | None = None
    player: int | None = None
    illegal: tuple[tuple[int, int], ...] = ()
    witness: Witness | None = None


def with_pair(position: DutchPosition, one: int, other: int) -> BoolArray:
    """The legal pairs when two vertices must be a pair."""
    legal = position.legal.copy()
    only = bool(legal[one, other])
    legal[[one, other], :] = legal[:, [one, other]] = False
    legal[one, other] = legal[other, one] = only
    return legal


def why_not(
    solved: SolvedRound, one: int, other: int, stop: Stop | None = None
) -> tuple[Difference, SolvedRound | None]:
    """Why two vertices (the dummy for the bye) are no pair, and the best pairing in which they are."""
    position = solved.position
    if not position.legal[one, other]:
        return Difference(Kind.ILLEGAL, illegal=((min(one, other), max(one, other)),)), None
    forced = solve(position, with_pair(position, one, other), stop)
    if isinstance(forced, Witness):
        return Difference(Kind.INCOMPLETE, witness=forced), None
    return between(solved, forced), forced


def between(solved: SolvedRound, forced: SolvedRound) -> Difference:
    """The first difference between the pairing of a round and the best one under a condition."""
    position = solved.position
    if position.has_dummy and score_with_bye(solved) != score_with_bye(forced):
        return Difference(Kind.BYE, best=score_with_bye(solved), other=score_with_bye(forced))
    for number, (mine, other) in enumerate(zip(solved.brackets, forced.brackets, strict=False), start=1):
        found = _in_bracket(number, mine, other)
        if found is not None:
            return found
    return Difference(Kind.SAME)


def judged(solved: SolvedRound, partner: IntArray, stop: Stop | None = None) -> Difference:
    """How a complete pairing, partner of each vertex, stands to the pairing of the round.

    Of each bracket only its own pairs count: the rest is completed as well as it can be.
    """
    position = solved.position
    pairs = [(one, other) for one, other in enumerate(partner.tolist()) if one < other]
    illegal = tuple(pair for pair in pairs if not position.legal[pair])
    if illegal:
        return Difference(Kind.ILLEGAL, illegal=illegal)
    legal = position.legal
    if position.has_dummy:
        best, other = score_with_bye(solved), int(position.score[partner[position.players]])
        if best != other:
            return Difference(Kind.BYE, best=best, other=other)
        legal = with_bye_score(position, legal, best)
    for number, mine in enumerate(solved.brackets, start=1):
        bracket = mine.bracket
        mate = _local(bracket, partner)
        if _inside(mine.mate, bracket).tolist() != _inside(mate, bracket).tolist():
            theirs = solved_bracket(bracket, _held(bracket, legal, mate), mate, stop or Stop())
            found = _in_bracket(number, mine, theirs)
            assert found is not None, "the pairs differ"
            return found
    return Difference(Kind.SAME)


def _local(bracket: Bracket, partner: IntArray) -> IntArray:
    place = np.full(bracket.position.vertices, -1, dtype=np.int64)
    place[bracket.players] = np.arange(bracket.vertices)
    return place[partner[bracket.players]]


def _held(bracket: Bracket, legal: BoolArray, mate: IntArray) -> BoolArray:
    """The legal pairs, of those inside the bracket only the ones of `mate`."""
    own = bracket.players[: bracket.following]
    held = legal.copy()
    held[np.ix_(own, own)] = False
    inside = np.flatnonzero(mate[: bracket.following] < bracket.following)
    outside = bracket.players[bracket.following :]
    held[np.ix_(own[inside], outside)] = held[np.ix_(outside, own[inside])] = False
    held[own[inside], own[mate[inside]]] = True
    return held


def _inside(mate: IntArray, bracket: Bracket) -> IntArray:
    """Partner of each player of the bracket, −1 for those without one in it."""
    own = mate[: bracket.following]
    return np.where(own < bracket.following, own, -1)


def _in_bracket(number: int, mine: SolvedBracket, other: SolvedBracket) -> Difference | None:
    """The first difference in a bracket with the same players left; None where its pairs are the same."""
    bracket = mine.bracket
    best, theirs = _inside(mine.mate, bracket), _inside(other.mate, bracket)
    if (best == theirs).all():
        return None
    for one, two in zip(mine.levels, other.levels, strict=False):
        if one.proof.value != two.proof.value:
            level = one.level
            return Difference(Kind.WORSE, number, level.criterion.name, level.score, one.proof.value, two.proof.value)
    return _later(number, bracket, best, theirs)


def _later(number: int, bracket: Bracket, best: IntArray, theirs: IntArray) -> Difference:
    """The first decision of the order of generation in which two pairings differ that are equal on all criteria."""
    moved = bracket.residents
    for name, players in ((PAIRED, (best >= 0) != (theirs >= 0)), (OPPONENTS, best != theirs)):
        differing = np.flatnonzero(players[:moved])
        if len(differing):
            return _of_player(number, name, bracket, int(differing[0]), best, theirs)
    rest = [player for player in range(moved, bracket.following) if best[player] < 0 or best[player] >= moved]
    size = sum(bool(player < best[player]) for player in rest)
    heads, other_heads = (
        [place for place, player in enumerate(rest) if player < mate[player]] for mate in (best, theirs)
    )
    mine, other = (sum(place >= size for place in one) for one in (heads, other_heads))
    if mine != other:
        return Difference(Kind.LATER, number, EXCHANGES, best=mine, other=other)
    if sum(heads) != sum(other_heads):
        # Numbers in the bracket (BSN) count from 1.
        return Difference(Kind.LATER, number, SUM, best=sum(heads) + size, other=sum(other_heads) + size)
    if heads != other_heads:
        changed = set(heads) ^ set(other_heads)
        upper = [place for place in changed if place < size]
        name, place = (OUT, max(upper)) if upper else (IN, min(changed))
        return _of_player(number, name, bracket, rest[place], best, theirs)
    first = next(rest[place] for place in heads if best[rest[place]] != theirs[rest[place]])
    return _of_player(number, TRANSPOSITION, bracket, first, best, theirs)


def _of_player(number: int, name: str, bracket: Bracket, vertex: int, best: IntArray, theirs: IntArray) -> Difference:
    def index(mate: IntArray) -> int:
        return int(bracket.players[mate[vertex]]) if mate[vertex] >= 0 else -1

    return Difference(
        Kind.LATER, number, name, best=index(best), other=index(theirs), player=int(bracket.players[vertex])
    )
