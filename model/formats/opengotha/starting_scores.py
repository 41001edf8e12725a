"""What the players of a McMahon tournament start with, as OpenGotha reckons it.

A rank counts in steps from 1D, which is 0: 2D is 1, 1K is −1.  Ranks above the bar count as the bar, those below the
floor as the floor; the steps above the rank that is zero, and the player's own correction, are the points he starts
with.  A score entered by hand goes before all that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pairproof.model.errors import Fault
from pairproof.model.formats.opengotha.elements import Element
from pairproof.model.language import say

_LOWEST, _HIGHEST = -30, 8
"""30K and 9D."""
_MOST = 200
"""Points of a correction or a score entered by hand."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The ranks between which players start by their own one, and the rank that counts 0, as steps from 1D."""

    floor: int
    bar: int
    zero: int


def scale_of(general: Element, faults: list[Fault]) -> Scale:
    """Floor, bar and zero of the tournament; where the file does not say them, those of a new OpenGotha tournament."""
    floor, bar, zero = (
        _rank(general, key, default, faults)
        for key, default in (("genMMFloor", _LOWEST), ("genMMBar", _HIGHEST), ("genMMZero", _LOWEST))
    )
    if floor > bar:
        faults.append(Fault(say("genMMFloor lies above genMMBar; nobody can start between them."), general.line))
    return Scale(floor, bar, zero)


def starting_scores(entrants: Mapping[int, Element], scale: Scale, faults: list[Fault]) -> dict[int, int]:
    """Half-win units by id.  Where somebody would start below 0 all start so much higher, which pairs them alike."""
    points = {player: _points(element, player, scale, faults) for player, element in entrants.items()}
    lowest = min(0, *points.values()) if points else 0
    return {player: 2 * (own - lowest) for player, own in points.items()}


def _points(element: Element, player: int, scale: Scale, faults: list[Fault]) -> int:
    by_hand = _whole(element, "smmsByHand", -1, player, faults)
    if by_hand >= 0:
        return by_hand
    rank = _rank(element, "rank", _LOWEST, faults, player)
    return min(max(rank, scale.floor), scale.bar) - scale.zero + _whole(element, "smmsCorrection", 0, player, faults)


def _whole(element: Element, key: str, default: int, player: int, faults: list[Fault]) -> int:
    text = element.text(key)
    if not text:
        return default
    if not re.fullmatch(r"[+-]?[0-9]{1,4}", text) or abs(int(text)) > _MOST:
        told = say(
            "{name}: {key} is {text!r}; it must be a number of points up to {most}.",
            name=element.name,
            key=key,
            text=text,
            most=_MOST,
        )
        faults.append(Fault(told, element.line, player=player))
        return default
    return int(text)


def _rank(element: Element, key: str, default: int, faults: list[Fault], player: int | None = None) -> int:
    """A rank as steps from 1D; of professionals 1P to 3P are 7D, 4P to 6P are 8D, and the others 9D."""
    text = element.text(key).strip().upper()
    if not text:
        return default
    written = re.fullmatch(r"([0-9]{1,2})([KDP])", text)
    if written is None:
        told = say(
            "{name}: {key} is {text!r}; it must be a rank such as 4D or 12K.", name=element.name, key=key, text=text
        )
        faults.append(Fault(told, element.line, player=player))
        return default
    number, kind = int(written[1]), written[2]
    steps = {"K": -number, "D": number - 1, "P": 6 if number <= 3 else 7 if number <= 6 else 8}[kind]
    return min(max(steps, _LOWEST), _HIGHEST)
