"""What `solver.explain.reasons` says, against all legal pairings of small positions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.figures import Figures
from pairproof.model.rules import PRESETS
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import Game, Player, Result, Round, Tournament
from pairproof.solver.explain.reasons import reasons
from pairproof.solver.explain.reasons.boundaries import Faces, boundaries, bye_open, bye_possible
from pairproof.solver.explain.reasons.case import Case, points_in_words
from pairproof.solver.optimal import pair
from pairproof.solver.problem import matching_problem
from pairproof.solver.request import Request
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA


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
        for rules in OPTIMA.values():
            try:
                pairing = pair(tournament, Request(rules))
            except InvalidInput:
                continue
            if pairing.status == "optimal":
                yield seed, pairing


def test_who_must_play_below_against_all_pairings():
    proved_by_itself = given_above = or_bye = 0
    for seed, pairing in random_pairings(0, 160, 8):
        problem, position = pairing.problem, pairing.problem.position
        level = next(level for level in pairing.levels if level.name == "score-gap")
        if not level.value:
            continue
        case = Case(pairing, level.name, level.value, Figures())
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
            assert not bye_open(case)  # bye-score stands above score-gap in every preset
            for places, total in zip(pairings, totals, strict=True):
                games = [(int(problem.pairs.u[place]), int(problem.pairs.v[place])) for place in places]
                has_bye = next((u for u, v in games if v == position.players), position.players)
                bye = None if has_bye == position.players else score[has_bye]
                if not line.given and not line.bye_inside:
                    # What is said of all legal pairings, whoever has the bye in them.
                    here = sum(score[u] >= line.score > score[v] for u, v in games if v < position.players)
                    assert here + (has_bye < line.inside and bye_possible(case, line)) >= line.left, seed
                    or_bye += here < line.left
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
    assert or_bye > 100


def test_the_odd_groups_behind_those_left_over():
    """RULES 13's kind of witness, for the players above a boundary: more groups than players taken away."""
    checked = with_blockers = 0
    for seed, pairing in random_pairings(0, 400, 10):
        problem, position = pairing.problem, pairing.problem.position
        level = next(level for level in pairing.levels if level.name == "score-gap")
        if not level.value:
            continue
        case = Case(pairing, level.name, level.value, Figures())
        for line in boundaries(case):
            if line.left < 2:
                continue
            blockers, groups = Faces(case).odd_groups(line)
            assert len(groups) - len(blockers) == line.left, seed
            members = [player for group in groups for player in group]
            assert len(set(members)) == len(members)
            assert not set(members) & set(blockers)
            inside = set(position.ids[: line.inside]) | ({0} if line.bye_inside else set())
            assert set(members) | set(blockers) <= inside
            group_of = {player: group for group in groups for player in group}
            assert all(len(group) % 2 for group in groups)
            if not line.given and not line.bye_inside:
                for u, v in zip(problem.pairs.u.tolist(), problem.pairs.v.tolist(), strict=True):
                    a, b = position.id_of(u), position.id_of(v)
                    if a in group_of and b in inside:
                        assert b in blockers or b in group_of[a], (seed, a, b)
            checked += 1
            with_blockers += bool(blockers)
    assert checked > 30
    assert with_blockers > 3


OTHERS = replace(
    PRESETS["combined"],
    levels=("floaters", "score-gap-profile", "wishes", "exemption", "absolute-colour", "bye-score"),
    prefer=((1, 2), (3, 4)),
    avoid=((1, 3), (2, 4), (5, 6)),
)


def test_levels_of_rule_files():
    seen = set()
    for seed in range(500, 560):
        rng = random.Random(seed)
        tournament = random_tournament(rng, rng.randint(4, 8), rng.randint(1, 5), mess=0.3, fixes=False)
        try:
            pairing = pair(tournament, Request(OTHERS))
        except InvalidInput:
            continue
        if pairing.status != "optimal":
            continue
        found, problem = reasons(pairing), matching_problem(pairing.problem)
        costing = {level.name for level in pairing.levels if level.value}
        assert costing <= set(found), seed
        # Where a level is 0 there can be floats that are free for topscorers (RULES 6), and nothing else.
        assert all("free for a topscorer" in one for name in set(found) - costing for one in found[name]), seed
        totals = [
            {piece.name: int(problem.costs(piece, problem.pairs)[places].sum()) for piece in problem.levels}
            for places in all_pairings(pairing.problem)
        ]
        for name, sentences in found.items():
            seen.add(name.rstrip("-0123456789"))
            for sentence in sentences:
                assert sentence[-1] in ".:"
            if name == "floaters" and "no legal pairing has fewer" in sentences[-1]:
                value = next(level.value for level in pairing.levels if level.name == name)
                assert min(total[name] for total in totals) == value
            if name == "wishes":
                value = next(level.value for level in pairing.levels if level.name == name)
                assert sum("should" in sentence for sentence in sentences) == value
            if name.startswith("score-gap-profile"):
                gap = int(name.rsplit("-", 1)[1])
                value = next(level.value for level in pairing.levels if level.name == name)
                assert sum("plays" in sentence for sentence in sentences) == value
                assert gap > 0
    assert seen >= {"floaters", "score-gap-profile", "wishes", "bye-score"}


def test_criteria_given_up_and_boards_not_kept():
    first = Round((Game(1, 2, Result.DRAW),))
    pairing = pair(Tournament("t", players(2), (first,), rounds_planned=3), Request(orders=Orders(relax=True)))
    assert reasons(pairing)["relaxed:no-rematch"][0] == "1 and 2 met in round 1."
    first = Round((Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW)))
    kept = Orders(keep=frozenset({(1, 2), (3, 4)}))
    pairing = pair(Tournament("t", players(4), (first,), rounds_planned=3), Request(orders=kept))
    assert reasons(pairing)["changed-boards"][:2] == [
        "1-2 is not kept: 1 and 2 met in round 1.",
        "3-4 is not kept: 3 and 4 met in round 1.",
    ]


def test_scores_in_words():
    def case(halves):
        pairing = pair(Tournament("t", players(2), rounds_planned=3))
        return Case(pairing, "score-gap", 1, Figures(halves))

    assert [points_in_words(case(False), value) for value in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [points_in_words(case(True), value) for value in (1, 2, 3, 4)] == [
        "½ point",
        "1 point",
        "1½ points",
        "2 points",
    ]


def test_every_level_that_is_not_zero_has_a_reason_and_no_other():
    checked = 0
    for seed, pairing in random_pairings(200, 260, 14):
        found = reasons(pairing)
        costing = {level.name for level in pairing.levels if level.value}
        assert costing <= set(found), seed
        # Where a level is 0 there can be floats that are free for topscorers (RULES 6), and nothing else.
        assert all("free for a topscorer" in one for name in set(found) - costing for one in found[name]), seed
        checked += len(found)
        for name, sentences in found.items():
            assert sentences, (seed, name)
            for sentence in sentences:
                assert sentence[-1] in ".:", (seed, sentence)
    assert checked > 100


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
    pairing = pair(Tournament("t", players(4), (first,), rounds_planned=3), Request(PRESETS["modified-swiss"]))
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
    pairing = pair(Tournament("t", players(3), (first, second), rounds_planned=3), Request(PRESETS[name]))
    assert reasons(pairing)["bye-score"] == [
        "1 has 4 points. With less:",
        "3 had a bye in round 1.",
        "2 had a bye in round 2.",
    ]


@pytest.mark.parametrize("rules", ["combined", "colour-swiss", "modified-swiss"])
def test_reasons_need_no_list_of_all_pairs(rules: str) -> None:
    """5,000 players have twelve million pairs."""
    tournament = simulated_open(501, 5, 1)  # beyond those of whom a level is also proved by itself
    pairing = pair(tournament, Request(PRESETS[rules]))
    assert reasons(pairing)["score-gap"]
    assert "pairs" not in vars(pairing.problem)
