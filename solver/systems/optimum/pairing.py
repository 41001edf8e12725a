"""Pair a round: position, compile, certified engine, result (CONTRACT 4).

The certified engine comes first whatever is asked: most often its optimum keeps the conditions, and then nothing else
is needed.  What is no sum over pairs is left to CP-SAT.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pairproof.model.errors import UsageProblem
from pairproof.model.state.position import position
from pairproof.model.tournament import Tournament
from pairproof.solver.certified import engine as certified
from pairproof.solver.problem import PairingProblem, compile_problem
from pairproof.solver.proof.write import RoundProof
from pairproof.solver.request import Conditions, Request
from pairproof.solver.result import (
    Alternatives,
    Board,
    LevelValue,
    Lookahead,
    Pairing,
    PairingProof,
    Study,
    boards_of,
    values_of,
)
from pairproof.solver.stopping import Stop
from pairproof.solver.terms import Engine, Method, Status
from pairproof.solver.witness import Witness

if TYPE_CHECKING:
    from pairproof.solver.cpsat import CpResult

_SECONDS_MORE = 2.0
"""After the time limit, to find any pairing that keeps what was asked."""


def problem_of(tournament: Tournament, request: Request = Request()) -> PairingProblem:
    """The compiled problem of the round asked for, under its rules and orders.

    Raises
    ------
    InvalidInput, UsageProblem
        See `model.state.position.position` and `solver.problem.compile_problem`.
    """
    return compile_problem(position(tournament, request.rule_set(tournament), request.round, request.orders))


def pair(tournament: Tournament, request: Request = Request()) -> Pairing:
    """The optimal pairing of a round in natural order, with certificate.

    Status "infeasible" and a witness where no legal pairing exists; "feasible" or "unknown" when it was time to stop
    before everything was proved.

    Raises
    ------
    InvalidInput, UsageProblem
        Before anything is solved, with every fault found; also an unknown group, or more rounds of look-ahead than
        are left.
    InternalError
        If the proof cannot be completed, or the engines disagree: never a pairing without proof.
    """
    conditions, orders, stop = request.conditions, request.orders, request.stop or Stop()
    rules = request.rule_set(tournament)
    quotas = dict(rules.max_pairs_in_group)
    for group, most in conditions.max_pairs_in_group.items():
        quotas[group] = min(most, quotas.get(group, most))
    request = replace(request, rules=replace(rules, max_pairs_in_group=tuple(sorted(quotas.items()))))
    problem = problem_of(tournament, replace(request, orders=replace(orders, relax=False)))
    _check(problem, conditions, quotas)
    result = certified.solve_until(problem, stop)
    if isinstance(result, Witness) and orders.relax:
        problem = problem_of(tournament, request)
        result = certified.solve_until(problem, stop)
    if isinstance(result, Witness):
        return infeasible(problem, result)
    if isinstance(result, certified.Unfinished):
        return _best_so_far(problem, result, conditions, quotas)
    found = _by_cp_sat(problem, result, conditions, quotas, stop)
    if found.status is Status.UNKNOWN:
        return _best_so_far(problem, result, conditions, quotas)
    without = _without(problem, result, quotas, stop)
    alternatives = _alternatives(problem, result, found, conditions.alternatives, stop)
    unknown = without is None or (alternatives is not None and alternatives.more is None)
    study = Study(
        without=without or (),
        lookahead=found.study.lookahead,
        alternatives=alternatives,
        cut_short=found.status is Status.OPTIMAL and unknown,
    )
    return replace(found, study=study)


def _check(problem: PairingProblem, conditions: Conditions, quotas: Mapping[str, int]) -> None:
    """Refuse conditions that make no sense, whatever the position.

    Raises
    ------
    InvalidInput, UsageProblem
        An unknown group, more rounds of look-ahead than are left, alternatives together with either.
    """
    if conditions.lookahead is None and not quotas:
        return
    from pairproof.solver import cpsat

    if conditions.alternatives is not None:
        raise UsageProblem("Alternatives are pairings equal on every level: not with look-ahead or quotas.")
    if conditions.lookahead is not None:
        cpsat.check_lookahead(problem, conditions.lookahead)
    cpsat.quotas_of(problem, quotas)


def infeasible(problem: PairingProblem, witness: Witness) -> Pairing:
    """The result that no legal pairing exists."""
    return Pairing(
        problem=problem,
        method=Method.OPTIMAL,
        status=Status.INFEASIBLE,
        engine=Engine.CERTIFIED,
        proof=PairingProof(witness=witness),
    )


def pairing_of(problem: PairingProblem, result: certified.Certified) -> Pairing:
    """What the engine found, with its proof."""
    boards, bye, bye_costs = _seats(problem, result.partner)
    values = values_of(boards, bye_costs, problem)
    levels = tuple(
        LevelValue(level.name, values[level.name], proof.value, values[level.name] == proof.value)
        for level, proof in zip(problem.levels, result.levels, strict=True)
    )
    return Pairing(
        problem=problem,
        method=Method.OPTIMAL,
        status=Status.OPTIMAL,
        engine=Engine.CERTIFIED,
        boards=boards,
        bye=bye,
        bye_costs=bye_costs,
        levels=levels,
        proof=PairingProof(
            RoundProof(tuple(level.used() for level in result.levels), result.order), natural_order=True
        ),
    )


def _by_cp_sat(
    problem: PairingProblem,
    result: certified.Certified,
    conditions: Conditions,
    quotas: Mapping[str, int],
    stop: Stop,
) -> Pairing:
    ordinary = pairing_of(problem, result)
    if conditions.engine == Engine.AUTO and conditions.lookahead is None and not quotas:
        return ordinary
    # CP-SAT's library takes longer to load than a round to pair.
    from pairproof.solver import cpsat

    cuts, seconds, event = conditions.cuts, stop.seconds_left, stop.event
    if conditions.lookahead is not None:
        ahead = cpsat.pair_with_lookahead(
            problem,
            result,
            conditions.lookahead,
            quotas=quotas,
            cuts=cuts,
            time_limit=seconds,
            interrupt=event,
        )
        found = _pairing(problem, ordinary, ahead.result)
        return replace(found, study=Study(lookahead=Lookahead(ahead.asked, ahead.possible, ahead.cost)))
    if quotas:
        limited = cpsat.pair_with_quotas(problem, result, quotas, cuts=cuts, time_limit=seconds, interrupt=event)
        return _pairing(problem, ordinary, limited.result)
    # The hint also where the model is plain: with it there is always a pairing to show when time runs out.
    second = cpsat.solve(problem, cuts=cuts, hint=result.partner, certified=result, time_limit=seconds, interrupt=event)
    cpsat.cross_check(problem, result, second)
    return replace(_pairing(problem, ordinary, second), engine=Engine.CP_SAT)


def _pairing(problem: PairingProblem, ordinary: Pairing, result: CpResult) -> Pairing:
    """What CP-SAT found; the proof of the ordinary optimum holds where it is the same pairing."""
    boards, bye, bye_costs = _seats(problem, result.partner)
    if boards == ordinary.boards and bye == ordinary.bye and result.status is Status.OPTIMAL:
        return replace(ordinary, levels=result.levels)
    return Pairing(
        problem=problem,
        method=Method.OPTIMAL,
        status=result.status,
        engine=Engine.CP_SAT,
        boards=boards,
        bye=bye,
        bye_costs=bye_costs,
        levels=result.levels,
        proof=PairingProof(witness=result.witness, natural_order=result.natural_order),
    )


def _alternatives(
    problem: PairingProblem, result: certified.Certified, found: Pairing, number: int | None, stop: Stop
) -> Alternatives | None:
    if number is None or found.status is not Status.OPTIMAL:
        return None
    from pairproof.solver import cpsat

    partners, more = cpsat.alternatives(problem, result, number, stop)
    return Alternatives(tuple(_seats(problem, partner)[:2] for partner in partners), more)


def _best_so_far(
    problem: PairingProblem,
    result: certified.Certified | certified.Unfinished,
    conditions: Conditions,
    quotas: Mapping[str, int],
) -> Pairing:
    """What is known when time has run out: the certified engine's pairing, or, where that breaks look-ahead or quotas,
    any that keeps them; no pairing at all, "unknown", where none such was found in a few seconds more.
    """
    further, partner = conditions.lookahead, result.partner
    ahead = None
    if further is not None or quotas:
        from pairproof.solver import cpsat

        kept = cpsat.some_pairing(problem, partner, further, quotas, _SECONDS_MORE)
        ahead = None if further is None else Lookahead(further, None if kept is None else further, {})
        if kept is None:
            return Pairing(problem, Method.OPTIMAL, Status.UNKNOWN, Engine.CP_SAT, study=Study(lookahead=ahead))
        partner = kept
    boards, bye, bye_costs = _seats(problem, partner)
    values = values_of(boards, bye_costs, problem)
    levels: list[LevelValue] = []
    proved = True
    for place, level in enumerate(problem.levels):
        # Costs are not negative: 0 is a bound for every level, whatever the levels before it are.  A proof is one of
        # pairings as good on all levels before.
        bound = result.levels[place].value if proved and place < len(result.levels) else 0
        proved = proved and place < len(result.levels) and values[level.name] == bound
        levels.append(LevelValue(level.name, values[level.name], bound, proved))
    return Pairing(
        problem=problem,
        method=Method.OPTIMAL,
        status=Status.FEASIBLE,
        engine=Engine.CERTIFIED if partner == result.partner else Engine.CP_SAT,
        boards=boards,
        bye=bye,
        bye_costs=bye_costs,
        levels=tuple(levels),
        study=Study(lookahead=ahead),
    )


def _seats(
    problem: PairingProblem, partner: tuple[int, ...] | None
) -> tuple[tuple[Board, ...], int | None, dict[str, int]]:
    return boards_of(problem, [(u, v) for u, v in enumerate(partner or ()) if u < v])


def _without(
    problem: PairingProblem, result: certified.Certified, quotas: Mapping[str, int], stop: Stop
) -> tuple[LevelValue, ...] | None:
    """The levels of the optimum without wishes, quotas and a published pairing; empty where none of them is asked
    for, None if time ran out.
    """
    here = problem.position
    rules, orders = here.rules, here.orders
    if not (quotas or rules.prefer or rules.avoid or orders.keep):
        return ()
    if rules.prefer or rules.avoid or orders.keep:
        plain = Request(replace(rules, prefer=(), avoid=()), here.round, replace(orders, keep=frozenset()))
        problem = problem_of(here.tournament, plain)
        solved = certified.solve_until(problem, stop)
        assert not isinstance(solved, Witness), "wishes and a published pairing forbid nothing"
        if isinstance(solved, certified.Unfinished):
            return None
        result = solved
    return tuple(
        LevelValue(level.name, proof.value, proof.value, True)
        for level, proof in zip(problem.levels, result.levels, strict=True)
    )
