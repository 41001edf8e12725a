"""Look-ahead (RULES 14) against brute force: all K up to the rounds left."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import replace

import pytest

from pairproof.model.errors import UsageProblem
from pairproof.model.rules import PRESETS, RuleSet
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import Game, Player, Result, Round, Tournament
from pairproof.solver.certified import engine as certified
from pairproof.solver.certified.engine import Certified
from pairproof.solver.cpsat import LookaheadResult, Search, pair_with_lookahead
from pairproof.solver.optimal import pair
from pairproof.solver.problem import PairingProblem
from pairproof.solver.request import Request
from pairproof.solver.systems.optimum.pairing import problem_of
from tests.inputs.random_tournaments import random_tournament, simulated_open
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle

COMBINED = PRESETS["combined"]


def best_of(state: oracle.State, pairings: list[oracle.Pairing]) -> tuple[oracle.Costs, oracle.Pairing] | None:
    """The optimum among some pairings, in natural order."""
    if not pairings:
        return None
    levels = min(oracle.level_vector(state, pairing) for pairing in pairings)
    optima = [pairing for pairing in pairings if oracle.level_vector(state, pairing) == levels]
    return levels, oracle.natural(state, optima)


def pairs_of(compiled: PairingProblem, partner: tuple[int, ...] | None) -> oracle.Pairing:
    """The pairing as the oracle writes it."""
    assert partner is not None
    name = compiled.position.id_of
    return frozenset(oracle.pair_of(name(u), name(v)) for u, v in enumerate(partner) if u < v)


def check(tournament: Tournament, rules: RuleSet) -> list[str]:
    """Compare one position for all K; returns what happened for each."""
    state = oracle.State(tournament, rules)
    if not state.present or state.illegal_fixes():
        return []
    compiled = problem_of(tournament, Request(rules))
    proved = certified.solve(compiled)
    legal = oracle.legal_pairings(state)
    planned = tournament.rounds_planned
    # Without planned rounds: two more than there can ever be.
    left = len(state.present) + 1 if planned is None else planned - state.round
    before = best_of(state, legal)
    possible = -1
    seen = []
    for further in range(left + 1):
        kept = [pairing for pairing in legal if oracle.lookahead_ok(state, pairing, further)]
        expected = best_of(state, kept)
        found = pair_with_lookahead(compiled, proved, further)
        assert found.asked == further
        if expected is None:
            assert found.result.status == "infeasible"
            assert found.result.partner is None
            assert found.possible == (possible if legal else None)
            seen.append("none" if legal else "illegal")
            continue
        assert before is not None
        possible = further
        levels, pairing = expected
        assert found.possible == further
        assert found.result.status == "optimal"
        assert found.result.natural_order
        assert tuple(level.value for level in found.result.levels) == levels
        assert tuple(level.bound for level in found.result.levels) == levels
        assert pairs_of(compiled, found.result.partner) == pairing
        names = state.level_names()
        assert found.cost == {
            name: now - then for name, now, then in zip(names, levels, before[0], strict=True) if now != then
        }
        seen.append("same" if pairing == before[1] else "other" if found.cost else "free")
    return seen


def position_of(seed: int) -> Tournament:
    """2–6 players, or 7 or 8 with few rounds left, so that brute force ends; rounds as they happen or not at all."""
    rng = random.Random(seed)
    if seed % 3 == 0:
        # Two rounds leave a prism; one of its matchings is the trap.
        return replace(random_tournament(rng, 6, 2, mess=0), rounds_planned=5, restricted_until=None)
    players = rng.choice([2, 3, 4, 4, 5, 6, 6, 6, 6, 7, 8])
    tournament = random_tournament(rng, players, rng.randint(0, 4), mess=rng.choice([0.0, 0.0, 0.3, 1.0]))
    following = len(tournament.rounds) + 1
    planned = following + rng.randint(0, 4 if players <= 6 else 2)
    if players <= 6 and rng.random() < 0.2:
        return replace(tournament, rounds_planned=None, restricted_until=None)
    return replace(tournament, rounds_planned=planned, restricted_until=None)


@pytest.mark.parametrize("preset", [name for name, rules in OPTIMA.items() if "no-rematch" in rules.hard])
def test_against_brute_force(preset: str) -> None:
    seen = [what for seed in range(150) for what in check(position_of(seed), PRESETS[preset])]
    print({what: seen.count(what) for what in set(seen)})
    assert seen.count("same") > 20
    assert seen.count("none") > 20
    assert seen.count("other") > 1
    assert seen.count("free") > 1


@pytest.mark.parametrize(
    "hard", [("full-round",), ("no-rematch", "full-round"), ("single-bye", "full-round", "third-colour")]
)
def test_what_the_rule_set_does_not_bar_counts_for_nothing(hard: tuple[str, ...]) -> None:
    """Rematches and second byes in later rounds, where the rule set knows none that it forbids."""
    rules = replace(COMBINED, name="some", hard=hard)
    seen = [what for seed in range(40) for what in check(position_of(seed), rules)]
    assert "same" in set(seen)
    assert ("none" in seen) or hard == ("full-round",)


def test_a_small_field_goes_on_for_ever() -> None:
    """Four players in the third round of eight: everybody meets everybody again."""
    players = tuple(Player(number, f"P{number}") for number in range(1, 5))
    games = [((1, 3), (4, 2)), ((2, 1), (3, 4))]
    rounds = tuple(Round(games=tuple(Game(u, v, Result.DRAW) for u, v in pairs)) for pairs in games)
    tournament = Tournament("four", players, rounds=rounds, rounds_planned=8)
    compiled = problem_of(tournament, Request(PRESETS["small-field"]))
    found = pair_with_lookahead(compiled, certified.solve(compiled), 5)
    assert (found.result.status, found.possible, found.cost) == ("optimal", 5, {})


def test_fix_and_forbid_are_for_this_round_only() -> None:
    tournament = Tournament("four", tuple(Player(number, f"P{number}") for number in range(1, 5)), rounds_planned=3)
    compiled = problem_of(tournament, Request(COMBINED, orders=Orders(forbid=frozenset({(1, 3)}))))
    found = pair_with_lookahead(compiled, certified.solve(compiled), 2)
    assert found.possible == 2


@pytest.mark.parametrize(("further", "words"), [(3, "only 2 of the 6 planned rounds are left"), (-1, "0 or more")])
def test_bad_number_of_rounds(further: int, words: str) -> None:
    compiled = problem_of(simulated_open(8, 3, 1, rounds_planned=6), Request(COMBINED))
    with pytest.raises(UsageProblem, match=words):
        pair_with_lookahead(compiled, certified.solve(compiled), further)


def test_no_time() -> None:
    """Whether the ordinary optimum keeps enough is not known: no pairing is claimed."""
    found = lookahead(trap(), 2, time_limit=0)
    assert found.result.status == "unknown"
    assert found.result.partner is None
    assert found.possible is None


def test_interrupted() -> None:
    event = threading.Event()
    event.set()
    compiled = problem_of(trap(), Request(COMBINED))
    found = pair_with_lookahead(compiled, certified.solve(compiled), 2, interrupt=event)
    assert found.result.status == "unknown"


def lookahead(tournament: Tournament, further: int, time_limit: float | None = None) -> LookaheadResult:
    """Under the combined rules."""
    compiled = problem_of(tournament, Request(COMBINED))
    return pair_with_lookahead(compiled, certified.solve(compiled), further, time_limit=time_limit)


def trap() -> Tournament:
    """Six players, two of five rounds played; the ordinary third round makes the pairs met two groups' K3,3."""
    rng = random.Random(4)
    for _ in range(500):
        tournament = play(rng, 6, 5, 0, rounds=2)
        if tournament is None:
            continue
        compiled = problem_of(tournament, Request(COMBINED))
        proved = certified.solve(compiled)
        if isinstance(proved, Certified):
            found = pair_with_lookahead(compiled, proved, 2)
            if found.result.partner not in (None, proved.partner):
                return tournament
    raise AssertionError("no position in which the ordinary optimum spoils later rounds")


def play(rng: random.Random, players: int, planned: int, ahead: int, rounds: int) -> Tournament | None:
    """An event paired by the program itself; None where a round cannot be paired (colours included)."""
    entrants = tuple(Player(number, f"Player {number}", 2000 - 10 * number) for number in range(1, players + 1))
    tournament = Tournament("event", entrants, rounds_planned=planned)
    for number in range(1, rounds + 1):
        compiled = problem_of(tournament, Request(FREE))
        found = pair_with_lookahead(compiled, certified.solve(compiled), min(ahead, planned - number))
        if found.result.partner is None:
            return None
        games = []
        for u, v in sorted(pairs_of(compiled, found.result.partner)):
            games.append(Game(u, v, rng.choice([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS])))
        tournament = replace(tournament, rounds=(*tournament.rounds, Round(tuple(games))))
    return tournament


FREE = PRESETS["modified-swiss"]
"""Without colours, so that only what look-ahead knows of can end an event."""


def test_the_trap_and_the_way_around_it() -> None:
    """Six players, five rounds: without look-ahead some events end early, with it none."""
    without = [play(random.Random(seed), 6, 5, 0, 5) for seed in range(30)]
    assert None in without
    assert None not in [play(random.Random(seed), 6, 5, 4, 5) for seed in range(30)]


def test_eight_players_seven_rounds() -> None:
    start = time.process_time()
    assert play(random.Random(1), 8, 7, 6, 7) is not None
    assert time.process_time() - start < 60


def test_nine_players_nine_rounds_with_byes() -> None:
    """Everybody has the bye once and meets everybody."""
    rng = random.Random(2)
    entrants = tuple(Player(number, f"Player {number}") for number in range(1, 10))
    tournament = Tournament("event", entrants, rounds_planned=9)
    for number in range(1, 10):
        compiled = problem_of(tournament, Request(FREE))
        found = pair_with_lookahead(compiled, certified.solve(compiled), 9 - number)
        pairs = sorted(pairs_of(compiled, found.result.partner))
        games = tuple(Game(u, v, rng.choice([Result.WHITE_WINS, Result.BLACK_WINS])) for u, v in pairs if u)
        tournament = replace(tournament, rounds=(*tournament.rounds, Round(games, byes=(pairs[0][1],))))
    assert len({round_.byes for round_ in tournament.rounds}) == 9


def test_ten_players_three_ahead() -> None:
    start = time.process_time()
    for seed in range(3):
        found = lookahead(simulated_open(10, 5, seed, rounds_planned=9), 3)
        assert found.result.status in ("optimal", "infeasible")
    assert time.process_time() - start < 60


def test_large_field_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any matching, then another: enough in a field that is large against the number of rounds."""
    tournament = simulated_open(60, 4, 1)
    compiled = problem_of(tournament, Request(COMBINED))
    proved = certified.solve(compiled)
    assert isinstance(proved, Certified)
    monkeypatch.setattr(Search, "run", None)
    found = pair_with_lookahead(compiled, proved, 4)
    assert found.result.partner == proved.partner
    assert found.result.levels == pair(tournament, Request(COMBINED)).levels


def test_orders_for_later_rounds_count():
    """RULES 14: what is forbidden in all rounds of the file is so in those to come as well: 1-4 never, so that after
    1-3 and 2-4 nothing is left; and 1-2 not in round 3 is no more than that.
    """
    won = Round(games=(Game(1, 2, Result.WHITE_WINS), Game(3, 4, Result.WHITE_WINS)))
    event = Tournament("four", tuple(Player(k) for k in range(1, 5)), rounds_planned=3, rounds=(won,))
    always = replace(event, forbidden=frozenset({(1, 4)}))
    for tournament, possible in (
        (event, 1),
        (always, 0),
        (replace(event, forbidden_in={3: frozenset({(1, 4)})}), 1),
        (replace(event, forbidden_in={3: frozenset({(1, 4), (1, 3)})}), 0),
    ):
        compiled = problem_of(tournament, Request(COMBINED))
        found = pair_with_lookahead(compiled, certified.solve(compiled), 1)
        assert found.possible == possible
    late = replace(event, forbidden_in={3: frozenset({(1, 3)})})
    compiled = problem_of(late, Request(COMBINED))
    found = pair_with_lookahead(compiled, certified.solve(compiled), 1)
    assert (1, 3) in pairs_of(compiled, found.result.partner)


@pytest.mark.parametrize("seed", range(12))
def test_orders_for_later_rounds_against_brute_force(seed):
    rng = random.Random(seed)
    players = rng.randint(4, 6)
    event = replace(random_tournament(rng, players, rng.randint(0, 2), mess=0.0), rounds_planned=players)
    pairs = [(a, b) for a in event.ids for b in event.ids if a < b]
    ahead = range(len(event.rounds) + 2, players + 1)
    event = replace(
        event,
        forbidden=frozenset(rng.sample(pairs, rng.randint(0, 2))),
        forbidden_in={number: frozenset(rng.sample(pairs, 2)) for number in ahead},
    )
    check(event, COMBINED)
