"""A list of players as it was read, and the table that is shown of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from pairproof.model.language import say
from pairproof.model.tournament import Player


@dataclass(frozen=True)
class PlayerList:
    """The players of a list in its order.

    They have no start number yet: their id is 0.  `rows` are their rows, from 1.  `said` are the fields of which the
    list has columns, `how` is what was read, `warnings` are sentences for the person at the desk.
    """

    players: tuple[Player, ...]
    rows: tuple[int, ...]
    said: frozenset[str]
    how: str
    warnings: tuple[str, ...] = ()

    @cached_property
    def by_rating(self) -> tuple[Player, ...]:
        """The players, the highest rating first; of equal ones as they stand in the list."""
        return tuple(sorted(self.players, key=lambda player: -player.rating))


def numbered_from(players: tuple[Player, ...], first: int) -> tuple[Player, ...]:
    """The players with the start numbers from `first` on."""
    return tuple(replace(player, id=number) for number, player in enumerate(players, start=first))


def shown(players: tuple[Player, ...]) -> list[list[str]]:
    """The players as a table: headings, then a row each; only columns in which anything stands."""
    columns = [
        (say("No."), [str(player.id or "") for player in players]),
        (say("Name"), [player.name for player in players]),
        (say("Title"), [player.title for player in players]),
        (say("Rating"), [str(player.rating or "") for player in players]),
        (say("Sex"), [player.sex for player in players]),
        (say("Fed."), [player.federation for player in players]),
        (say("FIDE ID"), [str(player.fide_id or "") for player in players]),
        (say("National ID"), [player.national_id for player in players]),
        (say("Born"), [player.birth for player in players]),
        (say("Club"), [player.club for player in players]),
        (say("Groups"), [", ".join(player.groups) for player in players]),
        (say("Enters in round"), [str(player.enters) if player.enters > 1 else "" for player in players]),
        (say("Withdrawn after round"), [_number(player.withdrawn_after) for player in players]),
        (say("Board"), [_number(player.table) for player in players]),
    ]
    used = [(heading, cells) for heading, cells in columns if any(cells)]
    return [[heading for heading, _ in used], *map(list, zip(*(cells for _, cells in used), strict=True))]


def _number(number: int | None) -> str:
    return "" if number is None else str(number)
