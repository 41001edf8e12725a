"""`pairproof result`: results of the last round, by board."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from pairproof.cli import options
from pairproof.cli.desk import doing
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say


@guarded
@grouped
def command(
    file: options.DeskFile,
    results: Annotated[
        list[str],
        typer.Argument(metavar="BOARD=RESULT…", help="As in 1=1 2== 3=0 4=+ 5=½-½; white's side, or both; 6=clear."),
    ],
    *,
    gam: Annotated[
        str | None, typer.Option("--gam", metavar="31-17", help="Game points, white's first, where one board is named.")
    ] = None,
    correct: Annotated[bool, typer.Option("--correct", help="Though another result is entered there.")] = False,
    desk: DeskOptions,
) -> None:
    """1, 0, =, ½, +, -, -- and both sides in any of the usual dashes: 1-0, 0:1, ½-½, 2-0, +-."""
    entered = [found for text in results if (found := re.fullmatch(r"\s*([0-9]{1,4})\s*=\s*(.+?)\s*", text))]
    if len(entered) < len(results):
        wrong = next(text for text in results if not re.fullmatch(r"\s*[0-9]{1,4}\s*=\s*.+", text))
        raise UsageProblem(say("{text}: here belong a board and its result, as in 3=1 or 3==.", text=wrong))
    points = None if gam is None else re.fullmatch(r"([0-9]{1,9})[-:–]([0-9]{1,9})", gam.strip())
    if gam is not None and points is None:
        raise UsageProblem(say("--gam {text}: here belong the game points of both, as in --gam 31-17.", text=gam))
    arguments = {
        "results": [[int(found[1]), found[2]] for found in entered],
        "gam": None if points is None else [int(points[1]), int(points[2])],
        "correct": correct,
    }
    doing.do(doing.opened(file), "result", arguments, desk)
