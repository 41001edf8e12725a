"""Pair a round by the system of its rule set (CONTRACT 4)."""

from __future__ import annotations

from dataclasses import replace

from pairproof.model.tournament import Tournament
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing
from pairproof.solver.systems.table import system_of


def pair(tournament: Tournament, request: Request = Request()) -> Pairing:
    """The one pairing that the rules ask for, with certificate.

    Status INFEASIBLE and a witness where no legal pairing exists; FEASIBLE or UNKNOWN when it was time to stop before
    everything was proved.

    Raises
    ------
    InvalidInput, UsageProblem
        Before anything is solved, with every fault found; also an unknown group, more rounds of look-ahead than are
        left, or something that the system of the rules does not know.
    InternalError
        If the proof cannot be completed, or the engines disagree: never a pairing without proof.
    """
    rules = request.rule_set(tournament)
    return system_of(rules).pair(tournament, replace(request, rules=rules))


def pair_manually(tournament: Tournament, request: Request = Request(), *, trace: bool = True) -> Pairing:
    """The pairing that the manual method gives: status COMPLETE, or STUCK with the boards made so far.

    Parameters
    ----------
    request
        Its conditions and its stop are none of this method's.
    trace
        Whether to record the steps, in `Pairing.trace`.

    Returns
    -------
    Pairing
        With the levels' values, of which nothing is proved (bound None); when stuck, those of the boards made.

    Raises
    ------
    InvalidInput, UsageProblem
        As `pair`; also where the system of the rules has no manual method.
    """
    rules = request.rule_set(tournament)
    return system_of(rules).pair_manually(tournament, replace(request, rules=rules), trace=trace)
