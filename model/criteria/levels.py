"""Relative criteria: the levels, each an integer cost summed over the pairs and the bye (RULES 7).

Every level costs all pairs at once.  `pair_costs` is symmetric in the two players and, where `by_class` is true,
depends on nothing but `player_classes`: then the cost of a class against a class is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from pairproof.model.criteria.allocation import allocate
from pairproof.model.state.colours import ABSOLUTE, STRONG
from pairproof.model.state.history import DOWN, UP
from pairproof.model.state.position import IntArray, Position, classes_of

PairCosts = Callable[[Position, IntArray, IntArray], IntArray]
ByeCosts = Callable[[Position], IntArray]


@dataclass(frozen=True, slots=True)
class Level:
    """`pair_costs(position, u, v)`: costs of index pairs of players, shape of u; `bye_costs(position)`: of each
    player's bye, shape (n,).  All are integers ≥ 0."""

    name: str
    source: str
    says: str
    pair_costs: PairCosts
    bye_costs: ByeCosts
    by_class: bool = True


def _free(position: Position) -> IntArray:
    return np.zeros(position.players, dtype=np.int64)


def _gap(position: Position, u: IntArray, v: IntArray) -> IntArray:
    gap: IntArray = np.abs(position.score[u] - position.score[v])
    return gap


def _restricted_groups(position: Position, u: IntArray, v: IntArray) -> IntArray:
    until = position.tournament.restricted_until
    if until is None or position.round > until:
        return np.zeros(len(u), dtype=np.int64)
    names = sorted(frozenset().union(*position.groups))
    common = np.zeros(len(u), dtype=np.bool_)
    for start in range(0, len(names), 62):  # a machine word holds 62 groups with room for the sign
        bit = {name: 1 << k for k, name in enumerate(names[start : start + 62])}
        word = np.array([sum(bit.get(name, 0) for name in own) for own in position.groups], dtype=np.int64)
        common |= (word[u] & word[v]) != 0
    return common.astype(np.int64)


def _same_floats(position: Position, marks: IntArray, u: IntArray, v: IntArray) -> IntArray:
    """Players of each pair given the mark they have in `marks`; pairs with a topscorer are free in the last round
    (RULES 6).
    """
    gap = position.score[u] - position.score[v]
    u_mark, v_mark = np.where(gap > 0, DOWN, UP), np.where(gap > 0, UP, DOWN)
    again = (marks[u] == u_mark).astype(np.int64) + (marks[v] == v_mark)
    exempt = position.topscorer[u] | position.topscorer[v]
    return np.where((gap != 0) & ~exempt, again, 0)


def _repeated_float(position: Position, u: IntArray, v: IntArray) -> IntArray:
    return _same_floats(position, position.float_1, u, v)


def _float_two_back(position: Position, u: IntArray, v: IntArray) -> IntArray:
    return _same_floats(position, position.float_2, u, v)


def _denied(at_least: int) -> PairCosts:
    def costs(position: Position, u: IntArray, v: IntArray) -> IntArray:
        pair = allocate(position, u, v)
        strong_u, strong_v = position.strength[u] >= at_least, position.strength[v] >= at_least
        return (pair.u_denied & strong_u).astype(np.int64) + (pair.v_denied & strong_v)

    return costs


def _nothing(position: Position, u: IntArray, v: IntArray) -> IntArray:
    return np.zeros(len(u), dtype=np.int64)


def _missed(position: Position, wanted: Iterable[tuple[int, int]], u: IntArray, v: IntArray) -> IntArray:
    """How many of the wanted pairs (ids; 0 for the bye) are missed because of each index pair, the dummy included.

    A wanted pair is missed by the pair that one of its players is in instead: he is in exactly one, so each miss counts
    once. One that nobody present belongs to is missed by every pairing, and counts at the best player's pair.
    """
    missed = np.zeros(len(u), dtype=np.int64)
    for pair in sorted(wanted):
        here = [position.index_of[player] for player in pair if player in position.index_of]
        first = here[0] if here else 0
        missed += (u == first) | (v == first)
        if len(here) == 2:
            missed -= (u == min(here)) & (v == max(here))
    return missed


def _with_byes(costs: PairCosts) -> tuple[PairCosts, ByeCosts]:
    """A cost of index pairs that knows the dummy, as the two functions of a level."""

    def byes(position: Position) -> IntArray:
        players = np.arange(position.players)
        return costs(position, players, np.full(len(players), position.players))

    return costs, byes


def _wishes(position: Position, u: IntArray, v: IntArray) -> IntArray:
    here = position.index_of
    prefer = [pair for pair in position.rules.prefer if pair[0] in here and pair[1] in here]
    costs = _missed(position, prefer, u, v)
    for a, b in sorted(position.rules.avoid):
        if a in here and b in here:
            costs += (u == min(here[a], here[b])) & (v == max(here[a], here[b]))
    return costs


def _changed_boards(position: Position, u: IntArray, v: IntArray) -> IntArray:
    return _missed(position, position.orders.keep, u, v)


def _relaxed(rule: str) -> PairCosts:
    def costs(position: Position, u: IntArray, v: IntArray) -> IntArray:
        if rule == "no-rematch":
            met = np.zeros((position.players + 1, position.players + 1), dtype=np.bool_)
            met[tuple(np.array(sorted(position.met), dtype=np.int64).reshape(-1, 2).T)] = True
            return met[u, v].astype(np.int64)
        bye = v >= position.players
        breaks = np.zeros(len(u), dtype=np.int64)
        if rule == "single-bye":
            breaks[bye] = ~position.may_bye[u[bye]]
        else:
            pair = allocate(position, u[~bye], v[~bye])
            breaks[~bye] = pair.difference_breaks if rule == "colour-difference" else pair.third_breaks
        return breaks

    return costs


LEVEL_PIECES: tuple[Level, ...] = (
    Level(
        "restricted-groups",
        "P B4",
        "Players of one group do not meet while the restriction holds.",
        _restricted_groups,
        _free,
        by_class=False,
    ),
    Level(
        "repeated-float",
        "P B5, R 5",
        "Nobody has the same float as in the previous round.",
        _repeated_float,
        lambda position: (position.float_1 == DOWN).astype(np.int64),
    ),
    Level(
        "bye-score",
        "P C9, R 3",
        "The bye goes to a player with as few points as possible.",
        _nothing,
        lambda position: position.score.copy(),
    ),
    Level("score-gap", "P A3, R 3", "Opponents have scores as near as possible.", _gap, _free),
    Level(
        "score-gap-squares",
        "R 3",
        "Of equal sums of differences, many small ones beat one large one.",
        lambda position, u, v: _gap(position, u, v) ** 2,
        _free,
    ),
    Level(
        "score-gap-profile",
        "R 3",
        "As few pairs as possible with the largest difference of scores, then with the next.",
        _nothing,  # expanded into one level for each difference by levels_of
        _free,
    ),
    Level(
        "floaters",
        "P A4, R 3",
        "As few pairs of unequal scores as possible.",
        lambda position, u, v: (_gap(position, u, v) > 0).astype(np.int64),
        _free,
    ),
    Level(
        "exemption",
        "R, last paragraph",
        "In the last round, topscorers' pairs break a colour criterion as rarely as possible.",
        lambda position, u, v: allocate(position, u, v).breaks,
        _free,
    ),
    Level("colour", "R 4", "Players have the colour they prefer.", _denied(1), _free),
    Level("strong-colour", "R 4", "Strong and absolute preferences before mild ones.", _denied(STRONG), _free),
    Level("absolute-colour", "R 4", "Absolute preferences before all others.", _denied(ABSOLUTE), _free),
    Level(
        "float-two-back",
        "R 6",
        "Nobody has the same float as two rounds before.",
        _float_two_back,
        lambda position: (position.float_2 == DOWN).astype(np.int64),
    ),
    Level(
        "wishes",
        "rule file",
        "Preferred pairs meet, and pairs to be avoided do not.",
        *_with_byes(_wishes),
        by_class=False,
    ),
)

CHANGED_BOARDS = Level(
    "changed-boards",
    "the arbiter",
    "Boards of the published pairing are kept.",
    *_with_byes(_changed_boards),
    by_class=False,
)

# In the order in which breaks are counted: fewest rematches first (RULES 13).
RELAXED: tuple[Level, ...] = tuple(
    Level(
        f"relaxed:{rule}",
        "RULES 13",
        f"The criterion {rule}, given up, is broken as rarely as possible.",
        *_with_byes(_relaxed(rule)),
        by_class=False,
    )
    for rule in ("no-rematch", "single-bye", "colour-difference", "third-colour")
)


def _profile(piece: Level, gap: int) -> Level:
    return replace(
        piece,
        name=f"{piece.name}-{gap}",
        pair_costs=lambda position, u, v: (_gap(position, u, v) == gap).astype(np.int64),
    )


def levels_of(position: Position) -> tuple[Level, ...]:
    """The levels in order: those of the rule set, `score-gap-profile` expanded (one level for each difference between
    two scores present, largest first); with a published pairing to keep, `changed-boards`; before all, the criteria
    relaxed.
    """
    pieces = {piece.name: piece for piece in LEVEL_PIECES}
    expanded: list[Level] = []
    for name in position.rules.levels:
        piece = pieces[name]
        if name == "score-gap-profile":
            scores = sorted(set(position.score.tolist()))
            gaps = sorted({high - low for low, high in combinations(scores, 2)}, reverse=True)
            expanded += [_profile(piece, gap) for gap in gaps]
        else:
            expanded.append(piece)
    orders = position.orders
    if orders.keep:
        expanded = [*expanded, CHANGED_BOARDS] if orders.keep_last else [CHANGED_BOARDS, *expanded]
    if orders.relax:
        hard = {f"relaxed:{name}" for name in position.rules.hard}
        expanded = [*(level for level in RELAXED if level.name in hard), *expanded]
    return tuple(expanded)


def player_classes(position: Position) -> tuple[IntArray, IntArray]:
    """A class for each player such that every `by_class` level depends on the classes alone, and a member of each
    class.
    """
    return classes_of(
        position.score,
        position.float_1,
        position.float_2,
        position.wants,
        position.strength,
        np.where(position.strength == ABSOLUTE, position.difference, 0),
        position.repeated,
        position.may_white,
        position.may_black,
        position.topscorer,
    )
