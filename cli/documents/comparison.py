"""`compare --json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from pairproof.cli.comparing import Total, total_of
from pairproof.cli.documents.document import Broken, Document, NamedValue, Pair, Run, given
from pairproof.model.rules import RuleSet
from pairproof.model.tournament import Tournament
from pairproof.solver.explain import compare
from pairproof.solver.terms import Method


class FirstDifference(Document):
    """The first level that differs from the optimum; `text` says it in words where name and values do not say all."""

    level: str
    value: int
    optimum: int
    text: str | None = None


class Candidate(Document):
    """One pairing of a round: [white, black] by board, and how it does against the optimal one."""

    status: str
    stuck_at: str | None = None
    pairs: list[Pair]
    bye: int | None
    levels: list[NamedValue]
    first_difference: FirstDifference | None
    in_common: int | None
    down: list[int]
    up: list[int]
    colour_denied: list[int]
    broken: list[Broken]

    @classmethod
    def of(cls, candidate: compare.Candidate) -> Candidate:
        """A pairing beside the optimal one."""
        pairing, first = candidate.pairing, candidate.difference
        return cls(
            status=pairing.status,
            **given(stuck_at=pairing.trace.stuck_at),
            pairs=[[board.white, board.black] for board in pairing.boards],
            bye=pairing.bye,
            levels=[NamedValue(name=name, value=value) for name, value in candidate.values.items()],
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
        manual, played = candidates.get(Method.MANUAL), candidates.get(Method.PLAYED)
        return cls(
            round=comparison.round,
            optimal=Candidate.of(candidates[Method.OPTIMAL]),
            manual=None if manual is None else Candidate.of(manual),
            played=None if played is None else Candidate.of(played),
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
