"""Tie-breaks by ratings (C.07 10): whole numbers, halves rounded up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pairproof.model.language import say
from pairproof.model.tiebreaks.code import Code
from pairproof.model.tiebreaks.crosstable import Cell, Crosstable
from pairproof.model.tiebreaks.own_record import had
from pairproof.model.tiebreaks.rating_tables import difference, perfect_performance
from pairproof.model.tiebreaks.tiebreak import Group, Groups, Part, Show, TieBreak, Unit, Value, Values, Working

OfPlayer = Callable[[Crosstable, Code, int], Value]


def rating(cross: Crosstable, code: Code, player: int) -> int:
    """The rating of a player, or the number that stands for it; 0 where neither is there."""
    stand_in = cross.unrated if code.unrated is None else code.unrated
    return cross.ratings[player] or stand_in or 0


def _unrated(cross: Crosstable, code: Code) -> str | None:
    without = [player for player in cross.cells if not rating(cross, code, player)]
    if not without:
        return None
    return say(
        "{player} has no rating; give the number that stands for it: {code}/U1000, or --unrated 1000",
        player=cross.named[without[0]],
        code=code.name,
    )


def _games(cross: Crosstable, player: int) -> list[tuple[int, Cell, int]]:
    """Round, cell and opponent of each game that counts; before 2026 forfeits of predetermined pairings do (15.2)."""
    forfeits = cross.predetermined and cross.edition != "2026"
    return [
        (number, cell, cell.opponent)
        for number, cell in enumerate(cross.cells[player], start=1)
        if cell.opponent is not None and (cell.played or (forfeits and cell.forfeit))
    ]


def _opponents(cross: Crosstable, code: Code, player: int) -> list[int]:
    return [rating(cross, code, opponent) for _, _, opponent in _games(cross, player)]


def _half_points(cross: Crosstable, player: int) -> int:
    return sum(cell.outcome or 0 for _, cell, _ in _games(cross, player))


def average(numbers: Sequence[int]) -> int | None:
    """Half up; None of nothing."""
    count = len(numbers)
    return (2 * sum(numbers) + count) // (2 * count) if count else None


def _kept(count: int, code: Code) -> range:
    """Which of so many ratings, the lowest first, are left after the cuts."""
    return range(code.cut, count - code.cut_high)


def _average_rating(cross: Crosstable, code: Code, player: int) -> Value:
    found = sorted(_opponents(cross, code, player))
    return average([found[place] for place in _kept(len(found), code)])


def _tournament_performance(cross: Crosstable, code: Code, player: int) -> int | None:
    """The average rating, and the difference that the percentage is worth (10.2)."""
    found = _opponents(cross, code, player)
    mean = average(found)
    if mean is None:
        return None
    percent = (100 * _half_points(cross, player) + len(found)) // (2 * len(found))
    return mean + difference(percent)


def _perfect_performance(cross: Crosstable, code: Code, player: int) -> int | None:
    found = _opponents(cross, code, player)
    return perfect_performance(found, _half_points(cross, player)) if found else None


def _values(of_player: OfPlayer) -> Values:
    def values(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
        return {player: of_player(cross, code, player) for player in cross.cells}

    return values


def _of_opponents(of_player: Callable[[Crosstable, Code, int], int | None]) -> Values:
    """The average of what the opponents have (10.4, 10.5)."""

    def values(cross: Crosstable, code: Code, groups: Groups) -> dict[int, Value]:
        own = {player: of_player(cross, code, player) or 0 for player in cross.cells}
        return {player: average([own[opponent] for _, _, opponent in _games(cross, player)]) for player in cross.cells}

    return values


def _average_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    """The opponents' ratings; those cut are the lowest, and of equal ones the first."""
    games = _games(cross, player)
    by_rating = sorted(range(len(games)), key=lambda place: (rating(cross, code, games[place][2]), place))
    left = {by_rating[place] for place in _kept(len(games), code)}
    for place, (number, cell, opponent) in enumerate(games):
        yield Part(had(cross, number, cell), rating(cross, code, opponent), place not in left)


def _performance_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    for number, cell, opponent in _games(cross, player):
        yield Part(had(cross, number, cell), rating(cross, code, opponent))
    yield Part(say("points made in these games"), _half_points(cross, player), unit=Unit.HALVES)


def _opponents_working(of_player: OfPlayer) -> Working:
    def working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
        for number, cell, opponent in _games(cross, player):
            yield Part(had(cross, number, cell), of_player(cross, code, opponent))

    return working


def _own(cross: Crosstable, code: Code, player: int) -> Value:
    return rating(cross, code, player)


def _own_working(cross: Crosstable, code: Code, player: int, group: Group, show: Show) -> Iterator[Part]:
    yield Part(say("Rating"), rating(cross, code, player))


def _piece(name: str, title: str, article: str, meaning: str, values: Values, working: Working, takes: str) -> TieBreak:
    return TieBreak(name, title, article, meaning, values, working, takes, missing=_unrated)


RATINGS = (
    _piece(
        "ARO",
        "Average rating of opponents",
        "C.07 10.1",
        "The average of the opponents' ratings.",
        _values(_average_rating),
        _average_working,
        "CMU",
    ),
    _piece(
        "TPR",
        "Tournament performance rating",
        "C.07 10.2",
        "The average rating of the opponents, and the difference that the percentage of points stands for.",
        _values(_tournament_performance),
        _performance_working,
        "U",
    ),
    _piece(
        "PTP",
        "Perfect tournament performance",
        "C.07 10.3",
        "The lowest rating at which the points made are expected.",
        _values(_perfect_performance),
        _performance_working,
        "U",
    ),
    _piece(
        "APRO",
        "Average performance rating of opponents",
        "C.07 10.4",
        "The average of the opponents' tournament performance ratings.",
        _of_opponents(_tournament_performance),
        _opponents_working(_tournament_performance),
        "U",
    ),
    _piece(
        "APPO",
        "Average perfect performance of opponents",
        "C.07 10.5",
        "The average of the opponents' perfect tournament performances.",
        _of_opponents(_perfect_performance),
        _opponents_working(_perfect_performance),
        "U",
    ),
    _piece("RTNG", "Rating", "C.07 10.6", "The rating, the highest first.", _values(_own), _own_working, "RU"),
)
