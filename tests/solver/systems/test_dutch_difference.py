"""Why a pair is not played, and what is to be said of a pairing that was: against what the articles' oracle allows."""

from __future__ import annotations

from random import Random

import numpy as np

from pairproof.solver.systems.dutch.chain import SolvedRound, score_with_bye, solve
from pairproof.solver.systems.dutch.difference import Difference, Kind, judged, why_not
from pairproof.solver.systems.dutch.result import pair_round
from pairproof.solver.witness import Witness
from tests.inputs.dutch_tournaments import random_tournament
from tests.reference.dutch_articles import Round


def value_of(solved: SolvedRound, found: Difference, partner: tuple[int, ...]) -> list[int]:
    """What the levels of the bracket cost in a complete pairing, up to the one that differs."""
    bracket = solved.brackets[(found.bracket or 0) - 1].bracket
    place = {player: vertex for vertex, player in enumerate(bracket.players.tolist())}
    mate = [place[partner[player]] for player in bracket.players.tolist()]
    u = np.array([one for one, other in enumerate(mate) if one < other])
    v = np.array([other for one, other in enumerate(mate) if one < other])
    values = []
    for level in solved.brackets[(found.bracket or 0) - 1].levels:
        values.append(int(level.level.costs(bracket, u, v).sum()))
        if (level.level.criterion.name, level.level.score) == (found.name, found.score):
            break
    return values


def test_the_first_difference_of_every_pair() -> None:
    kinds = set()
    for seed in range(25):
        tournament = random_tournament(Random(seed), 8)
        found = pair_round(tournament)
        if found.solved is None:
            continue
        solved, position = found.solved, found.position
        oracle = Round(tournament)
        complete = list(oracle.complete(oracle.players))
        ids = position.base.ids
        for one in range(position.players):
            for other in range(one + 1, position.vertices):
                difference, forced = why_not(solved, one, other)
                kinds.add(difference.kind)
                a, b = ids[one], position.base.id_of(other)
                with_them = [pairing for pairing in complete if pairing[a] == b]
                assert (difference.kind is Kind.SAME) == (solved.partner[one] == other)
                if b == 0:
                    legal = oracle.may_have_bye(oracle.players[one])
                else:
                    legal = oracle.may_meet(oracle.players[one], oracle.players[other])
                assert (difference.kind is Kind.ILLEGAL) == (not legal)
                assert (difference.kind in (Kind.ILLEGAL, Kind.INCOMPLETE)) == (not with_them)
                if difference.kind is Kind.BYE:
                    score = {player.id: player.score for player in oracle.players}
                    best = min(score[p] for pairing in with_them for p, q in pairing.items() if q == 0)
                    assert difference.other == best > (difference.best or 0)
                if difference.kind is Kind.WORSE:
                    assert forced is not None
                    mine, other_values = (value_of(solved, difference, r.partner) for r in (solved, forced))
                    assert mine[:-1] == other_values[:-1]
                    assert (mine[-1], other_values[-1]) == (difference.best, difference.other)
                    assert mine[-1] < other_values[-1]
    assert kinds == set(Kind)


def test_a_played_pairing_is_no_better_than_its_own_brackets() -> None:
    """The pairing of the rules is judged the same; the best one with some pair is later in the order or worse."""
    for seed in range(100, 115):
        found = pair_round(random_tournament(Random(seed), 12))
        if found.solved is None:
            continue
        solved, position = found.solved, found.position
        assert judged(solved, np.array(solved.partner)) == Difference(Kind.SAME)
        for one, other in ((0, position.vertices - 1), (0, 1), (position.players - 1, 0)):
            if one == other:
                continue
            difference, forced = why_not(solved, one, other)
            if forced is None or difference.kind is Kind.SAME:
                continue
            judgement = judged(solved, np.array(forced.partner))
            assert judgement.kind in (Kind.BYE, Kind.WORSE, Kind.LATER)
            assert (judgement.kind is Kind.BYE) == (score(solved) != score(forced))
            if judgement.kind is Kind.WORSE:
                assert (judgement.other or 0) > (judgement.best or 0)


def score(solved: SolvedRound) -> int:
    return score_with_bye(solved) if solved.position.has_dummy else 0


def test_an_illegal_played_pair_is_named() -> None:
    for seed in range(30):
        found = pair_round(random_tournament(Random(seed), 8))
        if found.solved is None or found.position.players < 4:
            continue
        position = found.position
        partner = np.array(found.solved.partner)
        bad = [
            (a, b) for a in range(position.players) for b in range(a + 1, position.players) if not position.legal[a, b]
        ]
        if not bad:
            continue
        a, b = bad[0]
        c, d = partner[a], partner[b]
        partner[[a, b, c, d]] = b, a, d, c
        assert bad[0] in judged(found.solved, partner).illegal


def test_a_witness_shows_that_nothing_is_complete() -> None:
    seen = 0
    for seed in range(60):
        found = pair_round(random_tournament(Random(seed), 8))
        if found.status == "infeasible":
            witness = found.witness
            assert isinstance(witness, Witness)
            assert isinstance(solve(found.position), Witness)
            assert len(witness.odd_groups) > len(witness.blockers)
            seen += 1
    assert seen > 5
