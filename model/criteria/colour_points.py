"""Why one of a pair has white: the point of RULES 4.4 that decided, with its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairproof.model.criteria.hard import colour_rules
from pairproof.model.criteria.levels import has_colours
from pairproof.model.criteria.seats import kept_boards
from pairproof.model.language import say, say_n
from pairproof.model.state.colours import ABSOLUTE, MILD, STRONG
from pairproof.model.state.history import BLACK, NO_COLOUR, WHITE
from pairproof.model.state.position import Position


@dataclass(frozen=True, slots=True)
class ColourPoint:
    """`point` is "order" (the arbiter's), "published" (kept as published, RULES 10), "legal" (the other colours are
    not), or "4.4.1" to "4.4.6"; "rank" in rule sets without colours.
    """

    point: str
    text: str

    @property
    def words(self) -> str:
        """The reason, with the point of RULES 4.4 if it is one."""
        if not self.point.startswith("4.4."):
            return self.text
        return say("{why} (RULES 4.4, point {number})", why=self.text, number=self.point[-1])


def colour_point(position: Position, white: int, black: int) -> ColourPoint:
    """What decided that of the two (indices) this one has white; they must be seated by RULES 4.4 and 10."""
    return colour_points(position, [(white, black)])[0]


def colour_points(position: Position, seats: Sequence[tuple[int, int]]) -> list[ColourPoint]:
    """`colour_point` of each of some games (white, black), by index."""
    kept = {(board.white, board.black) for board in kept_boards(position, seats)}
    return [_point(position, white, black, (white, black) in kept) for white, black in seats]


def _point(position: Position, white: int, black: int, kept: bool) -> ColourPoint:
    ids = position.ids
    names = {"white": ids[white], "black": ids[black]}
    if (white, black) in position.fixed_white:
        return ColourPoint("order", say("{white} has white by the arbiter's order", **names))
    if kept:
        return ColourPoint("published", say("these are the published colours, and exchanging them gains nothing"))
    if not has_colours(position.rules):
        return ColourPoint("rank", say("the higher ranked player stands first"))
    if _burden(position, white, black) < _burden(position, black, white):
        exempt = bool(position.topscorer[white] or position.topscorer[black])
        point = "4.4.1" if exempt or position.orders.relax else "legal"
        return ColourPoint(point, "; ".join(_barred(position, black, white)))
    return _by_preference(position, white, black, names)


def _burden(position: Position, white: int, black: int) -> tuple[int, ...]:
    """How much the hard colour criteria have against these seats: players under the exemption (RULES 6), else breaks of
    each criterion, the one given up last first (RULES 13).
    """
    against = [
        (player, rule.bars(position, colour)[player])
        for rule in colour_rules(position.rules).values()
        for player, colour in ((white, WHITE), (black, BLACK))
    ]
    if position.topscorer[white] or position.topscorer[black]:
        return (len({player for player, barred in against if barred}),)
    return tuple(int(against[place][1]) + int(against[place + 1][1]) for place in range(0, len(against), 2))


def _barred(position: Position, white: int, black: int) -> list[str]:
    """What the hard colour criteria have against these seats, in words."""
    return [
        rule.may_not_words(position, player, colour)
        for player, colour in ((white, WHITE), (black, BLACK))
        for rule in colour_rules(position.rules).values()
        if rule.bars(position, colour)[player]
    ]


def _by_preference(position: Position, white: int, black: int, names: dict[str, int]) -> ColourPoint:
    wants = int(position.wants[white]), int(position.wants[black])
    granted = (wants[0] == WHITE) + (wants[1] == BLACK)
    if wants[0] != wants[1] and granted:
        if granted == 2:
            return ColourPoint("4.4.2", say("{white} wants white and {black} black", **names))
        if wants[0] == WHITE:
            return ColourPoint("4.4.2", say("{white} wants white, and {black} has no preference", **names))
        return ColourPoint("4.4.2", say("{black} wants black, and {white} has no preference", **names))
    if wants[0] != NO_COLOUR:
        gets, other = (white, black) if wants[0] == WHITE else (black, white)
        if _weight(position, gets) != _weight(position, other):
            return ColourPoint("4.4.3", _stronger(position, gets, other))
    return _by_history(position, white, black, names)


def _weight(position: Position, player: int) -> tuple[int, int]:
    """Strength of a preference; absolute ones by the difference of colours as well."""
    strength = int(position.strength[player])
    return strength, abs(int(position.difference[player])) if strength == ABSOLUTE else 0


def _stronger(position: Position, gets: int, other: int) -> str:
    fields = {"player": position.ids[gets], "other": position.ids[other]}
    if position.strength[gets] == position.strength[other]:
        return say(
            "{player} has the larger difference of colours ({more} against {less})",
            more=f"{int(position.difference[gets]):+d}",
            less=f"{int(position.difference[other]):+d}",
            **fields,
        )
    strength = {MILD: say("mild"), STRONG: say("strong"), ABSOLUTE: say("absolute")}
    return say(
        "the preference of {player} is the stronger ({more} against {less})",
        more=strength[int(position.strength[gets])],
        less=strength[int(position.strength[other])],
        **fields,
    )


def _by_history(position: Position, white: int, black: int, names: dict[str, int]) -> ColourPoint:
    history = position.history
    colours = [history.colours(position.ids[player]) for player in (white, black)]
    for back, (mine, theirs) in enumerate(zip(reversed(colours[0]), reversed(colours[1]), strict=False), start=1):
        if mine != theirs:
            text = (
                say("in their last games {white} had black and {black} white", **names)
                if back == 1
                else say_n(
                    "compared from the last game backwards, their colours first differ {count} game ago: {white} had "
                    "black then and {black} white",
                    "compared from the last game backwards, their colours first differ {count} games ago: {white} had "
                    "black then and {black} white",
                    back,
                    **names,
                )
            )
            return ColourPoint("4.4.4", text)
    higher = min(white, black)
    player = position.ids[higher]
    if position.wants[higher] != NO_COLOUR:
        return ColourPoint(
            "4.4.5",
            say(
                "their preferences are equal, their colours never differed, and {player} is ranked higher",
                player=player,
            ),
        )
    return ColourPoint("4.4.6", _initial(position, player, higher == white))


def _initial(position: Position, player: int, has_white: bool) -> str:
    """Point 6: the initial colour, by the start number of the higher ranked."""
    if player % 2 == 1:
        if has_white:
            return say(
                "neither has a preference: {player} is ranked higher, and odd numbers begin with white", player=player
            )
        return say(
            "neither has a preference: {player} is ranked higher, and odd numbers begin with black", player=player
        )
    if has_white:
        return say(
            "neither has a preference: {player} is ranked higher, and even numbers begin with white", player=player
        )
    return say("neither has a preference: {player} is ranked higher, and even numbers begin with black", player=player)
