"""`/history`: the journal in words, what each act changed in the file, and the way back."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.desk.journal import NEW, OPENED, REDO, UNDO, Line, standing
from pairproof.cli.web.asking import Ask
from pairproof.cli.web.journal_words import line_words
from pairproof.cli.web.rendering import Names, desk_page

_A_PAGE = 50
_MOST_LINES = 60
"""Of what changed in the file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal: whether it can be undone, and whether it holds no more; the lines of the file before and
    after."""

    line: Line
    words: str
    undoable: bool
    undone: bool
    was: tuple[str, ...]
    now: tuple[str, ...]


def show(ask: Ask) -> Response:
    """The newest first."""
    lines = ask.held.lines
    holds = standing(lines)
    names = Names(ask.tournament)
    first = min(ask.number_or("before", len(lines) + 1), len(lines) + 1)
    shown = lines[max(0, first - 1 - _A_PAGE) : first - 1]
    entries = [
        Entry(
            line,
            line_words(line, names),
            line.n in holds.undoable,
            line.n not in holds.undoable and line.act not in (OPENED, NEW, UNDO, REDO),
            () if line.act in (OPENED, NEW) else _lines(line.undo.was),
            () if line.act in (OPENED, NEW) else _lines(line.undo.now),
        )
        for line in reversed(shown)
    ]
    older = shown[0].n if shown and shown[0].n > 1 else None
    return desk_page(ask, "history.html", entries=entries, older=older, undone=bool(holds.undone))


def _lines(text: str) -> tuple[str, ...]:
    found = text.splitlines()
    return (*found[:_MOST_LINES], "…") if len(found) > _MOST_LINES else tuple(found)
