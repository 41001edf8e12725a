"""Who of a pair has white, all of RULES 4.4 (R), and at which board they sit (RULES 10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from pairproof.model.criteria.allocation import allocate
from pairproof.model.criteria.levels import has_colours, levels_of
from pairproof.model.criteria.published import PublishedBoard, published_boards
from pairproof.model.state.history import BLACK, NO_COLOUR, WHITE
from pairproof.model.state.position import Position


def white_of(position: Position, u: int, v: int) -> int:
    """The index of the player who has white in the pair, all of RULES 4.4; the higher ranked one in rule sets without
    colours.
    """
    return whites_of(position, [(u, v)])[0]


def whites_of(position: Position, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """`white_of` each of the pairs."""
    pairs = [(min(pair), max(pair)) for pair in pairs]
    allocation = allocate(
        position, np.array([u for u, _ in pairs], dtype=np.int64), np.array([v for _, v in pairs], dtype=np.int64)
    )
    coloured = has_colours(position.rules)
    published = {board.pair: board.white for board in kept_boards(position)}
    whites = []
    for (u, v), tied, u_white in zip(pairs, allocation.tied.tolist(), allocation.u_white.tolist(), strict=True):
        if (v, u) in position.fixed_white:
            whites.append(v)
        elif (u, v) in position.fixed_white:
            whites.append(u)
        elif (u, v) in published:
            whites.append(published[u, v])
        elif not coloured:
            whites.append(u)
        elif tied:
            whites.append(_white_of_tied(position, u, v))
        else:
            whites.append(u if u_white else v)
    return whites


def kept_boards(position: Position, among: Iterable[tuple[int, int]] | None = None) -> list[PublishedBoard]:
    """The published boards that are kept if the two meet, their numbers and colours (RULES 10); only those with the
    same seats as one `among` these games (white, black), by index, if they are given.
    """
    orders = position.orders
    if among is not None and orders.published:
        asked = {(position.ids[white], position.ids[black]) for white, black in among}
        published = tuple(board for board in orders.published if board[1:] in asked)
        position = replace(position, orders=replace(orders, published=published))
    if not position.orders.published:
        return []
    return [board for board in published_boards(position, levels_of(position)) if board.stays]


def board_numbers(position: Position, seats: Sequence[tuple[int, int]]) -> list[int]:
    """The numbers of the boards of some games (white, black), by index (RULES 10).

    A published board that is kept has the number it had, a player with a table of his own sits there; the others take
    the numbers that are free, by the higher of the two scores, then the sum of both, then the rank of the higher ranked
    player.
    """
    score = position.score.tolist()

    def rank_of_board(pair: tuple[int, int]) -> tuple[int, int, int]:
        # Indices are in rank order, so the smaller one is the higher ranked and has the higher score.
        higher = min(pair)
        return -score[higher], -score[pair[0]] - score[pair[1]], higher

    kept = {(position.ids[one.white], position.ids[one.black]): one.number for one in kept_boards(position)}
    order = sorted(seats, key=rank_of_board)
    numbers = position.tournament.board_numbers([(position.ids[w], position.ids[b]) for w, b in order], kept)
    number_of = dict(zip(order, numbers, strict=True))
    return [number_of[pair] for pair in seats]


def _white_of_tied(position: Position, u: int, v: int) -> int:
    """Points 4–6 of RULES 4.4, for u ranked higher than v."""
    colours = [position.history.colours(position.ids[player]) for player in (u, v)]
    for of_u, of_v in zip(reversed(colours[0]), reversed(colours[1]), strict=False):
        if of_u != of_v:
            return u if of_u == BLACK else v
    preference = int(position.wants[u])
    if preference == NO_COLOUR:
        initial = WHITE if position.rules.policy.initial_colour == "white" else BLACK
        preference = initial if position.ids[u] % 2 == 1 else -initial
    return u if preference == WHITE else v
