"""`standings --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr, SerializerFunctionWrapHandler, model_serializer

from pairproof.cli.documents.document import Document, Pair, Run, given, words
from pairproof.cli.pages.tie_breaks import shown
from pairproof.cli.version import versions
from pairproof.model.rules import RuleSet
from pairproof.model.state import standings as standings_of
from pairproof.model.tiebreaks.table import Standing, Table
from pairproof.model.tiebreaks.tiebreak import Value
from pairproof.model.tiebreaks.working import Working
from pairproof.model.tournament import Tournament

_KEYS = {"PTS": "score", "SOS": "sos", "GAM": "gam"}
"""What the tie-breaks of RULES 12 are called in the documents."""

Exact = Annotated[int | str | None, Field(description="A whole number, else a fraction as text (134/5).")]


def exact(value: Value) -> int | str | None:
    """A value in JSON: whole where it is, else a fraction as text."""
    return (
        str(value) if isinstance(value, Fraction) and value.denominator > 1 else None if value is None else int(value)
    )


class StandingRow(Document):
    """One player: the places shared (equal for one who shares none), and the keys of the ranking, or, where tie-breaks
    were named, the score and the values of those, null where one is undefined.  `away_since` is the first round without
    somebody who has left.
    """

    places: Pair
    id: int
    name: str
    score: int
    sos: int | None = None
    gam: int | None = None
    rating: int | None = None
    lot: int | None = None
    direct_encounter: bool | None = None
    tie_breaks: list[Exact] | None = None
    away_since: int | None = None

    _order: tuple[str, ...] = PrivateAttr(default=())

    @classmethod
    def ranked(cls, standing: Standing, name: str, keys: Sequence[str]) -> StandingRow:
        """A line of the ranking for pairing; the keys stand in the order in which they count."""
        values: dict[str, Any] = dict(zip(keys, standing.values, strict=True))
        row = cls(places=[standing.first, standing.last], id=standing.player, name=name, **values)
        row._order = ("places", "id", "name", *keys)
        return row

    @classmethod
    def of(cls, standing: Standing, name: str, table: Table) -> StandingRow:
        """A line of the standings."""
        values: dict[str, Any] = {"score": table.cross.scores[standing.player]}
        if table.named:
            values["tie_breaks"] = [exact(value) for value in standing.values]
        else:
            for column in table.columns:
                if column.code.name in _KEYS:
                    values[_KEYS[column.code.name]] = column.values[standing.player]
                else:
                    values["direct_encounter"] = column.values[standing.player] is not None
        values |= given(away_since=table.cross.away_since(standing.player))
        return cls(places=[standing.first, standing.last], id=standing.player, name=name, **values)

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found = write(self)
        return {key: found[key] for key in dict.fromkeys((*self._order, *found))}


class TieBreakNamed(Document):
    """A tie-break that counts; `per` of what its values count in make 1 as chess counts."""

    code: str
    title: str
    source: str
    per: int


class LeftOut(Document):
    """A tie-break that cannot be computed here, and why; or one that has a remark."""

    code: str
    why: str


class Number(Document):
    """One of the numbers that a value is made of; it does not count where it was cut."""

    words: str
    value: Exact
    cut: bool


class Worked(Document):
    """How a player's value of a tie-break came about."""

    code: str
    value: Exact
    numbers: list[Number]


class WorkingOf(Document):
    """How the values of a player came about."""

    id: int
    tie_breaks: list[Worked]

    @classmethod
    def of(cls, working: Working, halves: bool) -> WorkingOf:
        """The numbers of every tie-break of the table."""
        return cls(
            id=working.id,
            tie_breaks=[
                Worked(
                    code=str(column.code),
                    value=exact(column.values[working.id]),
                    numbers=[Number(words=part.words, value=exact(part.value), cut=part.cut) for part in parts],
                )
                for column, parts in working.of(lambda value, unit: shown(value, unit, halves))
            ],
        )


class OpenGame(Document):
    """A game for whose sake the standings are not final: adjourned, or without a result and left out."""

    round: int
    white: int
    black: int
    adjourned: bool


class Standings(Document):
    """`standings --json`; `open` names the games for whose sake they are not `final`.

    Where tie-breaks were named, `tie_breaks` are those that count, in order, `left_out` those that cannot be computed,
    and `remarks` what is to be borne in mind.
    """

    schema_: Literal["pairproof.standings/1"] = Field(alias="schema")
    tournament: str
    round: int
    rules: str
    ranking: Annotated[str, words("pairing", "final")]
    final: bool | None = None
    open: list[OpenGame] | None = None
    tie_breaks: list[TieBreakNamed] | None = None
    left_out: list[LeftOut] | None = None
    remarks: list[LeftOut] | None = None
    players: list[StandingRow]
    working: WorkingOf | None = None
    run: Run

    @classmethod
    def for_pairing(cls, tournament: Tournament, rules: RuleSet, round: int, ranking: Sequence[Standing]) -> Standings:
        """The ranking by which the round after this one is paired."""
        names = {player.id: player.name for player in tournament.players}
        return cls(
            schema="pairproof.standings/1",
            tournament=tournament.name,
            round=round,
            rules=rules.name,
            ranking="pairing",
            final=None,
            open=None,
            players=[StandingRow.ranked(line, names[line.player], rules.ranking) for line in ranking],
            run=Run(versions=versions(()), input_sha256=tournament.sha256),
        )

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        rules: RuleSet,
        table: Table,
        waiting: Sequence[standings_of.OpenGame],
        working: Working | None = None,
    ) -> Standings:
        """The standings after a round."""
        names = {player.id: player.name for player in tournament.players}
        return cls(
            schema="pairproof.standings/1",
            tournament=tournament.name,
            round=table.cross.rounds,
            rules=rules.name,
            ranking="final",
            final=not waiting,
            open=[OpenGame(**asdict(game)) for game in waiting],
            **(_of_named(table) if table.named else {}),
            players=[StandingRow.of(line, names[line.player], table) for line in table.lines],
            **given(working=None if working is None else WorkingOf.of(working, tournament.halves)),
            run=Run(versions=versions(()), input_sha256=tournament.sha256),
        )


def _of_named(table: Table) -> dict[str, Any]:
    return {
        "tie_breaks": [
            TieBreakNamed(
                code=str(column.code),
                title=column.piece.title,
                source=column.piece.article,
                per=column.piece.unit.per(True),
            )
            for column in table.columns
        ],
        "left_out": [LeftOut(code=remark.code, why=remark.words) for remark in table.left_out],
        "remarks": [LeftOut(code=remark.code, why=remark.words) for remark in table.remarks],
    }
