"""The optimum, the natural order and the boards against brute force, on random positions with messy histories."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.rules import PRESETS, RuleSet
from pairproof.model.tournament import BYE, Tournament
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle

POSITIONS = 600
CHUNKS = 12


def position_of(seed: int) -> Tournament:
    """A tournament of 2–10 players: plain, somewhat messy, or as messy as files get; a third pair their last round."""
    rng = random.Random(seed)
    return random_tournament(rng, rng.randint(2, 10), rng.randint(0, 7), mess=rng.choice([0.0, 0.3, 1.0]))


def pairs_of(pairing: Pairing) -> frozenset[tuple[int, int]]:
    """The pairing as the oracle writes it."""
    return frozenset(oracle.pair_of(player, other) for player, other in pairing.partners.items() if player != BYE)


def check(tournament: Tournament, rules: RuleSet) -> str:
    """Compare one position; returns what it was."""
    state = oracle.State(tournament, rules)
    best = oracle.best(state)
    try:
        pairing = pair(tournament, Request(rules))
    except InvalidInput:
        assert not state.present or state.illegal_fixes(), "refused, though somebody is there and every fix is legal"
        return "refused"
    if best is None:
        assert pairing.status == "infeasible"
        assert pairing.boards == ()
        return "infeasible"
    levels, optima = best
    assert pairing.status == "optimal"
    assert tuple(level.value for level in pairing.levels) == levels
    assert tuple(level.bound for level in pairing.levels) == levels
    chosen = oracle.natural(state, optima)
    assert pairs_of(pairing) == chosen
    boards = oracle.boards(state, chosen)
    assert [(board.white, board.black) for board in pairing.boards] == [
        (board.white, board.black) for board in boards if board.black != BYE
    ]
    assert pairing.bye == next((board.white for board in boards if board.black == BYE), None)
    return "several" if len(optima) > 1 else "one"


@pytest.mark.parametrize("preset", OPTIMA)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_presets(preset: str, chunk: int) -> None:
    # Where players may meet again, many more pairings are legal: a third of the positions take as long as all others.
    for seed in range(chunk, POSITIONS // 3 if preset == "small-field" else POSITIONS, CHUNKS):
        check(position_of(seed), PRESETS[preset])


def test_the_positions_are_worth_it() -> None:
    """All kinds of outcome occur, and often enough."""
    seen = [check(position_of(seed), PRESETS["combined"]) for seed in range(100)]
    assert seen.count("several") > 20
    assert seen.count("one") > 10
    assert seen.count("infeasible") > 10


@pytest.mark.parametrize("seed", range(60))
def test_other_rule_sets(seed: int) -> None:
    """Criteria left out, levels in another order, other levels, the other bracket style."""
    rng = random.Random(1000 + seed)
    base = PRESETS[rng.choice(sorted(OPTIMA))]
    names = [
        "restricted-groups",
        "repeated-float",
        "bye-score",
        "score-gap",
        "score-gap-squares",
        "score-gap-profile",
        "floaters",
        "colour",
        "strong-colour",
        "absolute-colour",
        "float-two-back",
    ]
    levels = rng.sample(names, rng.randint(0, 8))
    exemption = base.exemption and rng.random() < 0.7
    if exemption:
        levels.insert(rng.randint(0, len(levels)), "exemption")
    rules = replace(
        base,
        name="mixed",
        hard=tuple(name for name in base.hard if name == "full-round" or rng.random() < 0.8),
        levels=tuple(levels),
        exemption=exemption,
        bracket_style=rng.choice(["merged", "floaters-first"]),
    )
    for more in range(8):
        check(position_of(5000 + 8 * seed + more), rules)
