"""The first difference between the pairing of a round and another one: the criterion, or the place in the order.

The other pairing is the best one under a condition (`explain --why-not`), or one that was played (`check`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import numpy as np

from pairproof.model.dutch.bracket import Bracket
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.order import EXCHANGES, IN, OPPONENTS, OUT, PAIRED, SUM, TRANSPOSITION
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.dutch.bracket_problem import OtherPairs
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedRound, score_with_bye, solve, solved_bracket
from pairproof.solver.witness import Witness, complete_matching


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
    if not position.legal_pairs.is_legal(one, other):
        return Difference(Kind.ILLEGAL, illegal=((min(one, other), max(one, other)),)), None
    forced = solve(position, LegalPairs.of_table(with_pair(position, one, other)), stop)
    if isinstance(forced, Witness):
        return Difference(Kind.INCOMPLETE, witness=forced), None
    return between(solved, forced), forced


@dataclass(frozen=True)
class Trial:
    """A bracket when a pair is to be made and the brackets above are as they were.

    `possible`: there is a complete pairing.  `unchanged_above`: C6 and C7 are as they were.  `difference`: the first
    one, None where its pairs are the same.
    """

    possible: bool
    unchanged_above: bool = False
    difference: Difference | None = None


def first_difference(
    solved: SolvedRound, one: int, other: int, known: Callable[[int], Trial | None] = lambda place: None
) -> Difference:
    """What `why_not` says, from the few brackets that can differ; `known` has the trials of brackets (by place, from
    0) that are known already.

    Above the first bracket with one of the two in it nothing changes, as long as it can have its C6 and C7 with the
    pair: then its pairs, and those above as they were, are the best with the pair.  Where it cannot, the bracket before
    may have other pairs, since C8 looks at these values; and so on upwards.
    """
    position = solved.position
    if not position.legal_pairs.is_legal(one, other):
        return Difference(Kind.ILLEGAL, illegal=((min(one, other), max(one, other)),))
    if solved.partner[one] == other:
        return Difference(Kind.SAME)
    pair = np.array([one, other])
    place = next(
        place
        for place, each in enumerate(solved.brackets)
        if np.isin(pair, each.bracket.players[: each.bracket.following]).any()
    )

    @cache
    def legal() -> BoolArray:
        return with_pair(position, one, other) & solved.legal

    @cache
    def trial(place: int) -> Trial:
        return known(place) or _trial(solved.brackets[place], place + 1, legal(), one, other)

    while place and not trial(place).unchanged_above:
        place -= 1
    if not trial(place).possible:
        return why_not(solved, one, other)[0]
    while (found := trial(place).difference) is None:
        place += 1
    return found


def _trial(solved: SolvedBracket, number: int, legal: BoolArray, one: int, other: int) -> Trial:
    bracket = solved.bracket
    mate = _rematched(solved, legal, one, other)
    if mate is None:
        return Trial(possible=False)
    values = [level.proof.value for level in solved.levels]
    floaters = _surely_floating(bracket, mate, one, other)
    if floaters not in (None, values[0]):
        told = Difference(Kind.WORSE, number, "C6", None, values[0], floaters)
        return Trial(possible=True, difference=told)
    try:
        theirs = solved_bracket(bracket, LegalPairs.of_table(legal), mate, Stop(), values)
    except OtherPairs as found:
        level, best = solved.levels[found.place].level, values[found.place]
        name = level.criterion.name
        told = Difference(Kind.WORSE, number, name, level.score, best, found.value)
        return Trial(possible=True, unchanged_above=name not in ("C6", "C7"), difference=told)
    return Trial(possible=True, unchanged_above=True, difference=_in_bracket(number, solved, theirs))


def _surely_floating(bracket: Bracket, mate: IntArray, one: int, other: int) -> int | None:
    """The least number of downfloaters (C6) with a pair to be made, where counting tells it: the one whose partner is
    outside floats, and one of the others if they are an odd number.
    """
    size = bracket.following
    inside = int(np.isin([one, other], bracket.players[:size]).sum())
    floating = inside % 2
    least = floating + (size - floating) % 2
    return least if int((mate[:size] >= size).sum()) == least else None


def _rematched(solved: SolvedBracket, legal: BoolArray, one: int, other: int) -> IntArray | None:
    """A complete pairing of those left in which two players (indices) meet, by vertices; None where there is none."""
    bracket = solved.bracket
    local = legal[np.ix_(bracket.players, bracket.players)]
    local[: bracket.residents, : bracket.residents] = False
    a, b = (int(np.flatnonzero(bracket.players == player)[0]) for player in (one, other))
    mate = solved.mate.copy()
    left, alone = int(mate[a]), int(mate[b])
    if left == b:
        return mate
    if not local[a, b]:
        return None
    mate[[a, b]] = b, a
    if local[left, alone]:
        mate[[left, alone]] = alone, left
        return mate
    mate[[left, alone]] = -1
    # Two others give them their partners, one each; elsewhere by longer paths.
    first = np.flatnonzero(local[left] & local[alone][mate] & (mate >= 0))
    if len(first):
        near, far = int(first[0]), int(mate[first[0]])
        mate[[left, near, alone, far]] = near, left, far, alone
        return mate
    grown = mate.tolist()
    return None if complete_matching(Pairs.of_table(local), grown) is not None else np.array(grown, dtype=np.int64)


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
    illegal = tuple(pair for pair in pairs if not position.legal_pairs.is_legal(*pair))
    if illegal:
        return Difference(Kind.ILLEGAL, illegal=illegal)
    if position.has_dummy:
        best, other = score_with_bye(solved), int(position.score[partner[position.players]])
        if best != other:
            return Difference(Kind.BYE, best=best, other=other)
    for number, mine in enumerate(solved.brackets, start=1):
        bracket = mine.bracket
        mate = _local(bracket, partner)
        if _inside(mine.mate, bracket).tolist() != _inside(mate, bracket).tolist():
            held = LegalPairs.of_table(_held(bracket, solved.legal, mate))
            theirs = solved_bracket(bracket, held, mate, stop or Stop())
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
