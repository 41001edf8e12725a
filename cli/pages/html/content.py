"""The page of a tournament as plain data: standings and crosstable, from the rounds played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pairproof.cli.output import points
from pairproof.cli.pages.html.names import readable
from pairproof.cli.pages.html.parts import AT_THE_END
from pairproof.cli.pages.html.sheet import Cell, CrossRow, Row, Sheet, Who
from pairproof.cli.pages.tie_breaks import line_note, modifier_words, remarks, shown
from pairproof.cli.version import version_of
from pairproof.model.criteria import has_colours
from pairproof.model.language import say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.state.history import BLACK, WHITE, Entry, History, Kind, history
from pairproof.model.state.standings import final_standings
from pairproof.model.tiebreaks.table import Column
from pairproof.model.tournament import Tournament

_MINUS = "−"
_RANGE = "–"
MANY_PLAYERS = 100
"""With more than so many, print is small and what it would cost to spare somebody is not asked of everybody."""


def final_page(tournament: Tournament, rules: RuleSet, parts: Sequence[str] = AT_THE_END) -> Sheet:
    """The page after the last round: standings and crosstable, or one of them.

    Raises
    ------
    InvalidInput
        If a game has no result.
    """
    return page_after(tournament, rules, len(tournament.rounds), parts)


def page_after(tournament: Tournament, rules: RuleSet, rounds: int, parts: Sequence[str] = AT_THE_END) -> Sheet:
    """The same after so many rounds, 0 to those of the file.

    Raises
    ------
    InvalidInput
        If a game of those rounds has no result.
    """
    return Writer(tournament, rules, history(tournament, rules, rounds), parts).sheet()


class Writer:
    """What every page has, from the rounds played."""

    def __init__(self, tournament: Tournament, rules: RuleSet, past: History, parts: Sequence[str]) -> None:
        self.tournament, self.rules, self.past = tournament, rules, past
        self.parts = frozenset(parts)
        self.halves = tournament.halves
        self.who = {player.id: Who(player.id, readable(player.name)) for player in tournament.players}
        self.colours = has_colours(rules)
        self.has_game_points = any(game.gam is not None for round_ in tournament.rounds for game in round_.games)
        self.table = final_standings(tournament, rules, past.rounds)

    def sheet(self) -> Sheet:
        """Standings and crosstable."""
        tournament, played = self.tournament, self.past.rounds
        rows = self._rows()
        now = self._now()
        return Sheet(
            parts=self.parts,
            many=len(tournament.players) > MANY_PLAYERS,
            tournament=readable(tournament.name) or Path(tournament.source).name,
            round=self._after(),
            rules=say("rules {rules}", rules=self.rules.name),
            has_colours=self.colours,
            has_game_points=self.has_game_points,
            standings_title=(
                say_n("Standings after {count} round", "Standings after {count} rounds", played)
                if played
                else say("Players")
            ),
            tie_breaks=tuple(map(self._heading, self._columns())),
            remarks=(*self._signs(rows), *remarks(self.table)),
            rows=rows,
            cross=self._cross(rows, now) if played and "crosstable" in self.parts else (),
            cross_signs=self._cross_signs(),
            rounds=tuple(range(1, played + (2 if now else 1))),
            made_by=say(
                "Made by pairproof {version} from {file} (SHA-256 {digest}).",
                version=version_of("pairproof"),
                file=Path(tournament.source).name,
                digest=tournament.sha256,
            ),
        )

    def _after(self) -> str:
        if self.tournament.all_paired and self.past.rounds == len(self.tournament.rounds):
            return say("after the last round")
        return say("after round {round}", round=self.past.rounds)

    def _points(self, value: int) -> str:
        return points(value, self.halves)

    # Standings --------------------------------------------------------------------------------------------------------

    def _columns(self) -> list[Column]:
        """The tie-breaks with a column of their own: game points only where the event has some."""
        left_out = {"PTS", "DE2"} if self.has_game_points or self.table.named else {"PTS", "DE2", "GAM"}
        return [column for column in self.table.columns if column.code.name not in left_out]

    def _heading(self, column: Column) -> str:
        if self.table.named:
            return str(column.code)
        return say("SOS") if column.code.name == "SOS" else say("GAM")

    def _signs(self, rows: Sequence[Row]) -> Iterator[str]:
        """What the signs of the standings mean: shared places, and each tie-break."""
        if any(_RANGE in row.place for row in rows):
            yield say("{example}: nothing decides between these players; they share the places.", example="1–3")
        for column in self._columns():
            yield say(
                "{code}: {title}. {meaning}",
                code=self._heading(column),
                title=say(column.piece.title),
                meaning=say(column.piece.meaning),
            )
            yield from modifier_words(column.code)

    def _cross_signs(self) -> tuple[str, ...]:
        """What the signs of the crosstable mean, those that it has."""
        entries = [entry for player in self.past.entries.values() for entry in player]
        kinds = {entry.kind for entry in entries}
        told = [say("Each round: the opponent's number, the colour, the points.")]
        if kinds & {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS}:
            told.append(say("+ and − are forfeits."))
        if Kind.ABSENT in kinds:
            told.append(say("– is an absence."))
        if any(entry.float for entry in entries):
            told.append(say("↓ downfloat: the opponent had fewer points. ↑ upfloat: the opponent had more."))
        return tuple(told)

    def _rows(self) -> tuple[Row, ...]:
        return tuple(
            Row(
                str(line.first) if line.first == line.last else f"{line.first}{_RANGE}{line.last}",
                self.who[line.player],
                self._points(self.table.cross.scores[line.player]),
                tuple(shown(column.values[line.player], column.piece.unit, self.halves) for column in self._columns()),
                line_note(self.table, line.player),
            )
            for line in self.table.lines
        )

    def _cross(self, rows: tuple[Row, ...], now: Mapping[int, Cell]) -> tuple[CrossRow, ...]:
        nothing = Cell("–", plain=True)
        return tuple(
            CrossRow(
                row.place,
                row.who,
                (
                    *map(self._cell, self.past.entries[row.who.id]),
                    *([now.get(row.who.id, nothing)] if now else []),
                ),
                row.score,
            )
            for row in rows
        )

    def _cell(self, entry: Entry) -> Cell:
        mark = {1: "up", -1: "down"}.get(entry.float, "")
        colour = {WHITE: "white", BLACK: "black"}.get(entry.colour, "") if self.colours else ""
        if entry.kind is Kind.PLAYED:
            return Cell(str(entry.opponent), colour, self._points(entry.points), mark)
        if entry.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS):
            return Cell(str(entry.opponent), "", "+" if entry.kind is Kind.FORFEIT_WIN else _MINUS, mark)
        if entry.kind is Kind.ABSENT:
            return Cell("–", points=self._points(entry.points) if entry.points else "", plain=True)
        return Cell(say("bye"), points=self._points(entry.points), plain=True)

    def _now(self) -> dict[int, Cell]:
        """The round paired now, by player; empty where there is none."""
        return {}
