"""The pairing of a round as it was really played, measured by the same levels (for `check` and `compare`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pairproof.model.criteria import breaches, hard_criteria
from pairproof.model.errors import UsageProblem
from pairproof.model.state.position import pair_key, position
from pairproof.model.tournament import Tournament
from pairproof.solver.problem import PairingProblem, compile_problem
from pairproof.solver.request import Request
from pairproof.solver.result import LevelValue, Pairing, boards_of, values_of
from pairproof.solver.terms import Engine, Method, Status


@dataclass(frozen=True)
class BrokenRule:
    """A rule that a played pairing breaks, and who is concerned (ids)."""

    rule: str
    players: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class Played:
    """A round as played: `pairing` has method and status "played"; `broken` lists what was illegal in it."""

    pairing: Pairing
    broken: tuple[BrokenRule, ...]


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
    number = len(tournament.rounds) if request.round is None else request.round
    if not 1 <= number <= len(tournament.rounds):
        raise UsageProblem(f"The file has no round {number}: it holds {len(tournament.rounds)}.")
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
    boards, _, _ = boards_of(problem, pairs)
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


def boards_in_common(one: Pairing, other: Pairing) -> int:
    """How many boards (same two players, whatever colours) and bye two pairings share."""
    return len(_pairs(one) & _pairs(other))


def _pairs(pairing: Pairing) -> set[tuple[int, int]]:
    found = {pair_key(board.white, board.black) for board in pairing.boards}
    return found | ({(0, pairing.bye)} if pairing.bye is not None else set())


def first_difference(one: Pairing, other: Pairing) -> tuple[str, int, int] | None:
    """The first level on which two pairings differ, and both values; None if they are equal on all."""
    for mine, theirs in zip(one.levels, other.levels, strict=True):
        if mine.value != theirs.value:
            return mine.name, mine.value, theirs.value
    return None


def denied_colour(pairing: Pairing) -> tuple[int, ...]:
    """Ids of those who do not get the colour they prefer, in rank order."""
    here = pairing.problem.position
    denied = []
    for board in pairing.boards:
        for player, colour in ((board.white, 1), (board.black, -1)):
            if here.wants[here.index_of[player]] == -colour:
                denied.append(player)
    return tuple(sorted(denied, key=here.index_of.__getitem__))


def floats(pairing: Pairing, direction: str) -> tuple[int, ...]:
    """Ids of those who float "up" or "down" in a pairing (a bye is a downfloat), in rank order."""
    here = pairing.problem.position
    found = [
        player
        for board in pairing.boards
        for player, mark in zip((board.white, board.black), board.floats, strict=True)
        if mark == direction
    ]
    if direction == "down" and pairing.bye is not None:
        found.append(pairing.bye)
    return tuple(sorted(found, key=here.index_of.__getitem__))
