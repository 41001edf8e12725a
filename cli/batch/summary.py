"""A batch in short: counts and means, from its tables."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from pairproof.cli.batch.tables import rows


def summary(folder: Path) -> dict[str, Any]:
    """Counts by rule set and method; equal boards are a share of the optimum's boards, agreement is a mean."""
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
    return {
        "tournaments": count,
        "rounds": positions,
        "failed": failed,
        "methods": [
            {
                "rules": rules,
                "paired_by": paired_by,
                "method": method,
                "rounds": int(mine["rounds"]),
                "stuck": int(mine["stuck"]),
                "equal_boards": round(mine["equal"] / mine["of"], 6) if mine["of"] else None,
                "seconds": round(mine["seconds"], 3),
            }
            for (rules, paired_by, method), mine in methods.items()
        ],
        "agreement": [
            {
                "rules": rules,
                "paired_by": paired_by,
                "tournaments": int(mine["tournaments"]),
                "ended_early": int(mine["ended_early"]),
                **{
                    name: round(mine[name] / mine[f"{name} known"], 6) if mine[f"{name} known"] else None
                    for name in ("kendall_score", "kendall_sos")
                },
            }
            for (rules, paired_by), mine in agreement.items()
        ],
    }
