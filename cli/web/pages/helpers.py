"""`/helpers`: codes for helpers, and the addresses for everybody in the hall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.responses import Response

from pairproof.cli.web.asking import Ask, FieldProblem
from pairproof.cli.web.rendering import desk_page, to
from pairproof.cli.web.roles import Helper
from pairproof.model.language import say

_MOST_BOARD = 9999


@dataclass(frozen=True, slots=True)
class Shown:
    """A helper's code, until when it is good (UTC), where it leads, and the drawing of that."""

    helper: Helper
    until: str
    address: str
    drawing: str


def show(ask: Ask) -> Response:
    """The page."""
    base = ask.site.address
    codes = []
    for helper in ask.site.codes.all():
        address = f"{base}/m/{helper.code}" if base else ""
        until = datetime.fromtimestamp(helper.until, UTC).strftime("%Y-%m-%d %H:%M UTC")
        codes.append(Shown(helper, until, address, drawing_of(address)))
    return desk_page(
        ask,
        "helpers.html",
        codes=codes,
        base=base,
        wall=drawing_of(f"{base}/wall") if base else "",
        me=drawing_of(f"{base}/me") if base else "",
    )


def change(ask: Ask) -> Response:
    """A code is made, or revoked."""
    try:
        if ask.text("revoke"):
            ask.site.codes.revoke(ask.number("revoke"))
        else:
            first, last = ask.number("first"), ask.number("last")
            if not 1 <= first <= last <= _MOST_BOARD:
                raise FieldProblem({"last": say("Expected boards in order, as in 1 to 20.")})
            ask.site.codes.make(first, last)
    except FieldProblem as error:
        return show(ask.refused("helpers", error))
    return to("/helpers")


def drawing_of(address: str) -> str:
    """The QR code of an address as SVG; "" for none."""
    if not address:
        return ""
    import segno

    drawn = segno.make(address, error="m").svg_inline(scale=5, border=3, dark="#000", light="#fff", omitsize=True)
    return str(drawn)
