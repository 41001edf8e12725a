"""The folder of a batch: parts while it runs, tables at the end, and what is needed to go on after an interruption.

`run.json` says what the batch is, `parts/` holds the rows of each finished chunk, written whole or not at all.  At the
end the parts are joined in their order, and only then taken away: whenever the program is stopped, nothing is lost but
the chunks at hand, and nothing is counted twice.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.batch.columns import TABLES, header
from cli.writing import write_whole
from model.errors import FileProblem, InternalError, UsageProblem

if TYPE_CHECKING:
    from cli.batch.measure import Measured

_SCHEMA = "pairproof.batch/1"


class RunFolder:
    """The state of a batch on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parts = folder / "parts"

    def found(self) -> dict[str, Any] | None:
        """What `run.json` says, None where there is none.

        Raises
        ------
        FileProblem
            It is there and cannot be used.
        """
        path = self.folder / "run.json"
        try:
            document = json.loads(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise FileProblem(f"Cannot read {path}: {error}.") from None
        if not isinstance(document, dict) or document.get("schema") != _SCHEMA:
            raise FileProblem(f"{path} is not the record of a batch.")
        return document

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second process from writing into the folder, where the system has such locks."""
        try:
            import fcntl
        except ImportError:  # pragma: no cover - Windows
            yield
            return
        with open(self.folder / "run.lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise FileProblem(f"Another process is writing into {self.folder}.") from None
            yield

    def begin(self, identity: dict[str, Any], chunk_size: int) -> tuple[int, bool]:
        """Begin, or go on where an earlier run stopped; the size of its chunks, and whether all is done already.

        Raises
        ------
        UsageProblem
            The folder holds another batch.
        """
        before = self.found()
        if before is not None:
            if before["batch"] != identity:
                different = [key for key in identity if before["batch"].get(key) != identity[key]]
                raise UsageProblem(
                    f"{self.folder} holds another batch (different: {', '.join(different)}). Choose another folder, or "
                    "remove that one."
                )
            for left in self._parts.glob("*.part"):
                left.unlink()
            return int(before["chunk_size"]), bool(before["complete"])
        self._parts.mkdir(exist_ok=True)
        self._record(identity, chunk_size, complete=False)
        return chunk_size, False

    def _record(self, identity: dict[str, Any], chunk_size: int, *, complete: bool) -> None:
        document = {"schema": _SCHEMA, "complete": complete, "chunk_size": chunk_size, "batch": identity}
        write_whole(self.folder / "run.json", json.dumps(document, ensure_ascii=False, indent=1).encode())

    def done(self) -> set[int]:
        """Numbers of the chunks that are finished."""
        return {int(part.stem) for part in self._parts.glob("*.json")}

    def put(self, chunk: int, measured: Measured) -> None:
        """Keep the rows of a chunk."""
        document = {"tables": dict(measured.tables), "problems": list(measured.problems)}
        write_whole(self._part(chunk), json.dumps(document, ensure_ascii=False).encode())

    def problems(self, chunk: int) -> list[str]:
        """What failed in a finished chunk."""
        return list(json.loads(self._part(chunk).read_bytes())["problems"])

    def _part(self, chunk: int) -> Path:
        return self._parts / f"{chunk:07d}.json"

    def finish(self, identity: dict[str, Any], chunk_size: int, chunks: int) -> None:
        """Join the parts to the tables, in their order; memory holds one part at a time."""
        beside = {table: self.folder / f"{table}.csv.part" for table in TABLES}
        try:
            with ExitStack() as stack:
                files = {
                    table: stack.enter_context(open(path, "w", encoding="utf-8", newline=""))
                    for table, path in beside.items()
                }
                for table, file in files.items():
                    file.write(header(table))
                for chunk in range(chunks):
                    tables = json.loads(self._part(chunk).read_bytes())["tables"]
                    for table, file in files.items():
                        file.write(tables[table])
                for file in files.values():
                    file.flush()
                    os.fsync(file.fileno())
        except (ValueError, KeyError) as error:
            raise InternalError(f"a part of the batch in {self.folder} is damaged: {error}") from error
        except OSError as error:
            raise FileProblem(f"Cannot write the tables in {self.folder}: {error.strerror or error}.") from None
        for table, path in beside.items():
            os.replace(path, self.table(table))
        self._record(identity, chunk_size, complete=True)
        self.tidy()

    def tidy(self) -> None:
        """Take the parts of a finished batch away."""
        shutil.rmtree(self._parts, ignore_errors=True)

    def table(self, name: str) -> Path:
        """Where a table is."""
        return self.folder / f"{name}.csv"
