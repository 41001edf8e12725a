"""`pairproof withdraw`: a player leaves after the last round that is paired."""

from __future__ import annotations

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.options import values
from pairproof.cli.options.groups import DeskOptions, grouped


@guarded
@grouped
def command(file: options.DeskFile, who: options.Who, *, desk: DeskOptions) -> None:
    """What he had asked for later falls away; `back` brings him back."""
    store = doing.opened(file)
    player = values.player_named(doing.seen(store), "WHO", who)
    doing.do(store, "withdraw", {"player": player}, desk)
