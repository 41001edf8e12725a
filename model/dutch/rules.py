"""The rule set `fide-dutch` by name and points; what it means is in the modules beside this one."""

from __future__ import annotations

from pairproof.model.rules import RuleSet

FIDE_DUTCH = RuleSet(
    name="fide-dutch",
    source="FIDE C.04.3, from 1 February 2026",
    hard=("no-rematch", "single-bye", "full-round"),
    levels=(),
    ranking=("score", "lot"),
    bracket_style="floaters-first",
    exemption=True,
)
"""Its colour rules, criteria and order are none of the pieces other rule sets are made of: `hard` names only what it
shares with them.
"""
