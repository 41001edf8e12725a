"""Rules that are no part of the program, registered by the test: every command has to know them by their piece alone.

The pieces are those of docs/adding-a-criterion.md: `no-clubmates` (hard), `rating-gap` (a level over ratings) and
`denied-strength` (a level about colours); what they have to mean is written once more here, for the oracle.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from pairproof.cli.batch.columns import columns
from pairproof.model.criteria import HARD, LEVELS, breaches
from pairproof.model.errors import UsageProblem
from pairproof.model.figures import Figures
from pairproof.model.formats.toml.rule_file import read_rules
from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import Game, Player, Result, Round, Tournament
from pairproof.solver.explain.answers import Outcome
from pairproof.solver.explain.burdens import burdens
from pairproof.solver.explain.compare import check, compare
from pairproof.solver.explain.departures import breaks_of
from pairproof.solver.explain.questions import opponents
from pairproof.solver.explain.reasons import reasons
from pairproof.solver.explain.wording import burden_sentence
from pairproof.solver.manual.method import pair_manually
from pairproof.solver.optimal import pair
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Conditions, Request
from pairproof.solver.result import Pairing
from pairproof.solver.systems.optimum.pairing import problem_of
from pairproof.solver.terms import Method
from tests.inputs import criterion_page
from tests.inputs.random_tournaments import random_tournament
from tests.reference import manual_method, oracle

SEEDS = range(60)


class Toy(oracle.State):
    """The oracle with the three rules."""

    @property
    def has_colours(self) -> bool:
        return super().has_colours or "denied-strength" in self.rules.levels

    def clubmates(self, u: int, v: int) -> bool:
        return bool(set(self.player[u].groups) & set(self.player[v].groups))

    def _legal(self, u: int, v: int) -> bool:
        if "no-clubmates" in self.rules.hard and self.clubmates(u, v):
            return False
        return super()._legal(u, v)

    def pair_cost(self, level: str, white: int, black: int) -> int:
        if level == "rating-gap":
            return abs(self.player[white].rating - self.player[black].rating)
        if level == "denied-strength":
            wanted = ((white, self.denied(white, "white")), (black, self.denied(black, "black")))
            return sum(oracle.STRENGTHS.index(self.preference(p)[1]) for p, denied in wanted if denied)
        return super().pair_cost(level, white, black)

    def breaks(self, rule: str, white: int, black: int) -> int:
        if rule == "no-clubmates":
            return int(self.clubmates(white, black))
        return super().breaks(rule, white, black)

    def relaxed_rules(self) -> tuple[str, ...]:
        return super().relaxed_rules() + tuple(rule for rule in ("no-clubmates",) if rule in self.rules.hard)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    found = criterion_page.pieces()
    monkeypatch.setattr(manual_method, "State", Toy)
    with HARD.extended(found["NO_CLUBMATES"]), LEVELS.extended(found["RATING_GAP"], found["DENIED_STRENGTH"]):
        yield


def toy_rules(seed: int) -> RuleSet:
    soft, hard = (read_rules(text.encode(), "our-club") for text in criterion_page.rule_files())
    kinds = (
        hard,
        replace(
            hard, hard=("no-rematch", "full-round", "no-clubmates"), levels=("score-gap", "rating-gap"), exemption=False
        ),
        replace(soft, levels=("rating-gap", "exemption", "denied-strength")),
        replace(hard, levels=("exemption", "denied-strength", "rating-gap"), bracket_style="merged"),
    )
    return kinds[seed % len(kinds)]


def positions() -> Iterator[tuple[int, Tournament, RuleSet]]:
    for seed in SEEDS:
        rng = random.Random(seed)
        tournament = random_tournament(
            rng, rng.randint(2, 8), rng.randint(0, 4), mess=rng.choice((0.0, 0.5)), fixes=False, time_results=False
        )
        if not any(player.groups for player in tournament.players):
            clubs = ("Ajax", "Benfica", "Celtic")
            players = tuple(replace(player, groups=(rng.choice(clubs),)) for player in tournament.players)
            tournament = replace(tournament, players=players, restricted_until=None)
        rules = toy_rules(seed)
        if oracle.State(tournament, rules).present:
            yield seed, tournament, rules


def pairs_of(pairing: Pairing) -> frozenset[oracle.Pair]:
    bye = [(0, pairing.bye)] if pairing.bye is not None else []
    return frozenset([oracle.pair_of(board.white, board.black) for board in pairing.boards] + bye)


def test_pair_and_verify_against_brute_force() -> None:
    seen: Counter[str] = Counter()
    for seed, tournament, rules in positions():
        state, found = Toy(tournament, rules), pair(tournament, Request(rules))
        best = oracle.best(state)
        seen[found.status] += 1
        assert found.certificate is not None
        assert verify(found.certificate, tournament, rules).valid, seed
        if best is None:
            assert found.status == "infeasible", seed
            continue
        assert tuple(level.value for level in found.levels) == best[0], seed
        natural = oracle.natural(state, best[1])
        assert pairs_of(found) == natural, seed
        seats = {(board.white, board.black) for board in found.boards}
        assert seats == {(board.white, board.black) for board in oracle.boards(state, natural) if board.black}, seed
        for level in ("rating-gap", "denied-strength"):
            seen[level] += any(one.name == level and one.value for one in found.levels)
    assert min(seen[what] for what in ("optimal", "infeasible", "rating-gap", "denied-strength")) > 5, seen


def test_cp_sat_agrees() -> None:
    pytest.importorskip("ortools")
    for seed, tournament, rules in positions():
        if seed % 2:
            ours = pair(tournament, Request(rules))
            theirs = pair(tournament, Request(rules, conditions=Conditions(engine="cp-sat")))
            assert (theirs.status, pairs_of(theirs)) == (ours.status, pairs_of(ours)), seed
            assert [level.value for level in theirs.levels] == [level.value for level in ours.levels], seed


def test_the_manual_method_keeps_clubmates_apart() -> None:
    refused = 0
    for seed, tournament, rules in positions():
        found, expected = pair_manually(tournament, Request(rules)), manual_method.Manual(tournament, rules)
        assert (found.status, pairs_of(found)) == (expected.status, expected.pairs), seed
        assert [(step.step, step.bracket, step.players) for step in found.trace.steps] == expected.steps, seed
        refused += any("are both of" in step.text for step in found.trace.steps)
    assert refused > 5


def test_relaxed_and_every_break_listed() -> None:
    broken = 0
    for seed, tournament, rules in positions():
        state = Toy(tournament, rules)
        if oracle.best(state) is not None:
            continue
        found, best = pair(tournament, Request(rules, orders=Orders(relax=True))), oracle.relaxed_best(state)
        if best is None:
            assert found.status == "infeasible", seed
            continue
        assert tuple(level.value for level in found.levels) == best[0], seed
        assert [level.name for level in found.levels] == list(state.relaxed_level_names())
        assert pairs_of(found) == oracle.natural(state, best[1]), seed
        assert found.certificate is not None
        assert verify(found.certificate, tournament, rules).valid, seed
        said = {brk.players for brk in breaks_of(found) if brk.rule == "no-clubmates"}
        seats = {(board.white, board.black) for board in found.boards}
        apart = "no-clubmates" in rules.hard
        assert said == {pair for pair in seats if apart and state.clubmates(*pair)}, seed
        broken += len(said)
        if said:
            text = reasons(found)["relaxed:no-clubmates"]
            assert all(any(f"{a} and {b} " in one or f"{b} and {a} " in one for one in text) for a, b in said)
    assert broken > 5


def test_check_and_compare_name_what_was_played() -> None:
    named = 0
    for _, tournament, rules in positions():
        for number, round_ in enumerate(tournament.rounds, start=1):
            if not round_.games:
                continue
            state, found = Toy(tournament, rules, number), check(tournament, Request(rules, number)).played
            assert found is not None
            said = {brk.players for brk in found.broken if brk.rule == "no-clubmates"}
            games = {tuple(sorted((game.white, game.black))) for game in round_.games}
            apart = "no-clubmates" in rules.hard
            assert said == {pair for pair in games if apart and state.clubmates(*pair)}
            named += len(said)
    assert named > 5
    _, tournament, rules = next(one for one in positions() if one[1].rounds and one[1].rounds[-1].games)
    compared = compare(tournament, Request(rules, len(tournament.rounds)))
    assert set(compared.candidates[Method.OPTIMAL].values) == set(rules.levels)


def test_explain_against_brute_force() -> None:
    seen: Counter[Outcome] = Counter()
    for seed, tournament, rules in positions():
        found = pair(tournament, Request(rules))
        if found.status != "optimal" or seed % 3:
            continue
        state = Toy(tournament, rules)
        every = oracle.legal_pairings(state)
        optimum = tuple(level.value for level in found.levels)
        for player in found.problem.position.ids[:2]:
            for answer in opponents(found, player):
                wish = oracle.pair_of(answer.wish.first, answer.wish.second)
                seen[answer.outcome] += 1
                values = [oracle.level_vector(state, pairing) for pairing in every if wish in pairing]
                if answer.outcome is Outcome.ILLEGAL:
                    assert not state.legal_pair(wish), seed
                elif answer.outcome is Outcome.IMPOSSIBLE:
                    assert state.legal_pair(wish), seed
                    assert not values, seed
                elif answer.outcome is Outcome.WORSE:
                    assert answer.loss is not None
                    best = min(values)
                    place = next(i for i, (mine, other) in enumerate(zip(best, optimum, strict=True)) if mine != other)
                    assert (answer.loss.level, answer.loss.value) == (state.level_names()[place], best[place]), seed
                else:
                    assert min(values) == optimum, seed
        for burden in burdens(found):
            burden_sentence(found.problem, burden, Figures())
        for level in found.levels:
            assert not level.value or reasons(found)[level.name]
    assert min(seen[what] for what in (Outcome.ILLEGAL, Outcome.WORSE, Outcome.CHOSEN)) > 5, seen


def two_clubs(*rounds: Round, planned: int = 3) -> Tournament:
    clubs = ("Ajax", "Ajax", "Benfica", "Benfica")
    players = tuple(Player(id=place, name=str(place), groups=(club,)) for place, club in enumerate(clubs, start=1))
    return Tournament(name="t", players=players, rounds=rounds, rounds_planned=planned)


def test_look_ahead_counts_it() -> None:
    pytest.importorskip("ortools")
    rules = toy_rules(0)
    ahead = pair(two_clubs(), Request(rules, conditions=Conditions(lookahead=1)))
    assert ahead.status == "optimal"
    # 1 and 2 have two opponents each outside their club: no third round can follow.
    ahead = pair(two_clubs(), Request(rules, conditions=Conditions(lookahead=2)))
    assert (ahead.status, ahead.study.lookahead.possible if ahead.study.lookahead else None) == ("infeasible", 1)


def test_mask_and_words_agree_on_every_pair() -> None:
    for _, tournament, rules in positions():
        position = problem_of(tournament, Request(replace(rules, hard=HARD.names))).position
        u, v = (part.astype(np.int64) for part in np.triu_indices(position.players + 1, 1))
        for rule in HARD:
            broken = rule.breaks(position, u, v) > 0
            said = [rule.breach(position, a, b) is not None for a, b in zip(u.tolist(), v.tolist(), strict=True)]
            assert broken.tolist() == said, rule.name


def test_the_digest_reads_what_the_level_reads() -> None:
    rules = toy_rules(0)
    tournament = two_clubs()
    certificate = pair(tournament, Request(rules)).certificate
    assert certificate is not None
    better = replace(
        tournament, players=tuple(replace(player, rating=player.rating + 100) for player in tournament.players)
    )
    assert verify(certificate, tournament, rules).valid
    assert not verify(certificate, better, rules).valid


def test_batch_has_a_column_for_each_level() -> None:
    assert {"level:rating-gap", "level:denied-strength"} <= columns("rounds").keys()


def test_a_played_game_of_clubmates() -> None:
    round_ = Round(games=(Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW)))
    rules = toy_rules(0)
    manual = pair_manually(two_clubs(), Request(rules))
    assert pairs_of(manual) == {(1, 3), (2, 4)}
    checked = check(two_clubs(round_), Request(rules, 1)).played
    assert checked is not None
    assert [brk.text for brk in checked.broken] == ["1 and 2 are both of Ajax", "3 and 4 are both of Benfica"]
    position = problem_of(two_clubs(), Request(rules)).position
    assert [breach.rule for breach in breaches(position, 0, 1)] == ["no-clubmates"]


def test_an_unknown_name_is_told() -> None:
    rules = replace(toy_rules(0), levels=("rating-gapp",))
    with pytest.raises(UsageProblem, match="did you mean 'rating-gap'"):
        pair(two_clubs(), Request(rules))
