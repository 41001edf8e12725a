"""Pairing engines, proofs and explanations.

>>> from pairproof.solver import Request, pair, pair_manually, verify

Tournaments come as values; the one file read here is a certificate (`load_certificate`), and a rule file where a
`Request` names one.  Nothing is imported before it is asked for: checking a certificate must not load a solver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.model.doors import door

if TYPE_CHECKING:
    from pairproof.model.criteria import Level
    from pairproof.model.state.orders import Orders
    from pairproof.model.state.position import Position
    from pairproof.solver.optimal import pair, pair_manually
    from pairproof.solver.problem import LevelText, PairingProblem, Pairs, Problem
    from pairproof.solver.proof.certificate import Claim
    from pairproof.solver.proof.load import load_certificate
    from pairproof.solver.proof.verify import Verdict, verify
    from pairproof.solver.proof.write import Evidence
    from pairproof.solver.request import Conditions, Request
    from pairproof.solver.result import (
        Alternatives,
        Board,
        ChangeLimit,
        LevelValue,
        Lookahead,
        ManualTrace,
        Pairing,
        PairingProof,
        Step,
        Study,
    )
    from pairproof.solver.stopping import Stop
    from pairproof.solver.terms import ENGINES, METHODS, Engine, Method, Status
    from pairproof.solver.witness import Witness

__all__ = [
    "ENGINES",
    "METHODS",
    "Alternatives",
    "Board",
    "ChangeLimit",
    "Claim",
    "Conditions",
    "Engine",
    "Evidence",
    "Level",
    "LevelText",
    "LevelValue",
    "Lookahead",
    "ManualTrace",
    "Method",
    "Orders",
    "Pairing",
    "PairingProblem",
    "PairingProof",
    "Pairs",
    "Position",
    "Problem",
    "Request",
    "Status",
    "Step",
    "Stop",
    "Study",
    "Verdict",
    "Witness",
    "load_certificate",
    "pair",
    "pair_manually",
    "verify",
]

__getattr__, __dir__ = door(
    __name__,
    {
        "model.criteria": ("Level",),
        "model.state.orders": ("Orders",),
        "model.state.position": ("Position",),
        "solver.optimal": ("pair", "pair_manually"),
        "solver.problem": ("LevelText", "PairingProblem", "Pairs", "Problem"),
        "solver.proof.load": ("load_certificate",),
        "solver.proof.verify": ("Verdict", "verify"),
        "solver.request": ("Conditions", "Request"),
        "solver.result": (
            "Alternatives",
            "Board",
            "ChangeLimit",
            "LevelValue",
            "Lookahead",
            "ManualTrace",
            "Pairing",
            "PairingProof",
            "Step",
            "Study",
        ),
        "solver.stopping": ("Stop",),
        "solver.terms": ("ENGINES", "METHODS", "Engine", "Method", "Status"),
        "solver.witness": ("Witness",),
        "solver.proof.certificate": ("Claim",),
        "solver.proof.write": ("Evidence",),
    },
)
