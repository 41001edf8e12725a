"""What a simulated tournament is like: players and rounds, strength, who is away (docs/simulation.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say, say_n
from pairproof.model.study.luck import Luck

LOWEST_RATING, HIGHEST_RATING = 100, 3500
"""Drawn ratings are kept within these."""

MOST_PLAYERS = 1_000_000
MOST_ROUNDS = 999
MOST_GAME_POINTS = 1_000_000_000
"""These as in a native file: what was simulated can be read again."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """How ratings are drawn.

    `kind` "normal" (`values`: mean, standard deviation), "uniform" (lowest, highest) or "list" (the ratings).
    """

    kind: str = "normal"
    values: tuple[int, ...] = (1800, 300)

    def faults(self) -> list[str]:
        """What is wrong, in sentences."""
        if self.kind == "list":
            bad = [value for value in self.values if not 0 <= value <= 9999]
            return [say("The rating {rating} is not between 0 and 9999.", rating=bad[0])] if bad else []
        first, second = self.values
        drawn = {"first": first, "second": second, "lowest": LOWEST_RATING, "highest": HIGHEST_RATING}
        if self.kind == "uniform":
            if not LOWEST_RATING <= first <= second <= HIGHEST_RATING:
                return [
                    say(
                        "Uniform ratings from {first} to {second} cannot be drawn: both must lie between {lowest} and "
                        "{highest}, the lower first.",
                        **drawn,
                    )
                ]
        elif not LOWEST_RATING <= first <= HIGHEST_RATING or not 0 <= second <= 10_000:
            return [
                say(
                    "Normal ratings with mean {first} and deviation {second} cannot be drawn: the mean must lie "
                    "between {lowest} and {highest}, and the deviation cannot be negative or above 10000.",
                    **drawn,
                )
            ]
        return []

    def drawn(self, luck: Luck, players: int) -> list[int]:
        """Ratings of a field, the highest first."""
        if self.kind == "list":
            return sorted(self.values, reverse=True)
        first, second = self.values
        if self.kind == "uniform":
            values = [first + luck.below(second - first + 1, "rating", place) for place in range(players)]
        else:
            values = [round(first + second * luck.normal("rating", place)) for place in range(players)]
        return sorted((min(HIGHEST_RATING, max(LOWEST_RATING, value)) for value in values), reverse=True)

    def __str__(self) -> str:
        if self.kind == "list":
            return f"a list of {len(self.values)}"
        return f"{self.kind} {self.values[0]} {self.values[1]}"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a simulated tournament is like.  `faults()` says what is wrong with it; `checked()` raises that.

    `noise` is the standard deviation of true strength around the rating, `advantage` white's, both in Elo points;
    `draws` the share of draws between equals; `absences`, `half_byes`, `full_byes` chances of a player in a round;
    `forfeits` the chance that a paired player does not come; `withdrawals` the chance to leave after a round;
    `late_entries` the chance to enter after round 1; `groups` a number of groups, 0 for none; `gam` the game points
    shared out in each game, 0 for none.
    """

    players: int = 32
    rounds: int = 7
    ratings: Ratings = Ratings()
    noise: float = 50.0
    draws: float = 0.27
    advantage: float = 33.0
    absences: float = 0.0
    half_byes: float = 0.0
    full_byes: float = 0.0
    forfeits: float = 0.0
    withdrawals: float = 0.0
    late_entries: float = 0.0
    groups: int = 0
    restricted_until: int | None = None
    gam: int = 0

    def faults(self, *, rematches: bool = False) -> list[str]:
        """Everything that makes it impossible, in sentences; with `rematches` players may meet again."""
        return [
            *self._field_faults(rematches),
            *self.ratings.faults(),
            *self._rate_faults(),
            *self._other_faults(),
        ]

    def _field_faults(self, rematches: bool) -> Iterator[str]:
        if self.players < 2:
            yield say("A tournament needs at least two players, not {number}.", number=self.players)
        if self.players > MOST_PLAYERS:
            yield say(
                "A tournament has at most {most} players, not {number}.",
                most=f"{MOST_PLAYERS:,}",
                number=f"{self.players:,}",
            )
        if self.rounds < 1:
            yield say("A tournament has at least one round, not {number}.", number=self.rounds)
        # An even number of players have one opponent fewer each; of an odd number each sits out once.
        most = self.players - 1 + self.players % 2
        if self.rounds > MOST_ROUNDS:
            yield say(
                "A tournament has at most {most} rounds, not {number}.", most=MOST_ROUNDS, number=f"{self.rounds:,}"
            )
        elif not rematches and self.players >= 2 and most < self.rounds:
            yield say(
                "{players} players cannot play {rounds} rounds without meeting again: {most} at most.",
                players=self.players,
                rounds=self.rounds,
                most=most,
            )
        if self.ratings.kind == "list" and len(self.ratings.values) != self.players:
            ratings = say_n("{count} rating", "{count} ratings", len(self.ratings.values))
            players = say_n("{count} player", "{count} players", self.players)
            yield say(
                "The list of ratings does not fit: {ratings} for {players}.",
                ratings=ratings,
                players=players,
            )

    def _rate_faults(self) -> Iterator[str]:
        for name in ("draws", "absences", "half_byes", "full_byes", "forfeits", "withdrawals", "late_entries"):
            rate = getattr(self, name)
            if not 0 <= rate <= 1:  # also false for a NaN
                yield say(
                    "The rate of {name} must be between 0 and 1, not {rate}.", name=name.replace("_", "-"), rate=rate
                )
        if self.absences + self.half_byes + self.full_byes > 1:
            yield say("Absences and requested byes together cannot exceed 1.")

    def _other_faults(self) -> Iterator[str]:
        if not 0 <= self.noise <= 10_000:
            yield say("The strength noise must be between 0 and 10000 Elo points, not {number}.", number=self.noise)
        if not -10_000 <= self.advantage <= 10_000:
            yield say(
                "The colour advantage must be between -10000 and 10000 Elo points, not {number}.",
                number=self.advantage,
            )
        if self.groups < 0 or self.gam < 0:
            yield say("Numbers of groups and of game points cannot be negative.")
        if self.groups > MOST_PLAYERS:
            yield say(
                "There are at most {most} groups, as many as players, not {number}.",
                most=f"{MOST_PLAYERS:,}",
                number=f"{self.groups:,}",
            )
        if self.gam > MOST_GAME_POINTS:
            yield say(
                "A game has at most {most} game points, not {number}.",
                most=f"{MOST_GAME_POINTS:,}",
                number=f"{self.gam:,}",
            )
        until = self.restricted_until
        if until is not None and not 1 <= until < self.rounds:
            yield say(
                "The restriction of groups until round {until} must end before the last round ({last}), and not before "
                "the first (P B4).",
                until=until,
                last=self.rounds,
            )

    def checked(self, *, rematches: bool = False) -> Settings:
        """Itself.

        Raises
        ------
        UsageProblem
            With every sentence of `faults`.
        """
        faults = self.faults(rematches=rematches)
        if faults:
            raise UsageProblem("\n".join(faults))
        return self
