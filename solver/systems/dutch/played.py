"""The pairing of a round as it was really played, beside the one of the Dutch system."""

from __future__ import annotations

from dataclasses import replace

from pairproof.model.dutch.legality import reasons_against
from pairproof.model.dutch.position import dutch_position
from pairproof.model.language import say_n
from pairproof.model.state.history import DOWN, UP
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.played import BrokenRule, Played, round_asked
from pairproof.solver.request import Request
from pairproof.solver.result import FLOAT_NAMES, Board, Pairing
from pairproof.solver.systems.dutch.problem import DutchProblem
from pairproof.solver.terms import Engine, Method, Status


def played(tournament: Tournament, request: Request) -> Played:
    """See `solver.methods.played`; its levels are not told: they are about brackets that it need not have."""
    asked = round_asked(tournament, request.round)
    dutch = dutch_position(tournament, request.rule_set(tournament), asked)
    round_ = dutch.base.tournament.rounds[asked - 1]  # as the system counts it
    dutch = replace(dutch, base=replace(dutch.base, fixed={}, fixed_white=frozenset()))
    base, index = dutch.base, dutch.base.index_of
    broken = []
    boards = []
    numbers = base.tournament.numbers_in(asked)
    for number, game in zip(numbers, round_.games, strict=True):
        white, black = index[game.white], index[game.black]
        players = tuple(sorted((game.white, game.black)))
        broken += [_broken(text, players) for text in reasons_against(dutch, white, black)]
        scores = int(dutch.score[white]), int(dutch.score[black])
        mark = DOWN if scores[0] > scores[1] else UP if scores[0] < scores[1] else 0
        floats = FLOAT_NAMES.get(mark), FLOAT_NAMES.get(-mark)
        boards.append(Board(number, game.white, game.black, scores, floats, {}))
    for player in round_.byes:
        if dutch.has_dummy:
            broken += [_broken(text, (player,)) for text in reasons_against(dutch, index[player], dutch.players)]
    if len(round_.byes) > base.players % 2:
        text = say_n(
            "{count} of the {present} present has the bye (Art. 1.5)",
            "{count} of the {present} present have the bye (Art. 1.5)",
            len(round_.byes),
            present=base.players,
        )
        broken.append(BrokenRule("C2", tuple(sorted(round_.byes)), text))
    pairing = Pairing(
        problem=DutchProblem(dutch),
        method=Method.PLAYED,
        status=Status.PLAYED,
        engine=Engine.FILE,
        boards=tuple(boards),
        bye=round_.byes[0] if round_.byes else None,
    )
    return Played(pairing, tuple(broken))


def _broken(text: str, players: tuple[int, ...]) -> BrokenRule:
    rule, colon, rest = text.partition(": ")
    return BrokenRule(rule, players, rest) if colon else BrokenRule("orders", players, text)
