"""Pairs Swiss-system tournaments and proves that the pairing is the best one.

>>> from pairproof import load_tournament, pair, verify

Everything that the parts offer at their doors is here too; nothing is imported before it is asked for.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairproof.model import *  # noqa: F403
    from pairproof.solver import *  # noqa: F403

# Beside this folder in a clone, inside it in an installed copy: Python started in a clone finds the folder first.
if not os.path.isdir(os.path.join(os.path.dirname(__file__), "model")):
    __path__.append(os.path.dirname(os.path.dirname(__file__)))  # noqa: F405

_PARTS = ("pairproof.model", "pairproof.solver")


def __getattr__(name: str) -> Any:
    if not name.startswith("_"):
        for part in _PARTS:
            if name in import_module(part).__all__:
                return getattr(import_module(part), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(name for part in _PARTS for name in import_module(part).__all__)
