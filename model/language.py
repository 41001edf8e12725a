"""The language of sentences for people: English, or a gettext catalogue (CONTRACT 2: JSON is never translated).

A sentence stands in the source in English with named fields, `say("{a} and {b} met in round {round}", a=3, …)`, and is
looked up as it stands.  The catalogues are `model/locale/<language>/LC_MESSAGES/pairproof.mo`; what is not in
them stays English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from pairproof.model.errors import UsageProblem
from pairproof.model.tournament import BYE

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
    UsageProblem
        There is no such language.
    """
    if language is not None and language not in LANGUAGES:
        raise UsageProblem(f"--lang {language}: expected one of {', '.join(LANGUAGES)}.")
    token = _spoken.set(language or _spoken.get())
    try:
        yield
    finally:
        _spoken.reset(token)


def say(message: str, context: str = "", /, **fields: object) -> str:
    """The sentence with its fields filled in.  `context` tells apart what only English writes alike."""
    catalogue = _catalogue(_spoken.get())
    found = catalogue.pgettext(context, message) if context else catalogue.gettext(message)
    return found.format(**fields) if fields else found


def say_n(one: str, many: str, count: int, /, **fields: object) -> str:
    """The same for a sentence whose form depends on a number, which is its field `count`."""
    return _catalogue(_spoken.get()).ngettext(one, many, count).format(count=count, **fields)


def listed(ids: Iterable[int], most: int | None = None) -> str:
    """`3, 5 and 8`; 0 is the bye; after `most` only how many more."""
    words = [say("the bye") if player == BYE else str(player) for player in ids]
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
