"""The JSON document of a command: to standard output, or with `--json-output` into a file, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from pairproof.cli.output import dump_json, write_bytes
from pairproof.cli.writing import Target

_target: ContextVar[Target | None] = ContextVar("target", default=None)


class Written(Protocol):
    """A document (`cli.documents`): what is to be written of it."""

    def as_json(self) -> dict[str, Any]: ...


@contextmanager
def json_output(path: str | None) -> Iterator[None]:
    """Inside, documents go into the file of that name, if one is named; it stays as it was where none is written.

    Raises
    ------
    FileProblem
        The file cannot be written.
    """
    if path is None:
        yield
        return
    with Target("--json-output", path) as target:
        token = _target.set(target)
        try:
            yield
        finally:
            _target.reset(token)


def spare(read: Mapping[str, str]) -> None:
    """Refuse to write the document over one of these files: what each path is.

    Raises
    ------
    UsageProblem
        It is one.
    """
    if (target := _target.get()) is not None:
        target.spare(read)


def write_json(document: Written) -> None:
    """Write the document: UTF-8 and newlines whatever the system's habits."""
    data = dump_json(document.as_json())
    target = _target.get()
    if target is None:
        write_bytes(data)
    else:
        target.write(data)
        target.put()
