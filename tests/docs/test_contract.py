"""docs/contract.md: its commands and programs run, its files are good input, and the schema files are current."""

from __future__ import annotations

import json
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
from tests.docs.pages import blocks, calls, run, text_of
from tests.paths import ROOT

PAGE = text_of("docs/contract.md")
SCHEMAS = ROOT / "docs" / "schemas"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    return tmp_path


def test_the_commands_run(folder: Path) -> None:
    assert len(calls("docs/contract.md")) >= 8
    for line in calls("docs/contract.md"):
        done = run(line, folder)
        assert done.returncode == 0, (line, done.stderr)
    Pairing.model_validate_json((folder / "round.json").read_bytes())
    assert Verdict.model_validate_json((folder / "verdict.json").read_bytes()).valid
    assert Conversion.model_validate_json((folder / "lost.json").read_bytes()).to == "trfx"
    boards = (folder / "boards.txt").read_text().splitlines()
    assert int(boards[0]) == len(boards) - 1
    assert (folder / "engine.txt").read_text().splitlines()[0] == boards[0]
    assert (folder / "again.txt").stat().st_size > 0


@pytest.mark.parametrize("program", blocks("docs/contract.md", "python"), ids=lambda text: text.split("\n")[0][:30])
def test_the_programs_run(folder: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    exec(compile(program, "contract.md", "exec"), {"__name__": "page"})
    if "after.trf" in program:
        before = read_trf((folder / "scenarios" / "requested-byes.trf").read_bytes())
        assert len(read_trf(Path("after.trf").read_bytes()).rounds) == len(before.rounds) + 1
    if "clubs.trf" in program:
        assert read_trf(Path("clubs.trf").read_bytes()).players


def test_its_files_are_good_input(folder: Path) -> None:
    usual, rare, evening, rules = blocks("docs/contract.md", "toml")
    assert read_toml(usual.encode()).next.fix
    tournament = read_toml(rare.encode())
    assert tournament.accelerated == {1: {1: 2, 2: 2}}
    assert tournament.corrections == {1: {4: -1}}
    assert read_toml(evening.encode()).rounds[1].corrected
    for text in (usual, rare, evening):
        assert read_toml(dump_toml(read_toml(text.encode())).encode()) == read_toml(text.encode())
    (folder / "our-club.toml").write_text(rules, encoding="utf-8")
    (folder / "club.toml").write_text(usual, encoding="utf-8")
    for line in (
        "pairproof rules our-club.toml",
        "pairproof pair club.toml",
        "pairproof pair club.toml --rules our-club.toml",
    ):
        done = run(line, folder)
        assert (done.returncode, done.stderr) == (0, b"")


def test_the_document_shown_has_its_shape() -> None:
    (text,) = blocks("docs/contract.md", "json")
    Pairing.model_validate_json(text)


@pytest.mark.parametrize(
    "options",
    [(), ("--lookahead", "1"), ("--relax",), ("--alternatives", "2")],
)
def test_the_pairing_document_has_its_shape(folder: Path, options: tuple[str, ...]) -> None:
    done = run(shlex.join(["pairproof", "pair", "scenarios/club-round-5.toml", "--json", *options]), folder)
    assert done.returncode == 0, done.stderr
    Pairing.model_validate_json(done.stdout)


def test_other_documents_have_their_shapes(folder: Path) -> None:
    (folder / "k33.toml").write_text(K33, encoding="utf-8")
    nothing = run("pairproof pair k33.toml --json", folder)
    assert nothing.returncode == 1
    assert Pairing.model_validate_json(nothing.stdout).witness is not None
    Pairing.model_validate_json(run("pairproof manual scenarios/club-round-5.toml --json", folder).stdout)
    for option in ("", " --pairing"):
        done = run(f"pairproof standings scenarios/club-round-5.toml --json{option}", folder)
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
    shape.model_validate_json(run(f"pairproof {command} --json", folder).stdout)


def test_documents_about_many_tournaments_have_their_shapes(folder: Path) -> None:
    for command, shape in (
        ("rules", Rules),
        ("rules colour-swiss", Rules),
        ("simulate --players 8 --rounds 3 --seed 1 --method both -o played", Simulation),
        ("batch played --simulate 2 --players 6 --rounds 3 --seed 1 -o tables", BatchSummary),
    ):
        done = run(f"pairproof {command} --json", folder)
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
    for text in blocks("docs/contract.md", "toml")[:2]:
        assert set(tomllib.loads(text)) <= set(schema["properties"])
