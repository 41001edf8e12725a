"""`explain --json`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field

from pairproof.cli.documents.document import Broken, Document, Pair, Run, given, head, words
from pairproof.cli.documents.pairing import (
    Board,
    Breach,
    Break,
    Changed,
    Colour,
    LevelValue,
    Lookahead,
    NothingLegal,
    Witness,
    asked,
)
from pairproof.cli.explaining import Explained, ExplainedPlayed
from pairproof.model.figures import Figures
from pairproof.model.tournament import BYE
from pairproof.solver import result
from pairproof.solver.explain import answers
from pairproof.solver.explain.asking import reasons
from pairproof.solver.explain.wording import answer_words, burden_sentence
from pairproof.solver.problem import Problem


class CarriedCost(Document):
    """A board, [white, black], or [id, 0] for the bye, and what it costs on a level."""

    pair: Pair
    cost: int


class ExplainedLevel(LevelValue):
    """A level with the boards its value comes from, and why it is not 0."""

    carried_by: list[CarriedCost]
    reasons: list[str]


class Burden(Document):
    """What it would cost to spare somebody a downfloat, the bye, or a colour (then he has a game with the one he
    prefers): `level`, `value` and `optimum` of the first level that gets worse, or the arbiter's `order` (a pair, [id,
    0] for the bye) that leaves nothing else.  `by_orders`: without the arbiter's orders it would not be impossible.
    `colour`: with the outcome "colours", what decided at his board.

    Without an outcome that was not asked: look-ahead or limits of pairs in a group decided the round.
    """

    player: int
    what: Annotated[str, words("down", "bye", "colour")]
    outcome: Annotated[str, words("worse", "later", "impossible", "colours", "fixed")] | None = None
    level: str | None = None
    value: int | None = None
    optimum: int | None = None
    witness: Witness | None = None
    by_orders: bool = False
    order: Pair | None = None
    colour: Colour | None = None
    text: str | None = None

    @classmethod
    def of(cls, problem: Problem, burden: answers.Burden, *, played: bool = False) -> Burden:
        """A burden and its price; `played` as for `burden_sentence`."""
        price = burden.price
        if price is None:
            return cls(player=burden.player, what=burden.what)
        return cls(
            player=burden.player,
            what=burden.what,
            outcome=price.outcome.value,
            **_cost(problem, price),
            **given(order=None if price.order is None else [price.order.first, price.order.second]),
            text=burden_sentence(problem, burden, Figures(), played=played),
        )


class Answer(Document):
    """What a pair, or a bye ([id, 0]), would cost; `colour`: with the outcome "colours", why the rules give the other
    ones.
    """

    pair: Pair
    outcome: Annotated[str, words("chosen", "illegal", "impossible", "worse", "later", "colours")]
    level: str | None = None
    value: int | None = None
    optimum: int | None = None
    breaches: list[Breach] | None = None
    witness: Witness | None = None
    by_orders: bool = False
    colour: Colour | None = None
    text: str

    @classmethod
    def of(cls, problem: Problem, answer: answers.Answer, **more: Any) -> Self:
        """An answer; `more` are the fields of a class that has more of them."""
        return cls(
            pair=[answer.wish.first, answer.wish.second],
            outcome=answer.outcome.value,
            **given(breaches=[Breach.of(breach) for breach in answer.breaches] or None),
            **_cost(problem, answer),
            text=answer_words(answer, Figures()),
            **more,
        )


def _cost(problem: Problem, found: answers.Price | answers.Answer) -> dict[str, Any]:
    """The first level that gets worse, or why the others cannot be paired."""
    loss, witness = found.loss, found.witness
    return {
        **({} if loss is None else {"level": loss.level, "value": loss.value, "optimum": loss.optimum}),
        **given(witness=None if witness is None else Witness.of(problem, witness)),
        **given(by_orders=found.by_orders or None),
        **given(colour=None if found.decided is None else Colour.of(found.decided)),
    }


class BestWith(Document):
    """The best pairing that grants a wish."""

    boards: list[Board]
    bye: int | None
    levels: list[LevelValue]


class WishAnswer(Answer):
    """The same for one wish, with the best pairing that grants it where there is one."""

    colours: bool
    best: BestWith | None = None
    changed: Changed | None = None

    @classmethod
    def of_wish(cls, pairing: result.Pairing, answer: answers.Answer) -> Self:
        """The answer to a wish."""
        more: dict[str, Any] = {"colours": answer.wish.colours}
        if (best := answer.best) is not None:
            more["best"] = BestWith(
                boards=[Board.of(board) for board in best.boards],
                bye=best.bye,
                levels=[LevelValue.of(level) for level in best.levels],
            )
            more["changed"] = Changed.of(pairing, best)
        return cls.of(pairing.problem, answer, **more)


class Opponents(Document):
    """Every possible opponent of a player, in rank order, the bye last."""

    player: int
    opponents: list[Answer]


class JudgedBoard(Answer):
    """A board of the file, [white, black], or its bye: what the best pairing that has it costs; `remark`: what is to be
    said of its colours.
    """

    remark: str | None = None


class Optimum(Document):
    """The best pairing of a round, or that there is none (`status`)."""

    status: Annotated[str, words("optimal", "feasible", "unknown", "infeasible")]
    boards: list[Board]
    bye: int | None
    levels: list[LevelValue]


class AsPlayed(Document):
    """How a pairing of the file does: the rules it breaks, the first level on which it is worse than the `optimum`
    (with `difference` in words where that does not say all), and each board by itself, in the order of the file, the
    bye last.
    """

    agrees: bool
    broken: list[Broken]
    first_difference: str | None
    difference: str | None = None
    optimum: Optimum
    judged: list[JudgedBoard]

    @classmethod
    def of(cls, explained: ExplainedPlayed) -> AsPlayed:
        """What was found."""
        candidate, best = explained.candidate, explained.best
        difference = candidate.difference
        return cls(
            agrees=candidate.as_good,
            broken=[Broken.of(broken) for broken in candidate.broken],
            first_difference=None if difference is None else difference.level,
            **given(difference=None if difference is None else difference.told or None),
            optimum=Optimum(
                status=best.status,
                boards=Board.all_of(best),
                bye=best.bye,
                levels=[LevelValue.of(level) for level in best.levels],
            ),
            judged=[
                JudgedBoard.of(best.problem, one.answer, **given(remark=one.colours or None))
                for one in explained.boards
            ],
        )


class Explanation(Document):
    """`explain --json`; `burdens` only where nothing was asked.

    With `--played` the status is "played", boards, bye and levels are those of the file, and burdens are those in them,
    measured against `played.optimum`.
    """

    schema_: Literal["pairproof.explanation/1"] = Field(alias="schema")
    tournament: str
    round: int
    rules: str
    status: Annotated[str, words("optimal", "feasible", "unknown", "infeasible", "played")]
    boards: list[Board]
    bye: int | None
    levels: list[ExplainedLevel]
    played: AsPlayed | None = None
    without: list[LevelValue] | None = None
    lookahead: Lookahead | None = None
    breaks: list[Break] | None = None
    witness: NothingLegal | None = None
    burdens: list[Burden] | None = None
    players: list[Opponents] | None = None
    wishes: list[WishAnswer] | None = None
    run: Run

    @classmethod
    def of(cls, explained: Explained, seconds: float) -> Explanation:
        """The document begins as that of the pairing does."""
        pairing = explained.pairing
        problem, position = pairing.problem, pairing.problem.position
        players = [
            Opponents(player=player, opponents=[Answer.of(problem, answer) for answer in answers])
            for player, answers in explained.players
        ]
        burdens = [Burden.of(problem, burden) for burden in explained.burdens]
        wishes = [WishAnswer.of_wish(pairing, answer) for answer in explained.wishes]
        return cls(
            schema="pairproof.explanation/1",
            **head(position),
            status=pairing.status,
            boards=Board.all_of(pairing),
            bye=pairing.bye,
            levels=_levels(pairing),
            **asked(pairing),
            **given(
                witness=None if pairing.proof.witness is None else NothingLegal.of_round(pairing),
                burdens=None if explained.asked else burdens,
                players=players or None,
                wishes=wishes or None,
            ),
            run=Run.of(position.tournament.sha256, seconds, pairing.engine),
        )

    @classmethod
    def of_played(cls, explained: ExplainedPlayed, seconds: float) -> Explanation:
        """What there is to say about a round of the file."""
        pairing, best = explained.candidate.pairing, explained.best
        position = pairing.problem.position
        burdens = [Burden.of(best.problem, burden, played=True) for burden in explained.burdens]
        return cls(
            schema="pairproof.explanation/1",
            **head(position),
            status=pairing.status,
            boards=[Board.of(board) for board in pairing.boards],
            bye=pairing.bye,
            levels=_levels(pairing),
            played=AsPlayed.of(explained),
            **given(witness=None if best.proof.witness is None else NothingLegal.of_round(best)),
            burdens=burdens,
            run=Run.of(position.tournament.sha256, seconds, best.engine),
        )


def _levels(pairing: result.Pairing) -> list[ExplainedLevel]:
    why = reasons(pairing)
    return [
        ExplainedLevel(
            name=level.name,
            value=level.value,
            bound=level.bound,
            proved=level.proved,
            carried_by=_carried_by(pairing, level.name),
            reasons=why.get(level.name, []),
        )
        for level in pairing.levels
    ]


def _carried_by(pairing: result.Pairing, level: str) -> list[CarriedCost]:
    found = [
        CarriedCost(pair=[board.white, board.black], cost=board.costs[level])
        for board in pairing.boards
        if board.costs.get(level)
    ]
    if pairing.bye is not None and pairing.bye_costs.get(level):
        found.append(CarriedCost(pair=[pairing.bye, BYE], cost=pairing.bye_costs[level]))
    return found
