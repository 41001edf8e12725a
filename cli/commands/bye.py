"""`pairproof bye`: a player has a bye that he asked for in rounds to come."""

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
    who: options.Who,
    kind: Annotated[str, typer.Argument(metavar="half|full|zero", help="Half a point, a full one, or none.")],
    rounds: options.Rounds = "next",
    *,
    desk: DeskOptions,
) -> None:
    """ROUNDS are 3, 3,5, 2-4, 4- or next, which they are where none are named. A second half-point bye warns."""
    store = doing.opened(file)
    tournament = doing.seen(store)
    player = values.player_named(tournament, "WHO", who)
    numbers = doing.rounds_named(tournament, rounds)
    doing.do(store, "bye", {"player": player, "kind": kind, "rounds": numbers}, desk)
