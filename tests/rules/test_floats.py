"""P B5, R 5, R 6: nobody floats the same way as in the round before, or as two rounds before."""

from __future__ import annotations

from tests.rules.cases import MODIFIED, Case, every_way, hold, only, tournament, with_next

CASES = [
    # Round 1: 1 and 2 won; round 2: 1 (2) beat 3 (0), 2 (2) beat 4 (0): 1 and 2 went down, 3 and 4 up.  Now 4, 4, 0, 0.
    Case(
        "equal scores: nobody floats",
        tournament(4, "1-4 1-0, 2-3 1-0", "1-3 1-0, 2-4 1-0"),
        "1-2 3-4",
        only("repeated-float", MODIFIED),
        {"repeated-float": 0},
    ),
    # The same with 1-2 forbidden: of what is left everything has been played.
    Case(
        "relative: but no rematch for its sake",
        tournament(4, "1-4 1-0, 2-3 1-0", "1-3 1-0, 2-4 1-0", **with_next(forbid={(1, 2)})),
        "",
        only("repeated-float", MODIFIED),
    ),
    # 3 had the bye, a downfloat, and 2 points; 1 and 2 have 1 each and have met.  3 goes down again whoever he meets.
    Case(
        "the bye: is a downfloat",
        tournament(3, "1-2 =, bye 3"),
        "1-3 2",
        only("repeated-float", MODIFIED),
        {"repeated-float": 1},
    ),
    # Nobody has played, and 3 alone may have the bye: after an absence it is his first mark, after a half-point bye, a
    # downfloat, his second.
    Case(
        "an absence: gives no mark",
        tournament(3, "1-2 -/-", **with_next(forbid={(0, 1), (0, 2)})),
        "1-2 3",
        only("repeated-float", MODIFIED),
        {"repeated-float": 0},
    ),
    Case(
        "a half-point bye: is a downfloat",
        tournament(3, "1-2 -/-, half 3", **with_next(forbid={(0, 1), (0, 2)})),
        "1-2 3",
        only("repeated-float", MODIFIED),
        {"repeated-float": 1},
    ),
    # 5 had a half-point bye two rounds ago, and an equal opponent since.  Now 1: 4, 5: 3, 3 and 4: 1, 2 and 6: 0.  Who
    # meets 5 must stand above him: 1.
    Case(
        "two rounds before: up, not down again",
        tournament(6, "1-2 1-0, 3-4 =, half 5", "1-6 1-0, 5-3 1-0", **with_next(absent=(2, 3, 6), forbid={(0, 5)})),
        "1-5 4",
        only("float-two-back"),
        {"float-two-back": 0},
    ),
]


@every_way(CASES)
def test_floats(case: Case, by: str) -> None:
    hold(case, by)
