"""Results entered board by board, one key each; every one is kept at once."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pairproof.cli.desk.store import Store
from pairproof.cli.output import clean, complain, write
from pairproof.model.acts import perform
from pairproof.model.acts.done import named, refuse
from pairproof.model.acts.results import CLEAR, board_places
from pairproof.model.acts.rounds import boards_without_result
from pairproof.model.errors import PairproofError, UsageProblem
from pairproof.model.formats.encoding import decode
from pairproof.model.formats.files import read_bytes, read_stdin
from pairproof.model.language import say
from pairproof.model.tournament import Tournament

RESULTS = {"1": "1", "0": "0", "=": "=", "½": "=", "+": "+", "-": "-"}
ENTER, MISSING, QUIT = MOVES = ("\n", "m", "q")
_DIGITS = 4
"""So many a board's number has at most."""


def table_of(path: str) -> list[list[int | str]]:
    """Boards and results of a table with commas, semicolons or tabs; a heading is passed over.

    Raises
    ------
    PairproofError
        It cannot be read, or a line is no board and result: every such line.
    """
    data = read_stdin(None) if path == "-" else read_bytes(Path(path), say("the table"))
    text, _ = decode(data)
    found: list[list[int | str]] = []
    wrong = []
    delimiter = next((sign for sign in ";\t" if sign in text), ",")
    for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=delimiter), start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if len(cells) >= 2 and cells[0].isdecimal() and len(cells[0]) <= _DIGITS:
            if cells[1]:
                found.append([int(cells[0]), cells[1]])
        elif number > 1:
            wrong.append(say("Line {line}: here belong a board and its result, as in 3,1-0.", line=number))
    refuse(wrong or ([] if found else [say("There are no results in it.")]))
    return found


@contextmanager
def _raw() -> Iterator[None]:
    """The terminal gives each key at once, where there is one."""
    try:
        import termios
        import tty

        before = termios.tcgetattr(sys.stdin.fileno())
    except (ImportError, OSError, ValueError, termios.error):
        yield
        return
    try:
        tty.setcbreak(sys.stdin.fileno())
        yield
    finally:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, before)


def keys() -> Iterator[str]:
    """The keys that are pressed; from a file or a pipe its characters."""
    with _raw():
        while key := sys.stdin.read(1):
            yield ENTER if key == "\r" else key


@dataclass(frozen=True, slots=True)
class Entered:
    """What came of it: the tournament, and the boards of its last round that have another result than before, with the
    line of the journal that gave it, None where nothing is written.
    """

    tournament: Tournament
    lines: dict[int, int | None]


def entered(store: Store, pressed: Iterator[str], *, dry_run: bool, tell: Callable[[str], None] = write) -> Entered:
    """Take results until `q`, the last board, or the end; `tell` takes what is shown meanwhile.

    Raises
    ------
    UsageProblem
        No round is published.
    """
    typing = _Typing(store, dry_run, tell)
    number = ""
    while typing.at is not None:
        if not number:
            tell(_prompt(typing.tournament, typing.at))
        key = next(pressed, "q")
        if (key == "g" and not number) or (key.isdecimal() and (number or key not in RESULTS)):
            number += key
        elif number:
            typing.go_to(number.removeprefix("g"))
            number = ""
        elif key in RESULTS:
            typing.enter(RESULTS[key])
        elif key == "u":
            typing.take_back()
        elif key in MOVES:
            tell("\n")
            typing.at = None if key == QUIT else typing.after(None if key == MISSING else typing.at, key == MISSING)
    tell(_rest(typing.tournament))
    return Entered(typing.tournament, typing.lines)


class _Typing:
    """Results of the last round, entered one by one; `at` is the board that is asked for, None when all were."""

    def __init__(self, store: Store, dry_run: bool, tell: Callable[[str], None]) -> None:
        self._store, self._dry_run, self._tell = store, dry_run, tell
        self.tournament = store.read().tournament
        if not self.tournament.rounds:
            raise UsageProblem(say("No round is paired yet."))
        self._places = board_places(self.tournament, len(self.tournament.rounds))
        self._stood: list[tuple[int, str]] = []
        self.lines: dict[int, int | None] = {}
        self.at = self.after(None, True)

    def after(self, board: int | None, missing: bool) -> int | None:
        """The next board after one, the first after None; of those without a result, if `missing`."""
        number = len(self.tournament.rounds)
        boards = boards_without_result(self.tournament, number) if missing else sorted(self._places)
        return next((one for one in boards if board is None or one > board), None)

    def go_to(self, number: str) -> None:
        """The board of that number is the next one, if there is one."""
        if number.isdecimal() and len(number) <= _DIGITS and int(number) in self._places:
            self.at = int(number)
        self._tell("\n")

    def enter(self, result: str) -> None:
        """The result of the board; what was shown there may be written over, what somebody else has entered meanwhile
        may not.
        """
        assert self.at is not None
        stood = self.tournament.rounds[-1].games[self._places[self.at]].result
        try:
            line = self._act(self.at, result, correct=stood is not None)
        except PairproofError as error:
            self._tell("\n")
            complain(str(error))
            self.tournament = self.tournament if self._dry_run else self._store.read().tournament
            return
        if line is not None or self._dry_run:
            self._stood.append((self.at, CLEAR if stood is None else stood.value))
            self.lines[self.at] = line
        self._tell(f"{result}\n")
        self.at = self.after(self.at, True)

    def take_back(self) -> None:
        """The result entered last is again what stood there before."""
        if self._stood:
            self.at, before = self._stood.pop()
            self.lines[self.at] = self._act(self.at, before, correct=True)
            self._tell(say("undone") + "\n")

    def _act(self, board: int, result: str, *, correct: bool) -> int | None:
        arguments = {"results": [[board, result]], "correct": correct}
        if self._dry_run:
            self.tournament = perform("result", self.tournament, arguments).tournament
            return None
        kept = self._store.act("result", arguments)
        self.tournament = kept.done.tournament
        return kept.line


def _prompt(tournament: Tournament, board: int) -> str:
    number = len(tournament.rounds)
    game = tournament.rounds[-1].games[board_places(tournament, number)[board]]
    white, black = (clean(named(tournament, player)) for player in (game.white, game.black))
    before = "" if game.result is None else f" ({game.result.value})"
    return f"{board}: {white} – {black}{before}  "


def _rest(tournament: Tournament) -> str:
    missing = boards_without_result(tournament, len(tournament.rounds))
    if missing:
        return say("Still missing: {boards}.", boards=", ".join(map(str, missing))) + "\n"
    return say("The round is complete.") + "\n"
