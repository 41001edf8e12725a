"""`/round/N/why/B`: why the two at a board play each other, and what anything else would cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from starlette.responses import Response

from pairproof import solver
from pairproof.cli.pages.burdens import chapters
from pairproof.cli.pages.html.picture import MOST_SHOWN, Picture, isolated, picture_of
from pairproof.cli.pages.html.words import words
from pairproof.cli.pages.levels import figures_of
from pairproof.cli.web.asking import Ask, FieldProblem, NothingThere
from pairproof.cli.web.ladder import Drawing, bracket_drawing
from pairproof.cli.web.pages.draft import boards_changed
from pairproof.cli.web.pages.rounds import rows_of
from pairproof.cli.web.proofs import Proof
from pairproof.cli.web.rendering import Names, desk_page, page
from pairproof.model.errors import PairproofError, UsageProblem
from pairproof.model.language import say
from pairproof.model.tournament import BYE, FixedPair
from pairproof.solver.explain.asking import burdens, grant
from pairproof.solver.explain.wording import answer_sentences
from pairproof.solver.result import Board, Pairing
from pairproof.solver.terms import Status


@dataclass(frozen=True, slots=True)
class Instead:
    """What it would cost that a player meets another: sentences, and the boards before and after."""

    player: int
    other: int
    says: tuple[str, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    drawing: Drawing | None = None


@dataclass(frozen=True)
class Why:
    """A board of a round: who sits there, the best pairing of the round, and the place of the board in it (None: the
    best pairing has another one).
    """

    number: int
    board: int
    white: int
    black: int
    best: Pairing
    mine: Board | None
    mark: str


def why_of(ask: Ask, number: int, board: int) -> Why:
    """The board that is asked about, of a round of the file or of the draft.

    Raises
    ------
    FieldProblem
        There is no such board.
    PairproofError
        The round cannot be paired.
    """
    tournament = ask.tournament
    nothing = NothingThere(say("There is no board {board} in round {round}.", board=board, round=number))
    if number == len(tournament.rounds) + 1:
        best = ask.desk.draft(ask.orders()).pairing
        here = next((one for one in best.boards if one.number == board), None)
        if here is None:
            raise nothing
        return Why(number, board, here.white, here.black, best, here, "")
    if not 1 <= number <= len(tournament.rounds):
        raise nothing
    row = next((row for row in rows_of(tournament, number) if row.number == board), None)
    if row is None:
        raise nothing
    best = ask.desk.proofs.best(tournament, number)
    same = {row.white, row.black}
    mine = next((one for one in best.boards if {one.white, one.black} == same), None)
    return Why(number, board, row.white, row.black, best, mine, row.mark)


def show(ask: Ask) -> Response:
    """The page; with `part=1` without the head and the foot, for the panel beside a round."""
    why = why_of(ask, int(ask.path["round"]), int(ask.path["board"]))
    names = Names(ask.tournament)
    asked = bool(ask.text("check"))
    data: dict[str, Any] = {
        "why": why,
        "sentence": sentence_of(why),
        "told": list(told_of(why, names)),
        "instead": _instead(ask, why),
        "proof": checked(ask, why) if asked else None,
        "asked": asked,
        "picture": _picture(why, names),
        "bracket": bracket_drawing(why.best, names, (why.white, why.black)),
        "words": words(),
        "orders": [(name, f"{a}-{b}") for name in ("fix", "forbid") for a, b in ask.pairs(name)],
        "others": _others(why.best),
        "score": _scores(why),
    }
    if ask.text("part"):
        # What was found meanwhile is told once, by the next whole page.
        return page(ask, "why_part.html", names=names, **data)
    return desk_page(ask, "why.html", **data)


def sentence_of(why: Why) -> str:
    """One sentence: how good this board is, and who chose."""
    best = why.best
    if best.status is not Status.OPTIMAL:
        return say("No legal pairing of this round exists by the rules, so there is nothing to compare it with.")
    if why.mark == "order":
        return say("The arbiter ordered this board; all others are the best that stand beside it.")
    if why.mine is None:
        return say("This board is not in the best pairing of the round; below stands what it costs.")
    if why.mine.costs:
        return say(
            "This board belongs to the best pairing: it costs something ({levels}), and no legal pairing of the whole "
            "round is better.",
            levels=", ".join(why.mine.costs),
        )
    return say("This board belongs to the best pairing, and costs nothing on any level.")


def told_of(why: Why, names: Names) -> Iterator[tuple[str, str]]:
    """Who of the two floats, or is denied a colour, and what sparing him would cost: facts and prices."""
    best = why.best
    if best.status is not Status.OPTIMAL:
        return
    figures = figures_of(best)
    if why.mine is None:
        try:
            answer = grant(best, FixedPair(why.white, why.black))
        except PairproofError as error:
            yield say("It cannot be compared."), str(error)
            return
        yield say("What this board costs"), " ".join(answer_sentences(best.problem, answer, figures))
        return
    alone = replace(best, boards=(why.mine,), bye=None)
    for _, _, told in chapters(best, burdens(best, None, alone), lambda one: isolated(names(one)), figures):
        for one in told:
            yield one.fact, one.price


def _instead(ask: Ask, why: Why) -> Instead | None:
    """The answer to "instead: …"; None where nothing is asked."""
    player, other = ask.number_or("of", None), ask.number_or("instead", None)
    if player is None or other is None:
        return None
    if player not in (why.white, why.black):
        raise FieldProblem({"of": say("Choose one of the two at this board.")})
    return instead_of(ask, why.best, player, other)


def instead_of(ask: Ask, best: Pairing, player: int, other: int) -> Instead:
    """What it would cost that a player meets another, or has the bye."""
    if player == other:
        return Instead(player, other, (say("Choose two different players."),))
    try:
        answer = grant(best, FixedPair(player, other))
    except UsageProblem as error:
        return Instead(player, other, tuple(str(error).split("\n")))
    says = tuple(answer_sentences(best.problem, answer, figures_of(best)))
    return Instead(player, other, says, *boards_changed(best, answer, Names(ask.tournament)))


def checked(ask: Ask, why: Why) -> Proof | None:
    """The proof of the round, checked by `verify` against the file; None where there is no certificate."""
    if why.number == len(ask.tournament.rounds) + 1:
        document = why.best.certificate
        if document is None:
            return None
        verdict = solver.verify(document, ask.tournament)
        return Proof(verdict.valid, verdict.problems, str(document.get("digest", "")))
    ask.desk.renewing.settle()
    return ask.desk.proof(ask.tournament, why.number)


def _picture(why: Why, names: Names) -> Picture | None:
    """Who can still meet whom: everybody, or in a larger event those nearest in rank to the two."""
    best = why.best
    position = best.problem.position
    if best.empty or why.white not in position.index_of or why.black not in position.index_of:
        return None
    known = {player: names(player) for player in (BYE, *position.ids)}
    if position.vertices <= MOST_SHOWN:
        return picture_of(best, known)
    at = (position.index_of[why.white], position.index_of[why.black])
    return picture_of(best, known, only=nearest(at, position.vertices, MOST_SHOWN // 2))


def nearest(at: Sequence[int], end: int, most: int) -> list[int]:
    """The vertices nearest in rank to these, and these: `most` of them, or all there are.

    >>> nearest([0, 9], 20, 4)
    [0, 1, 8, 9]
    """
    order = sorted(range(end), key=lambda vertex: (min(abs(vertex - one) for one in at), vertex))
    return sorted(order[:most])


def _others(best: Pairing) -> list[int]:
    """Everybody who is paired, and the bye where somebody has it."""
    return [*sorted(best.problem.position.ids), *([BYE] if best.bye is not None else [])]


def _scores(why: Why) -> dict[int, str]:
    position = why.best.problem.position
    figures = figures_of(why.best)
    return {
        player: figures.points(int(position.score[position.index_of[player]]))
        for player in (why.white, why.black)
        if player in position.index_of
    }
