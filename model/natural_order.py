"""The natural order of RULES 9, as a sequence of decisions: who chooses next, and among whom in which order.

The order is a rule, not a method: whoever applies it (an engine that searches, a check that replays) tells this class what
was decided, and is told who decides next.  Players are indices in rank order; the dummy is never a candidate: who is still
open after the last group has the bye.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from model.position import Position


@dataclass(frozen=True, slots=True)
class Phase:
    """One stretch of decisions: `choosers` in order, each with the candidates in the order they are tried.

    A chooser who was taken by an earlier one no longer chooses; a candidate who was taken is passed over.
    """

    choosers: tuple[int, ...]
    candidates: Mapping[int, tuple[int, ...]]


def _halves(bracket: list[int]) -> Phase:
    """C2–C5 as RULES 9 models them: S1 tries S2 downwards, then S1 below upwards; S2 tries everyone below."""
    half = len(bracket) // 2
    candidates = {}
    for place, player in enumerate(bracket):
        below = bracket[place + 1 :]
        if place < half:
            candidates[player] = (*bracket[half:], *reversed(bracket[place + 1 : half]))
        else:
            candidates[player] = tuple(below)
    return Phase(tuple(bracket), candidates)


def phases(position: Position, partner: dict[int, int]) -> Iterator[Phase]:
    """The phases from the top group down.

    `partner` is read again after each phase: before asking for the next one the caller must have entered, both ways, every
    pair that the phase decided (fixed pairs are entered by this function at the start).
    """
    partner.update(position.fixed)
    groups: dict[int, list[int]] = {}
    for player in range(position.players):
        groups.setdefault(int(position.score[player]), []).append(player)
    moved: list[int] = []
    for group in groups.values():
        here = [player for player in group if player not in partner]
        if position.rules.bracket_style == "merged":
            yield _halves(moved + here)
        else:
            if moved:
                yield Phase(tuple(moved), {player: tuple(here) for player in moved})
            yield _halves([player for player in here if player not in partner])
        moved = [player for player in moved + here if player not in partner]
