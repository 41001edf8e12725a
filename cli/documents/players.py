"""`players --json`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from pydantic import Field

from pairproof.cli.documents.document import Document, Run
from pairproof.cli.version import versions
from pairproof.model.tournament import Player, Tournament


class PlayerKnown(Document):
    """A player with the keys of the tournament file; null where nothing is known."""

    id: int
    name: str
    rating: int | None
    lot: int | None
    groups: list[str]
    title: str | None
    sex: str | None
    federation: str | None
    fide_id: int | None
    national_id: str | None
    birth: str | None
    club: str | None
    enters: int
    withdrawn_after: int | None
    table: int | None
    start_score: int

    @classmethod
    def of(cls, player: Player) -> PlayerKnown:
        """What is known of a player."""
        known: dict[str, Any] = asdict(player)
        known["groups"] = list(player.groups)
        for key in ("rating", "title", "sex", "federation", "national_id", "birth", "club"):
            known[key] = known[key] or None
        return cls.model_validate(known)


class Players(Document):
    """All players in the order of the file, and what the federation will miss, in words."""

    schema_: Literal["pairproof.players/1"] = Field(alias="schema")
    tournament: str
    players: list[PlayerKnown]
    missing: list[str]
    run: Run

    @classmethod
    def of(cls, tournament: Tournament, missing: list[str]) -> Players:
        """The players of a tournament."""
        return cls(
            schema="pairproof.players/1",
            tournament=tournament.name,
            players=[PlayerKnown.of(player) for player in tournament.players],
            missing=missing,
            run=Run(versions=versions(()), input_sha256=tournament.sha256),
        )
