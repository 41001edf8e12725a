"""Why each board of a round that the file holds is as good as any, or worse: on which level, and by how much."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pairproof.model.criteria import breaches, has_colours
from pairproof.model.criteria.colour_points import colour_point
from pairproof.model.criteria.seats import white_of
from pairproof.model.language import say
from pairproof.model.tournament import BYE, FixedPair
from pairproof.solver.explain.answers import Answer, JudgedBoard, Outcome
from pairproof.solver.explain.nothing_legal import standing_breaches
from pairproof.solver.explain.played import coloured_seats
from pairproof.solver.explain.questions import Questions
from pairproof.solver.problem import PairingProblem, matching_problem
from pairproof.solver.result import Board, Pairing
from pairproof.solver.terms import Status


def judged(played: Pairing, best: Pairing) -> tuple[JudgedBoard, ...]:
    """See `solver.explain.asking.judged`."""
    problem = matching_problem(best.problem)
    position = problem.position
    questions = Questions(best) if best.status is Status.OPTIMAL else None
    colours = colours_played(played, best)
    found = []
    for board in played.boards:
        answer = _answer(problem, best, questions, FixedPair(board.white, board.black))
        told = "" if answer.outcome is Outcome.ILLEGAL else colours.get((board.white, board.black), "")
        found.append(JudgedBoard(answer, told))
    if played.bye is not None and position.has_dummy:
        found.append(JudgedBoard(_answer(problem, best, questions, FixedPair(played.bye, BYE))))
    return tuple(found)


def colours_played(played: Pairing, best: Pairing) -> dict[tuple[int, int], str]:
    """The boards of a pairing of the file, (white, black), on which RULES 4.4 gives the other colours, and why; only
    those whose colours the file says.
    """
    problem = matching_problem(best.problem)  # in that of `played` its colours are fixed
    if not has_colours(problem.position.rules):
        return {}
    coloured = coloured_seats(played)
    boards = [board for board in played.boards if (board.white, board.black) in coloured]
    told = {(board.white, board.black): _colours(problem, board) for board in boards}
    return {seats: text for seats, text in told.items() if text}


def _answer(problem: PairingProblem, best: Pairing, questions: Questions | None, wish: FixedPair) -> Answer:
    position = problem.position
    if best.partners.get(wish.first) == wish.second:
        return Answer(wish, Outcome.CHOSEN)
    u, v = sorted((position.index_of[wish.first], _vertex(problem, wish.second)))
    if against := standing_breaches(position, u, v):
        return Answer(wish, Outcome.ILLEGAL, tuple(against))
    if questions is None:
        return Answer(wish, Outcome.IMPOSSIBLE)
    price = questions.prices(u, [v])[v]
    return Answer(wish, price.outcome, witness=price.witness, loss=price.loss, by_orders=price.by_orders)


def _vertex(problem: PairingProblem, player: int) -> int:
    return problem.position.players if player == BYE else problem.position.index_of[player]


def _colours(problem: PairingProblem, board: Board) -> str:
    """That the rules give the other colours to two who may meet, why, and what it costs; "" if they do not."""
    position = problem.position
    white, black = position.index_of[board.white], position.index_of[board.black]
    if white_of(position, white, black) == white:
        return ""
    why = colour_point(position, black, white).text
    said = say("By the rules {player} has white: {why}.", player=board.black, why=why)
    u, v = min(white, black), max(white, black)
    if breaches(replace(position, fixed_white=position.fixed_white | {(white, black)}), u, v):
        return said
    for level in problem.levels:
        if level.seat_costs is not None:
            cost = int(level.pair_costs(position, np.array([u]), np.array([v]))[0])
            if (as_played := board.costs.get(level.name, 0)) > cost:
                fields = {"played": as_played, "cost": cost, "level": level.name}
                return f"{said} " + say("As played the board costs {played} instead of {cost} on {level}.", **fields)
    return f"{said} " + say("That makes no level smaller.")
