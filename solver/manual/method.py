"""The manual method of P, steps C1–C9, to the letter (RULES 11).  Never repaired: where it gets stuck, it is stuck.

Players are indices in rank order, as in `Position`; only steps and results speak of ids.

What the method may not do is what the rule set makes illegal, without the last-round exemption (RULES 5, 4.2); what it
tries to avoid is its own: B4 and B5 hold on every rule set, whether or not that names the levels, and B4 as long as the
tournament's `restricted_until` says.

The steps recorded, and the players that each names:

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
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from pairproof.model.criteria import LEVEL_PIECES
from pairproof.model.language import all_of, say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.state.history import BLACK, DOWN, WHITE, Kind
from pairproof.model.state.position import Orders, Position
from pairproof.model.tournament import Tournament
from pairproof.solver.optimal import problem_of
from pairproof.solver.problem import PairingProblem
from pairproof.solver.result import LevelValue, Pairing, Step, boards_of, values_of

__all__ = ["ManualOutcome", "Step", "pair_manually", "run_manual"]

_GOOD, _WITHOUT_B5, _WITHOUT_B4, _ILLEGAL = 0, 1, 2, 3
"""What must be omitted for a pair: nothing, B5, B5 and B4 (C3–C5); the last cannot be made at all."""

_BLOCK = 1 << 21
"""Pairs whose costs are computed at once: bounds the memory that takes."""


@dataclass(frozen=True, slots=True)
class ManualOutcome:
    """What the method gives.

    `pairs` are index pairs u < v, the dummy's for the bye, fixed ones included; `stuck_at` is "C9" if the method failed
    there, and then `pairs` are those of the finished brackets and of the last pass; `steps` are empty unless asked for.
    """

    pairs: tuple[tuple[int, int], ...]
    stuck_at: str | None
    steps: tuple[Step, ...]


def pair_manually(
    tournament: Tournament,
    rules: RuleSet | None = None,
    *,
    round: int | None = None,
    orders: Orders = Orders(),
    trace: bool = True,
) -> Pairing:
    """The pairing that the manual method gives: status "complete", or "stuck" with the boards made so far.

    Parameters
    ----------
    rules, round, orders
        As for `solver.optimal.pair`.
    trace
        Whether to record the steps, in `Pairing.trace`.

    Returns
    -------
    Pairing
        With the levels' values, of which nothing is proved (bound None); when stuck, those of the boards made.

    Raises
    ------
    InvalidInput, UsageProblem
        As `solver.optimal.pair`.
    """
    # The method gives no hard criterion up: RULES 13 is for the optimiser.
    return manual_pairing(problem_of(tournament, rules, round=round, orders=replace(orders, relax=False)), trace=trace)


def manual_pairing(problem: PairingProblem, *, trace: bool = True) -> Pairing:
    """As `pair_manually`, of a compiled problem (one without relaxation)."""
    outcome = run_manual(problem, trace=trace)
    # A pair that is legal without the exemption has the same colours with it: point 1 of RULES 4.4 sees to that.
    boards, bye, bye_costs = boards_of(problem, outcome.pairs)
    values = values_of(boards, bye_costs, problem)
    return Pairing(
        problem=problem,
        method="manual",
        status="complete" if outcome.stuck_at is None else "stuck",
        engine="manual",
        boards=boards,
        bye=bye,
        bye_costs=bye_costs,
        levels=tuple(LevelValue(level.name, values[level.name], None, False) for level in problem.levels),
        trace=outcome.steps,
        stuck_at=outcome.stuck_at,
    )


def run_manual(problem: PairingProblem, *, trace: bool = True) -> ManualOutcome:
    """Steps C1–C9 on a compiled problem."""
    return _Run(problem.position, trace).outcome()


@dataclass(slots=True)
class _Bracket:
    """A bracket at work: its number, who is in it (its pairs included), and the pairs that stand once it is done.

    `moved_in` are those who came from a higher bracket, `combined` the numbers of the brackets joined into it (C9).
    """

    number: int
    players: list[int]
    pairs: list[tuple[int, int]] = field(default_factory=list)
    moved_in: set[int] = field(default_factory=set)
    combined: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Pass:
    """One pass of C3–C5: the pairs made, the player of S1 who found nobody, and who of S2 was still free."""

    pairs: list[tuple[int, int]]
    without: int | None
    free: list[int]


class _Run:
    """One run of the method."""

    def __init__(self, position: Position, trace: bool) -> None:
        self._position = position
        self._grade = _grades(position)
        self._words = _Words(position) if trace else None
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
        self._brackets = [_Bracket(number, group) for number, group in enumerate(groups.values(), start=1)]
        self._at = 0

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
    def _bracket(self) -> _Bracket:
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

    def _pass(self, upper: Sequence[int], lower: Sequence[int]) -> _Pass:
        """C3–C5, until somebody of S1 finds nobody."""
        free = np.array(lower, dtype=np.int64)
        pairs: list[tuple[int, int]] = []
        for u in upper:
            # The criteria are omitted one after the other (C5), each time from the first player of S2: the first of the
            # smallest grade.
            grades = self._grade[u, free]
            place = int(grades.argmin())
            grade = int(grades[place])
            if grade == _ILLEGAL:
                return _Pass(pairs, u, free.tolist())
            v = int(free[place])
            if self._words:
                step = "C5" if grade != _GOOD else "C4" if place else "C3"
                refused = free[:place] if grade == _GOOD else free
                self._note(step, [u, v], self._words.pair(u, v, grade, refused.tolist()))
            pairs.append((u, v))
            free = free[1:] if place == 0 else np.concatenate((free[:place], free[place + 1 :]))
        return _Pass(pairs, None, free.tolist())

    def _finish(self, made: _Pass) -> str | None:
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

    def _c7(self, u: int, second: _Pass) -> str | None:
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

    def _c8(self, second: _Pass) -> None:
        """C8: the pairs of the pass stand, all others move on."""
        bracket = self._bracket
        bracket.pairs = second.pairs
        paired = {player for pair in second.pairs for player in pair}
        free = [player for player in bracket.players if player not in paired]
        if self._words:
            self._note("C8", free, self._words.moves(free, self._brackets[self._at + 1], stand=second.pairs))
        self._move_down(free)
        self._at += 1

    def _c9(self, u: int, made: _Pass, left_over: bool) -> str | None:
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
        position = self._position
        forbidden = (player, position.players) in position.forbidden
        return self._bye_open and bool(position.may_bye[player]) and not forbidden

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


def _grades(position: Position) -> npt.NDArray[np.int8]:
    """What must be omitted for each index pair (`_GOOD` … `_ILLEGAL`), shape (n, n), symmetric."""
    n = position.players
    # may_white and may_black are true where the rule set has no hard colour criterion.
    legal = position.may_white[:, None] & position.may_black[None, :]
    legal = legal | legal.T
    np.fill_diagonal(legal, False)
    gone = set(position.forbidden)
    if "no-rematch" in position.rules.hard:
        gone |= position.met
    for better, other in gone:
        if other < n:
            legal[better, other] = legal[other, better] = False
    # The method ignores RULES 6, the freedom from float costs included.
    strict = replace(position, topscorer=np.zeros(n, dtype=np.bool_))
    pieces = {piece.name: piece for piece in LEVEL_PIECES}
    grade = np.empty((n, n), dtype=np.int8)
    rows = max(1, _BLOCK // max(1, n))
    for start in range(0, n, rows):
        here = np.arange(start, min(n, start + rows))
        u, v = np.repeat(here, n), np.tile(np.arange(n), len(here))
        b5 = pieces["repeated-float"].pair_costs(strict, u, v) > 0
        b4 = pieces["restricted-groups"].pair_costs(strict, u, v) > 0
        block = np.where(b4, _WITHOUT_B4, np.where(b5, _WITHOUT_B5, _GOOD)).astype(np.int8)
        grade[here] = np.where(legal[here], block.reshape(len(here), n), _ILLEGAL)
    return grade


class _Words:
    """The steps in words, for a person with P in hand."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._said: dict[tuple[int, int], str] = {}

    def name(self, player: int) -> str:
        """The id."""
        return str(self._position.ids[player])

    def names(self, players: Iterable[int]) -> str:
        """`2, 5, 7`; a dash for nobody."""
        return ", ".join(self.name(player) for player in players) or "–"

    @property
    def odd(self) -> str:
        """Why somebody can have the bye."""
        return say(
            "{present} players are present, an odd number, and nobody has the bye yet", present=self._position.players
        )

    def who(self, player: int) -> dict[str, object]:
        """The fields of a sentence that gives him the bye."""
        return {"player": self.name(player), "odd": self.odd}

    def division(self, bracket: _Bracket, upper: Sequence[int], lower: Sequence[int]) -> str:
        """C2."""
        text = self.halves(upper, lower)
        if bracket.combined:
            numbers = all_of([str(number) for number in bracket.combined])
            text += " " + say("(brackets {numbers} combined, A7)", numbers=numbers)
        moved = [player for player in bracket.players if player in bracket.moved_in]
        if moved:
            text += " " + say("(moved here: {players})", players=self.names(moved))
        return text

    def halves(self, upper: Sequence[int], lower: Sequence[int]) -> str:
        """S1 and S2."""
        return f"S1: {self.names(upper)}; S2: {self.names(lower)}"

    def pair(self, u: int, v: int, grade: int, refused: Sequence[int]) -> str:
        """C3, C4 or C5."""
        made = f"{self.name(u)}-{self.name(v)}"
        if not refused:
            return made
        refusals = self.refusals(u, refused)
        if grade == _GOOD:
            return say("{refusals}; so {pair}", refusals=refusals, pair=made)
        if grade == _WITHOUT_B5:
            return say("{refusals}. B5 omitted: {pair}", refusals=refusals, pair=made)
        return say("{refusals}. B5, then B4 omitted: {pair}", refusals=refusals, pair=made)

    def exchange(self, u: int, w: int, free: Sequence[int], upper: Sequence[int], lower: Sequence[int]) -> str:
        """C6."""
        return say(
            "{player} finds nobody ({refusals}): {player} and {other} change places, the pairs are undone. {halves}",
            player=self.name(u),
            other=self.name(w),
            refusals=self.refusals(u, free),
            halves=self.halves(upper, lower),
        )

    def in_vain(self, u: int, second: _Pass) -> str:
        """C7: why C6 did not help."""
        assert second.without is not None
        return say(
            "After the exchange for {player}, {other} finds nobody ({refusals})",
            player=self.name(u),
            other=self.name(second.without),
            refusals=self.refusals(second.without, second.free),
        )

    def left_over(self, player: int, below: _Bracket) -> str:
        """C3, end."""
        return say("{player} left over, moves to bracket {bracket}", player=self.name(player), bracket=below.number)

    def moves(self, players: Sequence[int], below: _Bracket, stand: Sequence[tuple[int, int]] = ()) -> str:
        """C7, C8."""
        text = say_n(
            "{players} moves to bracket {bracket}",
            "{players} move to bracket {bracket}",
            len(players),
            players=self.names(players),
            bracket=below.number,
        )
        if stand:
            pairs = ", ".join(f"{self.name(u)}-{self.name(v)}" for u, v in stand)
            text = say("{moves}; the pairs stand: {pairs}", moves=text, pairs=pairs)
        return text

    def without(self, u: int, left_over: bool) -> str:
        """Why C9 is called."""
        if left_over:
            return say("{player} is left over in the last bracket", player=self.name(u))
        return say("{player} finds nobody in the last bracket", player=self.name(u))

    def bye(self, u: int, receiver: int, left_over: bool, why_not: str, done: bool) -> str:
        """C9 with a bye."""
        text = f"{self.without(u, left_over)}; {self.odd}"
        if receiver == u:
            text = say("{why}: {player} has the bye (VPO)", why=text, player=self.name(u))
        else:
            text = say(
                "{why}. {why_not}; the lowest ranked of the bracket who may is {player}: {player} has the bye (VPO)",
                why=text,
                why_not=why_not,
                player=self.name(receiver),
            )
        return text if done else say("{bye}. The others start again", bye=text)

    def combination(self, u: int, left_over: bool, why_not: str, bracket: _Bracket, above: _Bracket | None) -> str:
        """C9 without a bye."""
        text = f"{self.without(u, left_over)}; {why_not}"
        if above is None:
            return say("{why}, and there is no bracket above to combine with: the method is stuck", why=text)
        return say(
            "{why}: bracket {bracket} is combined with bracket {above}, whose pairs are undone (A7)",
            why=text,
            bracket=bracket.number,
            above=above.number,
        )

    def no_bye(self, player: int, bye_open: bool) -> str:
        """Why the player may not have the bye."""
        position = self._position
        if not position.has_dummy:
            return say("{present} players are present, an even number, so there is no bye", present=position.players)
        if not bye_open:
            return say("the bye is given already")
        who = self.name(player)
        if not position.may_bye[player]:
            for number, entry in enumerate(position.history.entries[position.ids[player]], start=1):
                fields = {"player": who, "round": number}
                if entry.kind is Kind.BYE:
                    return say("{player} may not have the bye after a bye in round {round} (B2)", **fields)
                if entry.kind is Kind.FULL_BYE:
                    return say("{player} may not have the bye after a full-point bye in round {round} (B2)", **fields)
                if entry.kind is Kind.FORFEIT_WIN:
                    return say("{player} may not have the bye after a forfeit win in round {round} (B2)", **fields)
        return say("{player} may not have the bye by the arbiter's order", player=who)

    def refusals(self, u: int, refused: Iterable[int]) -> str:
        """Why u was not paired with each of them: `2-5: met in round 1; 2-6: …`."""
        return "; ".join(f"{self.name(u)}-{self.name(v)}: {self._refusal(u, v)}" for v in refused)

    def _refusal(self, u: int, v: int) -> str:
        if (u, v) not in self._said:
            reasons = self._illegal(u, v) or [*self._b4(u, v), *self._b5(u, v)]
            self._said[u, v] = ", ".join(reasons)
        return self._said[u, v]

    def _illegal(self, u: int, v: int) -> list[str]:
        position = self._position
        pair = (min(u, v), max(u, v))
        reasons = []
        if "no-rematch" in position.rules.hard and pair in position.met:
            other = position.ids[v]
            rounds = [
                str(number)
                for number, entry in enumerate(position.history.entries[position.ids[u]], start=1)
                if entry.kind is Kind.PLAYED and entry.opponent == other
            ]
            reasons.append(say_n("met in round {rounds}", "met in rounds {rounds}", len(rounds), rounds=all_of(rounds)))
        if pair in position.forbidden:
            reasons.append(say("forbidden by the arbiter's order"))
        if not ((position.may_white[u] and position.may_black[v]) or (position.may_black[u] and position.may_white[v])):
            limits = [limit for player in (u, v) for limit in self._colour_limits(player)]
            reasons.append(say("no legal colours: {limits}", limits=all_of(limits)))
        return reasons

    def _colour_limits(self, player: int) -> list[str]:
        """What colours the player may not take, and why."""
        position = self._position
        need, hard = position.needs[player], position.rules.hard
        limits = []
        for colour, may in ((WHITE, position.may_white), (BLACK, position.may_black)):
            if may[player]:
                continue
            why = []
            if "colour-difference" in hard and need.breaks_difference(colour):
                why.append(say("difference {difference}", difference=f"{need.difference:+d}"))
            if "third-colour" in hard and need.breaks_third(colour):
                why.append(say("had it twice running"))
            fields = {"player": self.name(player), "why": ", ".join(why)}
            if colour == WHITE:
                limits.append(say("{player} may not have white ({why})", **fields))
            else:
                limits.append(say("{player} may not have black ({why})", **fields))
        return limits

    def _b4(self, u: int, v: int) -> list[str]:
        position = self._position
        until = position.tournament.restricted_until
        common = position.groups[u] & position.groups[v]
        if until is None or position.round > until or not common:
            return []
        return [say("both of {groups} (B4)", groups=all_of(sorted(common)))]

    def _b5(self, u: int, v: int) -> list[str]:
        position = self._position
        gap = int(position.score[u] - position.score[v])
        again = []
        for player, mark in ((u, -np.sign(gap)), (v, np.sign(gap))):
            if mark and position.float_1[player] == mark:
                kind = position.history.entries[position.ids[player]][-1].kind
                who = self.name(player)
                if kind is Kind.BYE:
                    again.append(say("{player} downfloated last round by a bye (B5, A8)", player=who))
                elif kind is Kind.FULL_BYE:
                    again.append(say("{player} downfloated last round by a full-point bye (B5, A8)", player=who))
                elif kind is Kind.HALF_BYE:
                    again.append(say("{player} downfloated last round by a half-point bye (B5, A8)", player=who))
                elif mark == DOWN:
                    again.append(say("{player} downfloated last round (B5)", player=who))
                else:
                    again.append(say("{player} upfloated last round (B5)", player=who))
        return again
