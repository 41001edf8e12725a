"""`pairproof correct`: a result of any round becomes another one."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.options.values import check_seconds
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say


@guarded
@grouped
def command(
    file: options.DeskFile,
    result: Annotated[str, typer.Argument(metavar="RESULT", help="As in 0-1, ½-½ or +; see `result`.")],
    *,
    round: Annotated[int, typer.Option("--round", metavar="N", help="The round of the game.")],
    board: Annotated[int, typer.Option("--board", metavar="N", help="Its board.")],
    keep: Annotated[bool, typer.Option("--keep", help="Later rounds stay as they hang: the default.")] = False,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Pair the last round again with the fewest changed boards."),
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Pair the last round anew.")] = False,
    time_limit: options.TimeLimit = None,
    desk: DeskOptions,
) -> None:
    """Says which later rounds were paired on the old result. They stay as they hang, and keep note of it, so that
    `check` and `verify` look at them as they were paired.
    """
    if keep + repair + again > 1:
        raise UsageProblem(say("--keep, --repair and --again: choose one of them."))
    arguments: dict[str, Any] = {"round": round, "board": board, "result": result}
    check_seconds(time_limit)
    store = doing.opened(file)
    tournament = doing.seen(store)
    if repair or again:
        # Only here: a correction alone loads no solver.
        from pairproof.cli.desk import rearranging
        from pairproof.cli.pages import rearranged as page

        found = rearranging.paired_again(tournament, arguments, time_limit, repair=repair)
        arguments = found.arguments
        if not desk.json:
            page.show(tournament, found)
    doing.do(store, "correct", arguments, desk, tournament.sha256)
