"""A certificate as values: what is claimed of which round, and the proof, by the players' ids (0 is the bye).

`write` makes the JSON document of it, `load` reads that back; nothing here says whether it is right.  A system of its
own has a claim of its own (`Claim`); that no legal pairing exists is claimed in one way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders
from pairproof.solver.proof.identity import witness_text
from pairproof.solver.proof.proofs import Proof


class Claim(Protocol):
    """What a certificate claims of a round, and what proves it."""

    @property
    def players(self) -> frozenset[int]:
        """Those it seats, 0 aside; nobody, where there is no legal pairing."""
        ...

    @property
    def values(self) -> tuple[tuple[str, int], ...]:
        """The levels' names and the values claimed, in order."""
        ...

    def document(self) -> dict[str, Any]:
        """Its part of the JSON document."""
        ...


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

    def document(self) -> dict[str, Any]:
        """Its part of the JSON document."""
        return {
            "scale": self.scale,
            "duals": dict(self.players),
            "odd_sets": [{"players": list(odd.players), "dual": odd.dual} for odd in self.odd_sets],
        }


@dataclass(frozen=True, slots=True)
class Level:
    """One level, the value claimed, and what proves it."""

    name: str
    value: int
    duals: Duals


@dataclass(frozen=True, slots=True)
class Block:
    """A step of the natural order: who chose, and what proves it; without `duals` `first_choices` says that everyone
    has the first of his open candidates.  Without choosers the duals are a narrowing: some pairs are in no pairing any
    more.
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

    @property
    def players(self) -> frozenset[int]:
        """Those it seats."""
        return seated(self.pairs, self.bye)

    @property
    def values(self) -> tuple[tuple[str, int], ...]:
        """The levels' names and values."""
        return tuple((level.name, level.value) for level in self.levels)

    def document(self) -> dict[str, Any]:
        """Its part of the JSON document."""
        return {
            "pairs": [list(pair) for pair in self.pairs],
            "bye": self.bye,
            "levels": [{"name": level.name, "value": level.value, **level.duals.document()} for level in self.levels],
            "order": [
                {
                    "choosers": list(block.choosers),
                    **({"first_choices": block.first_choices} if block.duals is None else block.duals.document()),
                }
                for block in self.order
            ],
        }


@dataclass(frozen=True, slots=True)
class Infeasible:
    """The claim that there is no legal pairing (RULES 13)."""

    blockers: tuple[int, ...]
    odd_groups: tuple[tuple[int, ...], ...]

    @property
    def players(self) -> frozenset[int]:
        """Nobody is seated."""
        return frozenset()

    @property
    def values(self) -> tuple[tuple[str, int], ...]:
        """No level has a value."""
        return ()

    def document(self) -> dict[str, Any]:
        """Its part of the JSON document."""
        return {"witness": witness_document(self.blockers, self.odd_groups)}


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
    claim: Claim
    irregular: frozenset[str] = frozenset()


def duals_of(proof: Proof, id_of: Callable[[int], int]) -> Duals:
    """A proof by ids, `id_of` each vertex."""
    return Duals(
        scale=proof.scale,
        players={
            str(id_of(vertex)): int(proof.vertex_duals[vertex])
            for vertex in np.flatnonzero(proof.vertex_duals).tolist()
        },
        odd_sets=tuple(
            OddSet(tuple(map(id_of, np.flatnonzero(proof.sets[row]).tolist())), int(proof.set_duals[row]))
            for row in np.flatnonzero(proof.set_duals).tolist()
        ),
    )


def seated(pairs: Sequence[tuple[int, int]], bye: int | None) -> frozenset[int]:
    """The players of boards and bye."""
    return frozenset(player for pair in pairs for player in pair) | (frozenset() if bye is None else {bye})


def witness_document(blockers: Sequence[int], groups: Sequence[Sequence[int]]) -> dict[str, Any]:
    """A witness by ids, with a sentence (CONTRACT 3)."""
    return {
        "blockers": list(blockers),
        "odd_groups": [list(group) for group in groups],
        "text": witness_text(blockers, groups),
    }
