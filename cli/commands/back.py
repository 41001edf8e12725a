"""`pairproof back`: a player plays again."""

from __future__ import annotations

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.options import values
from pairproof.cli.options.groups import DeskOptions, grouped


@guarded
@grouped
def command(file: options.DeskFile, who: options.Who, *, desk: DeskOptions) -> None:
    """Whoever has withdrawn, or is absent in rounds to come, plays from the next one on; byes asked for stay."""
    store = doing.opened(file)
    player = values.player_named(doing.seen(store), "WHO", who)
    doing.do(store, "back", {"player": player}, desk)
