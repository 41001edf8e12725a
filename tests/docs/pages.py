"""Reading the pages of the documentation, and doing what they say."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT

PAGES = sorted(
    [ROOT / "README.md", ROOT / "CHANGELOG.md"]
    + [page for folder in ("docs", "tests", "scenarios", "benchmarks") for page in (ROOT / folder).glob("*.md")]
)
PROGRAMS = {
    "pairproof": "from pairproof.cli.app import main; main()",
    "pairproof-engine": "from pairproof.cli.engine.command import main; main()",
}


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)


def shell_lines(page: str) -> list[str]:
    return [line for block in blocks(page, "sh") for line in block.splitlines() if line.strip()]


def calls(page: str) -> list[str]:
    """The calls of `pairproof` and `pairproof-engine` in the page's `sh` blocks, in order, each a line."""
    commands = [command.strip() for line in shell_lines(page) for command in line.split("&&")]
    found = [command.removeprefix(".venv/bin/") for command in commands]
    return [command for command in found if command.split()[0] in ("pairproof", "pairproof-engine")]


def run(line: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Do what a line says, in a folder: a command, `< FILE` and `> FILE`.

    `pairproof` runs in this process, since a new one for each line takes a second; but not `batch`, whose workers start
    as their parent did.
    """
    words = shlex.split(line, comments=True)
    stdin, stdout = b"", None
    if ">" in words:
        stdout = words.pop(words.index(">") + 1)
        words.remove(">")
    if "<" in words:
        stdin = (folder / words.pop(words.index("<") + 1)).read_bytes()
        words.remove("<")
    if words[0] == "pairproof" and words[1] != "batch":
        done = _here(words[1:], stdin, folder)
    else:
        done = _process(words, stdin, folder)
    if stdout is not None:
        (folder / stdout).write_bytes(done.stdout)
    return done


def _here(arguments: list[str], stdin: bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    from typer.testing import CliRunner

    from pairproof.cli.app import app

    before = Path.cwd()
    os.chdir(folder)
    try:
        done = CliRunner().invoke(app, arguments, input=stdin, prog_name="pairproof")
    finally:
        os.chdir(before)
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout_bytes, done.stderr_bytes)


def _process(words: list[str], stdin: bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAMS[words[0]], *words[1:]],
        cwd=folder,
        input=stdin,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        timeout=120,
        check=False,
    )


def anchors(page: Path) -> set[str]:
    """What a link into the page may name: its headings, as web pages of repositories spell them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
