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
from pairproof.model.criteria.hard import HardCriterion, colour_rules, hard_criteria, may_not_take
from pairproof.model.criteria.registry import Registry
from pairproof.model.rules import RuleSet
from pairproof.model.state.colours import ABSOLUTE
from pairproof.model.state.history import BLACK, DOWN, UP, WHITE
from pairproof.model.state.position import IntArray, Position, classes_of

PairCosts = Callable[[Position, IntArray, IntArray], IntArray]
ByeCosts = Callable[[Position], IntArray]
SeatCosts = Callable[[Position, IntArray, IntArray], IntArray]


@dataclass(frozen=True, slots=True)
class Level:
    """One relative criterion.

    Attributes
    ----------
    name, source, says
        The name in rule files, where it stands in the documents, and what it says in one sentence.
    pair_costs
        `pair_costs(position, u, v)`: costs of index pairs of players, shape of u, integers ≥ 0.
    bye_costs
        `bye_costs(position)`: costs of each player's bye, shape (n,), integers ≥ 0.
    by_class
        Whether `pair_costs` depends on nothing but `player_classes`.
    seat_costs
        For a level about colours: `seat_costs(position, white, black)`, costs of index pairs seated so, shape of
        white.  The way that RULES 4.4 takes must never cost more than the other (`colour_level`).
    parts
        For a level that stands for several: those for this position, in order.
    part_of
        For such a part: the name of the level in the rule set, and which part it is.
    given_up
        For the level of a hard criterion that is given up: its name.
    reads
        What it looks at beyond the facts that every certificate's digest holds (`solver.proof.identity`), as a JSON
        value.
    """

    name: str
    source: str
    says: str
    pair_costs: PairCosts
    bye_costs: ByeCosts
    by_class: bool = True
    seat_costs: SeatCosts | None = None
    parts: Callable[[Position], tuple[Level, ...]] | None = None
    part_of: tuple[str, int] | None = None
    given_up: str | None = None
    reads: Callable[[Position], object] | None = None


def free(position: Position) -> IntArray:
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


def denials(mild: int, strong: int, absolute: int) -> SeatCosts:
    """What it costs to deny a player the colour preferred, by how much it is (RULES 4.3).

    Not less for a stronger preference: then what points 2 and 3 of RULES 4.4 choose never costs more than the other way
    to seat the pair.
    """
    if not 0 <= mild <= strong <= absolute:
        raise ValueError("a stronger preference denied costs at least as much as a weaker one")
    weights = np.array([0, mild, strong, absolute])

    def costs(position: Position, white: IntArray, black: IntArray) -> IntArray:
        weight = weights[position.strength]
        denied: IntArray = weight[white] * (position.wants[white] == BLACK)
        denied += weight[black] * (position.wants[black] == WHITE)
        return denied

    return costs


def colour_level(name: str, source: str, says: str, seat_costs: SeatCosts) -> Level:
    """A level about colours: its cost for each way to seat a pair, of which RULES 4.4 takes one (points 1–3).

    A bye has no colour and costs nothing.
    """

    def pair_costs(position: Position, u: IntArray, v: IntArray) -> IntArray:
        u_white = allocate(position, u, v).u_white
        return np.where(u_white, seat_costs(position, u, v), seat_costs(position, v, u))

    return Level(name, source, says, pair_costs, free, seat_costs=seat_costs)


def _exempted(position: Position, white: IntArray, black: IntArray) -> IntArray:
    """Players whose colour breaks RULES 4.2 under the exemption (RULES 6)."""
    breaks = may_not_take(position, WHITE)[white].astype(np.int64) + may_not_take(position, BLACK)[black]
    return np.where(position.topscorer[white] | position.topscorer[black], breaks, 0)


def nothing(position: Position, u: IntArray, v: IntArray) -> IntArray:
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


def with_byes(costs: PairCosts) -> tuple[PairCosts, ByeCosts]:
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


def _given_up(rule: HardCriterion) -> PairCosts:
    if rule.colours is None:
        return rule.breaks

    def costs(position: Position, u: IntArray, v: IntArray) -> IntArray:
        game = v < position.players
        broken = np.zeros(len(u), dtype=np.int64)
        broken[game] = allocate(position, u[game], v[game]).broken[rule.name]
        return broken

    return costs


def _profile(position: Position) -> tuple[Level, ...]:
    """One level for each difference between two scores present, largest first."""
    scores = sorted(set(position.score.tolist()))
    gaps = sorted({high - low for low, high in combinations(scores, 2)}, reverse=True)
    return tuple(_profile_part(gap) for gap in gaps)


def _profile_part(gap: int) -> Level:
    return replace(
        SCORE_GAP_PROFILE,
        name=f"{SCORE_GAP_PROFILE.name}-{gap}",
        pair_costs=lambda position, u, v: (_gap(position, u, v) == gap).astype(np.int64),
        parts=None,
        part_of=(SCORE_GAP_PROFILE.name, gap),
    )


RESTRICTED_GROUPS = Level(
    "restricted-groups",
    "P B4",
    "Players of one group do not meet while the restriction holds.",
    _restricted_groups,
    free,
    by_class=False,
)
REPEATED_FLOAT = Level(
    "repeated-float",
    "P B5, R 5",
    "Nobody has the same float as in the previous round.",
    _repeated_float,
    lambda position: (position.float_1 == DOWN).astype(np.int64),
)
BYE_SCORE = Level(
    "bye-score",
    "P C9, R 3",
    "The bye goes to a player with as few points as possible.",
    nothing,
    lambda position: position.score.copy(),
)
SCORE_GAP = Level("score-gap", "P A3, R 3", "Opponents have scores as near as possible.", _gap, free)
SCORE_GAP_SQUARES = Level(
    "score-gap-squares",
    "R 3",
    "Of equal sums of differences, many small ones beat one large one.",
    lambda position, u, v: _gap(position, u, v) ** 2,
    free,
)
SCORE_GAP_PROFILE = Level(
    "score-gap-profile",
    "R 3",
    "As few pairs as possible with the largest difference of scores, then with the next.",
    nothing,  # its parts cost
    free,
    parts=_profile,
)
FLOATERS = Level(
    "floaters",
    "P A4, R 3",
    "As few pairs of unequal scores as possible.",
    lambda position, u, v: (_gap(position, u, v) > 0).astype(np.int64),
    free,
)
EXEMPTION = colour_level(
    "exemption",
    "R, last paragraph",
    "In the last round, topscorers' pairs break a colour criterion as rarely as possible.",
    _exempted,
)
COLOUR = colour_level("colour", "R 4", "Players have the colour they prefer.", denials(1, 1, 1))
STRONG_COLOUR = colour_level(
    "strong-colour", "R 4", "Strong and absolute preferences before mild ones.", denials(0, 1, 1)
)
ABSOLUTE_COLOUR = colour_level("absolute-colour", "R 4", "Absolute preferences before all others.", denials(0, 0, 1))
FLOAT_TWO_BACK = Level(
    "float-two-back",
    "R 6",
    "Nobody has the same float as two rounds before.",
    _float_two_back,
    lambda position: (position.float_2 == DOWN).astype(np.int64),
)
WISHES = Level(
    "wishes",
    "rule file",
    "Preferred pairs meet, and pairs to be avoided do not.",
    *with_byes(_wishes),
    by_class=False,
)

LEVELS: Registry[Level] = Registry(
    "level",
    (
        RESTRICTED_GROUPS,
        REPEATED_FLOAT,
        BYE_SCORE,
        SCORE_GAP,
        SCORE_GAP_SQUARES,
        SCORE_GAP_PROFILE,
        FLOATERS,
        EXEMPTION,
        COLOUR,
        STRONG_COLOUR,
        ABSOLUTE_COLOUR,
        FLOAT_TWO_BACK,
        WISHES,
    ),
)
"""The levels that a rule set can name; it is the rule set that orders them."""

CHANGED_BOARDS = Level(
    "changed-boards",
    "the arbiter",
    "Boards of the published pairing are kept.",
    *with_byes(_changed_boards),
    by_class=False,
)


def relaxed_level(rule: HardCriterion) -> Level:
    """The level that counts how often a criterion given up is broken (RULES 13)."""
    return Level(
        f"relaxed:{rule.name}",
        "RULES 13",
        f"The criterion {rule.name}, given up, is broken as rarely as possible.",
        *with_byes(_given_up(rule)),
        by_class=False,
        given_up=rule.name,
    )


def has_colours(rules: RuleSet) -> bool:
    """Whether any hard criterion or level of the rule set looks at colours (RULES 4.4, last paragraph)."""
    return bool(colour_rules(rules)) or any(LEVELS[name].seat_costs is not None for name in rules.levels)


def levels_of(position: Position) -> tuple[Level, ...]:
    """The levels in order: those of the rule set, one with parts as its parts; with a published pairing to keep,
    `changed-boards`; before all, the criteria relaxed.
    """
    expanded: list[Level] = []
    for name in position.rules.levels:
        level = LEVELS[name]
        expanded += [level] if level.parts is None else level.parts(position)
    orders = position.orders
    if orders.keep:
        expanded = [*expanded, CHANGED_BOARDS] if orders.keep_last else [CHANGED_BOARDS, *expanded]
    if orders.relax:
        given_up = [relaxed_level(rule) for rule in hard_criteria(position.rules) if rule.relaxable]
        expanded = [*given_up, *expanded]
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
        position.topscorer,
        *(rule.bars(position, colour) for rule in colour_rules(position.rules).values() for colour in (WHITE, BLACK)),
    )
