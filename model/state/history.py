"""What each player did round by round: the table everything else is read from (RULES 1.2, 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.language import say, say_n
from pairproof.model.rules import Points, RuleSet
from pairproof.model.tournament import Game, Result, Tournament

WHITE, BLACK, NO_COLOUR = 1, -1, 0
UP, DOWN, NO_FLOAT = 1, -1, 0


class Kind(Enum):
    """The one thing a player had in a round (RULES 1.2)."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    BYE = "bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's part in one round.

    `opponent` is an id, None without one; `colour` is WHITE or BLACK for a played game with colours, else NO_COLOUR;
    `points` in half-win units; `gam` game points; `float` UP, DOWN or NO_FLOAT.
    """

    kind: Kind
    opponent: int | None = None
    colour: int = NO_COLOUR
    points: int = 0
    gam: int = 0
    float: int = NO_FLOAT


SCORING: dict[Result, tuple[str, str]] = {
    Result.WHITE_WINS: ("win", "loss"),
    Result.DRAW: ("draw", "draw"),
    Result.BLACK_WINS: ("loss", "win"),
    Result.BOTH_LOSE: ("loss", "loss"),
    Result.DRAW_AND_LOSS: ("draw", "loss"),
    Result.LOSS_AND_DRAW: ("loss", "draw"),
    Result.WHITE_WINS_BY_FORFEIT: ("win", "absent"),
    Result.BLACK_WINS_BY_FORFEIT: ("absent", "win"),
    Result.BOTH_FORFEIT: ("absent", "absent"),
    Result.ADJOURNED: ("adjourned", "adjourned"),
}
"""Which of the values of `Points` white and black get; "adjourned" is `adjourned_worth`."""


def adjourned_worth(tournament: Tournament, points: Points) -> int:
    """What an adjourned game gives each of its players until it is played on (RULES 1.2), in half-win units."""
    return points.draw if tournament.adjourned_points is None else tournament.adjourned_points


def settled_result(game: Game, rules: RuleSet) -> Result | None:
    """The result a game counts with: a game stopped by time is decided as the policy `time_result` says (P A1).

    None while there is no result, and for a stopped game that the policy cannot decide (game points missing).
    """
    if game.result is not Result.STOPPED_BY_TIME:
        return game.result
    if rules.policy.time_result == "draw":
        return Result.DRAW
    if game.gam is None:
        return None
    white, black = game.gam
    return Result.WHITE_WINS if white > black else Result.BLACK_WINS if white < black else Result.DRAW


def incomplete_games(tournament: Tournament, rules: RuleSet, rounds: int) -> list[Fault]:
    """A fault for each game of the first `rounds` rounds that has no result to count."""
    faults = []
    for number, round_ in enumerate(tournament.rounds[:rounds], start=1):
        for game in round_.games:
            if settled_result(game, rules) is not None:
                continue
            two = {"white": game.white, "black": game.black}
            if game.result is None:
                text = say(
                    "The game {white}-{black} has no result; enter it before a later round is paired, or say "
                    "--adjourned.",
                    **two,
                )
                faults.append(Fault(text, player=game.white, round=number))
            else:
                text = say(
                    "The game {white}-{black} was stopped by time and has no game points (gam) to decide it.", **two
                )
                faults.append(Fault(text, round=number))
    return faults


def _game_entries(game: Game, result: Result, points: Points, adjourned: int) -> tuple[Entry, Entry]:
    white_gets, black_gets = SCORING[result]
    entries = []
    for other, gets, colour, gam in (
        (game.black, white_gets, WHITE, game.gam[0] if game.gam else 0),
        (game.white, black_gets, BLACK, game.gam[1] if game.gam else 0),
    ):
        if result.played:
            worth = adjourned if gets == "adjourned" else getattr(points, gets)
            entry = Entry(Kind.PLAYED, other, colour if game.coloured else NO_COLOUR, worth, gam)
        else:
            kind = Kind.FORFEIT_WIN if gets == "win" else Kind.FORFEIT_LOSS
            entry = Entry(kind, other, NO_COLOUR, getattr(points, gets))
        entries.append(entry)
    return entries[0], entries[1]


@dataclass(frozen=True, slots=True)
class History:
    """Entries and running scores after a number of complete rounds.

    `entries[id][k]` is what the player had in round k + 1; `scores[id]` is the score after the last of them;
    `pairing_scores[id]` is the score by which the round after them is paired: with accelerated rounds (TRF 250, XXA)
    and starting scores (policy `start_scores`) it holds points that count for nothing else.
    """

    rounds: int
    entries: dict[int, list[Entry]]
    scores: dict[int, int]
    pairing_scores: dict[int, int]

    def played(self, player: int) -> list[Entry]:
        """The player's played games in order."""
        return [entry for entry in self.entries[player] if entry.kind is Kind.PLAYED]

    def colours(self, player: int) -> list[int]:
        """Colours of the player's played games in order, games without colours left out (RULES 4.1)."""
        return [entry.colour for entry in self.entries[player] if entry.colour != NO_COLOUR]

    def rounds_met(self, a: int, b: int) -> list[int]:
        """The rounds in which the two met, in a played game (RULES 1.2), in order."""
        return [
            number
            for number, entry in enumerate(self.entries[a], start=1)
            if entry.kind is Kind.PLAYED and entry.opponent == b
        ]

    def byes(self, player: int, rules: RuleSet) -> list[tuple[int, Kind]]:
        """The rounds in which the player had what bars another bye (RULES 5, `single-bye`), and which it was."""
        barring = [Kind.BYE, Kind.FULL_BYE]
        if rules.policy.forfeit_win_bars_bye == "yes":
            barring.append(Kind.FORFEIT_WIN)
        return [(number, e.kind) for number, e in enumerate(self.entries[player], start=1) if e.kind in barring]

    def float_back(self, player: int, k: int) -> int:
        """`float(p, k)` of RULES 3.2: the mark k rounds before the round after this history, NO_FLOAT where there is
        none.
        """
        return self.entries[player][-k].float if k <= self.rounds else NO_FLOAT


def history(tournament: Tournament, rules: RuleSet, rounds: int, *, open_games: bool = False) -> History:
    """The first `rounds` rounds, scored with the point values of the rule set and the file's corrections.

    With `open_games` a game without result is left out, as if its players had been absent without a point for it:
    nothing is paired on that, but a table can be shown.

    Raises
    ------
    InvalidInput
        If a game in them has no result, or corrections leave somebody with less than no points.
    """
    faults = [] if open_games else incomplete_games(tournament, rules, rounds)
    if faults:
        raise InvalidInput(faults, tournament.source)
    entries: dict[int, list[Entry]] = {player: [] for player in tournament.ids}
    scores = dict.fromkeys(tournament.ids, 0)
    for number in range(1, rounds + 1):
        now = _round_entries(tournament, rules, number, _pairing_scores(tournament, rules, scores, number))
        corrections = tournament.corrections.get(number, {})
        for player, row in entries.items():
            entry = now.get(player) or Entry(Kind.ABSENT, points=rules.points.absent)
            if player in corrections:
                entry = replace(entry, points=entry.points + corrections[player])
            row.append(entry)
            scores[player] += entry.points
            if scores[player] < 0:
                faults.append(
                    Fault(
                        say_n(
                            "corrections leave player {player} with {count} half point; scores are 0 or more",
                            "corrections leave player {player} with {count} half points; scores are 0 or more",
                            scores[player],
                            player=player,
                        ),
                        player=player,
                        round=number,
                    )
                )
    if faults:
        raise InvalidInput(faults, tournament.source)
    return History(rounds, entries, scores, _pairing_scores(tournament, rules, scores, rounds + 1))


def _round_entries(tournament: Tournament, rules: RuleSet, number: int, before: Mapping[int, int]) -> dict[int, Entry]:
    """What those had in a round who were not absent; `before` are the scores it was paired by."""
    points, round_ = rules.points, tournament.rounds[number - 1]
    now: dict[int, Entry] = {}
    for game in round_.games:
        result = settled_result(game, rules)
        if result is None:
            now[game.white] = now[game.black] = Entry(Kind.ABSENT)
            continue
        white, black = _game_entries(game, result, points, adjourned_worth(tournament, points))
        # The mark follows the pairing and the scores it was made by, whatever the result (RULES 3.1).
        gap = before[game.white] - before[game.black]
        if gap:
            white = replace(white, float=DOWN if gap > 0 else UP)
            black = replace(black, float=UP if gap > 0 else DOWN)
        now[game.white], now[game.black] = white, black
    for players, kind, worth in (
        (round_.byes, Kind.BYE, points.bye),
        (round_.full_byes, Kind.FULL_BYE, points.full_bye),
        (round_.half_byes, Kind.HALF_BYE, points.half_bye),
    ):
        now |= {player: Entry(kind, points=worth, float=DOWN) for player in players}
    return now


def _pairing_scores(tournament: Tournament, rules: RuleSet, scores: Mapping[int, int], number: int) -> dict[int, int]:
    """The scores by which a round is paired: those before it, its fictitious points, and by policy starting scores."""
    added = tournament.accelerated.get(number, {})
    starting = _starting_scores(tournament, rules)
    return {player: score + added.get(player, 0) + starting.get(player, 0) for player, score in scores.items()}


def _starting_scores(tournament: Tournament, rules: RuleSet) -> dict[int, int]:
    """What the players start with, by id; empty where the rules make nothing of it."""
    if rules.policy.start_scores == "ignored":
        return {}
    return {player.id: player.start_score for player in tournament.players if player.start_score}
