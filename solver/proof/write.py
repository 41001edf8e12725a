"""The certificate: a JSON document from which `verify` can repeat the whole proof without a solver (docs/method.md).

Players are named by id, 0 is the bye.  Duals that are 0 are left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pairproof.solver.certified.engine import Certified
from pairproof.solver.problem import PairingProblem
from pairproof.solver.proof.duals import Proof
from pairproof.solver.proof.identity import SCHEMA, orders_document, position_digest, rules_document, witness_text
from pairproof.solver.result import Board
from pairproof.solver.witness import Witness


def _proof_document(problem: PairingProblem, proof: Proof) -> dict[str, Any]:
    id_of = problem.position.id_of
    used = np.flatnonzero(proof.set_duals).tolist()
    return {
        "scale": proof.scale,
        "duals": {
            str(id_of(vertex)): int(proof.vertex_duals[vertex])
            for vertex in np.flatnonzero(proof.vertex_duals).tolist()
        },
        "odd_sets": [
            {
                "players": [id_of(vertex) for vertex in np.flatnonzero(proof.sets[row]).tolist()],
                "dual": int(proof.set_duals[row]),
            }
            for row in used
        ],
    }


def _head(problem: PairingProblem) -> dict[str, Any]:
    position = problem.position
    return {
        "schema": SCHEMA,
        "tournament": position.tournament.name,
        "round": position.round,
        "rules": rules_document(position.rules),
        "digest": position_digest(position),
        "orders": orders_document(position.orders),
    }


def certificate_of(
    problem: PairingProblem, certified: Certified, boards: tuple[Board, ...], bye: int | None
) -> dict[str, Any]:
    """The certificate of an optimal pairing."""
    return {
        **_head(problem),
        "pairs": [[board.white, board.black] for board in boards],
        "bye": bye,
        "levels": [
            {"name": level.name, "value": proof.value, **_proof_document(problem, proof)}
            for level, proof in zip(problem.levels, certified.levels, strict=True)
        ],
        "order": [
            {
                "choosers": [problem.position.id_of(chooser) for chooser in block.choosers],
                **({"first_choices": True} if block.proof is None else _proof_document(problem, block.proof)),
            }
            for block in certified.order
        ],
    }


def witness_players(problem: PairingProblem, witness: Witness) -> tuple[list[int], list[list[int]]]:
    """The witness's blockers and odd groups by ids, 0 for the bye."""
    id_of = problem.position.id_of
    blockers = sorted(id_of(vertex) for vertex in witness.blockers)
    return blockers, sorted(sorted(id_of(vertex) for vertex in group) for group in witness.odd_groups)


def witness_document(problem: PairingProblem, witness: Witness) -> dict[str, Any]:
    """The witness by ids, with a sentence (CONTRACT 3)."""
    blockers, groups = witness_players(problem, witness)
    return {"blockers": blockers, "odd_groups": groups, "text": witness_text(blockers, groups)}


def infeasible_certificate(problem: PairingProblem, witness: Witness) -> dict[str, Any]:
    """The certificate that no legal pairing exists."""
    return {**_head(problem), "witness": witness_document(problem, witness)}
