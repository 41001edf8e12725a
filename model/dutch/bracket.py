"""A bracket and the problem it belongs to (C.04.3, 1.3, 3.1): who is in it, who comes next, who else is left.

Everything about a bracket follows from the position, who is left and which scoregroup is the next: whoever searches and
whoever checks call the same function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.position import BoolArray, IntArray


@dataclass(frozen=True)
class Bracket:
    """The players left, as vertices of one matching problem.

    `players[vertex]` is the index in the position: first the moved-down players (MDPs), then the residents, the next
    scoregroup, everybody below, and the dummy, each part in rank order, so that a lower vertex is the higher player.
    The parts end before the vertices `residents`, `following`, `below` and `vertices`.  `bye_score` is the score of
    whoever has the bye (C5), None where nobody has.
    """

    position: DutchPosition
    players: IntArray
    residents: int
    following: int
    below: int
    bye_score: int | None

    @property
    def vertices(self) -> int:
        """Number of vertices, always even."""
        return len(self.players)

    @property
    def has_next(self) -> bool:
        """Whether there is another scoregroup below."""
        return self.below > self.following

    @property
    def score(self) -> int:
        """The residents' score, half-win units."""
        return int(self.position.score[self.players[self.residents]])

    @cached_property
    def _of(self) -> dict[str, IntArray]:
        return {}

    def local(self, name: str, values: IntArray | BoolArray) -> IntArray:
        """A feature of the position by vertex, 0 for the dummy; remembered by its name."""
        known = self._of
        if name not in known:
            known[name] = np.append(values.astype(np.int64), 0)[self.players]
        return known[name]

    @cached_property
    def scores(self) -> IntArray:
        """Pairing score of each vertex, 0 for the dummy."""
        return self.local("score", self.position.score)

    @cached_property
    def moved_scores(self) -> tuple[int, ...]:
        """The scores of the moved-down players, highest first."""
        return tuple(dict.fromkeys(self.scores[: self.residents].tolist()))


def next_bracket(position: DutchPosition, left: Sequence[int], moved: Sequence[int], bye_score: int | None) -> Bracket:
    """The next bracket when the players `left` (indices in rank order) are not yet paired, `moved` among them."""
    there = set(moved)
    others = np.array([player for player in left if player not in there], dtype=np.int64)
    scores = position.score[others]
    # Where moved-down players are all that is left they are the residents of a last bracket of their own.
    ends = np.flatnonzero(np.append(scores[1:] != scores[:-1], True)) + 1
    residents = len(moved)
    following = residents + int(ends[0])
    below = residents + int(ends[min(1, len(ends) - 1)])
    dummy = [position.players] if len(left) % 2 else []
    players = np.concatenate([np.array(moved, dtype=np.int64), others, np.array(dummy, dtype=np.int64)])
    return Bracket(position, players, residents, following, below, bye_score)
