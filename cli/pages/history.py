"""The page of `history`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pairproof.cli.desk.journal import NEW, OPENED, Line, standing
from pairproof.cli.output import Page, clean
from pairproof.model.language import say

_MOST = 60


def show(lines: Sequence[Line], *, diff: bool) -> None:
    """Every act; those that do not hold any more are marked."""
    page = Page()
    holding = standing(lines).undoable
    header = (say("line"), say("time"), say("who"), say("act"), say("with"))
    rows = [(str(one.n), one.at, one.who, _act(one, holding), _arguments(one)) for one in lines]
    if not diff:
        page.table(header, rows, right="x", shrink="    x")
    else:
        for row, one in zip(rows, lines, strict=True):
            page.title("  ".join(map(clean, row)))
            if one.act not in (OPENED, NEW):
                for text in one.undo.was.splitlines():
                    page.bad(f"- {clean(text)}")
                for text in one.undo.now.splitlines():
                    page.good(f"+ {clean(text)}")
    page.show()


def _act(line: Line, holding: Sequence[int]) -> str:
    undone = line.n not in holding and line.act not in (OPENED, NEW, "undo", "redo")
    return f"{line.act} ({say('undone')})" if undone else line.act


def _arguments(line: Line) -> str:
    text = json.dumps(line.arguments, ensure_ascii=False) if line.arguments else ""
    return text if len(text) <= _MOST else text[:_MOST] + "…"
