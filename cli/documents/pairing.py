"""`pair --json` and `manual --json`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import Field

from pairproof.cli.documents.document import Document, Pair, Run, given, head, words
from pairproof.cli.pages.keeping import cost_of_keeping
from pairproof.cli.pages.pair import why_none
from pairproof.model import criteria
from pairproof.model.criteria import has_colours
from pairproof.model.criteria.colour_points import ColourPoint, colour_points
from pairproof.model.language import speaking
from pairproof.model.tournament import BYE
from pairproof.solver import result
from pairproof.solver import witness as solver_witness
from pairproof.solver.explain.answers import changes
from pairproof.solver.explain.asking import cause
from pairproof.solver.explain.dead_end import dead_end
from pairproof.solver.explain.departures import breaks_of, changes_of
from pairproof.solver.explain.level_order import traded
from pairproof.solver.explain.wording import cause_sentences
from pairproof.solver.problem import PairingProblem, Problem
from pairproof.solver.proof.write import witness_document

Float = Annotated[str, words("up", "down")] | None


class Colour(Document):
    """What decided who has white: a point of RULES 4.4 ("4.4.2"), that the other colours are not legal ("legal"), the
    arbiter's "order", or that they were "published" so and are kept.
    """

    point: Annotated[str, words("order", "published", "legal", "4.4.1", "4.4.2", "4.4.3", "4.4.4", "4.4.5", "4.4.6")]
    text: str

    @classmethod
    def of(cls, point: ColourPoint) -> Colour:
        """A point with its sentence."""
        return cls(point=point.point, text=point.text)


class Board(Document):
    """One board: ids, scores in half-win units, floats and costs by level (those that are not 0); `colour` where the
    rules decided it.
    """

    board: int
    white: int
    black: int
    scores: Pair
    floats: Annotated[list[Float], Field(min_length=2, max_length=2)]
    costs: dict[str, int]
    colour: Colour | None = None

    @classmethod
    def of(cls, board: result.Board, decided: ColourPoint | None = None) -> Board:
        """A board, and what decided its colours if it was the rules; its number is its place in the pairing."""
        return cls(
            board=board.number,
            white=board.white,
            black=board.black,
            scores=list(board.scores),
            floats=list(board.floats),
            costs=dict(board.costs),
            **given(colour=None if decided is None else Colour.of(decided)),
        )

    @classmethod
    def all_of(cls, pairing: result.Pairing) -> list[Board]:
        """The boards of a pairing whose colours RULES 4.4 give, if those of its system do."""
        position = pairing.problem.position
        if not isinstance(pairing.problem, PairingProblem) or not has_colours(position.rules):
            return [cls.of(board) for board in pairing.boards]
        index = position.index_of
        points = colour_points(position, [(index[board.white], index[board.black]) for board in pairing.boards])
        return [cls.of(board, point) for board, point in zip(pairing.boards, points, strict=True)]


class LevelValue(Document):
    """A level: its value, and the bound that is proved."""

    name: str
    value: int
    bound: int | None
    proved: bool

    @classmethod
    def of(cls, level: result.LevelValue) -> LevelValue:
        """A level of a pairing."""
        return cls(name=level.name, value=level.value, bound=level.bound, proved=level.proved)


class Witness(Document):
    """Why no legal pairing exists (RULES 13); 0 is the bye."""

    blockers: list[int]
    odd_groups: list[list[int]]
    text: str

    @classmethod
    def of(cls, problem: Problem, witness: solver_witness.Witness) -> Witness:
        """The witness by ids."""
        return cls(**witness_document(problem, witness))


class Breach(Document):
    """A rule that is against a pair ("forbid" and "fix" are the arbiter's orders)."""

    rule: str
    text: str

    @classmethod
    def of(cls, breach: criteria.Breach) -> Breach:
        """What a criterion has against the pair."""
        return cls(rule=breach.rule, text=breach.text)


class Barred(Document):
    """A pair between the groups of a witness ([0, id]: the bye), and everything against it."""

    pair: Pair
    breaches: list[Breach]


class NothingLegal(Witness):
    """Why a round has no legal pairing: `more_barred` pairs are not named; a legal pairing exists without all of one of
    `possible_without`.  Only the first three keys where limits or look-ahead are why.
    """

    barred: list[Barred] | None = None
    more_barred: int | None = None
    possible_without: list[list[Literal["colours", "orders"]]] | None = None

    @classmethod
    def of_round(cls, pairing: result.Pairing) -> NothingLegal:
        """The witness with the cause, in English as in certificates."""
        assert pairing.proof.witness is not None
        with speaking("en"):
            found = cause(pairing)
            witness = witness_document(pairing.problem, pairing.proof.witness)
            witness["text"] = " ".join([witness["text"], *cause_sentences(found)])
        return cls(
            **witness,
            barred=[
                Barred(pair=list(barred.players), breaches=[Breach.of(breach) for breach in barred.breaches])
                for barred in found.barred
            ],
            more_barred=found.more,
            possible_without=[sorted(one.value for one in gone) for gone in found.removable],
        )


class Step(Document):
    """A step of the manual method."""

    step: str
    bracket: int
    players: list[int]
    text: str

    @classmethod
    def of(cls, step: result.Step) -> Step:
        """A step of the trace."""
        return cls(step=step.step, bracket=step.bracket, players=list(step.players), text=step.text)


class Lookahead(Document):
    """How many further rounds were asked to stay possible, how many can, and what that costs."""

    asked: int
    possible: int | None
    cost: dict[str, int]


class Change(Document):
    """A board of the published pairing that could not be kept."""

    board: Pair
    reason: str


class Changed(Document):
    """Boards, [white, black] or [id, 0], of the one pairing and of the other that are not in both."""

    from_: Annotated[list[Pair], Field(alias="from")]
    to: list[Pair]

    @classmethod
    def of(cls, pairing: result.Pairing, best: result.Pairing) -> Changed:
        """The boards that change."""
        before, after = changes(pairing, best)
        return cls.model_validate({"from": list(map(_seats, before)), "to": list(map(_seats, after))})


def _seats(board: result.Board | int) -> list[int]:
    """White and black of a board; the one who has the bye and 0."""
    return [board, BYE] if isinstance(board, int) else [board.white, board.black]


class Keeping(Document):
    """What keeping published boards costs: how much more each level is than without, where that differs, and the
    pairing without, with the boards that `changed` from it to the one there is.
    """

    cost: dict[str, int]
    boards: list[Board]
    bye: int | None
    levels: list[LevelValue]
    changed: Changed

    @classmethod
    def of(cls, pairing: result.Pairing, unkept: result.Pairing) -> Keeping:
        """The cost to a pairing, beside the one in which nothing is kept."""
        return cls(
            cost={loss.level: loss.value - loss.optimum for loss in cost_of_keeping(pairing)},
            boards=Board.all_of(unkept),
            bye=unkept.bye,
            levels=[LevelValue.of(level) for level in unkept.levels],
            changed=Changed.of(unkept, pairing),
        )


class ChangeLimit(Document):
    """How many published boards may be changed at most; `least`: so many must be, where no legal pairing keeps that."""

    asked: int
    least: int | None


class Break(Document):
    """A criterion given up, and by whom it is broken."""

    rule: str
    players: list[int]


class Alternative(Document):
    """Another optimal pairing: [white, black] by board, and the bye."""

    pairs: list[Pair]
    bye: int | None


class OrderOfLevels(Document):
    """What the order of the levels costs: did `earlier` stand just after `level`, that would have the value `least` in
    place of `value`, and `earlier` the value `then` in place of `now`.
    """

    level: str
    value: int
    least: int
    earlier: str
    now: int
    then: int

    @classmethod
    def of(cls, pairing: result.Pairing) -> OrderOfLevels | None:
        """What it costs a pairing; None where nothing."""
        found = traded(pairing)
        return None if found is None else cls(**asdict(found))


class DeadEnd(Document):
    """What is known before an event comes to a dead end: so many rounds its players can play at most without meeting
    again, if more are planned; and whether those present have no legal next round once this one is played.
    """

    most_rounds: int | None
    no_next_round: bool

    @classmethod
    def of(cls, pairing: result.Pairing) -> DeadEnd | None:
        """The dead end that a pairing leads to; None where none is known."""
        found = dead_end(pairing)
        return None if found is None else cls(most_rounds=found.most_rounds, no_next_round=found.no_next_round)


class Pairing(Document):
    """`pair --json` and `manual --json`."""

    schema_: Literal["pairproof.pairing/1"] = Field(alias="schema")
    tournament: str
    round: int
    rules: str
    method: Annotated[str, words("optimal", "manual")]
    status: Annotated[str, words("optimal", "feasible", "unknown", "infeasible", "complete", "stuck")]
    boards: list[Board]
    bye: int | None
    absent: list[int]
    half_byes: list[int]
    full_byes: list[int]
    levels: list[LevelValue]
    natural_order: bool
    order_of_levels: OrderOfLevels | None = None
    without: list[LevelValue] | None = None
    lookahead: Lookahead | None = None
    dead_end: DeadEnd | None = None
    changed: list[Change] | None = None
    max_changed: ChangeLimit | None = None
    keeping: Keeping | None = None
    breaks: list[Break] | None = None
    alternatives: list[Alternative] | None = None
    more_alternatives: bool | None = None
    trace: list[Step] | None = None
    stuck_at: str | None = None
    witness: NothingLegal | None = None
    run: Run

    @classmethod
    def of(cls, pairing: result.Pairing, seconds: float) -> Pairing:
        """The document of a pairing, or of the finding that there is none."""
        position = pairing.problem.position
        trace = [Step.of(step) for step in pairing.trace.steps] if pairing.method == "manual" else None
        return cls(
            schema="pairproof.pairing/1",
            **head(position),
            method=pairing.method,
            status=pairing.status,
            boards=Board.all_of(pairing),
            bye=pairing.bye,
            absent=list(position.absent),
            half_byes=list(position.half_byes),
            full_byes=list(position.full_byes),
            # Of a manual method that is stuck at once nine zeros would look like a good pairing.
            levels=[] if pairing.empty else [LevelValue.of(level) for level in pairing.levels],
            natural_order=pairing.proof.natural_order,
            **given(order_of_levels=OrderOfLevels.of(pairing)),
            **asked(pairing),
            **given(dead_end=DeadEnd.of(pairing)),
            **given(trace=trace, stuck_at=pairing.trace.stuck_at, witness=_witness(pairing)),
            run=Run.of(position.tournament.sha256, seconds, pairing.engine),
        )


def _witness(pairing: result.Pairing) -> NothingLegal | None:
    if pairing.proof.witness is not None:
        return NothingLegal.of_round(pairing)
    if pairing.status == "infeasible":
        # Not the rules forbid every pairing, but what was asked on top of them: no set of players proves that.
        return NothingLegal(blockers=[], odd_groups=[], text=why_none(pairing).headline)
    return None


def asked(pairing: result.Pairing) -> dict[str, Any]:
    """What was asked beyond the rules, and what came of it: only what was asked for."""
    found: dict[str, Any] = {}
    orders = pairing.problem.position.orders
    if pairing.study.without:
        found["without"] = [LevelValue.of(level) for level in pairing.study.without]
    if pairing.study.lookahead is not None:
        ahead = pairing.study.lookahead
        found["lookahead"] = Lookahead(asked=ahead.asked, possible=ahead.possible, cost=dict(ahead.cost))
    if orders.keep:
        found["changed"] = [Change(board=list(change.pair), reason=change.reason) for change in changes_of(pairing)]
    if (limit := pairing.study.change_limit) is not None:
        found["max_changed"] = ChangeLimit(asked=limit.asked, least=limit.least)
    if pairing.study.unkept is not None:
        found["keeping"] = Keeping.of(pairing, pairing.study.unkept)
    if orders.relax:
        found["breaks"] = [Break(rule=break_.rule, players=list(break_.players)) for break_ in breaks_of(pairing)]
    if pairing.study.alternatives is not None:
        found["alternatives"] = [
            Alternative(pairs=[[board.white, board.black] for board in boards], bye=bye)
            for boards, bye in pairing.study.alternatives.pairings
        ]
        found["more_alternatives"] = pairing.study.alternatives.more
    return found
