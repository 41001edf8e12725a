"""The player record 001: fixed columns (FIDE TRF16), counted from 1 in messages and docstrings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from pairproof.model.errors import Fault
from pairproof.model.formats.trf.cells import Cell, read_cells
from pairproof.model.formats.trf.fields import is_number
from pairproof.model.formats.trf.organisation import Person, person_of
from pairproof.model.formats.trf.points import half_points
from pairproof.model.formats.trf.records import Record
from pairproof.model.language import say

NAME_START, NAME_WIDTH = 14, 33
NAME_END = NAME_START + NAME_WIDTH
_LONGEST_NAME = 80
POINTS_START, POINTS_END = 79, 84
RANK = slice(85, 89)
_LONG_RATING = re.compile(r" {1,2}([0-9]{5,6})(?![0-9])")
"""What stands between the name and the federation where a rating does not fit its columns."""
_DECIMALS = re.compile(r"[.,][0-9]+$")
_FIELDS: tuple[tuple[slice, Callable[[str], bool]], ...] = (
    (slice(48, 52), is_number),
    (slice(POINTS_START, POINTS_END), lambda cell: half_points(cell) is not None),
    (RANK, is_number),
)
"""The columns of rating, points and rank, and what fits in them."""
_BLANK = (NAME_END, 52, 84, 89, 90)


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One 001 line.  `cells[r]` is round r + 1, None where nothing is entered.

    `points` is the points column in half-win units, `rank` that of the rank, None where blank.  `broken` says that the
    entries cannot be relied on, because faults in them have been reported; `bad_rounds` holds the round numbers of
    single entries of that kind.  `person` is what the line says for the federation.
    """

    id: int
    name: str
    rating: int
    points: int | None
    cells: tuple[Cell | None, ...]
    line: int
    broken: bool = False
    bad_rounds: frozenset[int] = frozenset()
    rank: int | None = None
    person: Person = field(default=Person())

    def cell(self, number: int) -> Cell | None:
        """The entry of round `number` (from 1)."""
        return self.cells[number - 1] if number <= len(self.cells) else None


def read_player(record: Record, faults: list[Fault]) -> PlayerRecord | None:
    """The player of a 001 line, faults being added to `faults`; None if not even the id can be read."""
    text = record.text
    identity = text[4:8].strip()
    if not is_number(identity) or text[3:4].strip():
        faults.append(
            Fault(
                say("The start number (columns 5–8) reads {text!r}, which is no number.", text=text[4:8]),
                line=record.line,
                column=5,
            )
        )
        return None
    player = int(identity)
    name = text[NAME_START : NAME_END + 1].strip()
    unreadable = _unreadable(text)
    if unreadable is not None:
        message, column, name = unreadable
        faults.append(Fault(message, line=record.line, column=column, player=player))
        return PlayerRecord(player, name, 0, None, (), record.line, broken=True)
    shifted = column_faults(text, record.line, player)
    if shifted and (cut := name_cut(text)) is not None:
        text, name = cut
        record, shifted = replace(record, raw=text), []
    faults += shifted
    if shifted:
        return PlayerRecord(player, name, 0, None, (), record.line, broken=True)
    rating = text[48:52].strip()
    points = text[POINTS_START:POINTS_END].strip()
    cells, bad, aligned = read_cells(record, player, faults)
    return PlayerRecord(
        id=player,
        name=name,
        rating=int(rating or "0"),
        points=half_points(points) if points else None,
        cells=cells,
        line=record.line,
        broken=not aligned,
        bad_rounds=frozenset(bad),
        person=person_of(text),
        rank=int(text[RANK].strip() or "0") or None,
    )


def _unreadable(text: str) -> tuple[str, int, str] | None:
    """What is wrong with a line whose columns are not to be found, in which column, and the player's name."""
    name = text[NAME_START : NAME_END + 1].strip()
    if "\t" in text:
        return say("The line holds a tab; TRF has fixed columns, so put blanks instead."), text.index("\t") + 1, name
    if (padded := _padded_by_bytes(text)) is not None:
        name, missing = padded
        message = say(
            "The name is padded by bytes, not characters: the columns after it are shifted left by "
            "{missing}; the name must fill {name_width} characters (columns 15–47).",
            missing=missing,
            name_width=NAME_WIDTH,
        )
        return message, NAME_START + 1, name
    if _is_cut_short(text):
        where = say("within") if text[POINTS_START:].strip() else say("before")
        message = say(
            "The line is cut short: it ends at column {count}, {where} the points (columns 81–84).",
            count=len(text),
            where=where,
        )
        return message, len(text) + 1, name
    return None


def _is_cut_short(text: str) -> bool:
    """Whether a line ends before its points do.

    Points to the left or in the middle of their columns may end the line, the blanks behind them being left out; but
    `1.` and `1` are rather what is left of `1.5`.
    """
    return len(text) < POINTS_END and not _DECIMALS.search(text[POINTS_START:].rstrip())


def name_cut(text: str) -> tuple[str, str] | None:
    """A line whose name is longer than its columns and has moved all that follows: the line with the name cut to its
    columns, and the whole name.  None where it is not certainly that.

    Certain means: taken back by the same number of columns, every field and every entry stands where it has to.
    """
    for moved in range(1, _LONGEST_NAME - NAME_WIDTH + 1):
        end = NAME_END + moved
        if text[end : end + 1] != " " or not _is_long_name(text[NAME_START:end]):
            continue
        cut = text[:NAME_END] + text[end:]
        if not _is_cut_short(cut) and _stands_in_columns(cut):
            return cut, text[NAME_START:end].strip()
    return None


def _is_long_name(field: str) -> bool:
    """Whether a name fills a field that is wider than its columns, up to the end.

    A gap in it means that the name ended in its columns and that something else moved the rest; a number at its end is
    rather a rating that has moved into it.
    """
    words = field.strip().split(" ")
    return field[-1:] != " " and "" not in words and not is_number(words[-1])


def _stands_in_columns(text: str) -> bool:
    """Whether every field and every entry stands where it has to; the points, which tell columns apart, included."""
    faults = column_faults(text)
    if not faults and text[POINTS_START:POINTS_END].strip():
        read_cells(Record("001", text, "", 0), 0, faults)
        return not faults
    return False


def _padded_by_bytes(text: str) -> tuple[str, int] | None:
    """The name of a line in which it fills 33 bytes of UTF-8, not 33 characters, and how many columns are missing.

    None where the line is not certainly that: counted in bytes, every field stands where it has to; counted in
    characters, either one does not, or the columns of the name hold more than the name.
    """
    data = text.encode()
    if len(data) == len(text) or data[NAME_END : NAME_END + 1] != b" ":
        return None
    name = data[NAME_START:NAME_END].decode(errors="replace")
    missing = NAME_WIDTH - len(name)
    end = NAME_END - missing
    realigned = text[:end] + " " * missing + text[end:]
    if not missing or not _stands_in_columns(realigned):
        return None
    if not _is_cut_short(text) and not text[end : NAME_END + 1].strip() and _stands_in_columns(text):
        return None
    return name.strip(), missing


def column_faults(text: str, line: int = 0, player: int = 0) -> list[Fault]:
    """Faults of the fixed fields before the rounds."""
    wrong = [at for at, (columns, fits) in enumerate(_FIELDS) if (cell := text[columns].strip()) and not fits(cell)]
    filled = [column for column in _BLANK if text[column : column + 1].strip()]
    if not wrong and not filled:
        return []  # as nearly every line: no word is made for it
    hint = say("; is the name longer than its columns (15–47), or are the columns shifted?")
    faults = []
    if long := _LONG_RATING.match(text[NAME_END - 1 :]):
        message = say(
            "The rating {rating} has more than four digits; TRF has the columns 49–52 for it.", rating=long[1]
        )
        return [Fault(message, line=line, column=49, player=player)]
    words = (say("rating"), say("number")), (say("points"), say("number of points")), (say("rank"), say("number"))
    for at in wrong:
        columns, (what, kind) = _FIELDS[at][0], words[at]
        faults.append(
            Fault(
                say(
                    "The {what} (columns {start}–{end}) reads {text!r}, which is no {kind}{hint}",
                    what=what,
                    start=columns.start + 1,
                    end=columns.stop,
                    text=text[columns].strip(),
                    kind=kind,
                    hint=hint,
                ),
                line=line,
                column=columns.start + 1,
                player=player,
            )
        )
    for column in filled:
        if not faults:
            if column == NAME_END and _is_long_name(text[NAME_START : NAME_END + 1]):
                continue  # a name of 34 characters that has moved nothing
            faults.append(
                Fault(
                    say(
                        "Column {column} must be blank, but holds {text!r}{hint}",
                        column=column + 1,
                        text=text[column],
                        hint=hint,
                    ),
                    line=line,
                    column=column + 1,
                    player=player,
                )
            )
    return faults


def ranks_twice(players: Iterable[PlayerRecord]) -> Iterator[Fault]:
    """A fault for each player whose rank another one has, where ranks are pairing numbers (XXC rank)."""
    first: dict[int, int] = {}
    for player in players:
        if player.rank is not None and first.setdefault(player.rank, player.id) != player.id:
            yield Fault(
                say(
                    "XXC rank asks for ranks as pairing numbers, but {first} and {id} both have rank {rank} "
                    "(columns 86–89).",
                    first=first[player.rank],
                    id=player.id,
                    rank=player.rank,
                ),
                line=player.line,
            )
