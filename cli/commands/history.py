"""`pairproof history`: the journal of a tournament file."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import documents, options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.pages import history as page


@guarded
@grouped
def command(
    file: options.FileRead,
    *,
    diff: Annotated[bool, typer.Option("--diff", help="Show the lines of the file that each act changed.")] = False,
    desk: DeskOptions,
) -> None:
    """Every act with its line, time (UTC) and author; `undo N` takes back all from line N on. Changes nothing."""
    lines = doing.opened(file).read().lines
    if desk.json:
        write_json(documents.History.of(lines, diff=diff))
    else:
        page.show(lines, diff=diff)
