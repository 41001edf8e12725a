"""Reading bytes, and saying in words why that failed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from pairproof.model.borrowed import system_says
from pairproof.model.errors import FileProblem
from pairproof.model.language import say


def read_bytes(path: Path, what: str) -> bytes:
    """All bytes of a file; `what` names its part in the message ("the tournament file").

    Raises
    ------
    FileProblem
        The file is not there, is a directory, may not be read, or the disk fails.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        reason = say("there is no such file")
    except IsADirectoryError:
        reason = say("it is a directory")
    except PermissionError:
        # Windows reports a directory this way.
        reason = say("it is a directory") if path.is_dir() else say("you have no permission to read it")
    except (OSError, ValueError) as error:
        # ValueError: a name no file can have, with a null character in it.
        reason = system_says(error)
    raise FileProblem(say("Cannot read {what} {path}: {reason}.", what=what, path=path, reason=reason))


def read_stdin(stdin: BinaryIO | None = None) -> bytes:
    """The bytes of standard input, or of the stream that stands for it.

    Raises
    ------
    FileProblem
        It cannot be read, or is closed.
    """
    if stdin is None and sys.stdin is None:
        raise FileProblem(say("Cannot read standard input: it is closed."))
    try:
        return (stdin if stdin is not None else sys.stdin.buffer).read()
    except OSError as error:
        raise FileProblem(say("Cannot read standard input: {reason}.", reason=system_says(error))) from None
