"""What a certificate of a round says, as values by the players' ids, and its JSON.

Who is in a bracket, who was moved down, what S1 and the heads are is never written: whoever checks derives it from the
pairs.  One complete pairing, that of the round, serves all brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pairproof.model.dutch.criteria import CRITERIA
from pairproof.model.dutch.order import OPPONENTS, TRANSPOSITION
from pairproof.solver.proof.certificate import Duals, duals_of, seated

if TYPE_CHECKING:
    from pairproof.solver.proof.proofs import Proof
    from pairproof.solver.systems.dutch.bracket_problem import Step
    from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedLevel, SolvedRound

BYE_LEVEL = "C5"

CHOICES = (OPPONENTS, TRANSPOSITION)
"""The decisions of the order that are choices: the others are sums, with a value."""


@dataclass(frozen=True, slots=True)
class Block:
    """One level of a bracket, or a run of decisions of its order.

    `name` is a criterion ("C7"), with the `score` it is about (half-win units) where it is counted by scores, or a
    decision ("transposition") with the `players` it is about.  `value` is what a level or a sum costs; choices have
    none.  Without `duals` the value is 0, or each of the choosers has the first of his open candidates.
    """

    name: str
    score: int | None
    players: tuple[int, ...]
    value: int | None
    duals: Duals | None


@dataclass(frozen=True, slots=True)
class Bye:
    """C5: the place of the score of whoever has the bye, 0 for the lowest score present, and its proof."""

    value: int
    duals: Duals


@dataclass(frozen=True, slots=True)
class DutchClaim:
    """The claim that these boards, (white, black) in order, and this bye are the pairing of the round; `brackets` are
    from the top.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    c5: Bye | None
    brackets: tuple[tuple[Block, ...], ...]

    @property
    def players(self) -> frozenset[int]:
        """Those it seats."""
        return seated(self.pairs, self.bye)

    @property
    def values(self) -> tuple[tuple[str, int], ...]:
        """The values of C5 and of each level of each bracket."""
        found = [] if self.c5 is None else [(BYE_LEVEL, self.c5.value)]
        criteria = {criterion.name for criterion in CRITERIA}
        for number, blocks in enumerate(self.brackets, start=1):
            for block in blocks:
                if block.name in criteria and block.value is not None:
                    found.append((level_name(number, block.name, block.score), block.value))
        return tuple(found)

    def document(self) -> dict[str, Any]:
        """Its part of the JSON document."""
        return {
            "pairs": [list(pair) for pair in self.pairs],
            "bye": self.bye,
            "c5": None if self.c5 is None else {"value": self.c5.value, **self.c5.duals.document()},
            "brackets": [{"blocks": [_block_document(block) for block in blocks]} for blocks in self.brackets],
        }


def level_name(bracket: int, criterion: str, score: int | None) -> str:
    """`2.C7.6`: bracket, counted from 1, criterion, and the score it is about (half-win units), if it is about one."""
    return f"{bracket}.{criterion}" + ("" if score is None else f".{score}")


def _block_document(block: Block) -> dict[str, Any]:
    document: dict[str, Any] = {"name": block.name}
    if block.score is not None:
        document["score"] = block.score
    if block.players:
        document["players"] = list(block.players)
    if block.value is not None:
        document["value"] = block.value
    return document | ({} if block.duals is None else block.duals.document())


def claim_of(solved: SolvedRound, boards: Sequence[tuple[int, int]], bye: int | None) -> DutchClaim:
    """The claim of a round that has been solved; boards as (white, black) by ids, in order."""
    id_of = solved.position.base.id_of
    c5 = None
    if solved.bye is not None:
        c5 = Bye(solved.bye.value, duals_of(solved.bye, id_of))
    return DutchClaim(tuple(boards), bye, c5, tuple(tuple(_blocks(one)) for one in solved.brackets))


def _blocks(solved: SolvedBracket) -> Iterator[Block]:
    players = solved.bracket.players.tolist()
    base = solved.bracket.position.base

    def id_of(vertex: int) -> int:
        return base.id_of(players[vertex])

    for level in solved.levels:
        yield _level(level, id_of)
    for step in solved.order:
        yield _step(step, id_of)


def _level(solved: SolvedLevel, id_of: Callable[[int], int]) -> Block:
    level, proof = solved.level, solved.proof
    return Block(level.criterion.name, level.score, (), proof.value, _needed(proof, id_of))


def _step(step: Step, id_of: Callable[[int], int]) -> Block:
    players = tuple(map(id_of, step.players))
    if step.proof is None:
        return Block(step.name, None, players, None, None)
    if step.name in CHOICES:
        return Block(step.name, None, players, None, duals_of(step.proof, id_of))
    return Block(step.name, None, players, step.proof.value, _needed(step.proof, id_of))


def _needed(proof: Proof, id_of: Callable[[int], int]) -> Duals | None:
    return duals_of(proof, id_of) if proof.value else None
