"""The rule set `fide-dutch`; what it means is in the modules beside this one."""

from __future__ import annotations

from pairproof.model import rules

FIDE_DUTCH = rules.PRESETS[rules.FIDE_DUTCH]
