"""`/wall`: for a projector or a screen in the hall: boards, names, results, standings in turn."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.pages.html.names import sort_key
from pairproof.cli.web.asking import Ask
from pairproof.cli.web.pages.rounds import Row, rows_of
from pairproof.cli.web.pages.standings import Line, lines_of, table_of
from pairproof.cli.web.rendering import Names, page, title_of
from pairproof.model.language import say, say_n
from pairproof.model.tournament import Tournament

ROWS = 14
"""That can be read from the back of the hall."""
SECONDS = 12


@dataclass(frozen=True, slots=True)
class Screen:
    """One picture of the wall: boards, players by name (name, board, opponent), or standings."""

    title: str
    boards: tuple[Row, ...] = ()
    people: tuple[tuple[int, str, str], ...] = ()
    lines: tuple[Line, ...] = ()


def show(ask: Ask) -> Response:
    """The screen whose turn it is; unless paused the next one follows by itself."""
    tournament = ask.tournament
    screens = screens_of(tournament)
    at = ask.number_or("screen", 0) % len(screens)
    paused = bool(ask.text("pause"))
    following = f"/wall?screen={(at + 1) % len(screens)}"
    return page(
        ask,
        "wall.html",
        headers={} if paused else {"Refresh": f"{SECONDS}; url={following}"},
        title=title_of(tournament, ask.desk.store.path),
        screen=screens[at],
        at=at,
        count=len(screens),
        paused=paused,
        names=Names(tournament),
    )


def screens_of(tournament: Tournament) -> list[Screen]:
    """All of them in order, at least one."""
    number = len(tournament.rounds)
    found: list[Screen] = []
    if number:
        rows = rows_of(tournament, number)
        found += [Screen(say("Round {round}", round=number), boards=tuple(part)) for part in _parts(rows)]
        people = _people(tournament, number, rows)
        found += [Screen(say("Round {round}, by name", round=number), people=tuple(part)) for part in _parts(people)]
    table = table_of(tournament)
    rounds = table.cross.rounds
    heading = (
        say_n("Standings after {count} round", "Standings after {count} rounds", rounds) if rounds else say("Players")
    )
    lines = lines_of(tournament, table)
    found += [Screen(heading, lines=tuple(part)) for part in _parts(lines)]
    return found or [Screen(say("Players"))]


def _parts(rows: list) -> list[list]:  # type: ignore[type-arg]
    return [rows[place : place + ROWS] for place in range(0, len(rows), ROWS)]


def _people(tournament: Tournament, number: int, rows: list[Row]) -> list[tuple[int, str, str]]:
    """Everybody by name: the board, and against whom; or why not at a board."""
    names = Names(tournament)
    held = tournament.rounds[number - 1]
    found = {row.white: (str(row.number), names(row.black)) for row in rows}
    found |= {row.black: (str(row.number), names(row.white)) for row in rows}
    found |= {player: ("", say("bye")) for player in (*held.byes, *held.half_byes, *held.full_byes)}
    order = sorted(found, key=lambda player: (*sort_key(names(player)), player))
    return [(player, *found[player]) for player in order]
