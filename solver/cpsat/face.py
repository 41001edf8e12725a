"""All optimal pairings at once: the face of the matching polytope that the certified engine's proofs leave."""

from __future__ import annotations

import numpy as np

from pairproof.model.errors import InternalError
from pairproof.model.state.position import BoolArray
from pairproof.solver.certified.engine import Certified
from pairproof.solver.problem import PairingProblem, Pairs
from pairproof.solver.proof.duals import reduced_costs


def optimal_face(problem: PairingProblem, certified: Certified) -> tuple[Pairs, BoolArray]:
    """The pairs that an optimal pairing can hold, and the odd sets it leaves exactly once, shape (sets, vertices).

    By complementary slackness the optimal pairings are exactly the perfect matchings of these pairs that leave each of
    these sets once: on every level the pairs in the running of reduced cost 0, and the sets with a positive dual.

    Raises
    ------
    InternalError
        If a proof is none: a reduced cost is negative.
    """
    pairs = problem.pairs
    tight: list[BoolArray] = []
    for level, proof in zip(problem.levels, certified.levels, strict=True):
        reduced = reduced_costs(proof, pairs, problem.costs(level, pairs))
        if (reduced < 0).any():
            raise InternalError(f"certified: the proof of the level {level.name} does not hold")
        pairs = pairs.where(reduced == 0)
        tight += list(proof.sets[proof.set_duals > 0])
    sets = np.array(tight, dtype=np.bool_).reshape(len(tight), problem.vertices)
    unique: BoolArray = np.unique(sets, axis=0)
    return pairs, unique
