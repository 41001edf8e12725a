"""Help, mistakes and errors in the language asked for, by `--lang` or by the environment."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from pairproof.cli.app import COMMANDS
from pairproof.cli.help import TYPER_SAYS, complain_as_typer
from pairproof.model.language import LANGUAGES, say, speaking
from tests.paths import ROOT

ENGLISH = re.compile(r"\b(?<!-)(?:the|of|and|or|with|is|not|are|was|has|this|that|in)\b")
"""Words that a sentence in another language does not have; "a", "no" and "for" are Portuguese too."""

TRANSLATED = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_the_language(call, command, language):
    page = call(*filter(None, [command]), "--help", "--lang", language).stdout.decode()
    assert page == call("--lang", language, *filter(None, [command]), "--help").stdout.decode()
    for line in page.splitlines():
        assert not ENGLISH.search(line), line
    assert page.splitlines()[0].startswith({"pt": "Uso: pairproof", "ru": "Использование: pairproof"}[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_commands_says_each_in_full(call, language):
    with speaking(language):
        page = " ".join(call("--help", "--lang", language).stdout.decode().split())
        for command, does in COMMANDS.items():
            assert f" {command} {say(does)} " in page


def test_the_environment_names_the_language(call, monkeypatch):
    monkeypatch.setenv("PAIRPROOF_LANG", "ru")
    assert "Использование:" in call("--help").stdout.decode()
    assert "Uso:" in call("--help", "--lang=pt").stdout.decode()
    assert "Usage:" in call("--help", "--lang", "en").stdout.decode()
    monkeypatch.setenv("PAIRPROOF_LANG", "")
    assert "Usage:" in call("--help").stdout.decode()
    monkeypatch.setenv("PAIRPROOF_LANG", "tlh")
    done = call("--help")
    assert (done.returncode, done.stderr.decode()) == (2, "PAIRPROOF_LANG=tlh: expected one of en, pt, ru.\n")


@pytest.mark.parametrize("arguments", [["rules", "--lang", "tlh"], ["--lang", "tlh", "rules"]])
def test_there_is_no_such_language(call, arguments):
    done = call(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == "--lang tlh: expected one of en, pt, ru.\n"


WRONG = {
    "No such option: {option} (Possible options: {known})": ["explain", "x.toml", "--pleyer", "3"],
    "No such option: {option}": ["rules", "--qqq"],
    "No such command {command}. Did you mean {known}?": ["pear"],
    "No such command {command}.": ["qqq"],
    "Missing argument {name}.": ["pair"],
    "Missing option {name}.": ["report", "x.toml"],
    "Got unexpected extra argument(s) ({words})": ["pair", "x.toml", "y.toml"],
    "Option {option} does not take a value.": ["rules", "--json=yes"],
    "Option {option} requires an argument.": ["pair", "x.toml", "--rules"],
    "Invalid value for {name}: Input should be a valid integer, unable to parse string as an integer": [
        "pair",
        "x.toml",
        "--round",
        "two",
    ],
    "Invalid value for {name}: Input should be a valid number, unable to parse string as a number": [
        "simulate",
        "--noise",
        "much",
    ],
}


@pytest.mark.parametrize(("template", "arguments"), WRONG.items(), ids=list(WRONG))
def test_mistakes_on_the_command_line(call, monkeypatch, template, arguments):
    """As typer says it in English, byte for byte, and no word of that in the others."""
    english = call(*arguments)
    assert english.returncode == 2
    monkeypatch.setattr("pairproof.cli.app.complain_as_typer", lambda error: error.show())
    assert call(*arguments).stderr == english.stderr
    monkeypatch.setattr("pairproof.cli.app.complain_as_typer", complain_as_typer)
    assert english.stderr.decode().splitlines()[-1].startswith(f"Error: {template.split('{')[0]}".strip())
    for language in TRANSLATED:
        done = call("--lang", language, *arguments)
        assert done.returncode == 2
        assert "Error" not in done.stderr.decode()
        assert not ENGLISH.search(done.stderr.decode())


def test_faults_of_studies_are_in_the_language(call, tmp_path):
    """What is wrong with options, folders, tables and quotas; each mistake gives sentences of several modules."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "simulation.json").write_text("{", encoding="utf-8")
    (tmp_path / "run" / "rounds.csv").write_text("tournament\n", encoding="utf-8")
    (tmp_path / "run" / "run.json").write_text("{", encoding="utf-8")
    (tmp_path / "four.toml").write_text("".join(f"[[players]]\nid = {i}\n" for i in range(1, 5)), encoding="utf-8")
    wrong = ("--tournaments", "0", "--draws", "2", "--method", "x", "--ratings", "x", "--jobs", "0", "--rounds", "0")
    mistakes = (
        ("simulate", *wrong, "--players", "1", "--format", "x", "--groups", "-1", "--noise", "-1"),
        ("simulate", "--players", "4", "--rounds", "3", "-o", "run"),
        ("batch", "x", "x", "--simulate", "-1", "--players", "1,x", "--restricted-until", "9", "-o", "out"),
        ("batch", "four.toml", "-o", "four.toml"),
        ("batch", "four.toml", "-o", "run"),
        ("plot", "run", "run", "--format", "x"),
        ("pair", "four.toml", "--max-pairs-in-group", "x=1"),
        ("pair", "four.toml", "--rules", "fide-dutch", "--lookahead", "1"),
        ("check", "four.toml", "--round", "3"),
    )
    for arguments in mistakes:
        english = call(*arguments)
        assert english.returncode, arguments
        for language in TRANSLATED:
            done = call("--lang", language, *arguments)
            assert done.returncode == english.returncode
            for line in done.stderr.decode().splitlines():
                assert not ENGLISH.search(line), line


def test_every_complaint_listed_is_tried():
    assert set(WRONG) == set(TYPER_SAYS)


def test_a_help_text_is_a_literal():
    """So that it is found, translated, and looked up when it is shown."""
    seen = 0
    for path in Path(ROOT / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("Option", "Argument"):
                texts = [word.value for word in node.keywords if word.arg == "help"]
                assert len(texts) == 1, (path, node.lineno)
                named = isinstance(texts[0], ast.Name) and texts[0].id == "help"  # handed through
                assert named or isinstance(texts[0], ast.Constant), (path, node.lineno)
                seen += 1
    assert seen > 60
