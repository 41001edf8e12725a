"""The JSON documents that programs read (CONTRACT 3): one class for each, which writes it and gives its schema.

>>> from pairproof.cli import documents
>>> documents.Pairing.of(pairing, seconds)

A document is imported only when it is asked for: pydantic takes longer to load than many a command to run.
docs/schemas/make.py writes the schema files from them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairproof.cli.documents.batch import Batch, BatchRecord, BatchSummary
    from pairproof.cli.documents.check import Check
    from pairproof.cli.documents.comparison import Comparison
    from pairproof.cli.documents.conversion import Conversion
    from pairproof.cli.documents.explanation import Explanation
    from pairproof.cli.documents.pairing import Pairing
    from pairproof.cli.documents.rules import Rules
    from pairproof.cli.documents.simulation import Simulation, SimulationRecord
    from pairproof.cli.documents.standings import Standings
    from pairproof.cli.documents.verdict import Verdict

__all__ = [
    "Batch",
    "BatchRecord",
    "BatchSummary",
    "Check",
    "Comparison",
    "Conversion",
    "Explanation",
    "Pairing",
    "Rules",
    "Simulation",
    "SimulationRecord",
    "Standings",
    "Verdict",
]

_HOME = {
    "Batch": "batch",
    "BatchRecord": "batch",
    "BatchSummary": "batch",
    "Check": "check",
    "Comparison": "comparison",
    "Conversion": "conversion",
    "Explanation": "explanation",
    "Pairing": "pairing",
    "Rules": "rules",
    "Simulation": "simulation",
    "SimulationRecord": "simulation",
    "Standings": "standings",
    "Verdict": "verdict",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
