"""`pairproof check` and `pairproof compare` from outside."""

from __future__ import annotations

import csv
import io
import json
import shutil

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.load import load_tournament
from tests.paths import DATA, SCENARIOS

FILES = sorted(path.name for path in DATA.glob("*.trf"))

REMATCH = """
[[rounds]]
games = [
  { white = 1, black = 3, result = "1-0" },
  { white = 2, black = 5, result = "1-0" },
]
bye = 4
"""


def test_everything_agrees(call, club):
    done = call("check", "club.toml", "--rules", "modified-swiss", "--json")
    assert done.returncode == 0
    document = json.loads(done.stdout)
    assert list(document) == ["schema", "tournament", "rules", "agrees", "rounds", "run"]
    assert (document["schema"], document["agrees"]) == ("pairproof.check/1", True)
    (first,) = document["rounds"]
    assert (first["round"], first["boards"], first["broken"], first["first_difference"]) == (1, 3, [], None)
    page = call("check", "club.toml", "--rules", "modified-swiss")
    assert page.returncode == 0
    assert "No rule is broken, and every level of every round is as good as it can be." in page.stdout.decode()


def test_a_rule_broken(call, club):
    club.write_text(club.read_text(encoding="utf-8") + REMATCH, encoding="utf-8")
    done = call("check", "club.toml", "--json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert [round_["agrees"] for round_ in document["rounds"]] == [True, False]
    assert document["rounds"][1]["broken"] == [
        {"rule": "no-rematch", "players": [1, 3], "text": "1 and 3 met in round 1"}
    ]
    page = call("check", "club.toml")
    assert page.returncode == 1
    text = page.stdout.decode()
    assert "1-3: no-rematch: 1 and 3 met in round 1." in text
    assert "1 of 2 rounds differs from what the rules ask for." in text


def test_no_rounds(call, club):
    text = club.read_text(encoding="utf-8")
    club.write_text(text[: text.index("[[rounds]]")], encoding="utf-8")
    done = call("check", "club.toml")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "there is nothing to check" in done.stdout.decode()
    assert json.loads(call("check", "club.toml", "--json").stdout)["rounds"] == []
    done = call("compare", "club.toml", "--all")
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_round_without_results_can_only_be_the_last(call, club):
    text = club.read_text(encoding="utf-8").replace(', result = "1-0"', "", 1)
    club.write_text(text, encoding="utf-8")
    assert call("check", "club.toml").returncode == 0
    club.write_text(text + REMATCH, encoding="utf-8")
    done = call("check", "club.toml")
    assert (done.returncode, done.stdout) == (3, b"")
    assert "round 1: The game 1-3 has no result" in done.stderr.decode()


def test_limits_within_groups_that_nothing_keeps(call, tmp_path):
    (tmp_path / "two.toml").write_text(
        """
[tournament]
name = "Two"
rounds = 3
[[players]]
id = 1
groups = ["Faro"]
[[players]]
id = 2
groups = ["Faro"]
[[rounds]]
games = [{ white = 1, black = 2, result = "1-0" }]
""",
        encoding="utf-8",
    )
    (tmp_path / "limits.toml").write_text('base = "combined"\n[max_pairs_in_group]\nFaro = 0\n', encoding="utf-8")
    for options in ((), ("--json",)):
        done = call("check", "two.toml", "--rules", "limits.toml", *options)
        assert done.returncode == 1, done.stderr
        done = call("compare", "two.toml", "--rules", "limits.toml", "--all", *options)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", FILES)
def test_real_files(call, name):
    """Every file is checked, or refused with the reader's own message."""
    path = str(DATA / name)
    refusal = None
    try:
        tournament = load_tournament(path)
    except InvalidInput as error:
        refusal = str(error)
    if refusal is not None:
        done = call("check", path)
        assert (done.returncode, done.stdout) == (3, b"")
        assert done.stderr.decode().splitlines() == refusal.splitlines()
        return
    if len(tournament.rounds) * len(tournament.players) > 1000:
        pytest.skip("checked by the smaller files")
    done = call("check", path, "--json")
    assert done.returncode in (0, 1)
    document = json.loads(done.stdout)
    assert len(document["rounds"]) == len(tournament.rounds)
    assert (done.returncode == 0) == document["agrees"] == all(round_["agrees"] for round_ in document["rounds"])


def test_compare_json(call, club):
    document = json.loads(call("compare", "club.toml", "--json").stdout)
    assert list(document) == ["schema", "tournament", "rules", "rounds", "total", "run"]
    (second,) = document["rounds"]
    assert list(second) == ["round", "optimal", "manual", "played"]
    assert (second["round"], second["played"]) == (2, None)
    assert second["manual"]["status"] == "complete"
    assert document["total"]["played"]["rounds"] == 0
    document = json.loads(call("compare", "club.toml", "--all", "--json").stdout)
    (first,) = document["rounds"]
    assert first["played"]["bye"] == 5
    assert first["played"]["first_difference"] is None
    assert document["total"]["played"]["as_good"] == 1


def test_compare_csv(call, club):
    club.write_text(club.read_text(encoding="utf-8") + REMATCH, encoding="utf-8")
    text = call("compare", "club.toml", "--all", "--csv").stdout.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["round"], row["method"]) for row in rows] == [
        (number, method) for number in "12" for method in ("optimal", "manual", "played")
    ]
    document = json.loads(call("compare", "club.toml", "--all", "--json").stdout)
    for row in rows:
        candidate = document["rounds"][int(row["round"]) - 1][row["method"]]
        for level in candidate["levels"]:
            assert row[level["name"]] == str(level["value"])
        assert int(row["down"]) == len(candidate["down"])
    assert rows[-1]["rules_broken"] == "1"


def test_compare_pages(call, club):
    page = call("compare", "club.toml", "--round", "1").stdout.decode()
    assert "boards in common with the optimum: " in page
    page = call("compare", "club.toml", "--all").stdout.decode()
    assert "played: as good as the optimum in 1 of 1 rounds, worse in 0, illegal in 0, stuck in 0" in page


def test_an_illegal_round_is_not_worse_but_illegal(call, club):
    club.write_text(club.read_text(encoding="utf-8") + REMATCH, encoding="utf-8")
    page = call("compare", "club.toml", "--all").stdout.decode()
    assert "played: as good as the optimum in 1 of 2 rounds, worse in 0, illegal in 1, stuck in 0" in " ".join(
        page.split()
    )
    total = json.loads(call("compare", "club.toml", "--all", "--json").stdout)["total"]["played"]
    assert (total["as_good"], total["worse"], total["illegal"]) == (1, 0, 1)
    page = call("compare", "club.toml", "--round", "2").stdout.decode()
    assert "illegal: its levels are no measure" in page


def test_half_a_pairing_is_not_measured(call, tmp_path):
    """Stuck, the manual method has made one board and the bye: they would look cheap beside a whole round."""
    shutil.copy(SCENARIOS / "manual-stuck.toml", tmp_path / "stuck.toml")
    page = call("compare", "stuck.toml").stdout.decode()
    assert [line.split() for line in page.splitlines() if line.startswith("bye-score")] == [["bye-score", "2"]]
    assert page.count("downfloats (") == 1
    manual = list(csv.DictReader(io.StringIO(call("compare", "stuck.toml", "--csv").stdout.decode())))[1]
    assert {key: value for key, value in manual.items() if value} == {
        "round": "3", "method": "manual", "status": "stuck", "rules_broken": "0", "boards": "2"
    }  # fmt: skip
    document = json.loads(call("compare", "stuck.toml", "--json").stdout)
    assert document["rounds"][0]["manual"]["levels"] == []


def test_compare_where_nothing_is_legal(call, k33):
    done = call("compare", "k33.toml")
    assert done.returncode == 0
    assert "No legal pairing exists." in done.stdout.decode()
    assert "stuck at C9" in done.stdout.decode()


@pytest.mark.parametrize(
    "arguments", [["--round", "3"], ["--round", "0"], ["--all", "--round", "1"], ["--json", "--csv"]]
)
def test_compare_wrong_usage(call, club, arguments):
    done = call("compare", "club.toml", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.strip()
