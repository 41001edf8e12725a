"""Writing a tournament as a new TRF file, in any flavour.

Game points travel in comments `### GAM round id points` (CONTRACT 1.2).
"""

from __future__ import annotations

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.trf.aspects import ASPECTS, point_values, records
from pairproof.model.formats.trf.flavours import known_flavour
from pairproof.model.formats.trf.player_lines import cleaned, entries, places_of, player_line, scores_of
from pairproof.model.tournament import Result, Tournament

MAX_ID = 9999


def dump_trf(tournament: Tournament, flavour: str = "trf26") -> str:
    """The tournament as a TRF file; `not_carried.not_carried` says what is not in it.

    The points column says the points as they are, whatever the flavour can say of how they came about.

    Raises
    ------
    InvalidInput
        The file could not be read: a start number of more than four digits, a game stopped by time without game points.
    UsageProblem
        There is no such flavour.
    """
    known_flavour(flavour)
    faults = impossible(tournament)
    if faults:
        raise InvalidInput(faults, tournament.source)
    values = point_values(tournament)
    scores = scores_of(tournament, values)
    found = entries(tournament, in_entries=flavour != "trf26")
    place = places_of(tournament)
    lines = [f"012 {cleaned(tournament.name)}".rstrip()]
    by_aspect = records(tournament, flavour)
    lines += [line for aspect in ASPECTS for line in by_aspect[aspect]]
    for player in tournament.players:
        lines.append(
            player_line(
                player.id, player.name, player.rating, scores[player.id], place.get(player.id), found[player.id]
            )
        )
    return "\n".join([*lines, *gam_lines(tournament)]) + "\n"


def impossible(tournament: Tournament) -> list[Fault]:
    """A fault for each thing that no TRF file can hold and that cannot be left out."""
    faults = [
        Fault(f"TRF has four columns for a start number, and {player} does not fit.", player=player)
        for player in tournament.ids
        if player > MAX_ID
    ]
    for number, played in enumerate(tournament.rounds, start=1):
        faults += [
            Fault(
                f"The game {game.white}-{game.black} was stopped by time, without game points; TRF has no code for it.",
                player=game.white,
                round=number,
            )
            for game in played.games
            if game.result is Result.STOPPED_BY_TIME and game.gam is None
        ]
    return faults


def gam_lines(tournament: Tournament) -> list[str]:
    """`### GAM round id points` for both players of each game that has game points (P A1)."""
    return [
        f"### GAM {number} {player} {points}"
        for number, played in enumerate(tournament.rounds, start=1)
        for game in played.games
        if game.gam is not None
        for player, points in zip((game.white, game.black), game.gam, strict=True)
    ]
