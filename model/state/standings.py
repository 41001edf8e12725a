"""Standings (RULES 12; P D, A9): who is where after a round, and why two level players are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from pairproof.model.rules import RuleSet
from pairproof.model.state.history import History, Kind, history, incomplete_games, settled_result
from pairproof.model.state.ranking import gam, lot, ranked, sos
from pairproof.model.tournament import Result, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    `first` and `last` are the places the player shares (equal for one who shares none); `values` holds the keys in
    order of priority, scores and SOS in half-win units; `direct` says that the game between two level players decided.
    """

    first: int
    last: int
    player: int
    values: dict[str, int]
    direct: bool = False


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is not over in a round that the standings cover: adjourned, or without a result."""

    round: int
    white: int
    black: int
    adjourned: bool


def open_games(tournament: Tournament, rules: RuleSet, rounds: int) -> list[OpenGame]:
    """The games of the first `rounds` rounds for whose sake standings are not final (RULES 1.2)."""
    return [
        OpenGame(number, game.white, game.black, game.result is Result.ADJOURNED)
        for number, played in enumerate(tournament.rounds[:rounds], start=1)
        for game in played.games
        if game.result is Result.ADJOURNED or settled_result(game, rules) is None
    ]


def rounds_played(tournament: Tournament, rules: RuleSet) -> int:
    """How many rounds standings cover: all but those at the end that still wait for results."""
    for number in range(len(tournament.rounds), 0, -1):
        if all(settled_result(game, rules) is not None for game in tournament.rounds[number - 1].games):
            return number
    return 0


def complete_rounds(tournament: Tournament, rules: RuleSet) -> int:
    """How many rounds, from the first on, have all their results."""
    for number in range(1, len(tournament.rounds) + 1):
        if incomplete_games(tournament, rules, number):
            return number - 1
    return len(tournament.rounds)


def final_standings(tournament: Tournament, rules: RuleSet, rounds: int) -> list[Standing]:
    """The standings after a round (P D): score, SOS, GAM, then the game between two who are level.

    Players still level share their places and stand in the order of their lots.  A game without a result is left out,
    and one adjourned counts as it does for pairing; `open_games` names both.
    """
    past = history(tournament, rules, rounds, open_games=True)
    values = {
        player: {"score": past.scores[player], "sos": sos(past, rules, player), "gam": gam(past, player)}
        for player in tournament.ids
    }
    lots = {player.id: lot(player) for player in tournament.players}

    def worth(player: int) -> tuple[int, ...]:
        return tuple(-value for value in values[player].values())

    standings: list[Standing] = []
    for _, group in groupby(sorted(tournament.ids, key=lambda player: (worth(player), lots[player])), worth):
        level = list(group)
        first = len(standings) + 1
        winner = _winner(tournament, rules, past, level[0], level[1]) if len(level) == 2 else None
        if winner is not None:
            level.sort(key=lambda player: player != winner)
        for offset, player in enumerate(level):
            place = (first + offset,) * 2 if winner is not None else (first, first + len(level) - 1)
            standings.append(Standing(*place, player, values[player], winner is not None))
    return standings


def _winner(tournament: Tournament, rules: RuleSet, past: History, a: int, b: int) -> int | None:
    """Who of the two won more of the games they played against each other, None if neither."""
    balance = 0
    for number, entry in enumerate(past.entries[a]):
        if entry.kind is not Kind.PLAYED or entry.opponent != b:
            continue
        for game in tournament.rounds[number].games:
            if {game.white, game.black} == {a, b}:
                result = settled_result(game, rules)
                if result in (Result.WHITE_WINS, Result.BLACK_WINS):
                    won_by = game.white if result is Result.WHITE_WINS else game.black
                    balance += 1 if won_by == a else -1
    return a if balance > 0 else b if balance < 0 else None


def pairing_ranking(tournament: Tournament, rules: RuleSet, rounds: int) -> list[Standing]:
    """The ranking that the round after `rounds` is paired by, with the rule set's keys (RULES 2); no place is shared.

    Raises
    ------
    InvalidInput
        If a game of these rounds has no result.
    """
    past = history(tournament, rules, rounds)
    players = {player.id: player for player in tournament.players}
    value: dict[str, Callable[[int], int]] = {
        "score": lambda player: past.pairing_scores[player],
        "sos": lambda player: sos(past, rules, player),
        "gam": lambda player: gam(past, player),
        "rating": lambda player: players[player].rating,
        "lot": lambda player: lot(players[player])[0],
    }
    return [
        Standing(place, place, player, {key: value[key](player) for key in rules.ranking})
        for place, player in enumerate(ranked(tournament, rules, past), start=1)
    ]
