"""The page that `standings` prints for a person."""

from __future__ import annotations

from collections.abc import Sequence

from pairproof.cli.output import Page
from pairproof.cli.pages.tie_breaks import line_note, not_final, remarks, shown
from pairproof.cli.source import heading
from pairproof.model.language import say
from pairproof.model.rules import RuleSet
from pairproof.model.state.standings import OpenGame
from pairproof.model.tiebreaks.table import Column, Standing, Table
from pairproof.model.tiebreaks.tiebreak import Unit, Value
from pairproof.model.tiebreaks.working import Working
from pairproof.model.tournament import Tournament


def show(tournament: Tournament, table: Table, waiting: Sequence[OpenGame], working: Working | None) -> None:
    """Print the standings after a round; `waiting` are the games that keep them from being final, `working` is how one
    player's values came about.
    """
    page = Page()
    page.title(heading(tournament, say("standings {after}", after=_after(table.cross.rounds))))
    page.line()
    columns = [column for column in table.columns if column.code.name != "DE2"]
    notes = {line.player: line_note(table, line.player) for line in table.lines}
    noted = any(notes.values())
    names = {player.id: player.name for player in tournament.players}
    page.table(
        [say("place"), "id", say("name"), *map(_heading, columns), *([""] if noted else [])],
        [
            [
                _place(line, page.signs.dash, equal=table.named),
                str(line.player),
                names[line.player],
                *(
                    shown(column.values[line.player], column.piece.unit, tournament.halves, page.signs)
                    for column in columns
                ),
                *([notes[line.player]] if noted else []),
            ]
            for line in table.lines
        ],
        right="xx-" + "x" * len(columns),
        shrink="--x",
    )
    for sentence in remarks(table):
        page.line()
        page.paragraph(sentence)
    for number, text in enumerate(not_final(waiting)):
        if not number:
            page.line()
        page.line(text)
    if working is not None:
        _show_working(page, working, tournament.halves)
    page.show()


def show_for_pairing(tournament: Tournament, rules: RuleSet, round: int, ranking: Sequence[Standing]) -> None:
    """Print the ranking by which the round after `round` is paired."""
    page = Page()
    names = {player.id: player.name for player in tournament.players}
    what = say("ranking for pairing {after}, rules {rules}", after=_after(round), rules=rules.name)
    page.title(heading(tournament, what))
    page.line()
    headings = {"score": say("score"), "sos": "SOS", "gam": "GAM", "rating": say("rating"), "lot": say("lot")}

    def value(key: str, found: Value) -> str:
        unit = Unit.POINTS if key in ("score", "sos") else Unit.ONES
        return shown(found, unit, tournament.halves, page.signs)

    page.table(
        [say("place"), "id", say("name"), *(headings[key] for key in rules.ranking)],
        [
            [
                str(line.first),
                str(line.player),
                names[line.player],
                *map(value, rules.ranking, line.values),
            ]
            for line in ranking
        ],
        right="xx-" + "x" * len(rules.ranking),
        shrink="--x",
    )
    page.show()


def _after(round: int) -> str:
    return say("after round {round}", round=round) if round else say("before the first round")


def _heading(column: Column) -> str:
    return say("score") if column.code.name == "PTS" else str(column.code)


def _place(line: Standing, dash: str, *, equal: bool) -> str:
    """The place: of those who share some `2=`, or `2–3` where nobody named tie-breaks."""
    if line.first == line.last:
        return str(line.first)
    return f"{line.first}=" if equal else f"{line.first}{dash}{line.last}"


def _show_working(page: Page, working: Working, halves: bool) -> None:
    """How a player's values came about: each tie-break, what it counts, and its numbers."""

    def value_of(value: Value, unit: Unit) -> str:
        return shown(value, unit, halves, page.signs)

    page.line()
    page.title(say("How the numbers of {player} came about", player=working.player))
    for column, parts in working.of(value_of):
        piece, value = column.piece, value_of(column.values[working.id], column.piece.unit)
        page.line()
        page.title(say("{code}, {title}: {value}", code=column.code, title=say(piece.title), value=value))
        source = f" ({piece.article})" if piece.article else ""
        page.paragraph(say(piece.meaning) + source, indent=2)
        if parts:
            rows = [
                [f"  {part.words}", value_of(part.value, part.unit or piece.unit), say("cut") if part.cut else ""]
                for part in parts
            ]
            page.table([f"  {say('made of')}", "", ""], rows, right="-x-")
