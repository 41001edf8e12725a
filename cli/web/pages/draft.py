"""`/round/N` before it is published: the pairing as it would be, what it costs, and the arbiter's orders."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.desk.publishing import Draft
from pairproof.cli.pages import pair as pair_page
from pairproof.cli.pages.levels import figures_of, level_texts
from pairproof.cli.web.asking import Ask
from pairproof.cli.web.ladder import Drawing, bracket_drawing, change_drawing
from pairproof.cli.web.pages.overview import away_words
from pairproof.cli.web.pages.players import presence
from pairproof.cli.web.rendering import Names, desk_page
from pairproof.model.acts.rounds import boards_without_result, publish_problems
from pairproof.model.criteria import has_colours
from pairproof.model.errors import PairproofError
from pairproof.model.language import say
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import BYE, FixedPair
from pairproof.solver.explain.answers import Answer, Outcome, changes
from pairproof.solver.explain.asking import grant, sections
from pairproof.solver.explain.wording import answer_sentences
from pairproof.solver.result import Board, Pairing


@dataclass(frozen=True, slots=True)
class Change:
    """What it means to pair two players: sentences, the boards before and after, and the orders that do it ("" where
    it cannot be done).
    """

    first: int
    second: int
    says: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    drawing: Drawing | None
    fix: str
    forbid: str


def show(ask: Ask) -> Response:
    """The page; where the round cannot be paired now, why."""
    tournament, names = ask.tournament, Names(ask.tournament)
    number = len(tournament.rounds) + 1
    waiting = boards_without_result(tournament, number - 1)
    problems = publish_problems(tournament, number)
    try:
        orders = ask.orders()
        draft = None if problems else ask.desk.draft(orders)
    except PairproofError as error:
        problems += str(error).split("\n")
        orders, draft = Orders(), None
    return desk_page(
        ask,
        "draft.html",
        number=number,
        problems=problems,
        waiting=waiting,
        away=away_words(tournament, names),
        here=[one.id for one in tournament.players if presence(tournament, one).state == "here"],
        orders=_told(orders, ask),
        certain=_certain(ask, orders) if waiting else None,
        reason=ask.typed("reason"),
        **({"pairing": None, "change": None, "seen_draft": ""} if draft is None else _drawn(ask, draft)),
    )


def _drawn(ask: Ask, draft: Draft) -> dict[str, object]:
    pairing = draft.pairing
    figures = figures_of(pairing)
    parts = sections(pairing, figures)
    return {
        "pairing": pairing,
        "nothing": pair_page.why_none(pairing) if pairing.empty else None,
        "notes": pair_page.notes(pairing, figures),
        "levels": () if parts or pairing.empty else level_texts(pairing, figures),
        "parts": parts,
        "figures": figures,
        "colours": has_colours(pairing.problem.position.rules),
        "changed": ask.desk.changed_since(draft),
        "change": _change(ask, pairing),
        "seen_draft": draft.seen,
        "bracket": bracket_drawing(pairing, Names(ask.tournament)) if pairing.problem.position.round > 1 else None,
    }


def _certain(ask: Ask, orders: Orders) -> list[str] | None:
    """The boards that are the same whatever the open results will be, in words; None where too many are open."""
    try:
        pairs = ask.desk.certain(orders)
    except PairproofError:
        return None  # the page says anyway why the round cannot be paired
    if pairs is None:
        return None
    names = Names(ask.tournament)
    return [names.board(a, b) for a, b in pairs]


def _told(orders: Orders, ask: Ask) -> list[tuple[str, str, str]]:
    """Each order: its name in the address, its value, and words."""
    names = Names(ask.tournament)
    found = []
    for pair in orders.fix:
        if pair.second == BYE:
            words = names.board(pair.first, BYE)
        else:
            words = say("{first} and {second} meet", first=names(pair.first), second=names(pair.second))
        found.append(("fix", f"{pair.first}-{pair.second}", words))
    for first, second in sorted(orders.forbid):
        if first == BYE:
            words = say("{player} does not have the bye", player=names(second))
        else:
            words = say("{first} and {second} do not meet", first=names(first), second=names(second))
        found.append(("forbid", f"{first}-{second}", words))
    return found


def _change(ask: Ask, pairing: Pairing) -> Change | None:
    """What it means to pair the two players named in the address as `a` and `b`; None where none are."""
    a, b = ask.number_or("a", None), ask.number_or("b", None)
    if a is None or b is None or a == b or pairing.empty:
        return None
    first, second = (b, a) if a == BYE else (a, b)
    try:
        answer = grant(pairing, FixedPair(first, second))
    except PairproofError as error:
        return Change(first, second, tuple(str(error).split("\n")), (), (), None, "", "")
    says = tuple(answer_sentences(pairing.problem, answer, figures_of(pairing)))
    before, after, drawing = boards_changed(pairing, answer, Names(ask.tournament))
    together = answer.outcome is Outcome.CHOSEN
    possible = answer.outcome not in (Outcome.ILLEGAL, Outcome.IMPOSSIBLE, Outcome.CHOSEN)
    return Change(
        first, second, says, before, after, drawing, f"{first}-{second}" if possible else "",
        f"{min(first, second)}-{max(first, second)}" if together else "",
    )  # fmt: skip


def boards_changed(
    pairing: Pairing, answer: Answer, names: Names
) -> tuple[tuple[str, ...], tuple[str, ...], Drawing | None]:
    """The boards that another answer changes, before and after, in words and drawn."""
    if answer.best is None or answer.best is pairing:
        return (), (), None
    before, after = (
        [(board.white, board.black) if isinstance(board, Board) else (board, BYE) for board in boards]
        for boards in changes(pairing, answer.best)
    )
    was, now = (tuple(names.board(*pair) for pair in pairs) for pairs in (before, after))
    return was, now, change_drawing(before, after, names)
