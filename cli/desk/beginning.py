"""A new tournament file."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pairproof.cli.desk import doing, listing
from pairproof.cli.desk.store import Kept, Store
from pairproof.model.acts import Done, perform
from pairproof.model.acts.players import edited_head
from pairproof.model.errors import UsageProblem
from pairproof.model.formats.format import ListReading
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.formats.warnings import event_warnings
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


def is_toml(file: str) -> None:
    """Nothing, where a tournament file of that name can be made.

    Raises
    ------
    UsageProblem
        Its name does not end in .toml.
    """
    if Path(file).suffix.lower() != ".toml":
        raise UsageProblem(
            say("{file}: a new tournament is a TOML file; give it a name that ends in .toml.", file=file)
        )


def nothing_yet(store: Store) -> Tournament:
    """What a new file begins as; a rule file that it names stands beside it."""
    return Tournament("", (), source=str(store.path))


def written(store: Store, tournament: Tournament, keys: Mapping[str, Any]) -> None:
    """The new file, with the first line of its journal: the keys it was made with.

    Raises
    ------
    PairproofError
        There is one already, or it cannot be written.
    """
    store.begin(dump_toml(tournament).encode(), keys)


def begin(file: str, keys: Mapping[str, Any], players: str | None, asked: ListReading, options: DeskOptions) -> None:
    """Make the file; `players` is a list of those who are in it from the start.

    Raises
    ------
    PairproofError
        There is one already, its name does not end in .toml, a key is wrong, there are no such rules, or
        the list has faults.
    """
    is_toml(file)
    store = doing.opened(file)
    store.refuse_existing()
    tournament = edited_head(nothing_yet(store), keys)
    if players is None:
        if asked != ListReading():
            raise UsageProblem(say("--map, --keep-order and --groups-from are for a list of players (--players)."))
        sentence = say("{file} is made. Players come in with `pairproof add {file} NAME…`.", file=file)
    else:
        entrants = listing.entrants_of(tournament, players, asked, options)
        done = perform("add", tournament, {"players": entrants})
        keys, tournament = {**keys, "players": entrants}, done.tournament
        sentence = say("{file} is made. {players}", file=file, players=done.sentence)
    warnings = tuple(event_warnings(tournament))
    kept = Kept(Done(tournament, sentence, warnings), None if options.dry_run else 1)
    if not options.dry_run:
        written(store, tournament, keys)
    doing.tell(store, "new", kept, options)
