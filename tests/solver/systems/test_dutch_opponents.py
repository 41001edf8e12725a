"""All opponents of a player at once: word for word what is said of each pair when it is asked about alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pairproof import Request, pair
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.asking import grant, opponents
from pairproof.solver.systems.dutch import difference
from pairproof.solver.terms import Status
from tests.inputs.dutch_tournaments import random_tournament
from tests.inputs.random_tournaments import simulated_open


def differing(tournament: Tournament, step: int = 1) -> Counter[str]:
    """How many answers of each outcome; fails where one is not that of asking about the pair alone."""
    pairing = pair(tournament, Request("fide-dutch"))
    seen: Counter[str] = Counter()
    if pairing.status is not Status.OPTIMAL:
        return seen
    for player in pairing.problem.position.ids[::step]:
        for answer in opponents(pairing, player):
            alone = grant(pairing, answer.wish)
            assert answer.outcome is alone.outcome, answer.wish
            told = (answer.told, answer.loss, answer.breaches, answer.witness)
            assert told == (alone.told, alone.loss, alone.breaches, alone.witness), answer.wish
            seen[answer.outcome.value] += 1
    return seen


@pytest.mark.parametrize("first", [0, 100])
def test_small_fields(first: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(first, first + 10):
        seen += differing(random_tournament(Random(seed), 9), step=2)
    assert min(seen[one] for one in ("chosen", "illegal", "impossible", "worse", "later")) > 0, seen


def test_messy_fields_of_twenty() -> None:
    assert differing(random_tournament(Random(1002), 20), step=5)


def test_an_open_is_hardly_ever_paired_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pairing = pair(simulated_open(120, 5, seed=1), Request("fide-dutch"))
    anew = []

    def counted(asked: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*values: object) -> Any:
            anew.append(values)
            return asked(*values)

        return ask

    monkeypatch.setattr(difference, "_trial", counted(difference._trial))
    monkeypatch.setattr(difference, "why_not", counted(difference.why_not))
    for player in (pairing.boards[0].white, pairing.boards[30].black, pairing.boards[-1].white):
        assert len(opponents(pairing, player)) > 110
    assert len(anew) <= 20


def test_an_open_is_answered_as_pair_by_pair() -> None:
    pairing = pair(simulated_open(61, 5, seed=2), Request("fide-dutch"))
    for board in (0, 20):
        for answer in opponents(pairing, pairing.boards[board].white)[board % 3 :: 7]:
            alone = grant(pairing, answer.wish)
            assert (answer.outcome, answer.told, answer.loss) == (alone.outcome, alone.told, alone.loss), answer.wish
