"""The table of formats: nothing but the table names them, and a new one is a piece and a line (HOUSE 5)."""

from __future__ import annotations

import io
import re
import sys
import textwrap
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner
from typer.testing import Result as Run

from pairproof.cli.app import app
from pairproof.model import InvalidInput, UsageProblem, load_tournament
from pairproof.model.formats import table
from pairproof.model.formats.format import Format
from pairproof.model.tournament import Game, Player, Result
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "adding-a-format.md").read_text(encoding="utf-8")
LIST = "players: Ana; Bo; Cy; Di\nround: 1-4 1-0, 2-3 1/2-1/2\nround: 1-2 0-1, 3-4 1-0\n"


@pytest.fixture
def gamelist(monkeypatch: pytest.MonkeyPatch) -> Format:
    """The format of the page, added as the page says."""
    (program,) = re.findall(r"^   ```python\n(.*?)^   ```$", PAGE, re.MULTILINE | re.DOTALL)
    module = ModuleType("pairproof.model.formats.gamelist")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(textwrap.dedent(program), "adding-a-format.md", "exec"), module.__dict__)
    added: Format = module.FORMAT
    monkeypatch.setattr(table, "FORMATS", (*table.FORMATS, added))
    return added


def run(*args: str | Path) -> Run:
    return CliRunner().invoke(app, [str(arg) for arg in args])


def test_a_format_is_a_piece_and_a_line(tmp_path: Path, gamelist: Format) -> None:
    (example,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert example == LIST
    by_suffix, by_content = tmp_path / "club.games", tmp_path / "club.txt"
    for path in (by_suffix, by_content):
        path.write_text(LIST)
    tournament = load_tournament(by_suffix)
    assert tournament.players[2] == Player(3, "Cy")
    assert tournament.rounds[1].games == (Game(1, 2, Result.BLACK_WINS), Game(3, 4, Result.WHITE_WINS))
    assert load_tournament(by_content).rounds == tournament.rounds
    assert load_tournament("-", format="gamelist", stdin=io.BytesIO(LIST.encode())).rounds == tournament.rounds
    with pytest.raises(UsageProblem, match="tsh, list and gamelist"):
        load_tournament(by_suffix, format="other")
    by_suffix.write_text(LIST.replace("3-4", "3-9").replace("1-4 1-0", "1+4"))
    with pytest.raises(InvalidInput) as caught:
        load_tournament(by_suffix)
    assert [(fault.line, fault.round) for fault in caught.value.faults] == [(2, 1), (3, 2)]


def test_the_new_format_is_converted_both_ways_and_paired(tmp_path: Path, gamelist: Format) -> None:
    path = tmp_path / "club.games"
    path.write_text(LIST)
    done = run("convert", path, tmp_path / "club.toml")
    assert done.exit_code == 0, done.output
    planned = (tmp_path / "club.toml").read_text().replace('name = ""', 'name = ""\nrounds = 5', 1)
    (tmp_path / "club.toml").write_text(planned)
    done = run("convert", tmp_path / "club.toml", tmp_path / "again.games")
    assert done.exit_code == 0, done.output
    assert "Not carried to a list of games: the number of rounds." in done.stderr
    assert (tmp_path / "again.games").read_text() == LIST
    assert run("convert", path, tmp_path / "club.trf").exit_code == 0
    assert load_tournament(tmp_path / "club.trf").rounds == load_tournament(path).rounds
    done = run("pair", path)
    assert done.exit_code == 0, done.output
    assert "no such format" in run("convert", path, "-", "--to", "lists").output


def test_the_new_format_is_simulated(tmp_path: Path, gamelist: Format) -> None:
    asked = ("--players", "4", "--rounds", "2", "--seed", "1", "--jobs", "1", "--format", "gamelist")
    done = run("simulate", *asked, "-o", tmp_path / "played")
    assert done.exit_code == 0, done.output
    assert len(load_tournament(tmp_path / "played" / "00001-optimal.gamelist").rounds) == 2


def test_the_page_says_what_each_field_is() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == {field.name for field in fields(Format)}


def test_nothing_outside_the_table_lists_the_formats() -> None:
    """No module but those of a format names it as `--format` does; the help shows the table's words."""
    words = re.compile(r'"(trf|opengotha|tsh)"')
    allowed = {"model/formats/table.py"}
    found = set()
    for room in ("model", "solver", "cli"):
        for path in (ROOT / room).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if words.search(path.read_text(encoding="utf-8")) and name not in allowed:
                found.add(name)
    assert found == {f"model/formats/{name}/__init__.py" for name in ("trf", "opengotha", "tsh")}
    assert "|".join(table.names()) in run("pair", "--help").output.replace("\n", "")
    for name in table.names():
        assert f"| `{name}` |" in (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")


def test_the_names_and_suffixes_are_distinct() -> None:
    names = table.names()
    assert len(set(names)) == len(names)
    suffixes = [suffix for one in table.FORMATS for suffix in one.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    written = [suffix for form in table.forms().values() for suffix in form.suffixes]
    assert len(set(written)) == len(written)
    assert sum(len(one.forms) for one in table.FORMATS) == len(table.forms())
