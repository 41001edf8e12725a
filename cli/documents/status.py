"""`status --json`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pairproof.cli.documents.document import Document, Run
from pairproof.cli.documents.results import BoardOpen, open_boards
from pairproof.cli.pages.status import next_command
from pairproof.cli.version import versions
from pairproof.model.tournament import Tournament


class Coming(Document):
    """The next round, and the ids of those who do not play it, by why."""

    round: int
    absent: list[int]
    half_byes: list[int]
    full_byes: list[int]


class Status(Document):
    """Where a tournament stands: the last `round` in the file (0: none yet), its boards without a result, the `next`
    round (null once all `planned` are there), and the `command` to type now.
    """

    schema_: Literal["pairproof.status/1"] = Field(alias="schema")
    tournament: str
    players: int
    round: int
    planned: int | None
    missing: list[BoardOpen]
    next: Coming | None
    command: str
    run: Run

    @classmethod
    def of(cls, tournament: Tournament, file: str) -> Status:
        """Of a tournament in a file."""
        return cls(
            schema="pairproof.status/1",
            tournament=tournament.name,
            players=len(tournament.players),
            round=len(tournament.rounds),
            planned=tournament.rounds_planned,
            missing=open_boards(tournament),
            next=None if tournament.all_paired else _coming(tournament),
            command=next_command(tournament, file),
            run=Run(versions=versions(()), input_sha256=tournament.sha256),
        )


def _coming(tournament: Tournament) -> Coming:
    number, asked = len(tournament.rounds) + 1, tournament.next
    return Coming(
        round=number,
        absent=sorted(asked.absent | tournament.away(number)),
        half_byes=sorted(asked.half_byes),
        full_byes=sorted(asked.full_byes),
    )
