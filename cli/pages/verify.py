"""The page that `verify` prints for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairproof.cli.output import Page
from pairproof.model.figures import Figures
from pairproof.solver.proof.identity import witness_text
from pairproof.solver.proof.verify import Verdict


def show(verdict: Verdict, proof: Mapping[str, Any], name: str, *, halves: bool) -> None:
    """Print what became of the certificate in the file `name`.

    With `halves` a point of the tournament is two of the units that it counts in.
    """

    page = Page()
    figures = Figures(halves, verdict.powers, page.signs.fractions)
    what = f"round {verdict.round}, rules {verdict.rules}"
    if not verdict.valid:
        page.bad(f"{name} is not valid ({what}):")
        for problem in verdict.problems:
            page.line(f"  {problem}")
    elif verdict.claim == "infeasible":
        page.good(f"{name} is valid ({what}): no legal pairing exists.")
        # Not the sentence of the certificate: nobody has checked that.
        page.paragraph(witness_text(proof["witness"]["blockers"], proof["witness"]["odd_groups"]), indent=2)
    else:
        games, levels = len(proof["pairs"]), len(verdict.levels)
        bye = "" if proof["bye"] is None else " and the bye"
        page.good(f"{name} is valid ({what}): {games} pairs{bye}, {levels} levels and the natural order checked.")
        if proof["orders"].get("relax"):
            page.line("No legal pairing exists; no pairing breaks the hard criteria less, or is better after that:")
        else:
            page.line("The pairing is legal, and no legal pairing is better:")
        rows = [[f"  {level}", figures.level(level, value)] for level, value in verdict.levels]
        page.table(["level", "value"], rows, right="-x")
    page.show()
