"""`pairproof edit`: keys of a player, or of the tournament."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.options import values
from pairproof.cli.options.groups import DeskOptions, grouped


@guarded
@grouped
def command(
    file: options.DeskFile,
    who: Annotated[
        list[str], typer.Argument(metavar="[WHO] KEY=VALUE…", help="As in: Ana rating=1850 club=Faro; or city=Lisboa.")
    ],
    *,
    desk: DeskOptions,
) -> None:
    """Without a player, keys of the tournament are changed. KEY= takes a key away. docs/contract.md lists the keys."""
    store = doing.opened(file)
    tournament = doing.seen(store)
    player = None if "=" in who[0] else values.player_named(tournament, "WHO", who[0])
    keys = doing.keys_typed(who if player is None else who[1:])
    doing.do(store, "edit", {"player": player, "keys": keys}, desk)
