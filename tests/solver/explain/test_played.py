"""Played rounds measured by the levels, and the rules they break, against the oracle."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.rules import PRESETS, effective_rules
from pairproof.model.tournament import BYE, Game, Player, Result, Round, Tournament
from pairproof.solver.explain.compare import check, compare
from pairproof.solver.methods import played
from pairproof.solver.request import Request
from pairproof.solver.terms import Method
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle


def random_rounds(first: int, last: int):
    """Seed, tournament, rules and number of every round of random tournaments that have been paired by anything."""
    for seed in range(first, last):
        rng = random.Random(seed)
        tournament = random_tournament(rng, rng.randint(2, 9), rng.randint(1, 6), mess=rng.choice((0.0, 0.3, 1.0)))
        preset = PRESETS[sorted(OPTIMA)[seed % len(OPTIMA)]]
        rules = effective_rules(preset, tournament)
        for number, round_ in enumerate(tournament.rounds, start=1):
            if round_.seated():
                yield seed, tournament, rules, number


def rules_broken(state: oracle.State, round_: Round) -> set[tuple[str, tuple[int, ...]]]:
    """Every rule that a round breaks and by whom, straight from RULES 4.2 and 5; colours as played."""
    hard = state.rules.hard
    found: set[tuple[str, tuple[int, ...]]] = set()
    for game in round_.games:
        pair = tuple(sorted((game.white, game.black)))
        if "no-rematch" in hard and state.is_rematch(game.white, game.black):
            found.add(("no-rematch", pair))
        if state.ordered_apart(game.white, game.black):
            found.add(("forbid", pair))
        if state.exempt(game.white, game.black):
            continue
        if game.coloured:
            seats: tuple[tuple[int, oracle.Colour], ...] = ((game.white, "white"), (game.black, "black"))
            for p, colour in seats:
                if "colour-difference" in hard and state.breaks_colour_difference(p, colour):
                    found.add(("colour-difference", pair))
                if "third-colour" in hard and state.breaks_third_colour(p, colour):
                    found.add(("third-colour", pair))
    for p in round_.byes:
        if "single-bye" in hard and state.is_second_bye(p):
            found.add(("single-bye", (p,)))
        if state.ordered_apart(p, BYE):
            found.add(("forbid", (p,)))
    if len(round_.byes) > len(state.present) % 2:
        found.add(("full-round", tuple(sorted(round_.byes))))
    return found


def test_rules_broken_and_levels():
    seen: Counter[str] = Counter()
    for seed, tournament, rules, number in random_rounds(0, 150):
        round_ = tournament.rounds[number - 1]
        state = oracle.State(tournament, rules, number)
        found = played(tournament, Request(rules, number))
        if all(game.coloured for game in round_.games):
            said = {(broken.rule, broken.players) for broken in found.broken}
            assert said == rules_broken(state, round_), (seed, number)
            seen.update(rule for rule, _ in said)
            costs = [
                tuple(state.pair_cost(level, game.white, game.black) for level in state.level_names())
                for game in round_.games
            ]
            costs += [state.bye_costs(p) for p in round_.byes]
            totals = oracle.levels_of(costs, len(state.level_names()))
            assert tuple(level.value for level in found.pairing.levels) == totals, (seed, number)
            seats = {(board.white, board.black) for board in found.pairing.boards}
            assert seats == {(game.white, game.black) for game in round_.games}
        assert all(broken.text for broken in found.broken)
    assert min(seen[rule] for rule in ("no-rematch", "single-bye", "colour-difference", "third-colour")) > 5, seen


@pytest.mark.slow
def test_check_and_compare_agree_with_brute_force():
    outcomes: Counter[object] = Counter()
    for seed, tournament, rules, number in random_rounds(240, 330):
        state = oracle.State(tournament, rules, number)
        best = oracle.best(state)
        checked = check(tournament, Request(rules, number))
        compared = compare(tournament, Request(rules, number))
        assert checked.played is not None
        assert checked.played.difference == compared.candidates[Method.PLAYED].difference
        if best is None:
            assert not checked.played.measured
            assert not checked.agrees
            outcomes["infeasible"] += 1
            continue
        levels, optima = best
        natural = oracle.natural(state, optima)
        values = tuple(level.value for level in checked.played.pairing.levels)
        first = next(((n, v, o) for n, v, o in zip(state.level_names(), values, levels, strict=True) if v != o), None)
        difference = checked.played.difference
        assert first == (None if difference is None else (difference.level, difference.value, difference.optimum))
        broken = bool(checked.played.broken)
        assert checked.agrees == (first is None and not broken), (seed, number)
        round_ = tournament.rounds[number - 1]
        pairs = {oracle.pair_of(game.white, game.black) for game in round_.games}
        pairs |= {(BYE, p) for p in round_.byes[:1]}
        assert checked.played.common == len(pairs & natural)
        manual = compared.candidates[Method.MANUAL]
        if manual.pairing.status == "complete":
            pairs = {oracle.pair_of(p, q) for p, q in manual.pairing.partners.items()}
            vector = oracle.level_vector(state, pairs)
            assert (manual.difference is None) == (vector == levels)
            assert vector >= levels
            assert set(manual.down) | set(manual.up) == {
                p for pair in pairs for p in pair if p and (BYE in pair or state.gap(*pair))
            }
        else:
            assert not manual.measured
        outcomes[checked.agrees, manual.pairing.status, manual.difference is None] += 1
    assert len(outcomes) >= 6, outcomes


def tournament(*rounds: Round, count: int = 4) -> Tournament:
    return Tournament("t", tuple(Player(id, rating=2000 - id) for id in range(1, count + 1)), rounds, rounds_planned=9)


def test_two_byes_in_a_round():
    found = played(tournament(Round((Game(1, 2, Result.DRAW),), byes=(3, 4))), Request(PRESETS["combined"], 1))
    assert [(broken.rule, broken.players) for broken in found.broken] == [("full-round", (3, 4))]
    assert "2 of the 4 present" in found.broken[0].text


def test_colours_as_played_count():
    rounds = (
        Round((Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW))),
        Round((Game(1, 3, Result.DRAW), Game(2, 4, Result.DRAW))),
        Round((Game(1, 4, Result.DRAW), Game(3, 2, Result.DRAW))),
    )
    found = played(tournament(*rounds), Request(PRESETS["combined"], 3))
    assert {(broken.rule, broken.players) for broken in found.broken} == {
        ("colour-difference", (1, 4)),
        ("third-colour", (1, 4)),
    }


def test_a_round_in_which_nobody_was_paired():
    checked = check(
        tournament(Round(half_byes=(1, 2)), Round((Game(1, 2, Result.DRAW),))), Request(PRESETS["combined"], 1)
    )
    assert checked.played is None
    assert checked.agrees


def test_no_such_round():
    with pytest.raises(UsageProblem, match="The file has no round 2: it holds 1"):
        played(tournament(Round((Game(1, 2, Result.DRAW),))), Request(PRESETS["combined"], 2))


def test_a_result_missing_before():
    rounds = (Round((Game(1, 2),)), Round((Game(1, 3, Result.DRAW),)))
    with pytest.raises(InvalidInput, match="1-2 has no result"):
        check(tournament(*rounds), Request(PRESETS["combined"], 2))
