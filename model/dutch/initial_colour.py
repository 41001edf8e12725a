"""The initial colour (C.04.3, 5.2.5; C.04.2.D): drawn by lot before the first round, or told by the rounds played."""

from __future__ import annotations

from pairproof.model.state.history import BLACK, NO_COLOUR, WHITE
from pairproof.model.state.ranking import lot
from pairproof.model.tournament import Tournament


def initial_colour(tournament: Tournament) -> int:
    """WHITE or BLACK; NO_COLOUR where the file does not name it and no round has colours.

    A round tells it: those who had been paired by then are numbered, and the first of them with a colour in the first
    round that has any had the initial colour if the number is odd, else the other.
    """
    if tournament.initial_colour is not None:
        return WHITE if tournament.initial_colour == "white" else BLACK
    seated: frozenset[int] = frozenset()
    order = [player.id for player in sorted(tournament.players, key=lot)]
    for round_ in tournament.rounds:
        seated |= round_.seated()
        colours: dict[int, int] = {}
        for game in round_.games:
            if game.coloured:
                colours[game.white], colours[game.black] = WHITE, BLACK
        if colours:
            numbered = [player for player in order if player in seated]
            place = next(place for place, player in enumerate(numbered) if player in colours)
            return colours[numbered[place]] * (1 if place % 2 == 0 else -1)
    return NO_COLOUR
