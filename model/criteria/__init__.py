"""The rules as a list of small pieces: hard criteria (RULES 5) and levels (RULES 7), each kind in one registry.

docs/adding-a-criterion.md says how to add one.
"""

from pairproof.model.criteria.criterion import HardCriterion
from pairproof.model.criteria.hard import HARD, hard_criteria
from pairproof.model.criteria.legality import Breach, breaches, legal_pairs, may_have_bye
from pairproof.model.criteria.level import Level
from pairproof.model.criteria.levels import LEVELS, has_colours, levels_of

__all__ = [
    "HARD",
    "LEVELS",
    "Breach",
    "HardCriterion",
    "Level",
    "breaches",
    "hard_criteria",
    "has_colours",
    "legal_pairs",
    "levels_of",
    "may_have_bye",
]
