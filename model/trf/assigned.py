"""Points beside the results: accelerated rounds (250 of TRF26, XXA of JaVaFo, Baku of 192) and corrections (299).

All in half-win units, by round and id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from model.errors import Fault
from model.trf.points import half_points, spelt
from model.trf.records import Record

ByRound = dict[int, dict[int, int]]

TYPES = "WDLFHZ+-"
"""What a 299 can be about: a result, a bye, an absence, a forfeit; a blank is a bonus or a penalty (TRF26)."""

# Fields of 299, 0-based: match points, points, round, first player.  TRF26 as approved, and the draft before it, which
# samples still follow.
_LAYOUTS = (((7, 11), (13, 17), (19, 22), 23), ((6, 10), (11, 15), (16, 19), 20))


@dataclass(frozen=True, slots=True)
class Assigned:
    """One 299: `points` (half-win units, or what to add where `kind` is blank) for `players` (all if empty) in `round`
    (None: in all rounds).
    """

    kind: str
    points: int
    round: int | None
    players: tuple[int, ...]
    record: Record


def _number(text: str) -> int | None:
    """A whole number in a field, 0 where it is blank, None if it is none."""
    text = text.strip()
    if not text:
        return 0
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None


def _blank(text: str, used: Iterable[tuple[int, int]]) -> bool:
    """Whether nothing stands outside the fields."""
    letters = list(text)
    for start, end in used:
        letters[start:end] = " " * len(letters[start:end])
    return not "".join(letters).strip()


def read_250(record: Record, ids: Sequence[int], accelerated: ByRound, fault: Callable[[Record, str], None]) -> None:
    """Add the points of a 250 to `accelerated`."""
    text = record.text.ljust(31)
    match, points = text[4:8].strip(), text[9:13].strip()
    first, last, start, end = (_number(text[a:b]) for a, b in ((14, 17), (18, 21), (22, 26), (27, 31)))
    fields = ((0, 3), (4, 8), (9, 13), (14, 17), (18, 21), (22, 26), (27, 31))
    halves = half_points(points or "0")
    if halves is None or half_points(match or "0") is None or not _blank(text, fields):
        fault(record, "Record 250 cannot be read; do its points stand in their columns (5–8 and 10–13)?")
    elif half_points(match or "0"):
        fault(record, "Record 250 gives match points (columns 5–8), which are teams'; players are paired here.")
    elif not first or not last or not start or not end or first > last or start > end:
        fault(
            record,
            "Record 250 must hold points (columns 10–13), the first and the last round (15–17, 19–21), and the first "
            "and the last player (23–26, 28–31).",
        )
    else:
        players = [player for player in ids if start <= player <= end]
        if not players:
            fault(record, f"Record 250 is for the players {start} to {end}, but there is none of these.")
        for number in range(first, last + 1):
            given = accelerated.setdefault(number, {})
            for player in players:
                given[player] = given.get(player, 0) + halves


def read_xxa(record: Record, ids: Sequence[int], accelerated: ByRound, fault: Callable[[Record, str], None]) -> None:
    """Set the points of an XXA: the player in columns 5–8, the points for round r from column 10 + 5(r − 1) on."""
    text = record.text
    player = _number(text[4:8])
    values = [half_points(text[at : at + 4].strip() or "0") for at in range(9, len(text), 5)]
    between = "".join(text[at] for at in [3, 8, *range(13, len(text), 5)] if at < len(text))
    if not player or not values or None in values or between.strip():
        fault(
            record,
            "Record XXA cannot be read; it must hold a player (columns 5–8) and points of rounds (10–13, 15–18, …).",
        )
    elif player not in ids:
        fault(record, f"Record XXA names player {player}, but there is no player {player}.")
    else:
        for number, halves in enumerate(values, start=1):
            given = accelerated.setdefault(number, {})
            if given.setdefault(player, halves or 0) != (halves or 0):
                before = spelt(given[player])
                fault(record, f"XXA gives player {player} other points in round {number} than a line before: {before}.")


def nonzero(by_round: Mapping[int, Mapping[int, int]]) -> ByRound:
    """The same in order, without the points that are none."""
    return {
        number: kept
        for number, given in sorted(by_round.items())
        if (kept := {player: points for player, points in sorted(given.items()) if points})
    }


def names_baku(system: str) -> bool:
    """Whether a coded type of tournament (192) asks for the Baku acceleration; capitals or not."""
    return system.strip().upper().endswith("_BAKU")


def baku(ids: Iterable[int], rounds: int) -> ByRound:
    """The points of the Baku acceleration (FIDE C.04.7).

    Half of the rounds, rounded up, are accelerated; the upper half of the players (by id; rounded up to an even number)
    have 1 point in the first half of these, rounded up, and ½ in the others.
    """
    order = sorted(ids)
    upper = order[: 2 * ((len(order) + 3) // 4)]
    accelerated = (rounds + 1) // 2
    whole = (accelerated + 1) // 2
    return {number: dict.fromkeys(upper, 2 if number <= whole else 1) for number in range(1, accelerated + 1)}


def read_299(record: Record, fault: Callable[[Record, str], None]) -> Assigned | None:
    """What a 299 assigns; None, and a fault, where it cannot be honoured."""
    readings = {read for layout in _LAYOUTS if (read := _assigned(record, *layout)) is not None}
    if len(readings) != 1:
        fault(
            record,
            "Record 299 cannot be read; it must hold what it is about (column 5), points (14–17), a round (20–22, or "
            "blank for all) and players (24–27, 29–32, …, or none for all).",
        )
        return None
    (match, assigned) = readings.pop()
    if match:
        fault(record, "Record 299 assigns match points, which are teams'; players are paired here.")
        return None
    return assigned


def _assigned(
    record: Record, match: tuple[int, int], points: tuple[int, int], number: tuple[int, int], first: int
) -> tuple[str, Assigned] | None:
    """The match points as written and what is assigned, if the record fits this layout."""
    text = record.text.ljust(first)
    kind = text[4:5].upper().strip()
    starts = range(first, len(text), 5)
    players = [_number(text[at : at + 4]) for at in starts]
    round_ = _number(text[slice(*number)])
    fields = ((0, 3), (4, 5), match, points, number, *((at, at + 4) for at in starts))
    written = text[slice(*points)].strip()
    halves = half_points(written.removeprefix("-"))
    given = text[slice(*match)].strip()
    if (
        (kind and kind not in TYPES)
        or halves is None
        or round_ is None
        or None in players
        or not _blank(text, fields)
        or (given and half_points(given.removeprefix("-")) is None)
        or (kind and written.startswith("-"))
    ):
        return None
    signed = -halves if written.startswith("-") else halves
    named = tuple(player for player in players if player)
    return given, Assigned(kind, signed, round_ or None, named, record)


def teams_of(records: Iterable[Record], known: Iterable[int], faults: list[Fault]) -> dict[int, tuple[str, ...]]:
    """The names of the teams of each player, from the records 310, and 013 where there are none."""
    ids = set(known)
    by_code: dict[str, list[Record]] = {"310": [], "013": []}
    for record in records:
        by_code[record.code].append(record)
    teams: dict[int, tuple[str, ...]] = {}
    for record in by_code["310"] or by_code["013"]:
        text = record.text
        named, start = (text[8:40], 73) if record.code == "310" else (text[4:36], 36)
        name = named.strip() or f"Team {text[4:7].strip()}"
        for at in range(start, len(text), 5):
            player = _number(text[at : at + 4])
            if player is None or text[at + 4 : at + 5].strip() or (player and player not in ids):
                shown = text[at : at + 5].strip()
                message = f"Record {record.code} names {shown!r} as a player, but there is no such player."
                faults.append(Fault(message, line=record.line, column=at + 1))
            elif player:
                teams[player] = (*teams.get(player, ()), name)
    return teams
