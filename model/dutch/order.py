"""The order of generation (C.04.3, 3 and 4) among the pairings equal on all criteria, as a sequence of decisions.

The order is a rule, not a method.  The articles try candidates one after the other; the first that is as good as any is
found by these decisions, each of which takes the best that some pairing still in play has:

* which moved-down players are paired, the highest first;
* their opponents, each the highest resident;
* in the remainder (residents without a moved-down player; S1 its upper half, by the number of pairs), a pair's higher
  player is called its *head*: fewest heads from S2 (players exchanged), the smallest sum of the heads' numbers, the
  lowest of S1 leave it first, the highest of S2 come first;
* the partners of the heads, each the highest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pairproof.model.criteria.natural_order import Phase
from pairproof.model.dutch.bracket import Bracket
from pairproof.model.state.position import IntArray

Vertices = npt.NDArray[np.integer]
PAIRED, OPPONENTS, EXCHANGES, SUM, OUT, IN, TRANSPOSITION = (
    "paired",
    "opponents",
    "exchanges",
    "sum",
    "out",
    "in",
    "transposition",
)
DIGITS = 30
"""Players of one run of yes-or-no decisions at most: its costs stay below 2^30."""


@dataclass(frozen=True)
class Tally:
    """A decision that is a sum over the pairs: `weight(u, v)` of pairs u < v, integers ≥ 0, to be as small as possible.

    Vertices that are one in `alike`, and in the same part of the bracket's problem, weigh the same.  `players` are
    those it is about, in order, where it decides yes or no for each of them.
    """

    name: str
    weight: Callable[[Vertices, Vertices], IntArray]
    alike: IntArray
    players: tuple[int, ...] = ()


@dataclass(frozen=True)
class Marks:
    """Yes or no for each player in turn: no if possible.  `marked(u, v)` gives who is marked by pairs u < v, as the
    vertices `u` and `v` where they are marked and −1 where not; `alike` is as for a sum.
    """

    name: str
    players: tuple[int, ...]
    marked: Callable[[Vertices, Vertices], tuple[IntArray, IntArray]]
    alike: IntArray

    def run(self, players: Sequence[int]) -> Tally:
        """The decisions for some of the players, the first one's weighing more than all others together."""
        weights = np.zeros(len(self.alike) + 1, dtype=np.int64)  # the last stands for nobody, −1
        for place, player in enumerate(reversed(players)):
            weights[player] = 1 << place

        def weight(u: Vertices, v: Vertices) -> IntArray:
            higher, lower = self.marked(u, v)
            return weights[higher] + weights[lower]

        return Tally(self.name, weight, self.alike, tuple(players))


@dataclass(frozen=True)
class Choices:
    """Each of the choosers takes the first of his candidates."""

    name: str
    phase: Phase = field(repr=False)


Decision = Tally | Marks | Choices


def order_of_generation(bracket: Bracket, mate: Callable[[], IntArray]) -> Iterator[Decision]:
    """The decisions in order.

    `mate` gives the partner of each vertex in some pairing that is still in play: what is read of it is the same in all
    of them.
    """
    moved, following, n = bracket.residents, bracket.following, bracket.vertices
    if moved:
        each = np.minimum(np.arange(n), moved)
        yield Marks(PAIRED, tuple(range(moved)), lambda u, v: _leaving(u, v, moved, following), each)
        partner = mate()
        paired = [player for player in range(moved) if partner[player] < following]
        if paired:
            yield Choices(OPPONENTS, Phase(paired, list(range(moved, following)), n))
    partner = mate()
    rest = [player for player in range(moved, following) if partner[player] >= moved]
    pairs = sum(bool(player < partner[player] < following) for player in rest)
    if not pairs:
        return
    number = np.full(n, -1, dtype=np.int64)
    number[rest] = np.arange(len(rest))

    def head(u: Vertices, v: Vertices) -> npt.NDArray[np.bool_]:
        inside: npt.NDArray[np.bool_] = (number[u] >= 0) & (number[v] >= 0)
        return inside

    halves = np.where(number < 0, 0, 1 + (number >= pairs))
    yield Tally(EXCHANGES, lambda u, v: (head(u, v) & (number[u] >= pairs)).astype(np.int64), halves)
    partner = mate()
    if any(player < partner[player] < following for player in rest[pairs:]):
        each = number + 1
        yield Tally(SUM, lambda u, v: np.where(head(u, v), number[u], 0), each)
        yield Marks(
            OUT,
            tuple(reversed(rest[:pairs])),
            lambda u, v: (np.where(head(u, v), u, -1).astype(np.int64), np.full(len(u), -1, dtype=np.int64)),
            each,
        )
        yield Marks(
            IN,
            tuple(rest[pairs:]),
            lambda u, v: (
                np.where((number[u] >= 0) & (v >= following), u, -1).astype(np.int64),
                np.where(number[v] >= 0, v, -1).astype(np.int64),
            ),
            each,
        )
        partner = mate()
    heads = [player for player in rest if player < partner[player] < following]
    others = set(heads)
    yield Choices(TRANSPOSITION, Phase(heads, [player for player in rest if player not in others], n))


def _leaving(u: Vertices, v: Vertices, moved: int, following: int) -> tuple[IntArray, IntArray]:
    leaves = (u < moved) & (v >= following)
    return np.where(leaves, u, -1).astype(np.int64), np.full(len(u), -1, dtype=np.int64)
