"""`pairproof correct`: a result of any round becomes another one."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped


@guarded
@grouped
def command(
    file: options.DeskFile,
    result: Annotated[str, typer.Argument(metavar="RESULT", help="As in 0-1, ½-½ or +; see `result`.")],
    *,
    round: Annotated[int, typer.Option("--round", metavar="N", help="The round of the game.")],
    board: Annotated[int, typer.Option("--board", metavar="N", help="Its board.")],
    desk: DeskOptions,
) -> None:
    """Says which later rounds were paired on the old result. They stay as they hang, and keep note of it, so that
    `check` and `verify` look at them as they were paired.
    """
    arguments = {"round": round, "board": board, "result": result}
    doing.do(doing.opened(file), "correct", arguments, desk)
