"""What is asked of a round: one value, taken by all that pair, measure or compare a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pairproof.model.errors import UsageProblem
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.language import say
from pairproof.model.rules import RuleSet, effective_rules
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import Tournament
from pairproof.solver.stopping import Stop
from pairproof.solver.terms import ENGINES, Engine


@dataclass(frozen=True)
class Conditions:
    """What is asked beyond rules and orders.

    `engine` is one of `ENGINES`; `cuts`: whether CP-SAT gets the certified engine's odd sets and pairing; `lookahead`:
    further rounds that must stay possible; `max_pairs_in_group`: on top of the rule set's own (of two limits of a group
    the smaller holds); `alternatives`: how many pairings equal on every level to list; `max_changed`: how many boards
    of the published pairing may be changed at most, and then that count stands after all other levels (RULES 10).

    Raises
    ------
    UsageProblem
        If there is no such engine to be asked for.
    """

    engine: Engine | str = Engine.AUTO
    cuts: bool = True
    lookahead: int | None = None
    max_pairs_in_group: Mapping[str, int] = field(default_factory=dict)
    alternatives: int | None = None
    max_changed: int | None = None

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise UsageProblem(
                say(
                    "There is no engine {engine!r} to ask for; known are {known}.",
                    engine=self.engine,
                    known=", ".join(ENGINES),
                )
            )


@dataclass(frozen=True)
class Request:
    """A round, and all that is asked of it.

    Parameters
    ----------
    rules
        A rule set, or the name of a preset or path of a rule file; by default those the tournament names, else
        `combined`.
    round
        By default the one after those of the tournament.
    orders
        Absences, fixed and forbidden pairs on top of those in the tournament; a published pairing to `keep`; with
        `relax`, hard criteria are given up as RULES 13 says where nothing is legal.
    conditions
        What is no sum over pairs: look-ahead, quotas; or another engine.
    stop
        When to stop searching; by default never.
    """

    rules: RuleSet | str | None = None
    round: int | None = None
    orders: Orders = Orders()
    conditions: Conditions = Conditions()
    stop: Stop | None = None

    def rule_set(self, tournament: Tournament) -> RuleSet:
        """The rules asked for, with what the tournament's file says itself on top.

        Raises
        ------
        UsageProblem, FileProblem, InvalidInput
            As `rules_for`.
        """
        if isinstance(self.rules, RuleSet):
            return effective_rules(self.rules, tournament)
        return rules_for(tournament, self.rules)
