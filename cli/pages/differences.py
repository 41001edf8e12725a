"""How a pairing of a round is worse than the best one: whose boards it is, who should have the bye, better boards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from pairproof.cli.output import Page
from pairproof.cli.pages.levels import figures_of, level_title
from pairproof.model.language import say
from pairproof.solver.explain.answers import changes
from pairproof.solver.explain.asking import whose
from pairproof.solver.explain.compare import Candidate
from pairproof.solver.result import Board, Pairing

_MOST_TOLD = 3
"""Of whom is told on each level."""


def show(page: Page, candidate: Candidate, best: Pairing, named: Callable[[int], str], *, better: bool) -> None:
    """Whom the levels come from that are worse than in the best pairing (of an illegal one they are no measure), and
    who should have the bye; with `better` the boards of the best pairing in place of those that it does not have.
    """
    if not candidate.broken:
        _worse_levels(page, candidate.pairing, best, named)
    if best.bye is not None and candidate.pairing.bye != best.bye:
        page.paragraph(say("In the best pairing {player} has the bye.", player=named(best.bye)), indent=2)
    if better:
        _better(page, candidate.pairing, best, named)


def _worse_levels(page: Page, pairing: Pairing, best: Pairing, named: Callable[[int], str]) -> None:
    figures = figures_of(best, page.signs)
    optima = {level.name: level.value for level in best.levels}
    told: set[str] = set()
    for level in pairing.levels:
        if level.value <= optima[level.name]:
            continue
        # Two levels of one thing, as score-gap and its squares, come from the same boards.
        new = [text for text in whose(pairing, level.name, figures, named) if text not in told]
        told.update(new)
        more = [say("And {more} more.", more=len(new) - _MOST_TOLD)] if len(new) > _MOST_TOLD else []
        for sentence in new[:_MOST_TOLD] + more:
            page.paragraph(f"{level_title(level.name)}: {sentence}", indent=2)


def _better(page: Page, pairing: Pairing, best: Pairing, named: Callable[[int], str]) -> None:
    here, there = changes(pairing, best)
    figures = figures_of(best, page.signs)

    def written(board: Board | int | None) -> str:
        if board is None:
            return ""
        if isinstance(board, int):
            return say("bye {player}", player=named(board))
        scores = page.signs.dash.join(map(figures.points, board.scores))
        return f"{named(board.white)} {page.signs.dash} {named(board.black)} ({scores})"

    rows = [[f"  {written(a)}", written(b)] for a, b in zip_longest(here, there)]
    if rows:
        page.table([f"  {say('boards that change')}", say("in the best pairing")], rows, shrink="xx")
