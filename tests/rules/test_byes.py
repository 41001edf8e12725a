"""P B2, P C9, R 1b, R 3: who may have the bye, and that it goes to as low a score as can be."""

from __future__ import annotations

from tests.rules.cases import COLOUR, COMBINED, MODIFIED, Case, every_way, hold, tournament, with_next

BYE_OR_FLOAT = tournament(
    9, "1-4 1-0, 2-5 1-0, 6-7 1-0, 8-9 1-0", "6-1 0-1, 8-2 0-1, half 3", **with_next(absent=(4, 5, 6, 7, 8, 9))
)
"""Round 3: 1 and 2 have 4 and no marks, 3 a half-point bye of round 2 (1 point, a downfloat).  2 met 5 and 8, not 1."""

NOT_2_NOR_3 = with_next(forbid={(0, 2), (0, 3)})

CASES = [
    # 1 has 2, 3 has 2 of his bye, 2 has none: 2 is the lowest, and has had no bye.
    Case("lowest score: has the bye", tournament(3, "1-2 1-0, bye 3"), "1-3 2", MODIFIED, {"bye-score": 0}),
    # 3 has had it.  1 and 2 have met, each has 1 point.  3, moved down from his 2 points, tries 1 first: 2 is left.
    # His mark of round 1 is a downfloat (P A8), and now he floats down again.
    Case(
        "a second bye: not even where it would spare a float",
        tournament(3, "1-2 =, bye 3"),
        "1-3 2",
        MODIFIED,
        {"bye-score": 1, "score-gap": 1, "score-gap-squares": 1, "repeated-float": 1},
    ),
    Case("a full-point bye: bars as well", tournament(3, "1-2 0-0, full 3", **with_next(forbid={(0, 1), (0, 2)})), ""),
    Case(
        "a half-point bye: bars nothing",
        tournament(3, "1-2 0-0, half 3", **with_next(forbid={(0, 1), (1, 2)})),
        "1-3 2",
        MODIFIED,
        {"bye-score": 0, "score-gap": 1},
    ),
    # P speaks of byes only; R 1b of the point without play.
    Case("a forfeit win: bars it (R)", tournament(3, "1-2 +/-", **NOT_2_NOR_3), "", COMBINED),
    Case(
        "a forfeit win: bars nothing (P)", tournament(3, "1-2 +/-", **NOT_2_NOR_3), "2-3 1", MODIFIED, {"bye-score": 2}
    ),
    # The bye of 3 would repeat his downfloat; 2's costs bye-score 4, gap 4 - 1 = 3, squares 9.  `combined` has
    # repeated-float first; the other two have bye-score first.
    Case(
        "repeated-float first: the bye goes higher",
        BYE_OR_FLOAT,
        "1-3 2",
        COMBINED,
        {"repeated-float": 0, "bye-score": 4, "score-gap": 3, "score-gap-squares": 9, "colour": 0},
    ),
    # 1 and 2 had white and then black: both want white (mild), and one of them is denied it.
    Case(
        "bye-score first: the bye repeats a downfloat (R)",
        BYE_OR_FLOAT,
        "1-2 3",
        COLOUR,
        {"bye-score": 1, "score-gap": 0, "colour": 1, "strong-colour": 0, "repeated-float": 1},
    ),
    Case("bye-score first: the bye repeats a downfloat (P)", BYE_OR_FLOAT, "1-2 3", MODIFIED, {"repeated-float": 1}),
]


@every_way(CASES)
def test_byes(case: Case, by: str) -> None:
    hold(case, by)
