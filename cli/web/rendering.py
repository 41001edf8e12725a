"""From the data of a page to the answer that the browser gets."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pairproof.cli.pages import html
from pairproof.cli.pages.html.names import readable
from pairproof.cli.pages.html.sheet import Sheet
from pairproof.cli.web.asking import Ask
from pairproof.cli.web.roles import Role
from pairproof.model.language import LANGUAGES, say, say_n, spoken
from pairproof.model.tournament import BYE, Tournament

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
"""What no page shows: control characters, and signs that turn the direction of all that follows."""
_HERE = Path(__file__).resolve().parent

LANGUAGE_NAMES = dict(zip(LANGUAGES, ("English", "Português", "Русский"), strict=True))


@cache
def environment() -> Environment:
    """The templates; they escape everything that they are given."""
    made = Environment(
        loader=FileSystemLoader([_HERE / "templates", _HERE.parent / "pages" / "html"]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(say=say, say_n=say_n, languages=LANGUAGE_NAMES)
    return made


def page(ask: Ask, template: str, status: int = 200, headers: dict[str, str] | None = None, **data: Any) -> Response:
    """A page of a template of that name."""
    shown = {
        "ask": ask,
        "language": spoken(),
        "arbiter": ask.visitor.role is Role.ARBITER,
        "trouble": ask.trouble,
        "said": None,
        **data,
    }
    text = _UNSEEN.sub("\ufffd", environment().get_template(template).render(shown))
    return HTMLResponse(text.encode("utf-8", "replace"), status, headers)


def sheet_page(sheet: Sheet) -> Response:
    """A page as `report` writes it, to be printed: its style stands in it."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
    return HTMLResponse(html.render(sheet, spoken()), headers={"Content-Security-Policy": policy})


def desk_page(ask: Ask, template: str, **data: Any) -> Response:
    """One of the arbiter's pages: with the tournament, what the last act said, and what was found meanwhile."""
    number = ask.number_or("done", None)
    return page(
        ask,
        template,
        status=200 if ask.trouble is None else 422,
        tournament=ask.tournament,
        title=title_of(ask.tournament, ask.desk.store.path),
        seen=ask.held.sha256,
        names=Names(ask.tournament),
        newest=len(ask.tournament.rounds),
        state=ask.desk.state(),
        said=None if number is None or ask.trouble else ask.desk.said.get(number),
        notices=ask.desk.notices(),
        line=number,
        **data,
    )


def title_of(tournament: Tournament, path: Path) -> str:
    """The tournament's name, or that of its file."""
    return readable(tournament.name) or path.name


def own(address: str) -> str:
    """The address, where it is one of the desk's own; else the first page."""
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) else "/"


def to(address: str) -> Response:
    """Go and look there: after a form, so that going back or reloading does not send it again."""
    return RedirectResponse(address, 303)


class Names:
    """The players as pages write them."""

    def __init__(self, tournament: Tournament) -> None:
        self._names = {player.id: readable(player.name) for player in tournament.players}

    def __call__(self, player: int) -> str:
        """The name; the number of whoever has none; the bye."""
        return self._names.get(player) or (say("the bye") if player == BYE else str(player))

    def board(self, one: int, other: int) -> str:
        """`Ana – Rui`, or that the one has the bye."""
        return f"{self(one)} – {self(other)}" if other != BYE else say("{player} has the bye", player=self(one))

    def numbered(self, player: int) -> str:
        """`3 Ana Silva`, for what is chosen from."""
        name = self._names.get(player, "")
        return f"{player} {name}".strip() if player else say("the bye")
