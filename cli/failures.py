"""From exception to message and exit code (`cli.exit_codes`)."""

from __future__ import annotations

import functools
import os
import sys
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn, ParamSpec, TypeVar

import typer

from pairproof.cli.desk.locking import Conflict
from pairproof.cli.exit_codes import (
    BUG,
    CONFLICT,
    FILE_PROBLEM,
    INTERRUPTED,
    INVALID_INPUT,
    NOT_AGREED,
    OUT_OF_TIME,
    READER_GONE,
    WRONG_USAGE,
)
from pairproof.cli.json_output import json_output
from pairproof.cli.language import checked, speaking_for_documents
from pairproof.cli.output import complain
from pairproof.model.errors import FileProblem, InternalError, InvalidInput, UsageProblem
from pairproof.model.language import say, speaking

if TYPE_CHECKING:
    from pairproof.solver.result import Pairing

_STATUSES = {"infeasible": NOT_AGREED, "feasible": OUT_OF_TIME, "unknown": OUT_OF_TIME}

P = ParamSpec("P")
R = TypeVar("R")

# The first type that fits decides.
_TABLE: tuple[tuple[type[BaseException], int, Callable[[BaseException], str]], ...] = (
    (UsageProblem, WRONG_USAGE, str),
    (InvalidInput, INVALID_INPUT, str),
    (Conflict, CONFLICT, str),
    (FileProblem, FILE_PROBLEM, str),
    (InternalError, BUG, lambda error: _bug(str(error))),
    (KeyboardInterrupt, INTERRUPTED, lambda error: say("Interrupted.")),
    (BrokenPipeError, READER_GONE, lambda error: ""),
    (MemoryError, BUG, lambda error: say("There is not enough memory for this.")),
    (Exception, BUG, lambda error: _bug(f"{type(error).__name__}: {error}")),
)


def _bug(what: str) -> str:
    return "\n".join(
        (
            say("Internal error: {error}", error=what),
            say(
                "This is a bug in pairproof, not in your file; please report it with the file and what --debug prints."
            ),
        )
    )


def exit_code_of(pairing: Pairing) -> int:
    """Exit code for what was found: whether there is a pairing, and whether time ran out before all was known."""
    return OUT_OF_TIME if pairing.study.cut_short else _STATUSES.get(pairing.status, 0)


def outcome(error: BaseException) -> tuple[int, str]:
    """Exit code and message for an exception."""
    for kind, code, message in _TABLE:
        if isinstance(error, kind):
            return code, message(error)
    raise error


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """The command, with every exception turned into its message on stderr and its exit code.

    The command's own option `debug` makes it show the traceback as well; its option `lang` is the language of the
    sentences it makes, unless they are for a JSON document; `json_output` is the file that this goes into.
    """

    @functools.wraps(command)
    def run(*args: P.args, **options: P.kwargs) -> R:
        lang, file = options.get("lang"), options.get("json_output")
        if file is not None:
            options["json"] = True
        try:
            with (
                speaking(checked(None if lang is None else str(lang))),
                speaking_for_documents(bool(options.get("json"))),
                json_output(None if file is None else str(file)),
            ):
                return command(*args, **options)
        except typer.Exit:
            raise
        except (Exception, KeyboardInterrupt) as error:
            fail(error, debug=bool(options.get("debug")))

    return run


def fail(error: BaseException, *, debug: bool) -> NoReturn:
    """Say what happened and leave with its exit code."""
    code, message = outcome(error)
    if debug:
        complain("".join(traceback.format_exception(error)).rstrip("\n"))
    if message:
        complain(message)
    if code in (READER_GONE, FILE_PROBLEM):
        _let_go_of_stdout()
    raise typer.Exit(code)


def _let_go_of_stdout() -> None:
    """What is still buffered cannot be written: keep Python from trying again, and complaining, at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_with(code: int) -> None:
    """Leave the command with an exit code; 0 just goes on."""
    if code:
        raise typer.Exit(code)
