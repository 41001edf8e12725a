"""Rounds paired by several methods (`compare`): what becomes of each over all of them, and the table of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.rules import RuleSet
from pairproof.model.state.position import position
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.compare import Candidate, Comparison
from pairproof.solver.terms import Method, Status


@dataclass(frozen=True, slots=True)
class Total:
    """A method over several rounds: rounds as good as the optimum, legal and worse, illegal (whatever their levels),
    and stuck; boards, and those in common, where there is something to compare; rules broken.
    """

    rounds: int
    as_good: int
    worse: int
    illegal: int
    stuck: int
    boards: int
    in_common: int
    rules_broken: int


def total_of(found: Iterable[Comparison], method: Method) -> Total:
    """What becomes of a method over several rounds."""
    candidates = [each.candidates[method] for each in found if method in each.candidates]
    measured = [candidate for candidate in candidates if candidate.measured]
    return Total(
        rounds=len(candidates),
        as_good=sum(candidate.as_good for candidate in measured),
        worse=sum(not candidate.as_good and not candidate.broken for candidate in measured),
        illegal=sum(bool(candidate.broken) for candidate in candidates),
        stuck=sum(candidate.pairing.status is Status.STUCK for candidate in candidates),
        boards=sum(candidate.games for candidate in measured),
        in_common=sum(candidate.common or 0 for candidate in measured),
        rules_broken=sum(len(candidate.broken) for candidate in candidates),
    )


def all_rounds(tournament: Tournament, rules: RuleSet) -> list[int]:
    """The rounds of the file in which somebody was paired, and then the one to be paired, if it can be: not where a
    result is missing, nobody is present, or all planned rounds are there.  Empty where nobody was paired yet.
    """
    numbers = [number for number, held in enumerate(tournament.rounds, start=1) if held.seated()]
    if not numbers:
        return []
    if tournament.all_paired:
        return numbers
    coming = len(tournament.rounds) + 1
    try:
        position(tournament, rules, coming)
    except (InvalidInput, UsageProblem):
        return numbers
    return [*numbers, coming]


_COLUMNS = (
    "tournament",
    "rules",
    "round",
    "method",
    "status",
    "rules_broken",
    "first_difference",
    "boards",
    "in_common",
    "down",
    "up",
    "colour_denied",
)


def csv_text(tournament: Tournament, rules: RuleSet, found: Sequence[Comparison]) -> str:
    """One line for each round and method; after the columns that are always there one for each level.

    `down`, `up` and `colour_denied` are numbers of players.  They and the levels are left empty where the method is
    stuck or nothing is legal, and so is a level that the round does not have.
    """
    held = (candidate for each in found for candidate in each.candidates.values())
    names = list(dict.fromkeys(level.name for candidate in held for level in candidate.pairing.levels))
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow([*_COLUMNS, *names])
    for comparison in found:
        for method, candidate in comparison.candidates.items():
            values, difference = candidate.values, candidate.difference
            players = map(len, _whose(candidate)) if candidate.whole else ("", "", "")
            table.writerow(
                [
                    tournament.name,
                    rules.name,
                    comparison.round,
                    method,
                    candidate.pairing.status,
                    len(candidate.broken),
                    "" if difference is None else difference.level,
                    candidate.games,
                    "" if candidate.common is None else candidate.common,
                    *players,
                    *(values.get(name, "") for name in names),
                ]
            )
    return out.getvalue()


def _whose(candidate: Candidate) -> tuple[tuple[int, ...], ...]:
    return candidate.down, candidate.up, candidate.denied
