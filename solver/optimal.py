"""Pair a round: position, compile, certified engine, result (CONTRACT 4)."""

from __future__ import annotations

from dataclasses import replace

from model.position import Orders, position
from model.rule_file import rules_for
from model.rules import RuleSet, effective_rules
from model.tournament import Tournament
from solver import certified
from solver.certificate import certificate_of, infeasible_certificate
from solver.pairing import LevelValue, Pairing, boards_of, values_of
from solver.problem import PairingProblem, compile_problem
from solver.witness import Witness


def problem_of(
    tournament: Tournament, rules: RuleSet | None = None, *, round: int | None = None, orders: Orders = Orders()
) -> PairingProblem:
    """The compiled problem of a round, by default the next one, under the rule set the tournament names.

    Raises
    ------
    InvalidInput, UsageProblem
        See `model.position.position` and `solver.problem.compile_problem`.
    """
    if rules is None:
        rules = rules_for(tournament)
    else:
        rules = effective_rules(rules, dict(tournament.points), tournament.initial_colour)
    return compile_problem(position(tournament, rules, round, orders))


def pair(
    tournament: Tournament, rules: RuleSet | None = None, *, round: int | None = None, orders: Orders = Orders()
) -> Pairing:
    """The optimal pairing of a round in natural order, with certificate; status "infeasible" and a witness where no
    legal pairing exists.

    Parameters
    ----------
    rules
        By default those the tournament names, else `combined`.
    round
        By default the one after the last with a game.
    orders
        Absences, fixed and forbidden pairs on top of those in the tournament; a published pairing to keep; with
        `relax`, hard criteria are given up as RULES 13 says where nothing is legal.

    Raises
    ------
    InvalidInput, UsageProblem
        Before anything is solved, with every fault found.
    InternalError
        If the proof cannot be completed: never a pairing without proof.
    """
    problem = problem_of(tournament, rules, round=round, orders=replace(orders, relax=False))
    result = certified.solve(problem)
    if isinstance(result, Witness) and orders.relax:
        problem = problem_of(tournament, rules, round=round, orders=orders)
        result = certified.solve(problem)
    if isinstance(result, Witness):
        return Pairing(
            problem=problem,
            method="optimal",
            status="infeasible",
            engine="certified",
            boards=(),
            bye=None,
            bye_costs={},
            levels=(),
            witness=result,
            certificate=infeasible_certificate(problem, result),
        )
    boards, bye, bye_costs = boards_of(
        problem, [(vertex, other) for vertex, other in enumerate(result.partner) if vertex < other]
    )
    values = values_of(boards, bye_costs, problem)
    levels = tuple(
        LevelValue(level.name, values[level.name], proof.value, values[level.name] == proof.value)
        for level, proof in zip(problem.levels, result.levels, strict=True)
    )
    return Pairing(
        problem=problem,
        method="optimal",
        status="optimal",
        engine="certified",
        boards=boards,
        bye=bye,
        bye_costs=bye_costs,
        levels=levels,
        natural_order=True,
        certificate=certificate_of(problem, result, boards, bye),
    )
