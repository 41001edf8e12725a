"""Standings (RULES 12; P D, A9): who is where after a round, and why two level players are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.rules import RuleSet
from pairproof.model.state.history import history, incomplete_games, settled_result
from pairproof.model.state.ranking import gam, lot, ranked, sos
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import Crosstable, crosstable_after
from pairproof.model.tiebreaks.parsing import read_codes
from pairproof.model.tiebreaks.table import RULES_12, Standing, Table, table_by
from pairproof.model.tournament import Result, Tournament


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


def final_standings(tournament: Tournament, rules: RuleSet, rounds: int) -> Table:
    """The standings after a round by the tie-breaks that the file names, else as P D has it (RULES 12).

    A game without a result is left out, and one adjourned counts as it does for pairing; `open_games` names both.

    Raises
    ------
    InvalidInput
        The file names tie-breaks that there are not.
    """
    codes, problems = read_codes(tournament.tie_breaks)
    if problems:
        raise InvalidInput(map(Fault, problems), tournament.source)
    return standings_by(crosstable_after(tournament, rules, rounds), codes)


def standings_by(cross: Crosstable, codes: Sequence[Code]) -> Table:
    """The standings by a list of tie-breaks; those still level stand in the order of their start numbers.

    Without a list it is that of RULES 12, and those still level stand in the order of their lots.
    """
    if codes:
        return table_by(cross, codes, last=lambda player: (player,))
    lots = {player.id: lot(player) for player in cross.tournament.players}
    return table_by(cross, RULES_12, named=False, last=lots.__getitem__)


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
        Standing(place, place, player, tuple(value[key](player) for key in rules.ranking))
        for place, player in enumerate(ranked(tournament, rules, past), start=1)
    ]
