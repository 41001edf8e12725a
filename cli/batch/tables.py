"""Reading the tables of batches again: row by row, so that memory does not grow with them; and Parquet."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pairproof.cli.batch.columns import ALWAYS, REAL, TABLES, WHOLE, WORDS, columns
from pairproof.model.errors import Fault, FileProblem, InvalidInput

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
_REAL_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_MOST_FAULTS = 20


def rows(folders: Iterable[Path], table: str) -> Iterator[dict[str, str]]:
    """The rows of a table of several batches, empty cells as "".

    Raises
    ------
    FileProblem
        A table is not there, or cannot be read.
    InvalidInput
        It has not the columns of such a table, or not what belongs into them: it is damaged, or cut off.
    """
    for folder in folders:
        path = folder / f"{table}.csv"
        try:
            with open(path, encoding="utf-8", newline="") as file:
                yield from _sound(file, table, path)
        except FileNotFoundError:
            raise FileProblem(
                f"There is no table {path}; `pairproof batch` makes it, the same command again where it was lost."
            ) from None
        except OSError as error:
            raise FileProblem(f"Cannot read {path}: {error.strerror or error}.") from None
        except UnicodeDecodeError as error:
            raise InvalidInput([Fault(f"This is no table of a batch: {error}.")], str(path)) from None


def _sound(file: Iterable[str], table: str, path: Path) -> Iterator[dict[str, str]]:
    """The rows, until the first that is damaged; then InvalidInput with every fault that there is."""
    last = "\n"

    def lines() -> Iterator[str]:
        nonlocal last
        for line in file:
            last = line
            yield line

    reader = csv.DictReader(lines())
    faults: list[Fault] = []
    more = 0
    try:
        missing = [name for name in columns(table) if name not in (reader.fieldnames or ())]
        if missing:
            raise InvalidInput([Fault(f"This is no table of a batch: it has no column {missing[0]!r}.", 1)], str(path))
        check = _check_of(table)
        for row in reader:
            problem = check(row)
            if problem is None:
                if not faults:
                    yield row
            elif len(faults) < _MOST_FAULTS:
                faults.append(Fault(problem, reader.line_num))
            else:
                more += 1
    except csv.Error as error:
        faults.append(Fault(f"This is no line of such a table: {error}.", reader.line_num))
    if not last.endswith("\n"):
        # Whatever else is wrong with that line comes of it.
        faults = [fault for fault in faults if fault.line != reader.line_num]
        faults.append(Fault("The table is cut off in the middle of this line.", reader.line_num))
    if more:
        faults.append(Fault(f"There are {more} more such lines."))
    if faults:
        faults.append(Fault("Take this table away, and the same `pairproof batch` makes it again."))
        raise InvalidInput(faults, str(path))


def _check_of(table: str) -> Callable[[Mapping[str, Any]], str | None]:
    """What says what is wrong with a row, None if nothing is."""
    kinds = {WHOLE: (_WHOLE_NUMBER, "a whole number"), REAL: (_REAL_NUMBER, "a number")}
    numbers = [(name, *kinds[kind]) for name, kind in columns(table).items() if kind in kinds]
    words = [(name, known) for name, known in WORDS.items() if name in columns(table)]
    always = ALWAYS[table]

    def check(row: Mapping[str, Any]) -> str | None:
        if None in row or None in row.values():
            return "This line has not as many cells as there are columns."
        for name in always:
            if not row[name]:
                return f"{name} is empty."
        for name, pattern, what in numbers:
            if row[name] and not pattern.fullmatch(row[name]):
                return f"{name} is {row[name][:40]!r}, which is not {what}."
        for name, known in words:
            if row[name] and row[name] not in known:
                return f"{name} is {row[name][:40]!r}, which is none of {', '.join(known)}."
        return None

    return check


def write_parquet(folder: Path) -> None:
    """The tables as Parquet, streamed from the CSV files.

    Raises
    ------
    FileProblem, InvalidInput
        A table is not there or damaged (`rows`), or the place cannot be written to.
    """
    # Of an extra.
    import polars as pl

    for table in TABLES:
        for _ in rows([folder], table):
            pass  # a damaged one is told as such, with its lines
    kinds = {WHOLE: pl.Int64, REAL: pl.Float64}
    for table in TABLES:
        schema = {name: kinds.get(kind, pl.String) for name, kind in columns(table).items()}
        beside = folder / f"{table}.parquet.part"
        try:
            pl.scan_csv(folder / f"{table}.csv", schema=schema).sink_parquet(beside)
            os.replace(beside, folder / f"{table}.parquet")
        except OSError as error:
            raise FileProblem(f"Cannot write the Parquet tables in {folder}: {error.strerror or error}.") from None
