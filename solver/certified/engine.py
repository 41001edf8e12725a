"""The certified engine: level after level, then the natural order, each with an exact proof (docs/method.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pairproof.model.criteria.natural_order import phases
from pairproof.model.errors import InternalError
from pairproof.solver.alike import alike
from pairproof.solver.certified.classes import solve_levels
from pairproof.solver.certified.face import Face
from pairproof.solver.certified.heuristic_start import first_columns, first_matching
from pairproof.solver.certified.natural_order import decide
from pairproof.solver.certified.odd_sets import odd_prefixes
from pairproof.solver.certified.prefixes import joined_vertices, some_pairing
from pairproof.solver.certified.regions import Regions
from pairproof.solver.problem import PairingProblem
from pairproof.solver.proof.duals import reduced_costs
from pairproof.solver.proof.proofs import OrderBlock, Proof
from pairproof.solver.stopping import OutOfTime, Stop
from pairproof.solver.witness import Witness


@dataclass(frozen=True)
class Certified:
    """An optimal pairing in natural order, `partner[vertex]`, with the proof of each level and of the order."""

    partner: tuple[int, ...]
    levels: tuple[Proof, ...]
    order: tuple[OrderBlock, ...]


@dataclass(frozen=True)
class Unfinished:
    """Time ran out: a legal pairing, `partner[vertex]`, optimal on the levels whose proofs are here, in no order."""

    partner: tuple[int, ...]
    levels: tuple[Proof, ...]


def solve(problem: PairingProblem) -> Certified | Witness:
    """The optimal pairing in natural order with its proof, or the witness that no legal pairing exists."""
    result = solve_until(problem, Stop())
    assert not isinstance(result, Unfinished), "nothing stops it"
    return result


def solve_until(problem: PairingProblem, stop: Stop) -> Certified | Unfinished | Witness:
    """`solve`; but when it is time to stop, the pairing at hand and what is proved of it."""
    if (found := _by_class(problem, stop)) is not None:
        return found
    face = _start(problem, stop)
    if isinstance(face, Witness):
        return face
    proofs: list[Proof] = []
    try:
        for place, level in enumerate(problem.levels):
            face.stop.tell(level.name, place / (2 * len(problem.levels)))
            proofs.append(face.settle(problem.costs(level, face.pairs)))
        partner: dict[int, int] = {}
        mate, order = decide(Regions.of_face(face), phases(problem.position, partner), partner, stop)
    except OutOfTime:
        return Unfinished(tuple(face.partners().tolist()), tuple(proofs))
    return Certified(tuple(mate.tolist()), tuple(proofs), order)


def _by_class(problem: PairingProblem, stop: Stop) -> Certified | Unfinished | None:
    """`solve_until` without a look at every pair: levels class against class; None where that does not reach."""
    classes = alike(problem)
    face = None if classes is None else solve_levels(classes)
    if classes is None or face is None:
        return None
    joined = joined_vertices(classes, face)
    cuts = sorted(int(np.flatnonzero(members)[-1]) + 1 for members in face.tight)
    mate = some_pairing(joined, cuts, face.guess, problem.position.fixed)
    if mate is None:
        return None
    u = np.flatnonzero(np.arange(len(mate)) < mate)
    pairs = problem.as_pairs(u, mate[u])
    reached = [
        proof.scale * int(problem.costs(level, pairs).sum())
        for proof, level in zip(face.proofs, problem.levels, strict=True)
    ]
    if reached != [proof.total for proof in face.proofs]:
        raise InternalError("certified: a pairing of the last face does not reach the levels' bounds")
    partner: dict[int, int] = {}
    try:
        mate, order = decide(Regions(joined, mate, face.tight), phases(problem.position, partner), partner, stop)
    except OutOfTime:
        return Unfinished(tuple(mate.tolist()), face.proofs)
    return Certified(tuple(mate.tolist()), face.proofs, order)


def first_loss(problem: PairingProblem, proofs: Sequence[Proof]) -> tuple[int, int] | Witness | None:
    """The first level on which some of a problem's pairs cannot do as well as all of them: its place and the optimum
    there, None if there is none.

    `proofs` are those of the levels with all pairs.  As long as a level's optimum is the same, its proof holds here as
    well; the one optimum that differs is a lightest matching's weight.  Many times cheaper than `solve`.
    """
    face = _start(problem, Stop())
    if isinstance(face, Witness):
        return face
    for place, (level, proof) in enumerate(zip(problem.levels, proofs, strict=True)):
        costs = problem.costs(level, face.pairs)
        if face.total(costs) != proof.value:
            optimum = face.improve(proof, costs)
            if optimum != proof.value:
                return place, optimum
        face.settle_by(proof, costs)
    return None


def _start(problem: PairingProblem, stop: Stop) -> Face | Witness:
    columns = first_columns(problem)
    mate = first_matching(problem, columns)
    if isinstance(mate, Witness):
        return mate
    sets = odd_prefixes(problem.position.score, problem.vertices)
    return Face(problem.vertices, problem.pairs, mate, columns, sets, stop)


def optimal_face(problem: PairingProblem, certified: Certified) -> Face:
    """The face of all optimal pairings, derived from the proofs alone; the chosen pairing is at hand.

    By complementary slackness the optimal pairings are exactly the perfect matchings of its pairs that leave each of
    its tight sets once: on every level the pairs in the running of reduced cost 0, and the sets with a positive dual.

    Raises
    ------
    InternalError
        If a proof is none: a reduced cost is negative.
    """
    face = Face(problem.vertices, problem.pairs, np.array(certified.partner, dtype=np.int64))
    for level, proof in zip(problem.levels, certified.levels, strict=True):
        costs = problem.costs(level, face.pairs)
        if (reduced_costs(proof, face.pairs, costs) < 0).any():
            raise InternalError(f"certified: the proof of the level {level.name} does not hold")
        face.settle_by(proof, costs)
    return face
