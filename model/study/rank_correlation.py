"""How well one ranking agrees with another: Kendall's τ-b and Spearman's ρ, ties allowed.

Exact up to the last division: counts and doubled ranks are integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt, sqrt

import numpy as np
import numpy.typing as npt

_BLOCK = 1 << 22
"""Pairs compared at once: bounds the memory that takes."""


def _dense(values: Sequence[object]) -> npt.NDArray[np.int64]:
    """The place of each value among the different ones, from 0: all that a ranking says."""
    place = {value: number for number, value in enumerate(sorted(set(values)))}  # type: ignore[type-var]
    return np.array([place[value] for value in values], dtype=np.int64)


def kendall(first: Sequence[object], second: Sequence[object]) -> float | None:
    """Kendall's τ-b (Kendall 1945): (C − D) / √((n₀ − n₁)(n₀ − n₂)).

    C and D count the pairs ranked alike and contrarily, n₀ all pairs, n₁ and n₂ those tied in either ranking.  None
    where all are tied in one of them.
    """
    a, b = _dense(first), _dense(second)
    n = len(a)
    balance = untied_a = untied_b = 0
    rows = max(1, _BLOCK // max(1, n))
    for start in range(0, n, rows):
        sign_a = np.sign(a[start : start + rows, None] - a[None, :]).astype(np.int8)
        sign_b = np.sign(b[start : start + rows, None] - b[None, :]).astype(np.int8)
        balance += int((sign_a * sign_b).sum(dtype=np.int64))
        untied_a += int(np.count_nonzero(sign_a))
        untied_b += int(np.count_nonzero(sign_b))
    return _quotient(balance, untied_a, untied_b)


def spearman(first: Sequence[object], second: Sequence[object]) -> float | None:
    """Spearman's ρ: the correlation of the ranks, tied values sharing the mean of theirs (Kendall 1945).

    None where all are tied in one of the rankings.
    """
    a, b = _centred_ranks(_dense(first)), _centred_ranks(_dense(second))
    return _quotient(
        sum(x * y for x, y in zip(a, b, strict=True)), sum(x * x for x in a), sum(y * y for y in b)
    )  # fmt: skip


def _centred_ranks(dense: npt.NDArray[np.int64]) -> list[int]:
    """Twice the rank of each value less twice the mean rank: an integer."""
    counts = np.bincount(dense, minlength=0)
    below = np.cumsum(counts) - counts
    doubled = 2 * below + counts + 1  # ranks count from 1; the mean of below + 1 … below + count
    ranks: list[int] = (doubled[dense] - (len(dense) + 1)).tolist()
    return ranks


def _quotient(part: int, first: int, second: int) -> float | None:
    if first == 0 or second == 0:
        return None
    product = first * second
    root = isqrt(product)
    return part / (root if root * root == product else sqrt(product))
