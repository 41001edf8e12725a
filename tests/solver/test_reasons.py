"""What `solver.reasons` says, against all legal pairings of small positions."""

from __future__ import annotations

import random

import pytest

from model.errors import PairproofError
from model.rules import PRESETS
from model.tournament import Game, Player, Result, Round, Tournament
from solver.optimal import pair
from solver.reasons import _bye_open, _Case, boundaries, reasons
from tests.random_tournaments import random_tournament


def all_pairings(problem):
    """Every legal pairing of a problem, as lists of places among its pairs."""
    u, v = problem.pairs.u.tolist(), problem.pairs.v.tolist()
    pairs_of: dict[int, list[int]] = {}
    for place, first in enumerate(u):
        pairs_of.setdefault(first, []).append(place)

    def extend(taken):
        free = next((vertex for vertex in range(problem.vertices) if vertex not in taken), None)
        if free is None:
            yield []
            return
        for place in pairs_of.get(free, ()):
            if v[place] not in taken:
                for rest in extend(taken | {free, v[place]}):
                    yield [place, *rest]

    return list(extend(frozenset()))


def random_pairings(first: int, last: int, largest: int):
    for seed in range(first, last):
        rng = random.Random(seed)
        tournament = random_tournament(
            rng, rng.randint(2, largest), rng.randint(0, 5), mess=rng.choice((0.0, 0.3, 1.0)), fixes=False
        )
        for rules in PRESETS.values():
            try:
                pairing = pair(tournament, rules)
            except PairproofError:
                continue
            if pairing.status == "optimal":
                yield seed, pairing


def test_who_must_play_below_against_all_pairings():
    proved_by_itself = given_above = 0
    for seed, pairing in random_pairings(0, 160, 8):
        problem, position = pairing.problem, pairing.problem.position
        level = next(level for level in pairing.levels if level.name == "score-gap")
        if not level.value:
            continue
        case = _Case(pairing, level.name, level.value, str)
        lines = boundaries(case)
        pairings = all_pairings(problem)
        names = [piece.name for piece in problem.levels]
        above = problem.levels[: names.index("score-gap")]
        totals = [
            tuple(int(problem.costs(piece, problem.pairs)[places].sum()) for piece in above) for places in pairings
        ]
        score = position.score.tolist()
        bye_score = None if pairing.bye is None else case.score(pairing.bye)
        for line in lines:
            assert not _bye_open(case)  # bye-score stands above score-gap in every preset
            for places, total in zip(pairings, totals, strict=True):
                games = [(int(problem.pairs.u[place]), int(problem.pairs.v[place])) for place in places]
                bye = next((score[u] for u, v in games if v == position.players), None)
                if bye != bye_score or (line.given and total != min(totals)):
                    continue
                below = sum(score[u] >= line.score > score[v] for u, v in games if v < position.players)
                assert below >= line.left, (seed, position.rules.name, line)
        bound = sum(line.left * (line.score - line.lower) for line in lines)
        assert bound <= level.value
        proved_by_itself += bound == level.value
        given_above += any(line.given for line in lines)
    assert proved_by_itself > 100
    assert given_above > 0


def test_every_level_that_is_not_zero_has_a_reason_and_no_other():
    for seed, pairing in random_pairings(200, 260, 14):
        found = reasons(pairing)
        assert set(found) == {level.name for level in pairing.levels if level.value}, seed
        for name, sentences in found.items():
            assert sentences, (seed, name)
            for sentence in sentences:
                assert sentence[-1] in ".:", (seed, sentence)


def test_bounds_of_colours_and_groups_against_all_pairings():
    checked = 0
    for _seed, pairing in random_pairings(300, 420, 8):
        problem = pairing.problem
        found = reasons(pairing)
        for level in problem.levels:
            if not any("must be denied" in text or "must be inside" in text for text in found.get(level.name, ())):
                continue
            costs = problem.costs(level, problem.pairs)
            value = next(entry.value for entry in pairing.levels if entry.name == level.name)
            assert min(int(costs[places].sum()) for places in all_pairings(problem)) == value
            checked += 1
    assert checked > 5


def players(count: int) -> tuple[Player, ...]:
    return tuple(Player(id, rating=2000 - id) for id in range(1, count + 1))


def test_an_odd_number_of_leaders():
    won = [Game(1, 4, Result.WHITE_WINS), Game(5, 2, Result.BLACK_WINS), Game(3, 6, Result.WHITE_WINS)]
    pairing = pair(Tournament("t", players(6), (Round(tuple(won)),), rounds_planned=3))
    found = reasons(pairing)
    assert found["score-gap"] == [
        "3 players have 2 points: an odd number, so one must play below.",
        "So the differences add up to at least 2: no legal pairing has less.",
    ]
    assert found["score-gap-squares"] == [
        "Every difference is 2, the smallest there is between two scores: "
        "nothing smaller adds up to the score-gap above."
    ]


def test_two_leaders_who_have_met():
    first = Round((Game(1, 2, Result.DRAW), Game(3, 4, Result.BOTH_LOSE)))
    pairing = pair(Tournament("t", players(4), (first,), rounds_planned=3), PRESETS["modified-swiss"])
    assert reasons(pairing)["score-gap"] == [
        "1 and 2, who have 1 point, cannot play each other (1 and 2 met in round 1): both must play below.",
        "So the differences add up to at least 2: no legal pairing has less.",
    ]


def test_two_leaders_of_one_club():
    entrants = tuple(Player(id, groups=("Faro",) if id in (1, 2) else ()) for id in range(1, 5))
    first = Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS)))
    pairing = pair(Tournament("t", entrants, (first,), rounds_planned=3, restricted_until=2))
    assert reasons(pairing)["score-gap"] == [
        "1 and 2, who have 2 points, cannot play each other without doing worse on a level above: "
        "both must play below.",
        "So the differences add up to at least 4: no legal pairing has less without doing worse on a level above.",
    ]


@pytest.mark.parametrize("name", ["combined", "modified-swiss"])
def test_why_the_lowest_has_no_bye(name):
    first = Round((Game(1, 2, Result.WHITE_WINS),), byes=(3,))
    second = Round((Game(3, 1, Result.BLACK_WINS),), byes=(2,))
    # 1 has 4 points and two games; 2 and 3 have 2 points and had the bye: only 1 can have it.
    pairing = pair(Tournament("t", players(3), (first, second), rounds_planned=3), PRESETS[name])
    assert reasons(pairing)["bye-score"] == [
        "1 has 4 points. With less:",
        "3 had a bye in round 1.",
        "2 had a bye in round 2.",
    ]
