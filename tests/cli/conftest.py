"""Running the program as people do: a process, its two streams and its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CLUB = """\
[tournament]
name = "Club"
rounds = 5

[[players]]
id = 1
name = "Ana"
rating = 2000
[[players]]
id = 2
name = "Bruno"
rating = 1900
[[players]]
id = 3
name = "Carla"
rating = 1800
[[players]]
id = 4
name = "Dário"
rating = 1700
[[players]]
id = 5
name = "Эва"
rating = 1600

[[rounds]]
games = [
  { white = 1, black = 3, result = "1-0" },
  { white = 4, black = 2, result = "0-1" },
]
bye = 5
"""

# Games so far: each of 1, 2, 3 against each of 4, 5, 6.
K33 = """\
[tournament]
name = "K33"
rounds = 5
[[players]]
id = 1
[[players]]
id = 2
[[players]]
id = 3
[[players]]
id = 4
[[players]]
id = 5
[[players]]
id = 6
[[rounds]]
games = [{ white = 1, black = 4, result = "1-0" }, { white = 5, black = 2, result = "1-0" },
  { white = 3, black = 6, result = "1-0" }]
[[rounds]]
games = [{ white = 4, black = 3, result = "1-0" }, { white = 2, black = 6, result = "1-0" },
  { white = 1, black = 5, result = "1-0" }]
[[rounds]]
games = [{ white = 6, black = 1, result = "1-0" }, { white = 2, black = 4, result = "1-0" },
  { white = 5, black = 3, result = "1-0" }]
"""

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """As `run`, but in this process: many times faster, for tests of what is refused."""
    from typer.testing import CliRunner

    from pairproof.cli.app import app

    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        done = CliRunner().invoke(app, list(arguments), prog_name="pairproof", input=stdin)
        return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout_bytes, done.stderr_bytes)

    return invoke


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`run("pair", "club.toml", stdin=b"", env=None)`: the program in a folder of its own."""

    def call(
        *arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        given = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        given |= {"PYTHONUTF8": "1", **(env or {})}
        return subprocess.run(
            [sys.executable, "-m", "pairproof", *arguments],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=given,
            timeout=60,
            check=False,
        )

    return call


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Five players after one round: 1 and 2 won, 5 had the bye."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    return path


@pytest.fixture
def k33(tmp_path: Path) -> Path:
    """Six players without a legal round."""
    path = tmp_path / "k33.toml"
    path.write_text(K33, encoding="utf-8")
    return path
