"""Random tournaments: who enters, how strong they are, who is away, and what the games give (docs/simulation.md).

Knows no solver: how a round is paired is a function given to `play`.  Every random number is a function of the seed,
the tournament's number and what it is for, so it does not depend on who else was asked before, on the pairing method or
on the machine: in the same round the same two players have the same luck whatever method paired them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pairproof.model.language import say
from pairproof.model.rules import DUTCH, RuleSet
from pairproof.model.study.luck import Luck
from pairproof.model.study.settings import Settings
from pairproof.model.tournament import Game, NextRound, Player, Result, Round, Tournament


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
    """A tournament played, its field, and why it ended early (None where all rounds were played), for want of a legal
    pairing or not.

    A tournament that ended early keeps who was away in the round that could not be played in its `next`.
    """

    tournament: Tournament
    field: Field
    ended: str | None = None
    no_pairing: bool = False


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
            return Simulated(tournament, field, say("fewer than two players are there for round {round}", round=number))
        seating = pair_round(tournament)
        if seating is None:
            return Simulated(tournament, field, say("no legal pairing exists for round {round}", round=number), True)
        played = Round(
            tuple(field.game(number, white, black, colours=colours) for white, black in seating.games),
            () if seating.bye is None else (seating.bye,),
            tuple(sorted(coming.half_byes)),
            tuple(sorted(coming.full_byes)),
        )
        tournament = replace(tournament, rounds=(*tournament.rounds, played), next=NextRound())
    return Simulated(tournament, field)
