"""Reading the tables of batches again: row by row, so that memory does not grow with them; and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from cli.batch.columns import REAL, TABLES, WHOLE
from model.errors import Fault, FileProblem, InvalidInput, UsageProblem


def rows(folders: Iterable[Path], table: str) -> Iterator[dict[str, str]]:
    """The rows of a table of several batches, empty cells as "".

    Raises
    ------
    FileProblem
        A table is not there, or cannot be read.
    InvalidInput
        It has not the columns of such a table.
    """
    for folder in folders:
        path = folder / f"{table}.csv"
        try:
            with open(path, encoding="utf-8", newline="") as file:
                reader = csv.DictReader(file)
                missing = [name for name in TABLES[table] if name not in (reader.fieldnames or ())]
                if missing:
                    raise InvalidInput(
                        [Fault(f"This is no table of a batch: it has no column {missing[0]!r}.")], str(path)
                    )
                yield from reader
        except FileNotFoundError:
            raise FileProblem(
                f"There is no table {path}; `pairproof batch -o {folder}` makes it, or goes on with it."
            ) from None
        except OSError as error:
            raise FileProblem(f"Cannot read {path}: {error.strerror or error}.") from None
        except (UnicodeDecodeError, csv.Error) as error:
            raise InvalidInput([Fault(f"This is no table of a batch: {error}.")], str(path)) from None


def need_polars() -> None:
    """Raises UsageProblem where the extra is not installed."""
    from importlib.util import find_spec

    if find_spec("polars") is None:
        raise UsageProblem("--parquet needs the extra `tables`: pip install 'pairproof[tables]'.")


def write_parquet(folder: Path) -> None:
    """The tables as Parquet, streamed from the CSV files."""
    import os

    import polars as pl

    kinds = {WHOLE: pl.Int64, REAL: pl.Float64}
    for table, columns in TABLES.items():
        schema = {name: kinds.get(kind, pl.String) for name, kind in columns.items()}
        beside = folder / f"{table}.parquet.part"
        try:
            pl.scan_csv(folder / f"{table}.csv", schema=schema).sink_parquet(beside)
            os.replace(beside, folder / f"{table}.parquet")
        except OSError as error:
            raise FileProblem(f"Cannot write the Parquet tables in {folder}: {error.strerror or error}.") from None
