"""From the bytes of a text file to its text, in whatever encoding it was saved."""

from __future__ import annotations

import re

from pairproof.model.errors import Fault, InvalidInput

# Control characters that no text file has; the last one is the end mark of old DOS files, cut off before.
_BINARY = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a TRF file, and warnings about its encoding.

    UTF-8 with or without byte-order mark; Latin-1, in which every byte is a character, where it is not UTF-8.

    Raises
    ------
    InvalidInput
        The file is empty or no text.
    """
    if not data.strip():
        raise InvalidInput([Fault("The file is empty.")])
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InvalidInput([Fault("The text is UTF-16; save it as UTF-8.", line=1)])
    warnings: tuple[str, ...] = ()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        line = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
        warnings = (f"The text is not UTF-8 (line {line}), so it is read as Latin-1; some names may look wrong.",)
    text = text.rstrip("\x1a")
    found = _BINARY.search(text)
    if found is not None:
        line = len(re.findall(r"\r\n|\r|\n", text[: found.start()])) + 1
        raise InvalidInput([Fault("This is binary data, not a text file.", line=line)])
    return text, warnings
