"""Lists that are text: CSV, TSV, and what a spreadsheet puts on the clipboard."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.encoding import DOS_END, UTF16_BOMS, utf8
from pairproof.model.language import say
from pairproof.model.lists.columns import known_headings
from pairproof.model.lists.sheet import MOST_BYTES, MOST_ROWS, Row, Sheet, empty, row_of, too_large, too_long

_SEPARATORS = "\t;,"
_ONE_BYTE = {"cp1252": "Windows-1252", "cp1251": "Windows-1251"}
"""What Excel writes in the West, and where Cyrillic is written; the headings show which it is."""
_BINARY = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def read_text(data: bytes, columns: Mapping[str, str]) -> Sheet:
    """The rows of a text with tabs, semicolons or commas between the cells; `columns` are headings that are given.

    Raises
    ------
    InvalidInput
        It is no text, is empty, has too many rows, or a quotation mark is not closed.
    """
    if len(data) > MOST_BYTES:
        raise too_large()
    best: tuple[int, Sheet] | None = None
    for text, encoding in _texts(data):
        if not text.strip(f'{_SEPARATORS}" \r\n'):
            raise empty()
        sheet = _rows_of(text, encoding, columns)
        known = known_headings(sheet.rows, columns)
        if best is None or known > best[0]:
            best = known, sheet
    if best is None or not best[1].rows:
        raise empty()
    return best[1]


def _texts(data: bytes) -> list[tuple[str, str]]:
    """The texts that the bytes can be, the likeliest first, each with the name of its encoding."""
    utf16 = data[:2] in UTF16_BOMS
    if not utf16 and (order := _utf16_without_mark(data)):
        utf16, data = True, order + data
    try:
        texts = [(utf8(data).decode("utf-8"), "UTF-16" if utf16 else "UTF-8")]
    except UnicodeDecodeError:
        # Bytes that Windows leaves open are kept as marks of what cannot be read.
        texts = [(data.decode(code, errors="replace"), name) for code, name in _ONE_BYTE.items()]
    texts = [(text.rstrip(DOS_END).rstrip("\x00"), name) for text, name in texts]
    found = _BINARY.search(texts[0][0])
    if found is not None:
        line = texts[0][0].count("\n", 0, found.start()) + 1
        raise InvalidInput([Fault(say("This is no list: save it as CSV, XLSX or ODS."), line=line)])
    return texts


def _utf16_without_mark(data: bytes) -> bytes:
    """The byte-order mark that a text in UTF-16 should have had; nothing where it is no such text."""
    start = data[:400]
    if len(start) < 4 or len(data) % 2:
        return b""
    if start[1::2].count(0) * 2 > len(start) // 2 and 0 not in start[0::2]:
        return b"\xff\xfe"
    if start[0::2].count(0) * 2 > len(start) // 2 and 0 not in start[1::2]:
        return b"\xfe\xff"
    return b""


def _rows_of(text: str, encoding: str, columns: Mapping[str, str]) -> Sheet:
    """The rows of a text; between the cells stands what makes the most known headings, and rows most alike."""
    named = re.match(r"sep=(.)\r?\n", text)  # Excel's own first line
    best: tuple[tuple[int, int, int], Sheet] | None = None
    problem: InvalidInput | None = None
    for separator in named[1] if named and named[1] in _SEPARATORS else _SEPARATORS:
        try:
            rows = _split(text, separator, skip=named is not None)
        except InvalidInput as error:
            problem = problem or error
            continue
        ((width, alike),) = Counter(len(row.cells) for row in rows).most_common(1) or [(0, 0)]
        rank = (known_headings(rows, columns), alike - len(rows), width)
        if best is None or rank > best[0]:
            best = rank, Sheet(tuple(rows), _described(separator if width > 1 else "", encoding))
    if best is None:
        assert problem is not None  # at least one separator was tried
        raise problem
    return best[1]


def _described(separator: str, encoding: str) -> str:
    if not separator:
        return say("text in one column, {encoding}", encoding=encoding)
    between = {"\t": say("tabs"), ";": say("semicolons"), ",": say("commas")}[separator]
    return say("text with {separator}, {encoding}", separator=between, encoding=encoding)


def _split(text: str, separator: str, *, skip: bool) -> list[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[Row] = []
    line = 1
    try:
        for number, cells in enumerate(reader):
            if not (skip and number == 0) and (row := row_of(line, cells)):
                rows.append(row)
            if len(rows) > MOST_ROWS + 1:
                raise too_long()
            line = reader.line_num + 1
    except csv.Error:
        message = say(
            "A quotation mark is not closed, or stands alone in a cell; write it twice in a cell between such."
        )
        raise InvalidInput([Fault(message, line=line)]) from None
    return rows
