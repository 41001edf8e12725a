"""Players and the head of a tournament as keys and values: what a table of the file holds, and JSON can hold."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.toml.tournament_file import event_in, tie_breaks_in
from pairproof.model.formats.toml.tournament_writer import dump_head, dump_player
from pairproof.model.formats.toml.validation import validated
from pairproof.model.tournament import Player, Tournament


def keys_of(told: Player | Tournament) -> dict[str, Any]:
    """The keys of a player, or of the tournament, that say something; dates as text."""
    lines = dump_player(told) if isinstance(told, Player) else dump_head(told)
    table = tomllib.loads("\n".join(lines))
    return {key: value.isoformat() if isinstance(value, date) else value for key, value in table.items()}


def player_of(keys: Mapping[str, Any]) -> Player:
    """A player of the keys of his table; None takes a key away.

    Raises
    ------
    InvalidInput
        Every key that is unknown, and every value that is wrong.
    """
    from pairproof.model.formats.toml.tournament_shape import PlayerTable

    given = {key: value for key, value in keys.items() if value is not None}
    table, faults = validated(PlayerTable, given, {})
    if table is None or faults:
        raise InvalidInput(faults)
    return table.player


def with_head(tournament: Tournament, keys: Mapping[str, Any]) -> Tournament:
    """The tournament with other values of keys of `[tournament]`; None takes a key away.

    Raises
    ------
    InvalidInput
        Every key that is unknown or not to be changed so, and every value that is wrong.
    """
    from pairproof.model.formats.toml.tournament_shape import HeadTable

    own = HeadTable.model_fields
    given: dict[str, Any] = {key: value for key, value in keys_of(tournament).items() if key in own}
    for key, value in keys.items():
        if value is None and key in own:
            given.pop(key, None)
        else:
            given[key] = value
    table, faults = validated(HeadTable, given, {})
    breaks = () if table is None else tie_breaks_in(table.tie_breaks, {}, faults)
    if table is None or faults:
        raise InvalidInput(faults)
    return replace(
        tournament,
        name=table.name,
        rounds_planned=table.rounds,
        rules=table.rules,
        restricted_until=table.restricted_until,
        initial_colour=table.initial_colour,
        start_scores=table.start_scores,
        halves=table.halves,
        tie_breaks=breaks,
        event=event_in(table),
    )
