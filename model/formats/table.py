"""The table of file formats: each line names the package (or module) whose `FORMAT` it is.

The order is that in which a file is asked what it is; what nothing recognises is read as the first.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.encoding import utf8
from pairproof.model.formats.format import Form, Format
from pairproof.model.language import any_of, say, say_n
from pairproof.model.tournament import Tournament

_PLACES = (
    "trf",
    "toml",
    "opengotha",
    "tsh",
    "lists",
)

FORMATS: tuple[Format, ...] = tuple(import_module(f"{__package__}.{place}").FORMAT for place in _PLACES)


def names() -> list[str]:
    """The words of `--format`."""
    return [one.name for one in FORMATS]


def format_named(name: str) -> Format | None:
    """The format of that name; None if there is none."""
    return next((one for one in FORMATS if one.name == name), None)


def format_of(suffix: str, data: bytes) -> Format:
    """The format of a file with that suffix and these bytes."""
    by_suffix = next((one for one in FORMATS if suffix.lower() in one.suffixes), None)
    if by_suffix is not None:
        return by_suffix
    with suppress(InvalidInput):  # whoever reads it will say so
        data = utf8(data)
    return next((one for one in FORMATS if one.recognises(data)), FORMATS[0])


def written() -> list[str]:
    """The formats that are written, by name, the native one first."""
    return [one.name for one in sorted(FORMATS, key=lambda one: not one.names_rules) if one.forms]


def too_many_for(name: str, players: int) -> list[str]:
    """What is wrong with writing players numbered from 1 as a file of a format, in a sentence; nothing if it can."""
    known = format_named(name)
    most = None if known is None else known.highest_id
    if known is None or most is None or players <= most:
        return []
    text = say_n(
        "{format} start numbers have {count} digit: at most {most} players, not {players}.",
        "{format} start numbers have {count} digits: at most {most} players, not {players}.",
        len(str(most)),
        format=known.title,
        most=f"{most:,}",
        players=f"{players:,}",
    )
    return [text]


def written_as(name: str, tournament: Tournament) -> bytes:
    """A tournament as a file of a format that is written."""
    form = next(one.plain for one in FORMATS if one.name == name)
    assert form is not None, f"{name} is only read"
    return form.write(tournament).encode()


def forms() -> dict[str, Form]:
    """All forms that are written, by name, in the order of `--to`'s help: the native one first."""
    return {form.name: form for one in sorted(FORMATS, key=lambda one: not one.names_rules) for form in one.forms}


def titles() -> str:
    """The formats that are read, as words: `TRF, TOML … or player list`."""
    return any_of([say(one.title) for one in FORMATS])
