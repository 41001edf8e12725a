"""Absolute criteria: what makes a pair, or a bye, illegal (RULES 5; P B1–B3, R 1a–2b).

Each is one piece, which says how often it is broken, for many pairs at once, and why, in words for one pair.  A *bye*
is the pair of a player and the dummy, whose index is the number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.registry import Registry
from pairproof.model.language import all_of, say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.state.history import BLACK, WHITE, Kind
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
    """One absolute criterion.

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
        Whether what has been paired is barred by it from then on (look-ahead, RULES 14).
    reads
        What it looks at beyond the facts that every certificate's digest holds (`solver.proof.identity`), as a JSON
        value.
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
    once: bool = False
    reads: Callable[[Position], object] | None = None

    def brief_words(self, position: Position, u: int, v: int) -> str | None:
        """`briefly`, or `breach` where there is no shorter sentence."""
        return (self.briefly or self.breach)(position, u, v)


def hard_criteria(rules: RuleSet) -> tuple[HardCriterion, ...]:
    """The hard criteria of a rule set, in the order of RULES 5."""
    return HARD.among(rules.hard)


def colour_rules(rules: RuleSet) -> dict[str, ColourRule]:
    """The hard criteria of a rule set that look at colours, by name, in order."""
    return {rule.name: rule.colours for rule in hard_criteria(rules) if rule.colours is not None}


def may_not_take(position: Position, colour: int) -> BoolArray:
    """Who may not have the colour (RULES 4.2), shape (n,)."""
    barred = np.zeros(position.players, dtype=np.bool_)
    for rule in colour_rules(position.rules).values():
        barred |= rule.bars(position, colour)
    return barred


# --- Meetings and byes -----------------------------------------------------------------------------------------------


def _have_met(position: Position, u: IntArray, v: IntArray) -> IntArray:
    met = np.zeros((position.players + 1, position.players + 1), dtype=np.bool_)
    met[tuple(np.array(sorted(position.met), dtype=np.int64).reshape(-1, 2).T)] = True
    return met[u, v].astype(np.int64)


def _rounds_met(position: Position, u: int, v: int) -> list[str]:
    if v >= position.players:
        return []
    return [str(number) for number in position.history.rounds_met(position.ids[u], position.ids[v])]


def _met_words(position: Position, u: int, v: int) -> str | None:
    rounds = _rounds_met(position, u, v)
    if not rounds:
        return None
    return say_n(
        "{a} and {b} met in round {rounds}",
        "{a} and {b} met in rounds {rounds}",
        len(rounds),
        a=position.ids[u],
        b=position.ids[v],
        rounds=all_of(rounds),
    )


def _met_briefly(position: Position, u: int, v: int) -> str | None:
    rounds = _rounds_met(position, u, v)
    if not rounds:
        return None
    return say_n("met in round {rounds}", "met in rounds {rounds}", len(rounds), rounds=all_of(rounds))


def _bye_again(position: Position, u: IntArray, v: IntArray) -> IntArray:
    had = np.array([bool(position.history.byes(player)) for player in position.ids], dtype=np.bool_)
    return ((v >= position.players) & had[u]).astype(np.int64)


def _bye_words(position: Position, u: int, v: int) -> str | None:
    player = position.ids[u]
    for number, kind in position.history.byes(player) if v >= position.players else ():
        fields = {"player": player, "round": number}
        if kind is Kind.BYE:
            return say("{player} had a bye in round {round}", **fields)
        if kind is Kind.FULL_BYE:
            return say("{player} had a full-point bye in round {round}", **fields)
        return say("{player} had a forfeit win in round {round}", **fields)
    return None


def _bye_briefly(position: Position, u: int, v: int) -> str | None:
    player = position.ids[u]
    for number, kind in position.history.byes(player) if v >= position.players else ():
        fields = {"player": player, "round": number}
        if kind is Kind.BYE:
            return say("{player} may not have the bye after a bye in round {round} (B2)", **fields)
        if kind is Kind.FULL_BYE:
            return say("{player} may not have the bye after a full-point bye in round {round} (B2)", **fields)
        return say("{player} may not have the bye after a forfeit win in round {round} (B2)", **fields)
    return None


def _round_not_full(position: Position, without: Sequence[int]) -> str | None:
    if len(without) <= position.players % 2:
        return None
    fields = {"without": len(without), "present": position.players}
    if position.players % 2:
        return say("{without} of the {present} present are without a game: one may stay (P B3)", **fields)
    return say("{without} of the {present} present are without a game: nobody may stay (P B3)", **fields)


# --- Colours ---------------------------------------------------------------------------------------------------------


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


def _signed(position: Position, player: int, change: int = 0) -> str:
    return f"{int(position.difference[player]) + change:+d}"


def _colour_word(colour: int) -> str:
    return say("white") if colour == WHITE else say("black")


def _difference_bars(position: Position, colour: int) -> BoolArray:
    bars: BoolArray = position.difference * colour > 1
    return bars


def _difference_why(position: Position, player: int, colour: int) -> str:
    return say("difference {difference}", difference=_signed(position, player))


def _difference_may_not(position: Position, player: int, colour: int) -> str:
    fields = {"player": position.ids[player], "difference": _signed(position, player)}
    if colour == WHITE:
        return say("{player} may not have white: his colour difference is {difference}", **fields)
    return say("{player} may not have black: his colour difference is {difference}", **fields)


def _difference_broken(position: Position, player: int, colour: int) -> str:
    return say(
        "{player} has {colour} with a colour difference of {difference}",
        player=position.ids[player],
        colour=_colour_word(colour),
        difference=_signed(position, player),
    )


def _difference_exempted(position: Position, player: int, colour: int, pair: str) -> str:
    return say(
        "{player} gets to a colour difference of {difference} ({pair} has a topscorer, in the last round).",
        player=position.ids[player],
        difference=_signed(position, player, colour),
        pair=pair,
    )


def _third_bars(position: Position, colour: int) -> BoolArray:
    bars: BoolArray = position.repeated == colour
    return bars


def _third_why(position: Position, player: int, colour: int) -> str:
    return say("had it twice running")


def _third_may_not(position: Position, player: int, colour: int) -> str:
    if colour == WHITE:
        return say("{player} may not have white: he had it in his last two games", player=position.ids[player])
    return say("{player} may not have black: he had it in his last two games", player=position.ids[player])


def _third_broken(position: Position, player: int, colour: int) -> str:
    fields = {"player": position.ids[player], "colour": _colour_word(colour)}
    return say("{player} has {colour} for the third time running", **fields)


def _third_exempted(position: Position, player: int, colour: int, pair: str) -> str:
    fields = {"player": position.ids[player], "pair": pair}
    if colour == WHITE:
        return say("{player} gets white after two games with it ({pair} has a topscorer, in the last round).", **fields)
    return say("{player} gets black after two games with it ({pair} has a topscorer, in the last round).", **fields)


# --- All of them -----------------------------------------------------------------------------------------------------

NO_REMATCH = HardCriterion(
    "no-rematch",
    "P B1, R 1a",
    "Two players meet at most once.",
    _have_met,
    _met_words,
    briefly=_met_briefly,
    once=True,
)
SINGLE_BYE = HardCriterion(
    "single-bye",
    "P B2, R 1b",
    "Nobody has a bye after a bye, a full-point bye or a forfeit win.",
    _bye_again,
    _bye_words,
    briefly=_bye_briefly,
    once=True,
)
FULL_ROUND = HardCriterion(
    "full-round",
    "P B3",
    "Everybody present plays; one has the bye when their number is odd.",
    # A property of the whole pairing: the solvers pair everybody present, and at most the dummy is left.
    lambda position, u, v: np.zeros(len(u), dtype=np.int64),
    lambda position, u, v: None,
    relaxable=False,
    round_breach=_round_not_full,
    indispensable="a round is always full (P B3)",
)
COLOUR_DIFFERENCE = colour_criterion(
    "colour-difference",
    "R 2a",
    "Nobody's whites minus blacks leave −2 … +2.",
    ColourRule(_difference_bars, _difference_why, _difference_may_not, _difference_broken, _difference_exempted),
)
THIRD_COLOUR = colour_criterion(
    "third-colour",
    "R 2b",
    "Nobody has the same colour three times running.",
    ColourRule(_third_bars, _third_why, _third_may_not, _third_broken, _third_exempted),
)

HARD: Registry[HardCriterion] = Registry(
    "hard criterion",
    (
        NO_REMATCH,
        SINGLE_BYE,
        FULL_ROUND,
        COLOUR_DIFFERENCE,
        THIRD_COLOUR,
    ),
)
"""In the order of RULES 5, in which breaks are counted as well: fewest rematches first (RULES 13)."""
