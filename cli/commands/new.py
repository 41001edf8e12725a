"""`pairproof new`: a tournament file."""

from __future__ import annotations

from typing import Annotated

import typer

from pairproof.cli.desk import beginning, doing
from pairproof.cli.failures import guarded
from pairproof.cli.options.groups import DeskOptions, grouped
from pairproof.cli.options.lists import ListOptions


@guarded
@grouped
def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The TOML file to make; never one that is there.")],
    keys: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY=VALUE]…", help="What is known: city=Lisboa federation=POR start=2026-03-14."),
    ] = None,
    *,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="The tournament's name.")] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", metavar="N", help="How many rounds are planned.")] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="NAME|PATH", help="The rule set, or a rule file beside FILE.")
    ] = None,
    tie_breaks: Annotated[
        str | None, typer.Option("--tie-breaks", metavar="BH-C1,SB", help="What orders the standings.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", metavar="LIST", help="Its players: CSV, TSV, XLSX, ODS; - is what was copied from one."
        ),
    ] = None,
    listed: ListOptions,
    desk: DeskOptions,
) -> None:
    """Asks for the name and the number of rounds on a terminal, where they are not given. Players come in with
    --players, or later by `add`.
    """
    given = doing.keys_typed(keys or [])
    options_given = {"name": name, "rounds": rounds, "rules": rules}
    given |= {key: value for key, value in options_given.items() if value is not None}
    if tie_breaks is not None:
        given |= doing.keys_typed([f"tie_breaks={tie_breaks}"])
    beginning.begin(file, beginning.asked(given), players, listed.reading, desk)
