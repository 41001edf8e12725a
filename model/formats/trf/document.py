"""A TRF file with all its records: it can be written back as it was.

`editing` writes it with another state of its tournament, `conversion` in another flavour.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairproof.model.formats.encoding import decode
from pairproof.model.formats.trf.edited_lines import EditedLine
from pairproof.model.formats.trf.reader import read_records
from pairproof.model.formats.trf.records import Record, split_records
from pairproof.model.tournament import Tournament

_BOM = b"\xef\xbb\xbf"
_END = "\x1a"  # the end mark of old DOS files


@dataclass(frozen=True)
class TrfDocument:
    """The records of a file, the tournament they tell of, and how the bytes were written."""

    records: tuple[Record, ...]
    tournament: Tournament
    encoding: str
    bom: bool
    end: str
    teams_as_groups: bool = False

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
        bom = _BOM if self.bom else b""
        try:
            return bom + text.encode(self.encoding)
        except UnicodeEncodeError:
            return bom + text.encode("utf-8")


def read_trf_document(data: bytes, *, teams_as_groups: bool = False) -> TrfDocument:
    """The records and the tournament of a TRF file; `to_bytes` gives the same bytes again.

    Raises
    ------
    InvalidInput
        Every fault of the file at once (`model.formats.trf.reader.read_trf`).
    """
    text, warnings = decode(data)
    encoding, bom = "utf-8", data.startswith(_BOM)
    try:
        whole = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        encoding, bom, whole = "latin-1", False, data.decode("latin-1")
    records = split_records(text)
    return TrfDocument(
        records=tuple(records),
        tournament=read_records(records, warnings, teams_as_groups=teams_as_groups),
        encoding=encoding,
        bom=bom,
        end=_END * (len(whole) - len(text)),
        teams_as_groups=teams_as_groups,
    )
