"""The lines between neighbouring scores that somebody must cross, and the odd groups that say so."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pairproof.solver.explain.reasons.case import Case
from pairproof.solver.problem import Pairs, matching_problem
from pairproof.solver.proof.duals import reduced_costs
from pairproof.solver.proof.write import RoundProof
from pairproof.solver.witness import complete_matching

_LARGEST_MATCHED = 200
"""Players of a group whose largest matching is looked for: beyond that it takes too long for a sentence."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A line between two neighbouring scores, `score` and `lower`, and how many players above it must play below.

    `inside` players have `score` or more; `playing` of them play (`bye_inside`: one of them surely has the bye).  At
    least `left` of these have an opponent below.  `given`: that holds for the pairings that do best on the levels
    above; otherwise for every legal pairing with the same score of the bye.
    """

    score: int
    lower: int
    inside: int
    playing: int
    bye_inside: bool
    left: int
    given: bool


def boundaries(case: Case) -> list[Boundary]:
    """The boundaries that somebody must cross, for `score-gap`: the pairs' differences are the boundaries they cross.

    Where the bye may go to anyone, only an odd number of players above counts, and one of these may have the bye.
    """
    pairing, position = case.pairing, case.position
    bye_score = settled_bye_score(case)
    faces = Faces(case)
    found = []
    for score, lower in pairwise(sorted(set(position.score.tolist()), reverse=True)):
        inside = int((position.score >= score).sum())
        bye_inside = bye_score is not None and bye_score >= score
        left, given = (inside - bye_inside) % 2, False
        crossing = sum(max(board.scores) >= score > min(board.scores) for board in pairing.boards)
        if crossing > left and not bye_open(case):
            left, given = faces.left_over(inside, bye_score if bye_inside else None, left)
        if left:
            found.append(Boundary(score, lower, inside, inside - bye_inside, bye_inside, left, given))
    return found


def settled_bye_score(case: Case) -> int | None:
    """The score that everyone who may still have the bye has: where `bye-score` stands above."""
    bye = case.pairing.bye
    return case.score(bye) if bye is not None and "bye-score" in case.above else None


def bye_open(case: Case) -> bool:
    """Whether it is not settled which score the bye goes to."""
    return case.pairing.bye is not None and settled_bye_score(case) is None


def bye_possible(case: Case, line: Boundary) -> bool:
    """Whether one of the players above the boundary could have the bye, as far as the rules go: then this is said, even
    if a level above is against it.
    """
    if line.bye_inside or line.given or not case.position.has_dummy:
        return False
    problem = matching_problem(case.pairing.problem)
    return bool((problem.partners(case.position.players) < line.inside).any())


class Faces:
    """Largest matchings inside the best players, over the legal pairs and over those still in question on the level."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._problem = matching_problem(case.pairing.problem)

    def left_over(self, inside: int, bye_score: int | None, least: int) -> tuple[int, bool]:
        """How many of the best `inside` players stay over in any matching among themselves, `least` at least; and
        whether the levels above are needed to say so.

        With `bye_score` the bye is one of their partners, for a player with that score.
        """
        if inside > _LARGEST_MATCHED:
            return least, False
        size = inside + (bye_score is not None)
        pairs = self._inside(inside, bye_score)
        legal = size - 2 * len(_matched(size, pairs))
        if not self._case.above:
            return max(least, legal), False
        face = size - 2 * len(_matched(size, _still_in_question(self._case, pairs)))
        return (face, True) if face > max(least, legal) else (max(least, legal), False)

    def odd_groups(self, line: Boundary) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """Why so many stay over (Gallai–Edmonds): players without whom the others fall apart into groups of odd size
        that cannot play one another, more of them than such players by the number left over.  Ids, 0 for the bye.
        """
        position = self._case.position
        bye_score = settled_bye_score(self._case) if line.bye_inside else None
        pairs = self._inside(line.inside, bye_score)
        if line.given:
            pairs = _still_in_question(self._case, pairs)
        mate = [-1] * (line.inside + (bye_score is not None))
        for a, b in _matched(len(mate), pairs):
            mate[a], mate[b] = b, a
        witness = complete_matching(_numbered(len(mate), pairs), mate)
        assert witness is not None, "those left over have no partner"

        def ids(places: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(position.id_of(each if each < line.inside else position.players) for each in places)

        return ids(witness.blockers), tuple(map(ids, witness.odd_groups))

    def _inside(self, inside: int, bye_score: int | None) -> Pairs:
        """The pairs of the best `inside` players with one another, and with the bye for players with that score."""
        position = self._case.position
        if bye_score is None:
            return self._problem.within(np.arange(inside))
        pairs = self._problem.within(np.append(np.arange(inside), position.players))
        return pairs.where((pairs.v < inside) | (position.score[pairs.u] == bye_score))


def _matched(size: int, pairs: Pairs) -> list[tuple[int, int]]:
    """A largest matching of pairs of the best players and, as the last of `size`, the bye."""
    import rustworkx

    numbered = _numbered(size, pairs)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from_no_data(list(zip(numbered.u.tolist(), numbered.v.tolist(), strict=True)))
    return sorted(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda _: 1))


def _numbered(size: int, pairs: Pairs) -> Pairs:
    """The pairs with the bye as the last of `size`."""
    return Pairs(pairs.u, np.minimum(pairs.v, np.int32(size - 1)), pairs.kind)


def _still_in_question(case: Case, pairs: Pairs) -> Pairs:
    """The pairs with reduced cost 0 on every level above: optimal pairings hold no others (docs/method.md)."""
    problem, proof = matching_problem(case.pairing.problem), case.pairing.proof.evidence
    assert isinstance(proof, RoundProof)
    for level, proved in zip(problem.levels, proof.levels, strict=True):
        if level.name == case.level:
            break
        pairs = pairs.where(reduced_costs(proved, pairs, problem.costs(level, pairs)) == 0)
    return pairs
