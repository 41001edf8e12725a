"""`pairproof add`: players come in."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.model.acts import players


@guarded
@grouped
def command(
    file: options.DeskFile,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME…", help='Names; what is known of each behind it: "Ana Reis" rating=1850 club=Faro.'
        ),
    ],
    *,
    enters: Annotated[
        int | None, typer.Option("--enters", metavar="N", help="Their first round; by default the next one.")
    ] = None,
    keep_order: Annotated[
        bool, typer.Option("--keep-order", help="Before round 1: start numbers in this order, not by rating.")
    ] = False,
    desk: DeskOptions,
) -> None:
    """Start numbers go on after those given: before round 1 by rating, later in the order named."""
    store = doing.opened(file)
    tournament = doing.seen(store)
    entrants = doing.entrants_typed(names)
    numbered = players.numbered_for(tournament, entrants, keep_order=keep_order, enters=enters)
    doing.do(store, "add", {"players": numbered}, desk)
