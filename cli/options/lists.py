"""Options that say how a list of players is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import ListReading
from pairproof.model.language import say

GROUPING = ("club", "federation", "title", "sex", "birth")
"""What groups can be made of."""


@dataclass(frozen=True, slots=True)
class ListOptions:
    """Which columns a list has, which start numbers its players get, and what their groups are."""

    map: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="name=Nome,…",
            help="Columns of a list by their headings, or by their numbers where it has none. Repeatable.",
        ),
    ] = None
    keep_order: Annotated[
        bool, typer.Option("--keep-order", help="Start numbers in the order of the list, instead of by rating.")
    ] = False
    groups_from: Annotated[
        str | None,
        typer.Option(
            "--groups-from", metavar="|".join(GROUPING), help="A column of a list whose values become groups."
        ),
    ] = None

    @property
    def reading(self) -> ListReading:
        """What is asked of whoever reads the list.

        Raises
        ------
        UsageProblem
            An option cannot be read.
        """
        from pairproof.model.lists.columns import map_of

        if self.groups_from is not None and self.groups_from not in GROUPING:
            raise UsageProblem(
                say(
                    "--groups-from {column}: expected one of {known}.",
                    column=self.groups_from,
                    known=", ".join(GROUPING),
                )
            )
        columns: dict[str, str] = {}
        for text in self.map or ():
            try:
                found = map_of(text)
            except ValueError as error:
                raise UsageProblem(str(error)) from None
            if twice := sorted(columns.keys() & found):
                raise UsageProblem(say("--map: {twice} is given twice.", twice=twice[0]))
            columns |= found
        return ListReading(tuple(columns.items()), self.keep_order, self.groups_from)
