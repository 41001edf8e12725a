"""The last round made otherwise: the boards before and after, and what that costs."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pairproof.cli.output import Page, clean
from pairproof.cli.pages.levels import figures_of
from pairproof.model.acts.done import named
from pairproof.model.language import say
from pairproof.model.tournament import BYE, Tournament
from pairproof.solver.explain.wording import loss_words

if TYPE_CHECKING:
    from pairproof.cli.desk.rearranging import Rearranged


def show(tournament: Tournament, found: Rearranged) -> None:
    """Print the boards that change, and the levels that do."""
    page = Page()
    last = tournament.rounds[-1]
    arguments = found.arguments.get("paired", found.arguments)
    was = [(game.white, game.black) for game in last.games]
    before = _seats(tournament, was, next(iter(last.byes), None), last.empty_boards)
    now = [(white, black) for white, black in arguments["boards"]]
    after = _seats(tournament, now, arguments["bye"], arguments.get("empty", ()))
    page.title(say("Round {round}", round=len(tournament.rounds)))
    rows = [
        [str(board or say("bye")), _told(tournament, before.get(board)), _told(tournament, after.get(board))]
        for board in sorted({*before, *after}, key=lambda board: (not board, board))
        if before.get(board) != after.get(board)
    ]
    if rows:
        page.table([say("board"), say("before"), say("after")], rows, right="x--", shrink="-xx")
    else:
        page.line(say("No board changes."))
    figures = figures_of(found.pairing, page.signs)
    if found.losses:
        costs = "; ".join(loss_words(loss, figures) for loss in found.losses)
        page.paragraph(say("Level by level: {costs}.", costs=costs))
    else:
        page.paragraph(say("It costs nothing on any level."))
    page.show()


def _seats(
    tournament: Tournament, boards: list[tuple[int, int]], bye: int | None, empty: Collection[int]
) -> dict[int, tuple[int, int]]:
    """The boards by their numbers; the bye under 0."""
    seats = dict(zip(tournament.board_numbers(boards, empty=empty), boards, strict=True))
    return seats if bye is None else seats | {0: (bye, BYE)}


def _told(tournament: Tournament, pair: tuple[int, int] | None) -> str:
    if pair is None:
        return ""
    return " - ".join(clean(named(tournament, player)) for player in pair if player != BYE)
