"""The desk as a running server: on this machine alone, or open to the hall."""

from __future__ import annotations

import errno
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import uvicorn

from pairproof.cli.desk.store import Store
from pairproof.cli.web.app import application, warm
from pairproof.cli.web.asking import Site
from pairproof.cli.web.desk import Desk
from pairproof.cli.web.roles import Codes, Sessions
from pairproof.model.borrowed import system_says
from pairproof.model.errors import FileProblem, UsageProblem
from pairproof.model.language import say

LOCAL = "127.0.0.1"
WARM_AFTER = 1.0
"""Seconds: the first page comes first."""
_BACKLOG = 128
_ANYWHERE = "0.0.0.0"
_NEIGHBOUR = ("192.0.2.1", 9)
"""Nobody's address: asked which way there, a machine names its own in the network, and sends nothing."""


@dataclass(frozen=True)
class Told:
    """What there is to tell whoever started the desk: the arbiter's link, and the address in the network."""

    link: str
    address: str


def serve(
    file: str, *, port: int, lan: bool, lang: str | None, open_browser: bool, tell: Callable[[Told], None]
) -> None:
    """Answer until Ctrl-C.

    Raises
    ------
    UsageProblem
        There is no network to open to, or the port is taken.
    PairproofError
        The file cannot be read.
    """
    notices: list[str] = []
    store = Store(file, "desk", notices.append)
    desk = Desk(store, lambda: _taken(notices))
    if not desk.to_be_made:
        desk.read()
    listening = _socket(_ANYWHERE if lan else LOCAL, port)
    found = listening.getsockname()[1]
    own = _own_address() if lan else ""
    site = Site(desk, Codes(), Sessions(), f"http://{own}:{found}" if own else "", lang)
    hosts = {f"{name}:{found}" for name in (LOCAL, "localhost", *([own] if own else []))}
    link = f"http://{LOCAL}:{found}/enter/{site.sessions.link}"
    tell(Told(link, site.address))
    server = uvicorn.Server(
        uvicorn.Config(
            application(site, hosts),
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=2,
            proxy_headers=False,
            limit_concurrency=1000,
        )
    )
    if open_browser:
        with suppress(webbrowser.Error):
            webbrowser.open(link)
    warming = threading.Timer(WARM_AFTER, warm)
    warming.daemon = True
    warming.start()
    with listening, suppress(KeyboardInterrupt):  # the way to end it
        server.run([listening])


def _taken(notices: list[str]) -> list[str]:
    found, notices[:] = list(notices), []
    return found


def _socket(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)  # whoever opens the link at once waits, and is not refused
    except OSError as error:
        listening.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise UsageProblem(say("--port {port} is taken, or not allowed; choose another one.", port=port)) from None
        raise FileProblem(
            say("Cannot listen on port {port}: {reason}.", port=port, reason=system_says(error))
        ) from None
    return listening


def _own_address() -> str:
    """The address of this machine in the network.

    Raises
    ------
    UsageProblem
        It is in none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_NEIGHBOUR)
            own = str(asking.getsockname()[0])
        except OSError:
            own = ""
    if not own or own.startswith("0."):
        raise UsageProblem(say("--lan: this machine is in no network; leave --lan out."))
    return own
