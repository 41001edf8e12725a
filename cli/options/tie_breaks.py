"""Options of `standings` that say which tie-breaks count, and how they are computed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated

import typer

from pairproof.cli.options import values
from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.language import say
from pairproof.model.rules import RuleSet
from pairproof.model.state.standings import standings_by
from pairproof.model.tiebreaks.code import EDITIONS, Code
from pairproof.model.tiebreaks.crosstable import crosstable_after
from pairproof.model.tiebreaks.parsing import read_codes
from pairproof.model.tiebreaks.table import Table
from pairproof.model.tiebreaks.working import Working
from pairproof.model.tournament import Tournament

_PAIRINGS = {"swiss": False, "round-robin": True}


@dataclass(frozen=True, slots=True)
class TieBreakOptions:
    """What decides among players level on points, by which edition of the rules, and whose numbers are worked out."""

    tie_breaks: Annotated[
        list[str] | None,
        typer.Option(
            "--tie-breaks", metavar="BH-C1,SB,…", help="What decides among players level on points. Repeatable."
        ),
    ] = None
    working: Annotated[
        str | None, typer.Option("--working", metavar="WHO", help="Show how this player's numbers came about.")
    ] = None
    unrated: Annotated[
        int | None, typer.Option("--unrated", metavar="N", help="The rating that stands for a missing one.")
    ] = None
    pairings: Annotated[
        str | None,
        typer.Option("--pairings", metavar="|".join(_PAIRINGS), help="What the pairings are, if the file is wrong."),
    ] = None
    edition: Annotated[
        str,
        typer.Option("--edition", metavar="|".join(EDITIONS), help="The rules of FIDE C.07 from that year on."),
    ] = EDITIONS[0]

    def check(self, *, pairing: bool) -> None:
        """Raises UsageProblem where they make no sense, or where the ranking for `pairing` is asked for, which knows
        none of them.
        """
        if pairing:
            for field in fields(self):
                if field.default is None and getattr(self, field.name) is not None:
                    option = "--" + field.name.replace("_", "-")
                    raise UsageProblem(say("--pairing and {option}: choose one of the two.", option=option))
        if self.edition not in EDITIONS:
            known = ", ".join(EDITIONS)
            raise UsageProblem(say("--edition {given}: expected one of {known}.", given=self.edition, known=known))
        if self.pairings is not None and self.pairings not in _PAIRINGS:
            known = ", ".join(_PAIRINGS)
            raise UsageProblem(say("--pairings {given}: expected one of {known}.", given=self.pairings, known=known))
        if self.unrated is not None and not 1 <= self.unrated <= 9999:
            raise UsageProblem(say("--unrated {given}: expected a rating from 1 to 9999.", given=self.unrated))

    def table(self, tournament: Tournament, rules: RuleSet, rounds: int) -> Table:
        """The standings after a round.

        Raises
        ------
        UsageProblem, InvalidInput
            Everything that is wrong with the list of tie-breaks, the option's or the file's.
        """
        codes = self._codes(tournament)
        cross = crosstable_after(
            tournament,
            rules,
            rounds,
            predetermined=None if self.pairings is None else _PAIRINGS[self.pairings],
            edition=self.edition,
            unrated=self.unrated,
        )
        return standings_by(cross, codes)

    def worked(self, table: Table) -> Working | None:
        """How the numbers of the player asked about came about; None where nobody is."""
        if self.working is None:
            return None
        player = values.player_named(table.cross.tournament, "--working", self.working)
        if player not in table.cross.cells:
            raise UsageProblem(say("--working {who}: there is no such player.", who=self.working))
        return Working(table, player)

    def _codes(self, tournament: Tournament) -> tuple[Code, ...]:
        if self.tie_breaks is None:
            codes, problems = read_codes(tournament.tie_breaks)
            if problems:
                raise InvalidInput(map(Fault, problems), tournament.source)
            return codes
        texts = [text for texts in self.tie_breaks for text in texts.split(",") if text.strip()]
        codes, problems = read_codes(texts)
        if not texts:
            problems = [say("--tie-breaks: expected a list such as BH-C1,SB.")]
        if problems:
            raise UsageProblem("\n".join(problems))
        return codes
