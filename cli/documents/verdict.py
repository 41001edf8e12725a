"""`verify --json`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pairproof.cli.documents.document import Document, NamedValue, Run, words
from pairproof.cli.version import versions
from pairproof.model.tournament import Tournament
from pairproof.solver.proof import verify


class Verdict(Document):
    """`verify --json`."""

    schema_: Literal["pairproof.verdict/1"] = Field(alias="schema")
    tournament: str
    round: int
    rules: str
    claim: Annotated[str, words("optimal", "infeasible")]
    valid: bool
    levels: list[NamedValue]
    problems: list[str]
    notes: list[str]
    run: Run

    @classmethod
    def of(cls, verdict: verify.Verdict, tournament: Tournament) -> Verdict:
        """What became of a certificate."""
        return cls(
            schema="pairproof.verdict/1",
            tournament=tournament.name,
            round=verdict.round,
            rules=verdict.rules,
            claim=verdict.claim,
            valid=verdict.valid,
            levels=[NamedValue(name=name, value=value) for name, value in verdict.levels],
            problems=list(verdict.problems),
            notes=list(verdict.notes),
            run=Run(versions=versions(("numpy",)), input_sha256=tournament.sha256),
        )
