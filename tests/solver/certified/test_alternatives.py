"""All optimal pairings in natural order, against brute force."""

from __future__ import annotations

import random
import time

import pytest

from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.rules import PRESETS
from pairproof.model.tournament import BYE, Tournament
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat import alternatives
from pairproof.solver.problem import PairingProblem
from pairproof.solver.request import Request
from pairproof.solver.systems.optimum.pairing import problem_of
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle


def position_of(seed: int) -> Tournament:
    """2–9 players; few rounds played leave many optimal pairings."""
    rng = random.Random(seed)
    return random_tournament(rng, rng.randint(2, 9), rng.randint(0, 5), mess=rng.choice([0.0, 0.3, 1.0]))


def decisions(state: oracle.State, pairing: oracle.Pairing) -> tuple[int, ...]:
    """RULES 9 told for this pairing: for each player asked, which of his open candidates he gets (their number: none).

    Of two pairings, the one that comes first has the smaller tuple.
    """
    partner = {p: q for pair in pairing for p, q in (pair, pair[::-1])}
    seated = {p for pair in state.fixed_pairs() for p in pair}
    told: list[int] = []

    def ask(u: int, candidates: list[int]) -> None:
        if u in seated:
            return
        open_ones = [v for v in candidates if v not in seated]
        if partner[u] in open_ones:
            told.append(open_ones.index(partner[u]))
            seated.update((u, partner[u]))
        else:
            told.append(len(open_ones))

    def bracket(players: list[int]) -> None:
        half = len(players) // 2
        for place, u in enumerate(players):
            if place < half:
                ask(u, players[half:] + players[place + 1 : half][::-1])
            else:
                ask(u, players[place + 1 :])

    moved: list[int] = []
    for score in sorted({state.score[p] for p in state.present}, reverse=True):
        group = [p for p in state.ranking if p in state.present and state.score[p] == score and p not in seated]
        if state.rules.bracket_style == "merged":
            bracket(moved + group)
        else:
            for u in moved:
                ask(u, group)
            bracket([p for p in group if p not in seated])
        moved = [p for p in moved + group if p not in seated]
    return tuple(told)


def pairs_of(compiled: PairingProblem, partner: tuple[int, ...]) -> oracle.Pairing:
    """The pairing as the oracle writes it."""
    name = compiled.position.id_of
    return frozenset(oracle.pair_of(name(u), name(v)) for u, v in enumerate(partner) if u < v)


@pytest.mark.parametrize("preset", OPTIMA)
@pytest.mark.parametrize("chunk", range(5))
def test_against_brute_force(preset: str, chunk: int) -> None:
    several = 0
    for seed in range(chunk, 120, 5):
        tournament, rules = position_of(seed), PRESETS[preset]
        try:
            compiled = problem_of(tournament, Request(rules))
        except InvalidInput:
            continue
        state = oracle.State(tournament, rules)
        best = oracle.best(state)
        proved = certified.solve(compiled)
        found, more = alternatives(compiled, proved, 100_000)
        assert not more
        if best is None:
            assert found == []
            continue
        optima = best[1]
        several += len(optima) > 3
        expected = sorted(optima, key=lambda pairing: decisions(state, pairing))
        assert [pairs_of(compiled, partner) for partner in found] == expected
        assert expected[0] == oracle.natural(state, optima)
        for number in {1, len(expected) - 1, len(expected)} - {0}:
            assert alternatives(compiled, proved, number) == (found[:number], number < len(expected))
    assert several


def test_number_of_first_rounds() -> None:
    """Nobody has played: without colours and groups every pairing is optimal."""
    tournament = Tournament("first round", simulated_open(8, 0, 1).players)
    compiled = problem_of(tournament, Request(PRESETS["modified-swiss"]))
    found, more = alternatives(compiled, certified.solve(compiled), 105)
    assert len(set(found)) == 7 * 5 * 3
    assert not more


@pytest.mark.parametrize("number", [0, -3])
def test_number_must_be_positive(number: int) -> None:
    compiled = problem_of(simulated_open(8, 2, 1), Request(PRESETS["combined"]))
    with pytest.raises(UsageProblem, match="at least 1"):
        alternatives(compiled, certified.solve(compiled), number)


@pytest.mark.parametrize("preset", OPTIMA)
def test_a_thousand_at_fifty_players(preset: str) -> None:
    compiled = problem_of(simulated_open(50, 5, 1), Request(PRESETS[preset]))
    proved = certified.solve(compiled)
    assert isinstance(proved, Certified)
    start = time.process_time()
    found, more = alternatives(compiled, proved, 1000)
    assert time.process_time() - start < 60  # ten times what it takes
    assert more
    assert len(set(found)) == 1000
    assert found[0] == proved.partner


def test_bye_differs() -> None:
    """Where the bye can go to several players, the alternatives show it."""
    tournament = Tournament("first round", simulated_open(5, 0, 1).players)
    compiled = problem_of(tournament, Request(PRESETS["combined"]))
    found, more = alternatives(compiled, certified.solve(compiled), 100)
    assert not more
    assert len(found) == 15
    assert {dict(pairs_of(compiled, partner))[BYE] for partner in found} == {1, 2, 3, 4, 5}
