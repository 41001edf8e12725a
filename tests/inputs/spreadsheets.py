# ruff: noqa: E501 - XML
"""XLSX and ODS files as small as they can be, made of rows of cells; a test says what stands in each cell."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr

Cell = str | int | float | None
Rows = Sequence[Sequence[Cell]]

_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
)


def _packed(parts: dict[str, str]) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, '<?xml version="1.0" encoding="UTF-8"?>' + text)
    return data.getvalue()


def xlsx(
    *sheets: Rows, names: Sequence[str] = (), merged: str = "", cells: str = "", hidden: Sequence[int] = ()
) -> bytes:
    """A workbook; the texts of its first sheet are shared, those of others inline.

    `merged` is a range in the first sheet, `cells` XML of a last row there, `hidden` are sheets not shown.  Style 1 is
    a date.
    """
    shared: list[str] = []
    parts = {}
    for index, rows in enumerate(sheets):
        body = "".join(
            f'<row r="{number}">{"".join(_xlsx_cell(cell, number, at, shared, inline=index > 0) for at, cell in enumerate(row))}</row>'
            for number, row in enumerate(rows, start=1)
        )
        if index == 0:
            body += f'<row r="{len(rows) + 1}">{cells}</row>' if cells else ""
        tail = f'<mergeCells count="1"><mergeCell ref="{merged}"/></mergeCells>' if merged and index == 0 else ""
        parts[f"xl/worksheets/sheet{index + 1}.xml"] = (
            f"<worksheet {_MAIN}><sheetData>{body}</sheetData>{tail}</worksheet>"
        )
    listed = "".join(
        f'<sheet name={quoteattr((*names, *map(str, range(99)))[index])} sheetId="{index + 1}" r:id="rId{index + 1}"'
        f"{' state=' + quoteattr('hidden') if index in hidden else ''}/>"
        for index in range(len(sheets))
    )
    relations = "".join(
        f'<Relationship Id="rId{i + 1}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{i + 1}.xml"/>'
        for i in range(len(sheets))
    )
    parts["xl/workbook.xml"] = f'<workbook {_MAIN} xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>'
    parts["xl/_rels/workbook.xml.rels"] = (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{relations}</Relationships>'
    )
    texts = "".join(f"<si><t>{escape(text)}</t><rPh><t>kana</t></rPh></si>" for text in shared)
    parts["xl/sharedStrings.xml"] = f"<sst {_MAIN}>{texts}</sst>"
    parts["xl/styles.xml"] = (
        f'<styleSheet {_MAIN}><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    )
    return _packed(parts)


def _xlsx_cell(cell: Cell, row: int, column: int, shared: list[str], *, inline: bool) -> str:
    place = f"{chr(ord('A') + column)}{row}"
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return f'<c r="{place}"><v>{cell}</v></c>'
    if inline:
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
    shared.append(cell)
    return f'<c r="{place}" t="s"><v>{len(shared) - 1}</v></c>'


def ods(*sheets: Rows, names: Sequence[str] = (), cells: str = "") -> bytes:
    """A document of sheets; `cells` is XML of a last row of the first one.  Behind the cells stand a thousand empty
    ones, and behind the rows a million, as LibreOffice writes them.
    """
    tables = []
    for index, rows in enumerate(sheets):
        body = "".join(
            f"<table:table-row>{''.join(map(_ods_cell, row))}"
            '<table:table-cell table:number-columns-repeated="1000"/></table:table-row>'
            for row in rows
        )
        body += f"<table:table-row>{cells}</table:table-row>" if cells and index == 0 else ""
        body += '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
        name = quoteattr((*names, *map(str, range(99)))[index])
        tables.append(f"<table:table table:name={name}>{body}</table:table>")
    return _packed(
        {
            "content.xml": f"<office:document-content {_ODF}><office:body><office:spreadsheet>{''.join(tables)}"
            "</office:spreadsheet></office:body></office:document-content>"
        }
    )


def _ods_cell(cell: Cell) -> str:
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, str):
        note = "<office:annotation><text:p>a note</text:p></office:annotation>"
        text = escape(cell)
        return f'<table:table-cell office:value-type="string">{note}<text:p>{text}</text:p></table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>{cell},00</text:p></table:table-cell>'
