"""R 4, RULES 4.3, 4.4: as many players as can be get the colour they should have, and who has white."""

from __future__ import annotations

from tests.rules.cases import COLOUR, COMBINED, MODIFIED, Case, every_way, hold, tournament

DRAWN = tournament(4, "1-2 =, 3-4 =")
"""All have a point.  1 and 3 have had white and want black (strong), 2 and 4 the other way round."""

CASES = [
    # S1 = 1, 2; S2 = 3, 4.  1-3 and 2-4 would deny one in each pair; 1-4 and 2-3 nobody.
    Case("a colour for everybody: before the natural order", DRAWN, "1-4 2-3", COLOUR, {"colour": 0}, whites=(4, 2)),
    Case("rules without colours: the natural order", DRAWN, "1-3 2-4", MODIFIED, whites=(1, 2)),
    # Round 1, ids 1 and 3 odd: in 1-4 the higher ranked 1 takes the initial colour; 2, even, the other one.
    Case("nobody has played: the initial colour by the id", tournament(4), "1-3 2-4", COMBINED, whites=(1, 4)),
    # 1-3 and 2-4 have met, all by wins of 1 and 2, who lead; both had white.  One of 1, 2 is denied, and one of 3, 4.
    # They never had different colours (4.4.4), so the higher ranked gets what he wants: 1 black, 3 white.
    Case(
        "both want the same: the higher ranked has it",
        tournament(4, "1-3 1-0, 2-4 1-0"),
        "1-2 3-4",
        COMBINED,
        {"colour": 2, "strong-colour": 2, "score-gap": 0},
        whites=(2, 3),
    ),
    # The stronger preference wins: 1 had white (strong for black), 2 did not play.
    Case(
        "one wants nothing: the other has his colour", tournament(3, "1-3 1-0", "1-3 -/-, full 2"), "1-2 3", whites=(2,)
    ),
]


@every_way(CASES)
def test_colour_preferences(case: Case, by: str) -> None:
    hold(case, by)
