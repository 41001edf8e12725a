"""`pairproof status`: where the tournament stands, and the next command to type."""

from __future__ import annotations

from pairproof.cli import documents, options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import write_json
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.pages import status as page


@guarded
@grouped
def command(file: options.FileRead, *, desk: DeskOptions) -> None:
    """Shows which results are missing, who is away next, and what to type now. Changes nothing."""
    tournament = doing.seen(doing.opened(file))
    if desk.json:
        write_json(documents.Status.of(tournament, file))
    else:
        page.show(tournament, file)
