"""On which level the manual method first differs: in the order of the rule set, not of the table."""

from __future__ import annotations

from collections import Counter

from pairproof.cli.batch.first_level import EQUAL, FirstLevels
from pairproof.model.criteria import LEVELS
from pairproof.model.rules import PRESETS


def row(rules: str, number: int, **values: int) -> dict[str, str]:
    """A row of the table: every level of the rule set, 0 but for those named."""
    named = {level.name: "" for level in LEVELS} | dict.fromkeys(PRESETS.get(rules, PRESETS["combined"]).levels, "0")
    named |= {name.replace("_", "-"): str(value) for name, value in values.items()}
    return {"rules": rules, "round": str(number)} | {f"level:{name}": value for name, value in named.items()}


def test_the_first_level_in_the_order_of_the_rules() -> None:
    first = FirstLevels()
    first.add(row("combined", 3, bye_score=2), row("combined", 3, repeated_float=1))
    first.add(row("combined", 3), row("combined", 3))
    first.add(row("modified-swiss", 3, repeated_float=1), row("modified-swiss", 3, bye_score=2))
    first.add(row("our-club", 3), row("our-club", 3, colour=1))  # nobody knows its order
    assert first.found == {
        "combined": {3: Counter({"repeated-float": 1, EQUAL: 1})},
        "modified-swiss": {3: Counter({"bye-score": 1})},
    }


def test_nothing_to_draw() -> None:
    assert FirstLevels().figure() is None
