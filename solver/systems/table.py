"""The one table of pairing systems.  A rule set names its system; nothing of a system is loaded before it is asked."""

from __future__ import annotations

from importlib import import_module

from pairproof.model.rules import DUTCH, OPTIMUM, RuleSet
from pairproof.solver.systems.system import System

SYSTEMS = {
    OPTIMUM: "pairproof.solver.systems.optimum.system",
    DUTCH: "pairproof.solver.systems.dutch.system",
}
"""By the name that rule sets give, the module whose `SYSTEM` it is."""


def system_of(rules: RuleSet) -> System:
    """The system by which a rule set pairs."""
    return system_named(rules.system)


def system_named(name: str) -> System:
    """One of `SYSTEMS`."""
    system: System = import_module(SYSTEMS[name]).SYSTEM
    return system
