"""The distribution, and what the README says about it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from pairproof.cli.exit_codes import EXIT_CODES
from tests.docs.pages import blocks, calls, run, shell_lines, text_of
from tests.paths import ROOT

README = text_of("README.md")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def readme_code() -> list[str]:
    """Every line of code in the README: lines of fenced blocks, and spans between backquotes."""
    fenced = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    code = [line for block in fenced.findall(README) for line in block.splitlines()]
    return code + re.findall(r"`([^`\n]+)`", fenced.sub("", README))


def commands() -> set[str]:
    """Names of the commands that the program has."""
    import typer.main

    from pairproof.cli.app import app

    group = typer.main.get_command(app)
    return set(group.commands)  # type: ignore[attr-defined]


def test_no_other_distribution_owns_the_package() -> None:
    assert set(metadata.packages_distributions().get("pairproof", [])) <= {PROJECT["name"]}


def test_package_is_typed() -> None:
    assert (ROOT / "pairproof" / "py.typed").is_file()


def test_installed_version_is_that_of_the_project_file() -> None:
    assert metadata.version(PROJECT["name"]) == PROJECT["version"]


def test_changelog_begins_with_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = dict(re.findall(r"^## \[([^]]+)\](.*)$", text, re.MULTILINE))
    coming = [version for version, date in versions.items() if date == " - unreleased"]
    assert next(iter(versions)) in (PROJECT["version"], *coming)
    assert PROJECT["version"] in versions


@pytest.mark.parametrize("requirement", PROJECT["dependencies"])
def test_dependency_has_its_reason(requirement: str) -> None:
    name = re.match(r"[\w-]+", requirement)
    assert name is not None
    assert f"`{name[0]}`" in text_of("docs/dependencies.md")


def test_ci_runs_the_test_command_of_the_readme(tmp_path: Path) -> None:
    """`.ci/run` in a copy whose tools only write down what they are asked to do."""
    ours = [line for line in shell_lines("README.md") if "pytest" in line]
    assert len(ours) == 1
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "run").write_bytes((ROOT / ".ci" / "run").read_bytes())
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    tools = tmp_path / "tools"
    tools.mkdir()
    recorder = '#!/usr/bin/env bash\nprintf "%s" "${0##*/}" >>"$CALLS"; printf " %s" "$@" >>"$CALLS"; echo >>"$CALLS"\n'
    for name in ("pip", "pytest", "ruff", "mypy", "real-python"):
        (tools / name).write_text(recorder, encoding="utf-8")
        (tools / name).chmod(0o755)
    # Asked for its version by the script, each python answers with the recorder's path.
    for name in ("python3.13", "python3.12", "python3.11", "python3"):
        (tools / name).write_text(f"#!/usr/bin/env bash\necho {tools}/real-python\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(tools)
    calls = tmp_path / "calls"
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "CALLS": str(calls)}
    done = subprocess.run(["bash", ".ci/run"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

    asked = []
    for command in ours[0].split("&&"):
        words = shlex.split(command)
        words[0] = words[0].removeprefix(".venv/bin/").replace("python3", "real-python")
        asked.append(" ".join(words))
    assert calls.read_text(encoding="utf-8").splitlines()[-len(asked) :] == asked


def test_every_command_in_the_readme_exists() -> None:
    named = {word for code in readme_code() for word in re.findall(r"(?:^|/)pairproof ([a-z][a-z-]*)", code)}
    assert named, "the README names no command"
    assert named <= commands()


def test_every_command_is_in_the_readme() -> None:
    table = set(re.findall(r"^\| `pairproof ([a-z-]+)[^`]*` \|", README, re.MULTILINE))
    assert commands() <= table


def test_every_page_is_in_the_readme() -> None:
    pages = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    row = next(line for line in README.splitlines() if line.startswith("| `docs/` |"))
    assert pages == set(re.findall(r"\]\((docs/[^)#]+)\)", row))


def test_the_readme_is_short() -> None:
    assert README.count("\n") <= 150


def exit_codes(page: str) -> dict[int, str]:
    """The codes in the table of exit codes of a page, and what stands beside each."""
    rows = text_of(page).split("xit codes\n")[-1].split("\n#")[0]
    return {int(code): says for code, says in re.findall(r"^\| (\d+) \| ([^|]+) \|", rows, re.MULTILINE)}


def test_the_exit_codes_of_the_pages_are_those_of_the_program() -> None:
    assert exit_codes("docs/contract.md") == {code: means.full for code, means in EXIT_CODES.items()}
    shorter = " ".join(run("pairproof --help", ROOT).stdout.decode().split())
    for code, means in EXIT_CODES.items():
        assert (f"{code} {means.short}" in shorter) == bool(means.short)


@pytest.mark.parametrize("page", ["README.md", "docs/commands.md"])
def test_its_commands_run(page: str, tmp_path: Path) -> None:
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    assert calls(page)
    for line in calls(page):
        done = run(line, tmp_path)
        assert done.returncode == 0, (line, done.stderr.decode())


def test_the_program_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    (program,) = blocks("README.md", "python")
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(compile(program, "README.md", "exec"), names)
    assert names["pairing"].certificate  # type: ignore[attr-defined]


def test_the_readme_shows_what_its_first_command_prints() -> None:
    (shown,) = blocks("README.md", "text")
    assert run(calls("README.md")[0], ROOT).stdout.decode() == shown


def test_python_started_in_a_clone_finds_the_parts() -> None:
    """An installed copy beside it or not (README): without `site` nothing is installed."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import pairproof.model.errors as one; print(one.__file__)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert Path(done.stdout.strip()) == ROOT / "model" / "errors.py"
