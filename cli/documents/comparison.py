"""`compare --json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from pairproof.cli.comparing import Total, total_of
from pairproof.cli.documents.document import Broken, Document, NamedValue, Pair, Run, given
from pairproof.model.figures import Figures
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Tournament
from pairproof.solver.explain import compare
from pairproof.solver.explain.asking import whose
from pairproof.solver.result import Pairing
from pairproof.solver.terms import Method


class FirstDifference(Document):
    """The first level that differs from the optimum; `text` says it in words where name and values do not say all."""

    level: str
    value: int
    optimum: int
    text: str | None = None


class ComparedLevel(NamedValue):
    """A level and its value; where it is worse than in the optimal pairing, `whose` says whose boards that is."""

    whose: list[str] | None = None


def whose_boards(pairing: Pairing, level: str, value: int, optimum: int | None) -> dict[str, list[str]]:
    """`whose` of a level that is worse than it could be, whose optimum is null where there is none."""
    return {"whose": whose(pairing, level, Figures())} if optimum is not None and value > optimum else {}


class Candidate(Document):
    """One pairing of a round: [white, black] by board, and how it does against the optimal one."""

    status: str
    stuck_at: str | None = None
    pairs: list[Pair]
    bye: int | None
    levels: list[ComparedLevel]
    first_difference: FirstDifference | None
    in_common: int | None
    down: list[int]
    up: list[int]
    colour_denied: list[int]
    broken: list[Broken]

    @classmethod
    def of(cls, candidate: compare.Candidate, best: compare.Candidate) -> Candidate:
        """A pairing beside the optimal one."""
        pairing, first = candidate.pairing, candidate.difference
        optima = best.values if candidate.measured and not candidate.broken else {}
        return cls(
            status=pairing.status,
            **given(stuck_at=pairing.trace.stuck_at),
            pairs=[[board.white, board.black] for board in pairing.boards],
            bye=pairing.bye,
            levels=[
                ComparedLevel(name=name, value=value, **whose_boards(pairing, name, value, optima.get(name)))
                for name, value in candidate.values.items()
            ],
            first_difference=None
            if first is None
            else FirstDifference(
                level=first.level, value=first.value, optimum=first.optimum, **given(text=first.told or None)
            ),
            in_common=candidate.common,
            down=list(candidate.down),
            up=list(candidate.up),
            colour_denied=list(candidate.denied),
            broken=[Broken.of(broken) for broken in candidate.broken],
        )


class ComparedRound(Document):
    """A round by every method; `manual` is null where the system of the rules has no manual method, `played` where the
    file has no pairing for the round.
    """

    round: int
    optimal: Candidate
    manual: Candidate | None
    played: Candidate | None

    @classmethod
    def of(cls, comparison: compare.Comparison) -> ComparedRound:
        """A round."""
        candidates = comparison.candidates
        best, manual, played = candidates[Method.OPTIMAL], candidates.get(Method.MANUAL), candidates.get(Method.PLAYED)
        return cls(
            round=comparison.round,
            optimal=Candidate.of(best, best),
            manual=None if manual is None else Candidate.of(manual, best),
            played=None if played is None else Candidate.of(played, best),
        )


class Totals(Document):
    """By method."""

    manual: Total
    played: Total


class Comparison(Document):
    """`compare --json`."""

    schema_: Literal["pairproof.comparison/1"] = Field(alias="schema")
    tournament: str
    rules: str
    rounds: list[ComparedRound]
    total: Totals
    run: Run

    @classmethod
    def of(
        cls, tournament: Tournament, rules: RuleSet, found: Iterable[compare.Comparison], seconds: float
    ) -> Comparison:
        """The rounds compared, and what becomes of each method over all of them."""
        found = list(found)
        return cls(
            schema="pairproof.comparison/1",
            tournament=tournament.name,
            rules=rules.name,
            rounds=[ComparedRound.of(comparison) for comparison in found],
            total=Totals(manual=total_of(found, Method.MANUAL), played=total_of(found, Method.PLAYED)),
            run=Run.of(tournament.sha256, seconds),
        )
