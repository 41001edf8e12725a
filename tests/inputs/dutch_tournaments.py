"""Small tournaments with messy histories, for the Dutch system: random pairings, forfeits, byes, late entries, other
points, acceleration, orders, last rounds.
"""

from __future__ import annotations

from random import Random

from pairproof.model.tournament import Game, NextRound, Player, Result, Round, Tournament

_POINTS: tuple[dict[str, int], ...] = (
    {},
    {},
    {},
    {"win": 6, "draw": 2, "loss": 0, "bye": 6, "half_bye": 2, "full_bye": 6, "absent": 0},
    {"win": 4, "draw": 2, "loss": 2, "bye": 4, "half_bye": 2, "full_bye": 4, "absent": 0},
    {"win": 2, "draw": 1, "loss": 0, "bye": 1, "half_bye": 1, "full_bye": 2, "absent": 0},
)


def random_tournament(random: Random, most: int) -> Tournament:
    """A tournament of at most that many players before some round."""
    n = random.randint(2, most)
    ids = sorted(random.sample(range(1, 2 * n + 1), n))
    played = random.randint(0, min(6, n + 1))
    late = {player: random.randint(1, played) for player in ids if played and random.random() < 0.1}
    forfeits, byes = random.choice((0.0, 0.1, 0.3)), random.choice((0.0, 0.1, 0.2))
    met: set[tuple[int, int]] = set()
    rounds = []
    for number in range(1, played + 1):
        there = [player for player in ids if late.get(player, 0) < number]
        asked = [player for player in there if random.random() < byes]
        half = [player for player in asked if random.random() < 0.5]
        full = [player for player in asked if player not in half and random.random() < 0.4]
        rounds.append(_round(random, [p for p in there if p not in asked], met, forfeits, half, full))
    here = [player for player in ids if random.random() > 0.05] or ids
    absent = frozenset(ids) - frozenset(here)
    forbid = frozenset((a, b) for a in ids for b in ids if a < b and random.random() < random.choice((0.0, 0.0, 0.1)))
    accelerated = {}
    if random.random() < 0.25:
        accelerated = {
            number: {player: random.choice((1, 2)) for player in ids if random.random() < 0.4}
            for number in range(1, played + 2)
        }
    return Tournament(
        name="random",
        players=tuple(Player(player) for player in ids),
        rounds=tuple(rounds),
        rounds_planned=played + random.choice((1, 1, 2, 5)),
        next=NextRound(absent=absent, forbid=forbid),
        initial_colour=random.choice(("white", "black")),
        points=random.choice(_POINTS),
        accelerated=accelerated,
    )


def _round(
    random: Random, there: list[int], met: set[tuple[int, int]], forfeits: float, half: list[int], full: list[int]
) -> Round:
    random.shuffle(there)
    bye = (there.pop(),) if len(there) % 2 else ()
    games = []
    for a, b in zip(there[::2], there[1::2], strict=True):
        pair = (min(a, b), max(a, b))
        forfeit = random.random() < forfeits or pair in met
        result = random.choice(
            (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT)
            if forfeit
            else (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
        )
        if not forfeit:
            met.add(pair)
        games.append(Game(a, b, result))
    return Round(tuple(games), bye, tuple(half), tuple(full))
