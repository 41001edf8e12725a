"""RULES 9, modelled on P C2 to C5: of all optimal pairings, the one that is chosen."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.cases import COMBINED, MODIFIED, Case, every_way, hold, tournament, with_next

# Before round 1 every legal pairing costs 0 (no preferences, no marks), so only the order decides.
ONE_GROUP = [
    ("halves: first against first", 6, [], "1-4 2-5 3-6"),
    # 2 takes the first that is free.
    ("the next of S2: where the first is barred", 6, [(1, 4)], "1-5 2-4 3-6"),
    # 2-5 would leave 3-6, which is not possible.
    ("ahead: nobody is stranded", 6, [(3, 6)], "1-4 2-6 3-5"),
    # All of S2 is barred: S1 below 1 from the lowest up; then 5, of S2, takes 6.
    ("S1 itself: from the lowest up", 6, [(1, 4), (1, 5), (1, 6)], "1-3 2-4 5-6"),
    ("odd: the last is left over", 5, [], "1-3 2-4 5"),
    # 2-4 would leave 5 for the bye.
    ("odd: the last may not be left over", 5, [(0, 5)], "1-3 2-5 4"),
    ("odd: seven", 7, [(1, 4), (2, 4)], "1-5 2-6 3-4 7"),
    # 1 and 2 may meet only each other and 4.  1-4 would strand 2, so 1-2; 3 takes 4; 5 takes 6 below him.
    ("S2 among itself: what is left of it", 6, [(1, 3), (1, 5), (1, 6), (2, 3), (2, 5), (2, 6)], "1-2 3-4 5-6"),
]

GAP = replace(MODIFIED, levels=("score-gap",))
FIRST = replace(GAP, bracket_style="floaters-first")
THREE_AND_THREE = tournament(6, "1-4 1-0, 2-5 1-0, 3-6 1-0")
"""1, 2, 3 have two points, 4, 5, 6 none; 1-4, 2-5, 3-6 have met.  1-2 first; 3 moves down."""

CASES = [
    Case(f"{says} ({rules.name})", tournament(count, **with_next(forbid=forbid)), pairs, rules)
    for rules in (COMBINED, MODIFIED)
    for says, count, forbid, pairs in ONE_GROUP
] + [
    # L = 3, 4, 5, 6: S1 = 3, 4; S2 = 5, 6: 3-5, then 4-6.
    Case("merged: the floater is one of the bracket", THREE_AND_THREE, "1-2 3-5 4-6", GAP, {"score-gap": 2}),
    # 3 tries 4, 5, 6 in rank order: 3-4, then 5-6.
    Case("floaters-first: the floater chooses first", THREE_AND_THREE, "1-2 3-4 5-6", FIRST, {"score-gap": 2}),
    # 1 and 2 have met and have 3 points each.  1 may not meet 3, so 1-4; 2 takes 3; 5 and 6 are left.
    Case(
        "floaters-first: two of them, in rank order",
        tournament(6, "1-2 =", "full 1, full 2, 3-4 0-0", **with_next(forbid=[(1, 3)])),
        "1-4 2-3 5-6",
        FIRST,
    ),
]


@every_way(CASES)
def test_natural_order(case: Case, by: str) -> None:
    hold(case, by)
