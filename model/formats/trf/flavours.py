"""The flavours of TRF that are written."""

from __future__ import annotations

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say

FLAVOURS = {"trf16": "TRF16", "trfx": "TRF(x)", "trfbx": "TRF(bx)", "trf26": "TRF26"}
"""Each flavour's name, and what it is called in sentences."""

HIGHEST_ID = 9_999
"""The largest start number: a player's line has four columns for it."""


def known_flavour(flavour: str) -> None:
    """Refuse a flavour that is none.

    Raises
    ------
    UsageProblem
        There is no such flavour.
    """
    if flavour not in FLAVOURS:
        raise UsageProblem(
            say("There is no TRF flavour {flavour!r}; known are {known}.", flavour=flavour, known=", ".join(FLAVOURS))
        )
