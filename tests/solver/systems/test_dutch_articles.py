"""The Dutch system against its articles, candidate after candidate (`tests.reference.dutch_articles`).

By hand, for more than the suite does: `python -m tests.solver.systems.test_dutch_articles 0 2000 9`.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from random import Random

import pytest

from pairproof import Engine, Request, Status, pair
from pairproof.solver.request import Conditions
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.dutch.check import problems_of
from pairproof.solver.systems.dutch.cross_check import cross_check
from pairproof.solver.systems.dutch.result import pair_round
from tests.inputs.dutch_tournaments import random_tournament
from tests.reference.dutch_articles import pairing


def agrees(seed: int, most: int) -> bool:
    """Whether there is a pairing; that it is the one of the articles, and proved, is asserted."""
    tournament = random_tournament(Random(seed), most)
    wanted, found = pairing(tournament), pair_round(tournament)
    if wanted is None:
        assert found.status == "infeasible", seed
        return False
    assert (sorted((board.white, board.black) for board in found.boards), found.bye) == wanted, seed
    assert found.claim is not None
    assert problems_of(found.position, found.claim) == [], seed
    return True


@pytest.mark.parametrize("start", range(0, 250, 50))
def test_small_positions(start: int) -> None:
    assert sum(agrees(seed, 7) for seed in range(start, start + 50)) > 20


def test_larger_positions() -> None:
    assert sum(agrees(seed, 9) for seed in range(10_000, 10_015)) > 5


def test_cp_sat_finds_the_same_values() -> None:
    checked = 0
    for seed in range(20):
        found = pair_round(random_tournament(Random(seed), 18))
        if found.solved is not None:
            levels = sum(len(bracket.levels) for bracket in found.solved.brackets)
            assert cross_check(found.solved, Stop()) == levels + (found.bye is not None)
            checked += 1
    assert checked > 5


class NoTimeForCpSat(Stop):
    """The certified engine asks whether it is time, CP-SAT how long it has."""

    seconds_left = 0.0


def test_where_time_runs_out_what_cp_sat_has_not_confirmed_is_not_proved() -> None:
    tournament = random_tournament(Random(3), 18)
    once = pair(tournament, Request("fide-dutch"))
    asked = Request("fide-dutch", conditions=Conditions(engine="cp-sat"))
    twice = pair(tournament, asked)
    assert (twice.status, twice.engine, twice.levels) == (Status.OPTIMAL, Engine.CP_SAT, once.levels)
    cut = pair(tournament, replace(asked, stop=NoTimeForCpSat()))
    assert (cut.status, cut.boards, cut.certificate) == (Status.FEASIBLE, once.boards, None)
    first = next(place for place, level in enumerate(once.levels) if level.value)
    assert cut.levels[:first] == once.levels[:first]
    assert [(level.bound, level.proved) for level in cut.levels[first:]] == [(0, False)] * (len(cut.levels) - first)


def main(first: int, last: int, most: int) -> None:
    """Positions of the seeds `first` to `last`, of at most that many players."""
    complete = sum(agrees(seed, most) for seed in range(first, last))
    print(f"{last - first} positions of at most {most} players agree, {complete} of them with a pairing")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
