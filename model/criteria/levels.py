"""All levels (RULES 7), and those of a round in order."""

from __future__ import annotations

import numpy as np

from pairproof.model.criteria.allocation import allocate
from pairproof.model.criteria.byes import BYE_SCORE, REPEATED_BYE
from pairproof.model.criteria.colours import ABSOLUTE_COLOUR, COLOUR, EXEMPTION, STRONG_COLOUR
from pairproof.model.criteria.criterion import HardCriterion
from pairproof.model.criteria.floats import FLOAT_TWO_BACK, REPEATED_FLOAT
from pairproof.model.criteria.groups import RESTRICTED_GROUPS
from pairproof.model.criteria.hard import colour_rules, hard_criteria
from pairproof.model.criteria.last_opponents import LAST_OPPONENTS
from pairproof.model.criteria.level import Apart, Level, PairCosts, with_byes
from pairproof.model.criteria.meetings import REMATCH
from pairproof.model.criteria.registry import Registry
from pairproof.model.criteria.scores import FLOATERS, SCORE_GAP, SCORE_GAP_PROFILE, SCORE_GAP_SQUARES
from pairproof.model.criteria.wishes import WISHES, changed_boards
from pairproof.model.rules import DUTCH, RuleSet
from pairproof.model.state.colours import ABSOLUTE
from pairproof.model.state.history import BLACK, WHITE
from pairproof.model.state.position import IntArray, Position, classes_of

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
        REMATCH,
        REPEATED_BYE,
        LAST_OPPONENTS,
        WISHES,
    ),
)
"""The levels that a rule set can name; it is the rule set that orders them."""


def has_colours(rules: RuleSet) -> bool:
    """Whether any hard criterion or level of the rule set looks at colours (RULES 4.4, last paragraph)."""
    if rules.system == DUTCH:
        return True
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
        changed = changed_boards(expanded)
        expanded = [*expanded, changed] if orders.keep_last else [changed, *expanded]
    if orders.relax:
        given_up = [relaxed_level(rule) for rule in hard_criteria(position.rules) if rule.relaxable]
        expanded = [*given_up, *expanded]
    return tuple(expanded)


def _given_up(rule: HardCriterion) -> PairCosts:
    if rule.colours is None:
        return rule.breaks

    def costs(position: Position, u: IntArray, v: IntArray) -> IntArray:
        game = v < position.players
        broken = np.zeros(len(u), dtype=np.int64)
        broken[game] = allocate(position, u[game], v[game]).broken[rule.name]
        return broken

    return costs


def _broken_apart(position: Position, rule: HardCriterion) -> Apart | None:
    """The pairs that break a criterion given up, where they are few; a criterion about colours goes by class."""
    if rule.colours is not None:
        return Apart.of(())
    return None if rule.bars is None else Apart.of(rule.bars(position))


def relaxed_level(rule: HardCriterion) -> Level:
    """The level that counts how often a criterion given up is broken (RULES 13)."""
    return Level(
        f"relaxed:{rule.name}",
        "RULES 13",
        f"The criterion {rule.name}, given up, is broken as rarely as possible.",
        *with_byes(_given_up(rule)),
        by_class=False,
        apart=lambda position: _broken_apart(position, rule),
        given_up=rule.name,
    )


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
