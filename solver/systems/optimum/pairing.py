"""Pair a round: position, compile, certified engine, result (CONTRACT 4).

The certified engine comes first whatever is asked: most often its optimum keeps the conditions, and then nothing else
is needed.  What is no sum over pairs is left to CP-SAT.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.model.state.position import position
from pairproof.model.tournament import Tournament
from pairproof.solver.certified import engine as certified
from pairproof.solver.problem import PairingProblem, compile_problem
from pairproof.solver.proof.write import RoundProof
from pairproof.solver.request import Conditions, Request
from pairproof.solver.result import (
    Alternatives,
    Board,
    ChangeLimit,
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
    from pairproof.solver.cpsat.limits import Limit

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
    conditions, stop = request.conditions, request.stop or Stop()
    request = _in_force(tournament, request)
    problem = problem_of(tournament, replace(request, orders=replace(request.orders, relax=False)))
    _check(problem, conditions)
    result = certified.solve_until(problem, stop)
    if isinstance(result, Witness) and request.orders.relax:
        problem = problem_of(tournament, request)
        result = certified.solve_until(problem, stop)
    if isinstance(result, Witness):
        return infeasible(problem, result)
    if isinstance(result, certified.Unfinished):
        return _best_so_far(problem, result, conditions)
    found = _by_cp_sat(problem, result, conditions, stop)
    if found.status is Status.UNKNOWN:
        return _best_so_far(problem, result, conditions)
    kept = bool(request.orders.keep) and found.status is Status.OPTIMAL
    unkept = _unkept(tournament, request) if kept else None
    without = _without(problem, result, unkept, stop)
    alternatives = _alternatives(problem, result, found, conditions.alternatives, stop)
    unknown = without is None or (kept and unkept is None) or (alternatives is not None and alternatives.more is None)
    study = replace(
        found.study,
        without=without or (),
        unkept=unkept,
        alternatives=alternatives,
        cut_short=found.status is Status.OPTIMAL and unknown,
    )
    return replace(found, study=study)


def _in_force(tournament: Tournament, request: Request) -> Request:
    """The request with the limits of pairs in a group that are in force among its rules (of two for a group the
    smaller), and with a limit of changed boards counting these after all other levels.
    """
    rules, conditions = request.rule_set(tournament), request.conditions
    quotas = dict(rules.max_pairs_in_group)
    for group, most in conditions.max_pairs_in_group.items():
        quotas[group] = min(most, quotas.get(group, most))
    orders = request.orders
    if conditions.max_changed is not None:
        orders = replace(orders, keep_last=True)
    return replace(request, rules=replace(rules, max_pairs_in_group=tuple(sorted(quotas.items()))), orders=orders)


def _check(problem: PairingProblem, conditions: Conditions) -> None:
    """Refuse conditions that make no sense, whatever the position.

    Raises
    ------
    InvalidInput, UsageProblem
        An unknown group (of the rules, of the conditions), more rounds of look-ahead than are left, a limit of changes
        to nothing, alternatives together with any of these.
    """
    position = problem.position
    quotas = position.rules.max_pairs_in_group
    if conditions.lookahead is None and conditions.max_changed is None and not quotas:
        return
    from pairproof.solver import cpsat

    if conditions.alternatives is not None:
        raise UsageProblem(
            say(
                "Alternatives are pairings equal on every level: not with look-ahead, quotas, or a limit of "
                "changed boards."
            )
        )
    if conditions.lookahead is not None:
        cpsat.check_lookahead(problem, conditions.lookahead)
    if conditions.max_changed is not None:
        cpsat.check_changes(bool(position.orders.keep), conditions.max_changed)
    if faults := cpsat.quota_faults(position.tournament, conditions.max_pairs_in_group):
        raise UsageProblem("\n".join(fault.message for fault in faults))
    cpsat.limits_of(problem, dict(quotas))


def _limits(problem: PairingProblem, conditions: Conditions) -> Sequence[Limit]:
    """The limits in force that are no sums over pairs."""
    quotas = dict(problem.position.rules.max_pairs_in_group)
    if conditions.max_changed is None and not quotas:
        return ()
    from pairproof.solver import cpsat

    return cpsat.limits_of(problem, quotas, conditions.max_changed)


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


def _by_cp_sat(problem: PairingProblem, result: certified.Certified, conditions: Conditions, stop: Stop) -> Pairing:
    ordinary = pairing_of(problem, result)
    limits = _limits(problem, conditions)
    if conditions.engine == Engine.AUTO and conditions.lookahead is None and not limits:
        return ordinary
    # CP-SAT's library takes longer to load than a round to pair.
    from pairproof.solver import cpsat

    cuts, seconds, event = conditions.cuts, stop.seconds_left, stop.event
    if conditions.lookahead is not None:
        ahead = cpsat.pair_with_lookahead(
            problem, result, conditions.lookahead, limits=limits, cuts=cuts, time_limit=seconds, interrupt=event
        )
        found = _limited(problem, ordinary, ahead.result, conditions)
        return replace(found, study=replace(found.study, lookahead=Lookahead(ahead.asked, ahead.possible, ahead.cost)))
    if limits:
        limited = cpsat.pair_with_limits(problem, result, limits, cuts=cuts, time_limit=seconds, interrupt=event)
        return _limited(problem, ordinary, limited.result, conditions)
    # The hint also where the model is plain: with it there is always a pairing to show when time runs out.
    second = cpsat.solve(problem, cuts=cuts, hint=result.partner, certified=result, time_limit=seconds, interrupt=event)
    cpsat.cross_check(problem, result, second)
    return replace(_pairing(problem, ordinary, second), engine=Engine.CP_SAT)


def _limited(problem: PairingProblem, ordinary: Pairing, result: CpResult, conditions: Conditions) -> Pairing:
    """What was found under limits or look-ahead, with the limit of changed boards if there is one."""
    found = _pairing(problem, ordinary, result)
    if conditions.max_changed is None:
        return found
    limit = ChangeLimit(conditions.max_changed)
    if found.status is Status.INFEASIBLE:
        from pairproof.solver import cpsat

        limit = replace(limit, least=cpsat.fewest_changes(problem))
    return replace(found, study=replace(found.study, change_limit=limit))


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
    problem: PairingProblem, result: certified.Certified | certified.Unfinished, conditions: Conditions
) -> Pairing:
    """What is known when time has run out: the certified engine's pairing, or, where that breaks look-ahead or limits,
    any that keeps them; no pairing at all, "unknown", where none such was found in a few seconds more.
    """
    further, partner = conditions.lookahead, result.partner
    limits = _limits(problem, conditions)
    limit = None if conditions.max_changed is None else ChangeLimit(conditions.max_changed)
    ahead = None
    if further is not None or limits:
        from pairproof.solver import cpsat

        kept = cpsat.some_pairing(problem, partner, further, limits, _SECONDS_MORE)
        ahead = None if further is None else Lookahead(further, None if kept is None else further, {})
        if kept is None:
            study = Study(lookahead=ahead, change_limit=limit)
            return Pairing(problem, Method.OPTIMAL, Status.UNKNOWN, Engine.CP_SAT, study=study)
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
        study=Study(lookahead=ahead, change_limit=limit),
    )


def _seats(
    problem: PairingProblem, partner: tuple[int, ...] | None
) -> tuple[tuple[Board, ...], int | None, dict[str, int]]:
    return boards_of(problem, [(u, v) for u, v in enumerate(partner or ()) if u < v])


def _unkept(tournament: Tournament, request: Request) -> Pairing | None:
    """The optimum with all that was asked but the published pairing; None if time ran out."""
    orders = replace(request.orders, keep=frozenset(), published=(), keep_last=False)
    conditions = replace(request.conditions, engine=Engine.AUTO, alternatives=None, max_changed=None)
    found = pair(tournament, replace(request, orders=orders, conditions=conditions))
    return found if found.status is Status.OPTIMAL else None


def _without(
    problem: PairingProblem, result: certified.Certified, unkept: Pairing | None, stop: Stop
) -> tuple[LevelValue, ...] | None:
    """The levels of the optimum without wishes, limits and a published pairing; empty where none of them is asked
    for, None if time ran out.  `unkept` is it already where only a published pairing is.
    """
    here = problem.position
    rules, orders = here.rules, here.orders
    if not (rules.max_pairs_in_group or rules.prefer or rules.avoid or orders.keep):
        return ()
    if rules.prefer or rules.avoid or orders.keep:
        if unkept is not None and unkept.proof.evidence is not None and not (rules.prefer or rules.avoid):
            return unkept.levels
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
