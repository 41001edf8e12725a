"""The language of sentences for people: English, or a gettext catalogue (CONTRACT 2: JSON is never translated).

A sentence stands in the source in English with named fields, `say("{a} and {b} met in round {round}", a=3, …)`, and is
looked up as it stands.  The catalogues are `model/locale/<language>/LC_MESSAGES/pairproof.mo`; what is not in
them stays English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

LANGUAGES = ("en", "pt", "ru")
LOCALE = Path(__file__).resolve().parent / "locale"

_spoken: ContextVar[str] = ContextVar("language", default="en")


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == "en":
        return NullTranslations()
    with open(LOCALE / language / "LC_MESSAGES" / "pairproof.mo", "rb") as file:
        return GNUTranslations(file)


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Sentences made inside are in that language; None changes nothing.

    Raises
    ------
    ValueError
        There is no such language.
    """
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"{language!r} is none of the languages {', '.join(LANGUAGES)}")
    token = _spoken.set(language or _spoken.get())
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> str:
    """The language that sentences are made in just now."""
    return _spoken.get()


_named: ContextVar[Callable[[int], str] | None] = ContextVar("named", default=None)
_PLAYERS = ("player", "a", "b")
"""The fields that hold a player where they hold a whole number."""


@contextmanager
def naming(named: Callable[[int], str]) -> Iterator[None]:
    """Sentences made inside write players as `named` does, not by start number."""
    token = _named.set(named)
    try:
        yield
    finally:
        _named.reset(token)


def who(player: int) -> str:
    """A player as sentences write him just now."""
    named = _named.get()
    return str(player) if named is None else named(player)


def versus(one: int, other: int) -> str:
    """Two who meet: `3-7`, or by name."""
    return f"{one}-{other}" if _named.get() is None else f"{who(one)} – {who(other)}"


def _written(fields: dict[str, object]) -> dict[str, object]:
    if _named.get() is None:
        return fields
    return {name: who(value) if name in _PLAYERS and type(value) is int else value for name, value in fields.items()}


def say(message: str, context: str = "", /, **fields: object) -> str:
    """The sentence with its fields filled in.  `context` tells apart what only English writes alike."""
    catalogue = _catalogue(_spoken.get())
    found = catalogue.pgettext(context, message) if context else catalogue.gettext(message)
    return found.format(**_written(fields)) if fields else found


def say_n(one: str, many: str, count: int, /, **fields: object) -> str:
    """The same for a sentence whose form depends on a number, which is its field `count`."""
    return _catalogue(_spoken.get()).ngettext(one, many, count).format(count=count, **_written(fields))


def listed(ids: Iterable[int], most: int | None = None) -> str:
    """`3, 5 and 8`; 0 is the bye; after `most` only how many more."""
    words = [who(player) if player else say("the bye") for player in ids]
    if most is not None and len(words) > most:
        return say_n(
            "{some} and {count} more", "{some} and {count} more", len(words) - most, some=", ".join(words[:most])
        )
    return all_of(words)


def all_of(words: list[str]) -> str:
    """The words with commas, and "and" before the last."""
    if len(words) < 2:
        return "".join(words)
    return say("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])


def any_of(words: list[str]) -> str:
    """The words with commas, and "or" before the last."""
    if len(words) < 2:
        return "".join(words)
    return say("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])
