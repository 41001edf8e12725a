"""The program as a whole: help, versions, start-up, and what becomes of exceptions."""

from __future__ import annotations

import errno
import sys
import time
from importlib import metadata
from pathlib import Path

import pytest
import typer

from cli import failures
from cli.version import RULES_DATE
from model.errors import Fault, FileProblem, InternalError, InvalidInput, UsageProblem

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"numpy", "pydantic", "ortools", "highspy", "rustworkx", "networkx", "rich"}


def test_version(run):
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.decode() == (
        f"pairproof {metadata.version('pairproof')} (rules of {RULES_DATE}), ortools {metadata.version('ortools')}\n"
    )


def test_help_and_versions_import_nothing_heavy():
    import subprocess

    code = (
        "import sys\nfrom cli.app import app\nfrom cli import version\n"
        "app(['--help'], standalone_mode=False)\n"
        "version.version_line()\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env={"PYTHONPATH": str(ROOT)}, check=True)
    assert done.stdout.splitlines()[-1] == b"[]"


def test_help_is_quick(run):
    fastest = 9.0
    for _ in range(5):
        start = time.perf_counter()
        assert run("--help").returncode == 0
        fastest = min(fastest, time.perf_counter() - start)
    # 0.1 s on an idle machine; tests share theirs.
    assert fastest < 0.9


def test_help_names_every_command(call):
    page = call("--help").stdout.decode()
    for command in ("pair", "verify", "standings", "rules"):
        assert f"\n  {command} " in page
        assert call(command, "--help").returncode == 0


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
    assert left.value.exit_code == failures.READER_GONE
    assert capsys.readouterr().err == ""


def test_an_interrupt_leaves_no_traceback(club):
    import os
    import signal
    import subprocess

    if os.name == "nt":
        pytest.skip("signals are POSIX")
    child = subprocess.Popen(
        [sys.executable, "-m", "cli", "pair", "-", "--format", "toml"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    time.sleep(1.5)  # by then it waits for its input
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out) == (130, b"")
    assert b"Traceback" not in err
