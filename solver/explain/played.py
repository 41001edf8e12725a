"""The pairing of a round as it was really played, measured by the same levels (for `check` and `compare`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say_n
from pairproof.model.state.orders import pair_key
from pairproof.model.tournament import Tournament
from pairproof.solver.result import LevelValue, Pairing


@dataclass(frozen=True)
class BrokenRule:
    """A rule that a played pairing breaks, and who is concerned (ids)."""

    rule: str
    players: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class Played:
    """A round as played: `pairing` has method and status "played"; `broken` lists what was illegal in it."""

    pairing: Pairing
    broken: tuple[BrokenRule, ...]


@dataclass(frozen=True)
class Difference:
    """The first level on which a pairing differs from the optimum: its name and both values; `told`: the same in the
    words of the system, a sentence, where name and values do not say all.
    """

    level: str
    value: int
    optimum: int
    told: str = ""


def round_asked(tournament: Tournament, number: int | None) -> int:
    """The round of the file that is asked about: by default the last.

    Raises
    ------
    UsageProblem
        The file has no such round.
    """
    count = len(tournament.rounds)
    number = count if number is None else number
    if 1 <= number <= count:
        return number
    raise UsageProblem(
        say_n(
            "The file has no round {round}: it holds {count} round.",
            "The file has no round {round}: it holds {count} rounds.",
            count,
            round=number,
        )
    )


def boards_in_common(one: Pairing, other: Pairing) -> int:
    """How many boards (same two players, whatever colours) and bye two pairings share."""
    return len(_pairs(one) & _pairs(other))


def _pairs(pairing: Pairing) -> set[tuple[int, int]]:
    found = {pair_key(board.white, board.black) for board in pairing.boards}
    return found | ({(0, pairing.bye)} if pairing.bye is not None else set())


def first_difference(one: Pairing, other: Pairing) -> Difference | None:
    """The first level on which two pairings differ, with both values; None if they are equal on all."""
    for mine, theirs in zip(one.levels, other.levels, strict=True):
        if mine.value != theirs.value:
            return Difference(mine.name, mine.value, theirs.value)
    return None


def measured(played: Pairing, optimum: Pairing) -> Pairing:
    """A pairing of the file with what the optimum proves of its levels: their bounds, up to the first that differs."""
    bounds = {level.name: level for level in optimum.levels}
    found: list[LevelValue] = []
    alike = True
    for level in played.levels:
        best = bounds.get(level.name)
        if alike and best is not None:
            alike = best.proved and best.value == level.value
            found.append(replace(level, bound=best.bound, proved=alike))
        else:
            found.append(level)
    return replace(played, levels=tuple(found))


def coloured_seats(played: Pairing) -> frozenset[tuple[int, int]]:
    """The games of a pairing of the file, (white, black) by id, whose colours the file says."""
    position = played.problem.position
    games = position.tournament.rounds[position.round - 1].games
    return frozenset((game.white, game.black) for game in games if game.coloured)


def denied_colour(pairing: Pairing) -> tuple[int, ...]:
    """Ids of those who do not get the colour they prefer, in rank order."""
    here = pairing.problem.position
    denied = []
    for board in pairing.boards:
        for player, colour in ((board.white, 1), (board.black, -1)):
            if here.wants[here.index_of[player]] == -colour:
                denied.append(player)
    return tuple(sorted(denied, key=here.index_of.__getitem__))


def floats(pairing: Pairing, direction: str) -> tuple[int, ...]:
    """Ids of those who float "up" or "down" in a pairing (a bye is a downfloat), in rank order."""
    here = pairing.problem.position
    found = [
        player
        for board in pairing.boards
        for player, mark in zip((board.white, board.black), board.floats, strict=True)
        if mark == direction
    ]
    if direction == "down" and pairing.bye is not None:
        found.append(pairing.bye)
    return tuple(sorted(found, key=here.index_of.__getitem__))
