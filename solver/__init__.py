"""Pairing engines, proofs and explanations.  Knows problems, no files.

>>> from pairproof.solver import pair, pair_manually, verify

Nothing is imported before it is asked for: checking a certificate must not load a solver.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairproof.solver.manual.method import pair_manually
    from pairproof.solver.optimal import pair
    from pairproof.solver.proof.verify import Verdict, load_certificate, verify
    from pairproof.solver.result import Pairing

__all__ = ["Pairing", "Verdict", "load_certificate", "pair", "pair_manually", "verify"]

_HOME = {
    "Pairing": "pairproof.solver.result",
    "Verdict": "pairproof.solver.proof.verify",
    "load_certificate": "pairproof.solver.proof.verify",
    "pair": "pairproof.solver.optimal",
    "pair_manually": "pairproof.solver.manual.method",
    "verify": "pairproof.solver.proof.verify",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
