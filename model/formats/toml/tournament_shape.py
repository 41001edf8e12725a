"""The shape of a native tournament file: every table and key, its type and its bounds.

pydantic models; import this module only when a TOML file is read (`model.formats.toml.tournament_file`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from pairproof.model.formats.results import result_typed
from pairproof.model.formats.toml.points_shape import MAX_POINTS, PointsTable, Table, Value

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


class TournamentTable(Table):
    """`[tournament]`."""

    name: Text = ""
    rounds: RoundNumber | None = None
    rules: Text | None = None
    restricted_until: Annotated[int, Field(ge=0, le=MAX_ROUNDS)] | None = None
    initial_colour: Literal["white", "black"] | None = None
    halves: bool = False
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


class GameTable(Table):
    """One entry of `games`."""

    white: Id
    black: Id
    result: Annotated[ResultText, BeforeValidator(_typed)] | None = None
    coloured: bool = True
    gam: Annotated[list[Count], Field(min_length=2, max_length=2)] | None = None


class RoundTable(Table):
    """`[[rounds]]`."""

    games: list[GameTable] = []
    bye: Annotated[list[Id], BeforeValidator(_listed)] = []
    half_byes: list[Id] = []
    full_byes: list[Id] = []
    absent: list[Id] = []


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
