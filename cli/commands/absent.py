"""`pairproof absent`: a player does not play in rounds to come."""

from __future__ import annotations

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.options import values
from pairproof.cli.options.groups import DeskOptions, grouped


@guarded
@grouped
def command(file: options.DeskFile, who: options.Who, rounds: options.Rounds = "next", *, desk: DeskOptions) -> None:
    """ROUNDS are 3, 3,5, 2-4, 4- or next, which they are where none are named."""
    store = doing.opened(file)
    tournament = doing.seen(store)
    player = values.player_named(tournament, "WHO", who)
    doing.do(store, "absent", {"player": player, "rounds": doing.rounds_named(tournament, rounds)}, desk)
