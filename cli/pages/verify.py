"""The page that `verify` prints for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairproof.cli.output import Page
from pairproof.model.figures import Figures
from pairproof.model.language import say, say_n
from pairproof.solver.proof.identity import witness_sentence
from pairproof.solver.proof.verify import Verdict


def show(verdict: Verdict, proof: Mapping[str, Any], name: str, *, halves: bool) -> None:
    """Print what became of the certificate in the file `name`.

    With `halves` a point of the tournament is two of the units that it counts in.
    """

    page = Page()
    figures = Figures(halves, verdict.powers, page.signs.fractions)
    what = say("round {round}, rules {rules}", round=verdict.round, rules=verdict.rules)
    if not verdict.valid:
        page.bad(say("{name} is not valid ({what}):", name=name, what=what))
        for problem in verdict.problems:
            page.line(f"  {problem}")
    elif verdict.claim == "infeasible":
        page.good(say("{name} is valid ({what}): no legal pairing exists.", name=name, what=what))
        # Not the sentence of the certificate: nobody has checked that.
        page.paragraph(witness_sentence(proof["witness"]["blockers"], proof["witness"]["odd_groups"]), indent=2)
    else:
        pairs = say_n("{count} pair", "{count} pairs", len(proof["pairs"]))
        page.good(
            say_n(
                "{name} is valid ({what}): {pairs}, {count} level and the natural order checked.",
                "{name} is valid ({what}): {pairs}, {count} levels and the natural order checked.",
                len(verdict.levels),
                name=name,
                what=what,
                pairs=pairs if proof["bye"] is None else say("{pairs} and the bye", pairs=pairs),
            )
        )
        if proof["orders"].get("relax"):
            page.line(
                say("No legal pairing exists; no pairing breaks the hard criteria less, or is better after that:")
            )
        else:
            page.line(say("The pairing is legal, and no legal pairing is better:"))
        rows = [[f"  {level}", figures.level(level, value)] for level, value in verdict.levels]
        page.table([say("level"), say("value")], rows, right="-x")
    page.show()
