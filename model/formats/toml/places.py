"""Where things stand in a TOML text: the parser does not say."""

from __future__ import annotations

import re

from pairproof.model.formats.places import Path
from pairproof.model.formats.toml.strings import STRING

_HEADER = re.compile(r"\s*(\[\[|\[)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


class Line(int):
    """A line number, and the place in the file that it is of: one line can hold many."""

    place: Path

    def __new__(cls, number: int, place: Path) -> Line:
        line = super().__new__(cls, number)
        line.place = place
        return line


def places_in(text: str) -> dict[Path, Line]:
    """The line of each table, key and inline table of a well-formed TOML text.

    A light scan, not a parser: keys in quotes and dotted keys stay unknown, and then the table's line stands for them.
    """
    # Strings and comments become blanks of the same length, so that brackets inside them do not count.
    clean = STRING.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    places: dict[Path, Line] = {}
    tables: dict[str, int] = {}
    table: Path = ()
    key: Path | None = None
    depth = inline = 0
    for number, line in enumerate(clean.split("\n"), start=1):
        if depth == 0:
            header = _HEADER.match(line)
            named = _KEY.match(line)
            if header is not None:
                name = header[2]
                table = (name,)
                if header[1] == "[[":
                    tables[name] = tables.get(name, -1) + 1
                    table = (name, tables[name])
                    places.setdefault((name,), Line(number, (name,)))
                places.setdefault(table, Line(number, table))
                continue
            if named is not None:
                key, inline = (*table, named[1]), 0
                places.setdefault(key, Line(number, key))
                line = line[named.end() :]
        for character in line:
            if character == "{" and depth == 1 and key is not None:
                places.setdefault((*key, inline), Line(number, (*key, inline)))
                inline += 1
            depth += (character in "[{") - (character in "]}")
    return places
