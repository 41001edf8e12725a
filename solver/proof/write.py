"""The certificate: a JSON document from which `verify` can repeat the whole proof without a solver (docs/method.md).

Players are named by id, 0 is the bye.  Duals that are 0 are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pairproof.solver.problem import PairingProblem
from pairproof.solver.proof.certificate import Block, Certificate, Duals, Infeasible, Level, OddSet, Optimal
from pairproof.solver.proof.duals import RoundProof
from pairproof.solver.proof.identity import SCHEMA, orders_document, position_digest, rules_document, witness_text
from pairproof.solver.proof.kernel import Proof
from pairproof.solver.witness import Witness

# --- From what was solved to a certificate ---------------------------------------------------------------------------


def optimal_certificate(
    problem: PairingProblem, proof: RoundProof, pairs: Sequence[tuple[int, int]], bye: int | None
) -> Certificate:
    """The certificate of an optimal pairing: boards as (white, black) by ids, in order, and who has the bye."""
    id_of = problem.position.id_of
    levels = tuple(
        Level(level.name, proved.value, _duals(problem, proved))
        for level, proved in zip(problem.levels, proof.levels, strict=True)
    )
    order = tuple(
        Block(
            tuple(map(id_of, block.choosers)),
            None if block.proof is None else _duals(problem, block.proof),
            block.proof is None,
        )
        for block in proof.order
    )
    return _certificate(problem, Optimal(tuple(pairs), bye, levels, order))


def infeasible_certificate(problem: PairingProblem, witness: Witness) -> Certificate:
    """The certificate that no legal pairing exists."""
    blockers, groups = witness_players(problem, witness)
    return _certificate(problem, Infeasible(tuple(blockers), tuple(map(tuple, groups))))


def witness_players(problem: PairingProblem, witness: Witness) -> tuple[list[int], list[list[int]]]:
    """The witness's blockers and odd groups by ids, 0 for the bye."""
    id_of = problem.position.id_of
    blockers = sorted(id_of(vertex) for vertex in witness.blockers)
    return blockers, sorted(sorted(id_of(vertex) for vertex in group) for group in witness.odd_groups)


def _certificate(problem: PairingProblem, claim: Optimal | Infeasible) -> Certificate:
    position = problem.position
    return Certificate(
        tournament=position.tournament.name,
        round=position.round,
        rules=position.rules,
        digest=position_digest(position),
        orders=position.orders,
        claim=claim,
    )


def _duals(problem: PairingProblem, proof: Proof) -> Duals:
    id_of = problem.position.id_of
    return Duals(
        scale=proof.scale,
        players={
            str(id_of(vertex)): int(proof.vertex_duals[vertex])
            for vertex in np.flatnonzero(proof.vertex_duals).tolist()
        },
        odd_sets=tuple(
            OddSet(tuple(map(id_of, np.flatnonzero(proof.sets[row]).tolist())), int(proof.set_duals[row]))
            for row in np.flatnonzero(proof.set_duals).tolist()
        ),
    )


# --- From a certificate to JSON --------------------------------------------------------------------------------------


def certificate_document(certificate: Certificate) -> dict[str, Any]:
    """The JSON document."""
    head = {
        "schema": SCHEMA,
        "tournament": certificate.tournament,
        "round": certificate.round,
        "rules": rules_document(certificate.rules),
        "digest": certificate.digest,
        "orders": orders_document(certificate.orders),
    }
    claim = certificate.claim
    if isinstance(claim, Infeasible):
        return {**head, "witness": _witness_document(claim.blockers, claim.odd_groups)}
    return {
        **head,
        "pairs": [list(pair) for pair in claim.pairs],
        "bye": claim.bye,
        "levels": [
            {"name": level.name, "value": level.value, **_duals_document(level.duals)} for level in claim.levels
        ],
        "order": [
            {
                "choosers": list(block.choosers),
                **({"first_choices": block.first_choices} if block.duals is None else _duals_document(block.duals)),
            }
            for block in claim.order
        ],
    }


def witness_document(problem: PairingProblem, witness: Witness) -> dict[str, Any]:
    """The witness by ids, with a sentence (CONTRACT 3)."""
    return _witness_document(*witness_players(problem, witness))


def _witness_document(blockers: Sequence[int], groups: Sequence[Sequence[int]]) -> dict[str, Any]:
    return {
        "blockers": list(blockers),
        "odd_groups": [list(group) for group in groups],
        "text": witness_text(blockers, groups),
    }


def _duals_document(duals: Duals) -> dict[str, Any]:
    return {
        "scale": duals.scale,
        "duals": dict(duals.players),
        "odd_sets": [{"players": list(odd.players), "dual": odd.dual} for odd in duals.odd_sets],
    }
