"""The picture of a small event: who can still meet whom, as a matrix of squares."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pairproof.cli.output import width
from pairproof.model.criteria import breaches
from pairproof.model.language import say, say_n
from pairproof.model.state.position import Position
from pairproof.model.tournament import BYE
from pairproof.solver.result import Pairing

MOST_SHOWN = 24
"""Players: with more of them nobody reads the picture."""

_HAS_BYE = "✓"
SIDE = 30
"""Of a square at least, in units of the drawing; the height of the headings."""
_LETTER = 8.2
"""Of a letter of usual width, or a digit; `_BROAD` are the widest ones."""
_BROAD = frozenset("MWmw@%&ЖМФШЩЮжмфшщю—…")
_LONGEST = 20 * _LETTER


@dataclass(frozen=True, slots=True)
class Square:
    """A pair: its place in the drawing, `state` ("now", "met", "open", "closed" or "self"), what stands in it, and a
    sentence."""

    x: int
    y: int
    state: str
    text: str
    says: str


@dataclass(frozen=True, slots=True)
class Label:
    """A row's player: where the text is, the number (empty for the bye) and the name, shortened where it is long."""

    y: int
    number: str
    name: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's player: where, and the number."""

    x: int
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The drawing, in units of its own: its size, the height of the headings, the side of a square, where the rows'
    numbers end; `states` are those that its squares have."""

    wide: int
    high: int
    top: int
    side: int
    number: int
    rows: tuple[Label, ...]
    columns: tuple[Heading, ...]
    squares: tuple[Square, ...]

    @property
    def states(self) -> frozenset[str]:
        """The states that occur."""
        return frozenset(square.state for square in self.squares)

    @property
    def has_bye(self) -> bool:
        """Whether somebody has the bye."""
        return any(square.text == _HAS_BYE for square in self.squares)


def picture_of(pairing: Pairing, names: Mapping[int, str], only: Collection[int] | None = None) -> Picture:
    """The matrix of the players present, in rank order, the bye last; with `only` of those vertices alone.

    Parameters
    ----------
    names
        Name of each player by id, and of the bye by 0.
    """
    position = pairing.problem.position
    boards = {frozenset((board.white, board.black)): board.number for board in pairing.boards}
    if pairing.bye is not None:
        boards[frozenset((pairing.bye, BYE))] = 0
    shown = range(position.vertices) if only is None else sorted(only)
    ids = [position.id_of(vertex) for vertex in shown]
    short = [short_name(names[player]) for player in ids]
    number = round(_LETTER * max(len(str(player)) for player in ids))
    side = max(SIDE, number + 6)
    left = number + 20 + round(max(map(length_of, short)))

    def middle(place: int) -> int:
        return place * side + side // 2

    def named(player: int) -> str:
        return " ".join([*([str(player)] if player else []), *([isolated(names[player])] if names[player] else [])])

    squares = []
    for row, a in enumerate(ids):
        for column, b in enumerate(ids):
            state, text, says = _state(position, boards, shown[row], shown[column])
            words = f"{named(a)} – {named(b)}: {says}" if says else named(a)
            squares.append(Square(left + column * side, SIDE + row * side, state, text, words))
    return Picture(
        left + len(ids) * side + 1,
        SIDE + len(ids) * side + 1,
        SIDE,
        side,
        number,
        tuple(
            Label(SIDE + middle(row), str(player or ""), name)
            for row, (player, name) in enumerate(zip(ids, short, strict=True))
        ),
        tuple(Heading(left + middle(column), str(player or "–")) for column, player in enumerate(ids)),
        tuple(squares),
    )


def _state(position: Position, boards: dict[frozenset[int], int], row: int, column: int) -> tuple[str, str, str]:
    if row == column:
        return "self", "", ""
    a, b = position.id_of(row), position.id_of(column)
    board = boards.get(frozenset((a, b)))
    if board is not None:
        return (
            "now",
            str(board) if board else _HAS_BYE,
            say("board {board}", board=board) if board else say("has the bye"),
        )
    met = [] if BYE in (a, b) else [str(number) for number in position.history.rounds_met(a, b)]
    if met:
        return "met", met[0], say_n("met in round {rounds}", "met in rounds {rounds}", len(met), rounds=", ".join(met))
    against = breaches(position, row, column)
    if against:
        return "closed", "×", "; ".join(f"{breach.rule}: {breach.text}" for breach in against)
    return "open", "", say("may meet")


def short_name(name: str) -> str:
    """The name cut where it is too long, never inside a joined sign."""
    if length_of(name) <= _LONGEST:
        return name
    while name and length_of(name + "…") > _LONGEST:
        name = name[:-1]
    return name.rstrip("\u200d\ufe0f ") + "…"


def length_of(name: str) -> float:
    """Of the name in the drawing, at most, whatever the typeface."""
    return sum(
        _LETTER * (1.75 if character in _BROAD else 1.25 if character.isupper() else width(character))
        for character in name
    )


def isolated(name: str) -> str:
    """The name set apart: a word written from right to left does not turn the sentence around it."""
    return f"\u2068{name}\u2069"
