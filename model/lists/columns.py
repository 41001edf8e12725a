"""Which column of a list says what: by its headings, or as whoever gives the list says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import all_of, say, say_n
from pairproof.model.lists.headings import FIELDS, NUMBER, field_of, folded_heading
from pairproof.model.lists.sheet import Row, Sheet

_LOOKED_AT = 20
"""The headings stand in one of so many rows; above them there may be a title."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a list, from 0, by what they say; `headings` are theirs, empty where the list has none.

    `players` are the rows after the headings; `unused` are the headings of columns that say nothing known.
    """

    of: Mapping[str, int]
    headings: tuple[str, ...]
    heading_row: int
    players: tuple[Row, ...]
    unused: tuple[str, ...]


def known_headings(rows: Sequence[Row], given: Mapping[str, str]) -> int:
    """How many headings the best row of headings has."""
    return max((len(set(_fields(row, given).values())) for row in rows[:_LOOKED_AT]), default=0)


def columns_of(sheet: Sheet, given: Mapping[str, str]) -> Columns:
    """The columns of a list; `given` maps what they say to their headings, or to their numbers, from 1, where the list
    has no headings.

    Raises
    ------
    InvalidInput
        No column has names, two columns say the same, or one that is given is not there.
    """
    numbers = bool(given) and all(re.fullmatch("[0-9]{1,3}", heading.strip()) for heading in given.values())
    if numbers and not any(_has(row, given) for row in sheet.rows[:_LOOKED_AT]):
        return _by_number(sheet, given)
    scores = [len(set(_fields(row, given).values())) for row in sheet.rows[:_LOOKED_AT]]
    best = max(range(len(scores)), key=lambda at: (_has_name(_fields(sheet.rows[at], given)), scores[at], -at))
    row = sheet.rows[best]
    fields = _fields(row, given)
    if faults := list(_faults(row, fields, given)):
        raise InvalidInput(faults)
    return Columns(
        of=_with_names({field: column for column, field in fields.items() if field != NUMBER}),
        headings=row.cells,
        heading_row=row.number,
        players=sheet.rows[best + 1 :],
        unused=tuple(cell for column, cell in enumerate(row.cells) if cell and column not in fields),
    )


def _has(row: Row, given: Mapping[str, str]) -> bool:
    """Whether a row holds the headings that are given."""
    return {folded_heading(text) for text in given.values()} <= {folded_heading(cell) for cell in row.cells}


def _by_number(sheet: Sheet, given: Mapping[str, str]) -> Columns:
    width = max(len(row.cells) for row in sheet.rows)
    of = {field: int(text) - 1 for field, text in given.items()}
    faults = [
        Fault(
            say_n(
                "--map {field}={column}: the list has {count} column.",
                "--map {field}={column}: the list has {count} columns.",
                width,
                field=field,
                column=of[field] + 1,
            )
        )
        for field in of
        if not 0 <= of[field] < width
    ]
    if not _has_name({column: field for field, column in of.items()}):
        faults.append(Fault(say("--map must say which column has the names, as in --map name=2.")))
    if faults:
        raise InvalidInput(faults)
    return Columns(_with_names(of), (), 0, sheet.rows, ())


def _fields(row: Row, given: Mapping[str, str]) -> dict[int, str]:
    """What each column says if the row holds the headings; a heading that is given counts for nothing else."""
    wanted = {folded_heading(heading): field for field, heading in given.items()}
    found = {}
    for column, cell in enumerate(row.cells):
        field = wanted.get(folded_heading(cell)) or field_of(cell)
        if cell and field is not None and (field not in given or folded_heading(cell) in wanted):
            found[column] = field
    return found


def _has_name(fields: Mapping[int, str]) -> bool:
    return not {"name", "surname"}.isdisjoint(fields.values())


def _faults(row: Row, fields: Mapping[int, str], given: Mapping[str, str]) -> Iterator[Fault]:
    headings = all_of([f"“{cell}”" for cell in row.cells if cell])
    for field, heading in given.items():
        if field not in fields.values():
            yield Fault(
                say(
                    "--map {field}={heading}: there is no such heading; there are {headings}.",
                    field=field,
                    heading=heading,
                    headings=headings,
                ),
                line=row.number,
            )
    if not _has_name(fields) and not {"name", "surname"} & set(given):
        yield Fault(
            say(
                "No column has the names: no heading says so. Found is {headings}. Say which it is, as in --map "
                "name=Nome, or write “name” above it.",
                headings=headings,
            ),
            line=row.number,
        )
    first: dict[str, int] = {}
    for column, field in sorted(fields.items()):
        if field != NUMBER and first.setdefault(field, column) != column:
            yield Fault(
                say(
                    "“{one}” and “{other}” both say the {field}; say which one counts, as in --map {field}={one}.",
                    one=row.cells[first[field]],
                    other=row.cells[column],
                    field=field,
                ),
                line=row.number,
                column=column + 1,
            )


def _with_names(of: Mapping[str, int]) -> dict[str, int]:
    """Which of two columns has the surname: beside “Apelido”, “Nome” is the given name, and beside “Prénom”, “Nom” is
    the surname.
    """
    columns = dict(of)
    if "surname" in columns and "name" in columns:
        columns["given"] = columns.pop("name")
    elif "given" in columns and "name" in columns:
        columns["surname"] = columns.pop("name")
    return columns


def map_of(text: str) -> dict[str, str]:
    """`name=Nome,rating=Elo` as what columns say, and their headings.

    Raises
    ------
    ValueError
        It cannot be read so, or says something of no field or twice; the message is a sentence.
    """
    found: dict[str, str] = {}
    for part in text.split(","):
        field, equals, heading = (piece.strip() for piece in part.partition("="))
        if not equals or not heading:
            raise ValueError(say("--map {text}: expected as in --map name=Nome,rating=Elo.", text=text))
        if field not in FIELDS:
            raise ValueError(
                say("--map {text}: {field} is none of {fields}.", text=text, field=field, fields=all_of(list(FIELDS)))
            )
        if field in found:
            raise ValueError(say("--map {text}: {field} is given twice.", text=text, field=field))
        found[field] = heading
    return found
