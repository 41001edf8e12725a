"""The lines of a TRF file, as records that keep everything: code, text, line number, line ending."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pairproof.model.errors import Fault

COMMENT = "#"
GUIDE = "guide"
BLANK = ""

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|$)")
# Rulers and column guides ("DDD SSSS sTTT NNNN…") that FIDE's samples put between the records.  A guide repeats a
# letter for the columns of a field; where fields touch or are counted, a sign stands at an end: sTTT, PPP1, RRF, GGGGf.
_RULER_OF_TENS = re.compile(r" {8}[ \d]*\d")
_DIGITS = "1234567890" * 200
_GUIDE_CODE = re.compile(r"([A-Z])\1\1 ")
_GUIDE_FIELD = re.compile(r"[a-z]?([A-Z])\1*(?:[0-9]{1,2}|[A-Za-z])?|([A-Z])\2*(?:/([A-Z])\3*)+")
_NATIONAL = re.compile(r"[A-Z]{3} (?: {3}[0-9]| {2}[0-9]{2}| [0-9]{3}|[0-9]{4})(?: |$)")


@dataclass(frozen=True, slots=True)
class Record:
    """One line.  `raw` and `ending` joined over all records give the file's text again."""

    code: str
    raw: str
    ending: str
    line: int

    @property
    def text(self) -> str:
        """The line without trailing blanks."""
        return self.raw.rstrip()


class Faults(list[Fault]):
    """The faults of a file, as they are found."""

    def at(self, record: Record, message: str, *, player: int | None = None, round: int | None = None) -> None:
        """Add a fault of a record."""
        self.append(Fault(message, line=record.line, player=player, round=round))


def split_records(text: str) -> list[Record]:
    """All lines of a text in order; CR, LF and CRLF end a line, also mixed."""
    records = []
    for number, found in enumerate(_LINE.finditer(text), start=1):
        if not found[0]:
            break
        records.append(Record(_code(found[1]), found[1], found[2], number))
    return records


def _code(raw: str) -> str:
    """What kind of record a line is: its first three characters, or one of the kinds above."""
    line = raw.rstrip()
    if not line:
        return BLANK
    if line.startswith("#"):
        return COMMENT
    if _is_ruler(line) or _is_guide(line):
        return GUIDE
    return line[:3]


def _is_ruler(line: str) -> bool:
    """Whether a line counts columns: tens, or digit after digit from 1 or from 0."""
    counts = len(line) >= 10 and line[0] in "01" and line in _DIGITS
    return counts or _RULER_OF_TENS.fullmatch(line) is not None


def _is_guide(line: str) -> bool:
    """Whether a line only shows columns: three equal capitals, then fields of one letter or digit repeated.

    What only begins like one is an unknown record: at least one of the fields must be several columns of one capital,
    and a single digit belongs to the digits before it ("1111 1 1").
    """
    if not _GUIDE_CODE.match(line) or line.startswith("XXX") or _NATIONAL.match(line):
        return False
    shown = ""
    wide = False
    for field in line.split()[1:]:
        if field.isdecimal():
            if len(set(field)) > 1 or (len(field) == 1 and field != shown):
                return False
            shown = field[0]
        elif not _GUIDE_FIELD.fullmatch(field):
            return False
        wide |= len(field) > 1 and field.isupper() and len(set(field)) == 1
    return wide


def is_national(record: Record) -> bool:
    """Whether an unknown record is a national-rating record: a federation's three letters, then a start number."""
    return _NATIONAL.match(record.raw) is not None and not record.code.startswith(("XX", "BB"))
