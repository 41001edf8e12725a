"""How long is a round, everything included: all levels, natural order, certificate?

    python benchmarks/pair.py [--players 100 500 1000 5000] [--runs 5] [--rules combined] [--peer]

Round 6 of a simulated open.  Prints machine, versions, seed, the medians of processor and wall seconds of `pair()`
after import, and the peak memory of the process so far.  `--peer` pairs the same fields with py4swiss (another rule
set and no proof, but what a Python user would pick; install it beside pairproof), `--process` times the whole command
as well.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pairproof.model import PRESETS, Tournament
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.solver import Request, pair
from tests.inputs.random_tournaments import simulated_open

ROUNDS_PLAYED = 5


def timed(work: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median processor and wall seconds of several runs after one that does not count."""
    work()
    processor, wall = [], []
    for _ in range(runs):
        started = time.process_time(), time.perf_counter()
        work()
        processor.append(time.process_time() - started[0])
        wall.append(time.perf_counter() - started[1])
    return statistics.median(processor), statistics.median(wall)


def whole_process(tournament: Tournament, runs: int) -> dict[str, float]:
    """Median wall seconds of `pairproof pair` and `pairproof verify` as whole processes."""
    with tempfile.TemporaryDirectory() as folder:
        file, proof = Path(folder) / "open.trf", Path(folder) / "proof.json"
        file.write_text(dump_trf(tournament, "trfx"), encoding="utf-8")
        command = [sys.executable, "-m", "pairproof"]
        root = Path(__file__).resolve().parents[1]

        def run(*words: str) -> None:
            subprocess.run([*command, *words], check=True, stdout=subprocess.DEVNULL, cwd=root)

        return {
            "pair": timed(lambda: run("pair", str(file), "--certificate", str(proof)), runs)[1],
            "verify": timed(lambda: run("verify", str(proof), str(file)), runs)[1],
            "help": timed(lambda: run("--help"), runs)[1],
        }


def with_py4swiss(tournament: Tournament, runs: int) -> tuple[float, float]:
    """The same field paired by py4swiss's Dutch engine, parsing left out."""
    from py4swiss.engines import DutchEngine  # type: ignore[import-not-found,unused-ignore]
    from py4swiss.trf import TrfParser  # type: ignore[import-not-found,unused-ignore]

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "open.trf"
        file.write_text(dump_trf(tournament, "trfx"), encoding="utf-8")
        return timed(lambda: DutchEngine.generate_pairings(TrfParser.parse(file)), runs)


def main() -> None:
    """Print one line for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[100, 500, 1000])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="combined", choices=sorted(PRESETS))
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--process", action="store_true")
    arguments = parser.parse_args()
    libraries = ", ".join(f"{name} {version(name)}" for name in ("pairproof", "numpy", "highspy", "rustworkx"))
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; {libraries}")
    print(f"rules {arguments.rules}, seed {arguments.seed}, medians of {arguments.runs} runs")
    for players in arguments.players:
        # Everybody plays: the peer counts requested byes in another way.
        tournament = simulated_open(players, ROUNDS_PLAYED, seed=arguments.seed, absences=0)
        processor, wall = timed(partial(pair, tournament, Request(rules=PRESETS[arguments.rules])), arguments.runs)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        line = f"{players:6d} players: pair() {processor:.3f} s processor, {wall:.3f} s wall, peak {peak:.0f} MiB"
        if arguments.process:
            seconds = whole_process(tournament, arguments.runs)
            line += "; whole process: " + ", ".join(f"{name} {value:.2f} s" for name, value in seconds.items())
        if arguments.peer:
            peer, _ = with_py4swiss(tournament, max(1, arguments.runs // 2))
            line += f"; py4swiss {peer:.2f} s processor, {peer / processor:.0f} times as long"
        print(line, flush=True)


if __name__ == "__main__":
    main()
