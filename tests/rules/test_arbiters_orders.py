"""RULES 5: what the arbiter fixes and forbids is hard, and lifts nothing."""

from __future__ import annotations

from pairproof.model.tournament import BYE, FixedPair
from tests.rules.cases import COMBINED, Case, every_way, hold, tournament, with_next

CASES = [
    # 3 … 6 are the open players of the group: 3-5, 4-6.
    Case(
        "a fixed pair: the others as without the two", tournament(6, **with_next(fix=[FixedPair(1, 2)])), "1-2 3-5 4-6"
    ),
    # 3 has white, though 1 (odd, higher) would have it; 2, even and higher, takes black.
    Case(
        "fixed colours: as ordered",
        tournament(4, **with_next(fix=[FixedPair(3, 1, colours=True)])),
        "1-3 2-4",
        COMBINED,
        {"colour": 0},
        whites=(3, 4),
    ),
    # 1 had white and wants black (strong), 4 had black and wants white: both are denied.  2-3: 2 wants white, 3 black.
    Case(
        "fixed colours: denials count",
        tournament(4, "1-2 1-0, 3-4 1-0", **with_next(fix=[FixedPair(1, 4, colours=True)])),
        "1-4 2-3",
        COMBINED,
        {"score-gap": 4, "score-gap-squares": 8, "colour": 2, "strong-colour": 2},
    ),
    # 1, 3, 4, 5 are left: 1-4, 3-5.
    Case("a fixed bye: he is not open", tournament(5, **with_next(fix=[FixedPair(2, BYE)])), "1-4 3-5 2"),
    Case("a forbidden bye: the next lowest", tournament(5, **with_next(forbid={(BYE, 5)})), "1-3 2-5 4"),
    Case("everything forbidden: nothing is legal", tournament(2, **with_next(forbid={(1, 2)})), ""),
]


@every_way(CASES)
def test_arbiters_orders(case: Case, by: str) -> None:
    hold(case, by)
