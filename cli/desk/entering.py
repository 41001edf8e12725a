"""Results entered board by board, one key each; every one is kept at once."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pairproof.cli.desk.store import Store
from pairproof.cli.output import clean, complain, write
from pairproof.model.acts.done import named, refuse
from pairproof.model.acts.results import CLEAR, board_places
from pairproof.model.acts.rounds import boards_without_result
from pairproof.model.errors import PairproofError, UsageProblem
from pairproof.model.formats.encoding import decode
from pairproof.model.formats.files import read_bytes, read_stdin
from pairproof.model.language import say
from pairproof.model.tournament import Tournament

if TYPE_CHECKING:
    from pairproof.cli.options.groups import DeskOptions

RESULTS = {"1": "1", "0": "0", "=": "=", "½": "=", "+": "+", "-": "-"}
ENTER = "\n"


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
        if len(cells) >= 2 and cells[0].isdigit() and len(cells[0]) <= 4:
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


def entered(store: Store, pressed: Iterator[str], options: DeskOptions) -> None:
    """Take results until `q`, the last board, or the end.

    Raises
    ------
    UsageProblem
        No round is published.
    """
    tournament = store.read().tournament
    if not tournament.rounds:
        raise UsageProblem(say("No round is paired yet."))
    places = board_places(tournament, len(tournament.rounds))
    boards = sorted(places)
    entered_here: list[tuple[int, str]] = []
    number = ""
    at = _after(tournament, boards, None)
    while at is not None:
        if not number:
            write(_prompt(tournament, at))
        key = next(pressed, "q")
        if (key == "g" and not number) or (key.isdigit() and (number or key not in RESULTS)):
            number += key
            continue
        if number:
            wanted = number.removeprefix("g")
            at = int(wanted) if wanted and int(wanted) in boards else at
            number = ""
            write("\n")
        elif key in RESULTS:
            stood = tournament.rounds[-1].games[places[at]].result
            # What was shown may be written over, what somebody else has entered meanwhile may not.
            arguments = {"results": [[at, RESULTS[key]]], "correct": stood is not None}
            try:
                kept = store.act("result", arguments, dry_run=options.dry_run)
            except PairproofError as error:
                write("\n")
                complain(str(error))
                tournament = store.read().tournament
                continue
            if kept.line is not None:
                entered_here.append((at, CLEAR if stood is None else stood.value))
            tournament = kept.done.tournament
            write(f"{RESULTS[key]}\n")
            at = _after(tournament, boards, at)
        elif key == "u" and entered_here:
            board, before = entered_here.pop()
            tournament = store.act("result", {"results": [[board, before]], "correct": True}).done.tournament
            write(say("undone") + "\n")
            at = board
        elif key == "m":
            write("\n")
            at = _after(tournament, boards, None)
        elif key == "q":
            write("\n")
            break
        elif key == ENTER:
            write("\n")
            later = [board for board in boards if board > at]
            at = later[0] if later else None
    _close(tournament)


def _after(tournament: Tournament, boards: list[int], at: int | None) -> int | None:
    """The next board without a result after one; none where every board behind it has one."""
    missing = boards_without_result(tournament, len(tournament.rounds))
    return next((board for board in missing if at is None or board > at), None)


def _prompt(tournament: Tournament, board: int) -> str:
    number = len(tournament.rounds)
    game = tournament.rounds[-1].games[board_places(tournament, number)[board]]
    white, black = (clean(named(tournament, player)) for player in (game.white, game.black))
    before = "" if game.result is None else f" ({game.result.value})"
    return f"{board}: {white} – {black}{before}  "


def _close(tournament: Tournament) -> None:
    missing = boards_without_result(tournament, len(tournament.rounds))
    if missing:
        write(say("Still missing: {boards}.", boards=", ".join(map(str, missing))) + "\n")
    else:
        write(say("The round is complete.") + "\n")
