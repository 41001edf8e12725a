"""Boards of the next round that are certain while results are still open: the same in every outcome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from pairproof import solver
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import BYE, Result, Tournament
from pairproof.solver.terms import Status

OUTCOMES = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
MOST_PAIRED = 2000
"""Players times outcomes: more than that takes longer than anybody waits for a page."""


def open_places(tournament: Tournament) -> list[int]:
    """Where in the last round a result is missing."""
    if not tournament.rounds:
        return []
    return [place for place, game in enumerate(tournament.rounds[-1].games) if game.result is None]


def certain_boards(tournament: Tournament, orders: Orders) -> tuple[tuple[int, int], ...] | None:
    """The pairs of the next round, (id, 0) for the bye, that every outcome of the open games leads to; None where no
    game is open, or too many are.

    A game that ends otherwise (by forfeit, by the clock) is no outcome that is looked at.
    """
    places = open_places(tournament)
    if not places or tournament.all_paired or len(OUTCOMES) ** len(places) * len(tournament.players) > MOST_PAIRED:
        return None
    common: set[tuple[int, int]] | None = None
    for one in _outcomes(tournament, places):
        pairing = solver.pair(one, solver.Request(orders=orders))
        if pairing.status is not Status.OPTIMAL:
            return ()
        found = {(min(pair), max(pair)) for pair in ((board.white, board.black) for board in pairing.boards)}
        found |= set() if pairing.bye is None else {(pairing.bye, BYE)}
        common = found if common is None else common & found
        if not common:
            return ()
    return tuple(sorted(common or ()))


def _outcomes(tournament: Tournament, places: list[int]) -> Iterator[Tournament]:
    """The tournament with every way in which its open games can end."""
    last = tournament.rounds[-1]
    for results in product(OUTCOMES, repeat=len(places)):
        games = list(last.games)
        for place, result in zip(places, results, strict=True):
            games[place] = replace(games[place], result=result)
        yield replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, games=tuple(games))))
