"""The colours a player may not have (R 2a, 2b)."""

from __future__ import annotations

from pairproof.model.criteria.criterion import ColourRule, colour_criterion
from pairproof.model.language import say
from pairproof.model.state.history import WHITE
from pairproof.model.state.position import BoolArray, Position


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
