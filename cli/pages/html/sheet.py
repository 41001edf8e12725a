"""What stands on the page, as plain data: nothing here knows HTML or a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from pairproof.cli.output import width
from pairproof.cli.pages.burdens import Told
from pairproof.cli.pages.html.picture import Picture
from pairproof.cli.pages.levels import LevelText
from pairproof.cli.pages.note import Note

LONG_NAME = 18
"""Columns, wide characters counted twice."""


@dataclass(frozen=True, slots=True)
class Who:
    """A player: start number and name (possibly empty)."""

    id: int
    name: str

    @property
    def long(self) -> bool:
        """Whether the name is too long for the largest letters."""
        return width(self.name) > LONG_NAME


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a board; `float` is "up", "down" or empty."""

    who: Who
    score: str
    float: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A board, white (or first) and black."""

    number: int
    white: Seat
    black: Seat


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the list by name: where, against whom, and with which `colour` ("white", "black" or empty); or why
    not at a board (`instead`)."""

    who: Who
    board: int | None = None
    colour: str = ""
    opponent: Who | None = None
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings: the score, what decides among those level on it, and what stands below the name."""

    place: str
    who: Who
    score: str
    values: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of a player in the crosstable.

    `opponent` is a start number or a word; `colour` "white", "black" or empty; `points` as shown, empty while open;
    `float` as in `Seat`.
    """

    opponent: str
    colour: str = ""
    points: str = ""
    float: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player's line of the crosstable, in the order of the standings."""

    place: str
    who: Who
    cells: tuple[Cell, ...]
    score: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Those who bear the same thing; `more` tells of those left out."""

    title: str
    told: tuple[Told, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class NotPlaying:
    """Players who are not paired, and what they have instead."""

    what: str
    players: tuple[Who, ...]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Everything on the page.

    Without `pairs` and `bye` no round is on it: `none` says why there is no pairing, `groups` are the odd groups of the
    witness then, and `blockers` those who are taken away (number 0 is the bye).  Without `none` either, the tournament
    is over.  `parts` are those asked for (`html.parts`); `many`: the event is so large that print is small.
    """

    parts: frozenset[str]
    many: bool
    tournament: str
    round: str
    rules: str
    has_colours: bool
    has_game_points: bool
    standings_title: str
    tie_breaks: tuple[str, ...]
    remarks: tuple[str, ...]
    rows: tuple[Row, ...]
    cross: tuple[CrossRow, ...]
    rounds: tuple[int, ...]
    made_by: str
    cross_signs: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    bye: Seat | None = None
    floats: bool = False
    not_playing: tuple[NotPlaying, ...] = ()
    lines: tuple[Line, ...] = ()
    levels: tuple[LevelText, ...] = ()
    order_of_levels: str = ""
    chosen: str = ""
    chapters: tuple[Chapter, ...] = ()
    notes: tuple[Note, ...] = ()
    none: Note | None = None
    blockers: tuple[Who, ...] = ()
    groups: tuple[tuple[Who, ...], ...] = ()
    picture: Picture | None = None

    @property
    def shown(self) -> frozenset[str]:
        """The parts of those asked for that there is something to show for."""
        round_there = bool(self.pairs) or self.bye is not None
        there = {
            "boards": round_there,
            "names": round_there,
            "standings": True,
            "crosstable": bool(self.cross),
            "reasons": bool(self.levels) or self.picture is not None,
            "slips": bool(self.pairs),
        }
        return frozenset(part for part in self.parts if there[part])
