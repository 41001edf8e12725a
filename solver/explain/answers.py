"""Answers to "why this pairing and not another?", whatever the system that gives them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pairproof.model.criteria import Breach
from pairproof.model.criteria.colour_points import ColourPoint
from pairproof.model.tournament import BYE, FixedPair
from pairproof.solver.result import Board, Pairing
from pairproof.solver.witness import Witness


class Outcome(Enum):
    """What becomes of a question.

    CHOSEN: the pairing has it.  ILLEGAL: a rule or an order is against the pair itself.  IMPOSSIBLE: the others cannot
    all be paired then.  WORSE: a level gets worse.  LATER: equal on every level, but the natural order comes to the
    other pairing first.  COLOURS: the colours asked for cost nothing, but the allocation (RULES 4.4) gives the other
    ones.  FIXED: an order of the arbiter leaves nothing else.
    """

    CHOSEN = "chosen"
    ILLEGAL = "illegal"
    IMPOSSIBLE = "impossible"
    WORSE = "worse"
    LATER = "later"
    COLOURS = "colours"
    FIXED = "fixed"


@dataclass(frozen=True)
class Loss:
    """The first level that gets worse: its name, the value with the wish, and the optimum without it."""

    level: str
    value: int
    optimum: int


@dataclass(frozen=True)
class Price:
    """What a question costs: IMPOSSIBLE comes with the `witness`, WORSE with the first `loss`, FIXED with the `order`;
    else LATER or COLOURS.

    `by_orders`: without the arbiter's orders (`fix`, `forbid`) it would not be IMPOSSIBLE.  `told`: WORSE and LATER in
    the words of the system, a sentence; empty where the loss, or that the natural order chose, says all.  `decided`:
    with COLOURS, why the colours at the player's board are as they are, where the rules gave them.
    """

    outcome: Outcome
    witness: Witness | None = None
    loss: Loss | None = None
    order: FixedPair | None = None
    by_orders: bool = False
    told: str = ""
    decided: ColourPoint | None = None


@dataclass(frozen=True)
class Answer:
    """What a wish costs.

    `wish` is the pair asked about.  ILLEGAL comes with `breaches`, IMPOSSIBLE with the `witness` that the others cannot
    all be paired then (none where there is no pairing at all) and `by_orders` as in `Price`, WORSE with the first
    `loss`; COLOURS with the first level that is even better, if any, and why the allocation `decided` for the others.
    `best` is the best pairing that grants the wish,
    where it was asked for and exists.  `told` as in `Price`.  `unkept`: IMPOSSIBLE because no pairing with it keeps the
    look-ahead and the limits that were asked for.
    """

    wish: FixedPair
    outcome: Outcome
    breaches: tuple[Breach, ...] = ()
    witness: Witness | None = None
    loss: Loss | None = None
    best: Pairing | None = None
    by_orders: bool = False
    told: str = ""
    decided: ColourPoint | None = None
    unkept: bool = False


@dataclass(frozen=True)
class Burden:
    """Something a player would rather be spared, and what that would cost.

    `what` is "down" (he plays one with a lower score), "bye", or "colour" (he does not get the one he prefers); `price`
    says what the pairings without it cost, for a colour those in which he has a game with the colour he prefers, set so
    against the allocation if need be.  LATER means that somebody else could bear it at no cost, COLOURS that only the
    colours would have to be set so; None that it is not asked (look-ahead or limits decided the round).
    """

    player: int
    what: str
    price: Price | None


@dataclass(frozen=True)
class JudgedBoard:
    """A board of the file, or its bye: what the best pairing that has it costs, and a sentence about its colours where
    the rules give the other ones (empty where they do not, and where nothing is known of the colours).
    """

    answer: Answer
    colours: str = ""


@dataclass(frozen=True)
class Section:
    """A part of a round that a system tells of by itself: a title, and sentences."""

    title: str
    sentences: tuple[str, ...]


def changes(pairing: Pairing, other: Pairing) -> tuple[tuple[Board | int, ...], tuple[Board | int, ...]]:
    """The boards (players and colours) of each pairing that the other does not have; an id stands for the bye."""
    mine, theirs = _seats(pairing), _seats(other)
    return (
        tuple(board for seats, board in mine.items() if seats not in theirs),
        tuple(board for seats, board in theirs.items() if seats not in mine),
    )


def _seats(pairing: Pairing) -> dict[tuple[int, int], Board | int]:
    seats: dict[tuple[int, int], Board | int] = {(board.white, board.black): board for board in pairing.boards}
    if pairing.bye is not None:
        seats[pairing.bye, BYE] = pairing.bye
    return seats


class Obstacle(Enum):
    """What may have to go: the hard criteria about colours, or the arbiter's orders (`fix`, `forbid`)."""

    COLOURS = "colours"
    ORDERS = "orders"


@dataclass(frozen=True, slots=True)
class Barred:
    """A pair of ids, (0, id) for the bye, and everything against it."""

    players: tuple[int, int]
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Cause:
    """Why nothing is legal.

    `barred` are pairs between the groups of the witness, or out of one, in order of rank, not more than a page can
    name; `more` counts the others.  Each of `removable` is the least that would have to go: without all of it, and with
    everything else, a legal pairing exists.
    """

    barred: tuple[Barred, ...]
    more: int
    removable: tuple[frozenset[Obstacle], ...]
