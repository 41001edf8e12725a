"""`/players`: who takes part, and who is there in the next round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.web.asking import Ask, NothingThere
from pairproof.cli.web.rendering import desk_page
from pairproof.model.formats.toml.keys import keys_of
from pairproof.model.language import say
from pairproof.model.tournament import NextRound, Player, Requests, Tournament


@dataclass(frozen=True, slots=True)
class Presence:
    """A player in the next round: `state` is "here", "absent", "half", "full", "left" or "later"; what it says, and
    the act that turns it ("" for none).
    """

    player: Player
    state: str
    says: str
    act: str


def show(ask: Ask) -> Response:
    """Everybody."""
    tournament = ask.tournament
    rows = [presence(tournament, player) for player in tournament.players]
    wanted = ask.text("show")
    return desk_page(
        ask,
        "players.html",
        rows=[row for row in rows if not wanted or (row.state == "here") == (wanted == "here")],
        here=sum(row.state == "here" for row in rows),
        everybody=len(rows),
        wanted=wanted,
        coming=coming_round(tournament),
        byes=_byes(tournament),
        fields=field_names(),
    )


def one(ask: Ask) -> Response:
    """One player: what is known of him, and everything that can be done."""
    number = ask.path["player"]
    found = next((player for player in ask.tournament.players if str(player.id) == number), None)
    if found is None:
        raise NothingThere(say("There is no player {player}.", player=number))
    own = _byes(ask.tournament)
    return desk_page(
        ask,
        "player.html",
        player=found,
        keys=keys_of(found),
        row=presence(ask.tournament, found),
        byes=own.get(found.id, []),
        coming=coming_round(ask.tournament),
        fields=field_names(),
    )


def coming_round(tournament: Tournament) -> int | None:
    """The number of the next round; None after the last."""
    return None if tournament.all_paired else len(tournament.rounds) + 1


def presence(tournament: Tournament, player: Player) -> Presence:
    """Whether a player is there in the next round."""
    coming, number = tournament.next, len(tournament.rounds) + 1
    if player.withdrawn_after is not None:
        return Presence(player, "left", say("withdrawn after round {round}", round=player.withdrawn_after), "back")
    if player.enters > number:
        return Presence(player, "later", say("enters in round {round}", round=player.enters), "")
    if player.id in coming.absent:
        return Presence(player, "absent", say("absent"), "back")
    if player.id in coming.half_byes:
        return Presence(player, "half", say("half-point bye"), "")
    if player.id in coming.full_byes:
        return Presence(player, "full", say("full-point bye"), "")
    return Presence(player, "here", say("here"), "absent")


def _byes(tournament: Tournament) -> dict[int, list[tuple[int, str]]]:
    """What each player has asked for in rounds to come, and what he had instead of a game: round and words."""
    found: dict[int, list[tuple[int, str]]] = {}

    def note(players: Iterable[int], number: int, words: str) -> None:
        for player in sorted(players):
            found.setdefault(player, []).append((number, words))

    for number, played in enumerate(tournament.rounds, start=1):
        note(played.byes, number, say("bye"))
        note(played.half_byes, number, say("half-point bye"))
        note(played.full_byes, number, say("full-point bye"))
    asked: dict[int, NextRound | Requests] = {len(tournament.rounds) + 1: tournament.next, **tournament.requests}
    for number, requests in sorted(asked.items()):
        note(requests.absent, number, say("absent"))
        note(requests.half_byes, number, say("half-point bye"))
        note(requests.full_byes, number, say("full-point bye"))
    return found


def field_names() -> dict[str, str]:
    """What a form calls each key of a player."""
    return {
        "name": say("Name"),
        "rating": say("Rating"),
        "title": say("Title"),
        "sex": say("Sex (m or w)"),
        "federation": say("Federation (three letters)"),
        "fide_id": say("FIDE ID"),
        "national_id": say("National ID"),
        "birth": say("Born (1990-05-12, or 1990)"),
        "club": say("Club"),
        "groups": say("Groups, with ; between them"),
        "table": say("Always board"),
    }
