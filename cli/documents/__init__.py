"""The JSON documents that programs read (CONTRACT 3): one class for each, which writes it and gives its schema.

>>> from pairproof.cli import documents
>>> documents.Pairing.of(pairing, seconds)

A document is imported only when it is asked for: pydantic takes longer to load than many a command to run.
docs/schemas/make.py writes the schema files from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.model.doors import door

if TYPE_CHECKING:
    from pairproof.cli.documents.act import Act
    from pairproof.cli.documents.batch import Batch, BatchRecord, BatchSummary
    from pairproof.cli.documents.check import Check
    from pairproof.cli.documents.comparison import Comparison
    from pairproof.cli.documents.conversion import Conversion
    from pairproof.cli.documents.explanation import Explanation
    from pairproof.cli.documents.history import History
    from pairproof.cli.documents.pairing import Pairing
    from pairproof.cli.documents.players import Players
    from pairproof.cli.documents.report import Report
    from pairproof.cli.documents.results import Results
    from pairproof.cli.documents.rules import Rules
    from pairproof.cli.documents.simulation import Simulation, SimulationRecord
    from pairproof.cli.documents.standings import Standings
    from pairproof.cli.documents.status import Status
    from pairproof.cli.documents.verdict import Verdict

__all__ = [
    "Act",
    "Batch",
    "BatchRecord",
    "BatchSummary",
    "Check",
    "Comparison",
    "Conversion",
    "Explanation",
    "History",
    "Pairing",
    "Players",
    "Report",
    "Results",
    "Rules",
    "Simulation",
    "SimulationRecord",
    "Standings",
    "Status",
    "Verdict",
]

__getattr__, __dir__ = door(
    __name__,
    {
        "cli.documents.batch": ("Batch", "BatchRecord", "BatchSummary"),
        "cli.documents.act": ("Act",),
        "cli.documents.check": ("Check",),
        "cli.documents.comparison": ("Comparison",),
        "cli.documents.conversion": ("Conversion",),
        "cli.documents.explanation": ("Explanation",),
        "cli.documents.history": ("History",),
        "cli.documents.pairing": ("Pairing",),
        "cli.documents.players": ("Players",),
        "cli.documents.report": ("Report",),
        "cli.documents.results": ("Results",),
        "cli.documents.rules": ("Rules",),
        "cli.documents.simulation": ("Simulation", "SimulationRecord"),
        "cli.documents.standings": ("Standings",),
        "cli.documents.status": ("Status",),
        "cli.documents.verdict": ("Verdict",),
    },
)
