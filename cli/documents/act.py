"""`--json` of the verbs that change a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from pairproof.cli.documents.document import Document

if TYPE_CHECKING:
    from pairproof.cli.desk.store import Kept


class Act(Document):
    """What an act changed; `line` is its line in the journal, null where nothing was written."""

    schema_: Annotated[Literal["pairproof.act/1"], Field(alias="schema")]
    act: str
    line: int | None
    sentence: str
    warnings: list[str]
    dry_run: bool

    @classmethod
    def of(cls, act: str, kept: Kept, dry_run: bool) -> Act:
        """What was done."""
        return cls.model_validate(
            {
                "schema": "pairproof.act/1",
                "act": act,
                "line": kept.line,
                "sentence": kept.done.sentence,
                "warnings": list(kept.done.warnings),
                "dry_run": dry_run,
            }
        )
