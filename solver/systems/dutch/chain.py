"""The chain of problems that a round is: C5 over all players, then one problem for each bracket (docs/dutch.md).

Every problem is about perfect matchings of all players left, in legal pairs.  Between problems nothing is carried but
the pairs made, so each is proved, and can be checked, by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairproof.model.dutch.bracket import Bracket, next_bracket
from pairproof.model.dutch.criteria import DutchLevel, Vertices
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.certified.face import Face
from pairproof.solver.problem import Pairs
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.stopping import OutOfTime, Stop
from pairproof.solver.systems.dutch.bracket_problem import Step, solve_bracket
from pairproof.solver.systems.dutch.first_pairing import first_pairing
from pairproof.solver.systems.dutch.graph import SOME, neighbours, some_pairs
from pairproof.solver.systems.dutch.left_out import LeftOut, Matters
from pairproof.solver.systems.dutch.scores import score_places, with_bye_score
from pairproof.solver.witness import Witness


@dataclass(frozen=True)
class SolvedLevel:
    """A level with its proof."""

    level: DutchLevel
    proof: Proof


@dataclass(frozen=True)
class SolvedBracket:
    """A bracket with its proved levels, the decisions of the order, and a complete pairing, partner of each vertex."""

    bracket: Bracket
    mate: IntArray
    levels: tuple[SolvedLevel, ...]
    order: tuple[Step, ...]


@dataclass(frozen=True)
class SolvedRound:
    """A round: `partner` of each player (index; the dummy is the last), and what proves it.

    `bye` proves C5, None where nobody has the bye; its value is the place of the score among the scores present, from
    the lowest.  With `finished` false time ran out: the brackets are those done, the other pairs merely legal.
    """

    position: DutchPosition
    partner: tuple[int, ...]
    bye: Proof | None
    brackets: tuple[SolvedBracket, ...]
    finished: bool = True

    @cached_property
    def legal_pairs(self) -> LegalPairs:
        """The legal pairs; of the byes only those of the score that C5 has settled."""
        legal = self.position.legal_pairs
        return legal if self.bye is None else with_bye_score(self.position, legal, score_with_bye(self))

    @cached_property
    def legal(self) -> BoolArray:
        """The same as a table.  Not to be written to."""
        return self.legal_pairs.table()


def solve(position: DutchPosition, legal: LegalPairs | None = None, stop: Stop | None = None) -> SolvedRound | Witness:
    """Pair a round and prove it; or the witness that no complete pairing exists.

    `legal` is a part of the position's legal pairs, where not all of them are to be used.
    """
    legal = position.legal_pairs if legal is None else legal
    stop = stop or Stop()
    mate = first_pairing(position, legal)
    if isinstance(mate, Witness):
        return mate
    bye: Proof | None = None
    brackets: list[SolvedBracket] = []
    partner = mate.copy()
    try:
        bye_score = None
        if position.has_dummy:
            bye, mate = _bye(position, legal, mate, stop)
            partner = mate.copy()
            bye_score = int(position.score[mate[position.players]])
            legal = with_bye_score(position, legal, bye_score)
        left, moved = list(range(position.players)), list[int]()
        while len(left) >= 2:
            stop.tell("", 1 - len(left) / position.players)
            bracket = next_bracket(position, left, moved, bye_score)
            place = np.full(position.vertices, -1, dtype=np.int64)
            place[bracket.players] = np.arange(bracket.vertices)
            solved = solved_bracket(bracket, legal, place[partner[bracket.players]], stop)
            brackets.append(solved)
            partner[bracket.players] = bracket.players[solved.mate]
            inside = solved.mate[: bracket.following] < bracket.following
            moved = sorted(bracket.players[: bracket.following][~inside].tolist())
            done = set(bracket.players[: bracket.following][inside].tolist())
            left = [player for player in left if player not in done]
    except OutOfTime:
        return SolvedRound(position, tuple(partner.tolist()), bye, tuple(brackets), finished=False)
    return SolvedRound(position, tuple(partner.tolist()), bye, tuple(brackets))


def score_with_bye(solved: SolvedRound) -> int:
    """The score of whoever has the bye, half-win units."""
    return int(solved.position.score[solved.partner[solved.position.players]])


def solved_bracket(
    bracket: Bracket, legal: LegalPairs, mate: IntArray, stop: Stop, expected: Sequence[int] | None = None
) -> SolvedBracket:
    """A bracket solved, from any complete pairing (`mate`, partner of each vertex) of the legal pairs (by index).

    Raises
    ------
    OtherPairs
        See `solve_bracket`.
    """
    mate, levels, order = solve_bracket(bracket, legal, mate, stop, expected)
    return SolvedBracket(bracket, mate, tuple(SolvedLevel(*level) for level in levels), order)


def _bye(position: DutchPosition, legal: LegalPairs, mate: IntArray, stop: Stop) -> tuple[Proof, IntArray]:
    """C5: the least score with which somebody can have the bye, proved, and a pairing in which he has it."""
    dummy = position.players
    places = np.append(score_places(position), 0)
    everybody = np.arange(position.vertices)
    least = int(places[legal.holds(everybody, np.full_like(everybody, dummy))].min())
    if places[mate[dummy]] == least:
        # Whoever has the bye costs at least that much: the dummy's dual says all.
        duals = np.zeros(position.vertices, dtype=np.int64)
        duals[dummy] = 2 * least
        return Proof(2, duals, np.zeros((0, position.vertices), np.bool_), np.zeros(0, np.int64)), mate

    def costs(u: Vertices, v: Vertices) -> IntArray:
        return np.where(v == dummy, places[u], 0)

    n = position.vertices
    for some in (0, *SOME):
        pairs = some_pairs(legal, 0, n if some else 0, mate, some)
        face = Face(n, pairs, mate, neighbours(pairs, n), stop=stop)
        proof = face.settle(costs(face.pairs.u, face.pairs.v))
        try:
            LeftOut(legal, places, 0, n).narrow(costs, proof)
        except Matters:
            continue
        return proof, face.partners()
    pairs = Pairs.of_table(legal.table())
    face = Face(n, pairs, mate, neighbours(pairs, n), stop=stop)
    return face.settle(costs(pairs.u, pairs.v)), face.partners()
