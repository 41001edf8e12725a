"""What the federation will miss, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from pairproof.cli.output import Page
from pairproof.model.language import say


def show(missing: Sequence[str]) -> None:
    """Print a line for each thing."""
    page = Page()
    if missing:
        page.bad(say("The federation will miss:"))
        for line in missing:
            page.paragraph(line, indent=2)
    else:
        page.good(say("The federation will miss nothing."))
    page.show()
