"""Pairing engines, proofs and explanations.

>>> from pairproof.solver import Request, pair, pair_manually, verify

Tournaments come as values; the one file read here is a certificate (`load_certificate`), and a rule file where a
`Request` names one.  Nothing is imported before it is asked for: checking a certificate must not load a solver.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairproof.solver.optimal import pair, pair_manually
    from pairproof.solver.problem import PairingProblem, Pairs, Problem
    from pairproof.solver.proof.load import load_certificate
    from pairproof.solver.proof.verify import Verdict, verify
    from pairproof.solver.request import Conditions, Request
    from pairproof.solver.result import Alternatives, Board, LevelValue, Lookahead, Pairing, Step
    from pairproof.solver.stopping import Stop
    from pairproof.solver.terms import ENGINES, METHODS, Engine, Method, Status
    from pairproof.solver.witness import Witness

__all__ = [
    "ENGINES",
    "METHODS",
    "Alternatives",
    "Board",
    "Conditions",
    "Engine",
    "LevelValue",
    "Lookahead",
    "Method",
    "Pairing",
    "PairingProblem",
    "Pairs",
    "Problem",
    "Request",
    "Status",
    "Step",
    "Stop",
    "Verdict",
    "Witness",
    "load_certificate",
    "pair",
    "pair_manually",
    "verify",
]

_HOME = {
    "optimal": ("pair", "pair_manually"),
    "problem": ("PairingProblem", "Pairs", "Problem"),
    "proof.load": ("load_certificate",),
    "proof.verify": ("Verdict", "verify"),
    "request": ("Conditions", "Request"),
    "result": ("Alternatives", "Board", "LevelValue", "Lookahead", "Pairing", "Step"),
    "stopping": ("Stop",),
    "terms": ("ENGINES", "METHODS", "Engine", "Method", "Status"),
    "witness": ("Witness",),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(f"pairproof.solver.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
