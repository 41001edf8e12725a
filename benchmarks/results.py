"""The tables of docs/results.md, from folders that `pairproof batch` wrote.

    python benchmarks/results.py FOLDER…

Prints, for each folder and rule set: how often the manual method is stuck, on which level it first loses, the means of
the levels on equal positions, colour balance, and ranking quality with differences from tournament to tournament.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pairproof.cli.batch.tables import rows
from pairproof.model.criteria import LEVELS
from pairproof.model.rules import PRESETS

Row = dict[str, str]


def positions(folder: Path, rules: str) -> Iterator[dict[str, Row]]:
    """The rows of each position, by method."""

    def key(row: Row) -> tuple[str, ...]:
        return row["tournament"], row["rules"], row["paired_by"], row["round"]

    for _, together in groupby(rows([folder], "rounds"), key):
        found = {row["method"]: row for row in together}
        if next(iter(found.values()))["rules"] == rules:
            yield found


def interval(values: list[float]) -> str:
    """Mean ± half of its 95 % interval."""
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return f"{mean:.4f} ± {1.96 * error:.4f}"


def stuck(folder: Path, rules: str) -> None:
    """Share of rounds stuck, by players and round, in tournaments paired by the manual method itself."""
    tally: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    possible = missed = 0
    for found in positions(folder, rules):
        manual, optimal = found["manual"], found["optimal"]
        if manual["status"] == "stuck":
            missed += 1
            possible += optimal["status"] == "optimal"
        if manual["paired_by"] == "manual":
            cell = tally[int(manual["players"])][int(manual["round"])]
            cell[0] += manual["status"] == "stuck"
            cell[1] += 1
    numbers = sorted({number for by_round in tally.values() for number in by_round})
    print("stuck, % of rounds, in tournaments paired by the manual method (number of rounds tried in brackets)\n")
    print("| players | " + " | ".join(f"round {number}" for number in numbers) + " |")
    print("|---|" + "---|" * len(numbers))
    for players, by_round in sorted(tally.items()):
        cells = [
            f"{100 * by_round[number][0] / by_round[number][1]:.1f} ({by_round[number][1]})"
            if number in by_round
            else ""
            for number in numbers
        ]
        print(f"| {players} | " + " | ".join(cells) + " |")
    print(f"\nstuck on {missed} positions in all; a legal pairing exists on {possible} of them\n")


def levels(folder: Path, rules: str) -> None:
    """The first level on which the manual method loses, and means of all levels on the positions both complete."""
    order = list(PRESETS[rules].levels if rules in PRESETS else LEVELS.names)
    first, sums, compared = Counter[str](), defaultdict(lambda: [0, 0]), 0
    for found in positions(folder, rules):
        manual, optimal = found["manual"], found["optimal"]
        if manual["status"] != "complete" or optimal["status"] != "optimal":
            continue
        compared += 1
        differing = [name for name in order if manual[f"level:{name}"] != optimal[f"level:{name}"]]
        if differing and int(manual[f"level:{differing[0]}"]) < int(optimal[f"level:{differing[0]}"]):
            raise SystemExit(f"the manual method beats the optimum: {manual}")
        first[differing[0] if differing else "(equal)"] += 1
        for name in order:
            sums[name][0] += int(optimal[f"level:{name}"])
            sums[name][1] += int(manual[f"level:{name}"])
    print(f"{compared} positions that both methods complete\n")
    print("| level | optimal, mean | manual, mean | manual loses first here, % |\n|---|---|---|---|")
    for name in order:
        best, by_hand = (value / compared for value in sums[name])
        print(f"| {name} | {best:.3f} | {by_hand:.3f} | {100 * first[name] / compared:.1f} |")
    print(f"\nequal on all levels: {100 * first['(equal)'] / compared:.1f} %\n")


def colours(folder: Path, rules: str) -> None:
    """Share of players whose whites and blacks are equal after even rounds."""
    tally: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for found in positions(folder, rules):
        row = found.get(next(iter(found.values()))["paired_by"])
        if row is None or not row["balance_0"]:
            continue
        cell = tally[row["paired_by"]][int(row["round"])]
        cell[0] += int(row["balance_0"])
        cell[1] += int(row["balance_0"]) + int(row["balance_1"]) + int(row["balance_2"])
    if not tally:
        return
    numbers = sorted({number for by_round in tally.values() for number in by_round})
    print("| paired by | " + " | ".join(f"round {number}" for number in numbers) + " |\n|---|" + "---|" * len(numbers))
    for method, by_round in tally.items():
        print(f"| {method} | " + " | ".join(f"{100 * by_round[n][0] / by_round[n][1]:.1f}" for n in numbers) + " |")
    print()


def ranking(folder: Path, rules: str) -> None:
    """Kendall's τ-b at the end, by players and method, and the difference from the optimum in the same tournaments."""
    found: dict[str, dict[str, dict[str, Row]]] = defaultdict(lambda: defaultdict(dict))
    for row in rows([folder], "tournaments"):
        if row["rules"] == rules and row["status"] in ("complete", "ended early"):
            found[row["players"]][row["tournament"]][row["paired_by"]] = row
    print("| players | paired by | τ-b, score | minus optimal | τ-b, score and SOS | minus optimal |")
    print("|---|---|---|---|---|---|")
    for players, tournaments in found.items():
        methods = list(next(iter(tournaments.values())))
        # Only tournaments that every method played to the end can be compared.
        whole = [one for one in tournaments.values() if all(row["status"] == "complete" for row in one.values())]
        for method in methods:
            cells = []
            for column in ("kendall_score", "kendall_sos"):
                cells.append(interval([float(one[method][column]) for one in whole]))
                differences = [float(one[method][column]) - float(one["optimal"][column]) for one in whole]
                cells.append("" if method == "optimal" else interval(differences))
            print(f"| {players} ({len(whole)}) | {method} | " + " | ".join(cells) + " |")
    print()


def main() -> None:
    for name in sys.argv[1:]:
        folder = Path(name)
        for rules in dict.fromkeys(row["rules"] for row in rows([folder], "tournaments")):
            print(f"\n## {folder.name}, {rules}\n")
            for table in (stuck, levels, colours, ranking):
                table(folder, rules)


if __name__ == "__main__":
    main()
