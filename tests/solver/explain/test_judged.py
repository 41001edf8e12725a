"""`explain --played`: each board of the file, its colours, and whom they burden, against brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from pairproof.cli.explaining import explained_played
from pairproof.model.figures import Figures
from pairproof.model.tournament import BYE, NextRound, Tournament
from pairproof.solver.explain.answers import JudgedBoard, Outcome
from pairproof.solver.explain.wording import burden_sentence
from pairproof.solver.methods import played
from pairproof.solver.optimal import pair
from pairproof.solver.request import Request
from tests.reference import oracle
from tests.solver.explain.test_played import random_rounds
from tests.solver.explain.test_questions import check_burden, expected, said, values


def before(tournament: Tournament, number: int) -> Tournament:
    """The tournament when the round was to be paired."""
    seated = tournament.rounds[number - 1].seated()
    away = frozenset(player for player in tournament.ids if player not in seated)
    return replace(tournament, rounds=tournament.rounds[: number - 1], next=NextRound(absent=away), requests={})


def test_against_brute_force():
    seen: Counter[object] = Counter()
    for seed, tournament, rules, number in random_rounds(500, 535):
        best = pair(tournament, Request(rules, number))
        told = explained_played(played(tournament, Request(rules, number)), best)
        state = oracle.State(before(tournament, number), rules)
        pairings = oracle.legal_pairings(state)
        round_ = tournament.rounds[number - 1]
        wishes = [(game.white, game.black) for game in round_.games]
        wishes += [(player, BYE) for player in round_.byes[:1]] if len(state.present) % 2 else []
        assert [{one.answer.wish.first, one.answer.wish.second} for one in told.boards] == list(map(set, wishes))
        for judged in told.boards:
            check_board(judged, best, state, pairings, seed)
            seen[judged.answer.outcome] += 1
        coloured = {(game.white, game.black) for game in round_.games if game.coloured}
        for judged in told.boards:
            seats = (judged.answer.wish.first, judged.answer.wish.second)
            if judged.answer.outcome is Outcome.ILLEGAL or not state.has_colours or seats not in coloured:
                assert judged.colours == ""
                continue
            other = state.allocation(*seats) != seats
            assert bool(judged.colours) == other, (seed, number, seats)
            seen["colours"] += other
        if best.status != "optimal":
            continue
        down = {board.white: board.black for board in told.candidate.pairing.boards}
        down |= {black: white for white, black in down.items()}
        floating = state.in_rank_order(p for p, q in down.items() if state.score[p] > state.score[q])
        assert [burden.player for burden in told.burdens if burden.what == "down"] == floating
        for burden in told.burdens:
            check_burden(burden, best, pairings, state, seed)
            assert "natural order" not in burden_sentence(best.problem, burden, Figures(), played=True)
            seen["burden", burden.what] += 1
    outcomes = (Outcome.CHOSEN, Outcome.LATER, Outcome.WORSE, Outcome.ILLEGAL, Outcome.IMPOSSIBLE)
    wanted = (*outcomes, "colours", *(("burden", what) for what in ("down", "bye", "colour")))
    assert min(seen[what] for what in wanted) > 5, seen


def check_board(judged: JudgedBoard, best, state: oracle.State, pairings: list[oracle.Pairing], seed: int) -> None:
    """The outcome, and the first level that is worse, of the best pairing with the board."""
    answer = judged.answer
    pair_ = oracle.pair_of(answer.wish.first, answer.wish.second)
    if answer.outcome is Outcome.CHOSEN:
        assert best.partners[answer.wish.first] == answer.wish.second
    elif answer.outcome is Outcome.ILLEGAL:
        assert not state.legal_pair(pair_), (seed, pair_)
        assert answer.breaches
    elif best.status != "optimal":
        assert answer.outcome is Outcome.IMPOSSIBLE
        assert not pairings
    else:
        assert said(answer) == expected(state, values(best), [each for each in pairings if pair_ in each]), (
            seed,
            pair_,
        )
