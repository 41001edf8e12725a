"""`pairproof players`: who takes part, and what is not known of them."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli import documents, options, source
from pairproof.cli.failures import guarded
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.pages import lists as page
from pairproof.cli.pages import missing as missing_page
from pairproof.model.formats.federation import missing_for_federation
from pairproof.model.formats.format import Reading
from pairproof.model.lists.player_list import shown


@guarded
@grouped
def command(
    file: options.File,
    *,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only what the federation will want and nobody has entered.")
    ] = False,
    format: options.Format = None,
    desk: DeskOptions,
) -> None:
    """Every player with all that is known of him; `edit` changes it. Changes nothing."""
    tournament = source.load(file, format, Reading(open_games=True, empty=True))
    spare(source.inputs(file, tournament, None))
    if desk.json:
        write_json(documents.Players.of(tournament, missing_for_federation(tournament)))
    elif missing:
        missing_page.show(missing_for_federation(tournament))
    else:
        page.show(shown(tournament.players))
