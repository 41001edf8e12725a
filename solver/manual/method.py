"""The manual method of P, steps C1–C9, to the letter (RULES 11).  Never repaired: where it gets stuck, it is stuck.

Players are indices in rank order, as in `Position`; only steps and results speak of ids.

What the method may not do is what the rule set makes illegal, without the last-round exemption (RULES 5, 4.2); what it
tries to avoid is its own: B4 and B5 hold on every rule set, whether or not that names the levels, and B4 as long as the
tournament's `restricted_until` says.

The steps recorded, and the players that each names:

* fix – a pair that the arbiter fixed, or the one whom he gave the bye, before C1 (bracket 0);
* C2 – a bracket is divided: everybody in it, S1 and then S2;
* C3 – a pair that was the first choice: u of S1, v of S2; or the player left over, who moves to the next bracket;
* C4 – a pair that was a later choice; C5 – one for which B5, or B5 and B4, was omitted;
* C6 – the exchange: the player of S1 without a partner, then the one of S2;
* C7 – the player for whom C6 was applied in vain: he moves to the next bracket, or has the bye, or C8 or C9 follows;
* C8 – all who move to the next bracket;
* C9 – the player it is called for, and then who has the bye, if that is another.

Brackets are numbered from the top, 1 for the best score group.  When C9 combines brackets the new one has the number of
the highest of them, and the others' numbers are not used again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pairproof.model.language import say
from pairproof.model.state.position import Position
from pairproof.model.tournament import Tournament
from pairproof.solver.manual.bracket import GOOD, ILLEGAL, Bracket, Pass, byes_allowed, grades
from pairproof.solver.manual.words import Words
from pairproof.solver.problem import PairingProblem
from pairproof.solver.request import Request
from pairproof.solver.result import LevelValue, ManualTrace, Pairing, Step, boards_of, values_of
from pairproof.solver.systems.optimum.pairing import problem_of
from pairproof.solver.terms import Engine, Method, Status

__all__ = ["ManualOutcome", "Step", "pair_manually", "run_manual"]


@dataclass(frozen=True, slots=True)
class ManualOutcome:
    """What the method gives.

    `pairs` are index pairs u < v, the dummy's for the bye, fixed ones included; `stuck_at` is "C9" if the method failed
    there, and then `pairs` are those of the finished brackets and of the last pass; `steps` are empty unless asked for.
    """

    pairs: tuple[tuple[int, int], ...]
    stuck_at: str | None
    steps: tuple[Step, ...]


def pair_manually(tournament: Tournament, request: Request = Request(), *, trace: bool = True) -> Pairing:
    """See `solver.optimal.pair_manually`."""
    # The method gives no hard criterion up: RULES 13 is for the optimiser.
    return manual_pairing(
        problem_of(tournament, replace(request, orders=replace(request.orders, relax=False))), trace=trace
    )


def manual_pairing(problem: PairingProblem, *, trace: bool = True) -> Pairing:
    """As `pair_manually`, of a compiled problem (one without relaxation)."""
    outcome = run_manual(problem, trace=trace)
    # A pair that is legal without the exemption has the same colours with it: point 1 of RULES 4.4 sees to that.
    boards, bye, bye_costs = boards_of(problem, outcome.pairs)
    values = values_of(boards, bye_costs, problem)
    return Pairing(
        problem=problem,
        method=Method.MANUAL,
        status=Status.COMPLETE if outcome.stuck_at is None else Status.STUCK,
        engine=Engine.MANUAL,
        boards=boards,
        bye=bye,
        bye_costs=bye_costs,
        levels=tuple(LevelValue(level.name, values[level.name], None, False) for level in problem.levels),
        trace=ManualTrace(outcome.steps, outcome.stuck_at),
    )


def run_manual(problem: PairingProblem, *, trace: bool = True) -> ManualOutcome:
    """Steps C1–C9 on a compiled problem."""
    return _Run(problem.position, trace).outcome()


class _Run:
    """One run of the method."""

    def __init__(self, position: Position, trace: bool) -> None:
        self._position = position
        self._grade = grades(position)
        self._bye_allowed = byes_allowed(position)
        self._words = Words(position) if trace else None
        self._steps: list[Step] = []
        self._fixed = [(u, v) for u, v in position.fixed.items() if u < v]
        # A fixed bye has been given before C1.
        self._bye_open = position.has_dummy and position.players not in position.fixed
        self._bye: int | None = None
        self._moved_by_c7: set[int] = set()
        # C1.  Indices are in rank order, so the groups come from the top and are sorted.
        groups: dict[int, list[int]] = {}
        for player in range(position.players):
            if player not in position.fixed:
                groups.setdefault(int(position.score[player]), []).append(player)
        self._brackets = [Bracket(number, group) for number, group in enumerate(groups.values(), start=1)]
        self._at = 0
        if self._words:
            self._steps += [self._words.fixed(u, v) for u, v in sorted(self._fixed)]

    def outcome(self) -> ManualOutcome:
        """C1–C9, bracket by bracket."""
        stuck = None
        while self._at < len(self._brackets) and stuck is None:
            if self._bracket.players:
                stuck = self._start()
            else:
                self._at += 1
        pairs = self._fixed + [pair for bracket in self._brackets for pair in bracket.pairs]
        if self._bye is not None:
            pairs.append((self._bye, self._position.players))
        return ManualOutcome(tuple(sorted((min(pair), max(pair)) for pair in pairs)), stuck, tuple(self._steps))

    @property
    def _bracket(self) -> Bracket:
        return self._brackets[self._at]

    @property
    def _in_last(self) -> bool:
        return self._at == len(self._brackets) - 1

    def _start(self) -> str | None:
        """From C2 until the bracket is done or must start again; the step's name if the method fails."""
        bracket = self._bracket
        half = len(bracket.players) // 2
        upper, lower = bracket.players[:half], bracket.players[half:]
        if self._words:
            self._note("C2", bracket.players, self._words.division(bracket, upper, lower))
        first = self._pass(upper, lower)
        if first.without is None:
            return self._finish(first)
        u, w = first.without, first.free[0]
        upper = sorted([w, *(player for player in upper if player != u)])
        lower = sorted([u, *(player for player in lower if player != w)])
        if self._words:
            self._note("C6", [u, w], self._words.exchange(u, w, first.free, upper, lower))
        second = self._pass(upper, lower)
        if second.without is None:
            return self._finish(second)
        return self._c7(u, second)

    def _pass(self, upper: Sequence[int], lower: Sequence[int]) -> Pass:
        """C3–C5, until somebody of S1 finds nobody."""
        free = np.array(lower, dtype=np.int64)
        pairs: list[tuple[int, int]] = []
        for u in upper:
            # The criteria are omitted one after the other (C5), each time from the first player of S2: the first of the
            # smallest grade.
            of_free = self._grade[u, free]
            place = int(of_free.argmin())
            grade = int(of_free[place])
            if grade == ILLEGAL:
                return Pass(pairs, u, free.tolist())
            v = int(free[place])
            if self._words:
                step = "C5" if grade != GOOD else "C4" if place else "C3"
                refused = free[:place] if grade == GOOD else free
                self._note(step, [u, v], self._words.pair(u, v, grade, refused.tolist()))
            pairs.append((u, v))
            free = free[1:] if place == 0 else np.concatenate((free[:place], free[place + 1 :]))
        return Pass(pairs, None, free.tolist())

    def _finish(self, made: Pass) -> str | None:
        """C3, end: all pairs stand; the player left over, if any, moves on."""
        bracket = self._bracket
        if not made.free:
            bracket.pairs = made.pairs
            self._at += 1
            return None
        (left,) = made.free
        if self._in_last:
            return self._c9(left, made, left_over=True)
        bracket.pairs = made.pairs
        if self._words:
            self._note("C3", [left], self._words.left_over(left, self._brackets[self._at + 1]))
        self._move_down([left])
        self._at += 1
        return None

    def _c7(self, u: int, second: Pass) -> str | None:
        """C7, for the player for whom C6 was applied: `second` is the pass after it."""
        words = self._words
        why = words.in_vain(u, second) if words else ""
        if self._in_last:
            if words:
                last = say("The bracket is the last one: C9 for {player}", player=words.name(u))
                self._note("C7", [u], f"{why}. {last}")
            return self._c9(u, second, left_over=False)
        if u not in self._moved_by_c7:
            if words:
                self._note("C7", [u], f"{why}. {words.moves([u], self._brackets[self._at + 1])}")
            self._moved_by_c7.add(u)
            self._move_down([u])
            return None
        if self._may_have_bye(u):
            if words:
                bye = say("{player} was moved by C7 before; {odd}: {player} has the bye (VPO)", **words.who(u))
                self._note("C7", [u], f"{why}. {bye}")
            self._give_bye(u)
            return None
        if words:
            no_bye = say(
                "{player} was moved by C7 before, and {no_bye}: C8", player=words.name(u), no_bye=self._no_bye(u)
            )
            self._note("C7", [u], f"{why}. {no_bye}")
        self._c8(second)
        return None

    def _c8(self, second: Pass) -> None:
        """C8: the pairs of the pass stand, all others move on."""
        bracket = self._bracket
        bracket.pairs = second.pairs
        paired = {player for pair in second.pairs for player in pair}
        free = [player for player in bracket.players if player not in paired]
        if self._words:
            self._note("C8", free, self._words.moves(free, self._brackets[self._at + 1], stand=second.pairs))
        self._move_down(free)
        self._at += 1

    def _c9(self, u: int, made: Pass, left_over: bool) -> str | None:
        """C9, for the player left over (C3) or the one of C7; `made` is the last pass."""
        bracket, words = self._bracket, self._words
        receiver = self._receiver(u)
        if receiver is not None:
            done = left_over and receiver == u
            if words:
                players = [u] if receiver == u else [u, receiver]
                self._note("C9", players, words.bye(u, receiver, left_over, self._no_bye(u), done))
            self._give_bye(receiver)
            if done:
                bracket.pairs = made.pairs
                self._at += 1
            return None
        above = next((place for place in range(self._at - 1, -1, -1) if self._brackets[place].players), None)
        upper = None if above is None else self._brackets[above]
        if words:
            nobody = self._no_bye(u)
            if self._all_asked:
                nobody = say("{no_bye}, nor may anybody else of the bracket", no_bye=nobody)
            self._note("C9", [u], words.combination(u, left_over, nobody, bracket, upper))
        if above is None or upper is None:
            bracket.pairs = made.pairs
            return "C9"
        upper.combined = [*(upper.combined or [upper.number]), *(bracket.combined or [bracket.number])]
        upper.players = sorted(upper.players + bracket.players)
        upper.pairs = []
        upper.moved_in = set()
        self._moved_by_c7 -= set(upper.players)
        del self._brackets[above + 1 :]
        self._at = above
        return None

    def _receiver(self, u: int) -> int | None:
        """Who has the bye by C9: u, else the lowest ranked of the bracket who may, if the policy `c9_bye` says so."""
        if self._may_have_bye(u):
            return u
        if self._position.rules.policy.c9_bye == "strict":
            return None
        return next((player for player in reversed(self._bracket.players) if self._may_have_bye(player)), None)

    @property
    def _all_asked(self) -> bool:
        """Whether C9 looks for somebody else of the bracket to have the bye."""
        strict = self._position.rules.policy.c9_bye == "strict"
        return self._bye_open and not strict and len(self._bracket.players) > 1

    def _may_have_bye(self, player: int) -> bool:
        """Whether the bye is still to be given, and neither B2 nor the arbiter is against this player's."""
        return self._bye_open and bool(self._bye_allowed[player])

    def _give_bye(self, player: int) -> None:
        self._bye = player
        self._bye_open = False
        self._bracket.players.remove(player)

    def _move_down(self, players: Iterable[int]) -> None:
        bracket, below = self._bracket, self._brackets[self._at + 1]
        moving = set(players)
        bracket.players = [player for player in bracket.players if player not in moving]
        below.players = sorted([*below.players, *moving])
        below.moved_in |= moving

    def _no_bye(self, player: int) -> str:
        """Why the player may not have the bye, in words; empty if he may, and without a trace."""
        return "" if self._words is None or self._may_have_bye(player) else self._words.no_bye(player, self._bye_open)

    def _note(self, step: str, players: Iterable[int], text: str) -> None:
        ids = self._position.ids
        self._steps.append(Step(step, self._bracket.number, tuple(ids[player] for player in players), text))
