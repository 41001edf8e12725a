"""A list of players for a verb: read, shown as it is understood, and made entrants of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pairproof.cli.json_output import spare
from pairproof.cli.output import warn
from pairproof.cli.pages import lists as page
from pairproof.model.formats.files import read_bytes, read_stdin
from pairproof.model.formats.format import ListReading
from pairproof.model.formats.load import STDIN
from pairproof.model.language import say
from pairproof.model.lists.entrants import listed_entrants
from pairproof.model.tournament import Tournament

if TYPE_CHECKING:
    from pairproof.cli.options.groups import DeskOptions


def entrants_of(
    tournament: Tournament, file: str, asked: ListReading, options: DeskOptions, enters: int | None = None
) -> list[dict[str, Any]]:
    """The players of a list (`-`: standard input), as `add` takes them; the table of them is printed.

    Raises
    ------
    PairproofError
        The list cannot be read, or has faults: each with row and column.
    """
    spare({file: say("the list")})
    data = read_stdin(None) if file == STDIN else read_bytes(Path(file), say("the list"))
    found = listed_entrants(tournament, data, file, asked, enters)
    warn(found.warnings)
    if not options.json:
        page.show(found.table)
    return found.players
