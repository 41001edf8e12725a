"""tsh divisions (`.t` files): scrabble, paired by the same kind of rules.  Read only: `lines` of players → `reader`."""

from __future__ import annotations

from pairproof.model.formats.format import Format, Reading
from pairproof.model.tournament import Tournament


def _read(data: bytes, reading: Reading) -> Tournament:
    from pairproof.model.formats.tsh.reader import read_tsh

    return read_tsh(data, reading)


FORMAT = Format(
    name="tsh",
    title="tsh",
    suffixes=(".t",),
    # Any line of words and numbers could be one: only the suffix tells, or --format.
    recognises=lambda data: False,
    read=_read,
)
