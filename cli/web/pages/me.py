"""`/me/ID`: what a player wants to know on his telephone: board, colour, opponents, and why."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.web.asking import Ask, NothingThere
from pairproof.cli.web.pages.rounds import Row, rows_of, shown_result
from pairproof.cli.web.pages.why import sentence_of, told_of, why_of
from pairproof.cli.web.rendering import Names, page, title_of, to
from pairproof.model.criteria import has_colours
from pairproof.model.errors import PairproofError
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.language import say
from pairproof.model.players_by_name import PlayersByName
from pairproof.model.tournament import Tournament

_MOST_FOUND = 20


@dataclass(frozen=True, slots=True)
class Past:
    """A round of a player: against whom (0: nobody), with which colour, and what came of it."""

    round: int
    other: int
    colour: str
    result: str


def index(ask: Ask) -> Response:
    """Find yourself by name or number."""
    wanted = ask.text("who", 60)
    players = PlayersByName(ask.tournament.players)
    found = []
    if wanted.isdecimal() and int(wanted) in ask.tournament.ids:
        return to(f"/me/{int(wanted)}")
    if wanted:
        found = [one.id for one in players.fitting(wanted)][:_MOST_FOUND]
        if len(found) == 1:
            return to(f"/me/{found[0]}")
    names = Names(ask.tournament)
    title = title_of(ask.tournament, ask.desk.store.path)
    return page(ask, "find_me.html", title=title, wanted=wanted, found=found, names=names)


def show(ask: Ask) -> Response:
    """The player's own page."""
    tournament, player = ask.tournament, int(ask.path["player"])
    if player not in tournament.ids:
        raise NothingThere(say("There is no player {player}.", player=player))
    number = len(tournament.rounds)
    row = (
        next((row for row in rows_of(tournament, number) if player in (row.white, row.black)), None) if number else None
    )
    return page(
        ask,
        "me.html",
        title=title_of(tournament, ask.desk.store.path),
        names=Names(tournament),
        player=player,
        number=number,
        row=row,
        instead=_instead(tournament, player, number),
        past=past_of(tournament, player),
        why=_why(ask, number, row),
        colours=has_colours(rules_for(tournament)),
    )


def past_of(tournament: Tournament, player: int) -> list[Past]:
    """Every round of a player."""
    found = []
    for number, held in enumerate(tournament.rounds, start=1):
        game = next((game for game in held.games if player in (game.white, game.black)), None)
        if game is None:
            found.append(Past(number, 0, "", _instead(tournament, player, number)))
            continue
        white = game.white == player
        colour = ("white" if white else "black") if game.coloured else ""
        found.append(Past(number, game.black if white else game.white, colour, shown_result(game.result)))
    return found


def _instead(tournament: Tournament, player: int, number: int) -> str:
    """What a player has in a round instead of a game."""
    if not number:
        return say("No round is published yet.")
    held = tournament.rounds[number - 1]
    if player in held.byes:
        return say("bye")
    if player in held.half_byes:
        return say("half-point bye")
    if player in held.full_byes:
        return say("full-point bye")
    return say("absent")


def _why(ask: Ask, number: int, row: Row | None) -> list[str]:
    """Why this board, in sentences."""
    if row is None:
        return []
    try:
        why = why_of(ask, number, row.number)
        return [sentence_of(why), *(f"{fact} {price}".strip() for fact, price in told_of(why, Names(ask.tournament)))]
    except PairproofError as error:
        return [str(error)]
