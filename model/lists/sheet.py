"""What every kind of list comes down to: rows of texts, each with its number in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import say

MOST_ROWS = 10_000
"""No tournament has more players: TRF has four columns for a start number."""
MOST_COLUMNS = 256
"""Cells further to the right belong to no list of players and are not looked at."""
MOST_BYTES = 64_000_000
"""Of the text of a list, and of each part of a spreadsheet when it is unpacked."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row that is not empty.  `number` is that of the sheet, or of the line where it begins, from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """Cells that were merged into one: rows and columns from 1, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    def __str__(self) -> str:
        return f"{cell_name(self.top, self.left)}:{cell_name(self.bottom, self.right)}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a list that are not empty.

    `unreadable` says of a cell (row, column), from 1, why it has no value that can be told.  `how` says in words what
    was read.
    """

    rows: tuple[Row, ...]
    how: str
    merged: tuple[Merged, ...] = ()
    unreadable: Mapping[tuple[int, int], str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def row_of(number: int, cells: list[str]) -> Row | None:
    """The row with blanks in its cells put in order; None where all are empty."""
    tidy = tuple(" ".join(cell.split()) for cell in cells[:MOST_COLUMNS])
    return Row(number, tidy) if any(tidy) else None


def cell_name(row: int, column: int) -> str:
    """The name of a cell in a spreadsheet, as B7; row and column from 1."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def too_long() -> InvalidInput:
    """What is raised for a list that no tournament has."""
    text = say("The list has more than {count} rows; a list of players has fewer.", count=MOST_ROWS)
    return InvalidInput([Fault(text, line=MOST_ROWS + 1)])


def too_large() -> InvalidInput:
    """What is raised for a list whose text is too large to be one of players."""
    return InvalidInput([Fault(say("The list is too large to be one of players."))])


def empty() -> InvalidInput:
    """What is raised for a list without rows."""
    return InvalidInput([Fault(say("The list is empty."))])
