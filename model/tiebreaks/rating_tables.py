"""What a score says of ratings, in whole numbers (FIDE B.02, tables 8.1 a and b)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

# fmt: off
_DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
)
"""Differences for 50 to 100 per cent."""

_BANDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
)
"""The largest difference at which 50, 51, … 99 hundredths are expected."""
# fmt: on

FURTHEST_BELOW = _DP[-1]
"""How far below the weakest opponent the performance is rated that made no half point."""


def difference(percent: int) -> int:
    """`dp`: by how much a score of so many per cent is above the opponents' average."""
    return _DP[percent - 50] if percent >= 50 else -_DP[50 - percent]


def expected(above: int) -> int:
    """`PD`: hundredths of a point expected against somebody rated so much lower (negative: higher)."""
    return 50 + bisect_left(_BANDS, above) if above >= 0 else 50 - bisect_left(_BANDS, -above)


def perfect_performance(opponents: Sequence[int], halves: int) -> int:
    """The lowest rating at which at least `halves` half points are expected against these ratings (C.07 10.3)."""
    if halves == 0:
        return min(opponents) - FURTHEST_BELOW
    low, high = min(opponents) - _BANDS[-1], max(opponents) + _BANDS[-1] + 1
    while low < high:
        middle = (low + high) // 2
        if sum(expected(middle - rating) for rating in opponents) >= 50 * halves:
            high = middle
        else:
            low = middle + 1
    return low
