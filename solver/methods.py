"""Every way to pair a round, called the same way, whatever the system of the rules."""

from __future__ import annotations

from dataclasses import replace

from pairproof.model.study.luck import Luck
from pairproof.model.study.simulation import Seating
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.played import Played
from pairproof.solver.problem import Problem
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing
from pairproof.solver.systems.table import system_of
from pairproof.solver.terms import Method


def pair_by(method: Method | str, tournament: Tournament, request: Request, luck: Luck) -> Pairing:
    """The round paired by one of `METHODS` under the rules and orders asked for: INFEASIBLE where no legal pairing
    exists, STUCK for a manual method that is stuck.

    `luck` is used by RANDOM alone.

    Raises
    ------
    InvalidInput, UsageProblem
        As `solver.optimal.pair`; also where the system of the rules does not have the method.
    """
    return solve_by(method, problem_of(tournament, request), luck)


def problem_of(tournament: Tournament, request: Request = Request()) -> Problem:
    """What the system of the rules makes of the round before it is paired: several methods can share it."""
    rules = request.rule_set(tournament)
    return system_of(rules).problem(tournament, rules, request.round, request.orders)


def solve_by(method: Method | str, problem: Problem, luck: Luck) -> Pairing:
    """As `pair_by`, of such a problem."""
    return system_of(problem.position.rules).solve_by(Method(method), problem, luck)


def seating(pairing: Pairing) -> Seating:
    """What the simulator needs of a pairing."""
    return Seating(tuple((board.white, board.black) for board in pairing.boards), pairing.bye)


def played(tournament: Tournament, request: Request = Request()) -> Played:
    """The round asked for, by default the last of the file, as it was paired, with the colours played.

    Its orders and conditions were for pairing it and are no part of what was played.

    Raises
    ------
    UsageProblem
        If the file has no such round.
    InvalidInput
        If a result before it is missing.
    """
    rules = request.rule_set(tournament)
    return system_of(rules).played(tournament, replace(request, rules=rules))
