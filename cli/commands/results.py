"""`pairproof results`: results board by board, one key each."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing, entering
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped


@guarded
@grouped
def command(
    file: options.DeskFile,
    *,
    csv: Annotated[
        str | None, typer.Option("--csv", metavar="TABLE", help="Lines `board,result` of a file; - for standard input.")
    ] = None,
    desk: DeskOptions,
) -> None:
    """Keys: 1, 0, = (a draw), + and - (won without a game by White, by Black). Enter skips the board, u undoes the last
    result, g and a number and Enter go to that board, m goes to the first that is missing, q ends. Every result is kept
    at once.
    """
    store = doing.opened(file)
    if csv is not None:
        arguments = {"results": entering.table_of(csv)}
        doing.do(store, "result", arguments, desk)
    else:
        entering.entered(store, entering.keys(), desk)
