"""A round's entry in a 001 line: a game against an opponent, or none."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pairproof.model.errors import Fault
from pairproof.model.formats.trf.codes import BYE_CODES, GAME_CODES, LETTERS, WORTH
from pairproof.model.formats.trf.fields import is_number
from pairproof.model.formats.trf.records import Record
from pairproof.model.language import say
from pairproof.model.rules import Points

FIRST_CELL = 91
"""0-based column of the first round's entry."""
CELL = 10
"""Width of a round's entry: opponent 4, blank, colour, blank, result, two blanks."""

_WHOLE = re.compile(r"( *[1-9][0-9]*) ([wb]) ([1=0+-])(?:  |$)")
"""An entry of a game in which nothing can be wrong."""
_READ_AS = {"U": "U", "F": "F", "H": "H", "Z": "Z", "+": "F", "1": "F", "=": "H", "-": "Z", "0": "Z", "": "Z"}
"""Codes of an entry without opponent, and what they are read as (RULES 1.2)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player's line says of one round.

    A game: `opponent` an id, `colour` "w", "b" or "-", `code` one of GAME_CODES, or "" while there is no result.
    No game: `opponent` None, `code` one of BYE_CODES.  `written` is the text as it stands, for messages.
    """

    opponent: int | None
    colour: str
    code: str
    written: str


def described(cell: Cell | None) -> str:
    """An entry in words."""
    if cell is None:
        return say("no entry")
    if cell.opponent is not None:
        return say("a game against {opponent}", opponent=cell.opponent)
    return {"U": say("the bye"), "F": say("a full-point bye"), "H": say("a half-point bye"), "Z": say("an absence")}[
        cell.code
    ]


def is_bye(cell: Cell | None, code: str) -> bool:
    """Whether an entry without opponent has this code."""
    return cell is not None and cell.opponent is None and cell.code == code


def letter(cell: Cell | None) -> str:
    """The letter of 299 for an entry; "U" and "" (no result yet) are none of them."""
    return "Z" if cell is None else LETTERS.get(cell.code, cell.code)


def worth(cell: Cell | None, points: Points) -> int:
    """Points of an entry in half-win units; each player of a game gets those of the own code (RULES 1.2)."""
    if cell is None:
        return points.absent
    gets = WORTH.get(cell.code)
    value: int = getattr(points, gets) if gets is not None else 0
    return value


def read_cells(record: Record, player: int, faults: list[Fault]) -> tuple[tuple[Cell | None, ...], set[int], bool]:
    """The entries of all rounds, the round numbers of faulty ones, and whether all stand in their columns."""
    text = record.text
    cells: list[Cell | None] = []
    bad: set[int] = set()
    for start in range(FIRST_CELL, len(text), CELL):
        whole = _WHOLE.match(text, start)
        if whole is not None and whole.end(1) == start + 4:
            cells.append(Cell(int(whole[1]), whole[2], whole[3], whole[0].strip()))
            continue
        number = (start - FIRST_CELL) // CELL + 1
        written = text[start : start + CELL].ljust(CELL)
        opponent = written[:4].strip()
        stray = (written[4] + written[6] + written[8:]).strip()
        if stray or (opponent and not is_number(opponent)):
            faults.append(
                Fault(
                    say(
                        "The entry of round {number} (columns {first}–{last}) reads {text!r}; it must be an "
                        "opponent of 4 columns, a blank, the colour, a blank, the result.",
                        number=number,
                        first=start + 1,
                        last=start + 8,
                        text=written.rstrip(),
                    ),
                    line=record.line,
                    column=start + 1,
                    player=player,
                    round=number,
                )
            )
            return tuple(cells), bad, False
        message, cell = _read_cell(int(opponent or "0"), written)
        if message is not None:
            faults.append(Fault(message, line=record.line, column=start + 1, player=player, round=number))
            bad.add(number)
        cells.append(cell)
    return tuple(cells), bad, True


def _read_cell(opponent: int, written: str) -> tuple[str | None, Cell | None]:
    """What is wrong with an entry, and the entry; one with a fault keeps its opponent."""
    shown = written.strip()
    colour, code = written[5].lower().strip(), written[7].upper().strip()
    if not shown:
        return None, None
    if colour not in ("w", "b", "-", ""):
        cell = Cell(opponent or None, "-", "" if opponent else "Z", shown)
        return say(
            "The colour in {shown!r} is {written!r}; it must be w, b or -.", shown=shown, written=written[5]
        ), cell
    if opponent == 0:
        return _without_opponent(colour, code, shown)
    cell = Cell(opponent, colour or "-", code, shown)
    if not colour and not code:
        return say(
            "The entry {shown!r} is cut short: it names an opponent, but neither colour nor result.", shown=shown
        ), cell
    if code and code in BYE_CODES:
        return say(
            "The result code {code!r} in {shown!r} is for a player without opponent.", code=code, shown=shown
        ), cell
    if code and code not in GAME_CODES:
        return say(
            "The result code {code!r} in {shown!r} is unknown; known are {game_codes}.",
            code=written[7],
            shown=shown,
            game_codes=" ".join(GAME_CODES),
        ), cell
    return None, cell


def _without_opponent(colour: str, code: str, shown: str) -> tuple[str | None, Cell]:
    cell = Cell(None, "-", _READ_AS.get(code, "Z"), shown)
    if colour in ("w", "b"):
        return say("The entry {shown!r} has a colour, but no opponent.", shown=shown), cell
    if code in ("W", "D", "L"):
        return say(
            "The result code {code!r} in {shown!r} is for a game, but there is no opponent.", code=code, shown=shown
        ), cell
    if code not in _READ_AS:
        return (
            say(
                "The result code {code!r} in {shown!r} is unknown; a player without opponent has one of {bye_codes}.",
                code=code,
                shown=shown,
                bye_codes=" ".join(BYE_CODES),
            )
        ), cell
    return None, cell
