"""The page of a conflict: what stands, what was meant, and both ways on."""

from __future__ import annotations

from starlette.responses import Response

from pairproof.cli.desk.locking import Conflict
from pairproof.cli.web.asking import Ask
from pairproof.cli.web.conflicts import OtherResult, Stale
from pairproof.cli.web.journal_words import line_words
from pairproof.cli.web.rendering import Names, own, page


def show(ask: Ask, error: Conflict) -> Response:
    """Nothing was done: say what happened meanwhile, and ask."""
    since = []
    if isinstance(error, Stale):
        names = Names(ask.desk.read().tournament)
        since = [(line.at[11:16], line.who, line_words(line, names)) for line in error.since[-10:]]
    board = error if isinstance(error, OtherResult) else None
    back = ask.text("to") or (f"/round/{board.round}" if board else "/")
    return page(ask, "conflict.html", 409, sentence=str(error), since=since, board=board, back=own(back))
