"""Why a level is not zero, in words (README: "what the output means").

Only what is certain is said.  A sentence with "must" is a proof by itself (an odd number, a majority, pairs that are
not legal), computed here from the position and not from the duals, which are not unique.  Where such sentences do not
add up to the whole value, the players who carry it are named, and the certificate stands for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pairproof.model.criteria.scores import SCORE_GAP_PROFILE
from pairproof.model.figures import Figures
from pairproof.model.state.colours import STRONG
from pairproof.solver.explain.level_order import LevelsAlone
from pairproof.solver.explain.reasons.arbiter import (
    breaks,
    changed_boards,
    earlier_byes,
    meetings,
    not_granted,
)
from pairproof.solver.explain.reasons.case import Case, costs, proved
from pairproof.solver.explain.reasons.colours import denied, exempted, without_colour
from pairproof.solver.explain.reasons.floats import (
    floats_again,
    floats_freed,
    groups_met,
    restricted_groups,
)
from pairproof.solver.explain.reasons.scores import (
    bye_score,
    floaters,
    score_gap,
    score_gap_squares,
    unequal,
    who_has_the_bye,
)
from pairproof.solver.problem import LevelText
from pairproof.solver.result import Pairing

__all__ = ["reasons", "whose"]

_MOST_ALONE = 400
"""Players for whom a level is also proved by itself: beyond that it takes too long for a sentence."""


def reasons(pairing: Pairing, figures: Figures = Figures()) -> dict[str, list[str]]:
    """Sentences for each level of a proved pairing whose value is not 0, or where something is free by an exemption.

    Where a condition that is no sum over pairs changed the pairing it may be the cause as well: then it is only said
    which players carry the level and how, and what holds for all pairings.

    Parameters
    ----------
    figures
        Writes scores and values of levels.
    """
    found: dict[str, list[str]] = {}
    pieces = {level.name: level for level in pairing.problem.levels}
    alone = (
        LevelsAlone(pairing) if pairing.proof.evidence is not None and pairing.problem.vertices <= _MOST_ALONE else None
    )
    for level in pairing.levels:
        if not level.proved:
            continue
        case = Case(pairing, level.name, level.value, figures, alone)
        sentences = list(_writer(case, pieces[level.name])(case)) if level.value else []
        if level.name in _WITHOUT_COST:
            sentences += _WITHOUT_COST[level.name](case)
        if sentences:
            found[level.name] = sentences
    return found


def whose(pairing: Pairing, level: str, figures: Figures, named: Callable[[int], str]) -> list[str]:
    """See `solver.explain.asking.whose`."""
    piece = next(each for each in pairing.problem.levels if each.name == level)
    value = next(each.value for each in pairing.levels if each.name == level)
    if not value:
        return []
    return list(_facts(piece)(Case(pairing, level, value, figures, named=named, whole=True)))


def _facts(level: LevelText) -> Callable[[Case], Iterator[str]]:
    if level.part_of is not None and level.part_of[0] == SCORE_GAP_PROFILE.name:
        return partial(unequal, gap=level.part_of[1])
    return _FACTS.get(level.name, costs)


def _writer(case: Case, level: LevelText) -> Callable[[Case], Iterator[str]]:
    if level.given_up is not None:
        return breaks
    if case.pairing.proof.evidence is None and level.name in _WITHOUT_CERTIFICATE:
        return _WITHOUT_CERTIFICATE[level.name]
    return _WRITERS.get(level.name) or proved(_facts(level))


# What argues why a level is not less; of others the facts are told, and that it is proved.
_WRITERS: dict[str, Callable[[Case], Iterator[str]]] = {
    "restricted-groups": restricted_groups,
    "bye-score": bye_score,
    "score-gap": score_gap,
    "score-gap-squares": score_gap_squares,
    "colour": denied(1),
    "strong-colour": denied(STRONG),
    "absolute-colour": denied(STRONG + 1),
    "floaters": floaters,
    "changed-boards": changed_boards,
}

# What is so in any pairing, proved or not; of other levels the boards that cost are named.
_FACTS: dict[str, Callable[[Case], Iterator[str]]] = {
    "restricted-groups": groups_met,
    "repeated-float": floats_again(1),
    "bye-score": who_has_the_bye,
    "score-gap": unequal,
    "score-gap-squares": unequal,
    "exemption": exempted,
    "colour": without_colour(1),
    "strong-colour": without_colour(STRONG),
    "absolute-colour": without_colour(STRONG + 1),
    "float-two-back": floats_again(2),
    "floaters": unequal,
    "rematch": meetings,
    "repeated-bye": earlier_byes,
    "wishes": not_granted,
}

# What costs nothing and is still to be told, also where the level is 0.
_WITHOUT_COST: dict[str, Callable[[Case], Iterator[str]]] = {
    "repeated-float": floats_freed(1),
    "float-two-back": floats_freed(2),
}

# These argue with the levels above or with what else is legal, and conditions can be the cause as well.
_WITHOUT_CERTIFICATE: dict[str, Callable[[Case], Iterator[str]]] = {
    "bye-score": proved(costs),
    "score-gap": proved(unequal),
    "changed-boards": proved(costs),
}
