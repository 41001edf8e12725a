"""Why a criterion of a bracket is not 0: who is counted, and what keeps it from being less.

Only what proves the value by itself is given as a reason, against all legal pairs of those left; where nothing short
does, the duals of the certificate do, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pairproof.model.dutch.colours import white_of
from pairproof.model.dutch.criteria import alike
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.state.history import WHITE
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.problem import Pairs
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedLevel
from pairproof.solver.systems.dutch.result import BracketLevel, DutchBracket, DutchPairing
from pairproof.solver.witness import complete_matching


@dataclass(frozen=True)
class OddGroups:
    """Groups of odd size (ids), no player in two; a legal pair counts at least once for each of them that it leaves."""

    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class WithNext:
    """So many players of the bracket and the next scoregroup: an odd number, and every pair that leaves them counts."""

    players: int


@dataclass(frozen=True)
class Apart:
    """Inside the bracket (ids): without the `blockers` nobody of an odd group may meet anybody of another one."""

    blockers: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Incomplete:
    """More pairs inside the bracket would leave the others no legal round."""


@dataclass(frozen=True)
class Majority:
    """Of so many `players` of the bracket `wanting` prefer the same colour, white or not."""

    players: int
    wanting: int
    white: bool


Cause = OddGroups | WithNext | Apart | Incomplete | Majority


@dataclass(frozen=True)
class Told:
    """A level that is not 0: who is counted (ids, in rank order; nobody where that is not settled here), and why."""

    level: BracketLevel
    who: tuple[int, ...]
    cause: Cause | None


def told_levels(pairing: DutchPairing, bracket: DutchBracket) -> Iterator[Told]:
    """Each level of a bracket that is not 0."""
    solved = pairing.solved
    assert solved is not None, "a bracket was solved"
    one = solved.brackets[bracket.number - 1]
    for level, proved in zip(bracket.levels, one.levels, strict=True):
        if level.value:
            yield Told(level, _who(bracket, one, proved), _cause(one, proved, solved.legal_pairs))


# --- Who is counted --------------------------------------------------------------------------------------------------


def _who(shown: DutchBracket, one: SolvedBracket, proved: SolvedLevel) -> tuple[int, ...]:
    name, bracket, mate = proved.level.criterion.name, one.bracket, one.mate
    if name in ("C6", "C8", "C9"):
        # The floaters have a line of their own; the others will be told of in the brackets that follow.
        return ()
    u = np.flatnonzero(np.arange(bracket.following) < mate[: bracket.following])
    counted = u[proved.level.costs(bracket, u, mate[u]) > 0].tolist()
    if name in ("C10", "C11", "C12", "C13"):
        hurt = [_denied(one, first, int(mate[first])) for first in counted]
    elif name in ("C15", "C17", "C19", "C21"):
        hurt = mate[counted].tolist()
    else:
        hurt = counted
    id_of = bracket.position.base.id_of
    order = {player: place for place, player in enumerate((*shown.moved, *shown.residents))}
    return tuple(sorted((id_of(int(bracket.players[vertex])) for vertex in hurt), key=order.__getitem__))


def _denied(one: SolvedBracket, first: int, second: int) -> int:
    """Which of two players with the same preference does not get it."""
    position, players = one.bracket.position, one.bracket.players
    a, b = int(players[first]), int(players[second])
    white = white_of(position, a, b)
    wants = WHITE if white == a else -WHITE  # what the first has
    return second if position.base.wants[a] == wants else first


# --- What keeps it so ------------------------------------------------------------------------------------------------


def _cause(one: SolvedBracket, proved: SolvedLevel, legal: LegalPairs) -> Cause | None:
    bracket, value, name = one.bracket, proved.proof.value, proved.level.criterion.name
    if name == "C6" and value != bracket.following % 2:
        return _apart(one, value, legal)
    if name == "C12" and (cause := _majority(one, value)) is not None:
        return cause
    return _odd_groups(one, proved, legal)


def _apart(one: SolvedBracket, floaters: int, legal: LegalPairs) -> Apart | Incomplete:
    """Whether the bracket alone, MDPs who may meet among them, allows no more pairs."""
    size, players = one.bracket.following, one.bracket.players[: one.bracket.following]
    inside = one.mate[:size].copy()
    inside[inside >= size] = -1
    pairs = Pairs.of_table(legal.block(players, players))
    witness = complete_matching(pairs, inside.tolist())
    if witness is None or len(witness.odd_groups) - len(witness.blockers) < floaters:
        return Incomplete()
    ids = _ids(one)
    groups = tuple(sorted(tuple(sorted(ids[vertex] for vertex in group)) for group in witness.odd_groups))
    return Apart(tuple(sorted(ids[vertex] for vertex in witness.blockers)), groups)


def _majority(one: SolvedBracket, value: int) -> Majority | None:
    """Those who prefer one colour, if all others and the downfloaters cannot spare more of them."""
    bracket = one.bracket
    wants: IntArray = bracket.local("wants", bracket.position.base.wants)[: bracket.following]
    floaters = int((one.mate[: bracket.following] >= bracket.following).sum())
    for colour in (WHITE, -WHITE):
        wanting = int((wants == colour).sum())
        others = bracket.following - wanting
        if -((others + floaters - wanting) // 2) == value:
            return Majority(bracket.following, wanting, colour == WHITE)
    return None


def _odd_groups(one: SolvedBracket, proved: SolvedLevel, legal: LegalPairs) -> OddGroups | WithNext | None:
    """The groups of the proof, if they alone prove the value."""
    bracket, proof = one.bracket, proved.proof
    rows = [proof.sets[row] for row in np.flatnonzero(proof.set_duals > 0).tolist()]
    groups: list[BoolArray] = []
    for row in sorted(rows, key=lambda row: int(row.sum())):
        if 1 < row.sum() < bracket.vertices - 1 and not any((row & other).any() for other in groups):
            groups.append(row)
    groups = groups[: proof.value]
    if len(groups) < proof.value or not _every_way_out_counts(one, proved, groups, legal):
        return None
    if len(groups) == 1 and np.array_equal(groups[0], np.arange(bracket.vertices) < bracket.below):
        return WithNext(bracket.below)
    ids = _ids(one)
    return OddGroups(tuple(sorted(tuple(ids[vertex] for vertex in np.flatnonzero(group)) for group in groups)))


def _every_way_out_counts(one: SolvedBracket, proved: SolvedLevel, groups: list[BoolArray], legal: LegalPairs) -> bool:
    """Whether each pair that may be costs at least as much as the number of groups that it leaves."""
    bracket = one.bracket
    group_of = np.zeros(bracket.vertices, dtype=np.int64)
    for number, group in enumerate(groups, start=1):
        group_of[group] = number
    moved: BoolArray = np.arange(bracket.vertices) < bracket.residents
    left = legal.among(bracket.players).without(moved, moved).split(alike(bracket)).split(group_of)
    some = np.unique(left.kind, return_index=True)[1]  # one of each kind
    a, b = np.nonzero(np.triu(left.joined))
    u, v = np.minimum(some[a], some[b]), np.maximum(some[a], some[b])
    leaves = np.where(group_of[u] != group_of[v], (group_of[u] > 0) + (group_of[v] > 0), 0)
    short = np.flatnonzero(proved.level.costs(bracket, u, v) < leaves)
    members = [np.flatnonzero(left.kind == each) for each in range(len(some))]
    return not any(left.block(members[a[place]], members[b[place]]).any() for place in short.tolist())


def _ids(one: SolvedBracket) -> list[int]:
    return [one.bracket.position.base.id_of(player) for player in one.bracket.players.tolist()]
