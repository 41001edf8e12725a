"""The page of `status`."""

from __future__ import annotations

import shlex

from pairproof.cli.output import Page, clean
from pairproof.model.acts.done import named
from pairproof.model.acts.rounds import boards_without_result
from pairproof.model.language import all_of, say, say_n
from pairproof.model.tournament import Tournament


def show(tournament: Tournament, file: str) -> None:
    """Where it stands, and the next command."""
    page = Page()
    number, planned = len(tournament.rounds), tournament.rounds_planned
    page.title(clean(tournament.name) or file)
    page.line(say_n("{count} player.", "{count} players.", len(tournament.players)))
    if not number:
        page.line(say("No round is published yet."))
    elif planned is None:
        page.line(say("Round {round} is published.", round=number))
    else:
        page.line(say("Round {round} of {planned} is published.", round=number, planned=planned))
    if missing := boards_without_result(tournament, number):
        boards = all_of(list(map(str, missing)))
        page.bad(say_n("{count} result is missing: board {boards}.", "{count} results are missing: boards {boards}.",
                       len(missing), boards=boards))  # fmt: skip
    if not tournament.all_paired:
        for line in _away(tournament, number + 1):
            page.line(line)
    page.line()
    page.good(say("Next: {command}", command=next_command(tournament, file)))
    page.show()


def next_command(tournament: Tournament, file: str) -> str:
    """What to type now."""
    name = shlex.quote(file)
    if not tournament.players:
        return f"pairproof add {name} NAME…"
    if boards_without_result(tournament, len(tournament.rounds)):
        return f"pairproof results {name}"
    return f"pairproof standings {name}" if tournament.all_paired else f"pairproof publish {name}"


def _away(tournament: Tournament, number: int) -> list[str]:
    """Who does not play the next round, by why."""
    coming, lines = tournament.next, []

    def who(ids: frozenset[int]) -> str:
        return ", ".join(clean(named(tournament, player)) for player in sorted(ids))

    if away := coming.absent | tournament.away(number):
        lines.append(
            say_n(
                "Absent in round {round}: {players}.",
                "Absent in round {round}: {players}.",
                len(away),
                round=number,
                players=who(away),
            )
        )
    if coming.half_byes:
        lines.append(say("Half-point bye in round {round}: {players}.", round=number, players=who(coming.half_byes)))
    if coming.full_byes:
        lines.append(say("Full-point bye in round {round}: {players}.", round=number, players=who(coming.full_byes)))
    return lines
