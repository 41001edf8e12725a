"""Folders that commands write many files into: whether that can be done is found out before any work."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from model.errors import FileProblem, UsageProblem


def output_folder(path: str, need: int) -> Path:
    """The folder, made if it is not there, and able to take `need` more bytes.

    Raises
    ------
    UsageProblem
        The name is none.
    FileProblem
        It is no folder, may not be written to, or its disk is too full.
    """
    if path in ("", "-"):
        raise UsageProblem(f"-o {path}: expected the name of a folder.")
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".{os.getpid()}.probe"
        probe.write_bytes(b"pairproof")
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except (FileExistsError, NotADirectoryError):
        raise FileProblem(f"Cannot write into {path}: it is no folder.") from None
    except PermissionError:
        raise FileProblem(f"Cannot write into {path}: you have no permission to write there.") from None
    except (OSError, ValueError) as error:
        raise FileProblem(f"Cannot write into {path}: {getattr(error, 'strerror', None) or error}.") from None
    if free < need:
        raise FileProblem(
            f"Cannot write into {path}: about {_megabytes(need)} are needed, and {_megabytes(free)} are free."
        )
    return folder


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
