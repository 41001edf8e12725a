"""Quotas against brute force: at most so many pairs of a group."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.rules import PRESETS, RuleSet
from pairproof.model.tournament import Player, Tournament
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat import limits_of, pair_with_limits, pair_with_lookahead
from pairproof.solver.problem import PairingProblem
from pairproof.solver.request import Request
from pairproof.solver.systems.optimum.pairing import problem_of
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle

GROUPS = ("Lisboa", "Porto", "Faro")


def position_of(seed: int) -> Tournament:
    """4–8 players, each in none to two groups."""
    rng = random.Random(seed)
    tournament = random_tournament(rng, rng.randint(4, 8), rng.randint(0, 4), mess=rng.choice([0.0, 0.3]))
    groups = [tuple(rng.sample(GROUPS, rng.choice([0, 1, 1, 1, 2]))) for _ in tournament.players]
    players = [replace(player, groups=own) for player, own in zip(tournament.players, groups, strict=True)]
    first = replace(players[0], groups=GROUPS)  # so that each group exists
    return replace(tournament, players=(first, *players[1:]))


def keeps(tournament: Tournament, pairing: oracle.Pairing, most: Mapping[str, int]) -> bool:
    """Whether the pairing has no more pairs in each group."""
    groups = {player.id: player.groups for player in tournament.players}
    return all(
        sum(u != 0 and group in groups[u] and group in groups[v] for u, v in pairing) <= number
        for group, number in most.items()
    )


def pairs_of(compiled: PairingProblem, partner: tuple[int, ...] | None) -> oracle.Pairing:
    """The pairing as the oracle writes it."""
    assert partner is not None
    name = compiled.position.id_of
    return frozenset(oracle.pair_of(name(u), name(v)) for u, v in enumerate(partner) if u < v)


def check(tournament: Tournament, rules: RuleSet, most: Mapping[str, int], ahead: int = 0) -> str:
    """Compare one position; returns what it was."""
    state = oracle.State(tournament, rules)
    if not state.present or state.illegal_fixes():
        return "refused"
    compiled = problem_of(tournament, Request(rules))
    proved = certified.solve(compiled)
    legal = oracle.legal_pairings(state)
    kept = [pairing for pairing in legal if keeps(tournament, pairing, most)]
    if ahead:
        looked = pair_with_lookahead(compiled, proved, ahead, limits=limits_of(compiled, most))
        result = looked.result
        kept = [pairing for pairing in kept if oracle.lookahead_ok(state, pairing, ahead)]
    else:
        quota = pair_with_limits(compiled, proved, limits_of(compiled, most))
        result = quota.result
        if isinstance(proved, Certified):
            assert [level.value for level in quota.without] == [proof.value for proof in proved.levels]
    if not kept:
        assert result.status == "infeasible"
        assert result.partner is None
        return "none" if legal else "illegal"
    levels = min(oracle.level_vector(state, pairing) for pairing in kept)
    optima = [pairing for pairing in kept if oracle.level_vector(state, pairing) == levels]
    assert result.status == "optimal"
    assert tuple(level.value for level in result.levels) == levels
    assert pairs_of(compiled, result.partner) == oracle.natural(state, optima)
    assert isinstance(proved, Certified)
    if not ahead:
        before = [proof.value for proof in proved.levels]
        names = state.level_names()
        assert quota.price == {n: now - then for n, now, then in zip(names, levels, before, strict=True) if now != then}
    return "same" if result.partner == proved.partner else "other"


@pytest.mark.parametrize("preset", OPTIMA)
def test_against_brute_force(preset: str) -> None:
    seen = []
    for seed in range(60):
        most = {"Lisboa": seed % 3, "Porto": 0} if seed % 2 else {"Lisboa": 0}
        seen.append(check(position_of(seed), PRESETS[preset], most))
    for what in ("same", "other", "none"):
        assert seen.count(what) >= 2


def test_with_lookahead_against_brute_force() -> None:
    seen = []
    for seed in range(60):
        tournament = position_of(seed)
        if len(tournament.players) <= 6:
            planned = len(tournament.rounds) + 3
            tournament = replace(tournament, rounds_planned=planned, restricted_until=None)
            seen.append(check(tournament, PRESETS["modified-swiss"], {"Lisboa": 0}, ahead=seed % 2 + 1))
    assert {"same", "other", "none"} <= set(seen)


def test_price() -> None:
    """Four of one club, two others, all level; nobody of the club may meet another: impossible; one pair: fine."""
    players = tuple(Player(number, f"P{number}", groups=("Club",) if number <= 4 else ()) for number in range(1, 7))
    compiled = problem_of(Tournament("club", players), Request(PRESETS["combined"]))
    proved = certified.solve(compiled)
    assert pair_with_limits(compiled, proved, limits_of(compiled, {"Club": 0})).result.status == "infeasible"
    one = pair_with_limits(compiled, proved, limits_of(compiled, {"Club": 1}))
    assert one.result.status == "optimal"
    assert one.price == {}


def test_large() -> None:
    compiled = problem_of(simulated_open(40, 5, 1, clubs=3), Request(PRESETS["modified-swiss"]))
    proved = certified.solve(compiled)
    found = pair_with_limits(compiled, proved, limits_of(compiled, {"Club 1": 0, "Club 2": 1}))
    assert found.result.status == "optimal"
    assert found.result.partner is not None
    clubs = [player.groups[0] for player in compiled.position.tournament.players]
    position = compiled.position
    inside = [
        clubs[position.ids[u] - 1]
        for u, v in enumerate(found.result.partner)
        if u < v < position.players and clubs[position.ids[u] - 1] == clubs[position.ids[v] - 1]
    ]
    assert inside.count("Club 1") == 0
    assert inside.count("Club 2") <= 1


@pytest.mark.parametrize(
    ("most", "words"),
    [
        ({"Lisbao": 1}, "'Lisbao'; did you mean Lisboa"),
        ({"x": 1}, "there are: Faro, Lisboa, Porto"),
        ({"Porto": -1}, "'Porto' cannot have at most -1"),
        ({"Lisbao": 1, "Porto": -1}, r"(?s)Lisbao.*Porto"),
    ],
)
def test_bad_quotas(most: dict[str, int], words: str) -> None:
    compiled = problem_of(position_of(2), Request(PRESETS["combined"]))
    with pytest.raises(InvalidInput, match=words):
        limits_of(compiled, most)


def test_nobody_in_a_group() -> None:
    compiled = problem_of(simulated_open(8, 2, 1), Request(PRESETS["combined"]))
    with pytest.raises(InvalidInput, match="no player is in any group"):
        limits_of(compiled, {"Club": 1})


def test_a_group_of_absent_players_is_known() -> None:
    tournament = simulated_open(8, 2, 1)
    away = Player(99, "Away", groups=("Club",))
    coming = replace(tournament.next, absent=tournament.next.absent | {99})
    tournament = replace(tournament, players=(*tournament.players, away), next=coming)
    compiled = problem_of(tournament, Request(PRESETS["combined"]))
    assert (
        pair_with_limits(compiled, certified.solve(compiled), limits_of(compiled, {"Club": 0})).result.status
        == "optimal"
    )
