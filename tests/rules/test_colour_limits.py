"""R 2a, 2b: nobody has the same colour three times running, nor a difference beyond two."""

from __future__ import annotations

from dataclasses import replace

from pairproof.model.rules import RuleSet
from tests.rules.cases import COLOUR, COMBINED, MODIFIED, Case, every_way, hold, tournament

TWO_OF_A_COLOUR = tournament(4, "1-3 =, 2-4 =", "1-4 =, 2-3 =")
"""1 and 2 have had white twice, 3 and 4 black twice.  Left to be played are 1-2 and 3-4."""


def hard(*names: str) -> RuleSet:
    return replace(COLOUR, hard=("no-rematch", "single-bye", "full-round", *names))


CASES = [
    Case("third colour: neither may take white", TWO_OF_A_COLOUR, "", COLOUR),
    Case("third colour: in the default rules too", TWO_OF_A_COLOUR, "", COMBINED),
    Case("rules without colours: paired", TWO_OF_A_COLOUR, "1-2 3-4", MODIFIED, whites=(1, 3)),
    # Without the difference as a rule the third colour bars it alone; without both it is legal, and in each pair one
    # player is denied an absolute preference.
    Case("third-colour alone: bars it", TWO_OF_A_COLOUR, "", hard("third-colour")),
    Case("colour-difference alone: bars it too", TWO_OF_A_COLOUR, "", hard("colour-difference")),
    Case(
        "neither is hard: one is denied in each pair",
        TWO_OF_A_COLOUR,
        "1-2 3-4",
        hard(),
        {"colour": 2, "strong-colour": 2},
    ),
]


@every_way(CASES)
def test_colour_limits(case: Case, by: str) -> None:
    hold(case, by)
