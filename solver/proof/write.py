"""The certificate: a JSON document from which `verify` can repeat the whole proof without a solver (docs/method.md).

Players are named by id, 0 is the bye.  Duals that are 0 are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pairproof.solver.problem import Problem
from pairproof.solver.proof import certificate
from pairproof.solver.proof.certificate import Block, Certificate, Claim, Infeasible, Level, Optimal, duals_of
from pairproof.solver.proof.identity import SCHEMA, orders_document, rules_document
from pairproof.solver.proof.proofs import OrderBlock, Proof
from pairproof.solver.witness import Witness


class Evidence(Protocol):
    """What proves a pairing, as its system has it."""

    def claim(self, problem: Problem, pairs: Sequence[tuple[int, int]], bye: int | None) -> Claim:
        """The claim that these boards, (white, black) by ids in order, and this bye are the best pairing."""
        ...


@dataclass(frozen=True)
class RoundProof:
    """What proves a pairing by the system `optimum`: each level in order, and each block of the natural order."""

    levels: tuple[Proof, ...]
    order: tuple[OrderBlock, ...]

    def claim(self, problem: Problem, pairs: Sequence[tuple[int, int]], bye: int | None) -> Optimal:
        """The claim, with the duals by ids."""
        id_of = problem.position.id_of
        levels = tuple(
            Level(level.name, proved.value, duals_of(proved, id_of))
            for level, proved in zip(problem.levels, self.levels, strict=True)
        )
        order = tuple(
            Block(
                tuple(map(id_of, block.choosers)),
                None if block.proof is None else duals_of(block.proof, id_of),
                block.proof is None,
            )
            for block in self.order
        )
        return Optimal(tuple(pairs), bye, levels, order)


def infeasible_claim(problem: Problem, witness: Witness) -> Infeasible:
    """The claim that no legal pairing exists."""
    blockers, groups = witness_players(problem, witness)
    return Infeasible(tuple(blockers), tuple(map(tuple, groups)))


def witness_players(problem: Problem, witness: Witness) -> tuple[list[int], list[list[int]]]:
    """The witness's blockers and odd groups by ids, 0 for the bye."""
    id_of = problem.position.id_of
    blockers = sorted(id_of(vertex) for vertex in witness.blockers)
    return blockers, sorted(sorted(id_of(vertex) for vertex in group) for group in witness.odd_groups)


def witness_document(problem: Problem, witness: Witness) -> dict[str, Any]:
    """The witness by ids, with a sentence (CONTRACT 3)."""
    return certificate.witness_document(*witness_players(problem, witness))


def certificate_of(problem: Problem, claim: Claim) -> Certificate:
    """A claim, and what it is about."""
    position = problem.position
    return Certificate(
        tournament=position.tournament.name,
        round=position.round,
        rules=position.rules,
        digest=problem.digest,
        orders=position.orders,
        claim=claim,
    )


def certificate_document(filed: Certificate) -> dict[str, Any]:
    """The JSON document."""
    return {
        "schema": SCHEMA,
        "tournament": filed.tournament,
        "round": filed.round,
        "rules": rules_document(filed.rules),
        "digest": filed.digest,
        "orders": orders_document(filed.orders),
        **filed.claim.document(),
    }
