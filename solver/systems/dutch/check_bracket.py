"""Are the levels and decisions of one bracket right?  Part of `check`; as there, without a solver.

First kind against kind of player, since many are alike; only where that cannot say that all is right each pair is
looked at, and what is wrong is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from pairproof.model.dutch.bracket import Bracket
from pairproof.model.dutch.criteria import DutchLevel, Vertices, alike, quality_levels
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.order import Choices, Marks, Tally, order_of_generation
from pairproof.model.language import say
from pairproof.model.state.position import BoolArray, IntArray
from pairproof.solver.proof import faults as fault
from pairproof.solver.proof import kernel, kinds
from pairproof.solver.proof.certificate import Block as ListedBlock
from pairproof.solver.proof.certificate import Duals
from pairproof.solver.proof.proofs import OrderBlock, Proof
from pairproof.solver.proof.words import Names, block_words, proof_in, proof_words
from pairproof.solver.systems.dutch.certificate import Block

Costs = Callable[[Vertices, Vertices], IntArray]
FEW = 200
"""Among so many players left each pair is looked at: that takes less than to sort them by kind."""


def bracket_problems(
    bracket: Bracket, legal: LegalPairs, mate: IntArray, blocks: Sequence[Block], number: int
) -> list[str]:
    """A sentence for what is wrong with the blocks of one bracket, the `number`-th.

    `legal` is about the indices of the position, `mate` is the partner of each vertex.
    """
    moved: BoolArray = np.arange(bracket.vertices) < bracket.residents
    # As for the search: C6 of the bracket before.
    local = legal.among(bracket.players).without(moved, moved)
    try:
        if bracket.vertices <= FEW:
            raise _Unsure
        found = _Bracket(bracket, blocks, _ByKind(bracket, local, mate), mate).problems()
    except _Unsure:
        found = _Bracket(bracket, blocks, _ByPair(bracket, local, mate), mate).problems()
    return [say("Bracket {number}: {text}.", number=number, text=text) for text in found]


def in_play(table: BoolArray, mate: IntArray) -> kernel.InPlay:
    """The pairs of a table of legal ones, with the matching at hand."""
    u, v = np.nonzero(np.triu(table, 1))
    u, v = u.astype(np.int32), v.astype(np.int32)
    return kernel.InPlay(mate, u, v, np.arange(len(u)))


def read_proof(names: Names, duals: Duals | None, vertices: int) -> tuple[Proof, list[str]]:
    """The proof by vertices, and which of its players are not there; without duals the proof that costs are ≥ 0."""
    if duals is None:
        return Proof.zero(vertices), []
    return proof_in(
        names, duals, lambda name: say("there is a dual of {name}, who is not among the players left", name=name)
    )


# --- What is in play -------------------------------------------------------------------------------------------------


class _Unsure(Exception):
    """Something is wrong, or unusual: each pair has to be looked at."""


@dataclass(frozen=True)
class _Wrong:
    """The place of a block of choices, from 0, and what is wrong with it."""

    place: int
    faults: Sequence[fault.OrderFault]


class _Face(Protocol):
    """What the levels and decisions so far leave in play."""

    def settle(self, costs: Costs, same: IntArray | None, proof: Proof, value: int) -> list[fault.ProofFault]:
        """What is wrong with the proof of a level.  `costs` are of pairs u < v, for two vertices below the next
        scoregroup they are 0; they are the same for those who are one in `same` (None: who are alike in the bracket).
        """

    def choose(self, choices: Choices, blocks: Sequence[OrderBlock]) -> _Wrong | fault.NotAtTheEnd | None:
        """What is wrong with a run of choices: a block, or that they end before all have chosen."""


class _ByKind:
    """A face kind against kind."""

    def __init__(self, bracket: Bracket, legal: LegalPairs, mate: IntArray) -> None:
        self._bracket = bracket
        legal = legal.split(alike(bracket))
        nobody = np.zeros(bracket.vertices, dtype=np.bool_)
        self._face = kinds.KindFace(mate, legal.kind, legal.kind, legal.joined, legal.barred, nobody)

    def settle(self, costs: Costs, same: IntArray | None, proof: Proof, value: int) -> list[fault.ProofFault]:
        if same is not None:
            self._face = self._face.split(same)
        face = kinds.settle(self._face, self._by_first(costs), proof, value)
        if face is None:
            raise _Unsure
        self._face = face
        return []

    def choose(self, choices: Choices, blocks: Sequence[OrderBlock]) -> _Wrong | fault.NotAtTheEnd | None:
        face = kinds.choices(self._face, choices.phase, blocks)
        if face is None:
            raise _Unsure
        self._face = face
        return None

    def _by_first(self, costs: Costs) -> IntArray:
        """Costs of first kind against first kind."""
        one = np.unique(self._face.first, return_index=True)[1]
        a, b = np.meshgrid(one, one, indexing="ij")
        u, v = np.minimum(a, b).ravel(), np.maximum(a, b).ravel()
        near = u < self._bracket.below
        found = np.zeros(len(u), dtype=np.int64)
        found[near] = costs(u[near], v[near])
        return found.reshape(a.shape)


class _ByPair:
    """A face pair by pair."""

    def __init__(self, bracket: Bracket, legal: LegalPairs, mate: IntArray) -> None:
        self._below = bracket.below
        self._face = in_play(legal.table(), mate)

    def settle(self, costs: Costs, same: IntArray | None, proof: Proof, value: int) -> list[fault.ProofFault]:
        face = self._face
        near = int(np.searchsorted(face.u, self._below))
        of_pairs = np.zeros(len(face.u), dtype=np.int64)
        of_pairs[:near] = costs(face.u[:near], face.v[:near])
        left, faults = kernel.settle(face, of_pairs, proof, value)
        self._face = left or face
        return faults

    def choose(self, choices: Choices, blocks: Sequence[OrderBlock]) -> _Wrong | fault.NotAtTheEnd | None:
        face = self._face
        order = kernel.Order(face, lambda partner: [choices.phase])
        for place, block in enumerate(blocks):
            if faults := order.take(block):
                return _Wrong(place, faults)
        for end in order.end():
            return end
        # Every chooser has his partner: both keep that pair only.
        settled = np.zeros(len(face.mate), dtype=np.bool_)
        choosers = list(choices.phase.choosers)
        settled[choosers] = settled[face.mate[choosers]] = True
        stay = (face.mate[face.u] == face.v) | ~(settled[face.u] | settled[face.v])
        self._face = replace(face, u=face.u[stay], v=face.v[stay], place=face.place[stay])
        return None


# --- The blocks ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Left:
    """Those left, numbered as the bracket's vertices (what `Names` asks of a position)."""

    index_of: dict[int, int]
    vertices: int


def _about_another(name: str) -> str:
    return f"{name}: {say('the block is about something else')}"


class _Bracket:
    """The blocks of one bracket against what they should be."""

    def __init__(self, bracket: Bracket, blocks: Sequence[Block], face: _Face, mate: IntArray) -> None:
        self._bracket, self._blocks, self._face, self._mate = bracket, blocks, face, mate
        self._done = 0
        base = bracket.position.base
        self._ids = [base.id_of(player) for player in bracket.players.tolist()]
        self._names = Names(_Left({player: vertex for vertex, player in enumerate(self._ids)}, bracket.vertices))

    def problems(self) -> list[str]:
        """The first thing that is wrong."""
        found = self._level_problems() or self._order_problems()
        if not found and self._done < len(self._blocks):
            block = f"{self._blocks[self._done].name!r:.40}"
            return [say("everything is decided, but a block {block} follows", block=block)]
        return found

    def _next(self, name: str) -> tuple[Block | None, list[str]]:
        if self._done == len(self._blocks):
            return None, [say("{name} is missing", name=name)]
        block = self._blocks[self._done]
        if block.name != name:
            return None, [say("{name} should follow, but there is {block}", name=name, block=f"{block.name!r:.40}")]
        self._done += 1
        return block, []

    def _settle(self, block: Block, costs: Costs, same: IntArray | None, name: str) -> list[str]:
        """Check a level or a sum; what it leaves in play."""
        proof, unreadable = read_proof(self._names, block.duals, self._bracket.vertices)
        if block.value is None:
            return [f"{name}: {say('no value is given')}"]
        faults = self._face.settle(costs, same, proof, block.value)
        words = proof_words(self._names, block.duals or Duals(2, {}, ()), unreadable, faults)
        return [f"{name}: {text}" for text in words]

    def _level_problems(self) -> list[str]:
        bracket = self._bracket
        downfloaters = int((self._mate[: bracket.following] >= bracket.following).sum())
        for level in quality_levels(bracket, downfloaters):
            name = level.criterion.name if level.score is None else f"{level.criterion.name} ({level.score})"
            block, found = self._next(level.criterion.name)
            if block is None:
                return found
            if block.score != level.score or block.players:
                return [_about_another(name)]
            found = self._settle(block, self._level_costs(level), None, name)
            if found:
                return found
        return []

    def _level_costs(self, level: DutchLevel) -> Costs:
        return lambda u, v: level.costs(self._bracket, u, v)

    def _order_problems(self) -> list[str]:
        for decision in order_of_generation(self._bracket, lambda: self._mate):
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
        return self._settle(block, tally.weight, tally.alike, tally.name)

    def _mark_problems(self, marks: Marks) -> list[str]:
        done = 0
        while done < len(marks.players):
            if self._done == len(self._blocks):
                player = self._ids[marks.players[done]]
                return [say("{name} is missing for {player}", name=marks.name, player=player)]
            size = len(self._blocks[self._done].players)
            if not 0 < size <= 60:
                return [f"{marks.name}: {say('a block must be about 1 to 60 players')}"]
            found = self._sum_problems(marks.run(marks.players[done : done + size]))
            if found:
                return found
            done += size
        return []

    def _choice_problems(self, choices: Choices) -> list[str]:
        first = self._done
        while self._done < len(self._blocks) and self._blocks[self._done].name == choices.name:
            self._done += 1
        blocks = self._blocks[first : self._done]
        if any(block.value is not None or block.score is not None for block in blocks):
            return [f"{choices.name}: {say('choices have no value')}"]
        steps = []
        for number, block in enumerate(blocks, start=1):
            proof, unreadable = read_proof(self._names, block.duals, self._bracket.vertices)
            if unreadable:
                return self._block_words(choices, number, block, unreadable, [])
            choosers = tuple(map(self._names.vertex, block.players))
            steps.append(OrderBlock(choosers, None if block.duals is None else proof))
        match self._face.choose(choices, steps):
            case _Wrong(place, faults):
                return self._block_words(choices, place + 1, blocks[place], [], faults)
            case fault.NotAtTheEnd(turn):
                text = say("the blocks end where it is the turn of {player}", player=self._ids[turn])
                return [f"{choices.name}: {text}"]
        return []

    def _block_words(
        self,
        choices: Choices,
        number: int,
        block: Block,
        unreadable: Sequence[str],
        faults: Sequence[fault.OrderFault],
    ) -> list[str]:
        shown = ListedBlock(block.players, block.duals, block.duals is None)
        found = block_words(self._names, number, shown, unreadable, faults)
        return [f"{choices.name}: {text.rstrip('.')}" for text in found]
