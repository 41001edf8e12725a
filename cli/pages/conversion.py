"""What `convert` says beside the file that it writes."""

from __future__ import annotations

from pairproof.cli.converting import Converted
from pairproof.cli.output import complain, warn
from pairproof.model.formats.federation import missing_for_federation
from pairproof.model.language import say


def tell(found: Converted, *, lost: bool, missing: bool) -> None:
    """The warnings; with `missing` what the federation will miss, with `lost` what is not carried."""
    warn(found.tournament.warnings)
    for what in missing_for_federation(found.tournament) if missing else ():
        complain(say("The federation will miss: {what}", what=what))
    if lost:
        for what in found.lost:
            complain(say("Not carried to {format}: {what}.", format=found.form.title, what=what))
