"""The natural order of RULES 9, as a sequence of decisions: who chooses next, and among whom in which order.

The order is a rule, not a method: whoever applies it (an engine that searches, a check that replays) says what was
decided and is told who decides next.  Players are indices in rank order; the dummy is never a candidate: who is still
open after the last group has the bye.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pairproof.model.state.position import IntArray, Position


class Phase:
    """One stretch of decisions: `choosers` choose in order.

    A chooser who was taken by an earlier one no longer chooses; a candidate who was taken is passed over.
    """

    def __init__(self, choosers: list[int], pool: list[int], players: int) -> None:
        self.choosers = tuple(choosers)
        self._halved = choosers is pool
        self._size = len(pool)
        # One more entry than players: the dummy, in no pool.
        self._place = np.full(players + 1, -1, dtype=np.int64)
        self._place[pool] = np.arange(len(pool))

    def order(self, chooser: int, others: IntArray) -> IntArray:
        """For each of the others (indices) when the chooser tries him, smallest first; −1 for one he never tries.

        In a bracket (C2–C5): a player of S1 tries S2 downwards, then the players of S1 below him upwards; a player of
        S2 tries those below him.  A player moved down (floaters-first) tries the whole group downwards.
        """
        places = self._place[others]
        if not self._halved:
            return places
        mine, half = int(self._place[chooser]), self._size // 2
        if mine < half:
            order = np.where(places >= half, places - half, self._size - places)
        else:
            order = places - mine
        return np.where(places > mine, order, -1)


def phases(position: Position, partner: dict[int, int]) -> Iterator[Phase]:
    """The phases from the top group down.

    `partner` is read again after each phase: before asking for the next one the caller must have entered, both ways,
    every pair that the phase decided (fixed pairs are entered by this function at the start).
    """
    partner.update(position.fixed)
    groups: dict[int, list[int]] = {}
    for player in range(position.players):
        groups.setdefault(int(position.score[player]), []).append(player)
    moved: list[int] = []
    for group in groups.values():
        here = [player for player in group if player not in partner]
        if position.rules.bracket_style == "merged":
            bracket = moved + here
            yield Phase(bracket, bracket, position.players)
        else:
            if moved:
                yield Phase(moved, here, position.players)
            bracket = [player for player in here if player not in partner]
            yield Phase(bracket, bracket, position.players)
        moved = [player for player in moved + here if player not in partner]
