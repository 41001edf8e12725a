"""Loading a tournament from a file or from standard input, whatever its format."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from model.check import group_warnings
from model.errors import FileProblem, InvalidInput, UsageProblem
from model.files import read_bytes
from model.tournament import Tournament

FORMATS = ("trf", "toml")
STDIN = "-"

# The first table of a native file, at the start of a line: no TRF record begins so.
_TOML_TABLE = re.compile(rb"(?:^|[\r\n])[ \t]*\[\[?[ \t]*(?:tournament|players|rounds|next)[ \t]*\]")
_TRF_PLAYER = re.compile(rb"(?:^|[\r\n])001 ")


def load_tournament(source: str | Path, *, format: str | None = None, stdin: BinaryIO | None = None) -> Tournament:
    """The tournament in a file.

    Parameters
    ----------
    source
        A path, or "-" for standard input.
    format
        "trf" or "toml".  Needed for standard input; without it a file's suffix decides (`.toml`), else its content.
    stdin
        What to read for "-"; the process's standard input by default.

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
    if format is not None and format not in FORMATS:
        raise UsageProblem(f"There is no format {format!r}; known are {' and '.join(FORMATS)}.")
    name = str(source)
    if name == STDIN:
        if format is None:
            raise UsageProblem("Reading standard input needs the format: --format trf or --format toml.")
        try:
            data = (stdin if stdin is not None else sys.stdin.buffer).read()
        except OSError as error:
            raise FileProblem(f"Cannot read standard input: {error.strerror or error}.") from None
    else:
        data = read_bytes(Path(source), "the tournament file")
        if format is None:
            format = "toml" if _is_toml(Path(source), data) else "trf"
    if format == "toml":
        from model.toml_file import read_toml as read
    else:
        from model.trf import read_trf as read
    import hashlib

    try:
        tournament = read(data)
    except InvalidInput as error:
        raise InvalidInput(error.faults, name) from None
    return replace(
        tournament,
        source=name,
        sha256=hashlib.sha256(data).hexdigest(),
        warnings=(*tournament.warnings, *group_warnings(tournament)),
    )


def _is_toml(path: Path, data: bytes) -> bool:
    """Whether a file is read as TOML: by its suffix, or because it has a native table and no TRF player record."""
    if path.suffix.lower() == ".toml":
        return True
    return _TOML_TABLE.search(data) is not None and _TRF_PLAYER.search(data) is None
