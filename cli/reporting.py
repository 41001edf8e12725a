"""What the page of `report` is about: a round as the file holds it, a round paired anew, or how it all ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairproof.cli.pages.html.content import final_page
from pairproof.cli.pages.html.parts import AT_THE_END, ON_THE_WALL
from pairproof.cli.pages.html.round_sheet import page_of, page_of_played
from pairproof.cli.pages.html.sheet import Sheet
from pairproof.cli.pairing_run import RoundOfFile
from pairproof.solver.methods import played
from pairproof.solver.request import Request
from pairproof.solver.result import Pairing


@dataclass(frozen=True, slots=True)
class Report:
    """A page to be made: `final` without a round, since all are over; `as_held` with the boards that the file holds."""

    source: RoundOfFile
    final: bool
    as_held: bool

    def sheet(self, pairing: Pairing | None, parts: Sequence[str] | None) -> Sheet:
        """The page, with the parts asked for or the usual ones; `pairing` is the best one, None at the end."""
        tournament, rules = self.source.tournament, self.source.rules
        if pairing is None:
            return final_page(tournament, rules, parts or AT_THE_END)
        if self.as_held:
            held = played(tournament, Request(rules, self.source.number))
            return page_of_played(held, pairing, parts or ON_THE_WALL)
        return page_of(pairing, parts or ON_THE_WALL)


def report_of(source: RoundOfFile, *, ordered: bool, again: bool) -> Report:
    """What is reported on: without a round named, the one that is played, unless it is to be paired `again` or
    something is `ordered` for it; else the next one, or the end.
    """
    if source.round is None and not ordered and not again:
        source = replace(source, round=source.played_now)
    final = source.round is None and source.tournament.all_paired and not ordered
    return Report(source, final, as_held=not final and source.held and not again and not ordered)
