"""Teams of players: 310 of TRF26, 013 of the versions before it."""

from __future__ import annotations

from collections.abc import Container, Iterable

from pairproof.model.errors import Fault
from pairproof.model.formats.trf.fields import list_columns, number
from pairproof.model.formats.trf.records import Faults, Record
from pairproof.model.language import say


def teams_of(records: Iterable[Record], known: Container[int], faults: Faults) -> dict[int, tuple[str, ...]]:
    """The names of the teams of each player, from the records 310, and 013 where there are none."""
    by_code: dict[str, list[Record]] = {"310": [], "013": []}
    for record in records:
        by_code[record.code].append(record)
    teams: dict[int, tuple[str, ...]] = {}
    for record in by_code["310"] or by_code["013"]:
        text = record.text
        named, first = (text[8:40], 73) if record.code == "310" else (text[4:36], 36)
        name = named.strip() or f"Team {text[4:7].strip()}"
        for start, end in list_columns(text, first):
            player = number(text[start:end])
            if player is None or text[end : end + 1].strip() or (player and player not in known):
                shown = text[start : end + 1].strip()
                message = say(
                    "Record {code} names {shown!r} as a player, but there is no such player.",
                    code=record.code,
                    shown=shown,
                )
                faults.append(Fault(message, line=record.line, column=start + 1))
            elif player:
                teams[player] = (*teams.get(player, ()), name)
    return teams
