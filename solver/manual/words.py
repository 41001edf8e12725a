"""The steps of the manual method in words, for a person with P in hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from pairproof.model.criteria import hard_criteria
from pairproof.model.criteria.hard import colour_rules, may_not_take
from pairproof.model.language import all_of, say, say_n
from pairproof.model.state.history import BLACK, DOWN, WHITE, Kind
from pairproof.model.state.position import Position
from pairproof.solver.manual.bracket import GOOD, WITHOUT_B5, Bracket, Pass
from pairproof.solver.result import Step


class Words:
    """The steps in words, for a person with P in hand."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._said: dict[tuple[int, int], str] = {}

    def name(self, player: int) -> str:
        """The id."""
        return str(self._position.ids[player])

    def fixed(self, u: int, v: int) -> Step:
        """The step that the arbiter's order took before C1: a pair, or the bye."""
        ids = self._position.ids
        if v >= self._position.players:
            return Step("fix", 0, (ids[u],), say("{player} has the bye by the arbiter's order", player=ids[u]))
        text = say("{pair} is fixed by the arbiter's order", pair=f"{ids[u]}-{ids[v]}")
        return Step("fix", 0, (ids[u], ids[v]), text)

    def names(self, players: Iterable[int]) -> str:
        """`2, 5, 7`; a dash for nobody."""
        return ", ".join(self.name(player) for player in players) or "–"

    @property
    def odd(self) -> str:
        """Why somebody can have the bye."""
        return say_n(
            "{count} player is present, an odd number, and nobody has the bye yet",
            "{count} players are present, an odd number, and nobody has the bye yet",
            self._position.players,
        )

    def who(self, player: int) -> dict[str, object]:
        """The fields of a sentence that gives him the bye."""
        return {"player": self.name(player), "odd": self.odd}

    def division(self, bracket: Bracket, upper: Sequence[int], lower: Sequence[int]) -> str:
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
        if grade == GOOD:
            return say("{refusals}; so {pair}", refusals=refusals, pair=made)
        if grade == WITHOUT_B5:
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

    def in_vain(self, u: int, second: Pass) -> str:
        """C7: why C6 did not help."""
        assert second.without is not None
        return say(
            "After the exchange for {player}, {other} finds nobody ({refusals})",
            player=self.name(u),
            other=self.name(second.without),
            refusals=self.refusals(second.without, second.free),
        )

    def left_over(self, player: int, below: Bracket) -> str:
        """C3, end."""
        return say("{player} left over, moves to bracket {bracket}", player=self.name(player), bracket=below.number)

    def moves(self, players: Sequence[int], below: Bracket, stand: Sequence[tuple[int, int]] = ()) -> str:
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

    def combination(self, u: int, left_over: bool, why_not: str, bracket: Bracket, above: Bracket | None) -> str:
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
        for rule in hard_criteria(position.rules):
            why = rule.brief_words(position, player, position.players)
            if why is not None:
                return why
        return say("{player} may not have the bye by the arbiter's order", player=self.name(player))

    def refusals(self, u: int, refused: Iterable[int]) -> str:
        """Why u was not paired with each of them: `2-5: met in round 1; 2-6: …`."""
        return "; ".join(f"{self.name(u)}-{self.name(v)}: {self._refusal(u, v)}" for v in refused)

    def _refusal(self, u: int, v: int) -> str:
        if (u, v) not in self._said:
            reasons = self._illegal(u, v) or [*self._b4(u, v), *self._b5(u, v)]
            self._said[u, v] = ", ".join(reasons)
        return self._said[u, v]

    def _illegal(self, u: int, v: int) -> list[str]:
        position, pair = self._position, (min(u, v), max(u, v))
        reasons = [
            why
            for rule in hard_criteria(position.rules)
            if rule.colours is None and (why := rule.brief_words(position, *pair)) is not None
        ]
        if pair in position.forbidden:
            reasons.append(say("forbidden by the arbiter's order"))
        no_white, no_black = may_not_take(position, WHITE), may_not_take(position, BLACK)
        if (no_white[u] or no_black[v]) and (no_black[u] or no_white[v]):
            limits = [limit for player in (u, v) for limit in self._colour_limits(player)]
            reasons.append(say("no legal colours: {limits}", limits=all_of(limits)))
        return reasons

    def _colour_limits(self, player: int) -> list[str]:
        """What colours the player may not take, and why."""
        position = self._position
        limits = []
        for colour in (WHITE, BLACK):
            against = [rule for rule in colour_rules(position.rules).values() if rule.bars(position, colour)[player]]
            if not against:
                continue
            why = ", ".join(rule.why(position, player, colour) for rule in against)
            if colour == WHITE:
                limits.append(say("{player} may not have white ({why})", player=self.name(player), why=why))
            else:
                limits.append(say("{player} may not have black ({why})", player=self.name(player), why=why))
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
