"""`pairproof undo`: acts are taken back."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.desk.journal import UNDO
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped


@guarded
@grouped
def command(
    file: options.DeskFile,
    line: Annotated[
        int | None, typer.Argument(metavar="[N]", help="A line of the journal (`history`): all from there on.")
    ] = None,
    *,
    desk: DeskOptions,
) -> None:
    """Without N the last act that holds; the file is as it was before. Changes from outside count as acts."""
    doing.move(doing.opened(file), UNDO, line, desk)
