"""`/round/N`: the draft of the round to come, or a round with its results."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from pairproof.cli.pages.html import round_sheet
from pairproof.cli.web.asking import Ask, NothingThere
from pairproof.cli.web.knowing import standing_result
from pairproof.cli.web.pages import draft
from pairproof.cli.web.proofs import MAKING
from pairproof.cli.web.rendering import desk_page, sheet_page, to
from pairproof.model.acts.results import board_places
from pairproof.model.criteria import has_colours
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.language import say
from pairproof.model.tournament import Result, Tournament
from pairproof.solver import Request
from pairproof.solver.methods import played

SHOWN = {
    Result.WHITE_WINS: "1–0",
    Result.DRAW: "½–½",
    Result.BLACK_WINS: "0–1",
    Result.WHITE_WINS_BY_FORFEIT: "+ −",
    Result.BLACK_WINS_BY_FORFEIT: "− +",
    Result.BOTH_FORFEIT: "− −",
    Result.BOTH_LOSE: "0–0",
    Result.DRAW_AND_LOSS: "½–0",
    Result.LOSS_AND_DRAW: "0–½",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A board: `result` as the file writes it ("" for none) and as it is `shown`; `mark` is "proved", "kept", "order"
    or empty.
    """

    number: int
    white: int
    black: int
    result: str
    shown: str
    mark: str


def show(ask: Ask) -> Response:
    """The round, published or not."""
    number, last = int(ask.path["round"]), len(ask.tournament.rounds)
    if number == last + 1:
        return draft.show(ask)
    if not 1 <= number <= last:
        raise NothingThere(say("There is no round {round} yet; the next one is {next}.",
                                         round=number, next=last + 1))  # fmt: skip
    return _published(ask, number)


def _published(ask: Ask, number: int) -> Response:
    tournament = ask.tournament
    proof = ask.desk.proof(tournament, number)
    rows = rows_of(tournament, number, proved=proof is not None and proof.valid)
    held = tournament.rounds[number - 1]
    missing = [row.number for row in rows if not row.result]
    return desk_page(
        ask,
        "round.html",
        number=number,
        rows=rows,
        byes=held.byes,
        half_byes=held.half_byes,
        full_byes=held.full_byes,
        away=tournament.absent_in(number),
        proof=proof,
        making=proof is MAKING,
        missing=missing,
        is_last=number == len(tournament.rounds),
        more=not tournament.all_paired,
        colours=has_colours(rules_for(tournament)),
        reason=held.orders.reason if held.orders else "",
        hand_reason=held.reason,
    )


def shown_result(result: Result | None) -> str:
    """The result as pages write it; "" for none."""
    return "" if result is None else SHOWN.get(result, result.value)


def rows_of(tournament: Tournament, number: int, *, proved: bool = False) -> list[Row]:
    """The boards of a round of the file by number."""
    held = tournament.rounds[number - 1]
    orders = held.orders
    fixed = {frozenset((pair.first, pair.second)) for pair in orders.fix} if orders else set()
    kept = {frozenset(pair) for pair in orders.keep} if orders else set()
    hand = {frozenset(pair) for pair in held.hand}
    rows = []
    for board, place in sorted(board_places(tournament, number).items()):
        game = held.games[place]
        pair = frozenset((game.white, game.black))
        mark = "order" if pair in fixed | hand else "kept" if pair in kept else "proved" if proved else ""
        result = "" if game.result is None else game.result.value
        rows.append(Row(board, game.white, game.black, result, shown_result(game.result), mark))
    return rows


def sure(ask: Ask) -> Response:
    """Whether a result is really to be cleared."""
    number, board = ask.number("round"), ask.number("board")
    stands = standing_result(ask.tournament, number, board)
    if stands is None:
        raise NothingThere(say("There is no board {board} in round {round}.", board=board, round=number))
    if not stands:
        return to(f"/round/{number}#board-{board}")
    return desk_page(ask, "sure.html", number=number, board=board, stands=stands, was=ask.text("was"))


def printed(ask: Ask) -> Response:
    """The round as it hangs: the page that `report` writes."""
    number = int(ask.path["round"])
    tournament = ask.tournament
    if not 1 <= number <= len(tournament.rounds):
        raise NothingThere(say("There is no round {round} yet; the next one is {next}.",
                                         round=number, next=len(tournament.rounds) + 1))  # fmt: skip
    best = ask.desk.proofs.best(tournament, number)
    sheet = round_sheet.page_of_played(played(tournament, Request(round=number)), best)
    return sheet_page(sheet)
