"""What C5 counts, for those who search and those who check (C.04.3, 2.3)."""

from __future__ import annotations

import numpy as np

from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.position import DutchPosition
from pairproof.model.state.position import IntArray


def score_places(position: DutchPosition) -> IntArray:
    """The place of each player's score among the scores present, 0 for the lowest."""
    _, places = np.unique(position.score, return_inverse=True)
    return places.reshape(-1).astype(np.int64)


def with_bye_score(position: DutchPosition, legal: LegalPairs, score: int) -> LegalPairs:
    """The legal pairs when the bye must go to a player with that score (C5)."""
    dummy = np.arange(position.vertices) == position.players
    return legal.without(np.append(position.score != score, False), dummy)
