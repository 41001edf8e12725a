"""TOML as text: decoding, parsing, and the spelling of strings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pairproof.model.errors import Fault, InvalidInput

STRING = re.compile(
    r"\"\"\"(?:\\.|[^\\])*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*",
    re.DOTALL,
)
"""Strings and comments of a well-formed TOML text."""


def text_of(data: bytes) -> str:
    """The text of a TOML file, byte-order mark and carriage returns taken out.

    Raises
    ------
    InvalidInput
        The file is empty, binary, or not UTF-8 (the only encoding of TOML).
    """
    if not data.strip():
        raise InvalidInput([Fault("The file is empty.")])
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(0)) + 1
        raise InvalidInput([Fault("This is binary data, not a text file.", line=line)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line_start = before.rfind(b"\n") + 1
        raise InvalidInput(
            [
                Fault(
                    "The text is not UTF-8, which TOML files have to be; save it as UTF-8.",
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
        message = str(error)
        place = _AT.search(message)
        lines = text.split("\n")
        # "at end of document" has no numbers: the end of the last line with something on it.
        line, column = len(text.rstrip().split("\n")), len(text.rstrip().split("\n")[-1]) + 1
        if place is not None and place[1] is not None:
            line, column = min(int(place[1]), len(lines)), int(place[2])
        bare = message[: place.start()] if place is not None else message
        raise InvalidInput([Fault(f"TOML syntax: {bare[:1].lower()}{bare[1:]}.", line=line, column=column)]) from None
    except RecursionError:
        raise InvalidInput([Fault("TOML syntax: tables or arrays are nested too deeply.")]) from None
    except ValueError as error:
        # Python's own bound on the digits of a number.
        raise InvalidInput([Fault(f"TOML syntax: {error}.")]) from None


def has_comments(text: str) -> bool:
    """Whether a well-formed TOML text has a comment."""
    return any(found[0].startswith("#") for found in STRING.finditer(text))


def toml_text(text: str) -> str:
    """A basic TOML string.  JSON's escapes are TOML's, but TOML also wants DEL escaped."""
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_texts(texts: Iterable[str]) -> str:
    """A list of TOML strings on one line."""
    return f"[{', '.join(map(toml_text, texts))}]"
