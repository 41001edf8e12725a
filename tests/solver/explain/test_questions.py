"""What `solver.explain.questions` answers, against brute force: each outcome, each level lost, and by how much."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from pairproof.model.criteria import breaches
from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.rules import PRESETS, RuleSet
from pairproof.model.state.position import position as position_of
from pairproof.model.tournament import BYE, FixedPair, Game, NextRound, Player, Result, Round, Tournament
from pairproof.solver.explain.answers import Answer, Burden, Outcome, Price, changes
from pairproof.solver.explain.burdens import burdens
from pairproof.solver.explain.played import boards_in_common
from pairproof.solver.explain.questions import grant, opponents
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle


def random_pairings(first: int, last: int, largest: int = 8):
    """Seed, optimal pairing and the oracle's view of random positions that have one."""
    for seed in range(first, last):
        rng = random.Random(seed)
        tournament = random_tournament(
            rng, rng.randint(2, largest), rng.randint(0, 6), mess=rng.choice((0.0, 0.3, 1.0))
        )
        rules = PRESETS[sorted(OPTIMA)[seed % len(OPTIMA)]]
        try:
            pairing = pair(tournament, Request(rules))
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
    by_orders = 0
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
                        freed = oracle.legal_pairings(without_orders(state))
                        assert answer.by_orders == any(wanted in each for each in freed)
                        by_orders += answer.by_orders
                        check_witness(answer, state, wanted, pairing)
    assert min(seen[outcome] for outcome in Outcome if outcome not in (Outcome.COLOURS, Outcome.FIXED)) > 20, seen
    assert by_orders > 5


def without_orders(state: oracle.State) -> oracle.State:
    """The same without the arbiter's orders."""
    free = replace(state.tournament.next, fix=(), forbid=frozenset())
    tournament = replace(state.tournament, next=free, forbidden=frozenset(), forbidden_in={})
    return oracle.State(tournament, state.rules)


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
        freed = oracle.legal_pairings(without_orders(granted))
        assert answer.by_orders == any(key in each for each in freed)
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


@pytest.mark.parametrize("part", range(2))
def test_who_could_be_spared(part):
    seen: Counter[object] = Counter()
    for seed, pairing, state in random_pairings(200 + 130 * part, 330 + 130 * part):
        pairings = oracle.legal_pairings(state)
        found = burdens(pairing)
        score = state.score
        down = [p for p, q in pairing.partners.items() if p != BYE and q != BYE and score[p] > score[q]]
        assert [burden.player for burden in found if burden.what == "down"] == state.in_rank_order(down)
        assert [burden.player for burden in found if burden.what == "bye"] == [
            player for player in [pairing.bye] if player is not None
        ]
        if state.has_colours:
            assert [burden.player for burden in found if burden.what == "colour"] == denied_colours(pairing, state)
        for burden in found:
            check_burden(burden, pairing, pairings, state, seed)
            assert burden.price is not None
            seen[burden.what, burden.price.outcome] += 1
        assert len(burdens(pairing, most=1)) <= 3
    for what in ("down", "bye"):
        for outcome in (Outcome.IMPOSSIBLE, Outcome.WORSE, Outcome.LATER):
            assert seen[what, outcome] > 2, seen
    for outcome in (Outcome.IMPOSSIBLE, Outcome.WORSE, Outcome.LATER, Outcome.COLOURS):
        assert seen["colour", outcome] > 0, seen
    assert sum(seen[what, Outcome.FIXED] for what in ("down", "bye", "colour")) > 2, seen


def check_burden(
    burden: Burden, pairing: Pairing, pairings: list[oracle.Pairing], state: oracle.State, seed: int
) -> None:
    if burden.what == "colour":
        wanted = expected_colour(state, values(pairing), pairings, burden.player)
    else:
        left = [each for each in pairings if spared(state, each, burden.player, burden.what)]
        wanted = expected(state, values(pairing), left)
    assert burden.price is not None
    if burden.price.outcome is Outcome.FIXED:
        order = burden.price.order
        assert wanted == ("impossible",)
        assert order is not None
        assert burden.player in (order.first, order.second)
        either = (order, FixedPair(order.second, order.first)) if not order.colours else (order,)
        assert set(either) & set(state.fixes)
    else:
        assert said(burden.price) == wanted, (seed, burden)
    if burden.price.outcome is Outcome.IMPOSSIBLE:
        freed = without_orders(state)
        pairings = oracle.legal_pairings(freed)
        if burden.what == "colour":
            possible = expected_colour(freed, values(pairing), pairings, burden.player) != ("impossible",)
        else:
            possible = any(spared(freed, each, burden.player, burden.what) for each in pairings)
        assert burden.price.by_orders == possible, (seed, burden)


def test_colours_that_the_allocation_gives_at_a_loss():
    """Beyond the limits somebody may prefer a colour that he may not take; where the rule set counts preferences before
    the exemption, the colours against the allocation are the better ones."""
    levels = ("bye-score", "score-gap", "colour", "strong-colour", "exemption")
    hard = ("single-bye", "full-round", "third-colour")
    rules = replace(PRESETS["combined"], levels=levels, hard=hard)
    seen: Counter[object] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        tournament = replace(any_games(rng, rng.choice((4, 6)), 6), rounds_planned=7, next=NextRound())
        pairing, state = pair(tournament, Request(rules)), oracle.State(tournament, rules)
        if pairing.status != "optimal":
            continue
        pairings = oracle.legal_pairings(state)
        for burden in burdens(pairing):
            check_burden(burden, pairing, pairings, state, seed)
        for a, b in permutations(state.present, 2):
            wish = FixedPair(a, b, colours=True)
            answer = grant(pairing, wish)
            if answer.outcome in (Outcome.WORSE, Outcome.LATER, Outcome.COLOURS):
                assert answer.best is not None
                order = sign(values(answer.best), values(pairing))
                assert order > 0 if answer.outcome is Outcome.WORSE else order <= 0
                seen[answer.outcome, order] += 1
    assert seen[Outcome.COLOURS, -1], seen


def sign(one: oracle.Costs, other: oracle.Costs) -> int:
    """−1, 0 or 1: whether the one vector comes before the other, is equal, or after."""
    return (one > other) - (one < other)


def denied_colours(pairing: Pairing, state: oracle.State) -> list[int]:
    """Who has the colour that he does not prefer, in rank order."""
    return state.in_rank_order(
        player
        for board in pairing.boards
        for player, seats in ((board.white, "white"), (board.black, "black"))
        if state.preference(player)[0] not in (None, seats)
    )


def spared(state: oracle.State, pairing: oracle.Pairing, p: int, what: str) -> bool:
    """Whether p neither plays below nor has the bye, as is asked."""
    (q,) = next(set(pair) - {p} for pair in pairing if p in pair)
    return q != BYE and (what == "bye" or state.score[q] >= state.score[p])


def expected_colour(
    state: oracle.State, optimum: oracle.Costs, pairings: list[oracle.Pairing], p: int
) -> tuple[object, ...]:
    """What it costs that p has a game with the colour he prefers: each opponent as a pair fixed with these colours."""
    colour, _ = state.preference(p)
    best = None
    given = False
    for q in state.present:
        together = [each for each in pairings if oracle.pair_of(p, q) in each] if q != p else []
        if not together:
            continue
        seats: oracle.Pair = (p, q) if colour == "white" else (q, p)
        if seats not in state.assignments(p, q):
            continue
        others = tuple(fix for fix in state.tournament.next.fix if {fix.first, fix.second} != {p, q})
        order = replace(state.tournament.next, fix=(*others, FixedPair(seats[0], seats[1], colours=True)))
        fixed = oracle.State(replace(state.tournament, next=order), state.rules)
        vector = least(fixed, oracle.legal_pairings(fixed))
        if vector is not None and (best is None or vector < best):
            best = vector
        given |= state.allocation(p, q) == seats and least(state, together) == optimum
    if best is None:
        return ("impossible",)
    for name, mine, theirs in zip(state.level_names(), optimum, best, strict=True):
        if theirs < mine:
            break
        if theirs > mine:
            return "worse", name, theirs, mine
    return ("later",) if given else ("colours",)


RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def any_games(rng: random.Random, count: int, rounds: int) -> Tournament:
    """Games between anybody with any colours, so also beyond what the rules allow; one pair is fixed."""
    played = []
    for _ in range(rounds):
        order = rng.sample(range(1, count + 1), count)
        played.append(
            Round(tuple(Game(a, b, rng.choice(RESULTS)) for a, b in zip(order[::2], order[1::2], strict=True)))
        )
    white, black = rng.sample(range(1, count + 1), 2)
    fix = FixedPair(white, black, colours=True)
    return replace(small(tuple(played), count), next=NextRound(fix=(fix,)))


def test_colour_criteria_against_a_pair():
    """Each criterion that is named says whom it bars from which colour: all of them, and nobody else."""
    seen: Counter[object] = Counter()
    bars = {"colour-difference": "breaks_colour_difference", "third-colour": "breaks_third_colour"}
    why = {"colour-difference": "his colour difference is", "third-colour": "he had it in his last two games"}
    for seed in range(60):
        rng = random.Random(seed)
        hard = rng.choice((tuple(bars), tuple(bars), *((rule,) for rule in bars)))
        here = replace(PRESETS["combined"], hard=("no-rematch", "single-bye", "full-round", *hard))
        tournament = any_games(rng, 8, rng.randint(2, 5))
        position, state = position_of(tournament, here), oracle.State(tournament, here)
        rules = [rule for rule in bars if rule in state.rules.hard]
        for a in state.present:
            for b in (player for player in state.present if player > a):
                barred = [
                    {
                        (rule, player, colour)
                        for rule in rules
                        for player, colour in zip(seats, ("white", "black"), strict=True)
                        if getattr(state, bars[rule])(player, colour)
                    }
                    for seats in state.assignments(a, b)
                ]
                alone = [rule for rule in rules if all(any(rule == at[0] for at in seats) for seats in barred)]
                facts = set().union(*barred) if all(barred) and not state.exempt(a, b) else set()
                expected = {fact for fact in facts if fact[0] in (alone or rules)}
                found = breaches(position, position.index_of[a], position.index_of[b])
                said = {breach.rule: breach.text.split("; ") for breach in found if breach.rule in bars}
                assert set(said) == {rule for rule, _, _ in expected}
                assert sum(map(len, said.values())) == len(expected)
                for rule, player, colour in expected:
                    assert any(
                        text.startswith(f"{player} may not have {colour}: {why[rule]}") for text in said[rule]
                    ), (said, expected)
                seen[len(alone), len(said)] += bool(expected)
    assert min(seen[0, 2], seen[1, 1], seen[2, 2]) > 5, seen


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
    pairing = pair(tournament, Request(round=1))
    with pytest.raises(UsageProblem, match=r"Player 3 does not play in round 1\."):
        opponents(pairing, 3)


def test_criteria_given_up_do_not_make_a_pair_illegal():
    """With --relax a second meeting is a matter of levels."""
    from pairproof.model.state.orders import Orders

    tournament = small((Round((Game(1, 2, Result.DRAW),)),), 2)
    relaxed = pair(tournament, Request(orders=Orders(relax=True)))
    assert relaxed.status == "optimal"
    assert grant(relaxed, FixedPair(1, 2)).outcome is Outcome.CHOSEN
    assert grant(relaxed, FixedPair(2, 1)).outcome is Outcome.CHOSEN
