"""Pairing engines, proofs and explanations.  Knows problems, no files.

>>> from solver import pair, pair_manually, verify

Nothing is imported before it is asked for: checking a certificate must not load a solver.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.manual import pair_manually
    from solver.optimal import pair
    from solver.pairing import Pairing
    from solver.verification import Verdict, load_certificate, verify

__all__ = ["Pairing", "Verdict", "load_certificate", "pair", "pair_manually", "verify"]

_HOME = {
    "Pairing": "solver.pairing",
    "Verdict": "solver.verification",
    "load_certificate": "solver.verification",
    "pair": "solver.optimal",
    "pair_manually": "solver.manual",
    "verify": "solver.verification",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
