"""How the values of one player came about, tie-break by tie-break."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pairproof.model.tiebreaks.table import Column, Table
from pairproof.model.tiebreaks.tiebreak import Part, Show


@dataclass(frozen=True, slots=True)
class Working:
    """The numbers of a player in a table."""

    table: Table
    id: int

    @property
    def player(self) -> str:
        """His start number and name."""
        return self.table.cross.named[self.id]

    def of(self, show: Show) -> Iterator[tuple[Column, list[Part]]]:
        """Each tie-break of the table, and the numbers that make up the value; `show` writes those inside sentences."""
        for column in self.table.columns:
            parts = column.piece.working(self.table.cross, column.code, self.id, column.level[self.id], show)
            yield column, list(parts)
