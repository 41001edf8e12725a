"""What is said under look-ahead and limits, held against all legal pairings of small positions.

Nothing here is asked of the program but its sentences: what is legal, what it costs, and which further rounds are left
comes from the oracle, which was written from RULES alone.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from pairproof.cli.pages.levels import level_texts, order_text
from pairproof.cli.pages.pair import notes, why_none
from pairproof.model.errors import InvalidInput
from pairproof.model.figures import Figures
from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import BYE, FixedPair, Tournament
from pairproof.solver.explain.asking import burdens, grant
from pairproof.solver.explain.wording import answer_sentences, burden_sentence
from pairproof.solver.optimal import pair
from pairproof.solver.request import Conditions, Request
from pairproof.solver.result import Pairing
from tests.inputs.random_tournaments import random_tournament
from tests.inputs.rule_sets import OPTIMA
from tests.reference import oracle
from tests.reference.oracle import Costs, Pair

POSITIONS = 45
"""For each run of the test; 633 have been looked at when it was written."""

FIGURES = Figures()


@dataclass(frozen=True)
class Asked:
    """A position, and what is asked of its round: limits of pairs in a group, further rounds, boards to keep."""

    tournament: Tournament
    rules: RuleSet
    quotas: dict[str, int] = field(default_factory=dict)
    lookahead: int | None = None
    keep: frozenset[Pair] = frozenset()
    max_changed: int | None = None

    def pair(self) -> Pairing:
        conditions = Conditions(lookahead=self.lookahead, max_pairs_in_group=self.quotas, max_changed=self.max_changed)
        return pair(self.tournament, Request(self.rules, orders=Orders(keep=self.keep), conditions=conditions))


class World:
    """Every legal pairing of a position, what it costs, and which of them keep what was asked."""

    def __init__(self, asked: Asked, wish: FixedPair | None = None) -> None:
        self.asked = asked
        tournament = asked.tournament
        if wish is not None:
            tournament = replace(tournament, next=replace(tournament.next, fix=(*tournament.next.fix, wish)))
        self.state = oracle.State(tournament, asked.rules)
        self.legal = oracle.legal_pairings(self.state)

    def within_limits(self, pairing: Iterable[Pair]) -> bool:
        """RULES know no quotas: a pair is in a group that both players have."""
        groups = {player.id: set(player.groups) for player in self.asked.tournament.players}
        inside = Counter(group for a, b in pairing if BYE not in (a, b) for group in groups[a] & groups[b])
        if any(inside[group] > most for group, most in self.asked.quotas.items()):
            return False
        return self.asked.max_changed is None or self.changed(pairing) <= self.asked.max_changed

    def changed(self, pairing: Iterable[Pair]) -> int:
        return len(self.asked.keep - set(pairing))

    def leaves(self, pairing: Iterable[Pair], further: int) -> bool:
        return oracle.lookahead_ok(self.state, pairing, further)

    def costs(self, pairing: Iterable[Pair]) -> Costs:
        pairing = frozenset(pairing)
        vector = oracle.level_vector(self.state, pairing)
        if not self.asked.keep:
            return vector
        changed = (self.changed(pairing),)
        return (*vector, *changed) if self.asked.max_changed is not None else (*changed, *vector)

    @cached_property
    def limited(self) -> list[oracle.Pairing]:
        return [one for one in self.legal if self.within_limits(one)]

    @cached_property
    def kept(self) -> list[oracle.Pairing]:
        further = self.asked.lookahead
        return [one for one in self.limited if further is None or self.leaves(one, further)]

    def best(self, pairings: Iterable[oracle.Pairing]) -> Costs:
        return min(map(self.costs, pairings))


class Claims:
    """One pairing under conditions, and what each of its sentences must mean."""

    def __init__(self, asked: Asked, pairing: Pairing) -> None:
        self.asked, self.pairing = asked, pairing
        self.world = World(asked)
        self.names = [level.name for level in pairing.levels]
        self.values = tuple(level.value for level in pairing.levels)
        self.pairs = frozenset(oracle.pair_of(*seat) for seat in pairing.seats)
        self.seen: Counter[str] = Counter()

    def check(self) -> Counter[str]:
        """Every sentence about the pairing, or about there being none; then those about wishes."""
        world = self.world
        if self.pairing.empty:
            self.of_none()
        else:
            assert self.pairs in world.kept
            assert self.values == world.costs(self.pairs) == world.best(world.kept)
            self.of_notes()
            self.of_levels()
            self.of_burdens()
        for wish in self.wishes():
            self.of_wish(wish)
        return self.seen

    def of_none(self) -> None:
        world, asked = self.world, self.asked
        assert not world.kept
        note = why_none(self.pairing)
        text = note.headline
        if text == "No legal pairing exists.":
            assert not world.legal
        elif found := re.match(r"No legal pairing keeps (\d+) further rounds? possible, colours aside\.(.*)", text):
            assert int(found[1]) == asked.lookahead
            self.of_most(found[2])
        elif found := re.match(r"No legal pairing changes at most (\d+) of the published boards\.(.*)", text):
            assert int(found[1]) == asked.max_changed
            least = min(map(world.changed, world.legal))
            assert least > int(found[1])
            assert found[2] == f" The fewest that must be changed are {least}."
        elif text.startswith("No legal pairing keeps the limits of pairs in a group: "):
            assert asked.max_changed is None
            assert asked.lookahead is None
        else:
            assert text == "No legal pairing keeps all limits that were asked for."
            assert asked.max_changed is not None
        self.seen[f"none: {text[:30]}"] += 1

    def of_most(self, told: str) -> None:
        """The most rounds that can be kept: with the limits that were asked for as well."""
        world, asked = self.world, self.asked
        assert asked.lookahead is not None
        if not world.limited:
            assert not told, "the limits alone leave nothing"
            return
        most = next(k for k in range(asked.lookahead, -1, -1) if any(world.leaves(one, k) for one in world.limited))
        assert told == f" The most that can be kept is {most}."

    def of_notes(self) -> None:
        world, asked = self.world, self.asked
        stuck = False
        for note in notes(self.pairing, FIGURES):
            text = note.headline
            if found := re.match(r"After this round (\d+) more (?:is|are) possible, whatever the results", text):
                assert int(found[1]) == asked.lookahead
                assert world.leaves(self.pairs, int(found[1]))
                before = world.best(world.limited)
                more = {
                    name: mine - other
                    for name, mine, other in zip(self.names, self.values, before, strict=True)
                    if mine != other
                }
                cost = ", ".join(f"{name} {value:+d}" for name, value in more.items())
                assert note.lines == (f"That cost: {cost}" if cost else "That cost nothing.",)
                self.seen["look-ahead"] += 1
            elif text.startswith("If the games of this round are played, no legal next round"):
                stuck = True
                self.seen["dead end"] += 1
        last = self.world.state.round == asked.tournament.rounds_planned
        assert stuck == (not last and not world.leaves(self.pairs, 1))

    def of_levels(self) -> None:
        free = replace(self.asked, quotas={}, keep=frozenset(), max_changed=None)
        without = World(replace(free, lookahead=None))
        best = dict(zip(without.state.level_names(), without.best(without.legal), strict=True))
        for place, level in enumerate(level_texts(self.pairing, FIGURES)):
            assert level.proved
            if level.without:
                told = re.fullmatch(r" \(without wishes, limits and published boards: (\d+)\)", level.without)
                assert told is not None
                assert int(told[1]) == best[level.name] != level.value
                self.seen["without"] += 1
            elif self.asked.quotas or self.asked.keep:
                assert best.get(level.name, level.value) == level.value or level.name == "changed-boards"
            for sentence in level.reasons:
                self.of_reason(place, sentence)
        assert not order_text(self.pairing, FIGURES) or self.pairing.proof.evidence is not None

    def of_reason(self, place: int, sentence: str) -> None:
        """What is said to be so in all pairings that keep what was asked, or in all legal ones."""
        world, value = self.world, self.values[place]
        if not (sentence.startswith("Proved") or "no legal pairing" in sentence or "at least" in sentence):
            return
        pairings = world.kept if "keeps what was asked" in sentence else world.legal
        vectors = [world.costs(one) for one in pairings]
        if "without doing worse on a level above" in sentence:
            assert min(v[place] for v in vectors if self.no_worse(v, place)) == value
            self.seen["best below"] += 1
        elif sentence.endswith("does better here.") or "whatever the levels above" in sentence:
            assert min(v[place] for v in vectors) == value
            self.seen["best"] += 1
        elif found := re.search(r"add up to at least (\d+)|there (?:is|are) at least (\d+) such", sentence):
            least = int(found[1] or found[2])
            above = [v for v in vectors if self.no_worse(v, place)]
            assert min(v[place] for v in (above if "level above" in sentence else vectors)) == least
            self.seen["at least"] += 1
        else:
            self.seen["other"] += 1

    def no_worse(self, costs: Costs, place: int) -> bool:
        """On the levels above that place."""
        return all(one <= mine for one, mine in zip(costs[:place], self.values[:place], strict=True))

    def of_burdens(self) -> None:
        for burden in burdens(self.pairing):
            told = burden_sentence(self.pairing.problem, burden, FIGURES)
            if self.pairing.conditional:
                assert not told
            self.seen["burden"] += 1

    def wishes(self) -> Iterator[FixedPair]:
        """Every pair of those present, some with colours, and every bye if there is one."""
        present = sorted(self.world.state.present)
        for place, one in enumerate(present):
            for other in present[place + 1 :]:
                yield FixedPair(one, other)
                if (one + other) % 3 == 0:
                    yield FixedPair(other, one, colours=True)
            if len(present) % 2:
                yield FixedPair(one, BYE)

    def of_wish(self, wish: FixedPair) -> None:
        answer = grant(self.pairing, wish)
        text = " ".join(answer_sentences(self.pairing.problem, answer, FIGURES))
        there = World(self.asked, wish)
        if any({fix.first, fix.second} & {wish.first, wish.second} - {BYE} for fix in self.asked.tournament.next.fix):
            return  # an order that stands already is no second wish
        for kind, check in WISHES.items():
            if found := re.search(kind, text):
                check(self, there, found)
                self.seen[f"wish: {kind}"] += 1
                return
        raise AssertionError(f"a sentence that is not known: {text}")

    def is_chosen(self, there: World, found: re.Match[str]) -> None:
        assert self.pairs in there.kept

    def is_illegal(self, there: World, found: re.Match[str]) -> None:
        assert there.state.illegal_fixes()

    def is_unkept(self, there: World, found: re.Match[str]) -> None:
        assert not there.kept
        assert there.legal or not self.world.kept, "no legal round at all: the stronger thing is true"

    def is_impossible(self, there: World, found: re.Match[str]) -> None:
        assert not there.legal
        assert not there.state.illegal_fixes()

    def nothing_is_possible(self, there: World, found: re.Match[str]) -> None:
        assert not self.world.legal

    def is_worse(self, there: World, found: re.Match[str]) -> None:
        best, place = there.best(there.kept), self.names.index(found[1])
        assert best[:place] == self.values[:place]
        assert (best[place], self.values[place]) == (int(found[2]), int(found[3]))
        assert best[place] > self.values[place]

    def is_better(self, there: World, found: re.Match[str]) -> None:
        best, place = there.best(there.kept), self.names.index(found[1])
        assert best[:place] == self.values[:place]
        assert (best[place], self.values[place]) == (int(found[2]), int(found[3]))
        assert best[place] < self.values[place]

    def is_equal(self, there: World, found: re.Match[str]) -> None:
        assert there.best(there.kept) == self.values
        assert self.pairs not in there.kept or "colours" in found[0]


WISHES: dict[str, Callable[[Claims, World, re.Match[str]], None]] = {
    r"is in the pairing chosen": Claims.is_chosen,
    r"is not allowed": Claims.is_illegal,
    r"no legal pairing keeps the look-ahead or the limits asked for": Claims.is_unkept,
    r"the others have no legal round": Claims.is_impossible,
    r"There is no pairing at all": Claims.nothing_is_possible,
    r"the best there is has (\S+) (\d+) instead of (\d+); the levels before that stay the same": Claims.is_worse,
    r"would be better, (\S+) (\d+) instead of (\d+), but the allocation gives the other colours": Claims.is_better,
    r"would be as good on every level, but the allocation gives the other colours": Claims.is_equal,
    r"would be as good on every level, but the natural order": Claims.is_equal,
}
"""The sentences about a wish, and what each must mean."""


def positions(first: int, last: int) -> Iterator[tuple[int, Asked]]:
    """Seed, position and what is asked: look-ahead, quotas (with groups), a limit of changes, several of them."""
    for seed in range(first, last):
        rng = random.Random(seed)
        tournament = random_tournament(
            rng, rng.randint(3, 8), rng.randint(1, 6), mess=rng.choice((0.0, 0.3, 1.0)), other_points=False
        )
        rules = OPTIMA[sorted(OPTIMA)[seed % len(OPTIMA)]]
        asked = Asked(tournament, rules)
        planned, following = tournament.rounds_planned, len(tournament.rounds) + 1
        most = 3 if planned is None else min(3, planned - following)
        if rng.random() < 0.6 and most > 0:
            asked = replace(asked, lookahead=rng.randint(1, most))
        groups = sorted({group for player in tournament.players for group in player.groups})
        if groups and rng.random() < 0.7:
            limited = rng.sample(groups, min(len(groups), rng.randint(1, 2)))
            asked = replace(asked, quotas={group: rng.randint(0, 1) for group in limited})
        if rng.random() < 0.3:
            published = rng.choice(World(asked).legal or [frozenset()])
            asked = replace(asked, keep=published, max_changed=rng.randint(0, 3) if published else None)
        if asked.lookahead or asked.quotas or asked.keep:
            yield seed, asked


def looked_at(first: int, last: int) -> Counter[str]:
    """How many claims of each kind were held against all pairings; none was false."""
    seen: Counter[str] = Counter()
    for seed, asked in positions(first, last):
        try:
            pairing = asked.pair()
        except InvalidInput:
            continue
        try:
            seen += Claims(asked, pairing).check()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, {asked.rules.name}: {error}") from error
        seen["positions"] += 1
    return seen


def test_what_is_said_under_conditions_is_true() -> None:
    seen = looked_at(0, POSITIONS)
    for kind in ("best below", "look-ahead", "without", *(f"wish: {kind}" for kind in WISHES if "better" not in kind)):
        assert seen[kind] > 0, (kind, seen)
