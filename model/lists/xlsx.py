"""Lists in XLSX, the format of Excel (ECMA-376, part 1, section 18)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import IO
from xml.etree import ElementTree
from zipfile import ZipFile

from pairproof.model.language import say
from pairproof.model.lists.packed import local, member, others, plain_number, text_inside
from pairproof.model.lists.sheet import MOST_COLUMNS, MOST_ROWS, Merged, Row, Sheet, empty, row_of, too_long

Element = ElementTree.Element

_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(50, 59)))
"""Number formats that are built in and show a date (18.8.30)."""
_LAST_DAY = 2_900_000
"""Numbers of days lead into the year 9840 at most."""


def read_xlsx(archive: ZipFile) -> Sheet:
    """The rows of the first sheet that is shown and not empty.

    Raises
    ------
    InvalidInput
        All sheets are empty, or the one read has too many rows.
    KeyError, ElementTree.ParseError, ValueError
        It is damaged.
    """
    workbook = ElementTree.parse(member(archive, "xl/workbook.xml")).getroot()
    targets = _targets(archive)
    shown = [
        (one.get("name", ""), targets[_relation(one)])
        for one in workbook.iter()
        if local(one) == "sheet" and one.get("state", "visible") == "visible" and _relation(one) in targets
    ]
    cells = _Cells(archive, workbook)
    for place, (name, path) in enumerate(shown):
        found = _Worksheet(cells)
        found.read(member(archive, path))
        if found.rows:
            how = say("XLSX, sheet “{name}”", name=name)
            left = others([other for other, _ in shown[place + 1 :]])
            return Sheet(tuple(found.rows), how, tuple(found.merged), found.unreadable, left)
    raise empty()


def _relation(sheet: Element) -> str:
    return next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")


def _targets(archive: ZipFile) -> dict[str, str]:
    """The paths of the workbook's sheets by the names of their relations."""
    root = ElementTree.parse(member(archive, "xl/_rels/workbook.xml.rels")).getroot()
    return {
        one.get("Id", ""): posixpath.normpath(posixpath.join("/xl", one.get("Target", ""))).lstrip("/")
        for one in root
        if one.get("Type", "").endswith("/worksheet")
    }


class _Cells:
    """What a cell of the workbook shows: its shared texts, and which styles are dates."""

    def __init__(self, archive: ZipFile, workbook: Element) -> None:
        names = set(archive.namelist())
        self._shared: list[str] = []
        if "xl/sharedStrings.xml" in names:
            root = ElementTree.parse(member(archive, "xl/sharedStrings.xml")).getroot()
            self._shared = [text_inside(one, "t", without=("rPh",)) for one in root if local(one) == "si"]
        self._dates = _date_styles(archive) if "xl/styles.xml" in names else frozenset[int]()
        old = any(local(one) == "workbookPr" and one.get("date1904") in ("1", "true") for one in workbook.iter())
        # Day 60 of the other count is 29 February 1900, which there never was: nobody was born before.
        self._origin = date(1904, 1, 1) if old else date(1899, 12, 30)

    def shown(self, cell: Element) -> tuple[str, str]:
        """The text of a cell, and what is wrong with it, empty where nothing is."""
        kind, value, formula = cell.get("t", "n"), None, False
        for part in cell:
            if local(part) == "v":
                value = part.text or ""
            elif local(part) == "is":
                return text_inside(part, "t", without=("rPh",)), ""
            elif local(part) == "f":
                formula = True
        if value is None:
            return "", say("a formula without a value; open the file, let it calculate, and save it") if formula else ""
        if kind == "s":
            return self._shared[int(value)], ""
        if kind == "e":
            return value, say("the error {error}", error=value)
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE", ""
        if kind == "n" and value:
            return self._number(value, int(cell.get("s", "0"))), ""
        return value, ""

    def _number(self, value: str, style: int) -> str:
        if style in self._dates and 0 < float(value) < _LAST_DAY:
            return (self._origin + timedelta(days=int(float(value)))).isoformat()
        return plain_number(value)


def _date_styles(archive: ZipFile) -> frozenset[int]:
    """The styles of cells that show a date."""
    root = ElementTree.parse(member(archive, "xl/styles.xml")).getroot()
    dates = set(_DATE_FORMATS)
    for one in root.iter():
        if local(one) == "numFmt":
            plain = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", one.get("formatCode", "")).lower()
            if "y" in plain or "d" in plain:
                dates.add(int(one.get("numFmtId", "0")))
    formats = next((one for one in root if local(one) == "cellXfs"), ())
    return frozenset(style for style, one in enumerate(formats) if int(one.get("numFmtId", "0")) in dates)


class _Worksheet:
    """One sheet as it is read."""

    def __init__(self, cells: _Cells) -> None:
        self._cells = cells
        self.rows: list[Row] = []
        self.merged: list[Merged] = []
        self.unreadable: dict[tuple[int, int], str] = {}

    def read(self, file: IO[bytes]) -> None:
        """All rows; raises InvalidInput as soon as there are too many."""
        number = 0
        for _, element in ElementTree.iterparse(file):
            if local(element) == "row":
                number = int(element.get("r", number + 1))
                if row := row_of(number, self._texts(element, number)):
                    self.rows.append(row)
                if len(self.rows) > MOST_ROWS + 1:
                    raise too_long()
                element.clear()
            elif local(element) == "mergeCell":
                self.merged += _merged(element.get("ref", ""))

    def _texts(self, row: Element, number: int) -> list[str]:
        texts: list[str] = []
        for cell in row:
            at = _REFERENCE.fullmatch(cell.get("r", ""))
            column = _column(at[1]) if at else len(texts) + 1
            if column > MOST_COLUMNS:
                break
            text, problem = self._cells.shown(cell)
            texts += [""] * (column - len(texts))
            texts[column - 1] = text
            if problem:
                self.unreadable[number, column] = problem
        return texts


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _merged(reference: str) -> Iterator[Merged]:
    first, _, last = reference.partition(":")
    if (a := _REFERENCE.fullmatch(first)) and (b := _REFERENCE.fullmatch(last)):
        yield Merged(int(a[2]), _column(a[1]), int(b[2]), _column(b[1]))
