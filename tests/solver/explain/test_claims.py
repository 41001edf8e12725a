"""What the reasons claim of all legal pairings, held against all legal pairings of small positions."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pairproof.model.criteria import LEVELS
from pairproof.model.errors import InvalidInput
from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import BYE, Tournament
from pairproof.solver.explain.departures import changes_of
from pairproof.solver.explain.reasons import reasons
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle

POSITIONS = 40
"""For each run of the test; 400 have been looked at when it was written."""


class Claims:
    """One position, all its legal pairings, and what a sentence must mean there."""

    def __init__(self, tournament: Tournament, rules: RuleSet, pairing: Pairing) -> None:
        self.state = oracle.State(tournament, rules)
        self.pairing = pairing
        self.names = [level.name for level in pairing.levels]
        self.optimum = tuple(level.value for level in pairing.levels)
        self.pairings = oracle.legal_pairings(self.state)
        self.vectors = [oracle.level_vector(self.state, one) for one in self.pairings]
        assert min(self.vectors) == self.optimum

    def check(self, level: str, sentence: str) -> str | None:
        """The kind of claim the sentence makes, None for none that is looked at; fails where it is false."""
        at = self.names.index(level)
        least = min(vector[at] for vector in self.vectors)
        above = [
            vector[at]
            for vector in self.vectors
            if all(mine <= best for mine, best in zip(vector[:at], self.optimum[:at], strict=True))
        ]
        value = self.optimum[at]
        if "does better here, whatever the levels above" in sentence or sentence.endswith("does better here."):
            assert least == value
            return "best"
        if "does better here without doing worse on a level above" in sentence:
            assert min(above) == value
            assert least < value, "nothing is better here whatever the levels above: the stronger thing is true"
            return "best below"
        if found := re.search(r"differences add up to at least (\d+): no legal pairing has less(.*)\.", sentence):
            assert int(found[1]) == value == min(above)
            if not found[2]:
                assert least == value
            return "sum"
        if found := re.search(r"there (?:is|are) at least (\d+) such pairs?: no legal pairing has fewer", sentence):
            assert int(found[1]) == value == least
            return "pairs"
        return self.of_byes(level, sentence) or self.of_scores(sentence)

    def of_byes(self, level: str, sentence: str) -> str | None:
        """Claims about who could have the bye."""
        if found := re.match(
            r"(.*) could have the bye by the rules, but the others then have no legal round", sentence
        ):
            for player in numbers(found[1]):
                assert self.state.may_have_bye(player)
                assert not any((BYE, player) in one for one in self.pairings)
            return "no round then"
        if found := re.match(
            r"(.*) could have the bye by the rules, but then the best there is has (\S+) (\d+) instead of (\d+)",
            sentence,
        ):
            worse = self.names.index(found[2])
            for player in numbers(found[1]):
                best = min(v for v, one in zip(self.vectors, self.pairings, strict=True) if (BYE, player) in one)
                assert best[:worse] == self.optimum[:worse]
                assert (best[worse], self.optimum[worse]) == (int(found[3]), int(found[4]))
            return "worse then"
        if found := re.match(r"Nobody present has less than (\d+) points?\.", sentence):
            assert min(self.state.score[p] for p in self.state.present) == int(found[1])
            return "lowest"
        return None

    def of_scores(self, sentence: str) -> str | None:
        """Claims about those with at least so many points."""
        found = re.search(r"(\d+) players? (?:with|has|have) (\d+)( or more)? points?", sentence)
        if found is None or ("one must play" not in sentence and "leave at least" not in sentence):
            return None
        count, score, more = int(found[1]), int(found[2]), bool(found[3])
        top = score == max(self.state.score[p] for p in self.state.present)
        above = {
            p
            for p in self.state.present
            if (self.state.score[p] >= score if more or top else self.state.score[p] == score)
        }
        bye_aside = sentence.startswith("Besides the one with the bye")
        assert len(above) - bye_aside == count
        best = [one for v, one in zip(self.vectors, self.pairings, strict=True) if not bye_aside or v == self.optimum]
        out = [sum(len({a, b} & above) == 1 for a, b in one) for one in best]
        if left := re.search(r"leave at least (\d+) of them", sentence):
            if "no harm" not in sentence:
                assert min(out) >= int(left[1])
            assert all(
                n >= int(left[1]) for n, v in zip(out, self.vectors, strict=False) if bye_aside or v == self.optimum
            )
            return "left over"
        assert min(out) >= 1
        if "or have the bye" in sentence:
            assert any(self.state.may_have_bye(p) for p in above), "none of them may have the bye"
        return "odd"


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def positions(first: int, last: int) -> Iterator[tuple[int, Tournament, RuleSet]]:
    """Seed, tournament and rules; some with levels that only rule files have, some in their last round."""
    for seed in range(first, last):
        rng = random.Random(seed)
        tournament = random_tournament(
            rng, rng.randint(3, 8), rng.randint(1, 5), mess=rng.choice((0.0, 0.3, 1.0)), other_points=False
        )
        rules = OPTIMA[sorted(OPTIMA)[seed % len(OPTIMA)]]
        if seed % 5 == 0:
            levels = [level.name for level in LEVELS if level.name in ("floaters", "bye-score", "colour", "score-gap")]
            rules = replace(rules, levels=tuple(rng.sample(levels, len(levels))), exemption=False)
        yield seed, tournament, rules


def looked_at(first: int, last: int) -> Counter[str]:
    """How many claims of each kind were held against all legal pairings; none was false."""
    seen: Counter[str] = Counter()
    for seed, tournament, rules in positions(first, last):
        try:
            pairing = pair(tournament, Request(rules))
        except InvalidInput:
            continue
        if pairing.status != "optimal":
            continue
        claims = Claims(tournament, rules, pairing)
        for level, sentences in reasons(pairing).items():
            for sentence in sentences:
                try:
                    kind = claims.check(level, sentence)
                except AssertionError as error:
                    raise AssertionError(f"seed {seed}, {rules.name}, {level}: {sentence}: {error}") from None
                seen[kind or "other"] += 1
            if "With less:" in " ".join(sentences):
                mine = pairing.bye
                assert not any(
                    sentence.startswith(f"{mine} ") for sentence in sentences[1:] if "With less" not in sentence
                )
    return seen


def test_reasons_are_true() -> None:
    seen = looked_at(0, POSITIONS)
    assert min(seen[kind] for kind in ("best", "best below", "sum", "odd", "lowest")) > 0, seen


@pytest.mark.parametrize("relax", [False, True])
def test_why_published_boards_are_not_kept(relax: bool) -> None:
    """`it would be as good` is said of a board only where some pairing as good has it; what is worse is worse."""
    seen: Counter[str] = Counter()
    for seed, tournament, rules in positions(1000, 1000 + POSITIONS):
        rng = random.Random(seed)
        try:
            published = pair(tournament, Request(rules))
        except InvalidInput:
            continue
        if published.status != "optimal" or len(published.boards) < 2:
            continue
        keep = frozenset(oracle.pair_of(a, b) for a, b in published.partners.items())
        free = keep - {oracle.pair_of(fix.first, fix.second) for fix in tournament.next.fix}
        if not free:
            continue
        forbid = frozenset([rng.choice(sorted(free))])
        found = pair(tournament, Request(rules, orders=Orders(keep=keep, forbid=forbid, relax=relax)))
        if found.status != "optimal":
            continue
        changes = {change.pair: change.reason for change in changes_of(found)}
        kept = {pair_ for pair_ in keep if pair_ not in changes}
        assert not kept & forbid
        for pair_ in forbid:
            assert "forbid" in changes[pair_], (seed, changes)
        if relax:
            continue
        barred = replace(tournament, next=replace(tournament.next, forbid=tournament.next.forbid | forbid))
        state = oracle.State(barred, rules)
        scored = [
            ((sum(one not in pairing for one in keep), *oracle.level_vector(state, pairing)), pairing)
            for pairing in oracle.legal_pairings(state)
        ]
        best = min(value for value, _ in scored)
        assert best == tuple(level.value for level in found.levels), seed
        for pair_, reason in changes.items():
            having = [value for value, pairing in scored if pair_ in pairing]
            if "as good on every level" in reason:
                assert min(having) == best, (seed, pair_, reason)
                seen["equal"] += 1
            elif "no legal round" in reason:
                assert not having, (seed, pair_, reason)
                seen["none"] += 1
            elif told := re.search(r"would have (\S+) (\d+) instead of (\d+)", reason):
                at = [level.name for level in found.levels].index(told[1])
                least = min(having)
                assert least[:at] == best[:at], (seed, pair_, reason)
                assert (least[at], best[at]) == (int(told[2]), int(told[3])), (seed, pair_, reason)
                seen["worse"] += 1
    assert relax or min(seen.values()) > 0, seen
