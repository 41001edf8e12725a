"""R, RULES 6: in the last round a colour may be broken for a topscorer, where that saves a score difference."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.cases import COMBINED, Case, every_way, hold, last_round

LAST = last_round().tournament
"""Round 3 of 3: 1 and 2 have 4 points, more than half of 4, and two whites each; 3 and 4 have two points."""

CASES = [
    # 1-2 (gap 0) gives one a third white: exemption 1, although both rules are broken.  Denied: one of 1, 2
    # (absolute), one of 3, 4 (both B W, mild).
    Case(
        "topscorers: meet at the cost of a colour",
        LAST,
        "1-2 3-4",
        COMBINED,
        {"score-gap": 0, "exemption": 1, "colour": 2, "strong-colour": 1},
    ),
    # Before the last round 1 and 2 may not meet: both float down as they did in round 2, gap 2 + 2.  1-3: 1 takes
    # black, 3 (mild for black) is denied; likewise 2-4.
    Case(
        "a round earlier: they part",
        replace(LAST, rounds_planned=4),
        "1-3 2-4",
        COMBINED,
        {"repeated-float": 2, "score-gap": 4, "score-gap-squares": 8, "exemption": 0, "colour": 2, "strong-colour": 0},
    ),
    Case("no planned number of rounds: none is the last", replace(LAST, rounds_planned=None), "1-3 2-4"),
    Case("a rule set without it: they part", LAST, "1-3 2-4", replace(COMBINED, exemption=False), {"score-gap": 4}),
]


@every_way(CASES)
def test_exemption(case: Case, by: str) -> None:
    hold(case, by)
