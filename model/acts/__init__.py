"""What an arbiter does to a tournament: pure functions, one name each, used by verb, journal and page (DESK 1).

An act takes a tournament and plain values (what JSON can hold), and gives the tournament after it with a sentence of
what has changed.  It knows nothing of files and solves nothing: `publish` is given the boards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pairproof.model.acts.done import Done, refuse
from pairproof.model.acts.players import add, edit
from pairproof.model.acts.presence import absent, back, bye, withdraw
from pairproof.model.acts.results import correct, result
from pairproof.model.acts.rounds import change, publish, unpublish
from pairproof.model.formats.check import check_tournament
from pairproof.model.tournament import Tournament

ACTS: dict[str, Callable[..., Done]] = {
    "add": add,
    "edit": edit,
    "absent": absent,
    "bye": bye,
    "withdraw": withdraw,
    "back": back,
    "publish": publish,
    "unpublish": unpublish,
    "result": result,
    "change": change,
    "correct": correct,
}
"""Every act by its name."""


def perform(name: str, tournament: Tournament, arguments: Mapping[str, Any]) -> Done:
    """The act of that name.

    Raises
    ------
    UsageProblem
        It cannot be done: every reason.
    InvalidInput
        What is to be entered is malformed: every fault.
    """
    done = ACTS[name](tournament, **arguments)
    refuse(fault.message for fault in check_tournament(done.tournament, open_games=True, empty=True))
    return done


__all__ = ["ACTS", "Done", "perform"]
