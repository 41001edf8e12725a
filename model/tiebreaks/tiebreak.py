"""What a tie-break is made of: one piece each, with its values and how they came about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import Crosstable

Value = int | Fraction | None
"""The value of a tie-break, exact; None where it is undefined: behind every value, however they are ordered."""

Group = Sequence[int]
"""Ids of players who are level."""

Groups = Sequence[Group]
"""Players still level when the turn of a tie-break comes, group by group."""


class Unit(Enum):
    """What values count in: things, half things, or what the event counts scores in, once or twice over."""

    ONES = "ones"
    HALVES = "halves"
    POINTS = "points"
    PRODUCTS = "products"

    def per(self, halves: bool) -> int:
        """How many make 1 as shown; `halves`: scores are shown as 1, ½ and 0 (half-win units halved)."""
        return {"ones": 1, "halves": 2, "points": 2 if halves else 1, "products": 4 if halves else 1}[self.value]


Show = Callable[[Value, Unit], str]
"""A value as it is to be shown."""


@dataclass(frozen=True, slots=True)
class Part:
    """A number that a value is made of, in words, and whether it was cut.  `unit` None: that of the piece."""

    words: str
    value: Value
    cut: bool = False
    unit: Unit | None = None


Values = Callable[[Crosstable, Code, Groups], Mapping[int, Value]]
Working = Callable[[Crosstable, Code, int, Group, Show], Iterable[Part]]
Missing = Callable[[Crosstable, Code], "str | None"]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break.

    Attributes
    ----------
    name, title, article, meaning
        The acronym, what it is called, where the rules have it, and what it counts in one sentence.
    values
        The values of all players of the event.  The groups still level matter to direct encounters alone.
    working
        For a player and the group he is level with: the numbers that make up his value.
    takes
        The letters of the modifiers that it takes (`model.tiebreaks.parsing`).
    unit
        What the values count in.
    lower_first
        Whether lower is better; the modifier `R` turns it round.
    missing
        Why it cannot be computed for an event, None if it can.
    note
        What is to be said where it is computed all the same, None for nothing.
    fide
        Whether C.07 has it; in TRF the others are called `OTHER_…`.
    """

    name: str
    title: str
    article: str
    meaning: str
    values: Values
    working: Working
    takes: str = ""
    unit: Unit = Unit.ONES
    lower_first: bool = False
    missing: Missing | None = None
    note: Missing | None = None
    fide: bool = True
