"""Which language the program speaks: that of `--lang`, else that of the environment, else English."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from pairproof.model.errors import UsageProblem
from pairproof.model.language import LANGUAGES, say, speaking, spoken

VARIABLE = "PAIRPROOF_LANG"
"""The environment variable that names the language where `--lang` does not."""


_pages: ContextVar[str | None] = ContextVar("pages", default=None)


@contextmanager
def speaking_for_documents(asked: bool) -> Iterator[None]:
    """Inside, sentences are English if a JSON document is asked for; pages stay in the language spoken until then."""
    token = _pages.set(spoken())
    try:
        with speaking(LANGUAGES[0] if asked else None):
            yield
    finally:
        _pages.reset(token)


def language_of_pages() -> str:
    """The language of pages that are written, whatever that of a document is."""
    return _pages.get() or spoken()


def language_of(arguments: Sequence[str]) -> str:
    """The language asked for, read before the arguments are: help and mistakes in them are sentences too.

    A `--lang` that names no language is left to whoever reads the arguments.

    Raises
    ------
    UsageProblem
        The environment names a language that there is not.
    """
    asked = None
    for place, word in enumerate(arguments):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(arguments[place + 1 : place + 2])
    if asked in LANGUAGES:
        return asked
    language = os.environ.get(VARIABLE) or LANGUAGES[0]
    if language not in LANGUAGES:
        raise UsageProblem(
            say(
                "{variable}={language}: expected one of {known}.",
                variable=VARIABLE,
                language=language,
                known=", ".join(LANGUAGES),
            )
        )
    return language


def without_language(arguments: Sequence[str]) -> list[str]:
    """The arguments without a `--lang` that stands before the command; `language_of` has read it.

    No option of typer's: the language must be known before anything is wrong with the arguments.

    Raises
    ------
    UsageProblem
        There is no such language.
    """
    before: list[str] = []
    rest = list(arguments)
    while rest and rest[0].startswith("--"):
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if name != "--lang":
            before.append(word)
        else:
            checked(value if equals or not rest else rest.pop(0))
    return before + rest


def checked(lang: str | None) -> str | None:
    """The value of `--lang`.

    Raises
    ------
    UsageProblem
        There is no such language.
    """
    if lang is not None and lang not in LANGUAGES:
        raise UsageProblem(
            say("--lang {language}: expected one of {known}.", language=lang, known=", ".join(LANGUAGES))
        )
    return lang
