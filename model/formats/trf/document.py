"""A TRF file with all its records: it can be written back as it was.

`editing` writes it with another state of its tournament, `conversion` in another flavour.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pairproof.model.formats.encoding import DOS_END, UTF8_BOM, UTF16_BOMS
from pairproof.model.formats.format import PLAIN, Reading
from pairproof.model.formats.trf.edited_lines import EditedLine
from pairproof.model.formats.trf.reader import read_records, records_of
from pairproof.model.formats.trf.records import Record
from pairproof.model.language import spoken
from pairproof.model.tournament import Tournament


@dataclass(frozen=True)
class TrfDocument:
    """The records of a file, the tournament they tell of, and how the bytes were written."""

    records: tuple[Record, ...]
    tournament: Tournament
    encoding: str
    bom: bytes
    end: str
    reading: Reading = PLAIN

    @property
    def flavour(self) -> str:
        """The flavour the file is written in, by the records it has."""
        codes = {record.code for record in self.records}
        new = {"142", "152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299", "310"}
        if codes & new:
            return "trf26"
        if any(code.startswith("BB") for code in codes):
            return "trfbx"
        return "trfx" if any(code.startswith("XX") for code in codes) else "trf16"

    def to_bytes(self) -> bytes:
        """The file as it was read."""
        return self.bytes_of(map(EditedLine.of, self.records))

    def has_teams(self) -> bool:
        """Whether the file is about teams, with their records (310)."""
        return any(record.code == "310" for record in self.records)

    def bytes_of(self, lines: Iterable[EditedLine]) -> bytes:
        """Lines in the encoding of the file, or in UTF-8 where that cannot hold them."""
        text = "".join(line.text() for line in lines) + self.end
        try:
            return self.bom + text.encode(self.encoding)
        except UnicodeEncodeError:
            return self.bom + text.encode("utf-8")


def read_trf_document(data: bytes, reading: Reading = PLAIN) -> TrfDocument:
    """The records and the tournament of a TRF file; `to_bytes` gives the same bytes again.

    With `reading.fill_byes` the records are those with the byes filled in.

    Raises
    ------
    InvalidInput
        Every fault of the file at once (`model.formats.trf.reader.read_trf`).
    """
    return _read(data, reading, spoken())


@lru_cache(maxsize=2)
def _read(data: bytes, reading: Reading, language: str) -> TrfDocument:
    """The document, its warnings in that language.  Who edits a file reads the same bytes several times, and what he
    wrote last he reads next.
    """
    records, warnings = records_of(data, reading)
    bom, encoding, whole = _encoding(data)
    return TrfDocument(
        records=tuple(records),
        tournament=read_records(records, warnings, reading),
        encoding=encoding,
        bom=bom,
        end=DOS_END * (len(whole) - len(whole.rstrip(DOS_END))),
        reading=reading,
    )


def _encoding(data: bytes) -> tuple[bytes, str, str]:
    """The byte-order mark, the encoding of what follows it, and that as text."""
    marks = {UTF8_BOM: "utf-8", **UTF16_BOMS}
    bom, encoding = next(((mark, name) for mark, name in marks.items() if data.startswith(mark)), (b"", "utf-8"))
    try:
        return bom, encoding, data[len(bom) :].decode(encoding)
    except UnicodeDecodeError:
        return bom, "latin-1", data[len(bom) :].decode("latin-1")
