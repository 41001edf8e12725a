"""What do the odd sets do for CP-SAT, and how long do look-ahead and alternatives take?

    python benchmarks/cp_sat.py [--players 50 100 200] [--seeds 3] [--rules combined] [--cap 60] [--only cuts lookahead]

Round 6 of a simulated open with eight clubs: every level and the natural order, each proved by CP-SAT's own bound, with
the certified engine's odd sets as rows and without; the optimal pairing is the hint both times, one worker.  Then
look-ahead (10 players, K = 3; 8 players, all of 7 rounds) and a thousand alternatives at 50 players.  Prints machine,
versions and seeds, and medians of processor and wall seconds after import and without the certified engine's part.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


from pairproof.model import PRESETS, Tournament
from pairproof.model.tournament import Game, Player, Result, Round
from pairproof.solver.certified import engine as certified
from pairproof.solver.cpsat import CpResult, alternatives, cross_check, pair_with_lookahead, solve
from pairproof.solver.problem import PairingProblem
from pairproof.solver.request import Request
from pairproof.solver.systems.optimum.pairing import problem_of
from tests.inputs.random_tournaments import simulated_open

ROUNDS_PLAYED = 5
T = TypeVar("T")


class Times:
    """Processor and wall seconds of runs of one kind."""

    def __init__(self) -> None:
        self.processor: list[float] = []
        self.wall: list[float] = []

    def of(self, work: Callable[[], T]) -> T:
        """Run and measure."""
        started = time.process_time(), time.perf_counter()
        result = work()
        self.processor.append(time.process_time() - started[0])
        self.wall.append(time.perf_counter() - started[1])
        return result

    def __str__(self) -> str:
        return f"{statistics.median(self.processor):8.2f} s CPU {statistics.median(self.wall):8.2f} s wall"


def proved(results: Sequence[CpResult]) -> str:
    """How far the runs came; what the first of those that did not finish knows of the level it was at."""
    done = sum(result.status == "optimal" for result in results)
    words = f"{done} of {len(results)} proved"
    for result in results:
        open_levels = [level for level in result.levels if not level.proved]
        if open_levels:
            level, count = open_levels[0], len(result.levels)
            words += f"; {count - len(open_levels)} of {count} levels, then {level.name} {level.bound}..{level.value}"
            break
    return words


def levels_and_order(players: int, rules: str, seeds: range, cap: float) -> None:
    """With the odd sets and without."""
    for cuts, name in ((True, "odd sets"), (False, "plain")):
        times, results = Times(), []
        for seed in seeds:
            problem = problem_of(simulated_open(players, ROUNDS_PLAYED, seed, clubs=8), Request(PRESETS[rules]))
            best = certified.solve(problem)
            assert isinstance(best, certified.Certified)

            def run(
                problem: PairingProblem = problem,
                best: certified.Certified = best,
                cuts: bool = cuts,
            ) -> CpResult:
                limit = None if cuts else cap
                return solve(problem, cuts=cuts, certified=best, hint=best.partner, time_limit=limit)

            results.append(times.of(run))
            cross_check(problem, best, results[-1])
        print(f"{players:5d} players  {name:10s}{times}   {proved(results)}", flush=True)


def ten_players(seeds: range) -> None:
    """Look-ahead over three rounds, after four and five of nine."""
    times, statuses = Times(), []
    for seed in seeds:
        for played in (4, 5):
            tournament = simulated_open(10, played, seed, rounds_planned=9, absences=0)
            problem = problem_of(tournament, Request(PRESETS["combined"]))
            best = certified.solve(problem)

            def run(problem: PairingProblem = problem, best: object = best) -> str:
                return pair_with_lookahead(problem, best, 3).result.status  # type: ignore[arg-type]

            statuses.append(times.of(run))
    print(f"look-ahead, 10 players, K = 3: {times}, longest {max(times.wall):.2f} s   {len(statuses)} rounds")


def whole_event(seeds: range) -> None:
    """Eight players, seven rounds, always looking to the end."""
    times = Times()
    for seed in seeds:
        times.of(lambda seed=seed: event(seed))  # type: ignore[misc]
    print(f"look-ahead, 8 players, a whole event of 7 rounds: {times}, longest {max(times.wall):.2f} s")


def event(seed: int) -> None:
    """Play one."""
    rng = random.Random(seed)
    players = tuple(Player(number, f"Player {number}", 2000 - 10 * number) for number in range(1, 9))
    tournament = Tournament("event", players, rounds_planned=7)
    for number in range(1, 8):
        problem = problem_of(tournament, Request(PRESETS["modified-swiss"]))
        found = pair_with_lookahead(problem, certified.solve(problem), 7 - number)
        assert found.result.partner is not None
        ids = problem.position.ids
        games = tuple(
            Game(ids[u], ids[v], rng.choice([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]))
            for u, v in enumerate(found.result.partner)
            if u < v
        )
        tournament = replace(tournament, rounds=(*tournament.rounds, Round(games)))


def thousand(seeds: range) -> None:
    """Alternatives at 50 players, from the first round to the last."""
    times = Times()
    for seed in seeds:
        for played in (0, 3, 5, 8):
            problem = problem_of(simulated_open(50, played, seed), Request(PRESETS["combined"]))
            best = certified.solve(problem)
            times.of(lambda problem=problem, best=best: alternatives(problem, best, 1000))  # type: ignore[misc]
    print(f"1000 alternatives, 50 players: {times}, longest {max(times.wall):.2f} s")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[50, 100, 200])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--rules", default="combined")
    parser.add_argument("--cap", type=float, default=60, help="seconds for a run without odd sets")
    parser.add_argument("--only", nargs="+", choices=["cuts", "lookahead", "alternatives"])
    options = parser.parse_args()
    seeds = range(1, options.seeds + 1)
    chosen = options.only or ["cuts", "lookahead", "alternatives"]
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, {platform.platform()}")
    print(
        f"Python {platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in ("ortools", "numpy"))
    )
    print(f"seeds {seeds.start} to {seeds.stop - 1}, rules {options.rules}, after {ROUNDS_PLAYED} rounds")
    import ortools.sat.python.cp_model  # noqa: F401  (imported before anything is measured)

    if "cuts" in chosen:
        for players in options.players:
            levels_and_order(players, options.rules, seeds, options.cap)
    if "lookahead" in chosen:
        ten_players(seeds)
        whole_event(seeds)
    if "alternatives" in chosen:
        thousand(seeds)


if __name__ == "__main__":
    main()
