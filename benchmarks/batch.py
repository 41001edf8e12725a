"""How long does a batch take, and does its memory grow?

    python benchmarks/batch.py [--tournaments 24] [--cluster] [--memory]

Plays tournaments of 32 players × 7 rounds and of 100 × 9 by both methods, as `pairproof batch` does, in this process,
and prints processor seconds for each tournament and for as many as the goal speaks of (1,000 and 100 on two processors
in ten minutes).  Processor time: a machine busy with something else does not change it much.  `--memory` prints the
peak memory of the whole command after few and after many small tournaments; `--cluster` compares chunks of 100-player
tournaments here with the same chunks through a Dask scheduler and one worker of its own.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pairproof.cli.batch.measure import measure_chunk
from pairproof.cli.batch.plan import Plan
from pairproof.model.formats.format import PLAIN
from pairproof.model.study.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
SEED = 2026


def plan(players: int, rounds: int, tournaments: int) -> Plan:
    return Plan((), None, PLAIN, (Settings(players, rounds),), tournaments, SEED, (None,), ("optimal", "manual"))


def throughput(players: int, rounds: int, tournaments: int, goal: int) -> None:
    """Processor seconds for one tournament by both methods, each measured on both's positions."""
    work = plan(players, rounds, tournaments + 1)
    measure_chunk((work.task(0),))
    started = time.process_time()
    measure_chunk(tuple(work.task(number) for number in range(1, tournaments + 1)))
    each = (time.process_time() - started) / tournaments
    minutes = each * goal / 2 / 60
    print(f"{players:>4} × {rounds}: {each:.3f} s for a tournament; {goal:>5} on two processors: {minutes:.1f} min")


def memory(tournaments: int) -> None:
    """Peak memory of the command, its own and not its helpers'."""
    with tempfile.TemporaryDirectory() as folder:
        words = [
            "batch",
            "--simulate",
            str(tournaments),
            "--players",
            "4",
            "--rounds",
            "3",
            "--seed",
            "1",
            "--jobs",
            "1",
        ]
        code = (
            "import resource, sys; from pairproof.cli.app import app; sys.argv[1:] = "
            f"{[*words, '-o', folder]!r}; app(standalone_mode=False); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    print(f"{tournaments:>6} tournaments of 4 × 3: {done.stderr.split()[-1]} MiB")


def through_a_cluster(tournaments: int) -> None:
    """Wall seconds of chunks here and through a scheduler with one worker."""
    from distributed import Client, LocalCluster

    from pairproof.cli.parallel import completed, workers

    work = plan(100, 9, tournaments)
    chunks = [(number, (work.task(number),)) for number in range(tournaments)]
    measure_chunk(chunks[0][1])
    started = time.perf_counter()
    list(completed(None, measure_chunk, chunks))
    here = time.perf_counter() - started
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as local:
        with Client(local) as client:
            client.submit(measure_chunk, chunks[0][1], pure=False).result()  # imports
        with workers(1, local.scheduler_address) as helpers:
            started = time.perf_counter()
            list(completed(helpers, measure_chunk, chunks))
            there = time.perf_counter() - started
    share = there / here - 1
    print(f"{tournaments} chunks of one 100 × 9: {here:.1f} s here, {there:.1f} s through a scheduler ({share:+.1%})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=24)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    libraries = ", ".join(f"{name} {version(name)}" for name in ("highspy", "numpy", "rustworkx"))
    machine = f"{platform.platform()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    print(f"{machine}, {libraries}; seed {SEED}")
    throughput(32, 7, options.tournaments, 1000)
    throughput(100, 9, max(2, options.tournaments // 6), 100)
    if options.memory:
        for tournaments in (100, 3000):
            memory(tournaments)
    if options.cluster:
        through_a_cluster(max(2, options.tournaments // 4))


if __name__ == "__main__":
    main()
