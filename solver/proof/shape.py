"""The shape of a certificate document: every key and its type (pydantic; import it only when a certificate is read)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter

from pairproof.model.borrowed import choices
from pairproof.model.language import say, say_n
from pairproof.model.rules import RuleSet
from pairproof.solver.proof.certificate import Block, Claim, Duals, Infeasible, Level, OddSet, Optimal

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


class Table(BaseModel):
    """Unknown and missing keys are errors, and no value is converted to another type: 1.0 and true are no integers."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


LARGEST = 2**62
"""Bound of every number: sums and products of a few of them are checked before they go into 64 bits."""
Number = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]

# JSON has no tuples: these are lists of exactly that length.
Pair = Annotated[tuple[Number, Number], Field(strict=False)]
Published = Annotated[tuple[Number, Number, Number], Field(strict=False)]
Fixed = Annotated[tuple[Number, Number, bool], Field(strict=False)]


class OrdersShape(Table):
    """`orders`: given with the command, on top of those in the tournament file; 0 is the bye."""

    absent: list[Number]
    forbid: list[Pair]
    fix: list[Fixed]
    half_byes: list[Number] | None = None
    full_byes: list[Number] | None = None
    keep: list[Pair] | None = None
    keep_last: bool | None = None
    published: list[Published] | None = None
    relax: bool | None = None


class OddSetShape(Table):
    """An odd set of players by id, and its dual times the scale."""

    players: list[Number]
    dual: Number


class ProofShape(Table):
    """Duals times `scale`; `duals` by player id, those that are 0 left out."""

    scale: Number
    duals: dict[str, Number]
    odd_sets: list[OddSetShape]

    def read(self) -> Duals:
        """As values."""
        sets = tuple(OddSet(tuple(one.players), one.dual) for one in self.odd_sets)
        return Duals(self.scale, self.duals, sets)


class LevelShape(ProofShape):
    """One level, and the value proved."""

    name: str
    value: Number


class DigitsShape(ProofShape):
    """A block of the natural order with its duals: they prove that the choosers' digits are the least; without
    choosers, that the pairs of positive reduced cost are in no pairing left (a narrowing, every pair costs 0).
    """

    choosers: list[Number]


class FirstChoicesShape(Table):
    """A run of the natural order in which everyone has the first of his open candidates, which needs no proof."""

    choosers: list[Number]
    first_choices: bool


_KINDS_OF_BLOCK = ("digits", "first choices")


def _kind_of_block(block: Any) -> str:
    return _KINDS_OF_BLOCK[isinstance(block, Mapping) and "first_choices" in block]


BlockShape = Annotated[
    Annotated[DigitsShape, Tag("digits")] | Annotated[FirstChoicesShape, Tag("first choices")],
    Discriminator(_kind_of_block),
]


class Head(Table):
    """What every certificate holds."""

    schema_: Annotated[str, Field(alias="schema")]
    tournament: str
    round: Number
    rules: dict[str, Any]  # a rule set in full: see rules_in
    digest: str
    orders: OrdersShape


class ClaimShape(Head):
    """What every certificate of a pairing, or of none, says beyond."""

    def claim(self) -> Claim:
        """The claim as values."""
        raise NotImplementedError


class OptimalShape(ClaimShape):
    """The certificate of an optimal pairing: [white, black] by board, levels and natural order in order."""

    pairs: list[Pair]
    bye: Number | None
    levels: list[LevelShape]
    order: list[BlockShape]

    def claim(self) -> Optimal:
        """The claim as values."""
        return Optimal(
            pairs=tuple(self.pairs),
            bye=self.bye,
            levels=tuple(Level(level.name, level.value, level.read()) for level in self.levels),
            order=tuple(_block(block) for block in self.order),
        )


class WitnessShape(Table):
    """Why there is no legal pairing (RULES 13)."""

    blockers: list[Number]
    odd_groups: list[list[Number]]
    text: str


class InfeasibleShape(ClaimShape):
    """The certificate that there is no legal pairing."""

    witness: WitnessShape

    def claim(self) -> Infeasible:
        """The claim as values."""
        return Infeasible(tuple(self.witness.blockers), tuple(map(tuple, self.witness.odd_groups)))


def _block(shape: DigitsShape | FirstChoicesShape) -> Block:
    if isinstance(shape, FirstChoicesShape):
        return Block(tuple(shape.choosers), None, shape.first_choices)
    return Block(tuple(shape.choosers), shape.read(), False)


def rules_in(table: dict[str, Any]) -> RuleSet:
    """The rule set in a table; what is left out has its default.

    Raises
    ------
    ValidationError
        A wrong type, or a key that rule sets do not have.
    """
    text = json.dumps({"source": "certificate", **table})
    return _RULES.validate_json(text, strict=True, extra="forbid")


_RULES = TypeAdapter(RuleSet)


WANTED = {
    "int_type": "an integer",
    "string_type": "a text",
    "string_unicode": "a text",
    "bool_type": "true or false",
    "list_type": "a list in [ ]",
    "tuple_type": "a list in [ ]",
    "dict_type": "a table in { }",
    "model_type": "a table in { }",
    "dataclass_type": "a table in { }",
}


def sentence(loc: tuple[int | str, ...], detail: ErrorDetails) -> str:
    """One of pydantic's errors in words.  Places in lists are counted from 1: `levels 2, odd_sets 1, dual`."""
    kind, context = detail["type"], detail.get("ctx", {})
    words: list[str] = []
    for part in loc:
        if isinstance(part, int) and words:
            words[-1] += f" {part + 1}"
        elif part not in _KINDS_OF_BLOCK:
            words.append(str(part)[:60])
    name = ", ".join(words)
    given = f"{detail['input']!r:.60}"
    if kind == "missing":
        return say("{name} is missing.", name=name)
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return say("{name} is no part of a certificate.", name=name)
    if kind in WANTED:
        return say("{name} must be {wanted}, not {shown}.", name=name, wanted=say(WANTED[kind]), shown=given)
    if kind == "literal_error":
        return say(
            "{name} is {shown}, but must be {expected}.",
            name=name,
            shown=given,
            expected=choices(context["expected"]),
        )
    if kind in ("greater_than_equal", "less_than_equal"):
        return say("{name} is {shown}, out of range: numbers are at most 2^62 in size.", name=name, shown=given)
    if kind == "too_long":
        return say_n(
            "{name} must have {count} entry, not {given}.",
            "{name} must have {count} entries, not {given}.",
            context["max_length"],
            name=name,
            given=context["actual_length"],
        )
    return f"{name}: {detail['msg']}."
