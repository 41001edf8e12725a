"""What tie-breaks are computed from: what every player had in each round, and the scores as others see them.

Section numbers such as "16.3" are those of FIDE C.07 in the edition in force since 1 March 2026.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pairproof.model.rules import RuleSet
from pairproof.model.state.history import NO_COLOUR, SCORING, WHITE, Entry, History, Kind, history, settled_result
from pairproof.model.tiebreaks.code import EDITIONS
from pairproof.model.tournament import Game, Tournament

WON, DREW, LOST = 2, 1, 0
"""The outcome of a game in half points, whatever the event gives for it."""

_OUTCOMES = {"win": WON, "draw": DREW, "adjourned": DREW, "loss": LOST, "absent": LOST}
_VOLUNTARY = (Kind.FORFEIT_LOSS, Kind.HALF_BYE, Kind.ABSENT)
_FORFEITS = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player had in one round.

    Attributes
    ----------
    kind
        As in the history; None for a game without a result, which counts nothing.
    opponent
        The id of who was paired with him, played or not; None without one.
    points
        In half-win units.
    outcome
        WON, DREW or LOST by the player's own result, forfeits too; None without a game.
    colour
        Of a played game, else NO_COLOUR; `seat` is the colour the pairing gave, forfeits too.
    gam
        Game points, None where none were entered.
    """

    kind: Kind | None
    opponent: int | None
    points: int
    outcome: int | None = None
    colour: int = NO_COLOUR
    seat: int = NO_COLOUR
    gam: int | None = None

    @property
    def played(self) -> bool:
        """A game over the board."""
        return self.kind is Kind.PLAYED

    @property
    def forfeit(self) -> bool:
        """A game that was won, lost or both without being played."""
        return self.kind in _FORFEITS

    @property
    def voluntary(self) -> bool:
        """A voluntary unplayed round (16.2): a forfeit loss, or a bye or absence the player asked for."""
        return self.kind in _VOLUNTARY

    @property
    def requested(self) -> bool:
        """A half-point or zero-point bye."""
        return self.kind in (Kind.HALF_BYE, Kind.ABSENT)


@dataclass(frozen=True)
class Crosstable:
    """What every player had in each of the rounds that count; later rounds do not exist here.

    Attributes
    ----------
    past
        The history of those rounds; its scores count, with corrections and without fictitious points.
    planned
        The number of planned rounds, at least those recorded.
    predetermined
        The pairings were no Swiss ones (15.2: a round robin).
    edition
        Of the rules, one of EDITIONS.
    unrated
        The rating that stands for a missing one, None where the event has no such rule.
    """

    tournament: Tournament
    rules: RuleSet
    past: History
    cells: dict[int, tuple[Cell, ...]]
    planned: int
    predetermined: bool = False
    edition: str = EDITIONS[0]
    unrated: int | None = None

    @property
    def rounds(self) -> int:
        """How many rounds count."""
        return self.past.rounds

    @cached_property
    def scores(self) -> dict[int, int]:
        """The points of each player, in half-win units."""
        return {player: sum(cell.points for cell in row) for player, row in self.cells.items()}

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """The score of each player as his opponents see it (16.3)."""
        draw = self.rules.points.draw
        found = dict(self.scores)
        for player, row in self.cells.items():
            for cell in self._counted_as_drawn(row):
                found[player] += draw - cell.points
        return found

    def _counted_as_drawn(self, row: Sequence[Cell]) -> list[Cell]:
        """The rounds that count a draw for the opponents' sake."""
        if self.edition == "2009":
            return [cell for cell in row if cell.kind is not None and not cell.played]
        found = []
        for cell in reversed(row):
            if not cell.voluntary:
                break
            if cell.requested:
                found.append(cell)
        return found

    @cached_property
    def drawn_last(self) -> Crosstable:
        """The event with every game of the last planned round drawn (8.3), played or not; itself before that round."""
        if self.rounds < self.planned or not self.rounds:
            return self
        drawn = self.rules.points.draw
        cells = {}
        for player, row in self.cells.items():
            last = row[-1]
            if last.opponent is not None:
                last = replace(last, kind=Kind.PLAYED, points=drawn, outcome=DREW)
            cells[player] = (*row[:-1], last)
        return replace(self, cells=cells)

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        """Who has left: as the file says, or, as far as the rounds tell, absent for the last two rounds at least."""
        last = min(self.rounds, self.planned - 1)
        told = {one.id for one in self.tournament.players if (one.withdrawn_after or self.rounds + 1) <= last}
        return frozenset(told | {player for player in self.cells if self.absences(player) >= 2})

    def away_since(self, player: int) -> int | None:
        """The first round in which somebody who has left was away; None for all others."""
        if player not in self.withdrawn:
            return None
        after = next(one.withdrawn_after for one in self.tournament.players if one.id == player)
        return self.rounds - self.absences(player) + 1 if after is None else after + 1

    def absences(self, player: int) -> int:
        """How many rounds, from the last one back, the player was absent in."""
        back = enumerate(reversed(self.cells[player]))
        return next((count for count, cell in back if cell.kind is not Kind.ABSENT), self.rounds)

    @cached_property
    def ratings(self) -> dict[int, int]:
        """The rating of each player, 0 where the file has none."""
        return {player.id: player.rating for player in self.tournament.players}

    @cached_property
    def named(self) -> dict[int, str]:
        """Each player's start number and name."""
        return {player.id: f"{player.id} {player.name}".rstrip() for player in self.tournament.players}


def crosstable_after(
    tournament: Tournament,
    rules: RuleSet,
    rounds: int,
    *,
    predetermined: bool | None = None,
    edition: str = EDITIONS[0],
    unrated: int | None = None,
) -> Crosstable:
    """The event after its first `rounds` rounds; a game without a result counts nothing.

    `predetermined` None leaves it to the file (C.07 15.2): it is never guessed from the number of players.

    Raises
    ------
    InvalidInput
        Corrections leave somebody with less than no points.
    """
    past = history(tournament, rules, rounds, open_games=True)
    return Crosstable(
        tournament=tournament,
        rules=rules,
        past=past,
        cells=_cells(tournament, rules, past),
        planned=max(tournament.rounds_planned or 0, len(tournament.rounds)),
        predetermined=tournament.round_robin if predetermined is None else predetermined,
        edition=edition,
        unrated=unrated,
    )


def _cells(tournament: Tournament, rules: RuleSet, past: History) -> dict[int, tuple[Cell, ...]]:
    by_round: list[dict[int, Cell]] = []
    for index, played in enumerate(tournament.rounds[: past.rounds]):
        now = {}
        for game in played.games:
            for white, player in ((True, game.white), (False, game.black)):
                now[player] = _game_cell(game, white, rules, past.entries[player][index])
        by_round.append(now)
    return {
        player: tuple(
            now.get(player) or Cell(entry.kind, None, entry.points) for now, entry in zip(by_round, row, strict=True)
        )
        for player, row in past.entries.items()
    }


def _game_cell(game: Game, white: bool, rules: RuleSet, entry: Entry) -> Cell:
    """One side of a game; `entry` is what the history has of it."""
    opponent = game.black if white else game.white
    seat = NO_COLOUR if not game.coloured else WHITE if white else -WHITE
    result = settled_result(game, rules)
    if result is None:
        return Cell(None, opponent, entry.points, seat=seat)
    gets = SCORING[result][0 if white else 1]
    gam = None if game.gam is None else game.gam[0 if white else 1]
    return Cell(entry.kind, opponent, entry.points, _OUTCOMES[gets], entry.colour, seat, gam)
