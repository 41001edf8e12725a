"""FIDE's tables of ratings and scores (B.02), as the pieces use them."""

from __future__ import annotations

import pytest

from pairproof.model.tiebreaks.rating_tables import difference, expected, perfect_performance


@pytest.mark.parametrize(
    ("percent", "points"),
    [(50, 0), (51, 7), (67, 125), (75, 193), (99, 677), (100, 800), (49, -7), (33, -125), (0, -800)],
)
def test_difference(percent: int, points: int) -> None:
    assert difference(percent) == points


@pytest.mark.parametrize(
    ("above", "hundredths"),
    [(0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (391, 91), (392, 92), (735, 99), (736, 100), (2000, 100)],
)
def test_expected(above: int, hundredths: int) -> None:
    assert expected(above) == hundredths
    assert expected(-above) == 100 - hundredths


def test_the_tables_rise() -> None:
    assert [difference(percent) for percent in range(101)] == sorted({difference(percent) for percent in range(101)})
    curve = [expected(above) for above in range(-800, 801)]
    assert curve == sorted(curve)
    assert set(curve) == set(range(101))


@pytest.mark.parametrize("halves", range(7))
def test_perfect_performance_is_the_lowest_that_expects_the_points(halves: int) -> None:
    opponents = [2050, 1800, 2200]
    found = perfect_performance(opponents, halves)
    if halves == 0:
        assert found == 1800 - 800
        return
    assert sum(expected(found - rating) for rating in opponents) >= 50 * halves
    assert sum(expected(found - 1 - rating) for rating in opponents) < 50 * halves
    assert halves < 6 or found == 2200 + 736
