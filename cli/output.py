"""The one sink: data to stdout, everything else to stderr; tables for people or one JSON document."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from pairproof.model.borrowed import system_says
from pairproof.model.errors import FileProblem
from pairproof.model.figures import FRACTIONS, Figures
from pairproof.model.language import say

_BOLD, _DIM, _GREEN, _RED = "1", "2", "32", "31"


def complain(message: str) -> None:
    """Lines for the person, to stderr."""
    remark("".join(f"{clean(line)}\n" for line in message.split("\n")))


def remark(text: str) -> None:
    """Text for the person as it is, to stderr."""
    try:
        sys.stderr.write(_encodable(text, sys.stderr))
        sys.stderr.flush()
    except OSError:
        pass  # nowhere left to say it


def warn(warnings: Iterable[str]) -> None:
    """Warnings to stderr."""
    for warning in warnings:
        complain(say("Warning: {text}", text=warning))


def write(text: str) -> None:
    """Data to stdout, at once.

    Raises
    ------
    FileProblem
        It cannot be written (a full disk).
    BrokenPipeError
        The reader went away.
    """
    _write(lambda: sys.stdout.write(_encodable(text, sys.stdout)))


def write_bytes(data: bytes) -> None:
    """A file's content to stdout, as it is."""
    _write(lambda: sys.stdout.buffer.write(data))


def _write(act: Any) -> None:
    try:
        act()
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileProblem(say("Cannot write to standard output: {reason}.", reason=system_says(error))) from error


def dump_json(document: Mapping[str, Any]) -> bytes:
    """The document as UTF-8, one field or entry a line where that is readable."""
    lines = []
    for key, value in document.items():
        name = json.dumps(key)
        if isinstance(value, list) and value and not all(isinstance(entry, int) for entry in value):
            entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in value)
            lines.append(f"  {name}: [\n{entries}\n  ]")
        else:
            lines.append(f"  {name}: {json.dumps(value, ensure_ascii=False)}")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("utf-8", "replace")


def _encodable(text: str, stream: TextIO) -> str:
    """The text with what the stream's encoding cannot say replaced."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def clean(text: str) -> str:
    """The text without control characters: a name cannot move the cursor or break a table."""
    if text.isprintable():
        return text
    return "".join(" " if character in "\n\t" else character for character in text if not _is_control(character))


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") and character not in "\n\t"


def width(text: str) -> int:
    """Columns the text takes on a terminal: wide East Asian characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


@dataclass(frozen=True, slots=True)
class Signs:
    """Characters beyond ASCII, and what stands for them where the encoding has none."""

    down: str = "↓"
    up: str = "↑"
    fractions: tuple[str, str, str] = FRACTIONS
    dash: str = "–"
    dots: str = "…"


_ASCII = Signs("v", "^", (".25", ".5", ".75"), "-", "..")


class Page:
    """A page for people: lines, gathered and then written at once."""

    def __init__(self, stream: TextIO | None = None) -> None:
        stream = stream or sys.stdout
        terminal = stream.isatty()
        self._stream = stream
        self._lines: list[str] = []
        self._colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        size = shutil.get_terminal_size((100, 24)) if terminal else None
        self._columns = None if size is None else size.columns
        self._rows = None if size is None else size.lines
        self.signs = Signs()
        try:
            f"↓↑{''.join(FRACTIONS)}–…".encode(stream.encoding or "utf-8")
        except (UnicodeEncodeError, LookupError):
            self.signs = _ASCII

    def line(self, text: str = "") -> None:
        """A line as it is."""
        self._lines.append(text)

    def title(self, text: str) -> None:
        """A line that stands out."""
        self.line(self._styled(text, _BOLD))

    def good(self, text: str) -> None:
        """A line of good news."""
        self.line(self._styled(text, _GREEN))

    def bad(self, text: str) -> None:
        """A line of bad news."""
        self.line(self._styled(text, _RED))

    def sections(self, parts: Iterable[tuple[str, Iterable[str]]]) -> None:
        """Titles with sentences under each, an empty line between."""
        for place, (title, sentences) in enumerate(parts):
            if place:
                self.line()
            self.title(title)
            for sentence in sentences:
                self.paragraph(sentence, indent=2)

    def paragraph(self, text: str, indent: int = 0) -> None:
        """Text broken into lines of the terminal's width, 100 at most."""
        self._lines += self.broken(text, indent)

    def broken(self, text: str, indent: int = 0) -> list[str]:
        """The lines that `paragraph` would add."""
        most = min(self._columns or 100, 100)
        pad = " " * indent
        return textwrap.wrap(
            text, max(most, indent + 40), initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False
        )

    def part(self) -> Page:
        """An empty page of the same kind, to be added to this one."""
        return Page(self._stream)

    def add(self, *parts: Page) -> None:
        """Add parts below, an empty line between them."""
        for number, part in enumerate(parts):
            self._lines += [""] * (number > 0) + part._lines

    @property
    def empty(self) -> bool:
        """Whether nothing stands on it."""
        return not self._lines

    def fits(self, *parts: Page) -> bool:
        """Whether all of that is to be seen at once, with the prompt below; always, where it is no terminal."""
        return self._rows is None or sum(len(part._lines) + 1 for part in parts) < self._rows

    def table(self, header: Sequence[str], rows: Iterable[Sequence[str]], *, right: str = "", shrink: str = "") -> None:
        """Columns under a header.

        `right` and `shrink` hold one character per column ("x" for yes): right-aligned; may be cut off where the
        terminal is too narrow.
        """
        body = [list(map(clean, row)) for row in rows]
        widths = [max(map(width, column)) for column in zip(header, *body, strict=True)]
        if self._columns is not None:
            self._shrink(widths, shrink)
        for number, row in enumerate([list(header), *body]):
            cells = []
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True)):
                cell = self._cut(cell, wide)
                gap = " " * (wide - width(cell))
                cells.append(gap + cell if right[place : place + 1] == "x" else cell + gap)
            text = "  ".join(cells).rstrip()
            self.line(self._styled(text, _DIM) if number == 0 else text)

    def _shrink(self, widths: list[int], shrink: str) -> None:
        assert self._columns is not None
        over = sum(widths) + 2 * (len(widths) - 1) - self._columns
        elastic = [place for place, mark in enumerate(shrink) if mark == "x"]
        while over > 0 and elastic:
            widest = max(elastic, key=lambda place: widths[place])
            if widths[widest] <= 8:
                break
            widths[widest] -= 1
            over -= 1

    def _cut(self, cell: str, wide: int) -> str:
        if width(cell) <= wide:
            return cell
        dots = self.signs.dots
        while cell and width(cell) + len(dots) > wide:
            cell = cell[:-1]
        return cell + dots

    def _styled(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour and text else text

    def show(self) -> None:
        """Write the page."""
        write("".join(f"{line}\n" for line in self._lines))


def points(value: int, halves: bool, signs: Signs = Signs()) -> str:
    """A score in half-win units; halved where the tournament counts so."""
    return Figures(halves, fractions=signs.fractions).points(value)
