"""The journal beside a tournament file: a JSON line for each act, never rewritten (DESK 1).

Each line says what takes it back: the place where the file changed, what stands there now, and what stood there.  So
any state of the file can be had from the first line on, and every act can be undone, changes from outside too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import say

OPENED, NEW, OUTSIDE, UNDO, REDO = "opened", "new", "outside", "undo", "redo"
"""What is no act of a tournament: the file as it was found or made, changed from outside, and acts taken back."""
_FIELDS = ("n", "at", "who", "act", "arguments", "before", "after", "undo", "version")


@dataclass(frozen=True, slots=True)
class Patch:
    """At a place of the text (in characters) stands `now`, and stood `was`."""

    at: int
    now: str
    was: str

    @classmethod
    def between(cls, old: str, new: str) -> Patch:
        """What differs, in whole lines."""
        start = old.rfind("\n", 0, _in_common(old, new)) + 1
        end = _in_common(old[start:][::-1], new[start:][::-1])
        return cls(start, new[start : len(new) - end], old[start : len(old) - end])

    def forward(self, text: str) -> str:
        """The text with the change made."""
        return text[: self.at] + self.now + text[self.at + len(self.was) :]

    def back(self, text: str) -> str:
        """The text with the change taken back."""
        return text[: self.at] + self.was + text[self.at + len(self.now) :]


def _in_common(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True, slots=True)
class Line:
    """One act: `before` and `after` are the SHA-256 of the file, `at` the time (UTC)."""

    n: int
    at: str
    who: str
    act: str
    arguments: dict[str, Any]
    before: str
    after: str
    undo: Patch
    version: str

    def dump(self) -> bytes:
        """The line, its end included."""
        document = {name: getattr(self, name) for name in _FIELDS}
        document["undo"] = {"at": self.undo.at, "now": self.undo.now, "was": self.undo.was}
        return bytes_of(json.dumps(document, ensure_ascii=False)) + b"\n"


def text_of(data: bytes) -> str:
    """The bytes of a file as text; what is no UTF-8 comes back as it was."""
    return data.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    """The bytes again."""
    return text.encode("utf-8", "surrogateescape")


def digest(data: bytes) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def whole_length(data: bytes) -> int:
    """How much of a journal is whole: a last line that was cut off when the machine stopped is not."""
    return data.rfind(b"\n") + 1


def read_journal(data: bytes, name: str, known: Sequence[Line] = (), at: int = 0) -> list[Line]:
    """The lines of a journal, a torn last one left out; the first `at` bytes of it are `known` already.

    Raises
    ------
    InvalidInput
        It was edited or cut: the line at which it can be read no further.
    """
    lines = list(known)
    for number, raw in enumerate(data[at : whole_length(data)].splitlines(), start=len(lines) + 1):
        line = _line(raw)
        follows = line is not None and line.n == number and (not lines or line.before == lines[-1].after)
        if line is None or not follows:
            raise damaged(name, number)
        lines.append(line)
    new = lines[len(known) :]
    wrong = next((line.n for line in new if line.act in (UNDO, REDO) and not _points_back(lines, line)), None)
    if wrong is not None:
        raise damaged(name, wrong)
    return lines


def _points_back(lines: Sequence[Line], line: Line) -> bool:
    """Whether a line that takes back names one before it, and one that does again names one that takes back."""
    named = line.arguments.get("line")
    earlier = isinstance(named, int) and 1 < named < line.n
    return earlier and (line.act == UNDO or named in standing(lines[: line.n - 1]).undone)


def damaged(name: str, line: int) -> InvalidInput:
    """The error that a journal cannot be followed from a line on."""
    text = say(
        "The journal was edited or cut here, or is that of another file; put it back as it was, or move it away: the "
        "tournament file stays good, and a new journal begins."
    )
    return InvalidInput([Fault(text, line=line)], name)


def _line(raw: bytes) -> Line | None:
    """The line, if it is one that `Line.dump` writes."""
    try:
        document = json.loads(text_of(raw))
        undo = document.pop("undo")
        line = Line(undo=Patch(undo.pop("at"), undo.pop("now"), undo.pop("was")), **document)
        bytes_of(line.undo.now + line.undo.was)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    texts = (line.at, line.who, line.act, line.before, line.after, line.undo.now, line.undo.was, line.version)
    whole = type(line.n) is int and type(line.undo.at) is int and line.undo.at >= 0
    told = whole and all(isinstance(text, str) for text in texts) and isinstance(line.arguments, dict)
    return line if told else None


def text_after(lines: Sequence[Line]) -> str:
    """The file after the last of these lines, from the first on."""
    text = ""
    for line in lines:
        text = line.undo.now if line.act in (OPENED, NEW) else line.undo.forward(text)
    return text


@dataclass(frozen=True, slots=True)
class Standing:
    """Which lines hold: `undoable` those that can be taken back, `undone` the lines `undo` that can be, in order."""

    undoable: tuple[int, ...]
    undone: tuple[int, ...]


def standing(lines: Sequence[Line]) -> Standing:
    """What can be undone and redone after these lines."""
    now: list[int] = []
    undone: list[int] = []
    before: dict[int, list[int]] = {}
    for line in lines:
        before[line.n] = list(now)
        if line.act in (OPENED, NEW):
            continue
        if line.act == UNDO:
            now = [n for n in now if n < line.arguments["line"]]
            undone.append(line.n)
        elif line.act == REDO:
            now = before[line.arguments["line"]]
            undone.remove(line.arguments["line"])
        else:
            now.append(line.n)
            undone.clear()
    return Standing(tuple(now), tuple(undone))
