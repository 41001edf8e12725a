"""From the bytes of a text file to its text, in whatever encoding it was saved."""

from __future__ import annotations

import re

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import say

UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
"""Byte-order marks of UTF-16, in which the shell of Windows writes what is redirected, and the encodings after them."""
DOS_END = "\x1a"
"""The end mark of old DOS files."""

# Control characters that no text file has; the end mark is cut off before.
_BINARY = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def utf8(data: bytes) -> bytes:
    """The bytes of a text without byte-order mark, in UTF-8 where it was UTF-16; others as they are.

    Raises
    ------
    InvalidInput
        The text begins as UTF-16 and does not go on so.
    """
    encoding = UTF16_BOMS.get(data[:2])
    if encoding is None:
        return data.removeprefix(UTF8_BOM)
    try:
        return data[2:].decode(encoding).encode("utf-8")
    except UnicodeError:
        message = say("The text begins as UTF-16, but is damaged; save it as UTF-8.")
        raise InvalidInput([Fault(message, line=1)]) from None


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a file of columns or lines, and warnings about its encoding.

    UTF-8 or UTF-16 with byte-order mark, UTF-8 without; Latin-1, in which every byte is a character, where it is none
    of these.

    Raises
    ------
    InvalidInput
        The file is empty or no text.
    """
    data = utf8(data)
    if not data.strip():
        raise InvalidInput([Fault(say("The file is empty."))])
    warnings: tuple[str, ...] = ()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        line = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
        warnings = (
            say("The text is not UTF-8 (line {line}), so it is read as Latin-1; some names may look wrong.", line=line),
        )
    text = text.rstrip(DOS_END)
    found = _BINARY.search(text)
    if found is not None:
        line = len(re.findall(r"\r\n|\r|\n", text[: found.start()])) + 1
        raise InvalidInput([Fault(say("This is binary data, not a text file."), line=line)])
    return text, warnings
