"""Is a claim of the system `optimum` right?  Boards, levels, natural order, against legality and costs computed anew.

The arithmetic is the kernel's; nothing is taken from the engine.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pairproof.model.criteria import breaches
from pairproof.model.criteria.natural_order import phases
from pairproof.model.criteria.seats import board_numbers, whites_of
from pairproof.model.language import say, say_n
from pairproof.model.tournament import BYE
from pairproof.solver.alike import alike
from pairproof.solver.problem import PairingProblem, Problem, matching_problem
from pairproof.solver.proof import faults as fault
from pairproof.solver.proof import kernel, kinds
from pairproof.solver.proof.certificate import Block, Claim, Optimal
from pairproof.solver.proof.proofs import OrderBlock
from pairproof.solver.proof.seating_words import (
    illegal,
    not_seated,
    seat_named,
    seated_twice,
    stranger_at,
    wrong_bye,
    wrong_colours,
)
from pairproof.solver.proof.words import Names, block_words, proof_in, proof_words

# Numbers of no vertex: the bye where there is none, and 0 on a board.
_NO_BYE, _NO_SEAT = -1, -2

# --- The pairing -----------------------------------------------------------------------------------------------------


def problems(solved: Problem, claim: Claim) -> list[str]:
    """The pairing first, then the proof: levels in order, then the natural order."""
    problem = matching_problem(solved)
    assert isinstance(claim, Optimal), "read by the shape of this system"
    names = Names(problem.position)
    by_kind = _settled_by_kind(problem, names, claim)
    if by_kind is not None:
        found = _seating_problems(problem, names, claim)
        if found or _order_by_kind(problem, names, claim.order, by_kind):
            return found
        return _order_problems(problem, names, claim.order, by_kind.pairs())
    face, found = _seated(problem, names, claim)
    if face is None or found:
        return found
    found = _seating_problems(problem, names, claim)
    if found:
        return found
    settled, found = _settled(problem, names, claim, face)
    if settled is None or found:
        return found
    return _order_problems(problem, names, claim.order, settled)


def _seated(problem: PairingProblem, names: Names, claim: Optimal) -> tuple[kernel.InPlay | None, list[str]]:
    """Everybody present exactly once, and legal pairs."""
    round_ = problem.position
    dummy = round_.players if round_.has_dummy else _NO_BYE
    players = [*claim.pairs, *([(claim.bye, BYE)] if claim.bye is not None else [])]
    pairs = _seats(problem, names, claim)
    face, faults = kernel.matching(problem.vertices, problem.pairs.u, problem.pairs.v, pairs)

    def where(place: int) -> str:
        return seat_named(place + 1 if place < len(claim.pairs) else None)

    found, last = [], []
    for one in faults:
        match one:
            case fault.Stranger(vertex, place) if vertex == dummy:
                last.append(wrong_bye(claim.bye, round_.players))
            case fault.Stranger(vertex, place):
                player = players[place][pairs[place].index(vertex)]
                found.append(stranger_at(player, where(place)))
            case fault.Twice(vertex, first, place):
                found.append(seated_twice(names.player(vertex), where(first), where(place)))
            case fault.Missing(vertices):
                missing = [vertex for vertex in vertices if vertex != dummy]
                if missing:
                    found.append(not_seated(names.listed(missing)))
                if len(missing) < len(vertices):
                    last.append(wrong_bye(None, round_.players))
            case fault.NotAllowed(u, v):
                against = [f"{breach.rule}: {breach.text}" for breach in breaches(round_, u, v)]
                found.append(illegal(names.pair(u, v), against or [say("it is no legal pair")]))
    return face, found + last


def _seats(problem: PairingProblem, names: Names, claim: Optimal) -> list[tuple[int, int]]:
    """The pairs by vertices, the bye last."""

    def seat(player: int) -> int:
        return _NO_SEAT if player == BYE else names.vertex(player)

    pairs = [(seat(one), seat(other)) for one, other in claim.pairs]
    if claim.bye is not None:
        dummy = problem.position.players if problem.position.has_dummy else _NO_BYE
        pairs.append((seat(claim.bye), dummy))
    return pairs


def _seating_problems(problem: PairingProblem, names: Names, claim: Optimal) -> list[str]:
    """Limits of pairs in a group, colours by RULES 4.4, boards by RULES 10."""
    round_ = problem.position
    games = [(names.vertex(white), names.vertex(black)) for white, black in claim.pairs]
    found = []
    for group, most in round_.rules.max_pairs_in_group:
        among = sum(group in round_.groups[u] and group in round_.groups[v] for u, v in games)
        if among > most:
            found.append(
                say_n(
                    "{count} pair is among players of {group}, but at most {most} may be.",
                    "{count} pairs are among players of {group}, but at most {most} may be.",
                    among,
                    group=f"{group!r:.40}",
                    most=most,
                )
            )
    for number, ((white, black), wanted) in enumerate(zip(games, whites_of(round_, games), strict=True), start=1):
        if wanted != white:
            found.append(wrong_colours(number, round_.ids[white], round_.ids[black], "RULES 4.4"))
    rounds = round_.tournament.rounds
    if round_.round <= len(rounds) and claim.pairs == tuple((g.white, g.black) for g in rounds[round_.round - 1].games):
        # As it was published; who has a board of his own by now (`table`) need not have had it then.
        return found
    numbers = dict(zip(games, board_numbers(round_, games), strict=True))
    for number, (above, below) in enumerate(pairwise(games), start=1):
        if numbers[above] > numbers[below]:
            found.append(
                say(
                    "{above} on board {board} should stand below {below} (RULES 10).",
                    above=names.pair(*above),
                    board=number,
                    below=names.pair(*below),
                )
            )
    return found


# --- The proof -------------------------------------------------------------------------------------------------------


def _settled(
    problem: PairingProblem, names: Names, claim: Optimal, face: kernel.InPlay
) -> tuple[kernel.InPlay | None, list[str]]:
    """What the levels, one after the other, leave in play."""
    if found := _level_faults(problem, claim):
        return None, found
    left: kernel.InPlay | None = face
    for level, filed in zip(problem.levels, claim.levels, strict=True):
        assert left is not None
        costs = problem.costs(level, problem.pairs.where(left.place))
        proof, unreadable = proof_in(names, filed.duals)
        left, faults = kernel.settle(left, costs, proof, filed.value)
        if problems := proof_words(names, filed.duals, unreadable, faults):
            return None, [say("Level {level}: {text}.", level=level.name, text=text) for text in problems]
    return left, []


def _level_faults(problem: PairingProblem, claim: Optimal) -> list[str]:
    """What is wrong with the levels before anything is proved of them."""
    wanted = [level.name for level in problem.levels]
    given = [level.name for level in claim.levels]
    if given != wanted:
        return _wrong_levels(given, wanted)
    given_up = {level.name for level in problem.levels if level.given_up is not None}
    if problem.position.orders.relax and not any(level.value for level in claim.levels if level.name in given_up):
        return [
            say("The pairing breaks no hard criterion: there is a legal pairing, and none may be relaxed (RULES 13).")
        ]
    return []


def _wrong_levels(given: list[str], wanted: list[str]) -> list[str]:
    found = [say("The level {level} of the rule set is missing.", level=name) for name in wanted if name not in given]
    found += [
        say("The rule set has no level {level}.", level=f"{name!r:.60}")
        for name in dict.fromkeys(given)
        if name not in wanted
    ]
    if found:
        return found
    return [
        say(
            "The levels stand as {given}, but the rule set has {wanted}.",
            given=", ".join(given),
            wanted=", ".join(wanted),
        )
    ]


def _settled_by_kind(problem: PairingProblem, names: Names, claim: Optimal) -> kinds.KindFace | None:
    """What the levels leave in play, found without a list of all pairs; None where too much goes by players, and where
    something is wrong: then pair by pair it is seen what.
    """
    classes = alike(problem)
    if classes is None or _level_faults(problem, claim):
        return None
    others = np.stack([classes.others.u, classes.others.v], axis=1).astype(np.int64)
    left = kinds.matching(classes.of, classes.joined, classes.besides, others, _seats(problem, names, claim))
    for level, filed in zip(problem.levels, claim.levels, strict=True):
        proof, unreadable = proof_in(names, filed.duals)
        if left is None or proof_words(names, filed.duals, unreadable, []):
            return None
        own = problem.costs(level, classes.others.where(left.place))
        left = kinds.settle(left, classes.costs(level), proof, filed.value, own)
    return left


def _order_by_kind(problem: PairingProblem, names: Names, blocks: tuple[Block, ...], face: kinds.KindFace) -> bool:
    """Whether the natural order is right; False also where it has to be looked at pair by pair."""
    read: list[OrderBlock] = []
    for number, block in enumerate(blocks, start=1):
        proof, unreadable = (None, []) if block.duals is None else proof_in(names, block.duals)
        if block_words(names, number, block, unreadable, []):
            return False
        read.append(OrderBlock(tuple(map(names.vertex, block.choosers)), proof))
    return kinds.in_order(face, lambda partner: phases(problem.position, partner), read)


def _order_problems(problem: PairingProblem, names: Names, blocks: tuple[Block, ...], face: kernel.InPlay) -> list[str]:
    """The natural order, block after block."""
    order = kernel.Order(face, lambda partner: phases(problem.position, partner))
    for number, block in enumerate(blocks, start=1):
        proof, unreadable = (None, []) if block.duals is None else proof_in(names, block.duals)
        faults = order.take(OrderBlock(tuple(map(names.vertex, block.choosers)), proof))
        if problems := block_words(names, number, block, unreadable, faults):
            return problems
    return [
        say("Natural order: the blocks end where it is the turn of {player}.", player=names.player(one.turn))
        for one in order.end()
    ]
