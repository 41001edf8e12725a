"""A new tournament file."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pairproof.cli.desk import doing
from pairproof.cli.desk.store import Kept
from pairproof.model.acts import Done
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.toml.keys import with_head
from pairproof.model.formats.toml.tournament_writer import dump_head
from pairproof.model.language import say
from pairproof.model.tournament import Tournament

if TYPE_CHECKING:
    from pairproof.cli.options.groups import DeskOptions


def asked(keys: Mapping[str, Any]) -> dict[str, Any]:
    """The keys, with the name and the number of rounds asked for on a terminal.

    Raises
    ------
    UsageProblem
        There is no terminal to ask, and the number of rounds is not given.
    """
    found = dict(keys)
    terminal = sys.stdin.isatty()
    if "name" not in found and terminal:
        found["name"] = typer.prompt(say("Name of the tournament"))
    if "rounds" not in found:
        if not terminal:
            raise UsageProblem(say("How many rounds are planned? Give --rounds N."))
        found["rounds"] = typer.prompt(say("Number of rounds"), type=int)
    return found


def begin(file: str, keys: Mapping[str, Any], options: DeskOptions) -> None:
    """Make the file.

    Raises
    ------
    PairproofError
        There is one already, its name does not end in .toml, or a key is wrong.
    """
    if Path(file).suffix.lower() != ".toml":
        raise UsageProblem(
            say("{file}: a new tournament is a TOML file; give it a name that ends in .toml.", file=file)
        )
    tournament = with_head(Tournament("", ()), keys)
    store = doing.opened(file)
    sentence = say("{file} is made. Players come in with `pairproof add {file} NAME…`.", file=file)
    if not options.dry_run:
        store.begin("\n".join(["[tournament]", *dump_head(tournament), ""]).encode(), keys)
    doing.tell(store, "new", Kept(Done(tournament, sentence), None if options.dry_run else 1), options)
