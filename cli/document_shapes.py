"""Shapes of the JSON documents that programs read (CONTRACT 3): for the schema files and the tests, not for writing.

docs/schemas/make.py writes the schema files from these, and from the shapes of the files that are read.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Pair = Annotated[list[int], Field(min_length=2, max_length=2)]
Float = Literal["up", "down"] | None


class Document(BaseModel):
    """Unknown and missing keys are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Run(Document):
    """What may differ between two runs that give the same result."""

    versions: dict[str, str]
    input_sha256: str
    seconds: float | None = None
    engine: str | None = None


class Board(Document):
    """One board: ids, scores in half-win units, floats and costs by level (those that are not 0)."""

    board: int
    white: int
    black: int
    scores: Pair
    floats: Annotated[list[Float], Field(min_length=2, max_length=2)]
    costs: dict[str, int]


class LevelValue(Document):
    """A level: its value, and the bound that is proved."""

    name: str
    value: int
    bound: int | None
    proved: bool


class Witness(Document):
    """Why no legal pairing exists (RULES 13); 0 is the bye."""

    blockers: list[int]
    odd_groups: list[list[int]]
    text: str


class Step(Document):
    """A step of the manual method."""

    step: str
    bracket: int
    players: list[int]
    text: str


class Lookahead(Document):
    """How many further rounds were asked to stay possible, how many can, and what that costs."""

    asked: int
    possible: int | None
    cost: dict[str, int]


class Change(Document):
    """A board of the published pairing that could not be kept."""

    board: Pair
    reason: str


class Break(Document):
    """A criterion given up, and by whom it is broken."""

    rule: str
    players: list[int]


class Alternative(Document):
    """Another optimal pairing: [white, black] by board, and the bye."""

    pairs: list[Pair]
    bye: int | None


class Pairing(Document):
    """`pair --json` and `manual --json`."""

    schema_: Annotated[Literal["pairproof.pairing/1"], Field(alias="schema")]
    tournament: str
    round: int
    rules: str
    method: Literal["optimal", "manual"]
    status: Literal["optimal", "feasible", "infeasible", "complete", "stuck"]
    boards: list[Board]
    bye: int | None
    absent: list[int]
    half_byes: list[int]
    full_byes: list[int]
    levels: list[LevelValue]
    natural_order: bool
    run: Run
    witness: Witness | None = None
    trace: list[Step] | None = None
    stuck_at: str | None = None
    lookahead: Lookahead | None = None
    without: list[LevelValue] | None = None
    changed: list[Change] | None = None
    breaks: list[Break] | None = None
    alternatives: list[Alternative] | None = None
    more_alternatives: bool | None = None


class StandingRow(Document):
    """One player: the places shared (equal for one who shares none), and the keys of the ranking."""

    places: Pair
    id: int
    name: str
    score: int
    sos: int | None = None
    gam: int | None = None
    rating: int | None = None
    lot: int | None = None
    direct_encounter: bool | None = None


class Standings(Document):
    """`standings --json`."""

    schema_: Annotated[Literal["pairproof.standings/1"], Field(alias="schema")]
    tournament: str
    round: int
    rules: str
    ranking: Literal["pairing", "final"]
    players: list[StandingRow]
    run: Run


class ProvedLevel(Document):
    """A level of a certificate."""

    name: str
    value: int


class Verdict(Document):
    """`verify --json`."""

    schema_: Annotated[Literal["pairproof.verdict/1"], Field(alias="schema")]
    tournament: str
    round: int
    rules: str
    claim: Literal["optimal", "infeasible"]
    valid: bool
    levels: list[ProvedLevel]
    problems: list[str]
    notes: list[str]
    run: Run


class Conversion(Document):
    """`convert --json`."""

    schema_: Annotated[Literal["pairproof.conversion/1"], Field(alias="schema")]
    tournament: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    not_carried: list[str]
    run: Run


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema file by its name without `.json`: the documents written, and the files read."""
    from pydantic import TypeAdapter

    from model.rule_shape import RuleFile
    from model.toml_shape import File
    from solver.certificate_shape import InfeasibleShape, OptimalShape

    shapes: dict[str, Any] = {
        "certificate": OptimalShape | InfeasibleShape,
        "conversion": Conversion,
        "pairing": Pairing,
        "rules-file": RuleFile,
        "standings": Standings,
        "tournament-file": File,
        "verdict": Verdict,
    }
    return {name: TypeAdapter(shape).json_schema() for name, shape in shapes.items()}
