"""RULES 6 on floats: in the last round a topscorer's own float is free, and nobody else's (R: players above 50 %)."""

from __future__ import annotations

from pairproof.model.rules import PRESETS
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import FixedPair, Game, Player, Result, Round, Tournament
from pairproof.solver.explain.compare import check
from pairproof.solver.explain.reasons import reasons
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request
from pairproof.solver.systems.optimum.pairing import problem_of
from tests.reference.oracle import State

COMBINED = PRESETS["combined"]


def won(white: int, black: int) -> Game:
    return Game(white, black, Result.WHITE_WINS)


def six(*more: Round, planned: int = 3) -> Tournament:
    """After two rounds 1 and 2 have four points (topscorers before round 3 of 3), 4 two, 3 and 6 one, 5 none.

    In round 2 1 floated down to 3, and 2 to 6; so did 3 and 6 float up.
    """
    rounds = (
        Round((won(1, 4), won(2, 5), Game(3, 6, Result.DRAW))),
        Round((won(1, 3), won(2, 6), won(4, 5))),
    )
    players = tuple(Player(id=number, name=str(number), rating=2000 - number) for number in range(1, 7))
    return Tournament(name="t", players=players, rounds=(*rounds, *more), rounds_planned=planned)


def costs(tournament: Tournament, *pairs: tuple[int, int]) -> list[int]:
    """What the pairs cost on `repeated-float`, by the program and by the oracle."""
    state = State(tournament, COMBINED)
    place = state.level_names().index("repeated-float")
    problem = problem_of(tournament, Request(COMBINED))
    level = problem.levels[place]
    index = problem.position.index_of
    found = {}
    for u, v, cost in zip(problem.pairs.u, problem.pairs.v, problem.costs(level, problem.pairs).tolist(), strict=True):
        found[frozenset((int(u), int(v)))] = cost
    ours = [found[frozenset((index[a], index[b]))] for a, b in pairs]
    assert ours == [state.pair_costs(a, b)[place] for a, b in pairs]
    return ours


def test_the_opponents_float_counts() -> None:
    """2-3 and 1-6 repeat the floats of both: the topscorer's is free, the other's counts.  4 has no mark to repeat."""
    assert costs(six(), (2, 3), (1, 6), (1, 2), (2, 4)) == [1, 1, 0, 0]


def test_before_the_last_round_both_count() -> None:
    assert costs(six(planned=4), (2, 3), (1, 6), (2, 4)) == [2, 2, 1]


def test_check_counts_it() -> None:
    """Played 2-3, 1-6: two floats repeated, where 1-2 with 3-4, 5-6 repeats none."""
    played = Round((Game(2, 3, Result.DRAW), Game(1, 6, Result.DRAW), Game(4, 5, Result.DRAW)))
    checked = check(six(played), Request(COMBINED, 3))
    assert checked.played is not None
    assert checked.played.values["repeated-float"] == 2
    assert not checked.agrees


def test_a_float_that_is_free_is_told() -> None:
    """2 is made to play 4, a downfloat again, and free."""
    found = pair(six(), Request(COMBINED, orders=Orders(fix=(FixedPair(2, 4),))))
    assert found.boards[0].costs.get("repeated-float", 0) == 0
    sentence = "2 has a downfloat again, after the one in round 2: free for a topscorer, in the last round."
    assert sentence in reasons(found)["repeated-float"]
