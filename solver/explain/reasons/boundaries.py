"""The lines between neighbouring scores that somebody must cross, and the odd groups that say so."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pairproof.model.state.position import BoolArray
from pairproof.solver.explain.reasons.case import Case
from pairproof.solver.problem import matching_problem
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
    pairs, dummy = case.pairing.problem.pairs, case.position.players
    return bool(((pairs.u < line.inside) & (pairs.v == dummy)).any())


class Faces:
    """Largest matchings inside the best players, over the legal pairs and over those still in question on the level."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._face: BoolArray | None = None

    def left_over(self, inside: int, bye_score: int | None, least: int) -> tuple[int, bool]:
        """How many of the best `inside` players stay over in any matching among themselves, `least` at least; and
        whether the levels above are needed to say so.

        With `bye_score` the bye is one of their partners, for a player with that score.
        """
        if inside > _LARGEST_MATCHED:
            return least, False
        pairs = self._case.pairing.problem.pairs
        legal = self._unmatched(inside, bye_score, np.ones(len(pairs), dtype=np.bool_))
        if not self._case.above:
            return max(least, legal), False
        if self._face is None:
            self._face = _still_in_question(self._case)
        face = self._unmatched(inside, bye_score, self._face)
        return (face, True) if face > max(least, legal) else (max(least, legal), False)

    def odd_groups(self, line: Boundary) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        """Why so many stay over (Gallai–Edmonds): players without whom the others fall apart into groups of odd size
        that cannot play one another, more of them than such players by the number left over.  Ids, 0 for the bye.
        """
        problem, position = self._case.pairing.problem, self._case.position
        bye_score = settled_bye_score(self._case) if line.bye_inside else None
        among = _still_in_question(self._case) if line.given else np.ones(len(problem.pairs), dtype=np.bool_)
        keep = self._inside(line.inside, bye_score, among)
        mate = [-1] * problem.vertices
        for a, b in self._matched(keep):
            mate[a], mate[b] = b, a
        witness = complete_matching(problem.pairs.where(keep), mate)
        assert witness is not None, "those left over have no partner"
        here = {*range(line.inside), *([position.players] if bye_score is not None else [])}
        groups = [tuple(map(position.id_of, group)) for group in witness.odd_groups if group[0] in here]
        return tuple(map(position.id_of, witness.blockers)), tuple(groups)

    def _unmatched(self, inside: int, bye_score: int | None, among: BoolArray) -> int:
        matched = self._matched(self._inside(inside, bye_score, among))
        return inside + (bye_score is not None) - 2 * len(matched)

    def _inside(self, inside: int, bye_score: int | None, among: BoolArray) -> BoolArray:
        """The pairs of the best `inside` players with one another, and with the bye for players with that score."""
        position, pairs = self._case.position, self._case.pairing.problem.pairs
        keep: BoolArray = among & (pairs.v < inside)
        if bye_score is not None:
            byes = among & (pairs.v == position.players)
            byes[byes] = position.score[pairs.u[byes]] == bye_score
            keep |= byes
        return keep

    def _matched(self, keep: BoolArray) -> list[tuple[int, int]]:
        import rustworkx

        pairs = self._case.pairing.problem.pairs
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * self._case.position.vertices)
        graph.add_edges_from_no_data(list(zip(pairs.u[keep].tolist(), pairs.v[keep].tolist(), strict=True)))
        return sorted(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda _: 1))


def _still_in_question(case: Case) -> BoolArray:
    """Marks the pairs with reduced cost 0 on every level above: optimal pairings hold no others (docs/method.md)."""
    problem, proof = matching_problem(case.pairing.problem), case.pairing.proof.evidence
    assert isinstance(proof, RoundProof)
    open_pairs = np.ones(len(problem.pairs), dtype=np.bool_)
    for level, proved in zip(problem.levels, proof.levels, strict=True):
        if level.name == case.level:
            break
        open_pairs &= reduced_costs(proved, problem.pairs, problem.costs(level, problem.pairs)) == 0
    return open_pairs
