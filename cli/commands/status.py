"""`pairproof status`: where the tournament stands, and the next command to type."""

from __future__ import annotations

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.pages import status as page


@guarded
def command(file: options.DeskFile, lang: options.Lang = None, debug: options.Debug = False) -> None:
    """Shows which results are missing, who is away next, and what to type now. Changes nothing."""
    page.show(doing.seen(doing.opened(file)), file)
