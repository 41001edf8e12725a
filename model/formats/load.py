"""Loading a tournament from a file or from standard input, whatever its format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.formats.files import read_bytes, read_stdin
from pairproof.model.formats.format import PLAIN, Document, Format, Reading
from pairproof.model.formats.table import format_named, format_of, names
from pairproof.model.formats.warnings import event_warnings
from pairproof.model.language import all_of, say
from pairproof.model.tournament import Result, Round, Tournament

STDIN = "-"


def load_tournament(
    source: str | Path,
    *,
    format: str | None = None,
    stdin: BinaryIO | None = None,
    reading: Reading = PLAIN,
) -> Tournament:
    """The tournament in a file.

    Parameters
    ----------
    source
        A path, or "-" for standard input.
    format
        The name of one of `formats.table.FORMATS`.  Needed for standard input; without it a file's suffix decides,
        else its content.
    stdin
        What to read for "-"; the process's standard input by default.
    reading
        What else is asked: teams as groups, games without result, blanks of TRF06.

    Returns
    -------
    Tournament
        With `source` and `sha256` (of the bytes read) set.

    Raises
    ------
    FileProblem
        The file cannot be read.
    InvalidInput
        The file is malformed or contradicts itself; holds every fault found.
    UsageProblem
        Standard input without a format, or a format that is none.
    """
    data, found = source_bytes(source, format, stdin)
    return finished(lambda given: found.read(given, reading), data, str(source), reading)


def format_problems(sources: Iterable[str], format: str | None) -> Iterator[str]:
    """What is wrong with asking for that format for these sources: whole sentences."""
    known = names()
    if format is not None and format not in known:
        yield say(
            "There is no format {format!r}; known are {known}.",
            format=format,
            known=all_of(list(known)),
        )
    if format is None and STDIN in sources:
        yield say("Reading standard input needs its format: --format {known}.", known="|".join(known))


def source_bytes(source: str | Path, format: str | None = None, stdin: BinaryIO | None = None) -> tuple[bytes, Format]:
    """The bytes of a tournament file, and their format.

    Raises
    ------
    FileProblem, UsageProblem
        See `load_tournament`.
    """
    for problem in format_problems([str(source)], format):
        raise UsageProblem(problem)
    asked = None if format is None else format_named(format)
    if str(source) == STDIN:
        assert asked is not None  # format_problems has seen to it
        return read_stdin(stdin), asked
    data = read_bytes(Path(source), say("the tournament file"))
    return data, asked or format_of(Path(source).suffix, data)


def document_of(format: Format, data: bytes, name: str, reading: Reading) -> Document:
    """The file in these bytes, its tournament as `finished` gives it.

    Raises
    ------
    InvalidInput
        Every fault of the file, with its name.
    """
    try:
        document = format.opened(data, reading)
    except InvalidInput as error:
        raise InvalidInput(error.faults, name) from None
    return replace(document, tournament=finished(lambda _: document.tournament, data, name, reading))


def finished(read: Callable[[bytes], Tournament], data: bytes, name: str, reading: Reading) -> Tournament:
    """What `read` makes of the bytes of a file, with `source`, `sha256` and the warnings that any file may have.

    Raises
    ------
    InvalidInput
        That of `read`, with the file's name.
    """
    import hashlib

    try:
        tournament = read(data)
    except InvalidInput as error:
        raise InvalidInput(error.faults, name) from None
    if reading.adjourned:
        tournament = _adjourned(tournament)
    return replace(
        tournament,
        source=name,
        sha256=hashlib.sha256(data).hexdigest(),
        warnings=(*tournament.warnings, *event_warnings(tournament)),
    )


def _adjourned(tournament: Tournament) -> Tournament:
    """The tournament with every game that has no result adjourned, which a warning says."""
    named: list[str] = []
    rounds: list[Round] = []
    for number, played in enumerate(tournament.rounds, start=1):
        waiting = [game for game in played.games if game.result is None]
        named += [say("{white}-{black} (round {round})", white=g.white, black=g.black, round=number) for g in waiting]
        games = tuple(replace(g, result=Result.ADJOURNED) if g.result is None else g for g in played.games)
        rounds.append(replace(played, games=games))
    if not named:
        return tournament
    warning = say("Taken as adjourned: {games}.", games=all_of(named))
    return replace(tournament, rounds=tuple(rounds), warnings=(*tournament.warnings, warning))
