"""What a federation wants to know of a tournament, and what of it is not known yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pairproof.model.language import listed, say, say_n
from pairproof.model.tournament import Player, Tournament

MOST_NAMED = 10
"""So many players are named, then how many more there are."""

_EVENT = ("city", "federation", "start", "end", "arbiter", "time_control")
_PLAYER: dict[str, Callable[[Player], object]] = {
    "federation": lambda player: player.federation,
    "fide_id": lambda player: player.fide_id or player.national_id,
    "birth": lambda player: player.birth,
    "sex": lambda player: player.sex,
}


def _word(key: str) -> str:
    """A key of the file: in another language a word for it, with the key that `edit` takes behind it."""
    words = {
        "name": say("name", "key"),
        "city": say("city", "key"),
        "federation": say("federation", "key"),
        "start": say("start", "key"),
        "end": say("end", "key"),
        "arbiter": say("arbiter", "key"),
        "time_control": say("time_control", "key"),
        "tie_breaks": say("tie_breaks", "key"),
        "birth": say("birth", "key"),
        "sex": say("sex", "key"),
    }
    return words[key]


def missing_of_players(tournament: Tournament) -> list[str]:
    """What is not known of players: a sentence for each key, who it is missing of."""
    found = []
    for key, value in _PLAYER.items():
        without = [player.id for player in tournament.players if not value(player)]
        named = say("fide_id or national_id") if key == "fide_id" else _word(key)
        if without:
            found.append(
                say_n(
                    "{key} of {count} player: {players}.",
                    "{key} of {count} players: {players}.",
                    len(without),
                    key=named,
                    players=say("all of them")
                    if len(without) == len(tournament.players) > 1
                    else listed(without, MOST_NAMED),
                )
            )
    return found


def missing_for_federation(tournament: Tournament) -> list[str]:
    """What the federation will miss: a sentence each, first of the tournament, then of its players."""
    return [*_missing_of_event(tournament), *missing_of_players(tournament)]


def _missing_of_event(tournament: Tournament) -> Iterator[str]:
    if not tournament.name.strip():
        yield say("{key} of the tournament.", key=_word("name"))
    for key in _EVENT:
        if not getattr(tournament.event, key):
            yield say("{key} of the tournament.", key=_word(key))
    if not tournament.tie_breaks:
        yield say("{key} of the tournament.", key=_word("tie_breaks"))
    played, planned = len(tournament.rounds), tournament.rounds_planned
    if planned is not None and played < planned:
        rounds = listed(range(played + 1, planned + 1))
        yield say_n("round {rounds}.", "the rounds {rounds}.", planned - played, rounds=rounds)
    waiting = [
        f"{game.white}-{game.black} ({number})"
        for number, round_ in enumerate(tournament.rounds, start=1)
        for game in round_.games
        if game.result is None
    ]
    if waiting:
        rest = f" … ({len(waiting)})" if len(waiting) > MOST_NAMED else ""
        games = ", ".join(waiting[:MOST_NAMED]) + rest
        yield say_n("the result of {games}.", "the results of {games}.", len(waiting), games=games)
