"""Mistakes that people make when they type TOML, told as what to type instead."""

from __future__ import annotations

import re

from pairproof.model.errors import Fault
from pairproof.model.formats.results import result_typed
from pairproof.model.formats.toml.strings import STRING
from pairproof.model.language import say

_CURLY = re.compile("[“”„‟«»‘’‚‹›]")
_DECIMAL_COMMA = re.compile(r"=\s*[+-]?((?:[0-9]+\.)*[0-9]+),([0-9]+)\s*(?=[,}\]#]|$)")
_BARE_RESULT = re.compile(r"\bresult\s*=\s*([^\s\"',}\]#]+(?:\s*[-–:/]\s*[^\s\"',}\]#]+)?)")
_NEXT_STATEMENT = re.compile(r"\s*(?:[\w.-]+\s*=|\[)")


def mistake(lines: list[str], line: int, column: int, *, unclosed: bool) -> Fault | None:
    """The mistake at a place where TOML could not be read on (counted from 1); None where it is none of these.

    `unclosed` says that the place is inside [ ] or { }, where a value has ended and no comma follows.
    """
    text = STRING.sub(lambda found: " " * len(found[0]), lines[line - 1])
    return (
        _curly_quotes(text, line)
        or _decimal_comma(text, line)
        or _bare_result(text, line)
        or (_missing_comma(lines, line, column) if unclosed else None)
    )


def _curly_quotes(text: str, line: int) -> Fault | None:
    found = _CURLY.search(text)
    if found is None:
        return None
    message = say('The quote {quote} is a curly one; TOML wants straight quotes: "…".', quote=found[0])
    return Fault(message, line=line, column=found.start() + 1)


def _decimal_comma(text: str, line: int) -> Fault | None:
    found = _DECIMAL_COMMA.search(text)
    if found is None:
        return None
    whole, decimals = found[1].replace(".", ""), found[2]
    message = say(
        "A number has a point, not a comma: write {number}; several numbers stand in [ ].",
        number=f"{whole}.{decimals}",
    )
    return Fault(message, line=line, column=found.start(1) + 1)


def _bare_result(text: str, line: int) -> Fault | None:
    found = _BARE_RESULT.search(text)
    if found is None or result_typed(found[1]) is None:
        return None
    message = say('A result stands in quotes: result = "{result}".', result=found[1])
    return Fault(message, line=line, column=found.start(1) + 1)


def _missing_comma(lines: list[str], line: int, column: int) -> Fault | None:
    """Two values without a comma between them, inside [ ] or { }."""
    before, after = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
    if not after.strip() or (not before.strip() and _NEXT_STATEMENT.match(after)):
        return None
    while not before.strip() and line > 1:
        line -= 1
        before = lines[line - 1]
    if not before.strip():
        return None
    shown = after.split()[0]
    text = say("A comma is missing before {next!r}.", next=shown if len(shown) <= 20 else shown[:20] + "…")
    return Fault(text, line=line, column=len(before.rstrip()) + 1)
