"""A published pairing that is kept: what keeping it costs, and what the round would be without it (RULES 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairproof.cli.pages.note import Note
from pairproof.model.criteria.wishes import CHANGED_BOARDS
from pairproof.model.figures import Figures
from pairproof.model.language import say, say_n
from pairproof.solver.explain.answers import Loss, changes
from pairproof.solver.explain.departures import Change, changes_of
from pairproof.solver.explain.wording import loss_words
from pairproof.solver.result import Board, Pairing


def cost_of_keeping(pairing: Pairing) -> tuple[Loss, ...]:
    """The levels, in order, whose values differ from those of the pairing in which nothing is kept; a value can be
    smaller, after one that is larger.  Empty as well where that pairing is not known.
    """
    if pairing.study.unkept is None:
        return ()
    without = {level.name: level.value for level in pairing.study.unkept.levels}
    return tuple(
        Loss(level.name, level.value, without[level.name])
        for level in pairing.levels
        if without.get(level.name, level.value) != level.value
    )


def keeping_note(pairing: Pairing, figures: Figures) -> Note | None:
    """How much is kept, what that costs level by level, and the boards there would be otherwise; None where nothing was
    to be kept, or there is no pairing.
    """
    published = len(pairing.problem.position.orders.keep)
    if not published or pairing.empty:
        return None
    changed = next(level.value for level in pairing.levels if level.name == CHANGED_BOARDS.name)
    kept = say("Published boards kept: {kept} of {all}", kept=published - changed, all=published)
    return Note(kept, tuple(_lines(pairing, figures)))


def _lines(pairing: Pairing, figures: Figures) -> Iterator[str]:
    if (limit := pairing.study.change_limit) is not None:
        yield say_n("At most {count} may be changed.", "At most {count} may be changed.", limit.asked)
    if pairing.study.unkept is None:
        return
    if costs := cost_of_keeping(pairing):
        told = "; ".join(loss_words(cost, figures) for cost in costs)
        yield say("Keeping costs, level by level: {costs}.", costs=told)
    else:
        yield say("Keeping costs nothing on any level.")
    here, there = changes(pairing, pairing.study.unkept)
    if here:
        yield say(
            "Without keeping anything: {boards}; in place of {those}.", boards=_listed(there), those=_listed(here)
        )
    else:
        yield say("Without keeping anything the pairing would be the same.")


def _listed(boards: Iterable[Board | int]) -> str:
    """`3-7, 4-1, bye 5`, white first."""
    return ", ".join(
        say("bye {player}", player=board) if isinstance(board, int) else f"{board.white}-{board.black}"
        for board in boards
    )


def changes_note(pairing: Pairing, figures: Figures) -> Note | None:
    """The published boards that are changed, and why each is; None where none is."""
    found = changes_of(pairing, figures)
    if not found:
        return None
    return Note(say("Published boards that are changed"), tuple(f"{_board(one)}: {one.reason}." for one in found))


def _board(change: Change) -> str:
    first, second = change.pair
    return f"{first}-{second}" if first else say("the bye for {player}", player=second)
