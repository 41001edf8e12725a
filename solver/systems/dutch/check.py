"""Is the proof of a round right?  Checked from the position alone, without a solver (docs/dutch.md).

Legality, costs, brackets, S1 and heads are derived here from the position and the pairs claimed; the arithmetic of
each proof is the kernel's.  What has to be true: the pairs are a complete legal pairing with the right colours; nobody
with a lower score could have the bye (C5); in each bracket every level and every decision of the order is proved
against *all* legal pairs of those left.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pairproof.model.dutch.bracket import Bracket, next_bracket
from pairproof.model.dutch.colours import in_board_order, white_of
from pairproof.model.dutch.legality import reasons_against
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.language import say, say_n
from pairproof.model.state.position import IntArray
from pairproof.model.tournament import BYE
from pairproof.solver.proof import faults as fault
from pairproof.solver.proof import kernel, kinds
from pairproof.solver.proof.seating_words import (
    illegal,
    not_seated,
    seat_named,
    seated_twice,
    stranger_at,
    wrong_bye,
    wrong_colours,
)
from pairproof.solver.proof.words import Names, listed, proof_words
from pairproof.solver.systems.dutch.certificate import DutchClaim
from pairproof.solver.systems.dutch.check_bracket import bracket_problems, in_play, read_proof
from pairproof.solver.systems.dutch.scores import score_places, with_bye_score


def problems_of(position: DutchPosition, claim: DutchClaim) -> list[str]:
    """A sentence for each thing that is wrong; where a step fails the later ones, which build on it, are left out."""
    found = _pairing_problems(position, claim)
    if found:
        return found
    mate = _mate(position, claim)
    legal = position.legal_pairs
    if position.has_dummy:
        found = _bye_problems(position, claim, mate)
        if found:
            return found
        bye_score: int | None = int(position.score[mate[position.players]])
        legal = with_bye_score(position, legal, int(bye_score or 0))
    else:
        bye_score = None
        if claim.c5 is not None:
            return [say("C5 is proved, but nobody has the bye.")]
    left, moved = list(range(position.players)), list[int]()
    done = 0
    while len(left) >= 2:
        if done == len(claim.brackets):
            return [
                say_n(
                    "The brackets end while {count} player is left: {players}.",
                    "The brackets end while {count} players are left: {players}.",
                    len(left),
                    players=_names(position, left),
                )
            ]
        bracket = next_bracket(position, left, moved, bye_score)
        local = _local(bracket, mate)
        found = bracket_problems(bracket, legal, local, claim.brackets[done], done + 1)
        if found:
            return found
        done += 1
        inside = local[: bracket.following] < bracket.following
        moved = sorted(bracket.players[: bracket.following][~inside].tolist())
        paired = set(bracket.players[: bracket.following][inside].tolist())
        left = [player for player in left if player not in paired]
    if done < len(claim.brackets):
        return [say("Everybody is paired after bracket {number}, but another one follows.", number=done)]
    return []


def _names(position: DutchPosition, players: Sequence[int]) -> str:
    return listed([position.base.id_of(player) for player in players])


def _mate(position: DutchPosition, claim: DutchClaim) -> IntArray:
    index = position.base.index_of
    mate = np.full(position.vertices, -1, dtype=np.int64)
    for one, other in [*claim.pairs, *([(claim.bye, BYE)] if claim.bye is not None else [])]:
        mate[index[one]], mate[index[other]] = index[other], index[one]
    return mate


def _local(bracket: Bracket, mate: IntArray) -> IntArray:
    place = np.full(bracket.position.vertices, -1, dtype=np.int64)
    place[bracket.players] = np.arange(bracket.vertices)
    return place[mate[bracket.players]]


# --- The pairing -----------------------------------------------------------------------------------------------------


def _pairing_problems(position: DutchPosition, claim: DutchClaim) -> list[str]:
    """Everybody present exactly once, legal pairs, colours, boards."""
    base, index = position.base, position.base.index_of
    found = []
    seats = [(seat_named(board), player) for board, pair in enumerate(claim.pairs, start=1) for player in pair]
    if claim.bye is not None:
        seats.append((seat_named(None), claim.bye))
    seen: dict[int, str] = {}
    for where, player in seats:
        if player == BYE or player not in index:
            found.append(stranger_at(player, where))
        elif player in seen:
            found.append(seated_twice(player, seen[player], where))
        seen[player] = where
    missing = [player for player in base.ids if player not in seen]
    if missing:
        found.append(not_seated(listed(missing)))
    if position.has_dummy != (claim.bye is not None):
        found.append(wrong_bye(claim.bye, position.players))
    if found:
        return found
    games = [(index[white], index[black]) for white, black in claim.pairs]
    for u, v in [*games, *([(index[claim.bye], index[BYE])] if claim.bye is not None else [])]:
        if not position.legal_pairs.is_legal(u, v):
            reasons = reasons_against(position, u, v) or [say("an order leaves these players no other pair")]
            found.append(illegal(Names(base).pair(u, v), reasons))
    if found:
        return found
    for board, (white, black) in enumerate(games, start=1):
        if white_of(position, white, black) != white:
            found.append(wrong_colours(board, base.ids[white], base.ids[black], say("Art. {article}", article="5.2")))
    if in_board_order(position, games) != games:
        found.append(say("The boards do not stand in the order of C.04.2."))
    return found


# --- C5 --------------------------------------------------------------------------------------------------------------


def _bye_problems(position: DutchPosition, claim: DutchClaim, mate: IntArray) -> list[str]:
    if claim.c5 is None:
        return [say("There is no proof of C5, though somebody has the bye.")]
    names = Names(position.base)
    places = np.append(score_places(position), 0)
    proof, unreadable = read_proof(names, claim.c5.duals, position.vertices)
    legal = position.legal_pairs.split(places)
    nobody = np.zeros(position.vertices, dtype=np.bool_)
    by_kind = kinds.KindFace(mate, legal.kind, legal.kind, legal.joined, legal.barred, nobody)
    costs = np.zeros_like(legal.joined, dtype=np.int64)
    dummy = legal.kind[position.players]
    costs[legal.kind, dummy] = costs[dummy, legal.kind] = places
    faults: list[fault.ProofFault] = []
    if kinds.settle(by_kind, costs, proof, claim.c5.value) is None:
        face = in_play(position.legal, mate)
        of_pairs = np.where(face.v == position.players, places[face.u], 0)
        faults = kernel.settle(face, of_pairs, proof, claim.c5.value)[1]
    return [f"C5: {text}." for text in proof_words(names, claim.c5.duals, unreadable, faults)]
