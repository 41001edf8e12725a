"""One round paired by several methods, and where their pairings differ (for `compare` and `check`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pairproof.model.criteria import has_colours
from pairproof.model.state.position import round_to_pair
from pairproof.model.tournament import Tournament
from pairproof.solver.certified.heuristic_start import first_columns, first_matching
from pairproof.solver.explain.asking import colours_played
from pairproof.solver.explain.played import (
    BrokenRule,
    Difference,
    Played,
    boards_in_common,
    denied_colour,
    floats,
    round_asked,
)
from pairproof.solver.methods import played
from pairproof.solver.optimal import pair, pair_manually
from pairproof.solver.problem import Problem, matching_problem
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing
from pairproof.solver.systems.table import system_of
from pairproof.solver.terms import Method, Status
from pairproof.solver.witness import Witness


@dataclass(frozen=True)
class Candidate:
    """One pairing of the round beside the optimal one.

    `broken` holds the rules it breaks (only a pairing that was played can); `difference` is None if it is equal on
    every level, `common` how many boards, bye included, it shares with the optimal pairing.  Where there is nothing to
    measure `common` is None too: the pairing is stuck, no legal one exists, or orders took players away.  `down` and
    `up` are the ids of those who float (a bye is a downfloat), `denied` of those who do not get the colour they prefer,
    in rank order.
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
        return self.pairing.status not in (Status.STUCK, Status.INFEASIBLE)

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
    """A round by every method, the optimal pairing first; MANUAL is missing where the system of the rules has no manual
    method, PLAYED where the file has no pairing of the round.
    """

    round: int
    candidates: Mapping[Method, Candidate]


@dataclass(frozen=True)
class Checked:
    """A round as it was played, held against the optimum; both are None if nobody was paired in it.

    `colours` are the boards, (white, black), on which the rules give the other colours though no level counts it, and
    why: no difference, but worth a note.
    """

    round: int
    played: Candidate | None
    optimal: Candidate | None
    colours: Mapping[tuple[int, int], str] = field(default_factory=dict)

    @property
    def agrees(self) -> bool:
        """Whether no rule was broken and every level is as good as it can be."""
        return self.played is None or self.played.as_good


def compare(tournament: Tournament, request: Request = Request()) -> Comparison:
    """The round asked for by every method, under the same orders.

    Raises
    ------
    InvalidInput, UsageProblem
        As `solver.optimal.pair`.
    """
    number = round_to_pair(tournament, request.round)
    request = replace(request, round=number)
    best = pair(tournament, request)
    pairings = {Method.OPTIMAL: best}
    if Method.MANUAL in system_of(best.problem.position.rules).methods:
        pairings[Method.MANUAL] = pair_manually(tournament, request, trace=False)
    candidates = {method: _candidate(pairing, best) for method, pairing in pairings.items()}
    if number <= len(tournament.rounds) and tournament.rounds[number - 1].seated():
        candidates[Method.PLAYED] = _played(tournament, request, best)
    return Comparison(number, candidates)


def check(tournament: Tournament, request: Request = Request()) -> Checked:
    """The round asked for, by default the last of the file, as it was played, held against the optimum.

    Raises
    ------
    InvalidInput, UsageProblem
        As `solver.optimal.pair`; also if the file has no such round.
    """
    number = round_asked(tournament, request.round)
    if not tournament.rounds[number - 1].seated():
        return Checked(number, None, None)
    request = replace(request, round=number)
    best = pair(tournament, request)
    found = _played(tournament, request, best)
    colours = colours_played(found.pairing, best) if found.as_good else {}
    return Checked(number, found, _candidate(best, best), colours)


def _played(tournament: Tournament, request: Request, best: Pairing) -> Candidate:
    return held_against(played(tournament, request), best)


def held_against(found: Played, best: Pairing) -> Candidate:
    """A round as it was played, beside the best pairing of the same players."""
    return _candidate(found.pairing, best, found.broken)


def _candidate(pairing: Pairing, best: Pairing, broken: tuple[BrokenRule, ...] = ()) -> Candidate:
    system = system_of(best.problem.position.rules)
    comparable = Status.INFEASIBLE not in (pairing.status, best.status) and pairing.status is not Status.STUCK
    # Orders that take players away leave another round to pair than the one played.
    comparable = comparable and set(pairing.problem.position.ids) == set(best.problem.position.ids)
    return Candidate(
        pairing=pairing,
        difference=system.difference(pairing, best) if comparable else None,
        common=boards_in_common(pairing, best) if comparable else None,
        down=floats(pairing, "down"),
        up=floats(pairing, "up"),
        denied=denied_colour(pairing) if has_colours(pairing.problem.position.rules) else (),
        broken=broken,
    )


def is_possible(solved: Problem) -> bool:
    """Whether any legal pairing exists."""
    problem = matching_problem(solved)
    return not isinstance(first_matching(problem, first_columns(problem)), Witness)
