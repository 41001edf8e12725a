"""The certificate: a JSON document from which `verify` can repeat the whole proof without a solver (docs/method.md).

Players are named by id, 0 is the bye.  Duals that are 0 are left out.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

import numpy as np

from model.position import Position
from model.rules import RuleSet
from solver.certified import Certified
from solver.pairing import Board
from solver.problem import PairingProblem
from solver.proof import Proof
from solver.witness import Witness

SCHEMA = "pairproof.certificate/1"


def rules_document(rules: RuleSet) -> dict[str, Any]:
    """A rule set in full, as in a rule file without a base."""
    document = asdict(rules)
    del document["source"]
    return json.loads(json.dumps(document))  # type: ignore[no-any-return]


def position_digest(position: Position) -> str:
    """SHA-256 of all that the levels and the legality of this round depend on: another tournament or rule set has another."""
    document = {
        "round": position.round,
        "last": position.last_round,
        "restricted_until": position.tournament.restricted_until,
        "rules": rules_document(position.rules),
        "players": [
            [
                player,
                int(position.score[index]),
                position.history.colours(player),
                int(position.float_1[index]),
                int(position.float_2[index]),
                bool(position.may_bye[index]),
                sorted(position.groups[index]),
            ]
            for index, player in enumerate(position.ids)
        ],
        "met": sorted(position.met),
        "forbidden": sorted(position.forbidden),
        "fixed": sorted(position.fixed.items()),
        "fixed_white": sorted(position.fixed_white),
    }
    text = json.dumps(document, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _proof_document(problem: PairingProblem, proof: Proof) -> dict[str, Any]:
    id_of = problem.position.id_of
    used = np.flatnonzero(proof.set_duals).tolist()
    return {
        "scale": proof.scale,
        "duals": {str(id_of(vertex)): int(proof.vertex_duals[vertex]) for vertex in np.flatnonzero(proof.vertex_duals).tolist()},
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
    orders = position.orders
    return {
        "schema": SCHEMA,
        "tournament": position.tournament.name,
        "round": position.round,
        "rules": rules_document(position.rules),
        "digest": position_digest(position),
        "orders": {
            "absent": sorted(orders.absent),
            "forbid": [list(pair) for pair in sorted(orders.forbid)],
            "fix": [[pair.first, pair.second, pair.colours] for pair in orders.fix],
        },
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
                **_proof_document(problem, block.proof),
            }
            for block in certified.order
        ],
    }


def witness_document(problem: PairingProblem, witness: Witness) -> dict[str, Any]:
    """The witness by ids, with a sentence (CONTRACT 3)."""
    id_of = problem.position.id_of
    blockers = sorted(id_of(vertex) for vertex in witness.blockers)
    groups = sorted(sorted(id_of(vertex) for vertex in group) for group in witness.odd_groups)
    return {"blockers": blockers, "odd_groups": groups, "text": witness_text(blockers, groups)}


def witness_text(blockers: list[int], groups: list[list[int]]) -> str:
    """The witness in words; 0 is the bye."""

    def names(players: list[int]) -> str:
        return ", ".join("the bye" if player == 0 else str(player) for player in players)

    listed = "; ".join(f"{{{names(group)}}}" for group in groups[:12]) + ("; …" if len(groups) > 12 else "")
    if blockers:
        return (
            f"Take away {names(blockers)}: that leaves {len(groups)} groups of odd size, {listed}, whose players can play only "
            f"inside their group or against those taken away. Each group needs one of these {len(blockers)}; "
            f"so {len(groups) - len(blockers)} of the groups keep a player without a game."
        )
    return (
        f"The players fall apart into groups of odd size, {listed}, whose players can play only inside their group: "
        f"in each of them somebody stays without a game."
    )


def infeasible_certificate(problem: PairingProblem, witness: Witness) -> dict[str, Any]:
    """The certificate that no legal pairing exists."""
    return {**_head(problem), "witness": witness_document(problem, witness)}
