"""Writing a tournament as a new TRF file, in any flavour.

Game points travel in comments `### GAM round id points`, the order of the boards in `### BOARDS` (CONTRACT 1.2).
"""

from __future__ import annotations

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.trf.aspects import ASPECTS, point_values, records
from pairproof.model.formats.trf.board_order import comments_of
from pairproof.model.formats.trf.flavours import HIGHEST_ID, known_flavour
from pairproof.model.formats.trf.organisation import federation_of, header_texts, national_fits
from pairproof.model.formats.trf.player_lines import cleaned, entries, places_of, player_line, scores_of
from pairproof.model.formats.trf.ratings import national_record
from pairproof.model.language import say
from pairproof.model.tournament import Result, Tournament


def dump_trf(tournament: Tournament, flavour: str = "trf26", *, board_order: bool = True) -> str:
    """The tournament as a TRF file; `not_carried.not_carried` says what is not in it.

    Without `board_order` the boards of a round are in the order of the players' lines for whoever reads it.

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
    lines = [f"012 {cleaned(tournament.name)}".rstrip(), *_headers(tournament)]
    by_aspect = records(tournament, flavour)
    lines += [line for aspect in ASPECTS for line in by_aspect[aspect]]
    lines += [
        player_line(player, scores[player.id], place.get(player.id), found[player.id]) for player in tournament.players
    ]
    if flavour == "trf26":
        lines += [
            national_record(federation_of(player, tournament.event), player.id, 0, player.national_id)
            for player in tournament.players
            if national_fits(player, tournament.event)
        ]
    lines += gam_lines(tournament)
    if board_order:
        lines += comments_of(tournament, {player: place for place, player in enumerate(tournament.ids)})
    return "\n".join(lines) + "\n"


def _headers(tournament: Tournament) -> list[str]:
    """022 to 122, where anything is known of the event."""
    texts = header_texts(tournament.event)
    if not any(texts.values()):
        return []
    rated = sum(player.rating > 0 for player in tournament.players)
    texts |= {"062": [str(len(tournament.players))], "072": [str(rated)], "092": ["Individual: Swiss-System"]}
    return [f"{code} {text}" for code, lines in sorted(texts.items()) for text in lines]


def impossible(tournament: Tournament) -> list[Fault]:
    """A fault for each thing that no TRF file can hold and that cannot be left out."""
    faults = [
        Fault(say("TRF has four columns for a start number, and {number} does not fit.", number=player), player=player)
        for player in tournament.ids
        if player > HIGHEST_ID
    ]
    for number, played in enumerate(tournament.rounds, start=1):
        faults += [
            Fault(
                say(
                    "The game {white}-{black} was stopped by time, without game points; TRF has no code for it.",
                    white=game.white,
                    black=game.black,
                ),
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
