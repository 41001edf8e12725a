"""The program as a whole: help, versions, start-up, and what becomes of exceptions."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from importlib import metadata

import pytest
import typer
import typer.main

from pairproof.cli import failures
from pairproof.cli.app import app
from pairproof.cli.exit_codes import READER_GONE
from pairproof.cli.version import RULES_DATE
from pairproof.model.errors import Fault, FileProblem, InternalError, InvalidInput, UsageProblem


def test_version(run):
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.decode() == (
        f"pairproof {metadata.version('pairproof')} (rules of {RULES_DATE}), ortools {metadata.version('ortools')}\n"
    )


def processor_time(process) -> float:
    """Seconds of processor time that a process takes, the least of five: other programs on the machine do not count."""
    import resource

    took = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert process().returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(took)


@pytest.mark.skipif(os.name == "nt", reason="Windows does not count the time of child processes")
def test_help_is_quick(run):
    alone = processor_time(lambda: subprocess.run([sys.executable, "-c", "import typer"]))
    # Twice as much is usual; ortools alone takes six times as much.
    assert processor_time(lambda: run("--help")) < 4 * alone


def test_help_names_every_command(call):
    page = call("--help").stdout.decode()
    commands = list(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert len(commands) >= 13
    for command in commands:
        assert f"\n  {command} " in page
        done = call(command, "--help")
        assert done.returncode == 0
        assert f"Usage: pairproof {command} " in done.stdout.decode()


def test_no_command_and_no_such_command(call):
    assert call().returncode == 2
    done = call("pear")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"pear" in done.stderr


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (UsageProblem("no such round"), 2, "no such round"),
        (InvalidInput([Fault("a", 1), Fault("b", player=3)], "x.trf"), 3, "x.trf: line 1: a\nx.trf: player 3: b"),
        (FileProblem("cannot read"), 5, "cannot read"),
        (InternalError("engines differ"), 70, "bug in pairproof"),
        (KeyboardInterrupt(), 130, "Interrupted."),
        (MemoryError(), 70, "memory"),
        (ZeroDivisionError("by zero"), 70, "ZeroDivisionError: by zero"),
        (RecursionError("too deep"), 70, "RecursionError"),
    ],
)
def test_exceptions(error, code, words, capsys):
    def command(debug: bool) -> None:
        raise error

    with pytest.raises(typer.Exit) as left:
        failures.guarded(command)(debug=False)
    assert left.value.exit_code == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert words in shown.err
    assert "Traceback" not in shown.err
    with pytest.raises(typer.Exit) as left:
        failures.guarded(command)(debug=True)
    assert left.value.exit_code == code
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_gone_is_no_message(capsys):
    def command() -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    with pytest.raises(typer.Exit) as left:
        failures.guarded(command)()
    assert left.value.exit_code == READER_GONE
    assert capsys.readouterr().err == ""


def test_an_interrupt_leaves_no_traceback(club):
    import signal

    if os.name == "nt":
        pytest.skip("signals are POSIX")
    child = subprocess.Popen(
        [sys.executable, "-m", "pairproof", "pair", "-", "--format", "toml"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    # More than a pipe holds: written only once it reads, and waits for more.
    child.stdin.write(b"#" * 1_000_000)
    child.stdin.flush()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out) == (130, b"")
    assert b"Traceback" not in err
