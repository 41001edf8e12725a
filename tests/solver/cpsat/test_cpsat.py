"""The CP-SAT engine against the certified one and against brute force, and its guards."""

from __future__ import annotations

import _thread
import os
import random
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pairproof.model.errors import InternalError, InvalidInput, UsageProblem
from pairproof.model.rules import PRESETS, RuleSet
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import Tournament
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat import Search, cross_check, engine, search, solve
from pairproof.solver.cpsat.columns import Columns, columns_of
from pairproof.solver.problem import PairingProblem
from pairproof.solver.request import Request
from pairproof.solver.systems.optimum.pairing import problem_of
from pairproof.solver.terms import Status
from pairproof.solver.witness import Witness
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle

POSITIONS = int(os.environ.get("PAIRPROOF_CPSAT_POSITIONS", "300"))
"""With 8 to 60 players; most of them are small."""
CHUNKS = 10


def position_of(seed: int) -> Tournament:
    """A tournament of 8–60 players; up to a dozen as messy as files get."""
    rng = random.Random(seed)
    players = 8 + int(53 * rng.random() ** 4)
    if players <= 12:
        return random_tournament(rng, players, rng.randint(0, 7), mess=rng.choice([0.0, 0.3, 1.0]))
    rounds = rng.randint(0, 8)
    planned = rounds + 1 if rng.random() < 0.5 else None
    return simulated_open(
        players, rounds, seed, rounds_planned=planned, clubs=rng.choice([0, 4]), absences=rng.choice([0, 0.1])
    )


def small(seed: int) -> Tournament:
    """2–8 players, messy."""
    rng = random.Random(seed)
    return random_tournament(rng, rng.randint(2, 8), rng.randint(0, 6), mess=rng.choice([0.0, 0.3, 1.0]))


def problem(tournament: Tournament, rules: RuleSet, orders: Orders = Orders()) -> PairingProblem | None:
    """None where the file is refused."""
    try:
        return problem_of(tournament, Request(rules, orders=orders))
    except InvalidInput:
        return None


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engines_agree(chunk: int) -> None:
    presets = sorted(OPTIMA)
    found = 0
    for seed in range(chunk, POSITIONS, CHUNKS):
        compiled = problem(position_of(seed), PRESETS[presets[seed // CHUNKS % len(presets)]])
        if compiled is None:
            continue
        proved = certified.solve(compiled)
        result = solve(compiled, certified=proved, cuts=compiled.vertices > 16 or seed % 2 == 0)
        cross_check(compiled, proved, result)
        if isinstance(proved, Certified):
            found += 1
            assert result.status == "optimal"
            assert result.natural_order
            assert result.partner == proved.partner
            assert [level.bound for level in result.levels] == [proof.value for proof in proved.levels]
            assert all(level.proved for level in result.levels)
        else:
            assert result.status == "infeasible"
            assert isinstance(result.witness, Witness)
    assert found > 0.6 * POSITIONS / CHUNKS


def check_against_oracle(tournament: Tournament, rules: RuleSet) -> bool:
    """Plain, without anything from the certified engine."""
    compiled = problem(tournament, rules)
    if compiled is None:
        return False
    state = oracle.State(tournament, rules)
    best = oracle.best(state)
    result = solve(compiled, cuts=False)
    if best is None:
        assert result.status == "infeasible"
        return False
    levels, optima = best
    assert result.status == "optimal"
    assert tuple(level.value for level in result.levels) == levels
    assert pairs_of(compiled, result.partner) == oracle.natural(state, optima)
    return True


def pairs_of(compiled: PairingProblem, partner: tuple[int, ...] | None) -> frozenset[tuple[int, int]]:
    """The pairing as the oracle writes it."""
    assert partner is not None
    name = compiled.position.id_of
    return frozenset(oracle.pair_of(name(u), name(v)) for u, v in enumerate(partner) if u < v)


@pytest.mark.parametrize("preset", OPTIMA)
def test_plain_against_brute_force(preset: str) -> None:
    assert sum(check_against_oracle(small(seed), PRESETS[preset]) for seed in range(60)) > 20


@pytest.mark.parametrize("seed", range(30))
def test_other_rule_sets(seed: int) -> None:
    """Levels in any order: also colour levels before the exemption, and stronger preferences before weaker ones."""
    rng = random.Random(seed)
    levels = ["exemption", "colour", "strong-colour", "absolute-colour", "floaters", "score-gap-profile", "bye-score"]
    rng.shuffle(levels)
    hard = ("no-rematch", "single-bye", "full-round", *rng.sample(["colour-difference", "third-colour"], 1))
    rules = replace(PRESETS["combined"], name="other", hard=hard, levels=tuple(levels))
    for number in range(4):
        check_against_oracle(small(1000 + 10 * seed + number), rules)


def test_no_levels() -> None:
    rules = replace(PRESETS["modified-swiss"], name="none", levels=())
    assert sum(check_against_oracle(small(seed), rules) for seed in range(10)) > 2


@pytest.mark.parametrize("seed", range(20))
def test_engines_agree_on_orders(seed: int) -> None:
    """Relaxed rules (RULES 13) and a published pairing to keep."""
    tournament = small(seed)
    compiled = problem(tournament, PRESETS["combined"], Orders(relax=True))
    if compiled is None:
        return
    ids = sorted(compiled.position.ids)
    cross_check(compiled, certified.solve(compiled))
    keep = frozenset((u, v) for u, v in zip(ids[::2], ids[1::2], strict=False))
    for last in (False, True):
        kept = problem(tournament, PRESETS["combined"], Orders(keep=keep, keep_last=last))
        assert kept is not None
        cross_check(kept, certified.solve(kept))


# The same again


def large() -> PairingProblem:
    """A position whose score levels CP-SAT does not prove in minutes without cuts."""
    return problem_of(simulated_open(120, 5, 1, clubs=8), Request(PRESETS["combined"]))


def test_same_result_whatever_seed_and_workers() -> None:
    compiled = problem_of(simulated_open(30, 4, 7), Request(PRESETS["combined"]))
    first = solve(compiled)
    assert solve(compiled) == first
    assert solve(compiled, seed=5) == first
    assert solve(compiled, workers=2) == first
    assert solve(compiled, cuts=False) == first


def test_a_hint_needs_not_be_legal() -> None:
    compiled = problem_of(simulated_open(20, 4, 7), Request(PRESETS["combined"]))
    assert solve(compiled, hint=tuple(range(20))[::-1]) == solve(compiled)


# Time


def test_no_time_at_all() -> None:
    compiled = problem_of(simulated_open(20, 4, 7), Request(PRESETS["combined"]))
    proved = certified.solve(compiled)
    assert isinstance(proved, Certified)
    result = solve(compiled, certified=proved, time_limit=0)
    assert result.status == "feasible"
    assert result.partner == proved.partner
    assert not result.natural_order
    assert [level.value for level in result.levels] == [proof.value for proof in proved.levels]
    assert all(level.bound == 0 for level in result.levels)
    assert solve(compiled, cuts=False, time_limit=0).status == "unknown"
    cross_check(compiled, proved, result)
    cross_check(compiled, proved, solve(compiled, cuts=False, time_limit=0))


def test_time_limit_gives_the_best_so_far_with_bounds() -> None:
    compiled = large()
    proved = certified.solve(compiled)
    assert isinstance(proved, Certified)
    start = time.monotonic()
    result = solve(compiled, cuts=False, hint=proved.partner, time_limit=3)
    assert time.monotonic() - start < 120  # without a limit it takes hours
    assert result.status == "feasible"
    assert result.partner is not None
    assert result.levels[0].proved
    unproved = [level for level in result.levels if not level.proved]
    assert unproved
    assert all(level.bound is not None and level.bound <= level.value for level in result.levels)
    # From the first level that is not proved on, nothing is.
    assert result.levels[-len(unproved) :] == tuple(unproved)
    cross_check(compiled, proved, result)


def test_interrupt_stops_like_a_time_limit() -> None:
    compiled = large()
    proved = certified.solve(compiled)
    assert isinstance(proved, Certified)
    interrupt = threading.Event()
    timer = threading.Timer(2, interrupt.set)
    timer.start()
    start = time.monotonic()
    result = solve(compiled, cuts=False, hint=proved.partner, interrupt=interrupt)
    assert time.monotonic() - start < 120  # without a limit it takes hours
    timer.cancel()
    assert result.status == "feasible"
    assert result.partner is not None


@pytest.mark.parametrize("with_event", [True, False])
def test_ctrl_c(with_event: bool) -> None:
    """With an event it is set and the best so far comes back; without, the exception comes through."""
    compiled = large()
    proved = certified.solve(compiled)
    assert isinstance(proved, Certified)
    interrupt = threading.Event() if with_event else None
    timer = threading.Timer(2, _thread.interrupt_main)
    timer.start()
    if interrupt is None:
        with pytest.raises(KeyboardInterrupt):
            solve(compiled, cuts=False, hint=proved.partner)
    else:
        result = solve(compiled, cuts=False, hint=proved.partner, interrupt=interrupt)
        assert interrupt.is_set()
        assert result.status == "feasible"
    timer.cancel()


# Guards


@pytest.fixture
def pair_of_engines() -> tuple[PairingProblem, Certified]:
    compiled = problem_of(simulated_open(14, 4, 3), Request(PRESETS["combined"]))
    proved = certified.solve(compiled)
    assert isinstance(proved, Certified)
    return compiled, proved


def test_a_wrong_bound_is_noticed(monkeypatch: pytest.MonkeyPatch, pair_of_engines: Any) -> None:
    exact = search._exact_bound
    monkeypatch.setattr(search, "_exact_bound", lambda solver: exact(solver) + 1)
    with pytest.raises(InternalError, match="cp-sat"):
        solve(pair_of_engines[0])


def test_a_wrong_objective_is_noticed(monkeypatch: pytest.MonkeyPatch, pair_of_engines: Any) -> None:
    run = Search.run

    def wrong(self: Search, *arguments: Any, **options: Any) -> search.Outcome:
        outcome = run(self, *arguments, **options)
        assert outcome.objective is not None
        return replace(outcome, objective=outcome.objective + 1, bound=outcome.objective + 1)

    monkeypatch.setattr(Search, "run", wrong)
    with pytest.raises(InternalError, match="does not add up"):
        solve(pair_of_engines[0])


def test_a_solution_that_is_no_pairing_is_noticed(monkeypatch: pytest.MonkeyPatch, pair_of_engines: Any) -> None:
    run = Search.run

    def wrong(self: Search, *arguments: Any, **options: Any) -> search.Outcome:
        outcome = run(self, *arguments, **options)
        return replace(outcome, values=(1, *outcome.values[1:-1], 1))

    monkeypatch.setattr(Search, "run", wrong)
    with pytest.raises(InternalError, match="exactly once"):
        solve(pair_of_engines[0])


def test_other_costs_than_the_rules_are_noticed(monkeypatch: pytest.MonkeyPatch, pair_of_engines: Any) -> None:

    def wrong(compiled: PairingProblem) -> Columns:
        columns = columns_of(compiled)
        costs = columns.costs.copy()
        costs[[level.name for level in compiled.levels].index("colour")] += 1
        return replace(columns, costs=costs)

    monkeypatch.setattr(engine, "columns_of", wrong)
    with pytest.raises(InternalError, match="level colour"):
        solve(pair_of_engines[0])


def test_wrongly_infeasible_is_noticed(monkeypatch: pytest.MonkeyPatch, pair_of_engines: Any) -> None:
    monkeypatch.setattr(Search, "run", lambda *arguments, **options: search.Outcome(Status.INFEASIBLE))
    with pytest.raises(InternalError, match=r"cp-sat.*matching"):
        solve(pair_of_engines[0])


def test_satisfiable_asks_twice_before_it_says_no(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: Search, *arguments: Any, differently: bool = False) -> search.Outcome:
        return search.Outcome(Status.OPTIMAL if differently else Status.INFEASIBLE)

    monkeypatch.setattr(Search, "run", run)
    with pytest.raises(InternalError, match="cp-sat"):
        Search().satisfiable(None)  # type: ignore[arg-type]


def test_cross_check_names_both_engines_and_the_level(pair_of_engines: Any) -> None:
    compiled, proved = pair_of_engines
    result = solve(compiled, certified=proved)
    cross_check(compiled, proved, result)
    row = next(row for row, level in enumerate(result.levels) if level.name == "score-gap")
    changes: list[dict[str, Any]] = [
        {"value": 99, "bound": 99},
        {"value": 0, "bound": 0},
        {"bound": 99, "proved": False},
    ]
    for change in changes:
        levels = list(result.levels)
        levels[row] = replace(levels[row], **change)
        with pytest.raises(InternalError, match=r"certified and cp-sat .* level score-gap"):
            cross_check(compiled, proved, replace(result, levels=tuple(levels)))
    swapped = np.array(proved.partner)[::-1]
    with pytest.raises(InternalError, match=r"certified and cp-sat .* natural order"):
        cross_check(compiled, proved, replace(result, partner=tuple(swapped.tolist())))
    with pytest.raises(InternalError, match="only certified"):
        cross_check(compiled, proved, replace(result, status=Status.INFEASIBLE, partner=None, levels=()))
    with pytest.raises(InternalError, match="only cp-sat"):
        cross_check(compiled, Witness((), ()), result)


def test_numbers_too_large_for_cp_sat_are_refused() -> None:
    tournament = replace(simulated_open(8, 2, 1), points={"win": 200_000, "draw": 100_000, "bye": 0})
    compiled = problem_of(tournament, Request(PRESETS["combined"]))
    with pytest.raises(UsageProblem, match="cp-sat"):
        solve(compiled)
