"""`pairproof history`: the journal of a tournament file."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.pages import history as page


@guarded
def command(
    file: options.DeskFile,
    diff: Annotated[bool, typer.Option("--diff", help="Show the lines of the file that each act changed.")] = False,
    lang: options.Lang = None,
    debug: options.Debug = False,
) -> None:
    """Every act with its line, time (UTC) and author; `undo N` takes back all from line N on. Changes nothing."""
    page.show(doing.opened(file).read().lines, diff=diff)
