"""Reading the tables of batches again: row by row, so that memory does not grow with them; and Parquet."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pairproof.cli.batch.columns import ALWAYS, REAL, TABLES, WHOLE, WORDS, columns
from pairproof.model.borrowed import system_says
from pairproof.model.errors import Fault, FileProblem, InvalidInput
from pairproof.model.language import say, say_n

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
                say(
                    "There is no table {path}; `pairproof batch` makes it, the same command again where it was lost.",
                    path=path,
                )
            ) from None
        except OSError as error:
            raise FileProblem(say("Cannot read {file}: {reason}.", file=path, reason=system_says(error))) from None
        except UnicodeDecodeError as error:
            wrong = Fault(say("This is no table of a batch: {reason}.", reason=error))
            raise InvalidInput([wrong], str(path)) from None


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
            reason = say("it has no column {column!r}", column=missing[0])
            raise InvalidInput([Fault(say("This is no table of a batch: {reason}.", reason=reason), 1)], str(path))
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
        faults.append(Fault(say("This is no line of such a table: {reason}.", reason=error), reader.line_num))
    if not last.endswith("\n"):
        # Whatever else is wrong with that line comes of it.
        faults = [fault for fault in faults if fault.line != reader.line_num]
        faults.append(Fault(say("The table is cut off in the middle of this line."), reader.line_num))
    if more:
        faults.append(Fault(say_n("There is {count} more such line.", "There are {count} more such lines.", more)))
    if faults:
        faults.append(Fault(say("Take this table away, and the same `pairproof batch` makes it again.")))
        raise InvalidInput(faults, str(path))


def _check_of(table: str) -> Callable[[Mapping[str, Any]], str | None]:
    """What says what is wrong with a row, None if nothing is."""
    kinds = {WHOLE: (_WHOLE_NUMBER, say("a whole number")), REAL: (_REAL_NUMBER, say("a number"))}
    numbers = [(name, *kinds[kind]) for name, kind in columns(table).items() if kind in kinds]
    words = [(name, known) for name, known in WORDS.items() if name in columns(table)]
    always = ALWAYS[table]

    def check(row: Mapping[str, Any]) -> str | None:
        if None in row or None in row.values():
            return say("This line has not as many cells as there are columns.")
        for name in always:
            if not row[name]:
                return say("{column} is empty.", column=name)
        for name, pattern, what in numbers:
            if row[name] and not pattern.fullmatch(row[name]):
                return say("{column} is {value!r}, which is not {what}.", column=name, value=row[name][:40], what=what)
        for name, known in words:
            if row[name] and row[name] not in known:
                return say(
                    "{column} is {value!r}, which is none of {known}.",
                    column=name,
                    value=row[name][:40],
                    known=", ".join(known),
                )
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
            raise FileProblem(
                say("Cannot write the Parquet tables in {folder}: {reason}.", folder=folder, reason=system_says(error))
            ) from None
