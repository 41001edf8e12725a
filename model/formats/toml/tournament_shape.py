"""The shape of a native tournament file: every table and key, its type and its bounds.

pydantic models; import this module only when a TOML file is read (`model.formats.toml.tournament_file`).
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from pairproof.model.formats.results import result_typed
from pairproof.model.formats.toml.points_shape import MAX_POINTS, PointsTable, Table, Value
from pairproof.model.language import say
from pairproof.model.tournament import Game, Player, Result

MAX_ID = 1_000_000
MAX_ROUNDS = 999
MAX_NUMBER = 1_000_000_000
"""Bound of ratings, lots and game points: sums over a tournament stay far inside 64 bits."""


def _listed(given: Any) -> Any:
    """A single value as a list of one: `bye = 7` is `bye = [7]`, and `fix_colours = true` is one flag for all."""
    return [given] if isinstance(given, int) else given


Text = Annotated[str, Field(max_length=1000)]
Id = Annotated[int, Field(ge=1, le=MAX_ID)]
Pair = Annotated[list[Annotated[int, Field(ge=0, le=MAX_ID)]], Field(min_length=2, max_length=2)]
Count = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
RoundNumber = Annotated[int, Field(ge=1, le=MAX_ROUNDS)]
ResultText = Literal["1-0", "1/2-1/2", "0-1", "0-0", "1/2-0", "0-1/2", "+/-", "-/+", "-/-", "time", "adjourned"]


def _typed(given: Any) -> Any:
    """A result that people write in another way as the format has it."""
    result = result_typed(given) if isinstance(given, str) else None
    return given if result is None else result.value


def _date(given: Any) -> Any:
    """A date as text, 2026-03-14; TOML has dates of its own."""
    if isinstance(given, date) and not isinstance(given, datetime):
        return given.isoformat()
    if isinstance(given, str) and (not given or _is_date(given)):
        return given
    raise ValueError(say("must be a date such as 2026-03-14"))


def _birth(given: Any) -> Any:
    """A date of birth as text, or a year."""
    if type(given) is int and 1900 <= given <= 2100:
        return str(given)
    if isinstance(given, str) and re.fullmatch(r"(19|20)[0-9]{2}", given):
        return given
    try:
        return _date(given)
    except ValueError:
        raise ValueError(say("must be a date such as 1990-05-12, or a year")) from None


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _sex(given: Any) -> Any:
    """`f`, as many lists have it, is `w`, as FIDE has it."""
    return {"f": "w"}.get(given.lower(), given.lower()) if isinstance(given, str) else given


def _number_as_text(given: Any) -> Any:
    return str(given) if type(given) is int else given


Date = Annotated[str, BeforeValidator(_date)]
Birth = Annotated[str, BeforeValidator(_birth)]
Federation = Annotated[str, Field(max_length=3, pattern=r"^(?:[A-Z]{3})?$")]


class ForbidIn(Table):
    """Pairs forbidden in one round, whenever that round is paired (TRF 260)."""

    round: RoundNumber
    pairs: list[Pair]


class Accelerated(Table):
    """Points added to scores when one round is paired, and only then (TRF 250, XXA)."""

    round: RoundNumber
    players: Annotated[list[Id], Field(min_length=1)]
    points: Annotated[int, Field(ge=1, le=MAX_POINTS)]


class Correction(Table):
    """Points given or taken in one round beside its results (TRF 299)."""

    round: RoundNumber
    players: Annotated[list[Id], Field(min_length=1)]
    points: Annotated[int, Field(ge=-MAX_POINTS, le=MAX_POINTS)]


class HeadTable(Table):
    """`[tournament]`, as far as one key is one value."""

    name: Text = ""
    rounds: RoundNumber | None = None
    rules: Text | None = None
    restricted_until: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] | None = None
    initial_colour: Literal["white", "black"] | None = None
    start_scores: Literal["ignored", "used"] | None = None
    halves: bool = False
    tie_breaks: list[Text] = []
    city: Text = ""
    federation: Federation = ""
    start: Date = ""
    end: Date = ""
    arbiter: Text = ""
    deputies: list[Text] = []
    time_control: Text = ""


class TournamentTable(HeadTable):
    """`[tournament]`."""

    forbid: list[Pair] = []
    forbid_in: list[ForbidIn] = []
    accelerated: list[Accelerated] = []
    corrections: list[Correction] = []


class TournamentPoints(PointsTable):
    """`[points]`: in a tournament file also what an adjourned game gives both players meanwhile."""

    adjourned: Value | None = None


class PlayerTable(Table):
    """`[[players]]`."""

    id: Id
    name: Text = ""
    rating: Count = 0
    lot: Count | None = None
    groups: list[Text] = []
    title: Annotated[str, Field(max_length=20)] = ""
    sex: Annotated[Literal["m", "w", ""], BeforeValidator(_sex)] = ""
    federation: Federation = ""
    fide_id: Annotated[int, Field(ge=1, le=99_999_999_999)] | None = None
    national_id: Annotated[str, BeforeValidator(_number_as_text), Field(max_length=100)] = ""
    birth: Birth = ""
    club: Text = ""
    enters: RoundNumber = 1
    withdrawn_after: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] | None = None
    table: Annotated[int, Field(ge=1, le=MAX_ID)] | None = None
    start_score: Annotated[int, Field(ge=0, le=MAX_POINTS)] = 0

    @cached_property
    def player(self) -> Player:
        """The player."""
        return Player(
            id=self.id,
            name=self.name,
            rating=self.rating,
            lot=self.lot,
            groups=tuple(self.groups),
            title=self.title,
            sex=self.sex,
            federation=self.federation,
            fide_id=self.fide_id,
            national_id=self.national_id,
            birth=self.birth,
            club=self.club,
            enters=self.enters,
            withdrawn_after=self.withdrawn_after,
            table=self.table,
            start_score=self.start_score,
        )


class GameTable(Table):
    """One entry of `games`."""

    white: Id
    black: Id
    result: Annotated[ResultText, BeforeValidator(_typed)] | None = None
    coloured: bool = True
    gam: Annotated[list[Count], Field(min_length=2, max_length=2)] | None = None

    @cached_property
    def game(self) -> Game:
        """The game."""
        return Game(
            white=self.white,
            black=self.black,
            result=None if self.result is None else Result(self.result),
            coloured=self.coloured,
            gam=None if self.gam is None else (self.gam[0], self.gam[1]),
        )


class OrdersTable(Table):
    """`orders` of a round: with which orders it was paired."""

    fix: list[Pair] = []
    fix_colours: Annotated[list[bool], BeforeValidator(_listed)] = [False]
    forbid: list[Pair] = []
    absent: list[Id] = []
    keep: list[Pair] = []
    reason: Text = ""


class CorrectedTable(Table):
    """One entry of `corrected`: a result that was another one when the round was paired."""

    round: RoundNumber
    white: Id
    black: Id
    was: Annotated[ResultText, BeforeValidator(_typed)]


class RoundTable(Table):
    """`[[rounds]]`."""

    games: list[GameTable] = []
    empty_boards: list[Id] = []
    bye: Annotated[list[Id], BeforeValidator(_listed)] = []
    half_byes: list[Id] = []
    full_byes: list[Id] = []
    wins_without_opponent: list[Id] = []
    absent: list[Id] = []
    orders: OrdersTable | None = None
    corrected: list[CorrectedTable] = []
    hand: list[Pair] = []
    reason: Text = ""

    @cached_property
    def played(self) -> tuple[Game, ...]:
        """The games; a table that has been read once is kept, and they with it."""
        return tuple(table.game for table in self.games)


class NextTable(Table):
    """`[next]`."""

    absent: list[Id] = []
    half_byes: list[Id] = []
    full_byes: list[Id] = []
    forbid: list[Pair] = []
    fix: list[Pair] = []
    fix_colours: Annotated[list[bool], BeforeValidator(_listed)] = [False]


class LaterTable(Table):
    """`[[later]]`: who will not play in a round after the next."""

    round: RoundNumber
    absent: list[Id] = []
    half_byes: list[Id] = []
    full_byes: list[Id] = []


class File(Table):
    """The whole file."""

    tournament: TournamentTable
    players: list[PlayerTable]
    rounds: list[RoundTable] = []
    next: NextTable = NextTable()
    later: list[LaterTable] = []
    points: TournamentPoints = TournamentPoints()
