"""What is said about the pairing of a round that the file holds."""

from __future__ import annotations

from pairproof.cli.explaining import ExplainedPlayed
from pairproof.cli.output import Page
from pairproof.cli.pages import pair as pair_page
from pairproof.cli.pages.burdens import chapters
from pairproof.cli.pages.levels import different_levels, figures_of
from pairproof.cli.pages.note import Note
from pairproof.model.figures import Figures
from pairproof.model.language import say
from pairproof.model.tournament import BYE
from pairproof.solver.explain.answers import JudgedBoard, Outcome
from pairproof.solver.explain.compare import Candidate
from pairproof.solver.explain.wording import answer_words, breach_words, verdict_words
from pairproof.solver.result import Pairing
from pairproof.solver.terms import Status


def verdict(candidate: Candidate, best: Pairing, figures: Figures) -> Note:
    """How the boards of the file do as a whole; `figures` writes numbers as the page does."""
    if candidate.broken:
        lines = tuple(f"{breach_words(broken)}." for broken in candidate.broken)
        return Note(say("These are the boards of the file. They break rules:"), lines, "bad")
    if best.status is not Status.OPTIMAL:
        return Note(say("These are the boards of the file."))
    if candidate.difference is None:
        return Note(say("These are the boards of the file. On every level they are as good as can be."), mood="good")
    loss = verdict_words(candidate, figures).rstrip(".")
    return Note(say("These are the boards of the file. There are better ones: {loss}.", loss=loss))


def show(explained: ExplainedPlayed, *, documents: bool = False) -> None:
    """Print the boards of the file, how they do as a whole and one by one, whom they burden, and the levels that
    differ; `documents` as for `answer_words`.
    """
    page = Page()
    pairing, best = explained.candidate.pairing, explained.best
    figures = figures_of(pairing, page.signs)
    page.title(pair_page.title(pairing))
    page.line()
    pair_page.boards(page, pairing)
    pair_page.not_playing(page, pairing)
    page.line()
    pair_page.show_note(page, verdict(explained.candidate, best, figures))
    page.line()
    if best.status is Status.INFEASIBLE:
        pair_page.no_pairing(page, best)
        page.line()
    elif best.status is not Status.OPTIMAL:
        page.bad(say("Time ran out before the best pairing was proved: nothing more can be said."))
        page.show()
        return
    elif best.conditional:
        page.paragraph(
            say(
                "Limits of pairs in a group hold for this round; what another pairing would cost cannot be told from "
                "the levels alone."
            )
        )
        page.line()
    _levels(page, explained, figures)
    _boards(page, explained.boards, figures, documents=documents)
    _burdens(page, explained, figures)
    page.show()


def _levels(page: Page, explained: ExplainedPlayed, figures: Figures) -> None:
    if not explained.candidate.measured:
        return
    different = different_levels(explained.candidate.pairing, explained.best, figures)
    if different:
        page.title(say("Levels that differ, the first counts most"))
        page.table([say("level"), say("played"), say("optimal")], different, right="-xx")
        page.line()


def _boards(page: Page, boards: tuple[JudgedBoard, ...], figures: Figures, *, documents: bool) -> None:
    if not boards:
        return
    page.title(say("Each board by itself: the best pairing that has it, against the best of all"))
    for judged in boards:
        page.paragraph(f"{board_name(judged)}: {board_words(judged, figures, documents=documents)}", indent=2)
    page.line()


def board_name(judged: JudgedBoard) -> str:
    """`3-7`, white first, or the bye."""
    wish = judged.answer.wish
    return say("the bye for {player}", player=wish.first) if wish.second == BYE else f"{wish.first}-{wish.second}"


def board_words(judged: JudgedBoard, figures: Figures, *, documents: bool = False) -> str:
    """What becomes of a board of the file, and what is to be said of its colours."""
    if judged.answer.outcome is Outcome.CHOSEN:
        words = say("as in the pairing that the rules choose")
    else:
        words = answer_words(judged.answer, figures, documents=documents)
    return " ".join(filter(None, [words.rstrip(".") + ".", judged.colours]))


def _burdens(page: Page, explained: ExplainedPlayed, figures: Figures) -> None:
    for _, title, told in chapters(explained.candidate.pairing, explained.burdens, str, figures, played=True):
        page.title(title)
        for one in told:
            page.paragraph(f"{one.fact} {one.price}".rstrip(), indent=2)
        page.line()
    if explained.burdens and not explained.best.conditional:
        page.paragraph(say("What sparing somebody would have cost is told against the best pairing of the round."))
