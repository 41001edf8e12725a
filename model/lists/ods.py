"""Lists in ODS, the format of LibreOffice (OpenDocument 1.3, part 3, section 9)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from zipfile import ZipFile

from pairproof.model.language import say
from pairproof.model.lists.packed import attribute, local, member, others, plain_number
from pairproof.model.lists.sheet import MOST_COLUMNS, MOST_ROWS, Merged, Row, Sheet, empty, row_of, too_long

Element = ElementTree.Element

_CELLS = ("table-cell", "covered-table-cell")


def read_ods(archive: ZipFile) -> Sheet:
    """The rows of the first sheet that is shown and not empty.

    Raises
    ------
    InvalidInput
        All sheets are empty, or the one read has too many rows.
    KeyError, ElementTree.ParseError, ValueError
        It is damaged.
    """
    hidden: set[str] = set()
    found: _Table | None = None
    table = _Table("")
    later: list[str] = []
    for event, element in ElementTree.iterparse(member(archive, "content.xml"), events=("start", "end")):
        kind = local(element)
        if event == "end" and kind == "style" and _hides(element):
            hidden.add(attribute(element, "name") or "")
        elif event == "start" and kind == "table":
            table = _Table(attribute(element, "name") or "", shown=attribute(element, "style-name") not in hidden)
        elif event == "end" and kind == "table-row":
            if found is None and table.shown:
                table.add(element)
            element.clear()
        elif event == "end" and kind == "table" and table.shown:
            if found is not None:
                later.append(table.name)
            elif table.rows:
                found = table
    if found is None:
        raise empty()
    how = say("ODS, sheet “{name}”", name=found.name)
    return Sheet(tuple(found.rows), how, tuple(found.merged), found.unreadable, others(later))


def _hides(style: Element) -> bool:
    return any(local(part) == "table-properties" and attribute(part, "display") == "false" for part in style)


class _Table:
    """One sheet as it is read."""

    def __init__(self, name: str, *, shown: bool = True) -> None:
        self.name = name
        self.shown = shown
        self.rows: list[Row] = []
        self.merged: list[Merged] = []
        self.unreadable: dict[tuple[int, int], str] = {}
        self._number = 0

    def add(self, element: Element) -> None:
        """A row, as often as it is repeated; raises InvalidInput as soon as there are too many."""
        times = _times(element, "number-rows-repeated")
        texts = self._texts(element)
        for number in range(self._number + 1, self._number + 1 + times):
            row = row_of(number, texts)
            if row is None:
                break
            self.rows.append(row)
            if len(self.rows) > MOST_ROWS + 1:
                raise too_long()
        self._number += times

    def _texts(self, row: Element) -> list[str]:
        texts: list[str] = []
        for cell in row:
            if local(cell) not in _CELLS or len(texts) >= MOST_COLUMNS:
                continue
            text, problem = _shown(cell)
            place = (self._number + 1, len(texts) + 1)
            if problem:
                self.unreadable[place] = problem
            down, right = _times(cell, "number-rows-spanned"), _times(cell, "number-columns-spanned")
            if down > 1 or right > 1:
                self.merged.append(Merged(*place, place[0] + down - 1, place[1] + right - 1))
            if local(cell) == "covered-table-cell":
                text = ""
            texts += [text] * min(_times(cell, "number-columns-repeated"), MOST_COLUMNS - len(texts))
        return texts


def _times(element: Element, name: str) -> int:
    return max(1, int(attribute(element, name) or 1))


def _shown(cell: Element) -> tuple[str, str]:
    """The text of a cell, and what is wrong with it, empty where nothing is."""
    text = "\n".join("".join(_characters(part)) for part in cell if local(part) == "p")
    kind = cell.get("{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type") or attribute(
        cell, "value-type"
    )
    if kind == "error":
        return text, say("the error {error}", error=text)
    if kind is None and attribute(cell, "formula") is not None:
        return "", say("a formula without a value; open the file, let it calculate, and save it")
    if kind in ("float", "percentage", "currency"):
        return plain_number(attribute(cell, "value") or text), ""
    if kind == "date":
        return (attribute(cell, "date-value") or text)[:10], ""
    return text, ""


def _characters(element: Element) -> Iterator[str]:
    """The text of a paragraph: `text:s` stands for blanks; a note in the cell is not in it."""
    if local(element) == "s":
        yield " " * _times(element, "c")
    elif local(element) in ("tab", "line-break"):
        yield " "
    else:
        yield element.text or ""
        for part in element:
            if local(part) not in ("annotation", "note"):
                yield from _characters(part)
            yield part.tail or ""
