"""The built wheel in another interpreter: one folder, typed, and nothing of a user's own stands in its way."""

from __future__ import annotations

import dataclasses
import inspect
import os
import shutil
import subprocess
import sys
import typing
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import pairproof
from tests.paths import ROOT, SCENARIOS

SOURCES = ("model", "solver", "cli", "pairproof", "pyproject.toml", "README.md", "LICENSE")

SCRIPT = """
from pairproof import Board, Engine, Method, Pairing, Request, Status, Tournament, Verdict
from pairproof import load_tournament, pair, verify


def boards(tournament: Tournament, request: Request) -> tuple[Board, ...]:
    found: Pairing = pair(tournament, request)
    assert found.status is Status.OPTIMAL
    assert found.method is Method.OPTIMAL
    assert found.engine is Engine.CERTIFIED
    assert found.certificate is not None
    verdict: Verdict = verify(found.certificate, tournament, None)
    assert verdict.valid
    return found.boards


print(len(boards(load_tournament(FILE), Request(round=5))))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of the sources, so that nothing is left behind in them."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / "source" / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / "source" / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*command, "-w", folder, folder / "source"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter with the wheel in its site-packages, and the dependencies of this one."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder)
    own = next(folder.glob("[Ll]ib/**/site-packages"))
    zipfile.ZipFile(wheel).extractall(own)
    # Only paths: a .pth of theirs that puts this checkout on the path is not followed.
    others = [path for path in sys.path if path.endswith("site-packages")]
    (own / "dependencies.pth").write_text("\n".join(others), encoding="utf-8")
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(python: Path, folder: Path, *arguments: str, **environment: str) -> str:
    """What a call in a folder prints, if all is well."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "MYPYPATH")} | environment
    done = subprocess.run([python, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A user's script, and beside it modules of his own that have our old names and cannot be imported."""
    text = SCRIPT.replace("FILE", repr(str(SCENARIOS / "club-round-5.toml")))
    (tmp_path / "script.py").write_text(text, encoding="utf-8")
    for name in ("model", "solver", "cli"):
        (tmp_path / f"{name}.py").write_text("raise AssertionError('the user has his own')\n", encoding="utf-8")
    return tmp_path / "script.py"


def test_the_wheel_is_one_folder(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"pairproof"}
    assert "pairproof/py.typed" in names
    assert "pairproof/model/locale/ru/LC_MESSAGES/pairproof.mo" in names
    # Styles, pages and scripts too: whatever of these the checkout has.
    beside = {
        f"pairproof/{path.relative_to(ROOT).as_posix()}"
        for part in ("model", "solver", "cli")
        for kind in ("*.css", "*.html", "*.js", "*.mo")
        for path in (ROOT / part).rglob(kind)
    }
    assert beside <= set(names)
    assert {"pairproof/cli/pages/html/page.html", "pairproof/cli/pages/html/print.css"} <= beside


def test_a_users_own_modules_break_nothing(python: Path, script: Path, tmp_path: Path) -> None:
    assert "site-packages" in run(python, tmp_path, "-c", "import pairproof; print(pairproof.__file__)")
    assert run(python, tmp_path, script.name) == "5\n"
    assert run(python, tmp_path, script.name, PYTHONPATH=str(tmp_path)) == "5\n"
    club = str(SCENARIOS / "club-round-5.toml")
    assert "Club championship, round 5 of 7" in run(python, tmp_path, "-m", "pairproof", "pair", club)


def test_a_users_script_is_checked_with_our_types(python: Path, script: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(script.read_text(encoding="utf-8").replace("Request(round=5)", '"round 5"'), encoding="utf-8")
    strict = ("-m", "mypy", "--strict", "--no-incremental", "--python-executable", str(python))
    command: list[str | Path] = [python, *strict, script.name, wrong.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    # The one fault is the one that was put in.
    assert done.returncode == 1
    assert "Found 1 error in 1 file (checked 2 source files)" in done.stdout, done.stdout
    assert 'expected "Request"' in done.stdout


def classes(hint: object) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for part in typing.get_args(hint):
        yield from classes(part)


def test_every_type_of_a_public_signature_is_at_the_door() -> None:
    door = set(dir(pairproof))
    public = {name: getattr(pairproof, name) for name in door}
    # What a position is made of is for those who look inside it.
    inner = {"Position", "PairingProblem", "Problem", "Level", "LevelText", "Evidence", "Claim"}
    asked: list[tuple[str, object]] = [(name, one) for name, one in public.items() if inspect.isfunction(one)]
    asked += [(name, one) for name, one in public.items() if dataclasses.is_dataclass(one) and name not in inner]
    missing = {
        f"{name}: {part.__name__}"
        for name, one in asked
        for hint in typing.get_type_hints(one).values()
        for part in classes(hint)
        if part.__module__.startswith("pairproof") and part.__name__ not in door
    }
    assert missing == set()
    assert len(asked) > 20
