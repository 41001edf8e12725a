"""What a hard criterion is made of (RULES 5): one piece each, with what it says for many pairs at once and of one pair.

A *bye* is the pair of a player and the dummy, whose index is the number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pairproof.model.language import say
from pairproof.model.state.history import BLACK, WHITE
from pairproof.model.state.position import BoolArray, IntArray, Position

PairBreaks = Callable[[Position, IntArray, IntArray], IntArray]
PairWords = Callable[[Position, int, int], "str | None"]
SeatWords = Callable[[Position, int, int], str]


@dataclass(frozen=True, slots=True)
class ColourRule:
    """A colour that players may not have, whoever the opponent is (RULES 4.2).

    `bars(position, colour)` says who, shape (n,).  The sentences are about one of them (position, index, colour):
    `why` is the reason in a few words; the others are whole sentences, made of it where they are left out: `may_not`;
    `broken`, where he has that colour all the same (RULES 13); `exempted(…, pair)`, where he has it by the last-round
    exemption (RULES 6).
    """

    bars: Callable[[Position, int], BoolArray]
    why: SeatWords
    may_not: SeatWords | None = None
    broken: SeatWords | None = None
    exempted: Callable[[Position, int, int, str], str] | None = None

    def may_not_words(self, position: Position, player: int, colour: int) -> str:
        """Why the player may not have the colour."""
        if self.may_not is not None:
            return self.may_not(position, player, colour)
        fields = {"player": position.ids[player], "why": self.why(position, player, colour)}
        if colour == WHITE:
            return say("{player} may not have white: {why}", **fields)
        return say("{player} may not have black: {why}", **fields)

    def broken_words(self, position: Position, player: int, colour: int) -> str:
        """That the player has the colour, and what is against it."""
        if self.broken is not None:
            return self.broken(position, player, colour)
        fields = {"player": position.ids[player], "why": self.why(position, player, colour)}
        if colour == WHITE:
            return say("{player} has white: {why}", **fields)
        return say("{player} has black: {why}", **fields)

    def exempted_words(self, position: Position, player: int, colour: int, pair: str) -> str:
        """That the player has the colour because the exemption of the last round holds for his pair."""
        if self.exempted is not None:
            return self.exempted(position, player, colour, pair)
        return f"{self.broken_words(position, player, colour)}."


@dataclass(frozen=True, slots=True)
class HardCriterion:
    """One hard criterion.

    Attributes
    ----------
    name, source, says
        The name in rule files, where it stands in the documents, and what it says in one sentence.
    breaks
        How often each index pair u < v breaks it, shape of u; 0 for a legal pair.
    breach
        The sentence why it forbids one index pair u < v, None if it does not.
    briefly
        The same in a few words, for a list in which the pair is named already (by default `breach`).
    relaxable
        Whether it can be given up (RULES 13).  The criteria are given up from the last of the registry to the first.
    colours
        For a criterion about colours: which colour it keeps from whom.  `breaks` and `breach` are then those of the
        criterion alone (`colour_criterion`).
    round_breach
        For a criterion about the whole round: the sentence why a round is illegal in which these players (indices)
        have no game, None if it is not.
    indispensable
        Why no rule set may leave it out; "" if one may.
    once
        Which index pairs u < v it bars from then on once they have been paired, whatever the results (look-ahead,
        RULES 14); None for none.
    reads
        What it looks at beyond the facts that every certificate's digest holds (`solver.proof.identity`), as a JSON
        value; None for nothing.
    bars
        For a criterion that few pairs break: these pairs u < v, so that nobody needs to ask `breaks` about all.
    """

    name: str
    source: str
    says: str
    breaks: PairBreaks
    breach: PairWords
    briefly: PairWords | None = None
    relaxable: bool = True
    colours: ColourRule | None = None
    round_breach: Callable[[Position, Sequence[int]], str | None] | None = None
    indispensable: str = ""
    once: Callable[[Position, IntArray, IntArray], BoolArray] | None = None
    reads: Callable[[Position], object] | None = None
    bars: Callable[[Position], Iterable[tuple[int, int]]] | None = None

    def brief_words(self, position: Position, u: int, v: int) -> str | None:
        """`briefly`, or `breach` where there is no shorter sentence."""
        return (self.briefly or self.breach)(position, u, v)


def seats_of(position: Position, u: int, v: int) -> list[tuple[int, int]]:
    """The ways (white, black) to seat an index pair that the arbiter's order leaves; none where the colour criteria do
    not hold: for a bye, and under the exemption.
    """
    if v >= position.players or position.topscorer[u] or position.topscorer[v]:
        return []
    return [seats for seats in ((u, v), (v, u)) if seats[::-1] not in position.fixed_white]


def colour_criterion(name: str, source: str, says: str, rule: ColourRule) -> HardCriterion:
    """The hard criterion that a colour rule makes: a pair is illegal where neither way to seat it is left."""

    def breaks(position: Position, u: IntArray, v: IntArray) -> IntArray:
        game = v < position.players
        white, black = (rule.bars(position, colour) for colour in (WHITE, BLACK))
        ordered = {seats[::-1] for seats in position.fixed_white}
        found = np.zeros(len(u), dtype=np.int64)
        a, b = u[game], v[game]
        against = [white[one] | black[two] for one, two in ((a, b), (b, a))]
        for one, two in ordered:
            against[0] |= (a == one) & (b == two)
            against[1] |= (b == one) & (a == two)
        found[game] = against[0] & against[1] & ~position.topscorer[a] & ~position.topscorer[b]
        return found

    def breach(position: Position, u: int, v: int) -> str | None:
        reasons = []
        for seats in seats_of(position, u, v):
            barred = [
                rule.may_not_words(position, player, colour)
                for player, colour in zip(seats, (WHITE, BLACK), strict=True)
                if rule.bars(position, colour)[player]
            ]
            if not barred:
                return None
            reasons += barred
        return "; ".join(dict.fromkeys(reasons)) or None

    return HardCriterion(name, source, says, breaks, breach, colours=rule)
