"""Real events held against the FIDE (Dutch) System of 2026: how each round agrees (docs/dutch.md).

    python benchmarks/fide_dutch_events.py FILE.trf …

Prints a row for each event, the sums, and which criteria are the first that differ.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from pairproof import Request, load_tournament
from pairproof.model.errors import InvalidInput
from pairproof.solver.explain.compare import check

KINDS = ("equal", "colours", "later", "worse", "illegal", "none")


def kind_of(checked: object) -> tuple[str, str]:
    """How a round stands to the pairing of the rules, and the criterion or decision that tells them apart."""
    played = checked.played  # type: ignore[attr-defined]
    if played is None:
        return "empty", ""
    if played.broken:
        return "illegal", " ".join(sorted({broken.rule for broken in played.broken}))
    if checked.optimal.pairing.empty:  # type: ignore[attr-defined]
        return "none", ""
    difference = played.difference
    if difference is None:
        return "equal", ""
    if difference.level == "colours":
        return "colours", ""
    # `C5`, or bracket, criterion, and the score it is about: `2.C7.6`.
    first, *rest = difference.level.split(".")
    criterion = rest[0] if rest else first
    return ("worse", criterion) if criterion.startswith("C") else ("later", criterion)


def main(files: list[str]) -> None:
    """Print the table."""
    sums: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    print("| event | players | rounds | " + " | ".join(KINDS) + " |")
    for file in files:
        try:
            event = load_tournament(file)
            found = [kind_of(check(event, Request("fide-dutch", number))) for number in range(1, len(event.rounds) + 1)]
        except InvalidInput as error:
            print(f"| {Path(file).stem} | refused: {str(error).splitlines()[0]} |")
            continue
        kinds = Counter(kind for kind, _ in found)
        sums += kinds
        reasons.update(found)
        counts = " | ".join(str(kinds[kind] or "") for kind in KINDS)
        print(f"| {Path(file).stem} | {len(event.players)} | {len(event.rounds)} | {counts} |", flush=True)
    print("sums", dict(sums))
    print("first differences", sorted(((*key, count) for key, count in reasons.items() if key[1]), key=str))


if __name__ == "__main__":
    main(sys.argv[1:])
