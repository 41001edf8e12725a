"""P B1, R 1a: two players who have met are not paired again (RULES 1.2 says what a meeting is)."""

from __future__ import annotations

from tests.rules.cases import COMBINED, MODIFIED, Case, every_way, hold, tournament

CASES = [
    # All have a point and the same SOS, so the rank is that of ratings: S1 = 1, 2; S2 = 3, 4.  1 has met 3, so 1-4.
    Case("met: the next of S2", tournament(4, "1-3 =, 2-4 ="), "1-4 2-3", MODIFIED),
    # A forfeited game is no meeting; both were away, so nobody has points, and 1-3, 2-4 come again.
    Case("forfeited: not met", tournament(4, "1-3 -/-, 2-4 -/-"), "1-3 2-4", MODIFIED),
    # No colours were played either: as before round 1, odd ids take white and even ids black.
    Case("forfeited: colours as before", tournament(4, "1-3 -/-, 2-4 -/-"), "1-3 2-4", COMBINED, whites=(1, 4)),
    Case("without colours: met all the same", tournament(4, "1~3 =, 2~4 ="), "1-4 2-3", MODIFIED),
    # The pair costs nothing on any level before the score gap, but it is not legal: 1 and 2, who lead, go down.
    Case(
        "leaders who have met: both float",
        tournament(4, "1-2 =, 3-4 0-0"),
        "1-3 2-4",
        MODIFIED,
        {"score-gap": 2, "score-gap-squares": 2},
    ),
    Case("two players: one round", tournament(2, "1-2 1-0"), "", MODIFIED),
]


@every_way(CASES)
def test_no_rematch(case: Case, by: str) -> None:
    hold(case, by)
