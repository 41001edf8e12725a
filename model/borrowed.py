"""Sentences that are not the program's own: what Python's parsers and the system say, in the language spoken."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from pairproof.model.language import any_of, say

SYSTEM_SAYS = (
    "Address already in use",
    "Cannot assign requested address",
    "Connection refused",
    "Connection reset by peer",
    "Device or resource busy",
    "Directory not empty",
    "File exists",
    "File name too long",
    "File too large",
    "Input/output error",
    "Invalid argument",
    "Invalid cross-device link",
    "Is a directory",
    "No route to host",
    "No space left on device",
    "No such device or address",
    "No such file or directory",
    "Not a directory",
    "Disk quota exceeded",
    "Operation not permitted",
    "Permission denied",
    "Read-only file system",
    "Too many levels of symbolic links",
    "Too many open files",
    "embedded null byte",
)
"""Why something cannot be done with a file, a folder or a connection."""

PARSERS_SAY = (
    # JSON
    "Expecting value",
    "Expecting {what} delimiter",
    "Expecting property name enclosed in double quotes",
    "Extra data",
    "Illegal trailing comma before end of {what}",
    "Invalid control character at",
    "Invalid \\escape",
    "Invalid \\uXXXX escape",
    "Unterminated string starting at",
    # TOML
    "Cannot declare {key} twice",
    "Cannot mutate immutable namespace {key}",
    "Cannot overwrite a value",
    "Cannot redefine namespace {key}",
    "Duplicate inline table key {key}",
    "Escaped character is not a Unicode scalar value",
    "Expected '=' after a key in a key/value pair",
    "Expected ']' at the end of a table declaration",
    "Expected ']]' at the end of an array declaration",
    "Expected newline or end of document after a statement",
    "Expected {what}",
    "Found invalid character {character}",
    "Illegal character {character}",
    "Invalid date or datetime",
    "Invalid hex value",
    "Invalid initial character for a key part",
    "Invalid statement",
    "Invalid value",
    "Unclosed array",
    "Unclosed inline table",
    "Unescaped '\\' in a string",
    "Unterminated string",
    "Exceeds the limit ({most} digits) for integer string conversion{more}",
    # XML
    "syntax error",
    "no element found",
    "not well-formed (invalid token)",
    "unclosed token",
    "partial character",
    "mismatched tag",
    "duplicate attribute",
    "junk after document element",
    "undefined entity",
    "reference to invalid character number",
    "XML or text declaration not at start of entity",
    "unknown encoding",
    "encoding specified in XML declaration is incorrect",
    "unclosed CDATA section",
    "unbound prefix",
    "XML declaration not well-formed",
)
"""What is wrong with a text, with fields for what differs; the first that fits is taken."""


def fitted(message: str, templates: Sequence[str]) -> str | None:
    """The message in the language spoken, by the first template that it fits; None where it fits none."""
    for template in templates:
        if found := re.fullmatch(_pattern(template), message, re.DOTALL):
            return say(template, **found.groupdict())
    return None


def _pattern(template: str) -> str:
    return "".join(
        re.escape(text) + (f"(?P<{field}>.*?)" if field else "")
        for text, field, _, _ in string.Formatter().parse(template)
    )


def parser_says(message: str) -> str:
    """What a parser of Python says is wrong; a message that is not known here stays as it is."""
    return fitted(message, PARSERS_SAY) or message


def choices(expected: str) -> str:
    """What pydantic expects of a key that has certain values: `'a', 'b' or 'c'`."""
    return any_of(re.split(", | or ", expected))


def system_says(error: OSError | ValueError) -> str:
    """Why the system refuses something; a reason that is not known here stays as it is."""
    reason = getattr(error, "strerror", None) or str(error)
    return fitted(reason, SYSTEM_SAYS) or reason
