"""`pairproof results`: results board by board, one key each."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import documents, options
from pairproof.cli.desk import doing, entering
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.output import remark, write


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
        tell = remark if desk.json else write
        done = entering.entered(store, entering.keys(), dry_run=desk.dry_run, tell=tell)
        if desk.json:
            write_json(documents.Results.of(done, desk.dry_run))
