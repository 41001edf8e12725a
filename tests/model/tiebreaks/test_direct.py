"""Direct encounters against a count of every way in which the games not played could end (C.07 6)."""

from __future__ import annotations

import random
from itertools import product

import pytest

from pairproof.model.rules import PRESETS
from pairproof.model.state.standings import standings_by
from pairproof.model.tiebreaks.crosstable import crosstable_after
from pairproof.model.tiebreaks.parsing import read_codes
from pairproof.model.tournament import Game, Player, Result, Round, Tournament

Points = dict[tuple[int, int], int]
"""What the first got against the second, who have met."""


def reference(group: list[int], points: Points) -> list[list[int]]:
    """The group in parts; one part where it stays level."""
    pairs = [(p, q) for place, p in enumerate(group) for q in group[place + 1 :]]
    missing = [pair for pair in pairs if pair not in points]
    totals = {p: sum(points.get((p, q), 0) for q in group) for p in group}
    if not missing:
        levels = [[p for p in group if totals[p] == total] for total in sorted(set(totals.values()), reverse=True)]
        if len(levels) == 1:
            return levels
        return [part for level in levels for part in (reference(level, points) if len(level) > 1 else [level])]
    ends = []
    for results in product((0, 1, 2), repeat=len(missing)):
        end = dict(totals)
        for (p, q), result in zip(missing, results, strict=True):
            end[p] += result
            end[q] += 2 - result
        ends.append(end)
    rest, first = list(group), []
    while len(rest) > 1:
        sure = [p for p in rest if all(end[p] > end[q] for end in ends for q in rest if q != p)]
        if not sure:
            break
        first.append(sure)
        rest.remove(sure[0])
    if not first:
        return [group]
    return [*first, *(reference(rest, points) if len(rest) > 1 else [rest])]


@pytest.mark.parametrize("seed", range(60))
def test_against_every_outcome(seed: int) -> None:
    """All are made level on points by byes; what is left to decide is the games among them."""
    random_ = random.Random(seed)
    ids = list(range(1, random_.randint(3, 5) + 1))
    points: Points = {}
    rounds = []
    for place, p in enumerate(ids):
        for q in ids[place + 1 :]:
            if random_.random() < 0.75:
                result = random_.choice([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS])
                gets = {Result.WHITE_WINS: 2, Result.DRAW: 1, Result.BLACK_WINS: 0}[result]
                points |= {(p, q): gets, (q, p): 2 - gets}
                rounds.append(Round((Game(p, q, result),)))
    totals = {p: sum(points.get((p, q), 0) for q in ids) for p in ids}
    short = {p: max(totals.values()) - total for p, total in totals.items()}
    while any(short.values()):
        half = tuple(p for p, points_short in short.items() if points_short)
        rounds.append(Round(half_byes=half))
        short = {p: max(0, points_short - 1) for p, points_short in short.items()}
    tournament = Tournament("t", tuple(map(Player, ids)), tuple(rounds), rounds_planned=len(rounds))
    cross = crosstable_after(tournament, PRESETS["combined"], len(rounds))
    table = standings_by(cross, read_codes(["DE"])[0])
    assert len(set(cross.scores.values())) == 1
    parts = reference(ids, points)
    place, expected = 1, dict.fromkeys(ids, None if len(parts) == 1 else 0)
    for part in parts if len(parts) > 1 else []:
        expected |= dict.fromkeys(part, place)
        place += len(part)
    assert table.columns[1].values == expected
