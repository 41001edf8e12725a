"""`pairproof unpublish`: the last round is taken back."""

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
    *,
    with_results: Annotated[bool, typer.Option("--with-results", help="Though results are entered in it.")] = False,
    desk: DeskOptions,
) -> None:
    """Who was away in it is so again in the round to be paired, and its orders hold again."""
    doing.do(doing.opened(file), "unpublish", {"with_results": with_results}, desk)
