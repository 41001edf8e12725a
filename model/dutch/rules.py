"""The rule set `fide-dutch`; what it means is in the modules beside this one."""

from __future__ import annotations

from pairproof.model.rules import PRESETS

FIDE_DUTCH = PRESETS["fide-dutch"]
