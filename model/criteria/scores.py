"""Opponents have scores as near as possible (P A3, R 3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from pairproof.model.criteria.level import Level, free, nothing
from pairproof.model.state.position import IntArray, Position


def _gap(position: Position, u: IntArray, v: IntArray) -> IntArray:
    gap: IntArray = np.abs(position.score[u] - position.score[v])
    return gap


def _profile(position: Position) -> tuple[Level, ...]:
    """One level for each difference between two scores present, largest first."""
    scores = sorted(set(position.score.tolist()))
    gaps = sorted({high - low for low, high in combinations(scores, 2)}, reverse=True)
    return tuple(_profile_part(gap) for gap in gaps)


def _profile_part(gap: int) -> Level:
    return replace(
        SCORE_GAP_PROFILE,
        name=f"{SCORE_GAP_PROFILE.name}-{gap}",
        pair_costs=lambda position, u, v: (_gap(position, u, v) == gap).astype(np.int64),
        parts=None,
        part_of=(SCORE_GAP_PROFILE.name, gap),
    )


SCORE_GAP = Level("score-gap", "P A3, R 3", "Opponents have scores as near as possible.", _gap, free, points_power=1)
SCORE_GAP_SQUARES = Level(
    "score-gap-squares",
    "R 3",
    "Of equal sums of differences, many small ones beat one large one.",
    lambda position, u, v: _gap(position, u, v) ** 2,
    free,
    points_power=2,
)
SCORE_GAP_PROFILE = Level(
    "score-gap-profile",
    "R 3",
    "As few pairs as possible with the largest difference of scores, then with the next.",
    nothing,  # its parts cost
    free,
    parts=_profile,
)
FLOATERS = Level(
    "floaters",
    "P A4, R 3",
    "As few pairs of unequal scores as possible.",
    lambda position, u, v: (_gap(position, u, v) > 0).astype(np.int64),
    free,
)
