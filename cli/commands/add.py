"""`pairproof add`: players come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing, listing
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.options.lists import ListOptions
from pairproof.model.acts import players
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import ListReading
from pairproof.model.language import say

if TYPE_CHECKING:
    from pairproof.model.tournament import Tournament


@guarded
@grouped
def command(
    file: options.DeskFile,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME…", help='Names; what is known of each behind it: "Ana Reis" rating=1850 club=Faro.'
        ),
    ] = None,
    *,
    list: options.PlayerList = None,
    enters: Annotated[
        int | None, typer.Option("--enters", metavar="N", help="Their first round; by default the next one.")
    ] = None,
    listed: ListOptions,
    desk: DeskOptions,
) -> None:
    """Start numbers go on after those given: before round 1 by rating, later in the order named. A list is shown as it
    is understood, then its players come in.
    """
    store = doing.opened(file)
    tournament = doing.seen(store)
    entrants = _entrants(tournament, names or [], list, enters, listed.reading, desk)
    doing.do(store, "add", {"players": entrants}, desk)


def _entrants(
    tournament: Tournament,
    names: list[str],
    file: str | None,
    enters: int | None,
    asked: ListReading,
    desk: DeskOptions,
) -> list[dict[str, Any]]:
    if file is not None:
        if names:
            raise UsageProblem(say("Name players, or give a list of them: not both."))
        return listing.entrants_of(tournament, file, asked, desk, enters)
    if asked != ListReading(keep_order=asked.keep_order):
        raise UsageProblem(say("--map and --groups-from are for a list of players (--list)."))
    return players.numbered_for(tournament, doing.entrants_typed(names), keep_order=asked.keep_order, enters=enters)
