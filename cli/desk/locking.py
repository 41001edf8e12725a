"""One writer at a time: a lock that goes with its process."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pairproof.model.borrowed import system_says
from pairproof.model.errors import FileProblem, PairproofError
from pairproof.model.language import say

_PATIENCE, _PAUSE = 5.0, 0.02


class Conflict(PairproofError):
    """Somebody else has changed the file meanwhile, or is about to."""


@contextmanager
def locked(path: Path, named: str) -> Iterator[None]:
    """Inside, nobody else holds the lock of that name; the file of it stays.

    Raises
    ------
    Conflict
        Somebody else holds it for seconds.
    FileProblem
        The folder cannot be written to.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise FileProblem(
            say("Cannot write {file}: {reason}; nothing has changed.", file=str(path), reason=system_says(error))
        ) from None
    try:
        until = time.monotonic() + _PATIENCE
        while not _taken(file):
            if time.monotonic() > until:
                raise Conflict(say("{file} is being changed by somebody else; try again.", file=named))
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(file)  # which lets go of it


def _taken(file: int) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
