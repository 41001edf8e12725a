"""A list of players on the terminal, before anything is made of it."""

from __future__ import annotations

from collections.abc import Sequence

from pairproof.cli.output import Page


def show(table: Sequence[Sequence[str]]) -> None:
    """Print the table: headings, then a row for each player; numbers to the right."""
    headings, *rows = table
    right = "".join(
        "x" if all(cell.isdecimal() or not cell for cell in column) else " " for column in zip(*rows, strict=True)
    )
    page = Page()
    page.table(headings, rows, right=right, shrink="x" * len(headings))
    page.show()
