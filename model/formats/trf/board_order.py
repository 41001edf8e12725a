"""The order of the boards of a round, for which TRF has no field: comments `### BOARDS round white-black …`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pairproof.model.formats.trf.edited_lines import EditedLine, append, take_out
from pairproof.model.formats.trf.records import COMMENT, Record
from pairproof.model.tournament import Game, Tournament

_BOARDS = re.compile(r"###\s*BOARDS\s+([0-9]{1,3})((?:\s+[0-9]{1,4}-[0-9]{1,4})+)\s*")

BoardOrder = dict[frozenset[int], int]


def orders_of(comments: Iterable[Record]) -> dict[int, BoardOrder]:
    """The place of each pair of players among the boards, by round, as comments tell it."""
    found: dict[int, BoardOrder] = {}
    for record in comments:
        if told := _BOARDS.fullmatch(record.text):
            pairs = [frozenset(map(int, pair.split("-"))) for pair in told[2].split()]
            found[int(told[1])] = {pair: place for place, pair in enumerate(pairs)}
    return found


def in_order(games: Sequence[Game], order: BoardOrder) -> list[int]:
    """The places of games in the order of the boards; those that no comment tells of come last, as they stand."""
    told = [order.get(frozenset((game.white, game.black)), len(order)) for game in games]
    return sorted(range(len(games)), key=lambda place: (told[place], place))


def edit_board_order(lines: list[EditedLine], new: Tournament, ending: str) -> None:
    """Put the comments right: one for each round whose boards are not in the order of the players' lines."""
    line_of = {line.player(): place for place, line in enumerate(lines) if line.code == "001"}
    wanted = {}
    for number, played in enumerate(new.rounds, start=1):
        by_line = sorted(played.games, key=lambda game: min(line_of[game.white], line_of[game.black]))
        if by_line != list(played.games):
            pairs = " ".join(f"{game.white}-{game.black}" for game in played.games)
            wanted[number] = f"### BOARDS {number} {pairs}"
    had = {line.raw.strip() for line in lines if _is_order(line)}
    take_out(lines, lambda line: _is_order(line) and line.raw.strip() not in wanted.values())
    more = [EditedLine(COMMENT, text, ending) for text in wanted.values() if text not in had]
    append(lines, more, ending)


def _is_order(line: EditedLine) -> bool:
    return line.code == COMMENT and _BOARDS.fullmatch(line.raw) is not None
