"""`report --json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from pairproof.cli.documents.document import Document, Run
from pairproof.cli.version import versions
from pairproof.model.tournament import Tournament
from pairproof.solver.terms import Status


class Report(Document):
    """The page written: of which `round` (null: of none, the standings), with which parts.  `status` is that of the
    pairing that was proved for it.
    """

    schema_: Literal["pairproof.report/1"] = Field(alias="schema")
    tournament: str
    output: str
    round: int | None
    parts: list[str]
    status: str | None
    dry_run: bool
    run: Run

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        output: str,
        parts: Iterable[str],
        paired: tuple[int, Status] | None,
        *,
        dry_run: bool,
    ) -> Report:
        """A page; `paired` is the round with the status of its pairing."""
        return cls(
            schema="pairproof.report/1",
            tournament=tournament.name,
            output=output,
            round=None if paired is None else paired[0],
            parts=list(parts),
            status=None if paired is None else paired[1].value,
            dry_run=dry_run,
            run=Run(versions=versions(()), input_sha256=tournament.sha256),
        )
