"""A round paired by the Dutch system, as all that pair a round return it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pairproof.model.dutch.position import dutch_position
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.model.state.history import DOWN, UP
from pairproof.model.tournament import Tournament
from pairproof.solver.problem import Problem
from pairproof.solver.request import Request
from pairproof.solver.result import FLOAT_NAMES, Board, LevelValue, Pairing, PairingProof
from pairproof.solver.stopping import Stop
from pairproof.solver.systems.dutch.certificate import BYE_LEVEL, DutchClaim, claim_of, level_name
from pairproof.solver.systems.dutch.chain import SolvedRound
from pairproof.solver.systems.dutch.cross_check import MOST_PLAYERS, cross_check
from pairproof.solver.systems.dutch.problem import DutchProblem, bye_level, level_text
from pairproof.solver.systems.dutch.result import DutchBoard, DutchPairing, pairing_of
from pairproof.solver.terms import Engine, Method, Status


@dataclass(frozen=True)
class DutchEvidence:
    """What proves a pairing: the round as it was solved, bracket by bracket."""

    result: DutchPairing

    @property
    def solved(self) -> SolvedRound:
        """The round as it was solved."""
        assert self.result.solved is not None
        return self.result.solved

    def claim(self, problem: Problem, pairs: Sequence[tuple[int, int]], bye: int | None) -> DutchClaim:
        """The claim, with the duals by ids."""
        return claim_of(self.solved, pairs, bye)


def pair(tournament: Tournament, request: Request) -> Pairing:
    """See `solver.optimal.pair`.

    Raises
    ------
    UsageProblem
        Also for what this system does not know: look-ahead, limits of pairs in a group, alternatives, a published
        pairing to keep, criteria to give up; and for CP-SAT on more than 60 players.
    """
    rules = request.rule_set(tournament)
    _refuse(request, bool(rules.max_pairs_in_group))
    dutch = dutch_position(tournament, rules, request.round, request.orders)
    asked_twice = request.conditions.engine == Engine.CP_SAT
    if asked_twice and dutch.players > MOST_PLAYERS:
        raise UsageProblem(
            say(
                "CP-SAT checks the brackets of {most} players at most, and {present} are present: pair without it.",
                most=MOST_PLAYERS,
                present=dutch.players,
            )
        )
    result = pairing_of(dutch, request.stop)
    found = as_pairing(DutchProblem(dutch), result)
    return _asked_twice(found, result, request.stop or Stop()) if asked_twice else found


def _asked_twice(found: Pairing, result: DutchPairing, stop: Stop) -> Pairing:
    """The pairing as CP-SAT has confirmed it: where time ran out, not all of its levels."""
    found = replace(found, engine=Engine.CP_SAT)
    if found.status is not Status.OPTIMAL:
        return found
    assert result.solved is not None
    checked = cross_check(result.solved, stop)
    if checked == len(found.levels):
        return found
    levels = [
        level if place < checked else replace(level, bound=0, proved=False) for place, level in enumerate(found.levels)
    ]
    return replace(found, status=Status.FEASIBLE, levels=tuple(levels), proof=PairingProof())


def _refuse(request: Request, limits: bool) -> None:
    conditions, orders = request.conditions, request.orders
    asked = [
        what
        for what, given in (
            (say("no look-ahead"), conditions.lookahead is not None),
            (say("no limits of pairs in a group"), limits or bool(conditions.max_pairs_in_group)),
            (say("no alternatives"), conditions.alternatives is not None),
            (say("no published pairing to keep"), bool(orders.keep) or conditions.max_changed is not None),
            (say("no relaxed criteria"), orders.relax),
        )
        if given
    ]
    if asked:
        raise UsageProblem(
            say(
                "The FIDE (Dutch) System has one pairing for each round; it knows {what}. "
                "Ask for the round without that.",
                what=", ".join(asked),
            )
        )


def optimum(problem: DutchProblem, stop: Stop | None = None) -> Pairing:
    """The pairing of the round, nothing else asked."""
    return as_pairing(problem, pairing_of(problem.dutch, stop))


def as_pairing(problem: DutchProblem, result: DutchPairing) -> Pairing:
    """What was found; the levels are C5, and then those of each bracket that is done."""
    solved = result.solved
    if solved is None:
        nothing, problem = PairingProof(witness=result.witness), replace(problem, levels=())
        return Pairing(problem, Method.OPTIMAL, Status.INFEASIBLE, Engine.CERTIFIED, proof=nothing)
    texts, values = [], []
    if solved.bye is not None:
        texts.append(bye_level())
        values.append(solved.bye.value)
    for bracket in result.brackets:
        for level in bracket.levels:
            texts.append(level_text(bracket.number, level.criterion, level.score))
            values.append(level.value)
    costs = _costs(solved)
    index = problem.position.index_of
    bye_costs = {} if result.bye is None else costs.get((index[result.bye], problem.dutch.players), {})
    return Pairing(
        problem=replace(problem, levels=tuple(texts)),
        method=Method.OPTIMAL,
        status=Status(result.status),
        engine=Engine.CERTIFIED,
        boards=tuple(_board(board, index, costs) for board in result.boards),
        bye=result.bye,
        bye_costs=bye_costs,
        levels=tuple(LevelValue(text.name, value, value, True) for text, value in zip(texts, values, strict=True)),
        proof=PairingProof(DutchEvidence(result), natural_order=True) if solved.finished else PairingProof(),
    )


def _board(board: DutchBoard, index: dict[int, int], costs: dict[tuple[int, int], dict[str, int]]) -> Board:
    u, v = sorted((index[board.white], index[board.black]))
    gap = board.scores[0] - board.scores[1]
    mark = DOWN if gap > 0 else UP if gap < 0 else 0
    floats = FLOAT_NAMES.get(mark), FLOAT_NAMES.get(-mark)
    return Board(board.number, board.white, board.black, board.scores, floats, costs.get((u, v), {}))


def _costs(solved: SolvedRound) -> dict[tuple[int, int], dict[str, int]]:
    """What each pair of the round (indices; the dummy is the last) costs on which level.

    A bracket's levels are about all who are left, and the pairing of the round has the value of each.
    """
    partner = np.array(solved.partner, dtype=np.int64)
    found: dict[tuple[int, int], dict[str, int]] = {}
    if solved.bye is not None and solved.bye.value:
        dummy = solved.position.players
        found[solved.partner[dummy], dummy] = {BYE_LEVEL: solved.bye.value}
    for number, one in enumerate(solved.brackets, start=1):
        bracket = one.bracket
        place = np.full(len(partner), -1, dtype=np.int64)
        place[bracket.players] = np.arange(bracket.vertices)
        mate = place[partner[bracket.players]]
        u = np.flatnonzero(np.arange(bracket.below) < mate[: bracket.below])
        for level in one.levels:
            if not level.proof.value:
                continue
            name = level_name(number, level.level.criterion.name, level.level.score)
            costs = level.level.costs(bracket, u, mate[u])
            for where in np.flatnonzero(costs).tolist():
                players = bracket.players[u[where]], bracket.players[mate[u[where]]]
                low, high = sorted(map(int, players))
                found.setdefault((low, high), {})[name] = int(costs[where])
    return found
