"""The text of one table, edited key by key: comments, order and whatever is not changed stay as somebody wrote them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pairproof.model.formats.toml.strings import STRING

_KEY = re.compile(r"([ \t]*)([\w-]+)[ \t]*=[ \t]*")
_INNER_KEY = re.compile(r"\s*([\w-]+)[ \t]*=[ \t]*")
_BRACKET_OR_END = re.compile(r"[\[\]{}\n]")
_BRACKET_OR_COMMA = re.compile(r"[\[\]{},]")


class NotEditable(Exception):
    """The text is written in a way that cannot be edited in place."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Where a key stands: its first line from `start`, its value from `value` to `end`, the next line from `after`."""

    start: int
    value: int
    end: int
    after: int


def edited_table(text: str, before: str, after: str) -> str:
    """The text of a table with the keys changed in which `after` differs from `before`.

    Both are what the program would write of the table, without its header; `text` may say the same in another way.

    Raises
    ------
    NotEditable
        A key stands in a way that cannot be edited.
    """
    had, wanted = _values(before), _values(after)
    for key in [*had, *(key for key in wanted if key not in had)]:
        if had.get(key) == wanted.get(key):
            continue
        text = _with_key(text, key, had.get(key), wanted[key]) if key in wanted else _without_key(text, key)
    return text


def _values(text: str) -> dict[str, str]:
    """The texts of the values of a table that the program has written: equal values are equal texts."""
    return {key: text[stated.value : stated.end] for key, stated in statements(text).items()}


def _parsed(text: str) -> Any:
    return tomllib.loads(f"value = {text}")["value"]


def statements(text: str) -> dict[str, Statement]:
    """The keys of a table's text, header or none, in order."""
    clean = cleaned(text)
    found: dict[str, Statement] = {}
    at = 0
    while at < len(clean):
        named = _KEY.match(clean, at)
        if named is None:
            at = _next_line(clean, at)
            continue
        end = _value_end(clean, named.end())
        found[named[2]] = Statement(at, named.end(), named.end() + len(clean[named.end() : end].rstrip()), end + 1)
        at = end + 1
    return found


def cleaned(text: str) -> str:
    """The text with the insides of strings as letters and comments as blanks: every other sign counts."""

    def blank(found: re.Match[str]) -> str:
        fill = " " if found[0].startswith("#") else "x"
        return fill * len(found[0])

    return STRING.sub(blank, text)


def has_comment(text: str) -> bool:
    """Whether there is a comment in it."""
    return any(found[0].startswith("#") for found in STRING.finditer(text))


def end_of_statements(text: str) -> int:
    """Where the last key of a table's text ends, with its line: what follows are blank lines and comments."""
    stated = statements(text)
    if stated:
        return min(max(one.after for one in stated.values()), len(text))
    return min(_next_line(text, 0), len(text))


def _next_line(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _value_end(clean: str, at: int) -> int:
    """The end of the line in which a value ends."""
    depth = 0
    for found in _BRACKET_OR_END.finditer(clean, at):
        sign = found[0]
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        elif depth == 0:
            return found.start()
    return len(clean)


def _with_key(text: str, key: str, had: str | None, wanted: str) -> str:
    stated = statements(text).get(key)
    if stated is None:
        at = end_of_statements(text)
        head = text[:at] if text[:at].endswith("\n") or not at else text[:at] + "\n"
        return f"{head}{key} = {wanted}\n{text[at:]}"
    old = text[stated.value : stated.end]
    return text[: stated.value] + _edited_value(old, had, wanted) + text[stated.end :]


def _without_key(text: str, key: str) -> str:
    stated = statements(text).get(key)
    if stated is None:
        raise NotEditable(key)
    line = text[stated.start : stated.after]
    if has_comment(line):
        empty = "[]" if line[stated.value - stated.start] == "[" else None
        if empty is None:
            raise NotEditable(key)
        return text[: stated.value] + empty + text[stated.end :]
    return text[: stated.start] + text[stated.after :]


def _edited_value(old: str, had: str | None, wanted: str) -> str:
    """A value as it should read: element by element where both are lists, else written anew."""
    if had is not None and _is_list(old) and _is_list(had) and _is_list(wanted):
        actual, before, after = map(_element_texts, (old, had, wanted))
        if actual and after:
            if all(one.startswith("{") for one in [*actual, *before, *after]):
                return _edited_tables(old, actual, before, after)
            has, was, will = ([_parsed(one) for one in texts] for texts in (actual, before, after))
            return old if has == will else _edited_set(old, has, was, will, after)
    return old if _parsed(old) == _parsed(wanted) else wanted


def _is_list(text: str) -> bool:
    return text.startswith("[")


def _edited_set(old: str, actual: list[Any], had: list[Any], wanted: list[Any], texts: list[str]) -> str:
    """A list whose order says nothing: what is gone leaves, what is new stands at the end."""
    gone = [one for one in had if one not in wanted]
    kept = [place for place, one in enumerate(actual) if one not in gone]
    more = [text for one, text in zip(wanted, texts, strict=True) if one not in had and one not in actual]
    for place in reversed(range(len(actual))):
        if place not in kept:
            old = _without_element(old, place)
    for text in more:
        old = _with_element(old, text)
    return old


def _edited_tables(old: str, actual: list[str], had: list[str], wanted: list[str]) -> str:
    """A list of inline tables in order: those that differ are edited, the surplus leaves, what is new stands at the
    end.
    """
    if len(actual) != len(had):
        if list(map(_parsed, actual)) == list(map(_parsed, wanted)):
            return old
        raise NotEditable(old)
    for place, (before, after) in enumerate(zip(had, wanted, strict=False)):
        if before != after and _parsed(actual[place]) != _parsed(after):
            start, end = _elements(old)[place]
            old = old[:start] + _edited_inline(old[start:end], _parsed(before), _parsed(after), after) + old[end:]
    for place in reversed(range(len(wanted), len(had))):
        old = _without_element(old, place)
    for text in wanted[len(had) :]:
        old = _with_element(old, text)
    return old


def _edited_inline(old: str, had: Mapping[str, Any], wanted: Mapping[str, Any], text: str) -> str:
    """An inline table with the keys changed that differ; written anew where a key leaves."""
    if any(key not in wanted for key in had):
        return text
    written = _inline_values(text)
    for key, value in wanted.items():
        if had.get(key) == value:
            continue
        new, stated = text[slice(*written[key])], _inline_values(old).get(key)
        if stated is not None:
            old = old[: stated[0]] + new + old[stated[1] :]
            continue
        inside = old[:-1].rstrip()
        comma = "" if inside.endswith("{") else ","
        old = f"{inside}{comma} {key} = {new}{old[len(inside) :]}"
    return old


def _inline_values(text: str) -> dict[str, tuple[int, int]]:
    """Where the values of an inline table stand, by key."""
    clean, found = cleaned(text), {}
    for start, end in _elements(text):
        named = _INNER_KEY.match(clean, start)
        if named is None:
            raise NotEditable(text)
        found[named[1]] = (named.end(), end)
    return found


@lru_cache(maxsize=8)
def _elements(text: str) -> tuple[tuple[int, int], ...]:
    """Where each element of a list or an inline table stands, blanks around it left out."""
    clean = cleaned(text)
    found, depth, start = [], 0, 1
    for one in _BRACKET_OR_COMMA.finditer(clean):
        place, sign = one.start(), one[0]
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        if (sign == "," and depth == 1) or depth == 0:
            inside = clean[start:place]
            if inside.strip():
                lead = len(inside) - len(inside.lstrip())
                found.append((start + lead, start + len(inside.rstrip())))
            start = place + 1
        if depth == 0:
            break
    return tuple(found)


def _element_texts(text: str) -> list[str]:
    return [text[start:end] for start, end in _elements(text)]


def _without_element(text: str, place: int) -> str:
    spans = _elements(text)
    start, end = spans[place]
    if place + 1 < len(spans):
        return text[:start] + text[spans[place + 1][0] :]
    if place:
        return text[: spans[place - 1][1]] + text[end:]
    rest = text[end:]
    comma = cleaned(rest).find(",")
    return text[:start] + (rest[:comma] + rest[comma + 1 :] if comma >= 0 else rest)


def _with_element(text: str, element: str) -> str:
    """The list with one more element at its end, on a line of its own where the others have such."""
    spans = _elements(text)
    if not spans:
        return f"[{element}]"
    start, end = spans[-1]
    line = text.rfind("\n", 0, start) + 1
    if line == 0 or text[line:start].strip():
        return f"{text[:end]}, {element}{text[end:]}"
    clean = cleaned(text)
    line_end = clean.find("\n", end)
    comma = "," in clean[end : len(clean) if line_end < 0 else line_end]
    if line_end < 0:
        return f"{text[:end]},\n{text[line:start]}{element}{text[end:]}"
    head = text[:end] + ("" if comma else ",") + text[end:line_end]
    return f"{head}\n{text[line:start]}{element}{',' if comma else ''}{text[line_end:]}"
