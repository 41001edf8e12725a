"""The last round made otherwise, by hand or since a result was corrected: thought out first, then an act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pairproof import solver
from pairproof.cli.desk.publishing import boards_in
from pairproof.cli.progress import interruptible
from pairproof.model.acts import perform
from pairproof.model.acts.boards import standing_orders
from pairproof.model.acts.done import refuse
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.language import say
from pairproof.model.rules import OPTIMUM
from pairproof.model.state.orders import Orders, kept_orders
from pairproof.model.tournament import BYE, FixedPair, Round, RoundOrders, Tournament
from pairproof.solver.explain.answers import Loss
from pairproof.solver.methods import played
from pairproof.solver.terms import Status

if TYPE_CHECKING:
    from pairproof.solver.result import Pairing


@dataclass(frozen=True)
class Rearranged:
    """The last round as it would be: its `pairing`, the levels whose values change (`losses`: the new value, and the
    one the boards of the file have), and the `arguments` of the act `change`, or of `correct` for a round paired again.
    """

    pairing: Pairing
    losses: tuple[Loss, ...]
    arguments: dict[str, Any]


def by_hand(
    tournament: Tournament, wanted: Sequence[FixedPair], reason: str, seconds: float | None = None
) -> Rearranged:
    """The last round with these boards, all others as they are.

    Raises
    ------
    UsageProblem
        A board breaks a rule, which is named; or nothing would change.
    InvalidInput
        The file has faults.
    """
    refuse([] if wanted else [say("Nothing would change: the boards are so already.")])
    number, last = len(tournament.rounds), tournament.rounds[-1]
    seats = {player for pair in wanted for player in (pair.first, pair.second)}
    keep = list(tournament.published(number))
    staying = [pair for pair in last.seats() if seats.isdisjoint(pair)]
    base, fix = _with_last(tournament, standing_orders(last, staying)), list(wanted)
    if rules_for(tournament).system != OPTIMUM:
        # Other systems keep no published boards: all of them are made by hand then.
        fix += [FixedPair(white, black, colours=black != BYE) for white, black in staying]
        keep = []
    pairing = _paired(base, keep, tuple(fix), seconds)
    hand = [list(pair) for pair in pairing.seats if pair not in keep]
    return Rearranged(
        pairing,
        _losses(pairing, tournament),
        {"round": number, **boards_in(pairing), "hand": hand, "reason": reason, "keep": [list(pair) for pair in keep]},
    )


def paired_again(
    tournament: Tournament, correction: dict[str, Any], seconds: float | None, *, repair: bool
) -> Rearranged:
    """The last round paired again on a corrected result: with the fewest changed boards (`repair`), or anew.

    `correction` are the arguments of `correct`; those given back have the new boards as well.

    Raises
    ------
    UsageProblem
        The correction is refused; the last round was not paired on that result, or has results itself.
    """
    corrected = perform("correct", tournament, correction).tournament
    number, last = len(tournament.rounds), corrected.rounds[-1]
    problems = []
    if correction["round"] >= number:
        problems.append(say("No later round was paired on it; there is nothing to pair again."))
    if any(game.result is not None for game in last.games):
        problems.append(say("Round {round} has results; its boards stay as they are (--keep).", round=number))
    refuse(problems)
    keep = list(corrected.published(number)) if repair else []
    base = _with_last(corrected, replace(standing_orders(last, keep), corrected=()))
    pairing = _paired(base, keep, (), seconds)
    paired = {**boards_in(pairing), "keep": [list(pair) for pair in keep]}
    return Rearranged(pairing, _losses(pairing, base), {**correction, "paired": paired})


def _paired(
    tournament: Tournament, keep: Sequence[tuple[int, int]], fix: tuple[FixedPair, ...], seconds: float | None
) -> Pairing:
    number = len(tournament.rounds)
    kept, published = kept_orders(tournament, keep)
    orders = Orders(fix=fix, keep=kept, published=published)
    with interruptible(seconds, say("Pairing round {round}", round=number)) as stop:
        pairing = solver.pair(tournament, solver.Request(round=number, orders=orders, stop=stop))
    if pairing.status is Status.INFEASIBLE:
        raise UsageProblem(say("No legal pairing of round {round} has these boards.", round=number))
    if pairing.status is not Status.OPTIMAL:
        raise UsageProblem(say("Time ran out before the pairing was proved; nothing has changed."))
    return pairing


def _losses(pairing: Pairing, tournament: Tournament) -> tuple[Loss, ...]:
    """The levels on which the pairing differs from the boards that the file has."""
    number = len(tournament.rounds)
    old = played(tournament, solver.Request(round=number)).pairing
    values = {level.name: level.value for level in old.levels}
    return tuple(
        Loss(level.name, level.value, values[level.name])
        for level in pairing.levels
        if values.get(level.name, level.value) != level.value
    )


def _with_last(tournament: Tournament, last: Round) -> Tournament:
    return replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, orders=last.orders or RoundOrders())))
