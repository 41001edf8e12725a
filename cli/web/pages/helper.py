"""`/m/CODE`: a helper with a telephone fills the blank boards of his range."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response

from pairproof.cli.web.asking import Ask
from pairproof.cli.web.conflicts import OtherResult
from pairproof.cli.web.pages.rounds import rows_of
from pairproof.cli.web.rendering import Names, page, title_of, to
from pairproof.cli.web.roles import NotAllowed
from pairproof.model.errors import PairproofError
from pairproof.model.language import say


def door(ask: Ask) -> Response:
    """Where a code is typed in."""
    code = "".join(ask.text("code", 40).split())
    return to(f"/m/{code}") if code.isdecimal() else page(ask, "code.html", wrong=bool(code))


def show(ask: Ask) -> Response:
    """The boards of the code's range, the blank ones first."""
    return _page(_as_helper(ask), (), 200)


def enter(ask: Ask) -> Response:
    """A result: kept and said so, or not and why."""
    own = _as_helper(ask)
    try:
        number, board = own.number("round"), own.number("board")
        kept = own.desk.enter(own.visitor, number, board, own.text("result"), own.text("was"))
    except OtherResult as error:
        told = say(
            "Board {board} has {stands} already; the arbiter can change it.", board=error.board, stands=error.stands
        )
        return _page(own, (told,), 409)
    except NotAllowed as error:
        return _page(own, (str(error),), 403)
    except PairproofError as error:
        return _page(own, tuple(str(error).split("\n")), 422)
    return to(f"/m/{own.path['code']}?saved={board}&was={kept.line or 0}")


def _as_helper(ask: Ask) -> Ask:
    """The request, with what its code is good for.

    Raises
    ------
    NotAllowed
        The code is not good.
    """
    return replace(ask, visitor=ask.site.codes.visitor(ask.path["code"], ask.own))


def _page(ask: Ask, problems: tuple[str, ...], status: int) -> Response:
    helper = ask.visitor.helper
    assert helper is not None
    tournament = ask.desk.read().tournament
    number = len(tournament.rounds)
    rows = [row for row in rows_of(tournament, number) if helper.first <= row.number <= helper.last] if number else []
    return page(
        ask,
        "helper.html",
        status=status,
        title=title_of(tournament, ask.desk.store.path),
        names=Names(tournament),
        helper=helper,
        number=number,
        blank=[row for row in rows if not row.result],
        filled=[row for row in rows if row.result],
        problems=problems,
        saved=ask.number_or("saved", None) if not problems else None,
        state=ask.desk.state(),
    )
