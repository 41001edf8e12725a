"""One level of one pairing, and what the sentences of all levels have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pairproof.model.figures import Figures
from pairproof.model.language import say, say_n
from pairproof.model.state.position import Position
from pairproof.solver.explain.level_order import LevelsAlone
from pairproof.solver.result import Board, Pairing

MOST_NAMED = 12


@dataclass(frozen=True)
class Case:
    """A pairing, one of its levels, and how numbers are written; `alone` knows what each level is by itself, `named`
    writes a player by id.  `whole`: all sentences are wanted, however many.
    """

    pairing: Pairing
    level: str
    value: int
    figures: Figures
    alone: LevelsAlone | None = None
    named: Callable[[int], str] = str
    whole: bool = False

    @property
    def position(self) -> Position:
        """The position that was paired."""
        return self.pairing.problem.position

    def points(self, value: int) -> str:
        """A score given in half-win units, as it is written."""
        return self.figures.points(value)

    def score(self, player: int) -> int:
        """Score of a player present, by id."""
        return int(self.position.score[self.position.index_of[player]])

    @property
    def above(self) -> list[str]:
        """Names of the levels before this one."""
        names = [level.name for level in self.pairing.levels]
        return names[: names.index(self.level)]

    @property
    def boards(self) -> list[Board]:
        """The boards that cost something on this level."""
        return [board for board in self.pairing.boards if board.costs.get(self.level)]

    @property
    def bye(self) -> int | None:
        """Who has the bye, if that costs something on this level."""
        return self.pairing.bye if self.pairing.bye_costs.get(self.level) else None

    @property
    def proved(self) -> str:
        """The sentence that leaves the rest to the proof."""
        if self.pairing.proof.evidence is None:
            if self.above:
                return say(
                    "Proved: no legal pairing that keeps what was asked does better here without doing worse on a "
                    "level above."
                )
            return say("Proved: no legal pairing that keeps what was asked does better here.")
        if self.position.orders.relax:
            if self.above:
                return say("Proved: no pairing does better here without doing worse on a level above.")
            return say("Proved: no pairing does better here.")
        if self.above and self.alone is not None and self.alone.least(self.level) == self.value:
            return say("Proved: no legal pairing does better here, whatever the levels above.")
        if self.above:
            return say("Proved: no legal pairing does better here without doing worse on a level above.")
        return say("Proved: no legal pairing does better here.")


def points_in_words(case: Case, value: int) -> str:
    """`4 points`, `½ point`."""
    text = case.points(value)
    if text.isdecimal():
        return say_n("{count} point", "{count} points", int(text))
    if value == 1:
        return say("{points} point", "half a point", points=text)
    return say("{points} points", "a number and a half", points=text)


def points_or_more(case: Case, value: int) -> str:
    """`1 or more points`."""
    return say("{points} or more points", points=case.points(value))


def some(case: Case, sentences: Sequence[str]) -> Iterator[str]:
    """The first few sentences, and how many are left out; all of them where the case is told whole."""
    if case.whole:
        yield from sentences
        return
    yield from sentences[:MOST_NAMED]
    if len(sentences) > MOST_NAMED:
        yield say("And {more} more.", more=len(sentences) - MOST_NAMED)


def proved(facts: Callable[[Case], Iterator[str]]) -> Callable[[Case], Iterator[str]]:
    """The writer of these facts, and then of what is proved: for levels of which nothing short is the cause."""

    def write(case: Case) -> Iterator[str]:
        yield from facts(case)
        yield case.proved

    return write


def costs(case: Case) -> Iterator[str]:
    """The boards that cost something, and the bye."""
    yield from some(
        case,
        [
            say(
                "{pair} costs {cost} (scores {higher} and {lower}).",
                pair=f"{case.named(board.white)}-{case.named(board.black)}",
                cost=case.figures.level(case.level, board.costs[case.level]),
                higher=case.points(board.scores[0]),
                lower=case.points(board.scores[1]),
            )
            for board in case.boards
        ],
    )
    if case.bye is not None:
        cost = case.figures.level(case.level, case.pairing.bye_costs[case.level])
        yield say("The bye of {player} costs {cost}.", player=case.named(case.bye), cost=cost)
