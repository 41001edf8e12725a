"""The text of a JSON file."""

from __future__ import annotations

import json

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import say


def json_text(data: bytes) -> str:
    """The text in UTF-8, or in UTF-16 or UTF-32, as the shells of some systems write it; a byte order mark is no part
    of it.

    Raises
    ------
    InvalidInput
        It is none of these.
    """
    encoding = json.detect_encoding(data)
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        if encoding.startswith("utf-8"):
            line = data.count(b"\n", 0, error.start) + 1
            raise InvalidInput([Fault(say("The text is not UTF-8, which JSON has to be."), line=line)]) from None
        raise InvalidInput(
            [Fault(say("The text is not {encoding}, as its beginning says.", encoding=encoding.upper()))]
        ) from None
