"""Kendall's τ-b and Spearman's ρ against values worked out by hand, and against scipy where that is installed."""

from __future__ import annotations

import random
from math import sqrt

import numpy as np
import pytest

from pairproof.model.study import rank_correlation
from pairproof.model.study.rank_correlation import kendall, spearman


def test_without_ties() -> None:
    assert kendall([1, 2, 3, 4], [1, 2, 3, 4]) == 1.0
    assert kendall([1, 2, 3, 4], [4, 3, 2, 1]) == -1.0
    # One of six pairs the other way round: (5 − 1) / 6.
    assert kendall([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx(4 / 6)
    # 1 − 6·Σd²/(n(n² − 1)) with d² = 0, 0, 1, 1.
    assert spearman([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx(1 - 12 / 60)


def test_with_ties() -> None:
    # Pairs: 3 alike, 0 contrary, of 6; 3 tied in the first (1 + 1 pairs … two ties of two), 0 in the second.
    first, second = [1, 1, 2, 2], [1, 2, 3, 4]
    assert kendall(first, second) == pytest.approx(4 / sqrt(4 * 6))
    # Ranks 1.5 1.5 3.5 3.5 against 1 2 3 4: covariance 4, squares 4 and 5.
    assert spearman(first, second) == pytest.approx(4 / sqrt(4 * 5))


def test_values_are_only_compared() -> None:
    assert kendall([(3, 1), (3, 2), (9, 0)], [0.5, 7.0, 1e9]) == 1.0


@pytest.mark.parametrize("values", [[], [1], [2, 2, 2]])
def test_nothing_to_compare(values: list[int]) -> None:
    assert kendall(values, list(range(len(values)))) is None
    assert spearman(values, list(range(len(values)))) is None


def test_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    first, second = [rng.randint(0, 9) for _ in range(50)], [rng.randint(0, 9) for _ in range(50)]
    whole = kendall(first, second)
    monkeypatch.setattr(rank_correlation, "_BLOCK", 130)
    assert kendall(first, second) == whole


def test_against_scipy() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    rng = random.Random(1)
    for _ in range(200):
        n = rng.randint(2, 40)
        top = rng.choice((2, 5, 100))
        first, second = [rng.randint(0, top) for _ in range(n)], [rng.randint(0, top) for _ in range(n)]
        if len(set(first)) == 1 or len(set(second)) == 1:
            continue
        assert kendall(first, second) == pytest.approx(stats.kendalltau(first, second).statistic, abs=1e-12)
        assert spearman(first, second) == pytest.approx(np.corrcoef(
            stats.rankdata(first), stats.rankdata(second))[0, 1], abs=1e-12)  # fmt: skip
