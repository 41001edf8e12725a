"""TOML as text: decoding and parsing."""

from __future__ import annotations

import re
from typing import Any

from pairproof.model.borrowed import parser_says
from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.encoding import utf8
from pairproof.model.formats.toml.mistakes import mistake
from pairproof.model.language import say


def text_of(data: bytes) -> str:
    """The text of a TOML file, byte-order mark and carriage returns taken out.

    TOML is UTF-8; UTF-16 is read where a byte-order mark says so.

    Raises
    ------
    InvalidInput
        The file is empty, binary, or in neither encoding.
    """
    data = utf8(data)
    if not data.strip():
        raise InvalidInput([Fault(say("The file is empty."))])
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(0)) + 1
        raise InvalidInput([Fault(say("This is binary data, not a text file."), line=line)])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line_start = before.rfind(b"\n") + 1
        raise InvalidInput(
            [
                Fault(
                    say("The text is not UTF-8, which TOML files have to be; save it as UTF-8."),
                    line=before.count(b"\n") + 1,
                    column=len(before[line_start:].decode("utf-8", "replace")) + 1,
                )
            ]
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text.

    Raises
    ------
    InvalidInput
        One fault with line and column: TOML cannot be read on after a syntax error.
    """
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput([_syntax_fault(str(error), text)]) from None
    except RecursionError:
        raise InvalidInput([Fault(say("TOML syntax: tables or arrays are nested too deeply."))]) from None
    except ValueError as error:
        # Python's own bound on the digits of a number.
        raise InvalidInput([Fault(say("TOML syntax: {error}.", error=parser_says(str(error))))]) from None


def _syntax_fault(message: str, text: str) -> Fault:
    """What the parser says, with its place; what to type instead where it is a mistake that people make."""
    place = _AT.search(message)
    lines = text.split("\n")
    # "at end of document" has no numbers: the end of the last line with something on it.
    line, column = len(text.rstrip().split("\n")), len(text.rstrip().split("\n")[-1]) + 1
    if place is not None and place[1] is not None:
        line, column = min(int(place[1]), len(lines)), int(place[2])
    found = mistake(lines, line, column, unclosed=message.startswith("Unclosed"))
    if found is not None:
        return found
    bare = parser_says(message[: place.start()] if place is not None else message)
    return Fault(say("TOML syntax: {error}.", error=bare[:1].lower() + bare[1:]), line=line, column=column)
