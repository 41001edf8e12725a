"""The order of the boards of a round, for which TRF has no field: comments `### BOARDS round white-black …`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pairproof.model.formats.trf.records import Record
from pairproof.model.tournament import BYE, Game, Tournament

BOARDS = re.compile(r"###\s*BOARDS\s+([0-9]{1,3})((?:\s+[0-9]{1,4}-[0-9]{1,4})+)\s*")

_EMPTY = frozenset((BYE,))


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """Of a round: the place of each pair of players among the boards, and numbers at which nobody sits."""

    places: Mapping[frozenset[int], int] = field(default_factory=dict)
    empty: tuple[int, ...] = ()


def orders_of(comments: Iterable[Record]) -> dict[int, BoardOrder]:
    """The order of the boards by round, as comments tell it; `0-0` is a board at which nobody sits."""
    found = {}
    for record in comments:
        if told := BOARDS.fullmatch(record.text):
            pairs = [frozenset(map(int, pair.split("-"))) for pair in told[2].split()]
            places = {pair: place for place, pair in enumerate(pairs) if pair != _EMPTY}
            empty = tuple(number for number, pair in enumerate(pairs, start=1) if pair == _EMPTY)
            found[int(told[1])] = BoardOrder(places, empty)
    return found


def comments_of(tournament: Tournament, line_of: Mapping[int, int]) -> list[str]:
    """A comment for each round whose boards are not in the order of the lines, or not numbered through; `line_of` has
    the place of each player's line by his id.
    """
    found = []
    for number, played in enumerate(tournament.rounds, start=1):
        by_line = sorted(played.games, key=lambda game: min(line_of[game.white], line_of[game.black]))
        if by_line != list(played.games) or played.empty_boards:
            boards = tournament.published(number)[: len(played.games) + len(played.empty_boards)]
            found.append(f"### BOARDS {number} {' '.join(f'{white}-{black}' for white, black in boards)}")
    return found


def in_order(games: Sequence[Game], order: BoardOrder) -> list[int]:
    """The places of games in the order of the boards; those that no comment tells of come last, as they stand."""
    last = max(order.places.values(), default=0) + 1
    told = [order.places.get(frozenset((game.white, game.black)), last) for game in games]
    return sorted(range(len(games)), key=lambda place: (told[place], place))
