"""Why there is no legal pairing: the rules between the groups of the witness, and what would have to go."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairproof import Request, load_tournament, pair
from pairproof.model import PRESETS, Game, InvalidInput, Player, Result, Round, Tournament
from pairproof.model.criteria import HARD
from pairproof.model.language import speaking
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import NextRound
from pairproof.solver.explain import asking
from pairproof.solver.explain.answers import Cause, Obstacle
from pairproof.solver.explain.wording import cause_sentences, nothing_legal_sentences
from tests.inputs.random_tournaments import random_tournament
from tests.paths import SCENARIOS
from tests.reference import oracle

COLOURS, ORDERS = frozenset({Obstacle.COLOURS}), frozenset({Obstacle.ORDERS})
ORDERS_SENTENCE = "Without the pairs that the arbiter fixed and forbade there would be a legal pairing."


def players(number: int) -> tuple[Player, ...]:
    """That many players."""
    return tuple(Player(player) for player in range(1, number + 1))


def four(*rounds: tuple[tuple[int, int], ...], absent: frozenset[int] = frozenset()) -> Tournament:
    """Four players; white has won every game."""
    played = tuple(Round(tuple(Game(w, b, Result.WHITE_WINS) for w, b in games)) for games in rounds)
    return Tournament("Four", players(4), played, 9, next=NextRound(absent=absent))


def cause(tournament: Tournament, orders: Orders = Orders()) -> Cause:
    """Why the next round has no legal pairing."""
    pairing = pair(tournament, Request(PRESETS["colour-swiss"], orders=orders))
    assert pairing.proof.witness is not None
    return asking.cause(pairing)


def test_white_twice_for_both() -> None:
    found = cause(four(((1, 3), (2, 4)), ((1, 4), (2, 3)), absent=frozenset({3, 4})))
    [barred] = found.barred
    assert barred.players == (1, 2)
    assert {breach.rule for breach in barred.breaches} == {"colour-difference", "third-colour"}
    assert found.more == 0
    assert found.removable == (COLOURS,)
    [why, possible] = cause_sentences(found)
    assert why.startswith("1-2 is not allowed: colour-difference: 1 may not have white")
    assert possible == "Without the rules about colours there would be a legal pairing."


def test_they_have_met() -> None:
    """The same groups as where both had white twice, and another reason."""
    found = cause(four(((1, 2), (3, 4)), ((3, 1), (2, 4)), absent=frozenset({3, 4})))
    assert cause_sentences(found) == ["1-2 is not allowed: no-rematch: 1 and 2 met in round 1."]


@pytest.mark.parametrize(
    ("orders", "removable"),
    [
        (Orders(forbid=frozenset({(1, 2)})), (frozenset({Obstacle.COLOURS, Obstacle.ORDERS}),)),
        (Orders(), (COLOURS,)),
    ],
)
def test_what_would_have_to_go(orders: Orders, removable: tuple[frozenset[Obstacle], ...]) -> None:
    both_white = four(((1, 3), (2, 4)), ((1, 4), (2, 3)), absent=frozenset({3, 4}))
    assert cause(both_white, orders).removable == removable


def test_orders_alone() -> None:
    found = cause(four(absent=frozenset({3, 4})), Orders(forbid=frozenset({(1, 2)})))
    assert found.removable == (ORDERS,)
    assert cause_sentences(found) == [
        "1-2 is not allowed: forbid: 1-2 is forbidden by the arbiter's order.",
        ORDERS_SENTENCE,
    ]


def test_many_pairs_stand_together_by_rule() -> None:
    pairing = pair(load_tournament(SCENARIOS / "six-players-k33.toml"))
    assert pairing.proof.witness is not None
    found = asking.cause(pairing)
    assert {barred.players for barred in found.barred} == {(a, b) for a in (1, 2, 3) for b in (4, 5, 6)}
    [sentence] = cause_sentences(found)
    assert sentence.startswith("Not allowed by no-rematch: ")


def test_pairs_beyond_those_named_are_counted() -> None:
    everyone = players(8)
    pairs = frozenset((a, b) for a in range(1, 9) for b in range(a + 1, 9))
    found = cause(Tournament("Eight", everyone, (), 9), Orders(forbid=pairs))
    assert (len(found.barred), found.more) == (12, 16)
    assert cause_sentences(found)[1:] == ["Nor are 16 other pairs between the groups allowed.", ORDERS_SENTENCE]


def test_nobody_can_have_the_bye() -> None:
    five = Tournament("No bye left", players(5), (Round((), byes=(1, 2, 3, 4, 5)),), 9)
    pairing = pair(five)
    assert pairing.proof.witness is not None
    sentences = nothing_legal_sentences(pairing)
    assert sentences[0].endswith("in each of them somebody stays without a game. Nobody can have the bye.")
    assert sentences[1].startswith("Not allowed by single-bye: the bye for 1, the bye for 2")


def _free(tournament: Tournament, colours: bool, orders: bool) -> bool:
    """By trying everything: whether a legal pairing exists without these obstacles."""
    rules = PRESETS["combined"]
    if colours:
        rules = replace(rules, hard=tuple(name for name in rules.hard if HARD[name].colours is None))
    if orders:
        coming = replace(tournament.next, forbid=frozenset(), fix=())
        tournament = replace(tournament, next=coming, forbidden=frozenset(), forbidden_in={})
    return next(iter(oracle.legal_pairings(oracle.State(tournament, rules))), None) is not None


def test_every_claim_is_true() -> None:
    """Over random positions without a legal pairing, against trying everything."""
    seen = {COLOURS: 0, ORDERS: 0}
    checked = 0
    for seed in range(400):
        rng = random.Random(seed)
        tournament = random_tournament(rng, rng.randint(2, 6), rng.randint(2, 5), mess=0.5)
        try:
            pairing = pair(tournament, Request(PRESETS["combined"]))
        except InvalidInput:
            continue
        if pairing.proof.witness is None:
            continue
        checked += 1
        found = asking.cause(pairing)
        assert all(barred.breaches for barred in found.barred)
        with speaking("en"):
            assert all(cause_sentences(found))
        for gone in (COLOURS, ORDERS):
            free = _free(tournament, gone == COLOURS, gone == ORDERS)
            assert (gone in found.removable) == free, seed
            seen[gone] += free
        if not any(gone in found.removable for gone in (COLOURS, ORDERS)):
            assert (COLOURS | ORDERS in found.removable) == _free(tournament, True, True), seed
    assert checked > 15
    assert all(seen.values())
