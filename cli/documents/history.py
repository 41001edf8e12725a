"""`history --json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from pairproof.cli.desk.journal import Line, standing
from pairproof.cli.documents.document import Document, given


class Changed(Document):
    """The lines of the file that an act changed: `was` before it, `now` after it."""

    was: list[str]
    now: list[str]


class JournalLine(Document):
    """A line of the journal; `holds` says that it can be taken back now.  `before` and `after` are SHA-256 of the file,
    `diff` is there where it was asked for.
    """

    n: int
    at: str
    who: str
    act: str
    arguments: dict[str, Any]
    holds: bool
    before: str
    after: str
    version: str
    diff: Changed | None = None


class History(Document):
    """The journal of a tournament file, from its first line on."""

    schema_: Literal["pairproof.history/1"] = Field(alias="schema")
    lines: list[JournalLine]

    @classmethod
    def of(cls, lines: Sequence[Line], *, diff: bool) -> History:
        """These lines."""
        holding = frozenset(standing(lines).undoable)
        return cls(
            schema="pairproof.history/1",
            lines=[
                JournalLine(
                    n=line.n,
                    at=line.at,
                    who=line.who,
                    act=line.act,
                    arguments=line.arguments,
                    holds=line.n in holding,
                    before=line.before,
                    after=line.after,
                    version=line.version,
                    **given(diff=_changed(line) if diff else None),
                )
                for line in lines
            ],
        )


def _changed(line: Line) -> Changed:
    return Changed(was=line.undo.was.splitlines(), now=line.undo.now.splitlines())
