"""docs/adding-a-criterion.md as a list of things to do: what it says to write, and where."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.paths import ROOT

PAGE = ROOT / "docs" / "adding-a-criterion.md"
_BLOCK = re.compile(r"^( *)```(python|diff|toml)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"`(model/[a-z_/]+\.py)`")


@dataclass(frozen=True)
class Block:
    """A block of the page: what it is ("python" a new file, "diff" a change, "toml" a rule file) and for which file."""

    kind: str
    file: str
    text: str


def blocks() -> list[Block]:
    """In the order of the page; the file is the one named last before the block."""
    page = PAGE.read_text(encoding="utf-8")
    found = []
    for match in _BLOCK.finditer(page):
        file = _NAMED.findall(page[: match.start()])[-1]
        found.append(Block(match[2], file, textwrap.dedent(match[3])))
    return found


def rule_files() -> list[str]:
    """The rule files of the page."""
    return [block.text for block in blocks() if block.kind == "toml"]


def pieces() -> dict[str, Any]:
    """What the new files of the page define, by name."""
    found: dict[str, Any] = {}
    for block in blocks():
        if block.kind == "python":
            names: dict[str, Any] = {"__name__": block.file}
            exec(compile(block.text, block.file, "exec"), names)
            found |= {name: value for name, value in names.items() if name.isupper()}
    return found


def follow(root: Path) -> None:
    """Do what the page says in a copy of the program."""
    for block in blocks():
        path = root / block.file
        if block.kind == "python":
            assert not path.exists(), path
            path.write_text(block.text, encoding="utf-8")
        elif block.kind == "diff":
            lines = block.text.splitlines()
            before = "".join(f"{line[1:]}\n" for line in lines if line.startswith(" "))
            after = "".join(f"{line[1:]}\n" for line in lines)
            text = path.read_text(encoding="utf-8")
            assert text.count(before) == 1, (block.file, before)
            path.write_text(text.replace(before, after), encoding="utf-8")
