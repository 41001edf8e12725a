"""Files written whole or not at all: beside the place first, then put in place."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from pairproof.model.borrowed import system_says
from pairproof.model.errors import FileProblem, UsageProblem
from pairproof.model.language import say


class Target:
    """A file to be written.  Making one already finds out whether it can be: before anything is computed.

    Use as a context manager; what was not `put` in place by then is taken away, and an older file stays as it was.

    Raises
    ------
    FileProblem
        The place cannot be written to.
    """

    def __init__(self, option: str, path: str) -> None:
        if path in ("", "-"):
            raise UsageProblem(say("{option} {path}: expected the name of a file to write.", option=option, path=path))
        self._option, self.named = option, path
        self._beside: str | None = None
        try:
            self._path = os.path.realpath(path)
            before = self._status()
            if before is not None and not stat.S_ISREG(before.st_mode):
                # What /dev/fd/3 leads to may be a pipe without a name: only the name given opens it.
                self._path = path
            if before is not None and stat.S_ISDIR(before.st_mode):
                raise self._problem(say("it is a directory"))
            if before is not None and not os.access(self._path, os.W_OK):
                raise self._problem(say("you have no permission to write it"))
            if before is None or stat.S_ISREG(before.st_mode):
                self._open_beside(before)
        except FileNotFoundError:
            folder = os.path.dirname(self.named) or "."
            raise self._problem(say("there is no directory {folder}", folder=folder)) from None
        except (OSError, ValueError) as error:
            raise self._problem(_reason(error)) from None

    def _status(self) -> os.stat_result | None:
        try:
            return os.stat(self.named)
        except FileNotFoundError:
            return None

    def _open_beside(self, before: os.stat_result | None) -> None:
        beside = f"{self._path}.{os.getpid()}.part"
        # 0o666 and the user's umask, as for any new file; an older file's mode is kept.
        os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        self._beside = beside
        if before is not None:
            os.chmod(beside, stat.S_IMODE(before.st_mode))

    def _problem(self, reason: str) -> FileProblem:
        return FileProblem(say("Cannot write {file}: {reason}.", file=self.named, reason=reason))

    def same_as(self, path: str) -> bool:
        """Whether it is that file."""
        return os.path.realpath(self._path) == os.path.realpath(path)

    def spare(self, inputs: Mapping[str, str]) -> None:
        """Refuse to be one of the files that are read: what each path is, by path.

        Raises
        ------
        UsageProblem
            It is one.
        """
        for path, what in inputs.items():
            if self.same_as(path):
                raise UsageProblem(
                    say(
                        "{option} {file}: this would overwrite {what}.",
                        option=self._option,
                        file=self.named,
                        what=what,
                    )
                )

    def write(self, data: bytes) -> None:
        """Write the whole content (beside the place), to the disk: a crash later leaves the old file or the new one."""
        try:
            # Devices and pipes have no place beside them.
            with open(self._beside or self._path, "wb") as file:
                file.write(data)
                if self._beside is not None:
                    file.flush()
                    os.fsync(file.fileno())
        except OSError as error:
            raise self._problem(_reason(error)) from None

    def put(self) -> None:
        """Put what was written in place, over an older file."""
        if self._beside is None:
            return
        try:
            os.replace(self._beside, self._path)
        except OSError as error:
            raise self._problem(_reason(error)) from None
        self._beside = None

    def __enter__(self) -> Target:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._beside is not None:
            with suppress(OSError):
                os.unlink(self._beside)


def write_whole(path: Path, data: bytes) -> None:
    """A file of a folder (`-o`) with that content; an older one stays as it was until the new one is on the disk.

    Raises
    ------
    FileProblem
        The disk is full, or the like.
    """
    with Target("-o", str(path)) as target:
        target.write(data)
        target.put()


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, PermissionError):
        return say("you have no permission to write there")
    if isinstance(error, NotADirectoryError):
        return say("part of the path is no directory")
    return system_says(error)
