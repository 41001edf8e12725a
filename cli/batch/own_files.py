"""Files that `batch` and `simulate` write themselves: a shell's `FOLDER/*` names them beside the tournaments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from pairproof.cli.batch.columns import HEADER_BEGINS, TABLES
from pairproof.cli.simulation.folder import STRENGTHS_HEADER

_RECORD = re.compile(rb'\{\s*"schema": "pairproof\.[a-z-]+/[0-9]+"')
_MOST_READ = 4096


def without_own(files: Iterable[str]) -> tuple[list[str], list[str]]:
    """The files that may be tournaments, and those that pairproof has written: tables, records, their copies."""
    kept: list[str] = []
    own: list[str] = []
    for file in files:
        (own if _is_own(Path(file)) else kept).append(file)
    return kept, own


def _is_own(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix in (".csv", ".json"):
        beginning = _beginning(path)
        if suffix == ".json":
            return _RECORD.match(beginning) is not None
        return beginning.startswith((HEADER_BEGINS.encode(), STRENGTHS_HEADER.encode()))
    # What stands beside a table that is there still.
    return (suffix == ".parquet" and path.stem in TABLES and path.with_suffix(".csv").is_file()) or (
        path.name == "run.lock" and path.with_suffix(".json").is_file()
    )


def _beginning(path: Path) -> bytes:
    """The first bytes; none where it cannot be read, which is told when its turn comes."""
    try:
        with open(path, "rb") as file:
            return file.read(_MOST_READ)
    except (OSError, ValueError):
        return b""
