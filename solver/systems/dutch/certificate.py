"""What a certificate of a round says, as values by the players' ids, and its JSON.

Who is in a bracket, who was moved down, what S1 and the heads are is never written: whoever checks derives it from the
pairs.  One complete pairing, that of the round, serves all brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pairproof.model.dutch.order import OPPONENTS, TRANSPOSITION
from pairproof.solver.proof.certificate import Duals, OddSet
from pairproof.solver.proof.proofs import Proof
from pairproof.solver.systems.dutch.bracket_problem import Step
from pairproof.solver.systems.dutch.chain import SolvedBracket, SolvedLevel, SolvedRound

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


def claim_of(solved: SolvedRound, boards: Sequence[tuple[int, int]], bye: int | None) -> DutchClaim:
    """The claim of a round that has been solved; boards as (white, black) by ids, in order."""
    id_of = solved.position.base.id_of
    c5 = None
    if solved.bye is not None:
        c5 = Bye(solved.bye.value, _duals(solved.bye, id_of))
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
        return Block(step.name, None, players, None, _duals(step.proof, id_of))
    return Block(step.name, None, players, step.proof.value, _needed(step.proof, id_of))


def _needed(proof: Proof, id_of: Callable[[int], int]) -> Duals | None:
    return _duals(proof, id_of) if proof.value else None


def _duals(proof: Proof, id_of: Callable[[int], int]) -> Duals:
    return Duals(
        scale=proof.scale,
        players={
            str(id_of(vertex)): int(proof.vertex_duals[vertex])
            for vertex in np.flatnonzero(proof.vertex_duals).tolist()
        },
        odd_sets=tuple(
            OddSet(tuple(map(id_of, np.flatnonzero(proof.sets[row]).tolist())), int(proof.set_duals[row]))
            for row in np.flatnonzero(proof.set_duals).tolist()
        ),
    )


# --- JSON ------------------------------------------------------------------------------------------------------------


def claim_document(claim: DutchClaim) -> dict[str, Any]:
    """The part of a certificate document that is this system's own."""
    return {
        "pairs": [list(pair) for pair in claim.pairs],
        "bye": claim.bye,
        "c5": None if claim.c5 is None else {"value": claim.c5.value, **_duals_document(claim.c5.duals)},
        "brackets": [{"blocks": [_block_document(block) for block in blocks]} for blocks in claim.brackets],
    }


def _block_document(block: Block) -> dict[str, Any]:
    document: dict[str, Any] = {"name": block.name}
    if block.score is not None:
        document["score"] = block.score
    if block.players:
        document["players"] = list(block.players)
    if block.value is not None:
        document["value"] = block.value
    return document | ({} if block.duals is None else _duals_document(block.duals))


def _duals_document(duals: Duals) -> dict[str, Any]:
    return {
        "scale": duals.scale,
        "duals": dict(duals.players),
        "odd_sets": [{"players": list(odd.players), "dual": odd.dual} for odd in duals.odd_sets],
    }


def claim_in(document: Mapping[str, Any]) -> DutchClaim:
    """The claim in a document (its other keys are not looked at).

    Raises
    ------
    InvalidInput
        It has not the shape of a claim: every fault at once.
    """
    from pairproof.solver.systems.dutch.shape import checked

    shape = checked(document)
    return DutchClaim(
        pairs=tuple(shape.pairs),
        bye=shape.bye,
        c5=None if shape.c5 is None else Bye(shape.c5.value, shape.c5.read()),
        brackets=tuple(
            tuple(
                Block(block.name, block.score, tuple(block.players or ()), block.value, block.read())
                for block in bracket.blocks
            )
            for bracket in shape.brackets
        ),
    )
