"""A batch in short: counts and means, from its tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pairproof.cli.batch.tables import rows


@dataclass(frozen=True, slots=True)
class MethodSummary:
    """How a method paired the rounds of the tournaments that were `paired_by` one; `equal_boards` is a share of the
    optimum's boards, None where there is no optimum."""

    rules: str
    paired_by: str
    method: str
    rounds: int
    stuck: int
    equal_boards: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well the rankings of the tournaments that were `paired_by` a method agree with true strength: Kendall's
    tau-b, the mean, of the score, and of score and SOS; None where there is none."""

    rules: str
    paired_by: str
    tournaments: int
    ended_early: int
    kendall_score: float | None
    kendall_sos: float | None


@dataclass(frozen=True, slots=True)
class Summary:
    """How many tournaments there are, how many rounds were measured, how many tournaments failed; and by rule set."""

    tournaments: int
    rounds: int
    failed: int
    methods: tuple[MethodSummary, ...]
    agreement: tuple[Agreement, ...]


def summary(folder: Path) -> Summary:
    """The tables in a folder in short."""
    methods, positions = _methods(folder)
    agreement, count, failed = _agreement(folder)
    return Summary(count, positions, failed, methods, agreement)


def _methods(folder: Path) -> tuple[tuple[MethodSummary, ...], int]:
    """Counts by rule set and method, and of the rounds."""
    methods: dict[tuple[str, str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    positions = 0
    last: tuple[str, ...] | None = None
    for row in rows([folder], "rounds"):
        mine = methods[row["rules"], row["paired_by"], row["method"]]
        mine["rounds"] += 1
        mine["stuck"] += row["status"] == "stuck"
        mine["seconds"] += float(row["seconds"] or 0)
        if row["equal_boards"]:
            present = int(row["present"])
            mine["equal"] += int(row["equal_boards"])
            mine["of"] += present // 2 + present % 2
        here = (row["tournament"], row["rules"], row["paired_by"], row["round"])
        positions += here != last
        last = here
    return tuple(_of_method(*key, mine) for key, mine in methods.items()), positions


def _of_method(rules: str, paired_by: str, method: str, mine: Mapping[str, float]) -> MethodSummary:
    equal = round(mine["equal"] / mine["of"], 6) if mine["of"] else None
    return MethodSummary(
        rules, paired_by, method, int(mine["rounds"]), int(mine["stuck"]), equal, round(mine["seconds"], 3)
    )


def _agreement(folder: Path) -> tuple[tuple[Agreement, ...], int, int]:
    """Means by rule set and method, and how many tournaments there are and how many failed."""
    agreement: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    count = failed = 0
    before = None
    for row in rows([folder], "tournaments"):
        if row["tournament"] != before:
            count += 1
            before = row["tournament"]
        if row["status"] == "failed":
            failed += 1
            continue
        mine = agreement[row["rules"], row["paired_by"]]
        mine["tournaments"] += 1
        mine["ended_early"] += row["status"] == "ended early"
        for name in ("kendall_score", "kendall_sos"):
            if row[name]:
                mine[name] += float(row[name])
                mine[f"{name} known"] += 1
    return tuple(_of_ranking(*key, mine) for key, mine in agreement.items()), count, failed


def _of_ranking(rules: str, paired_by: str, mine: Mapping[str, float]) -> Agreement:
    score, sos = (
        round(mine[name] / mine[f"{name} known"], 6) if mine[f"{name} known"] else None
        for name in ("kendall_score", "kendall_sos")
    )
    return Agreement(rules, paired_by, int(mine["tournaments"]), int(mine["ended_early"]), score, sos)
