"""Lists of players as files: read only, a tournament without rounds (`pairproof.model.lists`)."""

from __future__ import annotations

from pairproof.model.formats.format import Document, Format, Reading
from pairproof.model.tournament import Tournament


def _read(data: bytes, reading: Reading) -> Tournament:
    from pairproof.model.errors import InvalidInput
    from pairproof.model.formats.check import check_tournament
    from pairproof.model.lists.player_list import numbered_from
    from pairproof.model.lists.read import read_list

    asked = reading.listed
    found = read_list(data, columns=dict(asked.columns), groups_from=asked.groups_from)
    players = numbered_from(found.players if asked.keep_order else found.by_rating, 1)
    tournament = Tournament("", players, warnings=found.warnings)
    if faults := check_tournament(tournament):
        raise InvalidInput(faults)
    return tournament


def _opened(data: bytes, reading: Reading) -> Document:
    from pairproof.model.lists.player_list import shown

    tournament = _read(data, reading)
    return Document(tournament, FORMAT.name, table=shown(tournament.players))


FORMAT = Format(
    name="list",
    title="player list",
    suffixes=(".csv", ".tsv", ".xlsx", ".ods"),
    # A zip archive is a spreadsheet; of text only the suffix tells, or --format.
    recognises=lambda data: data.startswith(b"PK\x03\x04"),
    read=_read,
    document=_opened,
    lists=True,
)
