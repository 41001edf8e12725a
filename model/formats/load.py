"""Loading a tournament from a file or from standard input, whatever its format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.formats.check import group_warnings, later_warnings
from pairproof.model.formats.files import read_bytes, read_stdin
from pairproof.model.tournament import Tournament

FORMATS = ("trf", "toml", "opengotha", "tsh")
STDIN = "-"

# The first table of a native file, at the start of a line: no TRF record begins so.
_TOML_TABLE = re.compile(rb"(?:^|[\r\n])[ \t]*\[\[?[ \t]*(?:tournament|players|rounds|next)[ \t]*\]")
_TRF_PLAYER = re.compile(rb"(?:^|[\r\n])001 ")
_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE|Tournament)\b")
_SUFFIXES = {".toml": "toml", ".t": "tsh"}


def load_tournament(
    source: str | Path,
    *,
    format: str | None = None,
    stdin: BinaryIO | None = None,
    teams_as_groups: bool = False,
) -> Tournament:
    """The tournament in a file.

    Parameters
    ----------
    source
        A path, or "-" for standard input.
    format
        "trf", "toml", "opengotha" or "tsh".  Needed for standard input; without it a file's suffix decides (`.toml`,
        `.t`), else its content.
    stdin
        What to read for "-"; the process's standard input by default.
    teams_as_groups
        TRF only: whether the teams of 310 or 013 are groups of their players (P B4).

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
    if found == "trf":
        from pairproof.model.formats.trf import read_trf

        return finished(partial(read_trf, teams_as_groups=teams_as_groups), data, str(source))
    if found == "toml":
        from pairproof.model.formats.toml.tournament_file import read_toml as read
    elif found == "opengotha":
        from pairproof.model.formats.opengotha import read_opengotha as read
    else:
        from pairproof.model.formats.tsh import read_tsh as read
    return finished(read, data, str(source))


def format_problems(sources: Iterable[str], format: str | None) -> Iterator[str]:
    """What is wrong with asking for that format for these sources: whole sentences."""
    if format is not None and format not in FORMATS:
        yield f"There is no format {format!r}; known are {', '.join(FORMATS[:-1])} and {FORMATS[-1]}."
    if format is None and STDIN in sources:
        yield f"Reading standard input needs its format: --format {'|'.join(FORMATS)}."


def source_bytes(source: str | Path, format: str | None = None, stdin: BinaryIO | None = None) -> tuple[bytes, str]:
    """The bytes of a tournament file, and their format.

    Raises
    ------
    FileProblem, UsageProblem
        See `load_tournament`.
    """
    for problem in format_problems([str(source)], format):
        raise UsageProblem(problem)
    if str(source) == STDIN:
        assert format is not None  # format_problems has seen to it
        return read_stdin(stdin), format
    data = read_bytes(Path(source), "the tournament file")
    return data, format or _format_of(Path(source), data)


def finished(read: Callable[[bytes], Tournament], data: bytes, name: str) -> Tournament:
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
    return replace(
        tournament,
        source=name,
        sha256=hashlib.sha256(data).hexdigest(),
        warnings=(*tournament.warnings, *group_warnings(tournament), *later_warnings(tournament)),
    )


def _format_of(path: Path, data: bytes) -> str:
    """The format of a file, by its suffix or by what stands in it; TRF is what nothing else is."""
    by_suffix = _SUFFIXES.get(path.suffix.lower())
    if by_suffix is not None:
        return by_suffix
    if _XML.match(data):
        return "opengotha"
    return "toml" if _TOML_TABLE.search(data) is not None and _TRF_PLAYER.search(data) is None else "trf"
