"""`pairproof change`: boards of the last round made by hand."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing, rearranging
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.options.values import NamedPlayers, check_seconds
from pairproof.cli.pages import rearranged as page
from pairproof.model.acts.boards import made_otherwise
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say


@guarded
@grouped
def command(
    file: options.DeskFile,
    pairs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WHO-WHO]…", help="They meet; 3w-7b says the colours, 4-0 is the bye."),
    ] = None,
    *,
    swap: Annotated[
        tuple[str, str] | None, typer.Option("--swap", metavar="WHO WHO", help="They take each other's place.")
    ] = None,
    bye: Annotated[str | None, typer.Option("--bye", metavar="WHO", help="Has the bye.")] = None,
    reason: Annotated[str, typer.Option("--reason", help="Why; kept with the round, and needed.")] = "",
    time_limit: options.TimeLimit = None,
    desk: DeskOptions,
) -> None:
    """Who loses his opponent meets him who loses his. Shows the boards before and after and what they cost, level by
    level; what breaks a rule is refused, and so are boards with a result. Colours follow the rules where none are
    given.
    """
    check_seconds(time_limit)
    store = doing.opened(file)
    tournament = doing.seen(store)
    named = NamedPlayers(tournament)
    wanted = named.pairs("--fix", pairs)
    swapped = named.ids("--swap", swap)
    having = named.ids("--bye", None if bye is None else [bye])
    named.tell()
    if not reason.strip() and not desk.dry_run:
        raise UsageProblem(say('A board made by hand needs a reason: --reason "they had met".'))
    boards = made_otherwise(
        tournament, pairs=wanted, swap=(swapped[0], swapped[1]) if swapped else None, bye=having[0] if having else None
    )
    found = rearranging.by_hand(tournament, boards, reason or say("no reason given"), time_limit)
    if not desk.json:
        page.show(tournament, found)
    doing.do(store, "change", found.arguments, desk, tournament.sha256)
