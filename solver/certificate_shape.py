"""The shape of a certificate document: every key and its type (pydantic; import it only when a certificate is read)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from model.errors import Fault, InvalidInput
from model.shape import validated
from solver.document import SCHEMA


class Table(BaseModel):
    """Unknown and missing keys are errors, and no value is converted to another type: 1.0 and true are no integers."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# JSON has no tuples: these are lists of exactly that length.
Pair = Annotated[tuple[int, int], Field(strict=False)]
Fixed = Annotated[tuple[int, int, bool], Field(strict=False)]


class PointsShape(Table):
    """`rules.points`, in half-win units."""

    win: int
    draw: int
    loss: int
    bye: int
    half_bye: int
    full_bye: int
    absent: int


class PolicyShape(Table):
    """`rules.policy`."""

    sos_bye: str
    c9_bye: str
    time_result: str
    initial_colour: str


class RulesShape(Table):
    """`rules`: a rule set in full."""

    name: str
    hard: list[str]
    levels: list[str]
    ranking: list[str]
    bracket_style: str
    exemption: bool
    points: PointsShape
    policy: PolicyShape


class OrdersShape(Table):
    """`orders`: given with the command, on top of those in the tournament file; 0 is the bye."""

    absent: list[int]
    forbid: list[Pair]
    fix: list[Fixed]


class OddSetShape(Table):
    """An odd set of players by id, and its dual times the scale."""

    players: list[int]
    dual: int


class ProofShape(Table):
    """Duals times `scale`; `duals` by player id, those that are 0 left out."""

    scale: int
    duals: dict[str, int]
    odd_sets: list[OddSetShape]


class LevelShape(ProofShape):
    """One level, and the value proved."""

    name: str
    value: int


class DigitsShape(ProofShape):
    """A block of the natural order with the proof that the choosers' digits are the least."""

    choosers: list[int]


class FirstChoicesShape(Table):
    """A run of the natural order in which everyone has the first of his open candidates, which needs no proof."""

    choosers: list[int]
    first_choices: Literal[True]


class Head(Table):
    """What every certificate holds."""

    schema_: Annotated[str, Field(alias="schema")]
    tournament: str
    round: int
    rules: RulesShape
    digest: str
    orders: OrdersShape


class OptimalShape(Head):
    """The certificate of an optimal pairing: [white, black] by board, levels and natural order in order."""

    pairs: list[Pair]
    bye: int | None
    levels: list[LevelShape]
    order: list[Any]  # each DigitsShape or FirstChoicesShape: see blocks_of


class WitnessShape(Table):
    """Why there is no legal pairing (RULES 13)."""

    blockers: list[int]
    odd_groups: list[list[int]]
    text: str


class InfeasibleShape(Head):
    """The certificate that there is no legal pairing."""

    witness: WitnessShape


class _Block(Table):
    """Gives the faults in a block of the order their place."""

    order: dict[int, DigitsShape | FirstChoicesShape]
