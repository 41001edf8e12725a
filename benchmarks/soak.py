"""Does every round end, and none take much longer than its like?  Late rounds of simulated opens under every rule set.

    python benchmarks/soak.py [--players 20 40 80 150 300 500 750 1000] [--opens 11] [--seed 1] [--limit 60] [--verify]

Each open has 13 rounds with absences, half-point byes and byes; its rounds 6 to 13 are paired anew under each rule set:
88 rounds of each size and rule set.  Prints for each size the median and the slowest round in processor seconds of
`pair()`, and every round that took more than 10 times the median or did not end, with what makes it again.  Exit code 1
if there is any, or, with `--verify`, a certificate that does not hold.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pairproof.model import PRESETS, Tournament
from pairproof.solver import pair
from pairproof.solver.proof.verify import verify
from pairproof.solver.request import Request
from pairproof.solver.stopping import Stop
from tests.inputs.random_tournaments import simulated_open

ROUNDS = range(6, 14)
ABSENCES = (0.0, 0.01, 0.05, 0.15)
MOST_TIMES = 10


@dataclass(frozen=True)
class Trial:
    """One round paired: `seed` makes its open again."""

    players: int
    seed: int
    round: int
    rules: str
    seconds: float
    status: str
    valid: bool

    def __str__(self) -> str:
        return (
            f"{self.players} players, seed {self.seed}, round {self.round}, {self.rules}: {self.status} after "
            f"{self.seconds:.2f} s" + ("" if self.valid else ", CERTIFICATE NOT VALID")
        )


def open_of(players: int, seed: int) -> Tournament:
    """A simulated open: 12 rounds played, the last one to come."""
    last = ROUNDS[-1]
    return simulated_open(
        players,
        last - 1,
        seed,
        rounds_planned=last + seed % 2,
        clubs=seed % 3 * 10,
        absences=ABSENCES[seed % len(ABSENCES)],
    )


def trials(players: int, seed: int, limit: float, check: bool) -> Iterator[Trial]:
    """All rounds of one open, under every rule set."""
    tournament = open_of(players, seed)
    for number in ROUNDS:
        for name, rules in sorted(PRESETS.items()):
            started = time.process_time()
            pairing = pair(tournament, Request(rules, number, stop=Stop(limit)))
            seconds = time.process_time() - started
            valid = True
            if check and pairing.certificate is not None:
                valid = verify(pairing.certificate, tournament, rules).valid
            yield Trial(players, seed, number, name, seconds, pairing.status, valid)


def wrong(found: list[Trial]) -> list[Trial]:
    """Those of one size that are too slow, did not end, or prove nothing."""
    most = MOST_TIMES * statistics.median(trial.seconds for trial in found)
    ended = ("optimal", "infeasible")
    return [trial for trial in found if trial.seconds > most or trial.status not in ended or not trial.valid]


def main() -> int:
    """Print one line for each size, and what is wrong; 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[20, 40, 80, 150, 300, 500, 750, 1000])
    parser.add_argument("--opens", type=int, default=11, help="how many of each size")
    parser.add_argument("--seed", type=int, default=1, help="of the first open")
    parser.add_argument("--limit", type=float, default=60, help="seconds for one round")
    parser.add_argument("--verify", action="store_true")
    arguments = parser.parse_args()
    faults = 0
    for players in arguments.players:
        found: list[Trial] = []
        for seed in range(arguments.seed, arguments.seed + arguments.opens):
            found += trials(players, seed, arguments.limit, arguments.verify)
        middle, slowest = statistics.median(trial.seconds for trial in found), max(found, key=lambda one: one.seconds)
        statuses = ", ".join(f"{count} {status}" for status, count in sorted(Counter(t.status for t in found).items()))
        print(
            f"{players:5d} players: {len(found)} rounds ({statuses}), median {middle:.3f} s, slowest "
            f"{slowest.seconds:.3f} s = {slowest.seconds / middle:.1f} times: {slowest}",
            flush=True,
        )
        for trial in wrong(found):
            faults += 1
            print(f"      {trial}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
