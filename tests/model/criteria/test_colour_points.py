"""The point of RULES 4.4 that decided a board's colours: hand-worked cases, and that it is the first that differs."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pairproof.model.criteria.colour_points import colour_point
from pairproof.model.errors import InvalidInput
from pairproof.model.rules import PRESETS
from pairproof.model.tournament import Game, Player, Result, Round, Tournament
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request
from tests.inputs.random_tournaments import random_tournament


def four(*rounds):
    """Four players, P1 to P4, all games drawn but as given: (white, black, result)."""
    games = [Round(games=tuple(Game(w, b, result) for w, b, result in games)) for games in rounds]
    return Tournament(name="four", players=tuple(Player(k, f"P{k}") for k in range(1, 5)), rounds=tuple(games))


def points(pairing):
    position = pairing.problem.position
    return {
        (board.white, board.black): colour_point(
            position, position.index_of[board.white], position.index_of[board.black]
        )
        for board in pairing.boards
    }


def test_both_want_black_and_their_colours_differed_never():
    """1-3 1-0, 2-4 1-0: then 1 and 2 both want black, equally; 1 is ranked higher."""
    win = Result.WHITE_WINS
    found = points(pair(four([(1, 3, win), (2, 4, win)])))
    assert found[2, 1].point == "4.4.5"
    assert "1 is ranked higher" in found[2, 1].text


def test_nobody_has_a_preference_yet():
    found = points(pair(four()))
    assert {point.point for point in found.values()} == {"4.4.6"}
    assert "1 is ranked higher, and odd numbers begin with white" in found[1, 3].text


def test_each_wants_another_colour():
    draw = Result.DRAW
    found = points(pair(four([(1, 3, draw), (4, 2, draw)])))
    assert {point.point for point in found.values()} == {"4.4.2"}


@pytest.mark.parametrize("rules", ["combined", "colour-swiss", "modified-swiss"])
def test_the_point_is_the_first_that_tells_the_two_ways_apart(rules):
    """Of the two ways to seat a pair the reasons given are never for both: what decides one way speaks against the
    other, and earlier points are level.
    """
    seen: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        try:
            pairing = pair(
                random_tournament(rng, rng.randint(4, 10), rng.randint(0, 6), mess=0.5), Request(PRESETS[rules])
            )
        except InvalidInput:
            continue
        position = pairing.problem.position
        for (white, black), point in points(pairing).items():
            seen[point.point] += 1
            u, v = position.index_of[white], position.index_of[black]
            wants = int(position.wants[u]), int(position.wants[v])
            denied = (wants[0] == -1) + (wants[1] == 1)
            other = (wants[0] == 1) + (wants[1] == -1)
            if point.point == "4.4.2":
                assert denied < other
            if point.point in ("4.4.3", "4.4.4", "4.4.5", "4.4.6"):
                assert denied == other
            if point.point == "4.4.3":
                assert max(position.strength[u], position.strength[v]) > 0
            if point.point == "4.4.6":
                assert wants[min(u, v) == v] == 0
    assert seen
    if rules == "modified-swiss":
        assert set(seen) <= {"rank", "order"}
    else:
        assert {"legal", "4.4.2", "4.4.3", "4.4.6"} <= set(seen)
