"""`pairproof convert`: between the formats, and what is said of what gets lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairproof.model import load_tournament
from pairproof.model.formats.trf.flavours import FLAVOURS
from tests.cli.conftest import Run
from tests.model.formats.test_trf_document import BASE
from tests.paths import DATA


def said(done: object) -> list[str]:
    return done.stderr.decode().splitlines()  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_toml_to_trf_and_back(call: Run, club: Path, flavour: str) -> None:
    assert call("convert", "club.toml", "club.trf", "--to", flavour).returncode == 0
    assert call("convert", "club.trf", "again.toml").returncode == 0
    before, after = load_tournament("club.toml"), load_tournament("again.toml")
    assert [set(one.games) for one in after.rounds] == [set(one.games) for one in before.rounds]
    assert after.players == before.players
    assert after.rounds_planned == (None if flavour == "trf16" else 5)


def test_what_is_lost_is_said(call: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        '[tournament]\nrounds = 3\nrules = "modified-swiss"\n[[players]]\nid = 1\nlot = 2\n[[players]]\nid = 2\n',
        encoding="utf-8",
    )
    done = call("convert", "a.toml", "a.trf", "--to", "trf16")
    assert done.returncode == 0
    assert said(done) == [
        "Not carried to TRF16: the rule set (modified-swiss).",
        "Not carried to TRF16: 1 drawn number.",
        "Not carried to TRF16: the number of rounds (3).",
    ]
    (tmp_path / "winter.trf").write_bytes(BASE)
    lost = said(call("convert", "winter.trf", "winter.toml"))
    assert "Not carried to TOML: rank of the players." in lost
    document = json.loads(call("convert", "winter.trf", "winter.trfx", "--json").stdout)
    assert document["schema"] == "pairproof.conversion/1"
    assert (document["from"], document["to"]) == ("trf26", "trfx")
    assert document["not_carried"] == [
        "the rule set (fide-dutch)",
        "2 pairs forbidden in one round only",
        "national ratings (POR)",
    ]


def test_the_same_flavour_gives_the_same_bytes(call: Run, tmp_path: Path) -> None:
    (tmp_path / "winter.trf").write_bytes(BASE)
    assert call("convert", "winter.trf", "-", "--to", "trf26").stdout == BASE


def test_standard_input(run: Run, club: Path) -> None:
    done = run("convert", "-", "-", "--format", "toml", "--to", "trf26", stdin=club.read_bytes())
    assert done.returncode == 0
    assert done.stdout.startswith(b"012 Club\n142 5\n001    1      Ana")


def test_teams_and_the_restriction(call: Run, tmp_path: Path) -> None:
    record = f"013 {'Lions':<32}{1:>4} {2:>4}\r\n".encode()
    (tmp_path / "winter.trf").write_bytes(BASE + record)
    arguments = ("convert", "winter.trf", "winter.toml", "--teams-as-groups", "--restricted-until", "3")
    done = call(*arguments)
    assert done.returncode == 0
    assert not any("teams" in text for text in said(done))
    tournament = load_tournament("winter.toml")
    assert tournament.restricted_until == 3
    assert [player.groups for player in tournament.players] == [("Lions",), ("Lions",), (), ()]
    assert any("'Lions' holds 2 of 4 players" in text for text in said(done))
    done = call(*arguments[:-1], "5")
    assert (done.returncode, b"winter.trf" in done.stderr) == (2, False)
    assert any(text.startswith("--restricted-until: restricted_until is 5") for text in said(done))
    assert any("teams (013)" in text for text in said(call("convert", "winter.trf", "plain.toml")))


@pytest.mark.parametrize(("line", "lost"), [("# the hall is cold\n", True), ("", False), ('name = "#1"\n', False)])
def test_comments_of_a_native_file(call: Run, tmp_path: Path, line: str, lost: bool) -> None:
    text = f"[tournament]\n{line}rounds = 3\n[[players]]\nid = 1\n[[players]]\nid = 2\n"
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    for out in ("b.toml", "b.trf"):
        assert any("comments" in sentence for sentence in said(call("convert", "a.toml", out))) == lost


def test_a_rule_file_beside_another_folder(call: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    rules = 'base = "combined"\n[points]\nwin = 6\nbye = 6\nfull_bye = 6\n[policy]\ninitial_colour = "black"\n'
    (tmp_path / "in" / "ours.toml").write_text(rules, encoding="utf-8")
    text = '[tournament]\nrounds = 3\nrules = "ours.toml"\n[[players]]\nid = 1\n[[players]]\nid = 2\n'
    (tmp_path / "in" / "a.toml").write_text(text, encoding="utf-8")
    assert call("convert", "in/a.toml", "out/b.toml").returncode == 0
    assert load_tournament("out/b.toml").rules == "../in/ours.toml"
    assert call("convert", "in/a.toml", "out/b.trf").returncode == 0
    assert call("convert", "in/a.toml", "in/ours.toml").returncode == 2
    assert (tmp_path / "in" / "ours.toml").read_text(encoding="utf-8") == rules
    converted = load_tournament("out/b.trf")
    assert (converted.points["win"], converted.initial_colour) == (6, "black")


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("club.toml", "club.csv"), 2, "--to"),
        (("club.toml", "club.trf", "--to", "csv"), 2, "csv"),
        (("club.toml", "club.toml"), 2, "overwrite"),
        (("club.toml", "-", "--to", "trfx", "--json"), 2, "--json"),
        (("club.toml", "no/club.trf"), 5, "no directory"),
        (("none.toml", "club.trf"), 5, "no such file"),
        (("bad.trf", "club.toml"), 3, "no player record"),
    ],
)
def test_refused(call: Run, club: Path, arguments: tuple[str, ...], code: int, word: str) -> None:
    Path("bad.trf").write_bytes(b"XXR 3\n")
    done = call("convert", *arguments)
    assert (done.returncode, word in done.stderr.decode()) == (code, True), done.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["bad.trf", "club.toml"]


@pytest.mark.parametrize("name", ["go-003-17p7r.xml", "scrabble-013-16p15r.t"])
def test_other_games(call: Run, name: str) -> None:
    done = call("convert", str(DATA / name), "out.trf")
    assert done.returncode == 0, done.stderr
    before, after = load_tournament(DATA / name), load_tournament("out.trf")
    assert [one.byes for one in after.rounds] == [one.byes for one in before.rounds]
    assert [len(one.games) for one in after.rounds] == [len(one.games) for one in before.rounds]
    toml = call("convert", str(DATA / name), "out.toml")
    assert toml.returncode == 0
    again = load_tournament("out.toml")
    assert (again.players, again.rounds, again.next) == (before.players, before.rounds, before.next)


def test_a_trf_file_keeps_its_dialect(call: Run, tmp_path: Path) -> None:
    data = b"XXR 5\nXXC white1\n" + b"\n".join(line for line in BASE.splitlines() if line.startswith(b"001")) + b"\n"
    (tmp_path / "x.trf").write_bytes(data)
    assert call("convert", "x.trf", "y.trf").returncode == 0
    assert (tmp_path / "y.trf").read_bytes() == data
    assert call("convert", "x.trf", "z.trf", "--to", "trf26").returncode == 0
    assert b"142 5" in (tmp_path / "z.trf").read_bytes()
