"""docs/method.md lists what a verdict owes to which module: exactly those that checking a certificate loads."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pairproof import load_tournament, pair
from tests.interpreter import loaded
from tests.paths import ROOT, SCENARIOS

ROOM = ".…"
"""Ends the name of a package that is listed with all its modules."""


def listed() -> list[str]:
    """The modules in the table, in its order."""
    text = (ROOT / "docs" / "method.md").read_text(encoding="utf-8")
    table = text.split("### What has to be trusted\n", 1)[1].split("\n#", 1)[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def row_of(module: str, names: list[str]) -> str | None:
    """The name in the table that stands for a module."""
    if module in names:
        return module
    return next((name for name in names if name.endswith(ROOM) and module.startswith(name.removesuffix("…"))), None)


@pytest.fixture(scope="module")
def checking(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Modules of pairproof that a check loads, of a pairing and of a witness, from a tournament file; packages that
    only hold others are left out.
    """
    folder: Path = tmp_path_factory.mktemp("proofs")
    calls = ["from pairproof import load_certificate, load_tournament, verify"]
    for number, path in enumerate((SCENARIOS / "club-round-5.toml", SCENARIOS / "six-players-k33.toml")):
        certificate = pair(load_tournament(path)).certificate
        (folder / f"{number}.json").write_text(json.dumps(certificate), encoding="utf-8")
        calls.append(f"assert verify(load_certificate('{number}.json'), load_tournament({str(path)!r})).valid")
    modules = {name.removeprefix("pairproof.") for name in loaded("\n".join(calls), folder) if "pairproof." in name}
    return {name for name in modules if not (ROOT / name.replace(".", "/") / "__init__.py").is_file()}


def test_every_module_that_checking_loads_is_listed(checking: set[str]) -> None:
    names = listed()
    assert len(names) == len(set(names))
    missing = sorted(module for module in checking if row_of(module, names) is None)
    assert missing == [], "docs/method.md, What has to be trusted: say what of a verdict these decide"


def test_every_module_listed_is_loaded(checking: set[str]) -> None:
    names = listed()
    idle = sorted(set(names) - {row_of(module, names) for module in checking})
    assert idle == [], "docs/method.md, What has to be trusted: checking a certificate does not load these"
