"""The pairing of a round as it was really played, measured by the levels of the rule set."""

from __future__ import annotations

from dataclasses import replace

from pairproof.model.criteria import breaches, hard_criteria
from pairproof.model.state.position import position
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.played import BrokenRule, Played, round_asked
from pairproof.solver.problem import PairingProblem, compile_problem
from pairproof.solver.request import Request
from pairproof.solver.result import LevelValue, Pairing, boards_of, values_of
from pairproof.solver.terms import Engine, Method, Status


def played(tournament: Tournament, request: Request = Request()) -> Played:
    """See `solver.methods.played`."""
    number = round_asked(tournament, request.round)
    round_ = tournament.rounds[number - 1]
    rules = request.rule_set(tournament)
    here = position(tournament, rules, number)  # the orders of the file (XXP, 260) stay in force
    index = here.index_of
    coloured = frozenset((index[game.white], index[game.black]) for game in round_.games if game.coloured)
    here = replace(here, fixed={}, fixed_white=coloured)
    problem = compile_problem(here)
    pairs = [(index[game.white], index[game.black]) for game in round_.games]
    byes = [(index[player], here.players) for player in round_.byes]

    broken = [
        BrokenRule(
            breach.rule, tuple(sorted(here.id_of(vertex) for vertex in pair if vertex < here.players)), breach.text
        )
        for pair in pairs
        for breach in breaches(here, *pair)
    ]
    for player, _ in byes:
        broken += [
            BrokenRule(breach.rule, (here.ids[player],), breach.text) for breach in breaches(here, player, here.players)
        ]
    without = [player for player, _ in byes]
    for rule in hard_criteria(rules):
        if rule.round_breach is not None and (text := rule.round_breach(here, without)) is not None:
            broken.append(BrokenRule(rule.name, tuple(sorted(round_.byes)), text))
    return Played(_as_pairing(problem, pairs, without), tuple(broken))


def _as_pairing(problem: PairingProblem, pairs: list[tuple[int, int]], byes: list[int]) -> Pairing:
    found, _, _ = boards_of(problem, pairs)
    # As the file has them: its order is that of the boards.
    by_pair = {frozenset((board.white, board.black)): board for board in found}
    ids = problem.position.ids
    seats = [(ids[white], ids[black]) for white, black in pairs]
    numbers = problem.position.tournament.numbers_in(problem.position.round)
    boards = tuple(
        replace(by_pair[frozenset(pair)], number=number) for number, pair in zip(numbers, seats, strict=True)
    )
    costs: dict[str, int] = {}
    for level in problem.levels:
        value = sum(int(level.bye_costs(problem.position)[player]) for player in byes)
        if value:
            costs[level.name] = value
    values = values_of(boards, costs, problem)
    return Pairing(
        problem=problem,
        method=Method.PLAYED,
        status=Status.PLAYED,
        engine=Engine.FILE,
        boards=boards,
        bye=problem.position.ids[byes[0]] if byes else None,
        bye_costs=costs,
        levels=tuple(LevelValue(level.name, values[level.name], None, False) for level in problem.levels),
    )
