"""The desk as a web application: addresses, what each needs, and what becomes of errors."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from pairproof.cli.desk.locking import Conflict
from pairproof.cli.web import live
from pairproof.cli.web.asking import Ask, NothingThere, Site
from pairproof.cli.web.guard import Guard
from pairproof.cli.web.rendering import own, page, to
from pairproof.cli.web.roles import NotAllowed, Role, Visitor
from pairproof.model.errors import PairproofError
from pairproof.model.language import LANGUAGES, naming, say, speaking

COOKIE = "pairproof-desk"
LANGUAGE = "pairproof-lang"
_HERE = Path(__file__).resolve().parent
_STATIC = {
    "screen.css": _HERE.parent / "pages" / "html" / "screen.css",
    "desk.css": _HERE / "static" / "desk.css",
    "desk.js": _HERE / "static" / "desk.js",
}
_AN_EVENING = 24 * 3600
"""Seconds: a browser that was closed and opened again is still the arbiter's, as long as the desk runs."""
_LOOPBACK = ("127.0.0.1", "::1", "testclient")
ARBITER, ANYBODY = frozenset({Role.ARBITER}), frozenset(Role)

View = Callable[[Ask], Response]
"""What answers; addresses name it as `module.function`, loaded when it is first asked for."""


@dataclass(frozen=True)
class Address:
    """A path, what answers there, to whom, and whether it is a write."""

    path: str
    view: str
    roles: Collection[Role] = ARBITER
    post: bool = False


ADDRESSES = (
    Address("/", "overview.show"),
    Address("/new", "head.new"),
    Address("/new", "head.make", post=True),
    Address("/put-back", "head.put_back", post=True),
    Address("/tournament", "head.show"),
    Address("/players", "players.show"),
    Address("/players/{player:int}", "players.one"),
    Address("/round/{round:int}", "rounds.show"),
    Address("/round/{round:int}/print", "rounds.printed"),
    Address("/round/{round:int}/change", "change.show"),
    Address("/round/{round:int}/why/{board:int}", "why.show"),
    Address("/standings", "standings.show"),
    Address("/standings.csv", "standings.csv_of"),
    Address("/standings/print", "standings.printed"),
    Address("/history", "history.show"),
    Address("/helpers", "helpers.show"),
    Address("/helpers", "helpers.change", post=True),
    Address("/act/{act}", "acts.post", post=True),
    Address("/wall", "wall.show", ANYBODY),
    Address("/me", "me.index", ANYBODY),
    Address("/me/{player:int}", "me.show", ANYBODY),
    Address("/m", "helper.door", ANYBODY),
    Address("/m/{code}", "helper.show", ANYBODY),
    Address("/m/{code}", "helper.enter", ANYBODY, post=True),
)
"""Every page and form; what is not here does not exist."""


def application(site: Site, hosts: Collection[str]) -> Starlette:
    """The desk of a site, that answers under these hosts (names with ports)."""
    routes: list[BaseRoute] = [
        Route("/enter/{link}", _enter, methods=["GET"]),
        Route("/language/{language}", _language, methods=["GET"]),
        Route("/static/{name}", _static, methods=["GET"]),
        Route("/events", live.events, methods=["GET"]),
    ]
    for one in ADDRESSES:
        routes.append(Route(one.path, _endpoint(one), methods=["POST" if one.post else "GET"]))
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: _http_error, Exception: _bug},
    )
    app.state.site = site
    return app


def _endpoint(address: Address) -> Callable[[Request], object]:
    async def endpoint(request: Request) -> Response:
        form = await request.form(max_files=1, max_fields=2000, max_part_size=2_000_000) if address.post else FormData()
        fields = {name: [one if isinstance(one, str) else "" for one in form.getlist(name)] for name in form}
        ask = _asked(request, fields)
        return await run_in_threadpool(_answer, ask, address, language_of(request))

    return endpoint


def _asked(request: Request, form: dict[str, list[str]]) -> Ask:
    query = {name: request.query_params.getlist(name) for name in request.query_params}
    site: Site = request.app.state.site
    path = {name: str(value) for name, value in request.path_params.items()}
    return Ask(site, visitor_of(request), request.url.path, address_of(request), path, query, form)


def visitor_of(request: Request) -> Visitor:
    """The arbiter, on this machine with the cookie; whoever else looks on."""
    site: Site = request.app.state.site
    cookie = request.cookies.get(_cookie_name(request), "")
    if address_of(request) in _LOOPBACK and site.sessions.holds(cookie):
        return Visitor(Role.ARBITER)
    return Visitor()


def _cookie_name(request: Request) -> str:
    """Browsers do not tell ports apart, and there may be two desks."""
    return f"{COOKIE}-{request.url.port or 80}"


def address_of(request: Request) -> str:
    """The address of whoever asks."""
    return request.client.host if request.client else ""


def language_of(request: Request) -> str:
    """What was chosen on a page; else what the desk was started in; else what the browser wishes."""
    chosen = request.cookies.get(LANGUAGE, "")
    site: Site = request.app.state.site
    if chosen in LANGUAGES:
        return chosen
    if site.lang is not None:
        return site.lang
    for wish in request.headers.get("accept-language", "").split(","):
        language = wish.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


@cache
def _view(address: Address) -> View:
    module, _, function = address.view.partition(".")
    package = "pairproof.cli.web" if module == "acts" else "pairproof.cli.web.pages"
    found: View = getattr(import_module(f"{package}.{module}"), function)
    return found


def warm() -> None:
    """Load what pages need: while the first one is read, nobody waits for it."""
    for address in ADDRESSES:
        _view(address)


def _answer(ask: Ask, address: Address, language: str) -> Response:
    with speaking(language), naming(ask.named):
        try:
            if ask.visitor.role not in address.roles:
                raise NotAllowed(say("This page is the arbiter's."))
            if address.path != "/new" and ask.desk.to_be_made:
                return to("/new") if ask.visitor.role is Role.ARBITER else _nothing_yet(ask)
            return _view(address)(ask)
        except NotAllowed as error:
            return page(ask, "message.html", 403, heading=say("Not for everybody"), lines=str(error).split("\n"))
        except NothingThere as error:
            return page(ask, "message.html", 404, heading=say("Nothing here"), lines=[str(error)])
        except Conflict as error:
            from pairproof.cli.web import conflict_pages

            return conflict_pages.show(ask, error)
        except PairproofError as error:
            lost = ask.visitor.role is Role.ARBITER and ask.desk.lost
            lines = str(error).split("\n")
            return page(ask, "message.html", 422, heading=say("That does not work"), lines=lines, lost=lost)


def _nothing_yet(ask: Ask) -> Response:
    lines = [say("The arbiter has not made the tournament yet.")]
    return page(ask, "message.html", 404, heading=say("Nothing here"), lines=lines)


def _enter(request: Request) -> Response:
    site: Site = request.app.state.site
    with speaking(language_of(request)):
        ask = _asked(request, {})
        if ask.visitor.role is Role.ARBITER:
            return to("/")
        try:
            if address_of(request) not in _LOOPBACK:
                raise NotAllowed(say("The arbiter's pages are for the machine that the desk runs on."))
            cookie = site.sessions.enter(request.path_params["link"])
        except NotAllowed as error:
            return page(ask, "message.html", 403, heading=say("Not for everybody"), lines=[str(error)])
        answer = to("/")
        answer.set_cookie(
            _cookie_name(request), cookie, httponly=True, samesite="strict", path="/", max_age=_AN_EVENING
        )
        return answer


def _language(request: Request) -> Response:
    back = request.query_params.get("to", "/")
    answer = to(own(back))
    if request.path_params["language"] in LANGUAGES:
        answer.set_cookie(
            LANGUAGE, request.path_params["language"], httponly=True, samesite="strict", max_age=31_536_000
        )
    return answer


def _static(request: Request) -> Response:
    path = _STATIC.get(request.path_params["name"])
    if path is None:
        return PlainTextResponse("", 404)
    return FileResponse(path, headers={"Cache-Control": "no-cache"})


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    with speaking(language_of(request)):
        told = say("That request cannot be understood; nothing has changed.")
        if error.status_code in (404, 405):
            told = say("There is no such page.")
        ask = _asked(request, {})
        return page(ask, "message.html", error.status_code, heading=say("Nothing here"), lines=[told])


async def _bug(request: Request, error: Exception) -> Response:
    """What should never happen; the server writes the traceback to standard error."""
    with speaking(language_of(request)):
        lines = [
            say("This is a bug in pairproof. The file is whole; what was acknowledged before is kept."),
            f"{type(error).__name__}: {error}",
        ]
        return page(_asked(request, {}), "message.html", 500, heading=say("That went wrong"), lines=lines)
