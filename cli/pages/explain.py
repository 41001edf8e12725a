"""The page that `explain` prints for a person."""

from __future__ import annotations

from pairproof.cli.explaining import Explained
from pairproof.cli.output import Page, clean
from pairproof.cli.pages import pair as pair_page
from pairproof.cli.pages.burdens import chapters
from pairproof.cli.pages.levels import different_levels, figures_of, level_texts, order_text
from pairproof.model.figures import Figures
from pairproof.model.language import say
from pairproof.model.tournament import BYE
from pairproof.solver.explain.answers import Answer, Outcome, changes
from pairproof.solver.explain.asking import chosen, sections
from pairproof.solver.explain.wording import (
    answer_sentences,
    answer_words,
    impossible_words,
    in_documents,
)
from pairproof.solver.result import Board, Pairing


def show(explanation: Explained, *, documents: bool = False, held: bool = False) -> None:
    """Print the answers; without a question, who floats, who is denied a colour, and what each level costs and why.

    With `documents` criteria and levels are named with their places in the two documents; `held`: the file holds a
    pairing of the round, and this is another one.
    """
    pairing = explanation.pairing
    page = Page()
    page.title(pair_page.title(pairing))
    page.line()
    if held:
        page.paragraph(
            say("The file holds this round; here it is paired anew. --played tells of the boards of the file.")
        )
        page.line()
    if pairing.status == "feasible":
        page.bad(say("Time ran out: this is the best pairing so far, and not all of it is proved."))
        pair_page.boards(page, pairing)
    elif pairing.status != "optimal":
        pair_page.no_pairing(page, pairing)
        if explanation.asked:
            page.line()
            _answers(page, explanation, documents)
    elif explanation.asked:
        _answers(page, explanation, documents)
    else:
        pair_page.boards(page, pairing)
        page.line()
        _burdens(page, explanation)
        _levels(page, pairing, documents)
        _end(page, pairing)
    page.show()


def _end(page: Page, pairing: Pairing) -> None:
    """What else came of what was asked beyond the rules, who has chosen, and how to ask more."""
    for note in pair_page.notes(pairing, figures_of(pairing, page.signs)):
        page.title(note.headline)
        for line in note.lines:
            page.paragraph(line, indent=2)
        page.line()
    if not pairing.conditional:
        page.paragraph(f"{chosen(pairing)} {say('Ask with --why-not 3-7.')}")
        return
    if pairing.proof.natural_order:
        page.paragraph(
            say("Among the pairings equal on all these levels that keep what was asked, the natural order has chosen.")
        )
    page.paragraph(
        say(
            "Look-ahead or limits of pairs in a group hold for this round; what sparing somebody would cost cannot be "
            "told from the levels alone. Ask about one pair with --why-not 3-7, or without them."
        )
    )


def _answers(page: Page, explanation: Explained, documents: bool) -> None:
    for player, answers in explanation.players:
        _opponents(page, explanation.pairing, player, answers, documents)
    for answer in explanation.wishes:
        _wish(page, explanation.pairing, answer, documents)


def _burdens(page: Page, explanation: Explained) -> None:
    pairing = explanation.pairing
    figures = figures_of(pairing, page.signs)
    for _, title, told in chapters(pairing, explanation.burdens, str, figures):
        page.title(title)
        for one in told:
            page.paragraph(f"{one.fact} {one.price}".rstrip(), indent=2)
        page.line()


def _levels(page: Page, pairing: Pairing, documents: bool) -> None:
    figures = figures_of(pairing, page.signs)
    if parts := sections(pairing, figures):
        page.sections((part.title, part.sentences) for part in parts)
        page.line()
        return
    page.title(say("Levels, the first counts most"))
    for level in level_texts(pairing, figures):
        name = in_documents(level.title, level.source if documents else "")
        page.line(f"  {name} {level.figure}{level.without}")
        for sentence in filter(None, (level.says, level.carried_by, *level.reasons)):
            page.paragraph(sentence, indent=6)
    if told := order_text(pairing, figures):
        page.paragraph(told, indent=2)
    page.line()


def _opponents(page: Page, pairing: Pairing, player: int, answers: tuple[Answer, ...], documents: bool) -> None:
    position = pairing.problem.position
    names = {entrant.id: entrant.name for entrant in position.tournament.players}
    figures = figures_of(pairing, page.signs)
    score = dict(zip(position.ids, position.score.tolist(), strict=True))
    who = f"{player} {clean(names[player])}".rstrip() + f" ({figures.points(score[player])})"
    page.title(say("Opponents of {player}, in rank order", player=who))
    page.table(
        ["", "", say("score"), say("outcome")],
        [
            [
                str(answer.wish.second) if answer.wish.second else "",
                names[answer.wish.second] if answer.wish.second != BYE else say("the bye"),
                figures.points(score[answer.wish.second]) if answer.wish.second != BYE else "",
                answer_words(answer, figures, documents=documents),
            ]
            for answer in answers
        ],
        right="x-x-",
        shrink="-x--",
    )
    page.line()
    for answer in answers:
        if answer.outcome is Outcome.IMPOSSIBLE and answer.witness is not None:
            other = str(answer.wish.second) if answer.wish.second else say("the bye")
            page.paragraph(f"{other}: {impossible_words(pairing.problem, answer)}")


def _wish(page: Page, pairing: Pairing, answer: Answer, documents: bool) -> None:
    figures = figures_of(pairing, page.signs)
    for sentence in answer_sentences(pairing.problem, answer, figures, documents=documents):
        page.paragraph(sentence)
    if answer.best is not None and answer.best is not pairing:
        different = [] if answer.told else different_levels(pairing, answer.best, figures)
        if different:
            page.line()
            page.table([say("level"), say("chosen"), say("with it")], different, right="-xx")
        before, after = changes(pairing, answer.best)
        page.line()
        page.table(
            [say("boards that change"), say("with it")],
            [[_board(page, figures, a), _board(page, figures, b)] for a, b in zip(before, after, strict=True)],
        )
    page.line()


def _board(page: Page, figures: Figures, board: object) -> str:
    if not isinstance(board, Board):
        return say("bye {player}", player=board)
    scores = page.signs.dash.join(map(figures.points, board.scores))
    return f"{board.white}-{board.black} ({scores})"
