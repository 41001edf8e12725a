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

from pairproof.cli.app import app
from pairproof.cli.exit_codes import EXIT_CODES
from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def readme_code() -> list[str]:
    """Every line of code in the README: lines of fenced blocks, and spans between backquotes."""
    code: list[str] = []
    fenced = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for block in fenced.findall(README):
        code += block.splitlines()
    code += re.findall(r"`([^`\n]+)`", fenced.sub("", README))
    return code


def shell_lines() -> list[str]:
    """The lines of the README's `sh` blocks."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def pairproof_calls() -> list[list[str]]:
    """The arguments of each call of `pairproof` in the README's `sh` blocks, in order."""
    calls = []
    for line in shell_lines():
        for command in line.split("&&"):
            words = shlex.split(command, comments=True)
            if words and words[0].removeprefix(".venv/bin/") == "pairproof":
                calls.append(words[1:])
    return calls


def run_pairproof(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, in a folder; `> FILE` at its end is followed."""
    arguments, target = (arguments[:-2], arguments[-1]) if ">" in arguments else (arguments, None)
    done = subprocess.run(
        [sys.executable, "-c", "from pairproof.cli.app import main; main()", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if target is not None:
        (folder / target).write_text(done.stdout, encoding="utf-8")
    return done


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
    assert f"`{name[0]}`" in (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")


def test_ci_runs_the_test_command_of_the_readme(tmp_path: Path) -> None:
    """`.ci/run` in a copy whose tools only write down what they are asked to do."""
    ours = [line for line in shell_lines() if "pytest" in line]
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


def exit_codes(page: str) -> dict[int, str]:
    """The codes in the table of exit codes of a page, and what stands beside each."""
    rows = (ROOT / page).read_text(encoding="utf-8").split("xit codes\n")[-1].split("\n#")[0]
    return {int(code): says for code, says in re.findall(r"^\| (\d+) \| ([^|]+) \|", rows, re.MULTILINE)}


def test_the_exit_codes_of_the_pages_are_those_of_the_program() -> None:
    everyday = {code: means.full for code, means in EXIT_CODES.items() if means.short}
    assert set(everyday) == {0, 1, 2, 3, 5, 6}
    assert exit_codes("README.md") == everyday
    assert exit_codes("docs/contract.md") == everyday
    assert set(EXIT_CODES) | {4} == set(exit_codes("docs/formats.md"))
    assert app.info.epilog is not None
    assert dict(re.findall(r"(?<=[:;] )(\d+) ([^;]+?)(?=[;.]$|;)", app.info.epilog)).keys() == set(map(str, everyday))


def test_commands_of_the_readme_run(tmp_path: Path) -> None:
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    calls = pairproof_calls()
    assert calls, "the README shows no call"
    for arguments in calls:
        done = run_pairproof(arguments, tmp_path)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)


def test_files_of_the_readme_are_good_input(tmp_path: Path) -> None:
    rules, tournament = re.findall(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (tmp_path / "our-club.toml").write_text(rules, encoding="utf-8")
    (tmp_path / "club.toml").write_text(tournament, encoding="utf-8")
    for arguments in (
        ["rules", "our-club.toml"],
        ["pair", "club.toml"],
        ["pair", "club.toml", "--rules", "our-club.toml"],
    ):
        done = run_pairproof(arguments, tmp_path)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("page", sorted([Path("README.md"), *(p.relative_to(ROOT) for p in ROOT.glob("docs/*.md"))]))
def test_links_lead_somewhere(page: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (ROOT / page.parent / target).exists(), f"{page} links to {target}"


def test_the_readme_shows_what_its_first_command_prints() -> None:
    shown = re.search(r"```text\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    done = run_pairproof(["pair", "scenarios/club-round-5.toml"], ROOT)
    assert done.stdout == shown[1]
