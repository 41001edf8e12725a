"""The order of the boards of a round, for which TRF has no field: comments `### BOARDS round white-black …`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pairproof.model.formats.trf.records import Record
from pairproof.model.tournament import Game, Round

BOARDS = re.compile(r"###\s*BOARDS\s+([0-9]{1,3})((?:\s+[0-9]{1,4}-[0-9]{1,4})+)\s*")

BoardOrder = dict[frozenset[int], int]


def orders_of(comments: Iterable[Record]) -> dict[int, BoardOrder]:
    """The place of each pair of players among the boards, by round, as comments tell it."""
    found: dict[int, BoardOrder] = {}
    for record in comments:
        if told := BOARDS.fullmatch(record.text):
            pairs = [frozenset(map(int, pair.split("-"))) for pair in told[2].split()]
            found[int(told[1])] = {pair: place for place, pair in enumerate(pairs)}
    return found


def comments_of(rounds: Sequence[Round], line_of: Mapping[int, int]) -> list[str]:
    """A comment for each round whose boards are not in the order of the lines; `line_of` has the place of each player's
    line by his id.
    """
    found = []
    for number, played in enumerate(rounds, start=1):
        by_line = sorted(played.games, key=lambda game: min(line_of[game.white], line_of[game.black]))
        if by_line != list(played.games):
            pairs = " ".join(f"{game.white}-{game.black}" for game in played.games)
            found.append(f"### BOARDS {number} {pairs}")
    return found


def in_order(games: Sequence[Game], order: BoardOrder) -> list[int]:
    """The places of games in the order of the boards; those that no comment tells of come last, as they stand."""
    told = [order.get(frozenset((game.white, game.black)), len(order)) for game in games]
    return sorted(range(len(games)), key=lambda place: (told[place], place))
