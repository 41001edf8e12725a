"""What the federation wants to know: headers 022 to 122, and the columns of 001 that no pairing looks at (FIDE TRF16).

Fields are read where they can be read, and stay as they are in the file where they cannot: nothing here is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from pairproof.model.formats.trf.records import Record
from pairproof.model.tournament import Event, Player

SEX, TITLE, FEDERATION, FIDE_ID, BIRTH = slice(9, 10), slice(10, 13), slice(53, 56), slice(57, 68), slice(69, 79)
"""Columns, 0-based; those of the FIDE number hold the national one in a national record."""

HEADER_CODES = ("022", "032", "042", "052", "102", "112", "122")
"""The headers of an `Event`, in the order of the file."""

_FEDERATION = re.compile(r"[A-Z]{3}")
_SEXES = {"m": "m", "w": "w", "f": "w"}


@dataclass(frozen=True, slots=True)
class Person:
    """What a line of a player says beside what a pairing looks at; fields as in `Player`."""

    title: str = ""
    sex: str = ""
    federation: str = ""
    fide_id: int | None = None
    birth: str = ""


def person_of(line: str) -> Person:
    """What stands in the columns of a 001."""
    number = line[FIDE_ID].strip()
    federation = line[FEDERATION].strip()
    return Person(
        title=line[TITLE].strip(),
        sex=_SEXES.get(line[SEX].lower(), ""),
        federation=federation if _FEDERATION.fullmatch(federation) else "",
        fide_id=int(number) if number.isascii() and number.isdigit() and int(number) else None,
        birth=date_read(line[BIRTH], year=True),
    )


def person_fields(player: Player) -> dict[str, tuple[int, str]]:
    """The first column (0-based) and the text of each field of a player, blank where unknown or too long."""
    shown = {
        "sex": (SEX, player.sex),
        "title": (TITLE, player.title.rjust(3)),
        "federation": (FEDERATION, player.federation),
        "fide_id": (FIDE_ID, "" if player.fide_id is None else f"{player.fide_id:>11}"),
        "birth": (BIRTH, player.birth.replace("-", "/")),
    }
    return {key: (at.start, _fitted(text, at)) for key, (at, text) in shown.items()}


def national_ids(records: Iterable[Record], federations: Mapping[int, str]) -> dict[int, str]:
    """The national numbers by id, from national records; of several federations the player's own, else the first.

    `federations` are those of the players.
    """
    found: dict[int, str] = {}
    own: dict[int, str] = {}
    for record in records:
        player, number = int(record.raw[4:8]), record.raw[FIDE_ID].strip()
        if number:
            found.setdefault(player, number)
            if record.code == federations.get(player):
                own.setdefault(player, number)
    return found | own


def event_of(headers: Mapping[str, Iterable[str]]) -> Event:
    """The event of headers: the texts by code, in the order of the file."""
    first = {code: next((text for text in texts if text), "") for code, texts in headers.items()}
    federation = first.get("032", "")
    return Event(
        city=first.get("022", ""),
        federation=federation if _FEDERATION.fullmatch(federation) else "",
        start=date_read(first.get("042", "")),
        end=date_read(first.get("052", "")),
        arbiter=first.get("102", ""),
        deputies=tuple(text for text in headers.get("112", ()) if text),
        time_control=first.get("122", ""),
    )


def header_texts(event: Event) -> dict[str, list[str]]:
    """What each header says of an event: its texts by code, none where nothing is known."""
    texts = {
        "022": [event.city],
        "032": [event.federation],
        "042": [event.start.replace("-", "/")],
        "052": [event.end.replace("-", "/")],
        "102": [event.arbiter],
        "112": list(event.deputies),
        "122": [event.time_control],
    }
    return {code: [one for one in map(_line, lines) if one] for code, lines in texts.items()}


def federation_of(player: Player, event: Event) -> str:
    """Whose national record holds a player's national number; empty where nobody is known."""
    return player.federation or event.federation


def national_fits(player: Player, event: Event) -> bool:
    """Whether a player has a national number that a national record can hold."""
    number = player.national_id
    return bool(number and federation_of(player, event)) and len(number) <= 11 and _line(number) == number


def date_read(text: str, *, year: bool = False) -> str:
    """A date as files have it (1990/05/12, 12.05.1990) as 1990-05-12; with `year`, a year alone (1990, 1990/00/00) too.

    Empty where it is none, or where day and month cannot be told apart.
    """
    numbers = re.split(r"[./-]", text.strip())
    if not all(re.fullmatch(r"[0-9]{1,4}", number) for number in numbers):
        return ""
    if year and re.fullmatch(r"(19|20)[0-9]{2}", numbers[0]) and not any(map(int, numbers[1:])):
        return numbers[0]
    if len(numbers) != 3:
        return ""
    if len(numbers[2]) == 4 and "." in text:
        numbers.reverse()
    try:
        return date(*map(int, numbers)).isoformat() if len(numbers[0]) == 4 else ""
    except ValueError:
        return ""


def _fitted(text: str, at: slice) -> str:
    """The text in its columns, blanks where it is too long for them."""
    columns = at.stop - at.start
    return f"{text:<{columns}}" if len(text) <= columns else " " * columns


def _line(text: str) -> str:
    return "".join(" " if ord(letter) < 32 or ord(letter) == 127 else letter for letter in text).strip()
