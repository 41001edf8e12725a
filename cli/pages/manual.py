"""The page that `manual` prints for a person."""

from __future__ import annotations

from pairproof.cli.output import Page
from pairproof.cli.pages import pair as pair_page
from pairproof.cli.pages.levels import figures_of
from pairproof.model.language import say
from pairproof.solver.explain.compare import is_possible
from pairproof.solver.result import Pairing


def show(pairing: Pairing, *, trace: bool) -> None:
    """Print the boards and the levels, with `trace` every step before."""

    page = Page()
    page.title(pair_page.title(pairing, say("manual method")))
    page.line()
    if trace:
        _trace(page, pairing)
        page.line()
    _outcome(page, pairing)
    if not pairing.empty:
        page.line()
        pair_page.boards(page, pairing)
    pair_page.not_playing(page, pairing)
    if pairing.levels and not pairing.empty:
        page.line()
        figures = figures_of(pairing, page.signs)
        rows = [[level.name, figures.level(level.name, level.value)] for level in pairing.levels]
        page.table([say("level"), say("value")], rows, right="-x")
    page.show()


def _outcome(page: Page, pairing: Pairing) -> None:
    if pairing.trace.stuck_at is None:
        page.good(say("The manual method pairs the whole round."))
        return
    page.bad(say("The manual method is stuck at {step}.", step=pairing.trace.stuck_at))
    page.paragraph(f"{pairing.trace.steps[-1].text}.")
    if pairing.empty:
        page.paragraph(
            say("A legal pairing exists all the same.")
            if is_possible(pairing.problem)
            else say("No legal pairing exists.")
        )
    elif is_possible(pairing.problem):
        page.paragraph(say("A legal pairing exists all the same. These are the boards that the method has made:"))
    else:
        page.paragraph(say("No legal pairing exists. These are the boards that the method has made:"))


def _trace(page: Page, pairing: Pairing) -> None:
    bracket = None
    for step in pairing.trace.steps:
        if step.bracket != bracket:
            bracket = step.bracket
            page.title(say("Bracket {number}", number=bracket) if bracket else say("Before C1"))
        page.paragraph(f"{step.step}  {step.text}", indent=2)
