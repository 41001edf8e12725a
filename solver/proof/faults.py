"""What the kernel can find wrong with a proof, as values; `words` makes the sentences.

Vertices are numbers; `place` counts from 0 in the list it is about, but groups of a witness count from 1 (the blockers
are 0).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stranger:
    """A number that is no vertex, in pair or group `place`."""

    vertex: int
    place: int


@dataclass(frozen=True, slots=True)
class Twice:
    """A vertex in two pairs or groups, or twice in one: `first` and `place`."""

    vertex: int
    first: int
    place: int


@dataclass(frozen=True, slots=True)
class Missing:
    """Vertices in no pair."""

    vertices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """A pair that is not among those allowed."""

    u: int
    v: int


@dataclass(frozen=True, slots=True)
class BadScale:
    """A scale below 1."""

    scale: int


@dataclass(frozen=True, slots=True)
class NotOdd:
    """The set or group at `place` has an even number of members, `size`."""

    place: int
    size: int


@dataclass(frozen=True, slots=True)
class SetTwice:
    """The set at `place` is one of those before it."""

    place: int


@dataclass(frozen=True, slots=True)
class NegativeDual:
    """A set that no earlier level made an equation has a dual below 0."""

    place: int
    dual: int


@dataclass(frozen=True, slots=True)
class TooLarge:
    """The numbers cannot be added up exactly in 64 bits."""


@dataclass(frozen=True, slots=True)
class WrongValue:
    """The value `given` is not what the matching costs."""

    given: int
    cost: int


@dataclass(frozen=True, slots=True)
class WrongTotal:
    """The duals add up to something else than the matching's cost times the scale."""

    total: int
    scale: int
    cost: int


@dataclass(frozen=True, slots=True)
class NegativeReducedCost:
    """The worst of `count` pairs of negative reduced cost, and its cost times the scale."""

    u: int
    v: int
    reduced: int
    scale: int
    count: int


@dataclass(frozen=True, slots=True)
class TooManyDigits:
    """The digits of one block need 2^62 or more."""


@dataclass(frozen=True, slots=True)
class NotFirst:
    """The first open candidate of the chooser is `first`, but he has `mate`."""

    chooser: int
    first: int
    mate: int


@dataclass(frozen=True, slots=True)
class NoChoosers:
    """A block without choosers, where it is the turn of `turn`."""

    turn: int


@dataclass(frozen=True, slots=True)
class NotTheirTurn:
    """A block whose choosers are not those whose turn it is: `turn`, as many as choosers where so many wait."""

    turn: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NobodysTurn:
    """A block after everybody has chosen."""


@dataclass(frozen=True, slots=True)
class NotAtTheEnd:
    """The blocks end where it is the turn of `turn`."""

    turn: int


@dataclass(frozen=True, slots=True)
class TooFewGroups:
    """No more odd groups than blockers."""

    groups: int
    blockers: int


@dataclass(frozen=True, slots=True)
class Escape:
    """The first of `count` pairs that lead out of a group, to no blocker; `group` counts from 1."""

    u: int
    v: int
    group: int
    count: int


ProofFault = BadScale | NotOdd | SetTwice | NegativeDual | TooLarge | WrongValue | WrongTotal | NegativeReducedCost
OrderFault = ProofFault | TooManyDigits | NotFirst | NoChoosers | NotTheirTurn | NobodysTurn
MatchingFault = Stranger | Twice | Missing | NotAllowed
WitnessFault = Stranger | Twice | NotOdd | TooFewGroups | Escape
