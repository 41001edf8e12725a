"""A corrected result under a round that hangs already: its boards kept, repaired, or paired anew."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.web.asking import Ask
from pairproof.cli.web.desk import AGAIN, KEEP, REPAIR
from pairproof.cli.web.knowing import standing_result
from pairproof.cli.web.pages.change import Proposal, proposal_of
from pairproof.cli.web.pages.rounds import shown_result
from pairproof.cli.web.rendering import desk_page
from pairproof.model.acts.results import result_entered
from pairproof.model.errors import PairproofError
from pairproof.model.language import say
from pairproof.model.tournament import Result

WAYS = (KEEP, REPAIR, AGAIN)


@dataclass(frozen=True, slots=True)
class Way:
    """What becomes of the round that hangs: its name in the form, words, what the button says, and the boards."""

    how: str
    title: str
    button: str
    proposal: Proposal


def is_asked(ask: Ask) -> bool:
    """Whether a result of the form corrects one on which the last round was paired, and that has no result yet."""
    tournament, number = ask.tournament, ask.number_or("round", 0)
    stands = standing_result(tournament, number, ask.number_or("board", 0))
    wanted = result_entered(ask.text("result"))
    if wanted is None or not stands or stands == wanted.value or stands != ask.text("was"):
        return False
    return number < len(tournament.rounds) and all(game.result is None for game in tournament.rounds[-1].games)


def show(ask: Ask) -> Response:
    """The three ways, each with what it changes."""
    number, board, text = ask.number("round"), ask.number("board"), ask.text("result")
    last = len(ask.tournament.rounds)
    wanted = result_entered(text)
    assert wanted is not None, "is_asked has looked"
    ways = (
        Way(REPAIR, say("Change as few boards as possible"), say("Repair round {round}", round=last),
            _proposal(ask, number, board, text, REPAIR)),
        Way(AGAIN, say("Pair it anew"), say("Pair round {round} again", round=last),
            _proposal(ask, number, board, text, AGAIN)),
    )  # fmt: skip
    return desk_page(
        ask,
        "correction.html",
        number=number,
        board=board,
        last=last,
        was=ask.text("was"),
        text=text,
        stands=shown_result(Result(ask.text("was"))),
        wanted=shown_result(wanted),
        ways=ways,
    )


def _proposal(ask: Ask, number: int, board: int, text: str, how: str) -> Proposal:
    try:
        return proposal_of(ask.tournament, ask.desk.again(number, board, text, how))
    except PairproofError as error:
        return Proposal(problems=tuple(str(error).split("\n")))
