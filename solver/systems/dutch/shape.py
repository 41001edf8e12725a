"""The shape of this system's part of a certificate document (pydantic; import it only when a certificate is read)."""

from __future__ import annotations

from pairproof.solver.proof.certificate import Duals, OddSet
from pairproof.solver.proof.shape import ClaimShape, Number, OddSetShape, Pair, ProofShape, Table
from pairproof.solver.systems.dutch.certificate import Block, Bye, DutchClaim


class ByeShape(ProofShape):
    """`c5`: the place of the score of the player with the bye, 0 the lowest score present, with its proof."""

    value: Number


class BlockShape(Table):
    """One level of a bracket, or a run of decisions of its order; `scale`, `duals` and `odd_sets` come together."""

    name: str
    score: Number | None = None
    players: list[Number] | None = None
    value: Number | None = None
    scale: Number | None = None
    duals: dict[str, Number] | None = None
    odd_sets: list[OddSetShape] | None = None

    def read(self) -> Duals | None:
        """The proof, None where there is none."""
        if self.scale is None and self.duals is None and self.odd_sets is None:
            return None
        sets = tuple(OddSet(tuple(one.players), one.dual) for one in self.odd_sets or ())
        return Duals(self.scale or 0, self.duals or {}, sets)

    def claim(self) -> Block:
        """As a value."""
        return Block(self.name, self.score, tuple(self.players or ()), self.value, self.read())


class BracketShape(Table):
    """One bracket: its levels and the decisions of its order, in order."""

    blocks: list[BlockShape]


class DutchShape(ClaimShape):
    """A pairing by the Dutch system: [white, black] by board, the proof of C5, and the brackets from the top."""

    pairs: list[Pair]
    bye: Number | None
    c5: ByeShape | None
    brackets: list[BracketShape]

    def claim(self) -> DutchClaim:
        """The claim as values."""
        return DutchClaim(
            pairs=tuple(self.pairs),
            bye=self.bye,
            c5=None if self.c5 is None else Bye(self.c5.value, self.c5.read()),
            brackets=tuple(tuple(block.claim() for block in bracket.blocks) for bracket in self.brackets),
        )
