"""The rule sets that are made of pieces: those of the system `optimum`."""

from __future__ import annotations

from pairproof.model.rules import OPTIMUM, PRESETS

OPTIMA = {name: rules for name, rules in PRESETS.items() if rules.system == OPTIMUM}
