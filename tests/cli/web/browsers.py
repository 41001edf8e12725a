"""A desk that really runs, and Debian's Chromium looking at it; nothing is downloaded for either."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 20.0


@dataclass(frozen=True)
class Running:
    """A desk in a process of its own: the arbiter's link, where it answers, and how long the first page took."""

    link: str
    base: str
    seconds: float


@contextmanager
def running(file: Path, *options: str) -> Iterator[Running]:
    """`pairproof desk FILE`, until the block ends."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "pairproof", "desk", str(file), "--no-browser", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, process.stderr.read() if process.stderr else ""
        link = line[line.index("http://") :].strip()
        yield Running(link, "http://" + urlsplit(link).netloc, time.monotonic() - began)
    finally:
        process.terminate()
        process.wait(PATIENCE)
