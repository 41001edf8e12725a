"""Pairing one round of a file for a command: what is read, what is asked, and the search that Ctrl-C ends."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from pairproof.cli.json_output import spare
from pairproof.cli.options.groups import ConditionOptions, KeepOptions, RoundOptions
from pairproof.cli.progress import interruptible
from pairproof.cli.published import held, published
from pairproof.cli.source import inputs, tournament_and_rules
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.model.rules import RuleSet
from pairproof.model.state.orders import Orders
from pairproof.model.state.position import order_faults, round_to_pair
from pairproof.model.tournament import Tournament
from pairproof.solver.optimal import pair
from pairproof.solver.request import Conditions, Request
from pairproof.solver.result import Pairing

NOTHING_KEPT = KeepOptions()


@dataclass(frozen=True)
class RoundOfFile:
    """A round of a tournament file, the rules it is paired by, and the files that were read (`inputs`).

    `default_rules`: neither the command nor the file names rules.
    """

    tournament: Tournament
    rules: RuleSet
    round: int | None
    inputs: dict[str, str]
    keep: KeepOptions
    default_rules: bool

    @property
    def number(self) -> int:
        """The round to be paired; raises UsageProblem where there is no such round."""
        return round_to_pair(self.tournament, self.round)

    @property
    def held(self) -> bool:
        """Whether the file holds the round: who played whom in it."""
        rounds = self.tournament.rounds
        return self.number <= len(rounds) and bool(rounds[self.number - 1].games or rounds[self.number - 1].byes)

    @property
    def played_now(self) -> int | None:
        """The last round, while results of it are missing: it is the one that is played."""
        rounds = self.tournament.rounds
        return len(rounds) if rounds and any(game.result is None for game in rounds[-1].games) else None

    def orders(self, orders: Orders, conditions: ConditionOptions) -> Orders:
        """The orders, with the published pairing to keep and whether hard criteria may be given up.

        Raises
        ------
        FileProblem, InvalidInput
            The published pairing cannot be read, or is none of this round.
        UsageProblem
            As `checked`.
        """
        if self.keep.keep is not None:
            kept, seats = self._kept(self.keep.keep)
            orders = replace(orders, keep=kept, published=seats, keep_last=self.keep.keep_last)
        return self.checked(replace(orders, relax=conditions.relax))

    def _kept(self, path: str) -> tuple[frozenset[tuple[int, int]], tuple[tuple[int, int, int], ...]]:
        """The published pairing that a path leads to; the tournament file itself holds that of the round."""
        if os.path.realpath(path) == os.path.realpath(self.tournament.source):
            return held(self.tournament, self.number)
        return published(path, self.tournament, self.number)

    def checked(self, orders: Orders) -> Orders:
        """The orders; raises UsageProblem with everything that is wrong with those given with the command."""
        if faults := order_faults(self.tournament, self.rules, self.number, orders):
            raise UsageProblem("\n".join(fault.message for fault in faults))
        return orders


def making_sense(asked: Conditions) -> Conditions:
    """The conditions; raises UsageProblem where they say nothing together."""
    conditional = asked.lookahead is not None or asked.max_changed is not None or bool(asked.max_pairs_in_group)
    if not asked.cuts and asked.engine == "auto" and not conditional:
        raise UsageProblem(say("--no-cuts says how CP-SAT is to search; give --engine cp-sat with it."))
    if asked.alternatives is not None and asked.alternatives <= 0:
        raise UsageProblem(say("--alternatives {number}: expected 1 or more.", number=asked.alternatives))
    if asked.alternatives is not None and conditional:
        raise UsageProblem(
            say(
                "--alternatives lists the pairings equal on every level; not with look-ahead, quotas, or a "
                "limit of changed boards."
            )
        )
    return asked


def round_of(file: str, format: str | None, options: RoundOptions, keep: KeepOptions = NOTHING_KEPT) -> RoundOfFile:
    """The round of a file that a command is asked for.

    Raises
    ------
    PairproofError
        Whatever is wrong with the file or its rules.
    """
    tournament, rules = tournament_and_rules(file, format, options.rules, options.reading)
    read = inputs(file, tournament, options.rules, keep.keep)
    spare(read)
    return RoundOfFile(tournament, rules, options.round, read, keep, tournament.rules is options.rules is None)


def paired(source: RoundOfFile, orders: Orders, conditions: Conditions, seconds: float | None, doing: str) -> Pairing:
    """The pairing, or why there is none; `seconds` is the time limit, `doing` what a progress bar says.

    Raises
    ------
    PairproofError
        As `solver.optimal.pair`.
    """
    with interruptible(seconds, doing) as stop:
        return pair(source.tournament, Request(source.rules, source.round, orders, conditions, stop))
