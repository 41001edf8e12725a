"""Lines of a TRF file while they are being edited: nothing moves but what is changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pairproof.model.formats.trf.cells import CELL, FIRST_CELL
from pairproof.model.formats.trf.player_lines import NO_ENTRY, cleaned
from pairproof.model.formats.trf.players import NAME_END, NAME_START, NAME_WIDTH, column_faults, name_cut
from pairproof.model.formats.trf.records import Record, is_national


def _aligned(record: Record) -> tuple[str, str]:
    """The line as it can be edited, and the end of a name that has moved the fields behind it: without that, every
    field stands in its columns.
    """
    raw = record.raw
    cut = name_cut(record.text) if record.code == "001" and column_faults(record.text) else None
    end = NAME_END + (len(record.text) - len(cut[0]) if cut is not None else 0)
    return raw[:NAME_END] + raw[end:], raw[NAME_END:end]


@dataclass(slots=True)
class EditedLine:
    """A record that is being edited.  `name_end` is the part of a name that its columns do not hold."""

    code: str
    raw: str
    ending: str
    national: bool = False
    name_end: str = ""

    @classmethod
    def of(cls, record: Record) -> EditedLine:
        """The line of a record, with its fields in their columns."""
        raw, name_end = _aligned(record)
        return cls(record.code, raw, record.ending, is_national(record), name_end)

    def text(self) -> str:
        """The line as it is written."""
        return self.raw[:NAME_END] + self.name_end + self.raw[NAME_END:] + self.ending

    def rename(self, name: str) -> None:
        """Put a name in its columns; the old one may have run into the blank behind them."""
        self.name_end = ""
        self.splice(NAME_START, f"{cleaned(name)[:NAME_WIDTH]:<{NAME_WIDTH + 1}}")

    def player(self) -> int | None:
        """Whose record it is: a 001, or a national rating record."""
        field = self.raw[4:8].strip()
        return int(field) if (self.code == "001" or self.national) and field.isdecimal() else None

    def splice(self, start: int, text: str) -> None:
        """Put the text in the columns from `start` (0-based) on; nothing else moves."""
        padded = self.raw.ljust(start + len(text))
        edited = padded[:start] + text + padded[start + len(text) :]
        # Blanks at the end stay as they were, unless what stood before them went away.
        self.raw = edited.rstrip() if len(edited) > len(self.raw) or not text.strip() else edited


def take_out(lines: list[EditedLine], leaves: Callable[[EditedLine], bool]) -> None:
    lines[:] = [line for line in lines if not leaves(line)]


def put(
    lines: list[EditedLine],
    codes: frozenset[str],
    written: list[str],
    ending: str,
    *,
    after: frozenset[str] = frozenset(),
) -> None:
    """Put records in the place of those with `codes`; where there are none, after the last one with a code of `after`,
    else before the players.
    """
    places = [place for place, line in enumerate(lines) if line.code in codes]
    behind = [place for place, line in enumerate(lines) if line.code in after]
    if places:
        at = places[0]
    elif behind:
        at = behind[-1] + 1
    else:
        at = next((place for place, line in enumerate(lines) if line.code == "001"), len(lines))
    take_out(lines, lambda line: line.code in codes)
    append(lines, [EditedLine(text[:3], text, ending) for text in written], ending, at)


def append(lines: list[EditedLine], more: list[EditedLine], ending: str, at: int | None = None) -> None:
    """Put lines in at a place, by default the end; a last line without line end gets one."""
    at = len(lines) if at is None else at
    if more and at and not lines[at - 1].ending:
        lines[at - 1].ending = ending
    lines[at:at] = more


def splice_entries(
    line: EditedLine, before: dict[int, str], after: dict[int, str], rounds: tuple[int, int], moved: bool
) -> None:
    """Change the entries that have changed; those of rounds to come only where what is asked for has (`moved`).

    `rounds` are the numbers of rounds recorded before and after.
    """
    width = (max(len(line.raw) - FIRST_CELL, 0) + CELL - 1) // CELL
    for number in range(1, max(width, max(after, default=0)) + 1):
        entry = after.get(number, NO_ENTRY)
        settled = number <= min(rounds) or (number > max(rounds) and not moved)
        same = settled and before.get(number) == after.get(number)
        start = FIRST_CELL + CELL * (number - 1)
        written = line.raw[start : start + 8].ljust(8)
        if not same and _bare(written) != _bare(entry):
            line.splice(start, entry)


def _bare(entry: str) -> tuple[str, str, str]:
    """Opponent, colour and result of an entry, however they are spelt."""
    return entry[:4].strip().lstrip("0"), entry[5:6].strip("- ").lower(), entry[7:8].strip().upper()
