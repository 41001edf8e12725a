"""The schemas of all documents: those written, and the files read."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from pairproof.cli import documents
from pairproof.model.formats.toml.rule_shape import RuleFile
from pairproof.model.formats.toml.tournament_shape import File
from pairproof.solver.proof.shape import InfeasibleShape, OptimalShape


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema file by its name without `.json`."""
    shapes: dict[str, Any] = {
        "act": documents.Act,
        "batch": documents.BatchRecord,
        "batch-summary": documents.BatchSummary,
        "certificate": OptimalShape | InfeasibleShape,
        "check": documents.Check,
        "comparison": documents.Comparison,
        "conversion": documents.Conversion,
        "explanation": documents.Explanation,
        "history": documents.History,
        "pairing": documents.Pairing,
        "players": documents.Players,
        "report": documents.Report,
        "results": documents.Results,
        "rules": documents.Rules,
        "rules-file": RuleFile,
        "simulation": documents.Simulation,
        "simulation-folder": documents.SimulationRecord,
        "standings": documents.Standings,
        "status": documents.Status,
        "tournament-file": File,
        "verdict": documents.Verdict,
    }
    return {name: TypeAdapter(shape).json_schema() for name, shape in shapes.items()}
