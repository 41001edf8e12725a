"""All hard criteria (RULES 5), and those of a rule set."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.byes import SINGLE_BYE
from pairproof.model.criteria.colour_limits import COLOUR_DIFFERENCE, THIRD_COLOUR
from pairproof.model.criteria.criterion import ColourRule, HardCriterion
from pairproof.model.criteria.full_round import FULL_ROUND
from pairproof.model.criteria.meetings import NO_REMATCH
from pairproof.model.criteria.registry import Registry
from pairproof.model.rules import RuleSet
from pairproof.model.state.position import BoolArray, Position

HARD: Registry[HardCriterion] = Registry(
    "hard criterion",
    (
        NO_REMATCH,
        SINGLE_BYE,
        FULL_ROUND,
        COLOUR_DIFFERENCE,
        THIRD_COLOUR,
    ),
)
"""In the order of RULES 5, in which breaks are counted as well: fewest rematches first (RULES 13)."""


def hard_criteria(rules: RuleSet) -> tuple[HardCriterion, ...]:
    """The hard criteria of a rule set, in the order of RULES 5."""
    return HARD.among(rules.hard)


def colour_rules(rules: RuleSet) -> dict[str, ColourRule]:
    """The hard criteria of a rule set that look at colours, by name, in order."""
    return {rule.name: rule.colours for rule in hard_criteria(rules) if rule.colours is not None}


def may_not_take(position: Position, colour: int) -> BoolArray:
    """Who may not have the colour (RULES 4.2), shape (n,)."""
    barred = np.zeros(position.players, dtype=np.bool_)
    for rule in colour_rules(position.rules).values():
        barred |= rule.bars(position, colour)
    return barred
