"""`batch --json`, and the record of a batch in its folder."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pairproof.cli.batch.summary import Agreement, MethodSummary, Summary
from pairproof.cli.documents.document import Document, Versions
from pairproof.cli.version import versions
from pairproof.model.rules import RuleSet
from pairproof.model.study.settings import Settings


class BatchSummary(Document):
    """`batch --json`: counts by rule set and method; `agreement` holds means of rank correlations."""

    schema_: Literal["pairproof.batch-summary/1"] = Field(alias="schema")
    tournaments: int
    rounds: int
    failed: int
    methods: list[MethodSummary]
    agreement: list[Agreement]
    run: Versions

    @classmethod
    def of(cls, found: Summary) -> BatchSummary:
        """A batch in short."""
        return cls(
            schema="pairproof.batch-summary/1",
            tournaments=found.tournaments,
            rounds=found.rounds,
            failed=found.failed,
            methods=list(found.methods),
            agreement=list(found.agreement),
            run=Versions(versions=versions(("highspy", "numpy", "rustworkx"))),
        )


class Batch(Document):
    """What decides the tables of a batch: it goes on only where this is the same.

    `files` are names and SHA-256 digests (null where a file could not be read); `rules_of_files` the digests of the
    rules that the files name themselves; `rules` null stands for these.
    """

    pairproof: str
    files: list[tuple[str, str | None]]
    rules_of_files: list[str | None] = Field(alias="rules of the files")
    format: str | None
    adjourned: bool
    fill_byes: bool = Field(alias="fill byes")
    settings: list[Settings]
    simulated: int
    seed: int | None
    rules: list[RuleSet | None]
    methods: list[str]


class BatchRecord(Document):
    """`run.json`: which batch a folder holds, and whether its tables are complete."""

    schema_: Literal["pairproof.batch/1"] = Field(alias="schema")
    complete: bool
    chunk_size: int
    batch: Batch
