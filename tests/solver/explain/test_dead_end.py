"""Warnings before a dead end, against brute force."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pairproof.model.rules import PRESETS
from pairproof.model.state.history import Kind
from pairproof.model.tournament import Game, Player, Result, Round, Tournament
from pairproof.solver.explain.dead_end import dead_end
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request
from tests.inputs.dutch_tournaments import random_tournament
from tests.inputs.random_tournaments import simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle
from tests.solver.cpsat.test_lookahead import position_of


def test_no_next_round_against_brute_force() -> None:
    seen = []
    for seed in range(240):
        tournament, rules = position_of(seed), PRESETS[sorted(OPTIMA)[seed % len(OPTIMA)]]
        state = oracle.State(tournament, rules)
        if not state.present or state.illegal_fixes():
            continue
        pairing = pair(tournament, Request(rules))
        if pairing.status != "optimal":
            assert dead_end(pairing) is None
            continue
        made = frozenset(oracle.pair_of(one, other) for one, other in pairing.partners.items())
        unplanned = oracle.State(replace(tournament, rounds_planned=None), rules)
        last = state.round == tournament.rounds_planned
        found = dead_end(pairing)
        stuck = found is not None and found.no_next_round
        assert stuck == (not last and not oracle.lookahead_ok(unplanned, made, 1)), seed
        seen.append((stuck, "no-rematch" in rules.hard))
    assert seen.count((True, True)) > 10
    assert seen.count((False, False)) > 10


def test_no_next_round_of_the_dutch_system_against_brute_force() -> None:
    seen = []
    for seed in range(400):
        tournament = random_tournament(Random(seed), 6)
        if tournament.points:
            continue
        pairing = pair(tournament, Request("fide-dutch"))
        if pairing.status != "optimal":
            continue
        position = pairing.problem.position
        entries = position.history.entries
        met = {
            frozenset((player, entry.opponent))
            for player in position.ids
            for entry in entries[player]
            if entry.kind is Kind.PLAYED and entry.opponent is not None
        }
        met |= {frozenset(pair_) for pair_ in pairing.partners.items()}
        barred = {Kind.BYE, Kind.FULL_BYE, Kind.FORFEIT_WIN}
        may = {player for player in position.ids if not barred & {entry.kind for entry in entries[player]}}
        last = position.round == tournament.rounds_planned
        found = dead_end(pairing)
        stuck = found is not None and found.no_next_round
        assert stuck == (not last and not all_can_play(position.ids, met, may - {pairing.bye})), seed
        assert found is None or not found.looks_ahead
        seen.append(stuck)
    assert seen.count(True) > 10
    assert seen.count(False) > 10


def all_can_play(players: tuple[int, ...], met: set[frozenset[int]], may_bye: set[int]) -> bool:
    """Whether they can be paired without a second meeting, one of an odd number with the bye."""
    if not players:
        return True
    first, *others = players
    if len(players) % 2 and first in may_bye and all_can_play(tuple(others), met, set()):
        return True
    return any(
        all_can_play(tuple(one for one in others if one != other), met, may_bye)
        for other in others
        if frozenset((first, other)) not in met
    )


@pytest.mark.parametrize(
    ("players", "planned", "rules", "most"),
    [
        (4, 3, "combined", None),
        (4, 4, "combined", 3),
        (5, 5, "combined", None),
        (5, 6, "modified-swiss", 5),
        (4, 9, "small-field", None),
        (4, 4, "fide-dutch", 3),
    ],
)
def test_more_rounds_than_can_be_played(players: int, planned: int, rules: str, most: int | None) -> None:
    field = tuple(Player(number, f"P{number}") for number in range(1, players + 1))
    event = Tournament("few", field, rounds_planned=planned, initial_colour="white")
    found = dead_end(pair(event, Request(rules)))
    assert (None if found is None else found.most_rounds) == most


def test_silent_where_the_field_is_large() -> None:
    found = pair(simulated_open(41, 3, seed=1), Request("combined"))
    assert dead_end(found) is None


def test_the_last_round_of_four() -> None:
    players = tuple(Player(number, f"P{number}") for number in range(1, 5))
    rounds = tuple(
        Round(games=tuple(Game(u, v, Result.DRAW) for u, v in games)) for games in (((1, 3), (4, 2)), ((2, 1), (3, 4)))
    )
    event = Tournament("four", players, rounds=rounds, rounds_planned=5)
    found = dead_end(pair(event, Request("modified-swiss")))
    assert found is not None
    assert (found.most_rounds, found.no_next_round) == (3, True)
    assert dead_end(pair(replace(event, rounds_planned=3), Request("modified-swiss"))) is None
