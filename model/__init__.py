"""Tournaments and rules as values, and the files they are read from.  Knows no solver.

>>> from model import load_tournament, load_rules
"""

from model.check import check_tournament
from model.errors import Fault, FileProblem, InternalError, InvalidInput, PairproofError, UsageProblem
from model.load import load_tournament
from model.rule_file import dump_rules, load_rules
from model.rules import DEFAULT_RULES, PRESETS, Points, Policy, RuleSet, effective_rules
from model.toml_file import dump_toml
from model.tournament import BYE, FixedPair, Game, NextRound, Player, Result, Round, Tournament

__all__ = [
    "BYE",
    "DEFAULT_RULES",
    "PRESETS",
    "Fault",
    "FileProblem",
    "FixedPair",
    "Game",
    "InternalError",
    "InvalidInput",
    "NextRound",
    "PairproofError",
    "Player",
    "Points",
    "Policy",
    "Result",
    "Round",
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
