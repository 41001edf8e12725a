"""A list of players as entrants of a tournament: with start numbers, and nobody twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pairproof.model.acts.players import numbered_for
from pairproof.model.errors import InvalidInput
from pairproof.model.formats.format import ListReading
from pairproof.model.formats.toml.keys import keys_of, player_of
from pairproof.model.lists.player_list import shown
from pairproof.model.lists.read import read_list
from pairproof.model.lists.same_player import same_player_faults
from pairproof.model.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Entrants:
    """Players as the act `add` takes them, the table that shows them, and what is to be said of the list."""

    players: list[dict[str, Any]]
    table: list[list[str]]
    warnings: tuple[str, ...]


def listed_entrants(
    tournament: Tournament, data: bytes, name: str, asked: ListReading, enters: int | None = None
) -> Entrants:
    """The players of a list, to come into a tournament.

    Parameters
    ----------
    tournament
        The tournament they come into; start numbers go on after its own.
    data, name
        The bytes of the list, and what faults call it.
    asked
        Which columns it has, and whether start numbers follow its order.
    enters
        The first round of those of whom the list says none; by default the next one.

    Raises
    ------
    InvalidInput
        Every fault with row and column; somebody is in the list twice, or in the tournament already.
    """
    found = read_list(data, name, columns=dict(asked.columns), groups_from=asked.groups_from)
    known = sorted(tournament.players, key=lambda player: player.id)
    if faults := list(same_player_faults(known, zip(found.rows, found.players, strict=True))):
        raise InvalidInput(faults, name)
    entrants = [{key: value for key, value in keys_of(player).items() if key != "id"} for player in found.players]
    players = numbered_for(tournament, entrants, keep_order=asked.keep_order, enters=enters)
    return Entrants(players, shown(tuple(map(player_of, players))), found.warnings)
