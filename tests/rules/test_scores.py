"""P A3, R 3: the difference of the two scores is as small as can be."""

from __future__ import annotations

from tests.rules.cases import COMBINED, MODIFIED, Case, every_way, four_two_two_zero, hold, only, tournament

FOUR_TWO_TWO_ZERO = four_two_two_zero(COMBINED).tournament

CASES = [
    # Repeated downfloats: 12-34 and 14-23 1's, 13-24 1's and 2's.  Gaps of the first two: 2 + 2, 4 + 0; squares 8 beat
    # 16.  Everybody is mild for white: one is denied in each pair.
    Case(
        "of equal sums: many small gaps",
        FOUR_TWO_TWO_ZERO,
        "1-2 3-4",
        COMBINED,
        {"repeated-float": 1, "score-gap": 4, "score-gap-squares": 8, "colour": 2, "strong-colour": 0},
        whites=(1, 3),
    ),
    # Gaps that can occur among 4, 2, 2, 0 are 4 and 2; two pairs with 2 beat one with 4.  3 ranks above 2: those he met
    # have 2 and 4 points, those whom 2 met none and 2.  1, moved down, tries 3 first.
    Case(
        "profile: no pair with the largest gap",
        FOUR_TWO_TWO_ZERO,
        "1-3 2-4",
        only("score-gap-profile"),
        {"score-gap-profile-4": 0, "score-gap-profile-2": 2},
    ),
    Case("floaters: as few pairs as can be", FOUR_TWO_TWO_ZERO, "1-4 2-3", only("floaters"), {"floaters": 1}),
    Case("equal scores: meet", tournament(4, "1-3 1-0, 2-4 1-0"), "1-2 3-4", MODIFIED, {"score-gap": 0}),
    # 1 and 2, with 1 point each of their draw, have met; 3 has 2, 4 none.  3-1 is 1 and 2-4 is 1; 3-2, 1-4 as well:
    # 3, moved down, tries 1 first.
    Case(
        "a leader alone: floats to the next score",
        tournament(4, "1-2 =, 3-4 1-0"),
        "1-3 2-4",
        MODIFIED,
        {"score-gap": 2, "score-gap-squares": 2},
    ),
]


@every_way(CASES)
def test_scores(case: Case, by: str) -> None:
    hold(case, by)
