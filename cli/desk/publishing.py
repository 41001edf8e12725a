"""Publishing a round: paired and proved first, then an act; its certificate, a backup and the page beside the file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pairproof import solver
from pairproof.cli.desk.proofs import file_proof
from pairproof.cli.desk.store import Store, write_durably
from pairproof.cli.language import language_of_pages
from pairproof.cli.progress import interruptible
from pairproof.model.acts.done import refuse
from pairproof.model.acts.rounds import orders_as_keys, publish_problems, unpublish
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say, speaking, spoken
from pairproof.model.state.orders import Orders, kept_orders
from pairproof.model.state.position import order_faults
from pairproof.model.tournament import RoundOrders, Tournament
from pairproof.solver.terms import Status

if TYPE_CHECKING:
    from pairproof.cli.options.groups import AllOrders
    from pairproof.solver.result import Pairing
    from pairproof.solver.stopping import Stop


@dataclass(frozen=True)
class Draft:
    """A round paired: the arguments of the act `publish`, None where it cannot be published; the digest of the file it
    was paired from.
    """

    pairing: Pairing
    arguments: dict[str, Any] | None
    seen: str


def drafted(
    tournament: Tournament, orders: AllOrders, reason: str, seconds: float | None, *, repair: bool = False
) -> Draft:
    """The next round, paired and proved; with `repair` the last one again, with the fewest changed boards.

    Raises
    ------
    PairproofError
        Results are missing, or are there already, an order makes no sense, or whatever is wrong with the rules of the
        file.
    """
    with interruptible(seconds, say("Pairing round {round}", round=len(tournament.rounds) + (not repair))) as stop:
        return drafted_with(tournament, orders.given(tournament), reason, stop, repair=repair)


def drafted_with(
    tournament: Tournament, given: Orders, reason: str = "", stop: Stop | None = None, *, repair: bool = False
) -> Draft:
    """The round as `drafted` has it, with these orders.

    Raises
    ------
    PairproofError
        As `drafted`.
    """
    seen = tournament.sha256
    kept: tuple[tuple[int, int], ...] = ()
    if repair:
        before, tournament = tournament, unpublish(tournament).tournament
        kept = before.published(len(before.rounds))
        keep, published = kept_orders(before, kept)
        given = replace(given, keep=keep, published=published)
    number = len(tournament.rounds) + 1
    refuse(publish_problems(tournament, number))
    request = solver.Request(orders=given, stop=stop)
    if faults := order_faults(tournament, request.rule_set(tournament), number, given):
        raise UsageProblem("\n".join(fault.message for fault in faults))
    pairing = solver.pair(tournament, request)
    if pairing.status is not Status.OPTIMAL:
        return Draft(pairing, None, seen)
    orders = RoundOrders(given.fix, given.forbid, given.absent, kept, reason)
    again = {"again": True} if repair else {}
    return Draft(pairing, {**_arguments(pairing, number, orders), **again}, seen)


def _arguments(pairing: Pairing, number: int, kept: RoundOrders) -> dict[str, Any]:
    here = pairing.problem.position
    return {
        "round": number,
        **boards_in(pairing),
        "half_byes": list(here.half_byes),
        "full_byes": list(here.full_byes),
        "orders": orders_as_keys(kept),
    }


def boards_in(pairing: Pairing) -> dict[str, Any]:
    """The boards of a pairing as acts take them: in order, the bye, and numbers at which nobody sits, if there are."""
    boards = [(board.white, board.black) for board in pairing.boards]
    tournament = pairing.problem.position.tournament
    empty = tournament.empty_boards(boards, [board.number for board in pairing.boards])
    found = {"boards": [list(pair) for pair in boards], "bye": pairing.bye}
    return {**found, "empty": list(empty)} if empty else found


def filed(store: Store, draft: Draft, page: str | None) -> None:
    """The certificate of the round, a copy of the file, and the page if one is asked for.

    Raises
    ------
    FileProblem
        One of them cannot be written.
    """
    number = draft.pairing.problem.position.round
    file_proof(store, draft.pairing)
    backups = store.path.parent / "backups"
    backups.mkdir(exist_ok=True)
    held = store.read()
    copy = f"{store.path.stem}-{len(held.lines):04}-round-{number}{store.path.suffix}"
    write_durably(backups / copy, held.data)
    if page is not None:
        from pairproof.cli.pages import html
        from pairproof.cli.pages.html import round_sheet
        from pairproof.cli.writing import Target

        with Target("--page", page) as target, speaking(language_of_pages()):
            target.spare({str(store.path): say("the tournament file")})
            target.write(html.render(round_sheet.page_of(draft.pairing), spoken()))
            target.put()
