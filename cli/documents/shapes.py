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
    status: Literal["optimal", "feasible", "unknown", "infeasible", "complete", "stuck"]
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


class CarriedCost(Document):
    """A board, [white, black], or [id, 0] for the bye, and what it costs on a level."""

    pair: Pair
    cost: int


class ExplainedLevel(LevelValue):
    """A level with the boards its value comes from, and why it is not 0."""

    carried_by: list[CarriedCost]
    reasons: list[str]


class Breach(Document):
    """A rule that is against a pair ("forbid" and "fix" are the arbiter's orders)."""

    rule: str
    text: str


class Burden(Document):
    """What it would cost to spare somebody a downfloat, the bye, or a colour (then he has a game with the one he
    prefers): `level`, `value` and `optimum` of the first level that gets worse, or the arbiter's `order` (a pair, [id,
    0] for the bye) that leaves nothing else.  `by_orders`: without the arbiter's orders it would not be impossible.

    Without an outcome that was not asked: look-ahead or limits of pairs in a group decided the round.
    """

    player: int
    what: Literal["down", "bye", "colour"]
    outcome: Literal["worse", "later", "impossible", "colours", "fixed"] | None = None
    level: str | None = None
    value: int | None = None
    optimum: int | None = None
    witness: Witness | None = None
    by_orders: bool = False
    order: Pair | None = None
    text: str | None = None


class Answer(Document):
    """What a pair, or a bye ([id, 0]), would cost."""

    pair: Pair
    outcome: Literal["chosen", "illegal", "impossible", "worse", "later", "colours"]
    level: str | None = None
    value: int | None = None
    optimum: int | None = None
    breaches: list[Breach] | None = None
    witness: Witness | None = None
    by_orders: bool = False
    text: str


class BestWith(Document):
    """The best pairing that grants a wish."""

    boards: list[Board]
    bye: int | None
    levels: list[LevelValue]


class Changed(Document):
    """Boards, [white, black] or [id, 0], of the one pairing and of the other that are not in both."""

    from_: Annotated[list[Pair], Field(alias="from")]
    to: list[Pair]


class WishAnswer(Answer):
    """The same for one wish, with the best pairing that grants it where there is one."""

    colours: bool
    best: BestWith | None = None
    changed: Changed | None = None


class Opponents(Document):
    """Every possible opponent of a player, in rank order, the bye last."""

    player: int
    opponents: list[Answer]


class Explanation(Document):
    """`explain --json`; `burdens` only where nothing was asked."""

    schema_: Annotated[Literal["pairproof.explanation/1"], Field(alias="schema")]
    tournament: str
    round: int
    rules: str
    status: Literal["optimal", "feasible", "unknown", "infeasible"]
    boards: list[Board]
    bye: int | None
    levels: list[ExplainedLevel]
    lookahead: Lookahead | None = None
    without: list[LevelValue] | None = None
    breaks: list[Break] | None = None
    witness: Witness | None = None
    burdens: list[Burden] | None = None
    players: list[Opponents] | None = None
    wishes: list[WishAnswer] | None = None
    run: Run


class Broken(Document):
    """A rule that a played pairing breaks, and who is concerned."""

    rule: str
    players: list[int]
    text: str


class PlainLevel(Document):
    """A level and its value."""

    name: str
    value: int


class FirstDifference(Document):
    """The first level that differs from the optimum."""

    level: str
    value: int
    optimum: int


class Candidate(Document):
    """One pairing of a round: [white, black] by board, and how it does against the optimal one."""

    status: str
    stuck_at: str | None = None
    pairs: list[Pair]
    bye: int | None
    levels: list[PlainLevel]
    first_difference: FirstDifference | None
    in_common: int | None
    down: list[int]
    up: list[int]
    colour_denied: list[int]
    broken: list[Broken]


class ComparedRound(Document):
    """A round by every method; `played` is null where the file has no pairing for it."""

    round: int
    optimal: Candidate
    manual: Candidate
    played: Candidate | None


class MethodTotal(Document):
    """A method over several rounds: rounds as good as the optimum, worse, stuck; boards, and those in common."""

    rounds: int
    as_good: int
    worse: int
    stuck: int
    boards: int
    in_common: int
    rules_broken: int


class Totals(Document):
    """By method."""

    manual: MethodTotal
    played: MethodTotal


class Comparison(Document):
    """`compare --json`."""

    schema_: Annotated[Literal["pairproof.comparison/1"], Field(alias="schema")]
    tournament: str
    rules: str
    rounds: list[ComparedRound]
    total: Totals
    run: Run


class CheckedLevel(Document):
    """A level as played and at its optimum (null where no legal pairing exists)."""

    name: str
    played: int
    optimal: int | None


class CheckedRound(Document):
    """A round as it was played; only the first three where nobody was paired in it."""

    round: int
    paired: bool
    agrees: bool
    status: Literal["optimal", "infeasible"] | None = None
    boards: int | None = None
    in_common: int | None = None
    first_difference: str | None = None
    levels: list[CheckedLevel] | None = None
    broken: list[Broken] | None = None


class Check(Document):
    """`check --json`."""

    schema_: Annotated[Literal["pairproof.check/1"], Field(alias="schema")]
    tournament: str
    rules: str
    agrees: bool
    rounds: list[CheckedRound]
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

    from pairproof.model.formats.toml.rule_shape import RuleFile
    from pairproof.model.formats.toml.tournament_shape import File
    from pairproof.solver.proof.shape import InfeasibleShape, OptimalShape

    shapes: dict[str, Any] = {
        "certificate": OptimalShape | InfeasibleShape,
        "check": Check,
        "comparison": Comparison,
        "conversion": Conversion,
        "explanation": Explanation,
        "pairing": Pairing,
        "rules-file": RuleFile,
        "standings": Standings,
        "tournament-file": File,
        "verdict": Verdict,
    }
    return {name: TypeAdapter(shape).json_schema() for name, shape in shapes.items()}
