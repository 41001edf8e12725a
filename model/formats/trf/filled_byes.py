"""Blanks of TRF06 files (`0000 -` without a result): the reading that makes the points right (CONTRACT 1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.trf.cells import CELL, FIRST_CELL, Cell, worth
from pairproof.model.formats.trf.edited_lines import EditedLine
from pairproof.model.formats.trf.games import last_round_with_a_game
from pairproof.model.formats.trf.players import PlayerRecord, read_player
from pairproof.model.formats.trf.points import CODES, PointValues, spelt
from pairproof.model.formats.trf.records import Record
from pairproof.model.language import say
from pairproof.model.rules import Points

_CODE_COLUMN = 7
_READINGS = {"U": "bye", "H": "half_bye", "Z": "absent"}
"""What a blank can be, and which of the values of `Points` it is worth."""


def fill_byes(records: Sequence[Record]) -> tuple[list[Record], tuple[str, ...]]:
    """The records with a code for each blank, and a sentence for each blank that is no absence.

    Blanks of a player whose points are right without them are absences, and stay as they are, as do all where nothing
    makes the points right: reading the file tells that.

    Raises
    ------
    InvalidInput
        The points of a player can be made right in several ways.
    """
    values = PointValues()
    for record in records:
        if record.code in CODES:
            values.read(record)
    found: list[Fault] = []
    players = {
        place: player
        for place, record in enumerate(records)
        if record.code == "001" and (player := read_player(record, found)) is not None and not player.broken
    }
    played = last_round_with_a_game(players.values())
    filled, told, faults = list(records), list[str](), list[Fault]()
    for place, player in players.items():
        try:
            given = _readings(player, played, values.points)
        except _Several as several:
            faults.append(several.fault)
            continue
        filled[place] = _written(records[place], given)
        told += _told(player, given)
    if faults:
        raise InvalidInput(faults)
    return filled, tuple(told)


class _Several(Exception):
    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def is_blank(cell: Cell | None) -> bool:
    """Whether an entry says `0000 -` and no result."""
    return cell is not None and cell.opponent is None and cell.written.split()[-1:] in (["0000"], ["-"], ["0"])


def _readings(player: PlayerRecord, played: int, points: Points) -> dict[int, str]:
    """The code for each blank of a player, by round; nothing where they are absences, or nothing fits."""
    blanks = [number for number in range(1, played + 1) if is_blank(player.cell(number))]
    if not blanks or player.points is None:
        return {}
    missing = player.points - sum(worth(player.cell(number), points) for number in range(1, played + 1))
    if missing == 0:
        return {}
    more = {code: getattr(points, what) - points.absent for code, what in _READINGS.items()}
    ways = _ways(len(blanks), missing, more.values())
    if ways > 1:
        rounds = ", ".join(map(str, blanks))
        message = say(
            "The blanks of the rounds {rounds} can be read in {ways} ways that add {points} points; enter U, H or Z.",
            rounds=rounds,
            ways=ways,
            points=spelt(missing),
        )
        raise _Several(Fault(message, line=player.line, player=player.id))
    # The one way that is left gives the same to all blanks: two kinds could change places.
    return next(
        (dict.fromkeys(blanks, code) for code, worth_ in more.items() if ways and worth_ * len(blanks) == missing), {}
    )


def _ways(blanks: int, missing: int, worths: Iterable[int]) -> int:
    """In how many ways blanks can be worth this in sum."""
    kinds = list(worths)
    sums = {0: 1}
    for _ in range(blanks):
        after: dict[int, int] = {}
        for total, ways in sums.items():
            for one in kinds:
                after[total + one] = after.get(total + one, 0) + ways
        sums = after
    return sums.get(missing, 0)


def _written(record: Record, given: Mapping[int, str]) -> Record:
    if not given:
        return record
    line = EditedLine.of(record)
    for number, code in given.items():
        line.splice(FIRST_CELL + CELL * (number - 1) + _CODE_COLUMN, code)
    return replace(record, raw=line.text().removesuffix(record.ending))


def _told(player: PlayerRecord, given: Mapping[int, str]) -> Iterator[str]:
    for number, code in given.items():
        if code == "U":
            yield say(
                "Player {player} has the bye in round {round}: a blank, by the points.", player=player.id, round=number
            )
        else:
            yield say(
                "Player {player} has a half-point bye in round {round}: a blank, by the points.",
                player=player.id,
                round=number,
            )
