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
    assert "1 Ana – 3 Carla: no-rematch: 1 and 3 met in round 1." in text
    assert "1 of 2 rounds differs from what the rules ask for." in text


# In the second round 2 has a downfloat; in the third again, and so has 5, after the bye.
FLOATS = """\
[[rounds]]
games = [{ white = 3, black = 1, result = "0-1" }, { white = 4, black = 2, result = "0-1" }]
bye = 5
[[rounds]]
games = [{ white = 2, black = 3, result = "1-0" }, { white = 5, black = 4, result = "1-0" }]
bye = 1
"""


@pytest.fixture
def floats(club):
    text = club.read_text(encoding="utf-8")
    first = '[[rounds]]\ngames = [{ white = 1, black = 4, result = "1-0" }, { white = 2, black = 5, result = "1-0" }]\n'
    club.write_text(f"{text[: text.index('[[rounds]]')]}{first}bye = 3\n{FLOATS}", encoding="utf-8")
    return club


def test_whose_levels_are_worse_and_the_better_boards(call, floats):
    done = call("check", "club.toml", "--show-better")
    assert done.returncode == 1
    page = " ".join(done.stdout.decode().split())
    assert "repeated-float: 2 Bruno has a downfloat again, after the one in round 2." in page
    assert "repeated-float: 4 Dário has an upfloat again, after the one in round 2." in page
    assert "bye-score: 1 Ana, who has 4 points, has the bye." in page
    assert "In the best pairing 4 Dário has the bye." in page
    assert "2 Bruno – 3 Carla (4–2) 1 Ana – 2 Bruno (4–4)" in page
    assert "bye 1 Ana bye 4 Dário" in page
    plain = call("check", "club.toml").stdout.decode()
    assert "bye 4 Dário" not in plain
    assert "--show-better shows the boards of the best pairing." in plain
    (_, _, third) = json.loads(call("check", "club.toml", "--json", "--show-better").stdout)["rounds"]
    level = next(level for level in third["levels"] if level["name"] == "bye-score")
    assert level == {"name": "bye-score", "played": 4, "optimal": 0, "whose": ["1, who has 4 points, has the bye."]}
    assert third["better"]["bye"] == 4
    assert "better" not in json.loads(call("check", "club.toml", "--json").stdout)["rounds"][2]


def test_compare_says_whose_and_every_level(call, floats):
    page = " ".join(call("compare", "club.toml", "--all", "--show-better").stdout.decode().split())
    assert "repeated-float 0 0 3" in page
    assert "played: repeated-float: 2 Bruno has a downfloat again" in page
    assert "manual: repeated-float: 3 Carla has a downfloat again, after the bye in round 1." in page
    assert "bye 1 Ana bye 4 Dário" in page
    assert "Round 4 level optimal manual repeated-float" in page  # the round to be paired
    page = " ".join(call("compare", "club.toml", "--round", "3").stdout.decode().split())
    assert "downfloats (the bye is one): 1 Ana, 2 Bruno, 5 Эва" in page
    assert "In the best pairing 4 Dário has the bye." in page
    (third,) = json.loads(call("compare", "club.toml", "--round", "3", "--json").stdout)["rounds"]
    level = next(level for level in third["played"]["levels"] if level["name"] == "bye-score")
    assert level == {"name": "bye-score", "value": 4, "whose": ["1, who has 4 points, has the bye."]}
    assert not any("whose" in level for level in third["optimal"]["levels"])


def test_compare_all_leaves_out_a_round_that_cannot_be_paired(call, floats):
    text = floats.read_text(encoding="utf-8")
    for changed in (
        text.replace("rounds = 5", "rounds = 3"),
        text.replace('black = 4, result = "1-0" }]\nbye = 1', "black = 4 }]\nbye = 1"),
    ):
        assert changed != text
        floats.write_text(changed, encoding="utf-8")
        rounds = json.loads(call("compare", "club.toml", "--all", "--json").stdout)["rounds"]
        assert [each["round"] for each in rounds] == [1, 2, 3]


def test_other_colours_that_no_level_counts(call, floats):
    """Round 1: 2 has white against 5, though even numbers begin with black."""
    page = " ".join(call("check", "club.toml").stdout.decode().split())
    assert "On 1 board of 2 the rules give the other colours, which no level counts:" in page
    assert "2 Bruno – 5 Эва: By the rules 5 has white: neither has a preference" in page
    first, *others = json.loads(call("check", "club.toml", "--json").stdout)["rounds"]
    assert [(each["white"], each["black"]) for each in first["colours"]] == [(2, 5)]
    assert all("colours" not in each for each in others)
    # Where the first player is only that, there are no colours to tell of.
    assert "the other colours" not in call("check", "club.toml", "--rules", "modified-swiss").stdout.decode()


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
    first, coming = document["rounds"]
    assert (coming["round"], coming["played"]) == (2, None)
    assert first["played"]["bye"] == 5
    assert first["played"]["first_difference"] is None
    assert document["total"]["played"]["as_good"] == 1


def test_compare_csv(call, club):
    club.write_text(club.read_text(encoding="utf-8") + REMATCH, encoding="utf-8")
    text = call("compare", "club.toml", "--all", "--csv").stdout.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["round"], row["method"]) for row in rows] == [
        *((number, method) for number in "12" for method in ("optimal", "manual", "played")),
        ("3", "optimal"),
        ("3", "manual"),
    ]
    assert {(row["tournament"], row["rules"]) for row in rows} == {("Club", "combined")}
    document = json.loads(call("compare", "club.toml", "--all", "--json").stdout)
    for row in rows:
        candidate = document["rounds"][int(row["round"]) - 1][row["method"]]
        for level in candidate["levels"]:
            assert row[level["name"]] == str(level["value"])
        assert int(row["down"]) == len(candidate["down"])
    assert rows[5]["rules_broken"] == "1"


def test_compare_pages(call, club):
    page = call("compare", "club.toml", "--round", "1").stdout.decode()
    assert "boards in common with the optimum: " in page
    page = call("compare", "club.toml", "--all").stdout.decode()
    assert "played: as good as the optimum in 1 of 1 round, worse in 0, illegal in 0, stuck in 0" in page


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
        "tournament": manual["tournament"], "rules": "modified-swiss",
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


def test_compare_by_the_dutch_system_shows_the_criteria_that_are_not_0(call, tmp_path):
    shutil.copy(DATA / "chess-059-8p5r.trf", tmp_path / "few.trf")
    page = call("compare", "few.trf", "--rules", "fide-dutch", "--all", "--show-better").stdout.decode()
    assert "Round 1\nAll levels are 0.\n" in page
    assert "Round 2\nlevel  optimal\n1.C12        1\n" in page
    assert "In the best pairing 1 Player 001 has the bye." in page
    assert "bye 2 Player 002                    bye 1 Player 001" in page


def test_how_many_more_there_are(call, tmp_path):
    """The page names three of a level; the document all, one for each player who is denied his colour."""
    shutil.copy(DATA / "chess-049-284p7r.trf", tmp_path / "many.trf")
    rounds = json.loads(call("check", "many.trf", "--rules", "colour-swiss", "--json").stdout)["rounds"]
    (level,) = [level for level in rounds[5]["levels"] if level["name"] == "strong-colour"]
    assert len(level["whose"]) == level["played"] > 12
    page = call("check", "many.trf", "--rules", "colour-swiss").stdout.decode()
    assert f"strong-colour: And {level['played'] - 3} more.\n" in page[page.index("Round 6") :]
