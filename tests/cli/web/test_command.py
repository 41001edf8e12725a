"""The command: what it needs, where it listens, what it says."""

from __future__ import annotations

import importlib.util
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.cli.conftest import Run

from .browsers import running


def test_without_the_extra_it_says_what_to_install(call: Run, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "segno" else there(name))
    done = call("desk", str(club))
    assert done.returncode == 2
    assert b"segno" in done.stderr
    assert b"pairproof[desk]" in done.stderr


def test_a_port_that_is_taken(call: Run, club: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        done = call("desk", str(club), "--no-browser", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert b"is taken" in done.stderr


def test_a_file_that_is_none(call: Run, club: Path) -> None:
    assert call("desk", "nowhere/new.toml").returncode == 5
    assert call("desk", "nowhere.trf").returncode == 2
    club.write_text("[[players]\n", encoding="utf-8")
    assert call("desk", str(club)).returncode == 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_is_how_it_ends(club: Path) -> None:
    command = [sys.executable, "-m", "pairproof", "desk", str(club), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        link = process.stdout.readline()
        base = link[link.index("http://") :].partition("/enter")[0]
        with urlopen(base + "/wall", timeout=20) as answer:  # it runs
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in told


def test_it_answers_on_this_machine_alone(club: Path) -> None:
    with running(club) as desk:
        assert desk.base.startswith("http://127.0.0.1:")
        with urlopen(desk.base + "/wall", timeout=20) as answer:
            assert answer.status == 200
            assert b"Club" in answer.read()
        port = int(desk.base.rpartition(":")[2])
        with socket.socket() as other:
            other.settimeout(2)
            assert other.connect_ex(("127.0.0.2", port)) != 0
