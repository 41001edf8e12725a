"""Damaged tournament files by the thousand: no traceback, no hang, no pairing from a file that contradicts itself.

    python benchmarks/fuzz.py [--files 20000] [--seed 1] [--jobs 2] [--keep FOLDER]

Each file is one of tests/data (or the same as TOML) with one to three kinds of damage; `tests/inputs/fuzzing.py` says
which, and what is checked.  The same seed makes the same files.  Prints what came of them, the slowest, and every
problem; `--keep` writes the files with problems into a folder.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.inputs.fuzzing import Outcome, corpus, examine, mutated  # noqa: E402

CHUNK = 100


def chunk(seed: int, first: int, count: int) -> list[tuple[int, str, bytes, Outcome]]:
    """Number, format, bytes and outcome of some files; the bytes only where there is a problem."""
    seeds = corpus()
    done = []
    for number in range(first, first + count):
        rng = random.Random(f"{seed}-{number}")
        one = rng.choice(seeds)
        data = mutated(one, rng, seeds)
        outcome = examine(one.format, data, rng)
        done.append((number, one.format, data if outcome.problems else b"", outcome))
    return done


def main() -> int:
    """Run the files and print what came of them; 1 if there was any problem."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, seed {given.seed}, {given.files} files")
    start = time.monotonic()
    starts = range(0, given.files, CHUNK)
    counts: Counter[tuple[str, str]] = Counter()
    slowest = 0.0
    bad = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        sizes = [min(CHUNK, given.files - first) for first in starts]
        for done in pool.map(chunk, [given.seed] * len(sizes), starts, sizes):
            for number, format, data, outcome in done:
                counts[format, outcome.kind] += 1
                slowest = max(slowest, outcome.seconds)
                for problem in outcome.problems:
                    print(f"file {number} ({format}, {outcome.kind}): {problem}")
                if outcome.problems:
                    bad += 1
                    if given.keep is not None:
                        given.keep.mkdir(parents=True, exist_ok=True)
                        (given.keep / f"{given.seed}-{number}.{format}").write_bytes(data)
    for (format, kind), count in sorted(counts.items()):
        print(f"{format:<10} {kind:<9} {count:>6}")
    print(f"slowest {slowest:.2f} s; {time.monotonic() - start:.0f} s in all; {bad} files with problems")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
