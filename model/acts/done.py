"""What an act gives, and how it refuses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairproof.model.errors import UsageProblem
from pairproof.model.language import all_of, say, say_n
from pairproof.model.players_by_name import numbered
from pairproof.model.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Done:
    """The tournament after an act, the sentence that says what has changed, and what is to be thought of."""

    tournament: Tournament
    sentence: str
    warnings: tuple[str, ...] = ()


def refuse(problems: Iterable[str]) -> None:
    """Nothing, where there are no problems.

    Raises
    ------
    UsageProblem
        All of them, a line each.
    """
    lines = list(dict.fromkeys(problems))
    if lines:
        raise UsageProblem("\n".join(lines))


def named(tournament: Tournament, player: int) -> str:
    """The player as he is told from others: "3 Ana Silva"."""
    return next((numbered(one) for one in tournament.players if one.id == player), str(player))


def known(tournament: Tournament, *players: int) -> None:
    """Nothing, where all of them are players.

    Raises
    ------
    UsageProblem
        Some are not.
    """
    refuse(say("There is no player {player}.", player=one) for one in players if one not in tournament.ids)


def in_rounds(rounds: Iterable[int]) -> str:
    """`in round 3`, `in the rounds 2 and 3`."""
    numbers = sorted(rounds)
    listed = all_of(list(map(str, numbers)))
    return say_n("in round {rounds}", "in the rounds {rounds}", len(numbers), rounds=listed)
