"""`/`: where the tournament stands, and what is to be done next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from starlette.responses import Response

from pairproof.cli.web.asking import Ask
from pairproof.cli.web.journal_words import line_words
from pairproof.cli.web.rendering import Names, desk_page
from pairproof.model.acts.rounds import boards_without_result
from pairproof.model.language import say, say_n
from pairproof.model.tournament import Tournament

_LATEST = 6


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done next, and where."""

    text: str
    href: str


def show(ask: Ask) -> Response:
    """The page."""
    tournament = ask.tournament
    number = len(tournament.rounds)
    missing = boards_without_result(tournament, number)
    names = Names(tournament)
    lines = [(line, line_words(line, names)) for line in reversed(ask.held.lines[-_LATEST:])]
    return desk_page(
        ask,
        "overview.html",
        missing=missing,
        step=next_step(tournament, len(missing)),
        away=away_words(tournament, names),
        backup=_backup(ask.desk.store.path),
        lines=lines,
        file=str(ask.desk.store.path),
    )


def next_step(tournament: Tournament, missing: int) -> Step:
    """What `status` names, as a place to go to."""
    number = len(tournament.rounds)
    if len(tournament.players) < 2:
        return Step(say("Enter the players"), "/players#add")
    if missing:
        return Step(say_n("Enter {count} missing result", "Enter {count} missing results", missing), f"/round/{number}")
    if tournament.all_paired:
        return Step(say("Look at the final standings"), "/standings")
    return Step(say("Check who is there, then pair round {round}", round=number + 1), f"/round/{number + 1}")


def away_words(tournament: Tournament, names: Names) -> list[tuple[str, str]]:
    """Who does not play the round to come, by why."""
    coming, number = tournament.next, len(tournament.rounds) + 1
    groups = (
        (say("Absent"), coming.absent | tournament.away(number)),
        (say("Half-point bye"), coming.half_byes),
        (say("Full-point bye"), coming.full_byes),
    )
    return [(what, ", ".join(map(names, sorted(players)))) for what, players in groups if players]


def _backup(path: Path) -> tuple[str, str] | None:
    """The newest copy of the file: its name, and when it was made (UTC)."""
    copies = list((path.parent / "backups").glob(f"{path.stem}-*{path.suffix}"))
    if not copies:
        return None
    newest = max(copies, key=lambda one: one.stat().st_mtime)
    made = datetime.fromtimestamp(newest.stat().st_mtime, UTC)
    return newest.name, made.strftime("%Y-%m-%d %H:%M UTC")
