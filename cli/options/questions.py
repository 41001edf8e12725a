"""Options of `explain` that ask something about a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from pairproof.cli.options.values import NamedPlayers
from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.model.tournament import BYE, FixedPair


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """What is asked: about the opponents of a player, about boards and byes that there are not, or about the boards of
    the file.
    """

    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="WHO", help="What every possible opponent of his would cost. Repeatable."),
    ] = None
    why_not: Annotated[
        list[str] | None,
        typer.Option("--why-not", metavar="WHO-WHO", help="Why do the two not meet? 3w-7b: with 3 white. Repeatable."),
    ] = None
    bye: Annotated[
        list[str] | None,
        typer.Option(
            "--bye", metavar="WHO", help="Why does he not have the bye? Here a question, no order. Repeatable."
        ),
    ] = None
    played: Annotated[
        bool,
        typer.Option("--played", help="About the boards of a round that the file holds (--round, or the last)."),
    ] = False

    def check(self, *, more: bool) -> None:
        """Raises UsageProblem where --played stands beside a question, or `more` is asked for."""
        if self.played and (self.player or self.why_not or self.bye or more):
            raise UsageProblem(
                say(
                    "--played tells of the boards of the file, as they are: no questions, orders, conditions or "
                    "proofs go with it. Ask with --round, without --played, about the pairing of that round."
                )
            )

    def naming(self, players: NamedPlayers) -> tuple[list[int], list[FixedPair]]:
        """The players about whose opponents, and the pairs and byes about which something is asked; what is wrong with
        the players they name is for `players.tell` to say.
        """
        asked = players.ids("--player", self.player)
        wishes = players.pairs("--why-not", self.why_not)
        return asked, [*wishes, *(FixedPair(one, BYE) for one in players.ids("--bye", self.bye))]
