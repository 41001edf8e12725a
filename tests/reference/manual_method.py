"""RULES 11 once more, sentence by sentence, for comparing `solver.manual.method` against.

Ids and plain lists, legality from `tests.reference.oracle.State`; nothing of the program but its value types.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pairproof.model.rules import RuleSet
from pairproof.model.tournament import BYE, Tournament
from tests.reference.oracle import Pair, State, pair_of

Entry = tuple[str, int, tuple[int, ...]]
"""Step, bracket, players: as `solver.manual.method` documents them."""


@dataclass
class Bracket:
    """The players now in a bracket, and the pairs that stand."""

    number: int
    players: list[int]
    pairs: list[Pair] = field(default_factory=list)


class Manual:
    """The method on one position; `status`, `pairs` and `steps` are what came out."""

    def __init__(self, tournament: Tournament, rules: RuleSet, round: int | None = None) -> None:
        # "The manual method ignores §6 entirely, its freedom from float costs included."
        self.state = State(tournament, replace(rules, exemption=False), round)
        self.strict = self.state.rules.policy.c9_bye == "strict"
        self.steps: list[Entry] = []
        self.moved_by_c7: list[int] = []
        # "Fixed pairs and a fixed bye leave before C1."
        self.fixed = list(self.state.fixed_pairs())
        gone = [p for pair in self.fixed for p in pair]
        self.bye_given = BYE in gone
        self.byes: list[int] = []
        # C1
        here = [p for p in self.state.present if p not in gone]
        scores = sorted({self.state.score[p] for p in here}, reverse=True)
        self.brackets = [
            Bracket(number, self.state.in_rank_order(p for p in here if self.state.score[p] == score))
            for number, score in enumerate(scores, start=1)
        ]
        rank = {p: place for place, p in enumerate(self.state.in_rank_order(self.state.present))}
        fixed = [sorted((p for p in pair if p != BYE), key=rank.__getitem__) for pair in self.fixed]
        for players in sorted(fixed, key=lambda players: rank[players[0]]):
            self.steps.append(("fix", 0, tuple(players)))
        self.status = self.everything()
        self.pairs = frozenset(
            self.fixed
            + [pair_of(*pair) for bracket in self.brackets for pair in bracket.pairs]
            + [(BYE, p) for p in self.byes]
        )

    # The three conditions

    def b4(self, u: int, v: int) -> bool:
        """Would cost on `restricted-groups`."""
        return self.state.pair_cost("restricted-groups", u, v) > 0

    def b5(self, u: int, v: int) -> bool:
        """Would cost on `repeated-float`."""
        return self.state.pair_cost("repeated-float", u, v) > 0

    def may_have_bye(self, p: int) -> bool:
        """Odd, no bye given, `single-bye` and the arbiter allow it."""
        return not self.bye_given and self.state.may_have_bye(p)

    # The steps

    def everything(self) -> str:
        """Brackets from the top; an empty bracket is skipped."""
        while True:
            undone = [bracket for bracket in self.brackets if bracket.players and not self.is_done(bracket)]
            if not undone:
                return "complete"
            if not self.c2(undone[0]):
                return "stuck"

    def is_done(self, bracket: Bracket) -> bool:
        """Everybody who is still in it is paired."""
        return 2 * len(bracket.pairs) == len(bracket.players)

    def note(self, step: str, bracket: Bracket, *players: int) -> None:
        """One more entry."""
        self.steps.append((step, bracket.number, players))

    def below(self, bracket: Bracket) -> Bracket | None:
        """The next bracket, None for the last."""
        place = self.brackets.index(bracket)
        return self.brackets[place + 1] if place + 1 < len(self.brackets) else None

    def move(self, players: list[int], bracket: Bracket, to: Bracket) -> None:
        """From one bracket to the next."""
        for p in players:
            bracket.players.remove(p)
        to.players = self.state.in_rank_order(to.players + players)

    def c2(self, bracket: Bracket) -> bool:
        """C2 and what follows, until the bracket is done or has to start again; False if stuck."""
        players = self.state.in_rank_order(bracket.players)
        p = len(players) // 2
        s1, s2 = players[:p], players[p:]
        self.note("C2", bracket, *s1, *s2)
        pairs, u = self.c3(bracket, s1, s2)
        if u is None:
            return self.end_of_c3(bracket, pairs)
        # C6
        w = next(v for v in s2 if all(v not in pair for pair in pairs))
        self.note("C6", bracket, u, w)
        s1 = self.state.in_rank_order([x for x in s1 if x != u] + [w])
        s2 = self.state.in_rank_order([x for x in s2 if x != w] + [u])
        pairs, again = self.c3(bracket, s1, s2)
        if again is None:
            return self.end_of_c3(bracket, pairs)
        return self.c7(bracket, u, pairs)

    def c3(self, bracket: Bracket, s1: list[int], s2: list[int]) -> tuple[list[Pair], int | None]:
        """A pass of C3 to C5: the pairs, and the first of S1 who cannot be paired."""
        pairs: list[Pair] = []
        free = list(s2)
        for u in s1:
            legal = [v for v in free if self.state.legal(u, v)]
            with_b4 = [v for v in legal if not self.b4(u, v)]
            with_both = [v for v in with_b4 if not self.b5(u, v)]
            if with_both:
                v, step = with_both[0], "C3" if with_both[0] == free[0] else "C4"
            elif with_b4:
                v, step = with_b4[0], "C5"
            elif legal:
                v, step = legal[0], "C5"
            else:
                return pairs, u
            self.note(step, bracket, u, v)
            pairs.append((u, v))
            free.remove(v)
        return pairs, None

    def end_of_c3(self, bracket: Bracket, pairs: list[Pair]) -> bool:
        """All p pairs stand."""
        left = [x for x in bracket.players if all(x not in pair for pair in pairs)]
        if not left:
            bracket.pairs = pairs
            return True
        below = self.below(bracket)
        if below is None:
            return self.c9(bracket, left[0], pairs, is_leftover=True)
        self.note("C3", bracket, left[0])
        self.move(left, bracket, below)
        bracket.pairs = pairs
        return True

    def c7(self, bracket: Bracket, u: int, pairs: list[Pair]) -> bool:
        """C7 for the player that triggered C6; `pairs` are the second pass's."""
        self.note("C7", bracket, u)
        below = self.below(bracket)
        if below is None:
            return self.c9(bracket, u, pairs, is_leftover=False)
        if u not in self.moved_by_c7:
            self.moved_by_c7.append(u)
            self.move([u], bracket, below)
            return True
        if self.may_have_bye(u):
            self.give_bye(bracket, u)
            return True
        # C8
        free = [x for x in bracket.players if all(x not in pair for pair in pairs)]
        self.note("C8", bracket, *self.state.in_rank_order(free))
        self.move(free, bracket, below)
        bracket.pairs = pairs
        return True

    def give_bye(self, bracket: Bracket, p: int) -> None:
        """Whoever receives it leaves the bracket."""
        bracket.players.remove(p)
        self.byes.append(p)
        self.bye_given = True

    def c9(self, bracket: Bracket, u: int, pairs: list[Pair], is_leftover: bool) -> bool:
        """C9 for u of the last bracket; False if the method fails."""
        receiver = None
        if self.may_have_bye(u):
            receiver = u
        elif not self.strict:
            allowed = [p for p in self.state.in_rank_order(bracket.players) if self.may_have_bye(p)]
            receiver = allowed[-1] if allowed else None
        if receiver is not None:
            self.note("C9", bracket, *dict.fromkeys((u, receiver)))
            self.give_bye(bracket, receiver)
            if is_leftover and receiver == u:
                bracket.pairs = pairs
            return True
        self.note("C9", bracket, u)
        above = [other for other in self.brackets if other.players and other is not bracket]
        if not above:
            bracket.pairs = pairs
            return False
        self.brackets.remove(bracket)
        upper = above[-1]
        while self.brackets[-1] is not upper:
            self.brackets.pop()
        self.move(list(bracket.players), bracket, upper)
        upper.pairs = []
        self.moved_by_c7 = [p for p in self.moved_by_c7 if p not in upper.players]
        return True
