"""`standings --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr, SerializerFunctionWrapHandler, model_serializer

from pairproof.cli.documents.document import Document, Pair, Run, words
from pairproof.cli.version import versions
from pairproof.model.rules import RuleSet
from pairproof.model.state import standings as standings_of
from pairproof.model.state.standings import Standing
from pairproof.model.tournament import Tournament


class StandingRow(Document):
    """One player: the places shared (equal for one who shares none), and the keys of the ranking."""

    places: Pair
    id: int
    name: str
    score: int
    sos: int | None = None
    gam: int | None = None
    rating: int | None = None
    lot: int | None = None
    direct_encounter: bool | None = None

    _order: tuple[str, ...] = PrivateAttr(default=())

    @classmethod
    def of(cls, standing: Standing, name: str, *, pairing: bool) -> StandingRow:
        """A line; the keys stand in the order in which they count."""
        keys: dict[str, Any] = dict(standing.values)
        if not pairing:
            keys["direct_encounter"] = standing.direct
        row = cls(places=[standing.first, standing.last], id=standing.player, name=name, **keys)
        row._order = ("places", "id", "name", *standing.values)
        return row

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found = write(self)
        return {key: found[key] for key in dict.fromkeys((*self._order, *found))}


class OpenGame(Document):
    """A game for whose sake the standings are not final: adjourned, or without a result and left out."""

    round: int
    white: int
    black: int
    adjourned: bool


class Standings(Document):
    """`standings --json`; `open` names the games for whose sake they are not `final`."""

    schema_: Literal["pairproof.standings/1"] = Field(alias="schema")
    tournament: str
    round: int
    rules: str
    ranking: Annotated[str, words("pairing", "final")]
    final: bool | None = None
    open: list[OpenGame] | None = None
    players: list[StandingRow]
    run: Run

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        rules: RuleSet,
        round: int,
        standings: Sequence[Standing],
        waiting: Sequence[standings_of.OpenGame],
        *,
        pairing: bool,
    ) -> Standings:
        """The standings after a round, or the ranking for `pairing` the next one."""
        names = {player.id: player.name for player in tournament.players}
        return cls(
            schema="pairproof.standings/1",
            tournament=tournament.name,
            round=round,
            rules=rules.name,
            ranking="pairing" if pairing else "final",
            final=None if pairing else not waiting,
            open=None if pairing else [OpenGame(**asdict(game)) for game in waiting],
            players=[StandingRow.of(line, names[line.player], pairing=pairing) for line in standings],
            run=Run(versions=versions(()), input_sha256=tournament.sha256),
        )
