"""The folder of a batch: parts while it runs, tables at the end, and what is needed to go on after an interruption.

`run.json` says what the batch is, `parts/` holds the rows of each finished chunk, written whole or not at all.  At the
end the parts are joined in their order, and only then taken away: whenever the program is stopped, nothing is lost but
the chunks at hand, and nothing is counted twice.  A part that is damaged all the same counts as not done; files of
others are left alone.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pairproof.cli import documents
from pairproof.cli.batch.columns import TABLES, header
from pairproof.cli.folders import told
from pairproof.cli.writing import write_whole
from pairproof.model.borrowed import parser_says, system_says
from pairproof.model.errors import Fault, FileProblem, UsageProblem
from pairproof.model.language import say

if TYPE_CHECKING:
    from pairproof.cli.batch.measure import Measured
    from pairproof.cli.documents import Batch

_SCHEMA: Final = "pairproof.batch/1"
_PART = re.compile(r"(\d{7,})\.json")
_CUT_SHORT = re.compile(r".+\.\d+\.part")
"""What a write that was stopped leaves beside the place (`cli.writing`)."""


@dataclass(frozen=True, slots=True)
class Found:
    """What `run.json` says."""

    batch: dict[str, Any]
    chunk_size: int
    complete: bool

    @property
    def seed(self) -> int | None:
        """The seed of the batch, if it has one."""
        seed = self.batch.get("seed")
        return seed if isinstance(seed, int) else None


class RunFolder:
    """The state of a batch on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._parts = folder / "parts"
        self._run = folder / "run.json"

    def found(self) -> Found | None:
        """What `run.json` says, None where there is none.

        Raises
        ------
        FileProblem
            It is there and cannot be used.
        """
        try:
            document = _document(self._run)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FileProblem(say("Cannot read {file}: {reason}.", file=self._run, reason=system_says(error))) from None
        except ValueError as error:
            raise FileProblem(_damaged(self._run, str(error))) from None
        if not isinstance(document, dict) or document.get("schema") != _SCHEMA:
            raise FileProblem(
                say("{file} is not the record of a batch. Choose another folder, or remove that one.", file=self._run)
            )
        batch, size, complete = (document.get(key) for key in ("batch", "chunk_size", "complete"))
        # By type, not isinstance: for Python, true is a number.
        if type(batch) is not dict or type(size) is not int or size < 1 or type(complete) is not bool:
            raise FileProblem(_damaged(self._run, say("it does not say what the batch is")))
        return Found(batch, size, complete)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second process from writing into the folder, where the system has such locks.

        The lock's file is taken away where no batch was begun.
        """
        try:
            import fcntl
        except ImportError:  # pragma: no cover - Windows
            yield
            return
        path = self.folder / "run.lock"
        busy = FileProblem(say("Another process is writing into {folder}.", folder=self.folder))
        with ExitStack() as stack:
            with told(self.folder):
                lock = stack.enter_context(open(path, "w"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # One that was taken away meanwhile locks nothing.
                held = os.path.samestat(os.fstat(lock.fileno()), os.stat(path))
            except OSError:
                raise busy from None
            if not held:
                raise busy
            try:
                yield
            finally:
                if not self._run.exists():
                    with suppress(OSError):
                        path.unlink()

    def check(self, batch: Batch, chunk_size: int) -> tuple[int, bool]:
        """Nothing is written yet: the size of the chunks, that of an earlier run if there was one, and whether all is
        done already.

        Raises
        ------
        UsageProblem
            The folder holds another batch.
        """
        before = self.found()
        if before is None:
            return chunk_size, False
        identity = batch.as_json()
        if before.batch != identity:
            different = [key for key in identity if before.batch.get(key) != identity[key]]
            raise UsageProblem(
                say(
                    "{folder} holds another batch (different: {what}). Choose another folder, or remove that one.",
                    folder=self.folder,
                    what=", ".join(different),
                )
            )
        return before.chunk_size, before.complete and not self.missing()

    def missing(self) -> list[Path]:
        """The tables that are not there."""
        return [self.table(table) for table in TABLES if not self.table(table).is_file()]

    def begin(self, batch: Batch, chunk_size: int) -> None:
        """Begin, or go on where an earlier run stopped."""
        with told(self.folder):
            for left in (*self.folder.glob("*.part"), *self._parts.glob("*.part")):
                if _CUT_SHORT.fullmatch(left.name):
                    left.unlink()
        self._record(batch, chunk_size, complete=False)
        with told(self.folder):
            self._parts.mkdir(exist_ok=True)

    def _record(self, batch: Batch, chunk_size: int, *, complete: bool) -> None:
        record = documents.BatchRecord(schema=_SCHEMA, complete=complete, chunk_size=chunk_size, batch=batch)
        write_whole(self._run, json.dumps(record.as_json(), ensure_ascii=False, indent=1).encode())

    def done(self, chunks: int) -> dict[int, list[str]]:
        """What failed in each of the chunks that are finished, by number; a damaged part is not finished."""
        found: dict[int, list[str]] = {}
        with told(self.folder):
            numbers = sorted(int(name[1]) for path in self._parts.iterdir() if (name := _PART.fullmatch(path.name)))
        for chunk in numbers:
            if chunk < chunks:
                with suppress(OSError, ValueError):
                    found[chunk] = self._read(chunk)["problems"]
        return found

    def put(self, chunk: int, measured: Measured) -> None:
        """Keep the rows of a chunk."""
        document = {"tables": dict(measured.tables), "problems": list(measured.problems)}
        write_whole(self._part(chunk), json.dumps(document, ensure_ascii=False).encode())

    def _read(self, chunk: int) -> dict[str, Any]:
        """A part; ValueError where it is none."""
        document = _document(self._part(chunk))
        if not isinstance(document, dict):
            raise ValueError(say("it is no part of a batch"))
        tables, problems = document.get("tables"), document.get("problems")
        if not isinstance(tables, dict) or not all(isinstance(tables.get(table), str) for table in TABLES):
            raise ValueError(say("it has not the rows of every table"))
        if not isinstance(problems, list) or not all(isinstance(problem, str) for problem in problems):
            raise ValueError(say("it does not say what failed"))
        return document

    def _part(self, chunk: int) -> Path:
        return self._parts / f"{chunk:07d}.json"

    def finish(self, batch: Batch, chunk_size: int, chunks: int) -> None:
        """Join the parts to the tables, in their order; memory holds one part at a time."""
        beside = {table: self.folder / f"{table}.csv.part" for table in TABLES}
        chunk = 0
        try:
            with ExitStack() as stack:
                files = {
                    table: stack.enter_context(open(path, "w", encoding="utf-8", newline=""))
                    for table, path in beside.items()
                }
                for table, file in files.items():
                    file.write(header(table))
                for chunk in range(chunks):
                    tables = self._read(chunk)["tables"]
                    for table, file in files.items():
                        file.write(tables[table])
                for file in files.values():
                    file.flush()
                    os.fsync(file.fileno())
            for table, path in beside.items():
                os.replace(path, self.table(table))
        except ValueError as error:
            raise FileProblem(
                say(
                    "{file} is damaged: {reason}. The same command makes this part again, and no other.",
                    file=self._part(chunk),
                    reason=error,
                )
            ) from None
        except OSError as error:
            raise FileProblem(
                say("Cannot write the tables in {folder}: {reason}.", folder=self.folder, reason=system_says(error))
            ) from None
        self._record(batch, chunk_size, complete=True)
        self.tidy(chunks)

    def tidy(self, chunks: int) -> None:
        """Take the parts of a finished batch away, and nothing else."""
        with suppress(OSError):
            for path in list(self._parts.iterdir()):
                name = _PART.fullmatch(path.name)
                if (name and int(name[1]) < chunks) or _CUT_SHORT.fullmatch(path.name):
                    path.unlink()
            self._parts.rmdir()

    def table(self, name: str) -> Path:
        """Where a table is."""
        return self.folder / f"{name}.csv"


def _damaged(file: Path, reason: str) -> str:
    return say("{file} is damaged: {reason}. Choose another folder, or remove that one.", file=file, reason=reason)


def _document(path: Path) -> Any:
    """What stands in a JSON file; ValueError where it is none."""
    try:
        return json.loads(path.read_bytes())
    except RecursionError:
        raise ValueError(say("it is nested too deeply")) from None
    except UnicodeDecodeError:
        raise ValueError(say("it is not UTF-8")) from None
    except json.JSONDecodeError as error:
        raise ValueError(str(Fault(parser_says(error.msg), error.lineno, error.colno))) from None
