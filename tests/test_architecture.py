"""How the parts stand to each other: who imports whom, what is loaded when, and how long things are.

The command line knows the solver, the solver knows the model, and nobody knows what is behind him.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from tests.interpreter import loaded
from tests.paths import ROOT, SCENARIOS

PARTS = ("model", "solver", "cli")
"""Each may import what stands before it."""

LONGEST_FILE, LONGEST_FUNCTION, LONGEST_COMMAND = 400, 60, 60


@cache
def modules() -> dict[str, Path]:
    """Every module of the program, by the name it is imported by."""
    found = {}
    for top in ("pairproof", *PARTS):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts if top == "pairproof" else ("pairproof", *parts))
            found[name.removesuffix(".__init__")] = path
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(name: str) -> Iterator[str]:
    """The modules of the program that a module names: at its top, in functions, for the type checker, and in texts.

    A package that is run only because something inside it is imported does not count.
    """
    for node in ast.walk(tree(modules()[name])):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules())
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relative to itself: name the module whole"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in modules():
                    yield whole
                elif node.module in modules():
                    yield str(node.module)
        elif isinstance(node, ast.Constant) and node.value in modules() and "." in str(node.value):
            yield node.value


@cache
def graph() -> nx.DiGraph:
    return nx.DiGraph((name, other) for name in modules() for other in imported(name) if other != name)


def part(name: str) -> str:
    """`model`, `solver` or `cli`; `pairproof` for the door to them."""
    return name.split(".")[1] if name.count(".") else name


def test_the_parts_import_in_one_direction() -> None:
    assert graph().number_of_edges() > 400
    allowed = {name: PARTS[: place + 1] for place, name in enumerate(PARTS)} | {"pairproof": PARTS}
    # `python -m pairproof` starts the command line.
    back = [
        (name, other)
        for name, other in graph().edges
        if name != "pairproof.__main__" and part(other) not in allowed[part(name)]
    ]
    assert back == []


def test_no_module_needs_itself() -> None:
    cycles = [tuple(sorted(group)) for group in nx.strongly_connected_components(graph()) if len(group) > 1]
    assert cycles == []


def test_every_import_is_of_the_one_name() -> None:
    """`model`, `solver` and `cli` are folders of the repository; what is imported is `pairproof`."""
    for name, path in modules().items():
        for node in ast.walk(tree(path)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not {each.split(".")[0] for each in names} & {*PARTS, "tests"}, name


# --- How long things are ----------------------------------------------------------------------------------------------


def test_no_file_is_long() -> None:
    lines = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in modules().values()
    }
    long = {name for name, count in lines.items() if count > LONGEST_FILE}
    assert not long, {name: lines[name] for name in long}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of what a function does and says about itself; its signature, which may list options, does not count."""
    assert function.end_lineno is not None
    return function.end_lineno - function.body[0].lineno + 1


def test_no_function_is_long() -> None:
    lengths = {
        f"{path.relative_to(ROOT).as_posix()}: {node.name}": length(node)
        for path in modules().values()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    long = {name for name, count in lengths.items() if count > LONGEST_FUNCTION}
    assert not long, {name: lengths[name] for name in long}


def test_a_command_is_one_short_file() -> None:
    """The option list of a command, its signature, does not count."""
    from pairproof.cli.app import COMMANDS

    lines = {}
    for name in COMMANDS:
        path = modules()[f"pairproof.cli.commands.{name}"]
        (function,) = (node for node in tree(path).body if isinstance(node, ast.FunctionDef) and node.name == "command")
        options = function.body[0].lineno - function.lineno
        lines[name] = path.read_text(encoding="utf-8").count("\n") - options
    assert {name: count for name, count in lines.items() if count > LONGEST_COMMAND} == {}


# --- What is installed ------------------------------------------------------------------------------------------------


def test_the_project_file_lists_every_package() -> None:
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {".".join(name.split(".")[:-1]) for name, path in modules().items() if path.name != "__init__.py"}
    folders |= {name for name, path in modules().items() if path.name == "__init__.py"}
    assert sorted(setup["packages"]) == sorted(folders)
    assert all(modules()[name].name == "__init__.py" for name in folders), "a package without __init__.py"


def test_every_other_file_is_listed_as_data() -> None:
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    listed = {
        path
        for package, patterns in setup["package-data"].items()
        for pattern in patterns
        for path in modules()[package].parent.glob(pattern)
    }
    sources = {".po"}  # compiled into the .mo beside them
    files = {
        path
        for top in ("pairproof", *PARTS)
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".py", *sources}
    }
    assert listed == files


# --- What is loaded ---------------------------------------------------------------------------------------------------

SOLVERS = {"highspy", "ortools", "networkx", "rustworkx"}
HEAVY = SOLVERS | {"numpy", "pydantic", "jinja2", "rich", "polars", "matplotlib"}
MAKERS = {"solver.certified", "solver.cpsat", "solver.optimal", "solver.manual", "solver.explain"}
"""What makes pairings and speaks about them: a check of a certificate shares none of it."""

RUN = "import sys; from pairproof.cli.app import app; app({0}, standalone_mode=False)"
CLUB = str(SCENARIOS / "club-round-5.toml")
OPEN = str(SCENARIOS / "real-14-players.trf")
NOTHING_LEGAL = str(SCENARIOS / "six-players-k33.toml")


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import pairproof", HEAVY | {"pairproof.model", "pairproof.solver", "pairproof.cli"}),
        ("import pairproof.model, pairproof.solver", HEAVY),
        (f"from pairproof import load_tournament\nload_tournament({CLUB!r})", SOLVERS | {"pairproof.cli"}),
        (RUN.format(["--help"]), HEAVY | {"pairproof.model.formats", "pairproof.model.tournament"}),
        ("from pairproof.cli.version import version_line\nversion_line()", HEAVY),
        ("import pairproof.solver.cpsat, pairproof.solver.cpsat.lookahead", {"ortools"}),
        (f"from pairproof import load_tournament, pair\npair(load_tournament({CLUB!r}))", {"ortools", "rich", "typer"}),
        (RUN.format(["pair", OPEN, "--time-limit", "60"]), HEAVY - {"numpy", "highspy", "rustworkx"}),
        (RUN.format(["standings", OPEN]), HEAVY),
    ],
    ids=["import", "doors", "read", "help", "version", "cp-sat", "pair", "command pair", "command standings"],
)
def test_nothing_is_loaded_before_it_is_needed(code: str, absent: set[str]) -> None:
    assert loaded(code) & absent == set()


def test_no_help_loads_what_the_work_needs() -> None:
    """The help of every command, one after the other: none loads numpy, pydantic or a solver."""
    from pairproof.cli.app import COMMANDS

    calls = [f"try: app([{name!r}, '--help'], standalone_mode=False)\nexcept SystemExit: pass" for name in COMMANDS]
    names = loaded("\n".join(["from pairproof.cli.app import app", *calls]))
    assert names >= {f"pairproof.cli.commands.{name}" for name in COMMANDS}
    assert names & HEAVY == set()


def test_verify_shares_nothing_with_what_it_checks(tmp_path: Path) -> None:
    """Neither a proof of every level nor one that nothing is legal needs a solver, or code that makes pairings."""
    from pairproof import load_tournament, pair

    calls = []
    for place, path in enumerate((CLUB, NOTHING_LEGAL)):
        (tmp_path / f"{place}.json").write_text(json.dumps(pair(load_tournament(path)).certificate), encoding="utf-8")
        calls.append(RUN.format(["verify", f"{place}.json", path]))
    names = loaded("\n".join(calls), tmp_path)
    assert "pairproof.solver.proof.verify" in names
    assert names & SOLVERS == set()
    assert [name for name in names if any(name.startswith(f"pairproof.{maker}") for maker in MAKERS)] == []


@pytest.mark.parametrize("program", ["pairproof.cli.app", "pairproof.cli.engine.command"])
def test_numpy_starts_no_threads(program: str) -> None:
    """They take a tenth of a second of the processor, and what is multiplied here is small."""
    code = f"""
import os, sys
from {program} import main
sys.argv = ["x", "pair", {str(SCENARIOS / "club-round-5.toml")!r}, "--quiet"]
try:
    main()
finally:
    print(os.environ["OPENBLAS_NUM_THREADS"])
"""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert done.stdout.splitlines()[-1] == "1"
