"""`pairproof redo`: what was undone last is done again."""

from __future__ import annotations

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.desk.journal import REDO
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped


@guarded
@grouped
def command(file: options.DeskFile, *, desk: DeskOptions) -> None:
    """As long as nothing else has been done since."""
    doing.move(doing.opened(file), REDO, None, desk)
