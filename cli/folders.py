"""Folders that commands write many files into: whether that can be done is found out before any work."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pairproof.model.borrowed import system_says
from pairproof.model.errors import FileProblem, UsageProblem
from pairproof.model.language import say


@contextmanager
def output_folder(path: str, need: int = 0) -> Iterator[Path]:
    """The folder, made if it is not there, and able to take `need` more bytes.

    What was made and is empty at the end is taken away: a command that is refused, or fails at once, leaves nothing.

    Raises
    ------
    UsageProblem
        The name is none.
    FileProblem
        It is no folder, may not be written to, or its disk is too full.
    """
    if path in ("", "-"):
        raise UsageProblem(say("-o {path}: expected the name of a folder.", path=path))
    folder = Path(path)
    new: list[Path] = []
    try:
        try:
            new += [one for one in (folder, *folder.parents) if not os.path.lexists(one)]
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / f".{os.getpid()}.probe"
            probe.write_bytes(b"pairproof")
            probe.unlink()
        except (FileExistsError, NotADirectoryError):
            raise _no_writing(path, say("it is no folder")) from None
        except PermissionError:
            raise _no_writing(path, say("you have no permission to write there")) from None
        except (OSError, ValueError) as error:
            raise _no_writing(path, system_says(error)) from None
        need_space(folder, need)
        yield folder
    finally:
        for one in new:  # the innermost first
            with suppress(OSError, ValueError):
                one.rmdir()


def need_space(folder: Path, need: int) -> None:
    """Raises FileProblem where the folder's disk cannot take `need` more bytes."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise _no_writing(folder, system_says(error)) from None
    if free < need:
        raise _no_writing(
            folder,
            say("about {need} are needed, and {free} are free", need=_megabytes(need), free=_megabytes(free)),
        )


def _no_writing(folder: Path | str, reason: str) -> FileProblem:
    return FileProblem(say("Cannot write into {folder}: {reason}.", folder=folder, reason=reason))


@contextmanager
def told(folder: Path) -> Iterator[None]:
    """What the system refuses to do in a folder, as a FileProblem."""
    try:
        yield
    except OSError as error:
        where = error.filename or folder
        raise FileProblem(
            say(
                "Cannot work in the folder {folder}: {where}: {reason}.",
                folder=folder,
                where=where,
                reason=system_says(error),
            )
        ) from None


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
