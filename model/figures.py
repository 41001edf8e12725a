"""How scores, and values of levels that are made of scores, are written for people: in the points of the tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

FRACTIONS = ("¼", "½", "¾")


class Measured(Protocol):
    """A level, as far as it is to be written: its name, and the power of points that its values are in."""

    @property
    def name(self) -> str: ...
    @property
    def points_power(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Figures:
    """How the numbers of a round are written; by default as they are counted, in half-win units.

    Attributes
    ----------
    halves
        Whether a point of the tournament is two of the units counted in (chess points).
    powers
        By level: 1 where its values are points, 2 where they are squares of points; others are counts of something.
    fractions
        The signs of a quarter, a half and three quarters; digits after a stop where the page has no such signs.
    """

    halves: bool = False
    powers: Mapping[str, int] = field(default_factory=dict)
    fractions: tuple[str, str, str] = FRACTIONS

    @classmethod
    def of(cls, halves: bool, levels: Iterable[Measured] = (), fractions: tuple[str, str, str] = FRACTIONS) -> Figures:
        """The figures of a round with these levels."""
        return cls(halves, {level.name: level.points_power for level in levels}, fractions)

    def points(self, value: int) -> str:
        """A score, or a difference of scores, given in half-win units."""
        return self._written(value, 1)

    def level(self, name: str, value: int) -> str:
        """A value of a level, as the level counts it."""
        return self._written(value, self.powers.get(name, 0))

    def more(self, name: str, value: int) -> str:
        """How much a level changes, with its sign: `+1½`."""
        return f"{'-' if value < 0 else '+'}{self.level(name, abs(value))}"

    def _written(self, value: int, power: int) -> str:
        return quotient(value, 2**power if self.halves else 1, self.fractions)


def quotient(value: int, per: int, fractions: tuple[str, str, str] = FRACTIONS) -> str:
    """`value / per`, of halves or quarters, with the signs that there are for the rest: `2½`.

    Parameters
    ----------
    value
        A number that is not negative.
    per
        1, 2 or 4.
    """
    whole, rest = divmod(value, per)
    if not rest:
        return str(whole)
    fraction = fractions[4 * rest // per - 1]
    return f"{whole}{fraction}" if fraction.startswith(".") else f"{whole or ''}{fraction}"
