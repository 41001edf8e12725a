"""Points beside the results: accelerated rounds (250 of TRF26, XXA of JaVaFo, Baku of 192) and corrections (299).

All in half-win units, by round and id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairproof.model.formats.trf.cells import described, letter, worth
from pairproof.model.formats.trf.fields import Columns, in_columns, nothing_outside, number, players_named
from pairproof.model.formats.trf.players import PlayerRecord
from pairproof.model.formats.trf.points import PointValues, half_points, spelt
from pairproof.model.formats.trf.records import Faults, Record
from pairproof.model.language import say

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


def read_250(record: Record, ids: Sequence[int], accelerated: ByRound, faults: Faults) -> None:
    """Set the points of a 250 in `accelerated`; a later record goes before an earlier one."""
    text = record.text.ljust(31)
    match, points = text[4:8].strip(), text[9:13].strip()
    first, last, start, end = (number(text[a:b]) for a, b in ((14, 17), (18, 21), (22, 26), (27, 31)))
    fields = ((0, 3), (4, 8), (9, 13), (14, 17), (18, 21), (22, 26), (27, 31))
    halves = half_points(points or "0")
    if halves is None or half_points(match or "0") is None or not nothing_outside(text, fields):
        faults.at(record, say("Record 250 cannot be read; do its points stand in their columns (5–8 and 10–13)?"))
    elif half_points(match or "0"):
        faults.at(
            record, say("Record 250 gives match points (columns 5–8), which are teams'; players are paired here.")
        )
    elif not first or not last or not start or not end or first > last or start > end:
        faults.at(
            record,
            say(
                "Record 250 must hold points (columns 10–13), the first and the last round (15–17, 19–21), and "
                "the first and the last player (23–26, 28–31)."
            ),
        )
    else:
        players = [player for player in ids if start <= player <= end]
        if not players:
            faults.at(
                record,
                say(
                    "Record 250 is for the players {start} to {end}, but there is none of these.", start=start, end=end
                ),
            )
        for round_ in range(first, last + 1):
            given = accelerated.setdefault(round_, {})
            for player in players:
                given[player] = halves


def read_xxa(record: Record, ids: Sequence[int], accelerated: ByRound, faults: Faults) -> None:
    """Set the points of an XXA: the player in columns 5–8, the points for round r from column 10 + 5(r − 1) on."""
    text = record.text
    player = number(text[4:8])
    values = [half_points(text[at : at + 4].strip() or "0") for at in range(9, len(text), 5)]
    between = "".join(text[at] for at in [3, 8, *range(13, len(text), 5)] if at < len(text))
    if not player or not values or None in values or between.strip():
        faults.at(
            record,
            say(
                "Record XXA cannot be read; it must hold a player (columns 5–8) and points of rounds (10–13, 15–18, …)."
            ),
        )
    elif player not in ids:
        faults.at(record, say("Record XXA names player {player}, but there is no player {player}.", player=player))
    else:
        for round_, halves in enumerate(values, start=1):
            given = accelerated.setdefault(round_, {})
            if given.setdefault(player, halves or 0) != (halves or 0):
                before = spelt(given[player])
                faults.at(
                    record,
                    say(
                        "XXA gives player {player} other points in round {round} than a line before: {before}.",
                        player=player,
                        round=round_,
                        before=before,
                    ),
                )


def fictitious(
    records_250: Sequence[Record], records_xxa: Sequence[Record], ids: Sequence[int], teams: bool, faults: Faults
) -> ByRound | None:
    """The points that 250 or XXA give; None where there are no such records, so that a method of 192 is in force.

    With `teams` the records 250 are about teams.
    """
    found: list[ByRound] = []
    if teams and records_250:
        faults.at(records_250[0], say("Record 250 of a team tournament accelerates teams, but players are paired."))
        records_250 = ()
    for records, read in ((records_250, read_250), (records_xxa, read_xxa)):
        by_round: ByRound = {}
        for record in records:
            read(record, ids, by_round, faults)
        if records:
            found.append(nonzero(by_round))
    if len(found) == 2 and found[0] != found[1] and not faults:
        faults.at(records_xxa[0], say("The records XXA and 250 give other points than each other."))
    return found[0] if found else None


def by_method(
    record: Record, ids: Iterable[int], planned: int | None, values: PointValues, faults: Faults, warnings: list[str]
) -> ByRound:
    """The points of the method that a 192 names, Baku's."""
    system = record.text[3:].strip()
    if planned is None or any(values.given().get(name, value) != value for name, value in (("win", 2), ("draw", 1))):
        faults.at(
            record,
            say(
                "Record 192 asks for the Baku acceleration ({system}), which needs the number of rounds (142 or "
                "XXR), and a win worth 1 point and a draw ½; give the fictitious points in records 250 instead.",
                system=system,
            ),
        )
        return {}
    points = baku(ids, planned)
    upper = list(points.get(1, ()))
    warnings.append(
        say(
            "The file asks for the Baku acceleration ({system}): in the rounds 1 to {rounds} the {players} "
            "players up to number {upper} are paired with fictitious points. If players entered late, give "
            "the points in records 250.",
            system=system,
            rounds=len(points),
            players=len(upper),
            upper=upper[-1],
        )
    )
    return points


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


def read_299(record: Record, faults: Faults) -> Assigned | None:
    """What a 299 assigns; None, and a fault, where it cannot be honoured."""
    readings = {read for layout in _LAYOUTS if (read := _assigned(record, *layout)) is not None}
    if len(readings) != 1:
        faults.at(
            record,
            say(
                "Record 299 cannot be read; it must hold what it is about (column 5), points (14–17), a round "
                "(20–22, or blank for all) and players (24–27, 29–32, …, or none for all)."
            ),
        )
        return None
    (match, assigned) = readings.pop()
    if match:
        faults.at(record, say("Record 299 assigns match points, which are teams'; players are paired here."))
        return None
    return assigned


def _assigned(
    record: Record, match: Columns, points: Columns, rounds: Columns, first: int
) -> tuple[str, Assigned] | None:
    """The match points as written and what is assigned, if the record fits this layout."""
    found = in_columns(record.text, ((4, 5), match, points, rounds), first)
    if found is None:
        return None
    (kind, given, written, in_round), players = found
    kind = kind.upper()
    halves, round_ = half_points(written.removeprefix("-")), number(in_round)
    if (
        (kind and kind not in TYPES)
        or halves is None
        or round_ is None
        or (given and half_points(given.removeprefix("-")) is None)
        or (kind and written.startswith("-"))
    ):
        return None
    signed = -halves if written.startswith("-") else halves
    return given, Assigned(kind, signed, round_ or None, tuple(players), record)


def corrections(
    records: Sequence[Record],
    by_id: Mapping[int, PlayerRecord],
    played: int,
    values: PointValues,
    teams: bool,
    faults: Faults,
    warnings: list[str],
) -> ByRound:
    """299: points given or taken in one of the `played` rounds, beside what its results give."""
    if teams and records:
        faults.at(records[0], say("Record 299 of a team tournament is for teams, but players are paired."))
        return {}
    read = [one for record in records if (one := read_299(record, faults)) is not None]
    if any(one.kind for one in read):
        values.settle()
    given: ByRound = {}
    for one in read:
        players = players_named(one.record, map(str, one.players), by_id, faults) if one.players else list(by_id)
        if one.round is None:
            warnings.append(
                say(
                    "Record 299 in line {line} is for all rounds; it counts for the {played} recorded.",
                    line=one.record.line,
                    played=played,
                )
            )
        if one.kind and one.round is not None and one.round > played:
            faults.at(one.record, say("Record 299 is about a result of a round that has none yet."), round=one.round)
            continue
        for round_ in range(1, played + 1) if one.round is None else (one.round,):
            own = given.setdefault(round_, {})
            for player in players:
                change = _change(one, by_id[player], round_, values, faults)
                if change is not None:
                    own[player] = own.get(player, 0) + change
    return nonzero(given)


def _change(assigned: Assigned, player: PlayerRecord, round_: int, values: PointValues, faults: Faults) -> int | None:
    """What a 299 changes for a player in a round; None, and a fault where it names both, if it is about another
    result.
    """
    cell = player.cell(round_)
    if not assigned.kind:
        return assigned.points
    if letter(cell) == assigned.kind:
        return assigned.points - worth(cell, values.points)
    if assigned.players and assigned.round is not None:
        faults.at(
            assigned.record,
            say(
                "Record 299 is about {kind!r}, but the line of player {id} has {described}{what}.",
                kind=assigned.kind,
                id=player.id,
                described=described(cell),
                what=say(" with {code!r}", code=cell.code) if cell and cell.opponent else "",
            ),
            player=player.id,
            round=round_,
        )
    return None
