"""Random tournaments: who enters, how strong they are, who is away, and what the games give (docs/simulation.md).

Knows no solver: how a round is paired is a function given to `play`.  Every random number is a function of the seed,
the tournament's number and what it is for, so it does not depend on who else was asked before, on the pairing method or
on the machine: in the same round the same two players have the same luck whatever method paired them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pairproof.model.errors import UsageProblem
from pairproof.model.rules import DUTCH, RuleSet
from pairproof.model.tournament import Game, NextRound, Player, Result, Round, Tournament

LOWEST_RATING, HIGHEST_RATING = 100, 3500
"""Drawn ratings are kept within these."""

MOST_PLAYERS = 1_000_000
MOST_ROUNDS = 999
MOST_GAME_POINTS = 1_000_000_000
"""These as in a native file: what was simulated can be read again."""

_BITS = 52


class Luck:
    """Random numbers by name: the same key gives the same number, different keys independent ones."""

    def __init__(self, seed: int, tournament: int) -> None:
        self.seed, self.tournament = seed, tournament

    def uniform(self, purpose: str, *key: int) -> float:
        """A number strictly between 0 and 1.

        The first 52 bits of a BLAKE2b hash of seed, tournament, purpose and key, plus a half.
        """
        import hashlib

        text = ":".join([str(self.seed), str(self.tournament), purpose, *map(str, key)])
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        return (int.from_bytes(digest, "big") >> (64 - _BITS)) * 2.0**-_BITS + 2.0 ** -(_BITS + 1)

    def normal(self, purpose: str, *key: int) -> float:
        """A number with mean 0 and standard deviation 1."""
        from statistics import NormalDist

        return NormalDist().inv_cdf(self.uniform(purpose, *key))

    def below(self, bound: int, purpose: str, *key: int) -> int:
        """An integer from 0 to bound − 1."""
        return int(self.uniform(purpose, *key) * bound)


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
            return [f"The rating {bad[0]} is not between 0 and 9999."] if bad else []
        first, second = self.values
        if self.kind == "uniform":
            if not LOWEST_RATING <= first <= second <= HIGHEST_RATING:
                return [
                    f"Uniform ratings from {first} to {second} cannot be drawn: both must lie between {LOWEST_RATING} "
                    f"and {HIGHEST_RATING}, the lower first."
                ]
        elif not LOWEST_RATING <= first <= HIGHEST_RATING or not 0 <= second <= 10_000:
            return [
                f"Normal ratings with mean {first} and deviation {second} cannot be drawn: the mean must lie between "
                f"{LOWEST_RATING} and {HIGHEST_RATING}, and the deviation cannot be negative or above 10000."
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
        found = []
        if self.players < 2:
            found.append(f"A tournament needs at least two players, not {self.players}.")
        if self.players > MOST_PLAYERS:
            found.append(f"A tournament has at most {MOST_PLAYERS:,} players, not {self.players:,}.")
        if self.rounds < 1:
            found.append(f"A tournament has at least one round, not {self.rounds}.")
        # An even number of players have one opponent fewer each; of an odd number each sits out once.
        most = self.players - 1 + self.players % 2
        if self.rounds > MOST_ROUNDS:
            found.append(f"A tournament has at most {MOST_ROUNDS} rounds, not {self.rounds:,}.")
        elif not rematches and self.players >= 2 and most < self.rounds:
            found.append(
                f"{self.players} players cannot play {self.rounds} rounds without meeting again: {most} at most."
            )
        if self.ratings.kind == "list" and len(self.ratings.values) != self.players:
            held = len(self.ratings.values)
            found.append(f"The list holds {held} rating{'s' * (held != 1)} for {self.players:,} players.")
        found += self.ratings.faults()
        for name in ("draws", "absences", "half_byes", "full_byes", "forfeits", "withdrawals", "late_entries"):
            rate = getattr(self, name)
            if not 0 <= rate <= 1:  # also false for a NaN
                found.append(f"The rate of {name.replace('_', ' ')} must be between 0 and 1, not {rate}.")
        if self.absences + self.half_byes + self.full_byes > 1:
            found.append("Absences and requested byes together cannot exceed 1.")
        if not 0 <= self.noise <= 10_000:
            found.append(f"The strength noise must be between 0 and 10000 Elo points, not {self.noise}.")
        if not -10_000 <= self.advantage <= 10_000:
            found.append(f"The colour advantage must be between -10000 and 10000 Elo points, not {self.advantage}.")
        if self.groups < 0 or self.gam < 0:
            found.append("Numbers of groups and of game points cannot be negative.")
        if self.groups > MOST_PLAYERS:
            found.append(f"There are at most {MOST_PLAYERS:,} groups, as many as players, not {self.groups:,}.")
        if self.gam > MOST_GAME_POINTS:
            found.append(f"A game has at most {MOST_GAME_POINTS:,} game points, not {self.gam:,}.")
        until = self.restricted_until
        if until is not None and not 1 <= until < self.rounds:
            found.append(
                f"The restriction of groups until round {until} must end before the last of {self.rounds} rounds, and "
                "not before the first (P B4)."
            )
        return found

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


def expectation(difference: float) -> float:
    """Expected score (0 … 1) of a player that many Elo points stronger: the logistic curve with 400 points to a factor
    of ten (Elo 1978)."""
    return float(1.0 / (1.0 + 10.0 ** (-max(-4000.0, min(4000.0, difference)) / 400.0)))


def chances(difference: float, draws: float) -> tuple[float, float, float]:
    """Chances of a win, a draw and a loss.

    A draw has the chance 2·draws·min(E, 1 − E): `draws` between equals, none in a sure game, and the expected score is
    exactly Elo's E for every rate between 0 and 1.
    """
    expected = expectation(difference)
    draw = 2 * draws * min(expected, 1 - expected)
    return expected - draw / 2, draw, 1 - expected - draw / 2


class Field:
    """The players of one tournament: ids are start numbers, by rating; `strength` their true strengths in Elo points.

    `enters[id]` is the round in which a player comes in.
    """

    def __init__(self, settings: Settings, seed: int, number: int) -> None:
        self.settings = settings
        self.number = number
        self.luck = luck = Luck(seed, number)
        ratings = settings.ratings.drawn(luck, settings.players)
        self.players = tuple(
            Player(
                player,
                f"Player {player:04d}",
                rating,
                groups=(f"Group {1 + luck.below(settings.groups, 'group', player)}",) if settings.groups else (),
            )
            for player, rating in enumerate(ratings, start=1)
        )
        self.strength = {
            player.id: player.rating + settings.noise * luck.normal("strength", player.id) for player in self.players
        }
        latest = max(2, 1 + settings.rounds // 2)
        self.enters = {
            player.id: 2 + luck.below(latest - 1, "entry", player.id)
            if settings.rounds > 1 and luck.uniform("late", player.id) < settings.late_entries
            else 1
            for player in self.players
        }

    @cached_property
    def leaves(self) -> Mapping[int, int]:
        """The first round that a player who withdraws no longer plays; those who stay have none."""
        found: dict[int, int] = {}
        if self.settings.withdrawals:
            for player in self.players:
                for after in range(self.enters[player.id], self.settings.rounds):
                    if self.luck.uniform("withdrawal", after, player.id) < self.settings.withdrawals:
                        found[player.id] = after + 1
                        break
        return found

    def coming(self, round: int) -> NextRound:
        """Who does not play a round."""
        settings = self.settings
        absent, half, full = set(), set(), set()
        for player in self.enters:
            if not self.enters[player] <= round < self.leaves.get(player, round + 1):
                absent.add(player)
                continue
            chance = self.luck.uniform("away", round, player)
            if chance < settings.absences:
                absent.add(player)
            elif chance < settings.absences + settings.half_byes:
                half.add(player)
            elif chance < settings.absences + settings.half_byes + settings.full_byes:
                full.add(player)
        return NextRound(frozenset(absent), frozenset(half), frozenset(full))

    def game(self, round: int, white: int, black: int, *, colours: bool) -> Game:
        """A game between two ids, with its result; without `colours` white has no advantage."""
        settings, luck = self.settings, self.luck
        away = [settings.forfeits and luck.uniform("away from the board", round, p) < settings.forfeits
                for p in (white, black)]  # fmt: skip
        if any(away):
            forfeit = {
                (True, False): Result.BLACK_WINS_BY_FORFEIT,
                (False, True): Result.WHITE_WINS_BY_FORFEIT,
                (True, True): Result.BOTH_FORFEIT,
            }
            return Game(white, black, forfeit[bool(away[0]), bool(away[1])])
        lead = self.strength[white] - self.strength[black] + (settings.advantage if colours else 0.0)
        _, draw, loss = chances(lead, settings.draws)
        # The smaller id is lucky with large numbers, whatever colour the pairing gave him.
        chance = luck.uniform("game", round, min(white, black), max(white, black))
        if white > black:
            chance = 1 - chance
        result = (
            Result.BLACK_WINS if chance < loss else Result.DRAW if chance < loss + draw else Result.WHITE_WINS
        )  # fmt: skip
        return Game(white, black, result, gam=self._game_points(round, white, black, result, lead))

    def _game_points(self, round: int, white: int, black: int, result: Result, lead: float) -> tuple[int, int] | None:
        """The game's points shared out: half each in a draw; a winner leads by up to all of them, by the more the
        better he was expected to do."""
        total = self.settings.gam
        if not total:
            return None
        if result is Result.DRAW:
            return total // 2, total // 2
        expected = expectation(lead if result is Result.WHITE_WINS else -lead)
        share = self.luck.uniform("game points", round, min(white, black), max(white, black)) ** (2 * (1 - expected))
        winner = total // 2 + 1 + int(share * (total - total // 2 - 1) + 0.5)
        winner = min(total, winner)
        return (winner, total - winner) if result is Result.WHITE_WINS else (total - winner, winner)


@dataclass(frozen=True, slots=True)
class Seating:
    """A round as a method pairs it: (white, black) ids, and who has the bye."""

    games: tuple[tuple[int, int], ...]
    bye: int | None = None


PairRound = Callable[[Tournament], "Seating | None"]
"""Pairs the next round of a tournament; None where no legal pairing exists."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A tournament played, its field, and why it ended early (None where all rounds were played).

    A tournament that ended early keeps who was away in the round that could not be played in its `next`.
    """

    tournament: Tournament
    field: Field
    ended: str | None = None


def initial_colour_of(rules: RuleSet) -> str | None:
    """The initial colour that a simulated tournament has to name: where the rules have it drawn by lot."""
    return rules.policy.initial_colour if rules.system == DUTCH else None


def play(
    field: Field,
    pair_round: PairRound,
    *,
    rules: str | None = None,
    colours: bool = True,
    initial_colour: str | None = None,
) -> Simulated:
    """Play a tournament, each round paired by `pair_round`.

    Parameters
    ----------
    rules
        The rule set that the tournament shall name.
    colours
        Whether the rule set has colours; without, nobody has an advantage from them.
    initial_colour
        The one that the tournament shall name.
    """
    settings = field.settings
    until = settings.restricted_until
    if until is None and settings.groups and settings.rounds > 1:
        until = settings.rounds // 2
    tournament = Tournament(
        name=f"Simulation {field.number}, seed {field.luck.seed}",
        players=field.players,
        rounds_planned=settings.rounds,
        rules=rules,
        initial_colour=initial_colour,
        restricted_until=until if settings.groups else None,
    )
    for number in range(1, settings.rounds + 1):
        coming = field.coming(number)
        tournament = replace(tournament, next=coming)
        if len(field.players) - len(coming.not_playing) < 2:
            return Simulated(tournament, field, f"fewer than two players are there for round {number}")
        seating = pair_round(tournament)
        if seating is None:
            return Simulated(tournament, field, f"no legal pairing exists for round {number}")
        played = Round(
            tuple(field.game(number, white, black, colours=colours) for white, black in seating.games),
            () if seating.bye is None else (seating.bye,),
            tuple(sorted(coming.half_byes)),
            tuple(sorted(coming.full_byes)),
        )
        tournament = replace(tournament, rounds=(*tournament.rounds, played), next=NextRound())
    return Simulated(tournament, field)
