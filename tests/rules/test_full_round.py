"""P B3: nobody present stays unpaired but one, and he only where their number is odd."""

from __future__ import annotations

from tests.rules.cases import MODIFIED, Case, every_way, hold, tournament, with_next

CASES = [
    # Two are present, and have met: the bye for one of them would leave the other without a game.
    Case("an even number: no bye", tournament(3, "1-2 1-0", **with_next(absent=(3,))), "", MODIFIED),
    Case("a third: makes a round possible", tournament(3, "1-2 1-0"), "1-3 2", MODIFIED, {"bye-score": 0}),
    Case("one player: has the bye", tournament(1), "1", MODIFIED),
    Case("a requested half-point bye: is no pairing", tournament(3, **with_next(half_byes=(1,))), "2-3", MODIFIED),
    # Three who have all met, and nobody may have the bye a second time.
    Case("byes used up: nothing is legal", tournament(3, "1-2 =, bye 3", "1-3 =, bye 2", "2-3 =, bye 1"), "", MODIFIED),
]


@every_way(CASES)
def test_full_round(case: Case, by: str) -> None:
    hold(case, by)
