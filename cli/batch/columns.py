"""The tables that `batch` writes, and their columns (docs/simulation.md says what each means)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from pairproof.solver.systems.table import SYSTEMS, system_named
from pairproof.solver.terms import METHODS, Method

TEXT, WHOLE, REAL = "text", "whole", "real"

_WHO = {"tournament": TEXT, "players": WHOLE, "rules": TEXT, "paired_by": TEXT}
_AGREEMENT = {"kendall_score": REAL, "kendall_sos": REAL, "spearman_score": REAL, "spearman_sos": REAL}

TABLES = ("rounds", "rankings", "tournaments")


def columns(table: str) -> Mapping[str, str]:
    """Columns of a table with their type, in order; one for each level that there is."""
    return {"rounds": _rounds, "rankings": _rankings, "tournaments": _tournaments}[table]()


def _rounds() -> Mapping[str, str]:
    return {
        **_WHO,
        "round": WHOLE,
        "method": TEXT,
        "status": TEXT,
        "stuck_at": TEXT,
        "hardest_step": TEXT,
        "present": WHOLE,
        "boards": WHOLE,
        "bye_score": WHOLE,
        "floaters": WHOLE,
        "gap_sum": WHOLE,
        "gap_max": WHOLE,
        **{
            f"level:{name}": TEXT if parts else WHOLE
            for system in SYSTEMS
            for name, parts in system_named(system).level_parts.items()
        },
        "balance_0": WHOLE,
        "balance_1": WHOLE,
        "balance_2": WHOLE,
        "equal_boards": WHOLE,
        "broken_rules": WHOLE,
        "seconds": REAL,
    }


def _rankings() -> Mapping[str, str]:
    return {**_WHO, "round": WHOLE, **_AGREEMENT}


def _tournaments() -> Mapping[str, str]:
    return {
        **_WHO,
        "status": TEXT,
        "rounds": WHOLE,
        "stuck_rounds": WHOLE,
        **_AGREEMENT,
        "message": TEXT,
    }


ALWAYS: Mapping[str, tuple[str, ...]] = {
    "rounds": ("tournament", "players", "rules", "paired_by", "round", "method", "status", "present"),
    "rankings": (*_WHO, "round"),
    "tournaments": ("tournament", "status"),
}
"""Columns that are never empty."""

STEPS = ("C3", "C4", "C5", "C6", "C7", "C8", "C9")

WORDS: Mapping[str, tuple[str, ...]] = {
    "paired_by": (*METHODS, "file"),
    "method": (*METHODS, Method.PLAYED),
    "stuck_at": STEPS,
    "hardest_step": STEPS,
}
"""Columns that hold one of some words, if anything."""

Row = dict[str, object]


def csv_lines(table: str, rows: Iterable[Row]) -> str:
    """Rows as CSV (RFC 4180, LF), without the header; what a row leaves out stays empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = list(columns(table))
    for row in rows:
        unknown = row.keys() - set(names)
        assert not unknown, unknown
        writer.writerow([_cell(row.get(name)) for name in names])
    return out.getvalue()


def header(table: str) -> str:
    """The first line of a table."""
    return ",".join(columns(table)) + "\n"


HEADER_BEGINS = ",".join(_WHO) + ","
"""How the first line of every table begins; also of tables that an earlier version wrote, with other columns after."""


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6f}"
    return str(value)
