"""Players as pages name them: by start number and name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pairproof.cli.output import clean
from pairproof.model.tournament import Tournament


def naming(tournament: Tournament) -> Callable[[int], str]:
    """Writes a player by id: `5 Elsa`, or `5` where he has no name."""
    names = {player.id: clean(player.name) for player in tournament.players}
    return lambda player: f"{player} {names.get(player, '')}".rstrip()


def several(players: Iterable[int], named: Callable[[int], str]) -> str:
    """`3 Carla, 5 Elsa`."""
    return ", ".join(map(named, players))
