"""A list of players read: bytes to players, or every fault with its row and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import all_of, say
from pairproof.model.lists.columns import Columns, columns_of
from pairproof.model.lists.fields import Value, value_of
from pairproof.model.lists.player_list import PlayerList
from pairproof.model.lists.same_player import same_player_faults
from pairproof.model.lists.sheet import MOST_ROWS, Row, Sheet, too_long
from pairproof.model.lists.text import read_text
from pairproof.model.tournament import Player

_NO_COLUMNS: Mapping[str, str] = {}


def read_list(
    data: bytes, name: str = "", *, columns: Mapping[str, str] = _NO_COLUMNS, groups_from: str | None = None
) -> PlayerList:
    """The players of a list in CSV, TSV, XLSX or ODS, or as a spreadsheet puts it on the clipboard.

    Parameters
    ----------
    data
        The bytes of the list; they show what it is.
    name
        What faults call the list: its file.
    columns
        Headings of columns that are not found by themselves, by what they say (`headings.FIELDS`); numbers of columns,
        from 1, where the list has no headings.
    groups_from
        What the list says of a player (`headings.FIELDS`), and which becomes a group of those who share it.

    Raises
    ------
    InvalidInput
        Every fault: `line` is the row, `column` the column, both from 1.
    """
    try:
        sheet = sheet_of(data, columns)
        found = columns_of(sheet, columns)
        if len(found.players) > MOST_ROWS:
            raise too_long()
        if groups_from is not None and groups_from not in found.of:
            raise InvalidInput([Fault(say("--groups-from {field}: the list has no such column.", field=groups_from))])
        return _players(sheet, found, groups_from)
    except InvalidInput as error:
        raise InvalidInput(error.faults, name) from None


def sheet_of(data: bytes, columns: Mapping[str, str] = _NO_COLUMNS) -> Sheet:
    """The rows of a list, whatever it is written as.

    Raises
    ------
    InvalidInput
        It is none, is damaged, empty or too long.
    """
    if data[:4] == b"PK\x03\x04":
        return _unpacked(data)
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        text = say(
            "This is an old spreadsheet (.xls), or one with a password; save it as XLSX, ODS or CSV without one."
        )
        raise InvalidInput([Fault(text)])
    return read_text(data, columns)


def _unpacked(data: bytes) -> Sheet:
    import zlib
    from xml.etree.ElementTree import ParseError

    from pairproof.model.lists.ods import read_ods
    from pairproof.model.lists.xlsx import read_xlsx

    try:
        with ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "xl/workbook.xml" in names:
                return read_xlsx(archive)
            if "content.xml" in names:
                return read_ods(archive)
    except (
        BadZipFile,
        ParseError,
        KeyError,
        IndexError,
        ValueError,
        OverflowError,
        EOFError,
        RuntimeError,
        zlib.error,
    ):
        # RuntimeError: zipfile has no word of its own for a part with a password.
        text = say("The spreadsheet is damaged, or has a password; open it and save it anew, or save it as CSV.")
        raise InvalidInput([Fault(text)]) from None
    raise InvalidInput([Fault(say("This is no list: save it as CSV, XLSX or ODS."))])


def _players(sheet: Sheet, columns: Columns, groups_from: str | None) -> PlayerList:
    faults = [*_merged_faults(sheet, columns), *_width_faults(columns)]
    players: list[Player] = []
    rows: list[int] = []
    for row in columns.players:
        found, wrong = _fields(row, columns, sheet.unreadable)
        faults += wrong
        if "name" in found:
            players.append(_player(found, groups_from))
            rows.append(row.number)
    if not columns.players:
        faults.append(Fault(say("There are no players under the headings."), line=columns.heading_row))
    faults += same_player_faults((), zip(rows, players, strict=True))
    if faults:
        raise InvalidInput(sorted(faults, key=lambda fault: (fault.line or 0, fault.column or 0)))
    warnings = list(sheet.warnings)
    if columns.unused:
        headings = all_of([f"“{heading}”" for heading in columns.unused])
        warnings.append(say("Columns that are not used: {headings}.", headings=headings))
    return PlayerList(tuple(players), tuple(rows), frozenset(columns.of), sheet.how, tuple(warnings))


def _player(found: Mapping[str, Value], groups_from: str | None) -> Player:
    fields: dict[str, Any] = {field: value for field, value in found.items() if value is not None}
    if groups_from is not None and (group := fields.get(groups_from)):
        fields["groups"] = tuple(dict.fromkeys((*fields.get("groups", ()), str(group))))
    return Player(0, **fields)


def _fields(
    row: Row, columns: Columns, unreadable: Mapping[tuple[int, int], str]
) -> tuple[dict[str, Value], list[Fault]]:
    """What a row says, and what is wrong in it."""
    found: dict[str, Value] = {}
    faults: list[Fault] = []
    for field, column in columns.of.items():
        place = (row.number, column + 1)
        if place in unreadable:
            faults.append(_fault(columns, *place, unreadable[place]))
            continue
        try:
            found[field] = value_of(field, row.cells[column] if column < len(row.cells) else "")
        except ValueError as error:
            faults.append(_fault(columns, *place, str(error)))
    parts = [found.pop(part, None) for part in ("surname", "given")]
    if "surname" in columns.of:
        found["name"] = ", ".join(str(part) for part in parts if part) or None
    at = columns.of.get("name", columns.of.get("surname", 0)) + 1
    if not found.get("name"):
        found.pop("name", None)
        if not any(fault.column == at for fault in faults):
            faults.append(_fault(columns, row.number, at, say("there is no name")))
    return found, faults


def _fault(columns: Columns, row: int, column: int, message: str) -> Fault:
    """A fault in a cell, with the heading above it."""
    heading = columns.headings[column - 1] if column <= len(columns.headings) else ""
    text = say("under “{heading}”: {what}.", heading=heading, what=message) if heading else f"{message}."
    return Fault(text, line=row, column=column)


def _merged_faults(sheet: Sheet, columns: Columns) -> Iterator[Fault]:
    """A fault for merged cells among players or headings: only the first of them holds what all show."""
    for merged in sheet.merged:
        last_row = columns.players[-1].number if columns.players else columns.heading_row
        used = any(merged.left <= column + 1 <= merged.right for column in columns.of.values())
        if used and merged.bottom >= columns.heading_row and merged.top <= last_row:
            text = say("The cells {cells} are merged; unmerge them, and write what holds in each row.", cells=merged)
            yield Fault(text, line=merged.top, column=merged.left)


def _width_faults(columns: Columns) -> Iterator[Fault]:
    """A fault for each row with a cell beyond the headings: a separator stands inside a cell."""
    width = len(columns.headings) or max(len(row.cells) for row in columns.players)
    for row in columns.players:
        if any(row.cells[width:]):
            text = say(
                "There are {count} cells here, but {width} headings: put quotation marks around a cell that holds "
                "the separator.",
                count=len(row.cells),
                width=width,
            )
            yield Fault(text, line=row.number, column=width + 1)
