"""What `solver.explain` answers, against brute force: each outcome, each level lost, and by how much."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from model.errors import InvalidInput, UsageProblem
from model.rules import PRESETS, RuleSet
from model.tournament import BYE, FixedPair, Game, Player, Result, Round, Tournament
from solver.explain import Answer, Outcome, Price, burdens, changes, grant, opponents
from solver.optimal import pair
from solver.pairing import Pairing
from solver.played import boards_in_common
from tests import oracle
from tests.random_tournaments import random_tournament


def random_pairings(first: int, last: int, largest: int = 8):
    """Seed, optimal pairing and the oracle's view of random positions that have one."""
    for seed in range(first, last):
        rng = random.Random(seed)
        tournament = random_tournament(
            rng, rng.randint(2, largest), rng.randint(0, 6), mess=rng.choice((0.0, 0.3, 1.0))
        )
        rules = PRESETS[sorted(PRESETS)[seed % len(PRESETS)]]
        try:
            pairing = pair(tournament, rules)
        except InvalidInput:
            continue
        if pairing.status == "optimal":
            yield seed, pairing, oracle.State(tournament, rules)


def least(state: oracle.State, pairings: list[oracle.Pairing]) -> oracle.Costs | None:
    """The best level vector of some pairings."""
    return min((oracle.level_vector(state, pairing) for pairing in pairings), default=None)


def expected(state: oracle.State, optimum: oracle.Costs, left: list[oracle.Pairing]) -> tuple[object, ...]:
    """What a question that leaves these pairings costs."""
    value = least(state, left)
    if value is None:
        return ("impossible",)
    for name, mine, theirs in zip(state.level_names(), optimum, value, strict=True):
        if mine != theirs:
            return "worse", name, theirs, mine
    return ("later",)


def said(answer: Answer | Price) -> tuple[object, ...]:
    """The same from the program."""
    if answer.outcome is Outcome.WORSE:
        assert answer.loss is not None
        return "worse", answer.loss.level, answer.loss.value, answer.loss.optimum
    return (answer.outcome.value,)


def values(pairing: Pairing) -> oracle.Costs:
    return tuple(level.value for level in pairing.levels)


def test_every_opponent_of_every_player():
    seen: Counter[object] = Counter()
    for seed, pairing, state in random_pairings(0, 90):
        pairings = oracle.legal_pairings(state)
        for player in state.present:
            answers = opponents(pairing, player)
            others = [answer.wish.second for answer in answers]
            ranked = state.in_rank_order(p for p in state.present if p != player)
            assert others == ranked + [BYE] * (len(state.present) % 2)
            for answer in answers:
                wanted = oracle.pair_of(player, answer.wish.second)
                seen[answer.outcome] += 1
                clash = any(set(fix) & set(wanted) and fix != wanted for fix in state.fixed_pairs())
                if clash or not state.legal_pair(wanted):
                    assert answer.outcome is Outcome.ILLEGAL, (seed, wanted)
                    assert answer.breaches
                    assert all(breach.text for breach in answer.breaches)
                    assert any(breach.rule == "fix" for breach in answer.breaches) >= clash
                elif answer.outcome is Outcome.CHOSEN:
                    assert pairing.partners[player] == answer.wish.second
                else:
                    left = [each for each in pairings if wanted in each]
                    assert said(answer) == expected(state, values(pairing), left), (seed, wanted)
                    if answer.outcome is Outcome.IMPOSSIBLE:
                        check_witness(answer, state, wanted, pairing)
    assert min(seen[outcome] for outcome in Outcome if outcome is not Outcome.COLOURS) > 20, seen


def check_witness(answer, state, wanted, pairing):
    """Without the blockers more odd groups than blockers are left, each alone with itself."""
    id_of = pairing.problem.position.id_of
    witness = answer.witness
    blockers = {id_of(vertex) for vertex in witness.blockers}
    groups = [{id_of(vertex) for vertex in group} for group in witness.odd_groups]
    assert len(groups) > len(blockers)
    fixed = {player for pair in state.fixed_pairs() for player in pair}
    everybody = set(state.present) | ({BYE} if len(state.present) % 2 else set())
    for group in groups:
        assert len(group) % 2 == 1
        for player in group:
            for other in everybody - group - blockers - {player}:
                possible = oracle.pair_of(player, other)
                taken = set(possible) & (set(wanted) | fixed) and possible not in (wanted, *state.fixed_pairs())
                assert taken or not state.legal_pair(possible)


@pytest.mark.parametrize("part", range(4))
def test_every_wish(part):
    seen: Counter[object] = Counter()
    for _seed, pairing, state in random_pairings(100 + 25 * part, 125 + 25 * part, largest=7):
        tournament, rules = state.tournament, state.rules
        everybody = [*state.present, *([BYE] if len(state.present) % 2 else [])]
        for a in state.present:
            for b in everybody:
                if a == b:
                    continue
                for wish in (FixedPair(a, b), *([FixedPair(a, b, colours=True)] if b != BYE else [])):
                    answer = grant(pairing, wish)
                    seen[answer.outcome] += 1
                    check_wish(answer, wish, pairing, tournament, rules, state)
    assert seen[Outcome.WORSE] > 50
    assert seen[Outcome.COLOURS] > 5


def check_wish(
    answer: Answer,
    wish: FixedPair,
    pairing: Pairing,
    tournament: Tournament,
    rules: RuleSet,
    state: oracle.State,
) -> None:
    chosen = pairing.partners[wish.first] == wish.second
    seated = any((board.white, board.black) == (wish.first, wish.second) for board in pairing.boards)
    if chosen and (not wish.colours or seated):
        assert answer.outcome is Outcome.CHOSEN
        assert answer.best is pairing
        return
    keys = {oracle.pair_of(fix.first, fix.second): fix for fix in tournament.next.fix}
    key = oracle.pair_of(wish.first, wish.second)
    if key in keys and keys[key].colours and wish.colours:
        assert keys[key] != wish
        assert answer.outcome is Outcome.ILLEGAL
        return
    fix = tuple(other for at, other in keys.items() if at != key)
    asked = wish if wish.colours or key not in keys else keys[key]
    granted = oracle.State(replace(tournament, next=replace(tournament.next, fix=(*fix, asked))), rules)
    if granted.illegal_fixes():
        assert answer.outcome is Outcome.ILLEGAL, wish
        assert answer.breaches
        return
    best = oracle.best(granted)
    if best is None:
        assert answer.outcome is Outcome.IMPOSSIBLE
        return
    levels, optima = best
    assert answer.best is not None
    assert values(answer.best) == levels
    natural = oracle.natural(granted, optima)
    assert {oracle.pair_of(p, q) for p, q in answer.best.partners.items() if p != BYE} == natural
    assert [(board.white, board.black) for board in answer.best.boards] == [
        (board.white, board.black) for board in oracle.boards(granted, natural) if board.black != BYE
    ]
    different = next(
        (
            ("worse", name, theirs, mine)
            for name, mine, theirs in zip(state.level_names(), values(pairing), levels, strict=True)
            if mine != theirs
        ),
        ("colours",) if chosen else ("later",),
    )
    assert said(answer) == different
    mine, theirs = changes(pairing, answer.best)
    assert len(mine) == len(theirs) > 0
    same = [board for board in pairing.boards if board not in mine]
    assert boards_in_common(pairing, answer.best) >= len(same)


def test_who_could_be_spared():
    seen: Counter[object] = Counter()
    for seed, pairing, state in random_pairings(200, 330):
        pairings = oracle.legal_pairings(state)
        found = burdens(pairing)
        score = state.score
        down = [p for p, q in pairing.partners.items() if p != BYE and q != BYE and score[p] > score[q]]
        assert [burden.player for burden in found if burden.what == "down"] == state.in_rank_order(down)
        assert [burden.player for burden in found if burden.what == "bye"] == [
            player for player in [pairing.bye] if player is not None
        ]
        if state.rules.has_colours:
            denied = [
                player
                for board in pairing.boards
                for player, colour in ((board.white, "white"), (board.black, "black"))
                if state.denied(player, colour)
            ]
            assert [burden.player for burden in found if burden.what == "colour"] == state.in_rank_order(denied)
        for burden in found:
            left = [each for each in pairings if spared(state, each, burden.player, burden.what)]
            assert said(burden.price) == expected(state, values(pairing), left), (seed, burden)
            seen[burden.what, burden.price.outcome] += 1
        assert len(burdens(pairing, most=1)) <= 3
    for what in ("down", "bye", "colour"):
        for outcome in (Outcome.IMPOSSIBLE, Outcome.WORSE, Outcome.LATER):
            assert seen[what, outcome] > 2, seen


def spared(state: oracle.State, pairing: oracle.Pairing, p: int, what: str) -> bool:
    """Whether p neither plays below, nor has the bye, nor is denied a colour, as is asked."""
    (q,) = next(set(pair) - {p} for pair in pairing if p in pair)
    if what == "bye":
        return q != BYE
    if what == "down":
        return q != BYE and state.score[q] >= state.score[p]
    if q == BYE:
        return True
    seats = state.allocation(p, q)
    assert seats is not None
    return not state.denied(p, "white" if seats[0] == p else "black")


def small(rounds: tuple[Round, ...] = (), count: int = 4) -> Tournament:
    return Tournament("t", tuple(Player(id, rating=2000 - id) for id in range(1, count + 1)), rounds, rounds_planned=9)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (FixedPair(1, 9), "There is no player 9."),
        (FixedPair(1, BYE), "an even number, so nobody has the bye."),
        (FixedPair(1, 1), "a player cannot be paired with himself."),
    ],
)
def test_wishes_that_make_no_sense(wish, words):
    pairing = pair(small())
    with pytest.raises(UsageProblem, match=words):
        grant(pairing, wish)


def test_a_wish_for_one_who_is_absent():
    tournament = small((Round((Game(1, 2, Result.DRAW),)),), 5)
    pairing = pair(tournament, round=1)
    with pytest.raises(UsageProblem, match=r"Player 3 does not play in round 1\."):
        opponents(pairing, 3)


def test_criteria_given_up_do_not_make_a_pair_illegal():
    """With --relax a second meeting is a matter of levels."""
    from model.position import Orders

    tournament = small((Round((Game(1, 2, Result.DRAW),)),), 2)
    relaxed = pair(tournament, orders=Orders(relax=True))
    assert relaxed.status == "optimal"
    assert grant(relaxed, FixedPair(1, 2)).outcome is Outcome.CHOSEN
    assert grant(relaxed, FixedPair(2, 1)).outcome is Outcome.CHOSEN
