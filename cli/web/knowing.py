"""What a page knew of the file, held against what the file tells now."""

from __future__ import annotations

from dataclasses import replace

from pairproof.cli.desk.journal import Line
from pairproof.cli.desk.store import Held
from pairproof.model.acts import Done
from pairproof.model.acts.results import board_places
from pairproof.model.language import say
from pairproof.model.tournament import Tournament


def standing_result(tournament: Tournament, round: int, board: int) -> str | None:
    """The result of a board as a file writes it, "" if it has none yet; None where there is no such board."""
    if not 1 <= round <= len(tournament.rounds):
        return None
    place = board_places(tournament, round).get(board)
    if place is None:
        return None
    result = tournament.rounds[round - 1].games[place].result
    return "" if result is None else result.value


def nothing_new(tournament: Tournament, board: int, value: str) -> Done:
    """That nothing is to be done for a result."""
    return Done(tournament, say("Board {board} has {result} already.", board=board, result=value))


def structure(tournament: Tournament) -> Tournament:
    """Everything but results: who takes part, when, and who meets whom."""
    rounds = tuple(
        replace(played, games=tuple(replace(game, result=None, gam=None) for game in played.games), corrected=())
        for played in tournament.rounds
    )
    return replace(tournament, rounds=rounds, sha256="", warnings=())


def since(held: Held, seen: str) -> tuple[Line, ...]:
    """The acts after the state of the file that a page showed."""
    for place in reversed(range(len(held.lines))):
        if held.lines[place].after == seen:
            return held.lines[place + 1 :]
    return held.lines[-1:]
