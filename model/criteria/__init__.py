"""The rules as a list of small pieces: hard criteria (RULES 5) and levels (RULES 7)."""

from pairproof.model.criteria.hard import HARD, Breach, HardCriterion, breaches, legal_pairs
from pairproof.model.criteria.levels import LEVEL_PIECES, Level, levels_of

__all__ = ["HARD", "LEVEL_PIECES", "Breach", "HardCriterion", "Level", "breaches", "legal_pairs", "levels_of"]
