"""The Dutch system kind against kind of player: what is said of kinds is so for each pair, and so are the verdicts."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import numpy as np
import pytest

from pairproof.model.dutch.bracket import Bracket
from pairproof.model.dutch.criteria import alike, quality_levels
from pairproof.model.dutch.legal_pairs import LegalPairs
from pairproof.model.dutch.legality import reasons_against
from pairproof.model.dutch.order import Choices, Marks, order_of_generation
from pairproof.model.errors import InvalidInput
from pairproof.model.state.position import IntArray
from pairproof.solver.systems.dutch import check_bracket
from pairproof.solver.systems.dutch.chain import SolvedBracket
from pairproof.solver.systems.dutch.check import problems_of
from pairproof.solver.systems.dutch.result import pair_round
from tests.inputs.dutch_tournaments import random_tournament
from tests.solver.systems.test_dutch_certificate import CHANGES, claim_in, documents

EVERYBODY = 10**6


def brackets(seed: int) -> tuple[SolvedBracket, ...]:
    found = pair_round(random_tournament(Random(seed), 40)).solved
    return found.brackets if found is not None else ()


def same_for_one_label(costs: IntArray, u: IntArray, v: IntArray, label: IntArray) -> bool:
    """Whether the pairs cost the same where their ends have the same two labels."""
    ends = np.sort(np.stack([label[u], label[v]]), axis=0)
    _, kind = np.unique(ends, axis=1, return_inverse=True)
    kind = kind.reshape(-1)
    first = np.zeros(int(kind.max(initial=0)) + 1, dtype=np.int64)
    first[kind] = costs
    return bool((first[kind] == costs).all())


def near_pairs(bracket: Bracket) -> tuple[IntArray, IntArray]:
    """Pairs that can cost anything; two moved-down players never meet."""
    u, v = np.triu_indices(bracket.vertices, 1)
    near = (u < bracket.below) & (v >= bracket.residents)
    return u[near], v[near]


@pytest.mark.parametrize("seed", range(30))
def test_who_is_alike_costs_the_same(seed: int) -> None:
    for one in brackets(seed):
        bracket, label = one.bracket, alike(one.bracket)
        u, v = near_pairs(bracket)
        # Whoever may have the bye has the score that C5 has settled.
        if bracket.bye_score is not None:
            may = (v < bracket.vertices - 1) | (bracket.scores[u] == bracket.bye_score)
            u, v = u[may], v[may]
        for floaters in (1, 2):
            for level in quality_levels(bracket, floaters):
                assert same_for_one_label(level.costs(bracket, u, v), u, v, label), level.criterion.name
        for decision in order_of_generation(bracket, lambda mate=one.mate: mate):  # type: ignore[misc]
            if isinstance(decision, Choices):
                continue
            tally = decision.run(decision.players[:30]) if isinstance(decision, Marks) else decision
            both = label * (int(tally.alike.max()) + 2) + tally.alike
            assert same_for_one_label(tally.weight(u, v), u, v, both), tally.name


@pytest.mark.parametrize("seed", range(60))
def test_legal_pairs_are_those_with_nothing_against_them(seed: int) -> None:
    random = Random(seed)
    position = pair_round(random_tournament(random, 20)).position
    legal, n = position.legal_pairs, position.vertices
    table = [[one != other and not reasons_against(position, one, other) for other in range(n)] for one in range(n)]
    assert legal.table().tolist() == table
    assert [[legal.is_legal(one, other) for other in range(n)] for one in range(n)] == table
    some = np.array(random.sample(range(n), random.randint(1, n)))
    here = np.array(table)[np.ix_(some, some)]
    for found in (legal.among(some), LegalPairs.of_table(np.array(table)).among(some)):
        assert (found.table() == here).all()
        assert (found.split(np.arange(len(some)) % 3).table() == here).all()
        ones, others = (np.array([random.random() < 0.5 for _ in some]) for _ in range(2))
        apart = ones[:, None] & others[None, :]
        assert (found.without(ones, others).table() == here & ~apart & ~apart.T).all()


def verdict(position: Any, document: dict[str, Any]) -> list[str]:
    try:
        return problems_of(position, claim_in(document))
    except InvalidInput as error:
        return [str(error)]


def test_kinds_alone_accept_what_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_bracket, "FEW", 0)
    monkeypatch.setattr(check_bracket, "_ByPair", None)
    for _, position, document in documents():
        assert problems_of(position, claim_in(document)) == []


@pytest.mark.parametrize("number", range(4))
def test_of_a_changed_certificate_kinds_and_pairs_say_the_same(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = 0
    for seed, position, document in documents():
        random = Random(100 * seed + number)
        tampered = copy.deepcopy(document)
        random.choice(CHANGES)(random, tampered)
        monkeypatch.setattr(check_bracket, "FEW", 0)
        by_kind = verdict(position, tampered)
        monkeypatch.setattr(check_bracket, "FEW", EVERYBODY)
        assert verdict(position, tampered) == by_kind
        wrong += bool(by_kind)
    assert wrong > 20
