"""docs/formats.md: its commands and programs run, its files are good input, and the schema files are current."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pairproof.cli.documents import (
    BatchRecord,
    BatchSummary,
    Check,
    Comparison,
    Conversion,
    Explanation,
    Pairing,
    Rules,
    Simulation,
    SimulationRecord,
    Standings,
    Verdict,
)
from pairproof.cli.documents.document import Document
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.formats.trf.reader import read_trf
from tests.cli.conftest import K33
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
COMMANDS = {
    "pairproof": "from pairproof.cli.app import main; main()",
    "pairproof-engine": "from pairproof.cli.engine.command import main; main()",
}
SCHEMAS = ROOT / "docs" / "schemas"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def call(line: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """A line of the page: a command, `< file`, `> file`."""
    words = shlex.split(line)
    stdin, stdout = b"", None
    if ">" in words:
        stdout = words.pop(words.index(">") + 1)
        words.remove(">")
    if "<" in words:
        stdin = (folder / words.pop(words.index("<") + 1)).read_bytes()
        words.remove("<")
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS[words[0]], *words[1:]],
        cwd=folder,
        input=stdin,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        timeout=120,
    )
    if stdout is not None:
        (folder / stdout).write_bytes(done.stdout)
    return done


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    return tmp_path


def test_the_commands_run(folder: Path) -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(lines) >= 8
    for line in lines:
        done = call(line, folder)
        assert done.returncode == 0, (line, done.stderr)
    Pairing.model_validate_json((folder / "round.json").read_bytes())
    assert Verdict.model_validate_json((folder / "verdict.json").read_bytes()).valid
    assert Conversion.model_validate_json((folder / "lost.json").read_bytes()).to == "trfx"
    boards = (folder / "boards.txt").read_text().splitlines()
    assert int(boards[0]) == len(boards) - 1
    assert (folder / "engine.txt").read_text().splitlines()[0] == boards[0]
    assert (folder / "again.txt").stat().st_size > 0


@pytest.mark.parametrize("program", blocks("python"), ids=lambda text: text.split("\n")[0][:30])
def test_the_programs_run(folder: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    exec(compile(program, "formats.md", "exec"), {"__name__": "page"})
    if "after.trf" in program:
        before = read_trf((folder / "scenarios" / "requested-byes.trf").read_bytes())
        assert len(read_trf(Path("after.trf").read_bytes()).rounds) == len(before.rounds) + 1
    if "clubs.trf" in program:
        assert read_trf(Path("clubs.trf").read_bytes()).players


def test_the_file_is_good_input() -> None:
    (text,) = blocks("toml")
    tournament = read_toml(text.encode())
    assert tournament.accelerated == {1: {1: 2, 2: 2}}
    assert tournament.corrections == {1: {4: -1}}
    assert read_toml(dump_toml(tournament).encode()) == tournament


@pytest.mark.parametrize(
    "options",
    [(), ("--lookahead", "1"), ("--relax",), ("--alternatives", "2")],
)
def test_the_pairing_document_has_its_shape(folder: Path, options: tuple[str, ...]) -> None:
    done = call(shlex.join(["pairproof", "pair", "scenarios/club-round-5.toml", "--json", *options]), folder)
    assert done.returncode == 0, done.stderr
    Pairing.model_validate_json(done.stdout)


def test_other_documents_have_their_shapes(folder: Path) -> None:
    (folder / "k33.toml").write_text(K33, encoding="utf-8")
    nothing = call("pairproof pair k33.toml --json", folder)
    assert nothing.returncode == 1
    assert Pairing.model_validate_json(nothing.stdout).witness is not None
    Pairing.model_validate_json(call("pairproof manual scenarios/club-round-5.toml --json", folder).stdout)
    for option in ("", " --pairing"):
        done = call(f"pairproof standings scenarios/club-round-5.toml --json{option}", folder)
        Standings.model_validate_json(done.stdout)


@pytest.mark.parametrize(
    ("command", "shape"),
    [
        ("explain scenarios/club-round-5.toml", Explanation),
        ("explain scenarios/club-round-5.toml --player 3 --why-not 1w-10b --bye 3", Explanation),
        ("explain k33.toml", Explanation),
        ("compare scenarios/club-round-5.toml --all", Comparison),
        ("compare k33.toml", Comparison),
        ("check scenarios/colours-force-float.toml", Check),
    ],
)
def test_documents_about_pairings_have_their_shapes(folder: Path, command: str, shape: type[Document]) -> None:
    (folder / "k33.toml").write_text(K33, encoding="utf-8")
    shape.model_validate_json(call(f"pairproof {command} --json", folder).stdout)


def test_documents_about_many_tournaments_have_their_shapes(folder: Path) -> None:
    for command, shape in (
        ("rules", Rules),
        ("rules colour-swiss", Rules),
        ("simulate --players 8 --rounds 3 --seed 1 --method both -o played", Simulation),
        ("batch played --simulate 2 --players 6 --rounds 3 --seed 1 -o tables", BatchSummary),
    ):
        done = call(f"pairproof {command} --json", folder)
        assert done.returncode == 0, done.stderr
        assert shape.model_validate_json(done.stdout).as_json() == json.loads(done.stdout)
    SimulationRecord.model_validate_json((folder / "played" / "simulation.json").read_bytes())
    BatchRecord.model_validate_json((folder / "tables" / "run.json").read_bytes())


def test_the_schema_files_are_current(tmp_path: Path) -> None:
    """They are what docs/schemas/make.py writes: run it after a change of a shape."""
    (tmp_path / "docs" / "schemas").mkdir(parents=True)
    script = "import runpy, json, sys; found = runpy.run_path(sys.argv[1])['texts'](); print(json.dumps(found))"
    done = subprocess.run(
        [sys.executable, "-c", script, str(SCHEMAS / "make.py")], capture_output=True, text=True, check=True
    )
    texts = json.loads(done.stdout)
    assert set(texts) == {path.name for path in SCHEMAS.glob("*.json")}
    for name, text in texts.items():
        assert json.loads((SCHEMAS / name).read_text(encoding="utf-8")) == json.loads(text), name


def test_every_schema_of_the_page_is_there() -> None:
    named = set(re.findall(r"\(schemas/([a-z-]+\.json)\)", PAGE))
    assert named == {path.name for path in SCHEMAS.glob("*.json")}


def test_the_schema_of_a_tournament_file_knows_every_key() -> None:
    schema = json.loads((SCHEMAS / "tournament-file.json").read_text(encoding="utf-8"))
    (text,) = blocks("toml")
    assert set(tomllib.loads(text)) <= set(schema["properties"])
