"""`--json-output`: the document in a file, whole or not at all; and JSON files as other systems write them."""

from __future__ import annotations

import inspect
import json
from importlib import import_module

import pytest

from pairproof.cli.app import COMMANDS
from tests.paths import SCENARIOS

CLUB = str(SCENARIOS / "club-round-5.toml")


def without_run(document: bytes) -> dict[str, object]:
    found: dict[str, object] = json.loads(document)
    found.pop("run", None)
    return found


@pytest.mark.parametrize(
    "command",
    [
        ("pair", CLUB),
        ("pair", CLUB, "--lang", "ru"),
        ("explain", CLUB, "--lang", "pt"),
        ("manual", CLUB),
        ("compare", CLUB),
        ("check", CLUB),
        ("standings", CLUB),
        ("rules",),
        ("simulate", "--players", "6", "--rounds", "2", "--seed", "1", "--jobs", "1"),
    ],
    ids=" ".join,
)
def test_the_same_document(call, tmp_path, command):
    printed = call(*command, "--json")
    done = call(*command, "--json-output", "out.json")
    assert (done.returncode, done.stdout) == (printed.returncode, b"")
    assert without_run((tmp_path / "out.json").read_bytes()) == without_run(printed.stdout)


def test_every_command_with_json_has_it():
    for name in COMMANDS:
        options = inspect.signature(import_module(f"pairproof.cli.commands.{name}").command).parameters
        assert ("json" in options) == ("json_output" in options), name


def test_a_finding_is_written(call, tmp_path, k33):
    assert call("pair", "k33.toml", "--json-output", "out.json").returncode == 1
    assert json.loads((tmp_path / "out.json").read_bytes())["status"] == "infeasible"


def test_a_failure_leaves_the_old_file(call, tmp_path, club):
    (tmp_path / "out.json").write_text("old", encoding="utf-8")
    for arguments in (("nothing.toml",), ("club.toml", "--fix", "1-99"), ("club.toml", "--engine", "x")):
        assert call("pair", *arguments, "--json-output", "out.json").returncode in (2, 3, 5)
        assert (tmp_path / "out.json").read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.toml", "out.json"]
    assert call("pair", "club.toml", "--json-output", "no/out.json").returncode == 5


@pytest.mark.parametrize(
    "arguments",
    [
        ("pair", "club.toml", "--json-output", "./club.toml"),
        ("pair", "club.toml", "--rules", "ours.toml", "--json-output", "ours.toml"),
        ("pair", "club.toml", "--keep", "kept.json", "--json-output", "kept.json"),
        ("pair", "club.toml", "--certificate", "x.json", "--json-output", "x.json"),
        ("verify", "proof.json", "club.toml", "--json-output", "proof.json"),
        ("convert", "club.toml", "out.trf", "--json-output", "out.trf"),
    ],
    ids=" ".join,
)
def test_no_other_file_is_written_over(call, tmp_path, club, arguments):
    (tmp_path / "ours.toml").write_text('base = "combined"\nname = "ours"\n', encoding="utf-8")
    (tmp_path / "kept.json").write_bytes(call("pair", "club.toml", "--json").stdout)
    assert call("pair", "club.toml", "--certificate", "proof.json").returncode == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = call(*arguments)
    assert (done.returncode, b"overwrite" in done.stderr) == (2, True), done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_json_as_other_shells_write_it(call, tmp_path, club, encoding):
    published = call("pair", "club.toml", "--json", "--certificate", "proof.json").stdout.decode()
    (tmp_path / "published.json").write_bytes(published.encode(encoding))
    (tmp_path / "proof.json").write_bytes((tmp_path / "proof.json").read_text(encoding="utf-8").encode(encoding))
    kept = call("pair", "club.toml", "--keep", "published.json")
    assert (kept.returncode, b"kept: 3 of 3" in kept.stdout) == (0, True), kept.stderr
    assert call("verify", "proof.json", "club.toml").returncode == 0
    (tmp_path / "published.json").write_bytes(published.encode("utf-16")[:-1])
    done = call("pair", "club.toml", "--keep", "published.json")
    assert (done.returncode, b"published.json: The text is not UTF-16" in done.stderr) == (3, True), done.stderr
