"""The certified engine's parts: exact duals, duals that are not exact, stopping, large odd sets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pairproof.model import load_tournament
from pairproof.model.criteria import LEVELS
from pairproof.model.criteria.floats import REPEATED_FLOAT
from pairproof.model.rules import PRESETS
from pairproof.model.state.position import IntArray, Position, position
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified import face, linear_program
from pairproof.solver.certified.linear_program import FloatArray, as_integers
from pairproof.solver.optimal import pair
from pairproof.solver.problem import Pairs, compile_problem
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from pairproof.solver.stopping import Stop
from pairproof.solver.witness import complete_matching
from tests.inputs.random_tournaments import simulated_open
from tests.paths import DATA


def pairs_of(edges: list[tuple[int, int]]) -> Pairs:
    u, v = np.array(edges, dtype=np.int32).reshape(-1, 2).T
    return Pairs(u, v, np.zeros(len(u), dtype=np.int32))


TRIANGLES = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]


def test_duals_become_integers_or_are_rounded() -> None:
    numbers, scale, exact = as_integers(np.array([0.5, -1.0, 2.0000000001]))
    assert (numbers.tolist(), scale, exact) == ([1, -2, 4], 2, True)
    numbers, scale, exact = as_integers(np.array([1 / 3, 0.5, -0.25]))
    assert (numbers.tolist(), scale, exact) == ([4, 6, -3], 12, True)
    numbers, scale, exact = as_integers(np.array([0.123456789, 0.9]))
    assert (numbers.tolist(), scale, exact) == ([0, 2], 2, False)


def test_a_stuck_search_gives_a_witness() -> None:
    mate = [-1] * 6
    witness = complete_matching(pairs_of(TRIANGLES), mate)
    assert witness is not None
    assert (witness.blockers, witness.odd_groups) == ((), ((0, 1, 2), (3, 4, 5)))
    # A star: the middle can play one of three.
    witness = complete_matching(pairs_of([(0, 1), (0, 2), (0, 3)]), [-1] * 4)
    assert witness is not None
    assert (witness.blockers, witness.odd_groups) == ((0,), ((1,), (2,), (3,)))


@pytest.mark.parametrize("noise", [0.2, 40])
def test_duals_that_are_not_exact(noise: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the linear program says, the pairing is the same and proved."""
    tournament = simulated_open(60, 5, seed=10)
    expected = pair(tournament)
    draw = np.random.default_rng(1)

    def inexact(duals: FloatArray) -> tuple[IntArray, int, bool]:
        numbers, scale, _ = as_integers(duals + draw.normal(0, noise, len(duals)))
        return numbers, scale, False

    monkeypatch.setattr(face, "as_integers", inexact)
    pairing = pair(tournament)
    assert pairing.boards == expected.boards
    assert pairing.certificate is not None
    assert verify(pairing.certificate, tournament).valid


@pytest.mark.parametrize("rules", ["combined", "modified-swiss", "colour-swiss"])
def test_no_solution_of_linear_programs(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that gives up at once: Edmonds' algorithm does all of it."""
    tournament = simulated_open(50, 6, seed=4)
    problem = compile_problem(position(tournament, PRESETS[rules]))
    expected = certified.solve(problem)
    assert isinstance(expected, certified.Certified)
    monkeypatch.setattr(linear_program, "_MOST_STEPS", 0)
    result = certified.solve(problem)
    assert isinstance(result, certified.Certified)
    assert result.partner == expected.partner
    assert [proof.value for proof in result.levels] == [proof.value for proof in expected.levels]


def float_again_in_pairs_without_topscorers(position: Position, u: IntArray, v: IntArray) -> IntArray:
    """Repeated floats as RULES 6 had them when the round below was found: none counts in a topscorer's pair."""
    nobody = replace(position, topscorer=np.zeros(position.players, dtype=np.bool_))
    return np.where(position.topscorer[u] | position.topscorer[v], 0, REPEATED_FLOAT.pair_costs(nobody, u, v))


def test_a_round_that_did_not_end() -> None:
    """Odd groups of 9 and of 33 players that no score separates, found by Edmonds' algorithm alone."""
    tournament = load_tournament(DATA / "simulated-1000p10r.trf")
    level = replace(REPEATED_FLOAT, name="float-again", pair_costs=float_again_in_pairs_without_topscorers)
    names = ("float-again", "bye-score", "score-gap", "score-gap-squares", "exemption", "colour", "strong-colour")
    rules = replace(PRESETS["combined"], levels=names)
    with LEVELS.extended(level):
        pairing = pair(tournament, Request(rules, stop=Stop(60)))
        assert pairing.certificate is not None
        assert verify(pairing.certificate, tournament, rules).valid
    assert pairing.status == "optimal"
    assert {level.name: level.value for level in pairing.levels if level.value} == {
        "score-gap": 18,
        "score-gap-squares": 108,
        "colour": 38,
    }


def test_what_is_known_when_time_runs_out() -> None:
    problem = compile_problem(position(simulated_open(200, 5, seed=1), PRESETS["combined"]))
    result = certified.solve_until(problem, Stop(0.0))
    assert isinstance(result, certified.Unfinished)
    assert sorted(result.partner) == list(range(problem.vertices))
    whole = certified.solve(problem)
    assert isinstance(whole, certified.Certified)
    assert [proof.value for proof in result.levels] == [proof.value for proof in whole.levels][: len(result.levels)]


def test_many_rounds_need_large_odd_sets() -> None:
    """Late rounds of a long event."""
    tournament = simulated_open(160, 18, seed=3, rounds_planned=30, absences=0)
    pairing = pair(tournament)
    assert pairing.status == "optimal"
    assert pairing.certificate is not None
    assert verify(pairing.certificate, tournament).valid
