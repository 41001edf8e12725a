"""`convert --json`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pairproof.cli.documents.document import Document, Run
from pairproof.cli.version import versions
from pairproof.model.tournament import Tournament


class Conversion(Document):
    """`convert --json`; `dry_run` is there where nothing was written."""

    schema_: Annotated[Literal["pairproof.conversion/1"], Field(alias="schema")]
    tournament: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    not_carried: list[str]
    dry_run: bool = False
    run: Run

    @classmethod
    def of(cls, tournament: Tournament, source: str, to: str, lost: list[str], dry_run: bool) -> Conversion:
        """What was converted, and what the format cannot carry."""
        return cls.model_validate(
            {
                "schema": "pairproof.conversion/1",
                "tournament": tournament.name,
                "from": source,
                "to": to,
                "not_carried": lost,
                **({"dry_run": True} if dry_run else {}),
                "run": Run(versions=versions(()), input_sha256=tournament.sha256),
            }
        )
