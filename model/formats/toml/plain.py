"""Tables as the program itself writes them, and most people, read without a parser: in a thirtieth of the time.

Whatever is written in another way (escapes, dotted keys, comments, dates, numbers with signs) is left to the parser.
"""

from __future__ import annotations

import json
import re
from typing import Any

_KEY = r"[A-Za-z0-9_-]+"
_NUMBER = r"(?:0|[1-9][0-9]{0,17})"
_TEXT = r'"[^"\\\x00-\x1f\x7f]*"'
_SCALAR = rf"(?:{_NUMBER}|{_TEXT}|true|false)"
_LIST = rf"\[(?:[0-9, \[\]]|{_TEXT})*\]"
_TEXT_IN_TABLE = r'"[^"\\=\x00-\x1f\x7f]*"'
"""Without an equals sign: those in a list of tables stand behind keys."""
_PAIR = rf"{_KEY} *= *(?:{_NUMBER}|{_TEXT_IN_TABLE}|true|false|\[[0-9, \[\]]*\])"
_INLINE = rf"\{{ *(?:{_PAIR}(?: *, *{_PAIR})*)? *\}}"
_TABLES = rf"\[[ \n]*(?:{_INLINE}(?:,[ \n]*|[ \n]*(?=\])))+\]"

_HEADER = re.compile(rf"[ \n]*(?:\[\[ *({_KEY}) *\]\]|\[ *({_KEY}) *\]) *\n")
_ENTRY = re.compile(rf"\n*({_KEY}) *= *(?:({_SCALAR}|{_LIST})|({_TABLES}|{_INLINE})) *(?:\n|$)")
_KEY_IN_TABLE = re.compile(rf"({_KEY}) *=")
_LAST_COMMA = re.compile(r",[ \n]*\]$")


def plain_table(name: str, text: str) -> dict[str, Any] | None:
    """The keys of a table under the header of that name; None where the text is not plainly that."""
    header = _HEADER.match(text)
    if header is None or name not in header.groups():
        return None
    table: dict[str, Any] = {}
    place, end = header.end(), len(text.rstrip("\n "))
    while place < end:
        entry = _ENTRY.match(text, place)
        if entry is None or entry[1] in table:
            return None
        try:
            table[entry[1]] = _tables(entry[3]) if entry[2] is None else json.loads(entry[2])
        except ValueError:
            return None
        place = entry.end()
    return table


def _tables(text: str) -> list[dict[str, Any]] | dict[str, Any]:
    """An inline table, or a list of them; raises ValueError where it is not plainly one."""
    written, keys = _KEY_IN_TABLE.subn(r'"\1":', _LAST_COMMA.sub("]", text))
    found: list[dict[str, Any]] | dict[str, Any] = json.loads(written)
    if sum(map(len, found if isinstance(found, list) else [found])) != keys:
        raise ValueError("a key stands twice in one table")
    return found
