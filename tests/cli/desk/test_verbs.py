"""What every verb knows: `--dry-run`, which writes nothing, and `--json`, a document with a schema."""

from __future__ import annotations

import inspect
import json
from importlib import import_module
from pathlib import Path

import pytest

from pairproof.cli import documents
from pairproof.cli.app import COMMANDS
from pairproof.cli.documents.document import Document
from tests.cli.conftest import CLUB, Run

VERBS = {
    "new": ["other.toml", "--rounds", "5"],
    "add": ["Rui"],
    "players": [],
    "edit": ["Ana", "rating=1999"],
    "absent": ["Ana"],
    "bye": ["Ana", "half"],
    "withdraw": ["Ana"],
    "back": ["Carla"],
    "publish": ["--page", "page.html"],
    "unpublish": ["--with-results"],
    "result": ["1=0", "--correct"],
    "results": [],
    "change": ["--swap", "Ana", "Bruno", "--reason", "late"],
    "correct": ["0", "--round", "1", "--board", "1"],
    "status": [],
    "undo": [],
    "redo": [],
    "history": ["--diff"],
    "standings": [],
    "report": ["-o", "page.html"],
    "convert": ["out.trf", "--for-federation"],
}
SHAPES: dict[str, type[Document]] = {
    "players": documents.Players,
    "results": documents.Results,
    "status": documents.Status,
    "history": documents.History,
    "standings": documents.Standings,
    "report": documents.Report,
    "convert": documents.Conversion,
}


@pytest.fixture
def club(call: Run, tmp_path: Path) -> Path:
    """Five players and a journal: something done, undone, and more done, so that both can be moved."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    for command in (["absent", "club.toml", "Carla"], ["absent", "club.toml", "Dário"], ["undo", "club.toml"]):
        assert call(*command).returncode == 0
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("verb", VERBS)
def test_a_dry_run_writes_nothing_and_json_is_a_document(call: Run, club: Path, verb: str) -> None:
    if verb == "change":  # only boards without results are made otherwise
        club.write_text(CLUB.replace(', result = "1-0"', "").replace(', result = "0-1"', ""), encoding="utf-8")
    if verb == "results":
        club.write_text(CLUB.replace(', result = "0-1"', ""), encoding="utf-8")
    before = files(club.parent)
    file = [] if verb == "new" else ["club.toml"]
    given = b"1" if verb == "results" else b""
    for json_too in ([], ["--json"]):
        done = call(verb, *file, *VERBS[verb], "--dry-run", *json_too, stdin=given)
        assert done.returncode == 0, (verb, done.stdout, done.stderr)
        assert files(club.parent) == before, verb
    found = SHAPES.get(verb, documents.Act).model_validate_json(done.stdout)
    assert found.as_json() == json.loads(done.stdout)
    assert found.as_json().get("dry_run", True) is True


def test_every_verb_is_here_and_knows_both() -> None:
    assert {name for name in COMMANDS if "dry_run" in _options(name)} == set(VERBS)
    assert all("json" in _options(name) for name in VERBS)


def _options(name: str) -> set[str]:
    return set(inspect.signature(import_module(f"pairproof.cli.commands.{name}").command).parameters)


def test_where_it_stands(call: Run, club: Path) -> None:
    found = json.loads(call("status", "club.toml", "--json").stdout)
    assert (found["round"], found["planned"], found["players"], found["missing"]) == (1, 5, 5, [])
    assert found["next"] == {"round": 2, "absent": [3], "half_byes": [], "full_byes": []}
    assert found["command"] == "pairproof publish club.toml"
    found = json.loads(call("history", "club.toml", "--json", "--diff").stdout)
    assert [(line["n"], line["act"], line["holds"]) for line in found["lines"]] == [
        (1, "opened", False),
        (2, "absent", True),
        (3, "absent", False),
        (4, "undo", False),
    ]
    assert found["lines"][1]["diff"]["now"] == ["", "[next]", "absent = [3]"]
    assert json.loads(call("history", "club.toml", "--json").stdout)["lines"][1].get("diff") is None
    found = json.loads(call("players", "club.toml", "--json").stdout)
    assert (found["players"][0]["name"], found["players"][0]["rating"], found["players"][0]["club"]) == (
        "Ana",
        2000,
        None,
    )
    assert "birth of 5 players: all of them." in found["missing"]


def test_pages_beside_a_document_keep_their_language(call: Run, club: Path) -> None:
    for command in (["report", "club.toml", "-o", "page.html"], ["publish", "club.toml", "--page", "page.html"]):
        done = call(*command, "--json", "--lang", "pt")
        assert done.returncode == 0, done.stderr
        page = (club.parent / "page.html").read_text(encoding="utf-8")
        assert '<html lang="pt"' in page
        assert "ronda 2 de 5" in page
        assert "round 2" not in page.casefold()
