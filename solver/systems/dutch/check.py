"""Is the proof of a round right?  Checked from the position alone, without a solver (docs/dutch.md).

Legality, costs, brackets, S1 and heads are derived here from the position and the pairs claimed; the arithmetic of
each proof is the kernel's.  What has to be true: the pairs are a complete legal pairing with the right colours; nobody
with a lower score could have the bye (C5); in each bracket every level and every decision of the order is proved
against *all* legal pairs of those left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pairproof.model.dutch.bracket import Bracket, next_bracket
from pairproof.model.dutch.colours import in_board_order, white_of
from pairproof.model.dutch.criteria import quality_levels
from pairproof.model.dutch.legality import reasons_against
from pairproof.model.dutch.order import Choices, Marks, Tally, order_of_generation
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.language import say, say_n
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.model.tournament import BYE
from pairproof.solver.proof import kernel
from pairproof.solver.proof.certificate import Block as ListedBlock
from pairproof.solver.proof.certificate import Duals
from pairproof.solver.proof.proofs import OrderBlock, Proof
from pairproof.solver.proof.seating_words import (
    illegal,
    not_seated,
    seat_named,
    seated_twice,
    stranger_at,
    wrong_bye,
    wrong_colours,
)
from pairproof.solver.proof.words import Names, block_words, listed, proof_in, proof_words, wrong_value
from pairproof.solver.systems.dutch.certificate import Block, DutchClaim
from pairproof.solver.systems.dutch.scores import score_places, with_bye_score


def problems_of(position: DutchPosition, claim: DutchClaim) -> list[str]:
    """A sentence for each thing that is wrong; where a step fails the later ones, which build on it, are left out."""
    found = _pairing_problems(position, claim)
    if found:
        return found
    mate = _mate(position, claim)
    legal = position.legal
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
        found = _Bracket(bracket, legal, local, claim.brackets[done], done + 1).problems()
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
        if not position.legal[u, v]:
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
    face = _face(position.legal, mate)
    places = np.append(score_places(position), 0)
    costs = np.where(face.v == position.players, places[face.u], 0)
    proof, unreadable = _proof(names, claim.c5.duals, position.vertices)
    faults = kernel.settle(face, costs, proof, claim.c5.value)[1]
    return [f"C5: {text}." for text in proof_words(names, claim.c5.duals, unreadable, faults)]


def _face(legal: BoolArray, mate: IntArray) -> kernel.InPlay:
    u, v = np.nonzero(np.triu(legal, 1))
    u, v = u.astype(np.int32), v.astype(np.int32)
    return kernel.InPlay(mate, u, v, np.arange(len(u)))


def _proof(names: Names, duals: Duals | None, vertices: int) -> tuple[Proof, list[str]]:
    """The proof by vertices, and which of its players are not there; without duals the proof that costs are ≥ 0."""
    if duals is None:
        return Proof.zero(vertices), []
    return proof_in(
        names, duals, lambda name: say("there is a dual of {name}, who is not among the players left", name=name)
    )


def _about_another(name: str) -> str:
    return f"{name}: {say('the block is about something else')}"


# --- One bracket -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Left:
    """Those left, numbered as the bracket's vertices (what `Names` asks of a position)."""

    index_of: dict[int, int]
    vertices: int


class _Bracket:
    """The blocks of one bracket against what they should be; `mate` is the partner of each vertex."""

    def __init__(
        self, bracket: Bracket, legal: BoolArray, mate: IntArray, blocks: Sequence[Block], number: int
    ) -> None:
        self._bracket = bracket
        self._blocks = blocks
        self._number = number
        self._done = 0
        base = bracket.position.base
        self._ids = [base.id_of(player) for player in bracket.players.tolist()]
        self._names = Names(_Left({player: vertex for vertex, player in enumerate(self._ids)}, bracket.vertices))
        local = legal[np.ix_(bracket.players, bracket.players)]
        local[: bracket.residents, : bracket.residents] = False  # as for the search: C6 of the bracket before
        self._face = _face(local, mate)

    def problems(self) -> list[str]:
        found = self._level_problems() or self._order_problems()
        if not found and self._done < len(self._blocks):
            block = f"{self._blocks[self._done].name!r:.40}"
            found = [say("everything is decided, but a block {block} follows", block=block)]
        return [say("Bracket {number}: {text}.", number=self._number, text=text) for text in found]

    def _costs(self, costs: Callable[[kernel.Ends, kernel.Ends], IntArray]) -> IntArray:
        """Costs of all pairs in play; those of two players below the next scoregroup are 0."""
        face = self._face
        near = int(np.searchsorted(face.u, self._bracket.below))
        found = np.zeros(len(face.u), dtype=np.int64)
        found[:near] = costs(face.u[:near], face.v[:near])
        return found

    def _next(self, name: str) -> tuple[Block | None, list[str]]:
        if self._done == len(self._blocks):
            return None, [say("{name} is missing", name=name)]
        block = self._blocks[self._done]
        if block.name != name:
            return None, [say("{name} should follow, but there is {block}", name=name, block=f"{block.name!r:.40}")]
        self._done += 1
        return block, []

    def _settle(self, block: Block, costs: IntArray, name: str) -> list[str]:
        """Check a level or a sum; what it leaves in play."""
        proof, unreadable = _proof(self._names, block.duals, self._bracket.vertices)
        if block.value is None:
            return [f"{name}: {say('no value is given')}"]
        if block.duals is None and not costs.any():
            return [] if block.value == 0 else [f"{name}: {wrong_value(block.value, 0)}"]
        face, faults = kernel.settle(self._face, costs, proof, block.value)
        shown = block.duals or Duals(2, {}, ())
        if face is None or unreadable or (words := proof_words(self._names, shown, unreadable, faults)):
            words = proof_words(self._names, shown, unreadable, faults)
            return [f"{name}: {text}" for text in words]
        self._face = face
        return []

    def _level_problems(self) -> list[str]:
        bracket = self._bracket
        downfloaters = int((self._face.mate[: bracket.following] >= bracket.following).sum())
        for level in quality_levels(bracket, downfloaters):
            name = level.criterion.name if level.score is None else f"{level.criterion.name} ({level.score})"
            block, found = self._next(level.criterion.name)
            if block is None:
                return found
            if block.score != level.score or block.players:
                return [_about_another(name)]
            costs = self._costs(lambda u, v, level=level: level.costs(bracket, u, v))  # type: ignore[misc]
            found = self._settle(block, costs, name)
            if found:
                return found
        return []

    def _order_problems(self) -> list[str]:
        for decision in order_of_generation(self._bracket, lambda: self._face.mate):
            if isinstance(decision, Choices):
                found = self._choice_problems(decision)
            elif isinstance(decision, Marks):
                found = self._mark_problems(decision)
            else:
                found = self._sum_problems(decision)
            if found:
                return found
        return []

    def _sum_problems(self, tally: Tally) -> list[str]:
        block, found = self._next(tally.name)
        if block is None:
            return found
        if block.players != tuple(self._ids[player] for player in tally.players) or block.score is not None:
            return [_about_another(tally.name)]
        return self._settle(block, self._costs(tally.weight), tally.name)

    def _mark_problems(self, marks: Marks) -> list[str]:
        done = 0
        while done < len(marks.players):
            if self._done == len(self._blocks):
                player = self._ids[marks.players[done]]
                return [say("{name} is missing for {player}", name=marks.name, player=player)]
            size = len(self._blocks[self._done].players)
            if not 0 < size <= 60:
                return [f"{marks.name}: {say('a block must be about 1 to 60 players')}"]
            found = self._sum_problems(marks.run(marks.players[done : done + size], self._bracket.vertices))
            if found:
                return found
            done += size
        return []

    def _choice_problems(self, choices: Choices) -> list[str]:
        first = self._done
        while self._done < len(self._blocks) and self._blocks[self._done].name == choices.name:
            self._done += 1
        blocks = self._blocks[first : self._done]
        face = self._face
        if all(block.duals is None for block in blocks):
            # Nothing is priced: only the choosers' own pairs matter, and they are all near.
            near = int(np.searchsorted(face.u, self._bracket.below))
            face = replace(face, u=face.u[:near], v=face.v[:near], place=face.place[:near])
        order = kernel.Order(face, lambda partner: [choices.phase])
        for number, block in enumerate(blocks, start=1):
            if block.value is not None or block.score is not None:
                return [f"{choices.name}: {say('choices have no value')}"]
            found = self._run_problems(order, block, number)
            if found:
                return [f"{choices.name}: {text.rstrip('.')}" for text in found]
        for end in order.end():
            text = say("the blocks end where it is the turn of {player}", player=self._ids[end.turn])
            return [f"{choices.name}: {text}"]
        self._keep_chosen(choices)
        return []

    def _run_problems(self, order: kernel.Order, block: Block, number: int) -> list[str]:
        proof, unreadable = _proof(self._names, block.duals, self._bracket.vertices)
        choosers = tuple(map(self._names.vertex, block.players))
        faults = order.take(OrderBlock(choosers, None if block.duals is None else proof))
        if not faults and not unreadable:
            return []
        shown = ListedBlock(block.players, block.duals, block.duals is None)
        return block_words(self._names, number, shown, unreadable, faults)

    def _keep_chosen(self, choices: Choices) -> None:
        """Every chooser has his partner: both keep that pair only."""
        face = self._face
        settled = np.zeros(len(face.mate), dtype=np.bool_)
        choosers = list(choices.phase.choosers)
        settled[choosers] = settled[face.mate[choosers]] = True
        stay = (face.mate[face.u] == face.v) | ~(settled[face.u] | settled[face.v])
        self._face = replace(face, u=face.u[stay], v=face.v[stay], place=face.place[stay])
