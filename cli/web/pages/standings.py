"""`/standings`: who is where, with the working of each tie-break; and as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.pages.html.content import page_after
from pairproof.cli.pages.html.parts import AT_THE_END
from pairproof.cli.pages.tie_breaks import line_note, not_final, remarks, shown
from pairproof.cli.web.asking import Ask
from pairproof.cli.web.rendering import Names, desk_page, sheet_page
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.language import say
from pairproof.model.state.standings import final_standings, open_games, rounds_played
from pairproof.model.tiebreaks.table import Column, Table
from pairproof.model.tiebreaks.tiebreak import Unit, Value
from pairproof.model.tiebreaks.working import Working
from pairproof.model.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: the place as shown, the start number, each value as shown, and what is to be said of it."""

    place: str
    player: int
    values: tuple[str, ...]
    note: str


def table_of(tournament: Tournament) -> Table:
    """The standings after the last round that is complete.

    Raises
    ------
    PairproofError
        The file names tie-breaks, or rules, that there are not.
    """
    rules = rules_for(tournament)
    return final_standings(tournament, rules, rounds_played(tournament, rules))


def columns_of(table: Table) -> list[Column]:
    """Those that are shown."""
    return [column for column in table.columns if column.code.name != "DE2"]


def lines_of(tournament: Tournament, table: Table) -> list[Line]:
    """Every line in order."""
    return [
        Line(
            str(line.first) if line.first == line.last else f"{line.first}–{line.last}",
            line.player,
            tuple(shown(c.values[line.player], c.piece.unit, tournament.halves) for c in columns_of(table)),
            line_note(table, line.player),
        )
        for line in table.lines
    ]


def headings_of(table: Table) -> list[str]:
    """What stands over the values."""
    return [say("Score") if c.code.name == "PTS" else str(c.code) for c in columns_of(table)]


def show(ask: Ask) -> Response:
    """The page; `working` is the player whose numbers are taken apart."""
    tournament = ask.tournament
    table = table_of(tournament)
    player = ask.number_or("working", None)
    return desk_page(
        ask,
        "standings.html",
        rounds=table.cross.rounds,
        headings=headings_of(table),
        lines=lines_of(tournament, table),
        remarks=list(remarks(table)),
        waiting=list(not_final(open_games(tournament, rules_for(tournament), len(tournament.rounds)))),
        working=_working(tournament, table, player),
        worked=player,
    )


def _working(
    tournament: Tournament, table: Table, player: int | None
) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """How a player's values came about: title, meaning, and its parts (words, value, cut)."""
    if player is None or player not in table.cross.cells:
        return []

    def value_of(value: Value, unit: Unit) -> str:
        return shown(value, unit, tournament.halves)

    found = []
    for column, parts in Working(table, player).of(value_of):
        piece, value = column.piece, value_of(column.values[player], column.piece.unit)
        title = say("{code}, {title}: {value}", code=column.code, title=say(piece.title), value=value)
        rows = [(part.words, value_of(part.value, part.unit or piece.unit), bool(part.cut)) for part in parts]
        found.append((title, say(piece.meaning), rows))
    return found


def printed(ask: Ask) -> Response:
    """The same, with the crosstable, as the page that `report` writes."""
    tournament = ask.tournament
    rules = rules_for(tournament)
    rounds = rounds_played(tournament, rules)
    return sheet_page(page_after(tournament, rules, rounds, AT_THE_END if rounds else ("standings",)))


def csv_of(ask: Ask) -> Response:
    """The same as a table for a spreadsheet."""
    tournament, names = ask.tournament, Names(ask.tournament)
    table = table_of(tournament)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([say("Place"), say("No."), say("Name"), *headings_of(table)])
    for line in lines_of(tournament, table):
        writer.writerow([line.place, line.player, _plain(names(line.player)), *line.values])
    headers = {"Content-Disposition": 'attachment; filename="standings.csv"'}
    return Response("\ufeff" + text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _plain(name: str) -> str:
    """The name as text, though it begins as a formula does."""
    return f"'{name}" if name[:1] in "=+-@" else name
