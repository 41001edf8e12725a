"""`/round/N/change`: boards of the last round made by hand: before, after, what it costs, and why."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.desk.rearranging import Rearranged
from pairproof.cli.pages.levels import figures_of
from pairproof.cli.web.asking import Ask, NothingThere
from pairproof.cli.web.ladder import Drawing, change_drawing
from pairproof.cli.web.rendering import Names, desk_page
from pairproof.model.errors import PairproofError
from pairproof.model.language import say
from pairproof.model.tournament import BYE, Tournament
from pairproof.solver.explain.wording import loss_words


@dataclass(frozen=True, slots=True)
class Proposal:
    """The boards that would change, before and after, what that costs level by level, or why it cannot be."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    drawing: Drawing | None = None


def show(ask: Ask) -> Response:
    """The form, and with two players named in the address what would become of the round."""
    number = int(ask.path["round"])
    tournament = ask.tournament
    if number != len(tournament.rounds) or not number:
        raise NothingThere(say("There is no round {round} whose boards can be changed.", round=number))
    held = tournament.rounds[-1]
    return desk_page(
        ask,
        "change.html",
        number=number,
        seated=[*sorted(held.seated()), *([BYE] if held.byes else [])],
        asked=wish_of(ask),
        swap=bool(ask.typed("swap")),
        proposal=_proposal(ask),
        reason=ask.typed("reason"),
    )


def wish_of(ask: Ask) -> tuple[int, int] | None:
    """The two players named as `a` and `b`; None where they are not."""
    a, b = ask.number_or("a", None), ask.number_or("b", None)
    if a is None or b is None or a == b:
        return None
    return (b, a) if a == BYE else (a, b)


def rearranged(ask: Ask) -> Rearranged:
    """The round as it would be, without its reason.

    Raises
    ------
    PairproofError
        It breaks a rule, or nothing would change.
    """
    wish = wish_of(ask)
    if wish is None:
        raise NothingThere(say("Choose two different players."))
    return ask.desk.by_hand(wish, swap=bool(ask.typed("swap")))


def _proposal(ask: Ask) -> Proposal | None:
    if wish_of(ask) is None:
        return None
    try:
        return proposal_of(ask.tournament, rearranged(ask))
    except PairproofError as error:
        return Proposal(problems=tuple(str(error).split("\n")))


def proposal_of(tournament: Tournament, found: Rearranged) -> Proposal:
    """The last round otherwise, in words."""
    names, last = Names(tournament), tournament.rounds[-1]
    old, new = last.seats(), found.pairing.seats

    before, after = ([pair for pair in some if pair not in others] for some, others in ((old, new), (new, old)))
    figures = figures_of(found.pairing)
    return Proposal(
        tuple(names.board(*pair) for pair in before),
        tuple(names.board(*pair) for pair in after),
        tuple(loss_words(loss, figures) for loss in found.losses),
        drawing=change_drawing(before, after, names),
    )
