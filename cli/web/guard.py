"""What stands before every page: who may ask under which name, from where a write may come, how large it may be."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pairproof.model.language import say

MOST_BYTES = 2_000_000
"""Of a form: a list of thousands of players fits."""
_SAFE = ("GET", "HEAD")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""Nothing comes from another host, and no page of another one holds these."""
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Refuses a foreign Host (a name made to point here), a write from a foreign page, and what is too large.

    Parameters
    ----------
    hosts
        The names, with ports, under which the desk answers.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, why = self._refusal(scope)
        if why:
            await PlainTextResponse(why, status, headers=_ALWAYS)(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", POLICY)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, sent)

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host.lower() not in self._hosts:
            return 421, say("The desk does not answer under this name; open it under the address that it printed.")
        if scope["method"] in _SAFE:
            return 0, ""
        if not _from_here(headers, host):
            return 403, say("This form was sent from another site; nothing has changed.")
        length = headers.get("content-length", "")
        if not length.isdecimal():
            return 411, say("The size of the form is not told; nothing has changed.")
        if int(length) > MOST_BYTES:
            return 413, say("The form is too large; nothing has changed.")
        return 0, ""


def _from_here(headers: Headers, host: str) -> bool:
    """Whether a write comes from a page of the desk: browsers say so in Origin, old ones in Referer."""
    origin = headers.get("origin")
    if origin is None:
        origin = headers.get("referer", "")
    found = urlsplit(origin)
    return found.scheme == "http" and found.netloc.lower() == host.lower()
