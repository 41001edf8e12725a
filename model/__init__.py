"""Tournaments and rules as values, and the files they are read from.  Knows no solver.

>>> from pairproof.model import load_tournament, load_rules

Nothing is imported before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.model.doors import door

if TYPE_CHECKING:
    from pairproof.model.errors import Fault, FileProblem, InternalError, InvalidInput, PairproofError, UsageProblem
    from pairproof.model.formats.check import check_tournament
    from pairproof.model.formats.format import ListReading, Reading
    from pairproof.model.formats.load import load_tournament
    from pairproof.model.formats.toml.rule_file import dump_rules, load_rules
    from pairproof.model.formats.toml.tournament_writer import dump_toml
    from pairproof.model.rules import DEFAULT_RULES, PRESETS, Points, Policy, RuleSet, effective_rules
    from pairproof.model.tournament import (
        BYE,
        Corrected,
        Event,
        FixedPair,
        Game,
        NextRound,
        Player,
        Requests,
        Result,
        Round,
        RoundOrders,
        Tournament,
    )

__all__ = [
    "BYE",
    "DEFAULT_RULES",
    "PRESETS",
    "Corrected",
    "Event",
    "Fault",
    "FileProblem",
    "FixedPair",
    "Game",
    "InternalError",
    "InvalidInput",
    "ListReading",
    "NextRound",
    "PairproofError",
    "Player",
    "Points",
    "Policy",
    "Reading",
    "Requests",
    "Result",
    "Round",
    "RoundOrders",
    "RuleSet",
    "Tournament",
    "UsageProblem",
    "check_tournament",
    "dump_rules",
    "dump_toml",
    "effective_rules",
    "load_rules",
    "load_tournament",
]

__getattr__, __dir__ = door(
    __name__,
    {
        "model.errors": ("Fault", "FileProblem", "InternalError", "InvalidInput", "PairproofError", "UsageProblem"),
        "model.formats.check": ("check_tournament",),
        "model.formats.format": ("ListReading", "Reading"),
        "model.formats.load": ("load_tournament",),
        "model.formats.toml.rule_file": ("dump_rules", "load_rules"),
        "model.formats.toml.tournament_writer": ("dump_toml",),
        "model.rules": ("DEFAULT_RULES", "PRESETS", "Points", "Policy", "RuleSet", "effective_rules"),
        "model.tournament": (
            "BYE",
            "Corrected",
            "Event",
            "FixedPair",
            "Game",
            "NextRound",
            "Player",
            "Requests",
            "Result",
            "Round",
            "RoundOrders",
            "Tournament",
        ),
    },
)
