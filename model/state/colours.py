"""Colour needs of one player, from the colours already played (RULES 4.1–4.3; R)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairproof.model.state.history import BLACK, NO_COLOUR, WHITE

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class ColourNeed:
    """`difference` is whites − blacks; `repeated` the colour of both last games, NO_COLOUR where they differ or are not
    two; `wants` the preferred colour and `strength` how much (NONE … ABSOLUTE)."""

    difference: int
    repeated: int
    wants: int
    strength: int

    def breaks_difference(self, colour: int) -> bool:
        """Whether that colour would take the difference out of −2…+2 (R 2a)."""
        return self.difference * colour > 1

    def breaks_third(self, colour: int) -> bool:
        """Whether that colour would be the third time running (R 2b)."""
        return self.repeated == colour


def colour_need(colours: Sequence[int]) -> ColourNeed:
    """The need of a player whose games so far had these colours, in order (RULES 4.3: the first rule that applies)."""
    difference = sum(colours)
    repeated = colours[-1] if len(colours) >= 2 and colours[-1] == colours[-2] else NO_COLOUR
    if difference > 1:
        wants, strength = BLACK, ABSOLUTE
    elif difference < -1:
        wants, strength = WHITE, ABSOLUTE
    elif repeated:
        wants, strength = -repeated, ABSOLUTE
    elif difference:
        wants, strength = -difference, STRONG
    elif colours:
        wants, strength = -colours[-1], MILD
    else:
        wants, strength = NO_COLOUR, NONE
    return ColourNeed(difference, repeated, wants, strength)
