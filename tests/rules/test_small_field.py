"""More rounds than opponents: RULES 13 counts meetings and byes, and so do `rematch` and `repeated-bye` (RULES 7)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from pairproof.model.criteria.last_opponents import LAST_OPPONENTS
from pairproof.model.rules import PRESETS, Policy, RuleSet
from pairproof.model.state.orders import Orders
from pairproof.model.state.position import position
from pairproof.model.tournament import Game, Player, Result, Round, Tournament
from pairproof.solver.explain.departures import breaks_of
from pairproof.solver.explain.reasons import reasons
from pairproof.solver.optimal import pair
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing
from tests.inputs.random_tournaments import random_tournament
from tests.reference import oracle

COMBINED, SMALL = PRESETS["combined"], PRESETS["small-field"]
DECIDED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def field(count: int, *rounds: Round) -> Tournament:
    players = tuple(Player(id=number, name=str(number), rating=2000 - number) for number in range(1, count + 1))
    return Tournament(name="t", players=players, rounds=rounds)


def drawn(bye: int, *pairs: tuple[int, int]) -> Round:
    return Round(tuple(Game(white, black, Result.DRAW) for white, black in pairs), byes=(bye,))


def pairs_of(pairing: Pairing) -> set[oracle.Pair]:
    bye = {(0, pairing.bye)} if pairing.bye is not None else set()
    return {oracle.pair_of(board.white, board.black) for board in pairing.boards} | bye


FIVE_ROUNDS_OF_THREE = field(
    3, drawn(3, (1, 2)), drawn(2, (1, 3)), drawn(1, (2, 3)), drawn(3, (2, 1)), drawn(2, (3, 1))
)


def test_a_third_meeting_and_a_third_bye_count_twice() -> None:
    """1-2 and the byes of 2 and 3 have been twice, 2-3 and the bye of 1 once."""
    found = pair(FIVE_ROUNDS_OF_THREE, Request(COMBINED, orders=Orders(relax=True)))
    assert pairs_of(found) == {(2, 3), (0, 1)}
    assert [level.value for level in found.levels][:2] == [1, 1]
    assert found.certificate is not None
    assert verify(found.certificate, FIVE_ROUNDS_OF_THREE, COMBINED).valid


def test_every_earlier_meeting_and_bye_is_named() -> None:
    orders = Orders(relax=True, forbid=frozenset({(2, 3), (1, 3)}))
    found = pair(FIVE_ROUNDS_OF_THREE, Request(COMBINED, orders=orders))
    assert [brk.text for brk in breaks_of(found)][:2] == [
        "2 and 1 met in rounds 1 and 4",
        "3 had a bye in rounds 1 and 4",
    ]
    assert [level.value for level in found.levels][:2] == [2, 2]


def test_the_digest_holds_how_often() -> None:
    """One meeting and one bye less, nothing else different that the digest names: another position."""
    once = replace(FIVE_ROUNDS_OF_THREE, rounds=(*FIVE_ROUNDS_OF_THREE.rounds[:4], drawn(2, (3, 1))))
    twice = replace(once, rounds=(*once.rounds[:3], Round(byes=(1, 2, 3)), once.rounds[4]))
    certificate = pair(once, Request(COMBINED, orders=Orders(relax=True))).certificate
    assert certificate is not None
    assert not verify(certificate, twice, COMBINED).valid


@pytest.mark.parametrize("count", [3, 4, 5])
def test_ten_rounds_come_out_balanced(count: int) -> None:
    """Ten rounds of five players, nine of three or four: whoever wins, everybody meets everybody as often, ±1."""
    for seed in range(6):
        rng, tournament = random.Random(seed), field(count)
        tournament = replace(tournament, rounds_planned=10 if count == 5 else 9)
        for _ in range(tournament.rounds_planned or 0):
            found = pair(tournament, Request(SMALL))
            games = tuple(Game(board.white, board.black, rng.choice(DECIDED)) for board in found.boards)
            byes = () if found.bye is None else (found.bye,)
            tournament = replace(tournament, rounds=(*tournament.rounds, Round(games, byes=byes)))
        met = Counter(dict.fromkeys(combinations(range(1, count + 1), 2), 0))
        had = Counter(dict.fromkeys(range(1, count + 1), 0))
        for round_ in tournament.rounds:
            met.update(oracle.pair_of(game.white, game.black) for game in round_.games)
            had.update(round_.byes)
        assert max(met.values()) - min(met.values()) <= 1, (seed, met)
        assert max(had.values()) - min(had.values()) <= 1, (seed, had)


@pytest.mark.parametrize(
    ("rules", "apart"), [(SMALL, 0), (replace(SMALL, levels=("rematch", *SMALL.levels[1:2], *COMBINED.levels)), 2)]
)
def test_the_last_opponents_are_why(rules: RuleSet, apart: int) -> None:
    """docs/rules.md 15: `rematch` and `repeated-bye` alone leave one game played three times and another once."""
    rng, tournament = random.Random(34), replace(field(5), rounds_planned=10)
    for _ in range(10):
        found = pair(tournament, Request(rules))
        games = tuple(Game(board.white, board.black, rng.choice(DECIDED)) for board in found.boards)
        tournament = tournament.with_round(Round(games, byes=() if found.bye is None else (found.bye,)))
    met = Counter(oracle.pair_of(game.white, game.black) for round_ in tournament.rounds for game in round_.games)
    assert max(met.values()) - min(met.get(pair_, 0) for pair_ in combinations(range(1, 6), 2)) == apart


def test_against_brute_force() -> None:
    seen: Counter[str] = Counter()
    for seed in range(80):
        rng = random.Random(seed)
        tournament = random_tournament(
            rng, rng.randint(2, 7), rng.randint(2, 8), mess=rng.choice((0.0, 0.6)), fixes=False
        )
        state = oracle.State(tournament, SMALL)
        best = oracle.best(state) if state.present else None
        if best is None:
            continue
        found = pair(tournament, Request(SMALL))
        assert tuple(level.value for level in found.levels) == best[0], seed
        assert pairs_of(found) == oracle.natural(state, best[1]), seed
        assert found.certificate is not None
        assert verify(found.certificate, tournament, SMALL).valid, seed
        for level in found.levels[:3]:
            if level.value:
                seen[level.name] += 1
                assert reasons(found)[level.name]
    assert min(seen[name] for name in ("rematch", "repeated-bye", "last-opponents")) > 3, seen


def forfeit_win() -> Tournament:
    """Three players; 3 had a forfeit win in round 1, 2 the bye.  The fewest points has 1."""
    return field(3, Round((Game(3, 1, Result.WHITE_WINS_BY_FORFEIT),), byes=(2,)))


@pytest.mark.parametrize(
    ("rules", "bars"),
    [
        (COMBINED, True),
        (PRESETS["modified-swiss"], False),
        (replace(PRESETS["modified-swiss"], policy=Policy(forfeit_win_bars_bye="yes")), True),
        (replace(COMBINED, policy=Policy(forfeit_win_bars_bye="no")), False),
    ],
)
def test_whether_a_forfeit_win_bars_the_bye(rules: RuleSet, bars: bool) -> None:
    """P B2 and A8 speak of a bye, R 1b of points without play."""
    tournament = forfeit_win()
    found = pair(tournament, Request(rules, orders=Orders(forbid=frozenset({(0, 1)}))))
    assert found.status == ("infeasible" if bars else "optimal")
    assert oracle.State(tournament, rules).is_second_bye(3) is bars
    assert bars or found.bye == 3


def test_last_opponents_count_once_nobody_has_more_than_three_left() -> None:
    """Whoever has never met more than three of those present: then the end of the cycle is far."""
    rng, idle = random.Random(5), Counter[bool]()
    for _ in range(200):
        tournament = random_tournament(rng, rng.randint(2, 8), rng.randint(0, 7), mess=rng.choice((0.0, 0.5)))
        state = oracle.State(tournament, SMALL)
        present = sorted(state.present)
        if len(present) < 2:
            continue
        left = Counter(
            {one: sum(not state.times_met(one, other) for other in present if other != one) for one in present}
        )
        assert LAST_OPPONENTS.idle is not None
        found = LAST_OPPONENTS.idle(position(tournament, SMALL, None, Orders()))
        if len(present) % 2 == 0:
            assert found == (max(left.values()) > 3)
            idle[found] += 1
    assert min(idle[True], idle[False]) > 20
