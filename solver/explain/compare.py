"""One round paired by several methods, and where their pairings differ (for `compare` and `check`)."""

from __future__ import annotations

from dataclasses import dataclass

from pairproof.model.criteria import has_colours
from pairproof.model.rules import RuleSet
from pairproof.model.state.position import Orders
from pairproof.model.tournament import Tournament
from pairproof.solver.certified.heuristic_start import first_columns, first_matching
from pairproof.solver.explain.played import (
    BrokenRule,
    boards_in_common,
    denied_colour,
    first_difference,
    floats,
    played,
)
from pairproof.solver.manual.method import pair_manually
from pairproof.solver.optimal import pair
from pairproof.solver.problem import PairingProblem
from pairproof.solver.result import Pairing
from pairproof.solver.witness import Witness


@dataclass(frozen=True)
class Difference:
    """The first level on which a pairing differs from the optimum: its name and both values."""

    level: str
    value: int
    optimum: int


@dataclass(frozen=True)
class Candidate:
    """One pairing of the round beside the optimal one.

    `broken` holds the rules it breaks (only a pairing that was played can); `difference` is None if it is equal on
    every level, `common` how many boards, bye included, it shares with the optimal pairing.  Both are None where there
    is nothing to measure: the pairing is stuck, or no legal one exists.  `down` and `up` are the ids of those who float
    (a bye is a downfloat), `denied` of those who do not get the colour they prefer, in rank order.
    """

    pairing: Pairing
    difference: Difference | None
    common: int | None
    down: tuple[int, ...]
    up: tuple[int, ...]
    denied: tuple[int, ...]
    broken: tuple[BrokenRule, ...] = ()

    @property
    def measured(self) -> bool:
        """Whether its levels can be held against the optimum."""
        return self.common is not None

    @property
    def as_good(self) -> bool:
        """Whether it breaks no rule and is equal to the optimum on every level."""
        return self.measured and self.difference is None and not self.broken

    @property
    def whole(self) -> bool:
        """Whether everybody is paired: not stuck, and not without a legal pairing."""
        return self.pairing.status not in ("stuck", "infeasible")

    @property
    def values(self) -> dict[str, int]:
        """Value of each level; none unless the pairing is whole: half a pairing would look cheap."""
        return {level.name: level.value for level in self.pairing.levels} if self.whole else {}

    @property
    def games(self) -> int:
        """Boards, bye included."""
        return len(self.pairing.boards) + (self.pairing.bye is not None)


@dataclass(frozen=True)
class Comparison:
    """A round by every method: `played` is None where the file has no pairing for it."""

    round: int
    optimal: Candidate
    manual: Candidate
    played: Candidate | None

    @property
    def candidates(self) -> dict[str, Candidate]:
        """By method, the optimal one first."""
        found = {"optimal": self.optimal, "manual": self.manual}
        return found if self.played is None else {**found, "played": self.played}


@dataclass(frozen=True)
class Checked:
    """A round as it was played, held against the optimum; `pairing` is None if nobody was paired in it."""

    round: int
    played: Candidate | None
    optimal: Candidate | None

    @property
    def agrees(self) -> bool:
        """Whether no rule was broken and every level is as good as it can be."""
        return self.played is None or self.played.as_good


def compare(tournament: Tournament, rules: RuleSet, number: int, orders: Orders = Orders()) -> Comparison:
    """A round by every method, under the same orders.

    `rules` must have the file's point values on top already (`rules_for`).

    Raises
    ------
    InvalidInput, UsageProblem
        As `solver.optimal.pair`.
    """
    best = pair(tournament, rules, round=number, orders=orders)
    manual = pair_manually(tournament, rules, round=number, orders=orders, trace=False)
    seated = number <= len(tournament.rounds) and tournament.rounds[number - 1].seated()
    return Comparison(
        number,
        _candidate(best, best),
        _candidate(manual, best),
        _played(tournament, rules, number, best) if seated else None,
    )


def check(tournament: Tournament, rules: RuleSet, number: int) -> Checked:
    """A round of the file as it was played, held against the optimum.

    `rules` must have the file's point values on top already (`rules_for`).

    Raises
    ------
    InvalidInput, UsageProblem
        As `solver.optimal.pair`.
    """
    if not tournament.rounds[number - 1].seated():
        return Checked(number, None, None)
    best = pair(tournament, rules, round=number)
    return Checked(number, _played(tournament, rules, number, best), _candidate(best, best))


def _played(tournament: Tournament, rules: RuleSet, number: int, best: Pairing) -> Candidate:
    found = played(tournament, rules, number)
    return _candidate(found.pairing, best, found.broken)


def _candidate(pairing: Pairing, best: Pairing, broken: tuple[BrokenRule, ...] = ()) -> Candidate:
    comparable = "infeasible" not in (pairing.status, best.status) and pairing.status != "stuck"
    # Orders that take players away leave another round to pair than the one played.
    comparable = comparable and set(pairing.problem.position.ids) == set(best.problem.position.ids)
    different = first_difference(pairing, best) if comparable else None
    return Candidate(
        pairing=pairing,
        difference=None if different is None else Difference(*different),
        common=boards_in_common(pairing, best) if comparable else None,
        down=floats(pairing, "down"),
        up=floats(pairing, "up"),
        denied=denied_colour(pairing) if has_colours(pairing.problem.position.rules) else (),
        broken=broken,
    )


def is_possible(problem: PairingProblem) -> bool:
    """Whether any legal pairing exists."""
    return not isinstance(first_matching(problem, first_columns(problem)), Witness)
