"""Pages learn that the file has changed, as server-sent events: a word, never what has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from pairproof.cli.web.asking import Site

PAUSE = 0.5
"""Seconds between two looks at the file."""
_ALIVE = 15.0
"""Seconds after which something is sent anyway, so that a closed browser is noticed."""
MOST_OPEN = 200
"""Pages that are told at the same time; others reload by hand."""

_open = 0


async def events(request: Request) -> Response:
    """`data: STATE` now and whenever the file has changed."""
    site: Site = request.app.state.site
    if _open >= MOST_OPEN:
        return Response(status_code=503, headers={"Retry-After": "60"})
    return StreamingResponse(_told(request, site), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def _told(request: Request, site: Site) -> AsyncIterator[str]:
    global _open
    _open += 1
    try:
        last, quiet = "", 0.0
        while not await request.is_disconnected():
            state = await asyncio.to_thread(site.desk.state)
            if state != last or quiet >= _ALIVE:
                last, quiet = state, 0.0
                yield f"data: {state}\n\n"
            quiet += PAUSE
            await asyncio.sleep(PAUSE)
    finally:
        _open -= 1
