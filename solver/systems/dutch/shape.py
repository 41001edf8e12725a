"""The shape of this system's part of a certificate document (pydantic; import it only when a certificate is read)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, ValidationError

from pairproof.model.errors import Fault, InvalidInput
from pairproof.solver.proof.certificate import Duals, OddSet
from pairproof.solver.proof.shape import Number, OddSetShape, Pair, ProofShape, Table, sentence


def _duals(scale: int, duals: Mapping[str, int], odd_sets: list[OddSetShape]) -> Duals:
    return Duals(scale, duals, tuple(OddSet(tuple(one.players), one.dual) for one in odd_sets))


class ByeShape(ProofShape):
    """`c5`: the place of the score of the player with the bye, 0 the lowest score present, with its proof."""

    value: Number

    def read(self) -> Duals:
        """The proof."""
        return _duals(self.scale, self.duals, self.odd_sets)


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
        return _duals(self.scale or 0, self.duals or {}, self.odd_sets or [])


class BracketShape(Table):
    """One bracket: its levels and the decisions of its order, in order."""

    blocks: list[BlockShape]


class ClaimShape(Table):
    """A pairing by the Dutch system: [white, black] by board, the proof of C5, and the brackets from the top."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    pairs: list[Pair]
    bye: Number | None
    c5: ByeShape | None
    brackets: list[BracketShape]


def checked(document: Mapping[str, Any]) -> ClaimShape:
    """The claim's part of a document as values.

    Raises
    ------
    InvalidInput
        Every missing or wrongly typed field at once.
    """
    try:
        return ClaimShape.model_validate(dict(document))
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise InvalidInput([Fault(sentence(detail["loc"], detail)) for detail in details]) from None
