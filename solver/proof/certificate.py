"""A certificate as values: what is claimed of which round, and the proof, by the players' ids (0 is the bye).

`write` makes the JSON document of it, `load` reads that back; nothing here says whether it is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairproof.model.rules import RuleSet
from pairproof.model.state.position import Orders


@dataclass(frozen=True, slots=True)
class OddSet:
    """An odd set of players, as listed, and its dual times the scale."""

    players: tuple[int, ...]
    dual: int


@dataclass(frozen=True, slots=True)
class Duals:
    """Duals times `scale`; `players` has those of players under their ids as written, those that are 0 left out."""

    scale: int
    players: Mapping[str, int]
    odd_sets: tuple[OddSet, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """One level, the value claimed, and what proves it."""

    name: str
    value: int
    duals: Duals


@dataclass(frozen=True, slots=True)
class Block:
    """A run of the natural order: who chose, and what proves it; without `duals` `first_choices` says that everyone has
    the first of his open candidates.
    """

    choosers: tuple[int, ...]
    duals: Duals | None
    first_choices: bool


@dataclass(frozen=True, slots=True)
class Optimal:
    """The claim that these boards, (white, black) in order, and this bye are the best pairing."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    levels: tuple[Level, ...]
    order: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Infeasible:
    """The claim that there is no legal pairing (RULES 13)."""

    blockers: tuple[int, ...]
    odd_groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the claim is about, and the claim.

    `orders` were given with the command, on top of those in the tournament file.  `irregular` names those of "rules"
    and "orders" that a document does not hold as they are written, in full and in order.
    """

    tournament: str
    round: int
    rules: RuleSet
    digest: str
    orders: Orders
    claim: Optimal | Infeasible
    irregular: frozenset[str] = frozenset()
