"""The guides for arbiters: every file in them is written and every command is run, in order, in an empty folder.

What a page may hold: a `toml` or `csv` block after a paragraph that says what to do with it ("Write `club.toml`", "Add
to the end of `club.toml`", "In `club.toml`, put this in place of `[next]`"; without such a sentence it is an example);
`sh` blocks (`sh exit-1` where the last command ends with 1); `text` blocks, what the last command before them prints.
`python -m tests.docs.test_arbiter_guide` writes into these what it prints now.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.docs.pages import run, text_of
from tests.paths import ROOT

PAGES = {
    "arbiter.md": {"write", "sh", "text"},
    "by-hand.md": {"write", "append", "replace", "example", "sh", "text"},
}
"""Each page, and the kinds of blocks in it."""

_BLOCK = re.compile(r"^```(\w+)(?: exit-(\d))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SENTENCES = (
    ("write", re.compile(r"Write `([\w.-]+)`:$")),
    ("append", re.compile(r"Add to the\s+end\s+of `([\w.-]+)`:$")),
    ("replace", re.compile(r"In `([\w.-]+)`, put this\s+in place of `\[next\]`:$")),
)


@dataclass(frozen=True)
class Step:
    """A block of the page: `what` is "write", "append", "replace", "example", "sh" or "text"."""

    what: str
    text: str
    file: str = ""
    code: int = 0
    line: int = 0


def steps(page: str) -> Iterator[Step]:
    """The blocks of the page in order."""
    for block in _BLOCK.finditer(page):
        line = page.count("\n", 0, block.start()) + 1
        kind, code, text = block[1], int(block[2] or 0), block[3]
        if kind not in ("toml", "csv"):
            yield Step(kind, text, code=code, line=line)
            continue
        before = page[: block.start()].rstrip()
        found = [(what, match[1]) for what, sentence in _SENTENCES if (match := sentence.search(before))]
        what, file = found[0] if found else ("example", "")
        yield Step(what, text, file, line=line)


class Desk:
    """An empty folder where `pairproof` is a command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "desk"
        self.folder.mkdir()
        tools = folder / "tools"
        tools.mkdir()
        command = tools / "pairproof"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pairproof "$@"\n', encoding="utf-8")
        command.chmod(0o755)
        path = f"{tools}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "PYTHONUTF8": "1"}
        self.printed = ""

    def take(self, step: Step) -> None:
        """Do what the block says; a `text` block is compared with what was printed last."""
        if step.what == "sh":
            self._run(step)
        elif step.what in ("write", "append", "replace"):
            path = self.folder / step.file
            old = "" if step.what == "write" else path.read_text(encoding="utf-8")
            if step.what == "replace":
                old, next_, _ = old.partition("[next]\n")
                assert next_, f"line {step.line}: {step.file} has no [next]"
            path.write_text(old + step.text, encoding="utf-8")
            if path.suffix == ".toml":
                tomllib.loads(old + step.text)
        elif step.what == "example":
            tomllib.loads(step.text)

    def _run(self, step: Step) -> None:
        commands = step.text.splitlines()
        for number, command in enumerate(commands, start=1):
            done = self._do(command)
            expected = step.code if number == len(commands) else 0
            assert done.returncode == expected, f"line {step.line}: {command}\n{done.stdout}{done.stderr}"
            assert done.stderr == "", f"line {step.line}: {command}"
            self.printed = done.stdout

    def _do(self, command: str) -> subprocess.CompletedProcess[str]:
        """What bash makes of a line; in this process where the line is one call of the program."""
        if re.fullmatch(r"pairproof [^\\<>|&;$`()*?~#]+", command):
            here = run(command, self.folder)
            return subprocess.CompletedProcess(command, here.returncode, here.stdout.decode(), here.stderr.decode())
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_every_step_of_the_guide(tmp_path: Path, page: str) -> None:
    if os.name != "posix":
        pytest.skip("needs a POSIX shell")
    desk = Desk(tmp_path)
    taken = list(steps(text_of(f"docs/{page}")))
    assert PAGES[page] == {step.what for step in taken}
    for step in taken:
        desk.take(step)
        if step.what == "text":
            assert step.text == desk.printed, f"line {step.line}"
    assert {"round-1.html", "round-2.html", "round-3.html", "final.html"} <= {
        path.name for path in desk.folder.iterdir()
    }


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_taken(page: str) -> None:
    text = text_of(f"docs/{page}")
    assert len(re.findall(r"^```", text, re.MULTILINE)) == 2 * len(list(steps(text)))


def _rewrite(page: str) -> None:
    text = text_of(f"docs/{page}")
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        taken = iter(list(steps(text)))

        def now(block: re.Match[str]) -> str:
            step = next(taken)
            desk.take(step)
            return f"```text\n{desk.printed}```" if step.what == "text" else block[0]

        text = _BLOCK.sub(now, text)
    (ROOT / "docs" / page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for each in PAGES:
        _rewrite(each)
