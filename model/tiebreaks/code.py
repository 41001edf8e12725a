"""A tie-break as a list names it: `BH/C1`, its name and what modifies it."""

from __future__ import annotations

from dataclasses import dataclass

EDITIONS = ("2026", "2023", "2009")
"""Editions of FIDE C.07 by the year from which they hold; the first is the one in force."""


@dataclass(frozen=True, slots=True)
class Code:
    """A tie-break with its modifiers; `model.tiebreaks.parsing` reads them.

    Attributes
    ----------
    name
        The piece of the registry; for a team tie-break the whole code.
    cut, cut_high
        How many least and most significant elements are cut (`Cn`; `Mn` cuts as many of both).
    forfeits
        Forfeits are games against the scheduled opponent (`P`).
    fore
        Fore Buchholz instead of Buchholz (`F`).
    shift
        By how many half points the limit of Koya is moved (`Ln`).
    reverse
        Reversed order (`R`).
    unrated
        The rating that stands for a missing one (`Un`).
    constant
        The multiplier of BQ (`Kn`).
    zeros
        The nothing of an unplayed round is an element, and can be cut (`Z`).
    team
        It is about teams, and cannot be computed for players.
    """

    name: str
    cut: int = 0
    cut_high: int = 0
    forfeits: bool = False
    fore: bool = False
    shift: int = 0
    reverse: bool = False
    unrated: int | None = None
    constant: int | None = None
    zeros: bool = False
    team: bool = False

    def __str__(self) -> str:
        parts = [self.name]
        if self.cut:
            parts.append(f"{'M' if self.cut_high else 'C'}{self.cut}")
        parts += [letter for letter, given in (("P", self.forfeits), ("F", self.fore)) if given]
        if self.shift:
            parts.append(f"L{self.shift:+}")
        if self.reverse:
            parts.append("R")
        parts += [
            f"{letter}{number}" for letter, number in (("U", self.unrated), ("K", self.constant)) if number is not None
        ]
        if self.zeros:
            parts.append("Z")
        return "/".join(parts)
