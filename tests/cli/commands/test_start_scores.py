"""Starting scores (McMahon) from an OpenGotha file, in every command that pairs."""

from __future__ import annotations

import csv
import json

import pytest

GOTHA = """\
<?xml version="1.0" encoding="UTF-8"?>
<Tournament>
<Players>
<Player name="Lee" firstName="A" rank="5D" rating="2500" participating="1111" registeringStatus="FIN"/>
<Player name="Lee" firstName="B" rank="1D" rating="2100" participating="1111" registeringStatus="FIN"/>
<Player name="Lee" firstName="C" rank="1K" rating="2000" participating="1111" registeringStatus="FIN"/>
<Player name="Lee" firstName="D" rank="12K" rating="900" participating="1111" registeringStatus="FIN"/>
</Players>
<Games>
<Game whitePlayer="LEEA" blackPlayer="LEEB" result="RESULT_BLACKWINS" roundNumber="1" tableNumber="1"/>
<Game whitePlayer="LEEC" blackPlayer="LEED" result="RESULT_BLACKWINS" roundNumber="1" tableNumber="2"/>
</Games>
<PlacementCriterion name="MMS" number="1"/>
<GeneralParameterSet name="Coupe" numberOfRounds="4" genMMBar="3D" genMMFloor="5K" genMMZero="30K"/>
</Tournament>
"""


@pytest.fixture
def coupe(tmp_path, call):
    """The folder of a McMahon tournament as OpenGotha has it, and of a rule file that uses its starting scores."""
    (tmp_path / "coupe.xml").write_text(GOTHA, encoding="utf-8")
    (tmp_path / "mcmahon.toml").write_text('base = "combined"\n[policy]\nstart_scores = "used"\n', encoding="utf-8")
    return tmp_path


def test_every_command_pairs_by_them(call, coupe):
    plain = call("pair", "coupe.xml", "--json")
    assert b"McMahon" in plain.stderr
    used = call("pair", "coupe.xml", "--rules", "mcmahon.toml", "--json", "--certificate", "coupe.json")
    assert b"McMahon" not in used.stderr
    # 3D is the bar: 32 points above 30K; D (12K) starts at the floor, 25.  B and D have won.
    scores = {
        board[side]: score
        for board in json.loads(used.stdout)["boards"]
        for side, score in zip(("white", "black"), board["scores"], strict=True)
    }
    assert scores == {1: 64, 2: 62, 3: 58, 4: 52}
    assert {frozenset((b["white"], b["black"])) for b in json.loads(used.stdout)["boards"]} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert call("verify", "coupe.json", "coupe.xml", "--rules", "mcmahon.toml").returncode == 0
    assert call("verify", "coupe.json", "coupe.xml").returncode == 1
    ranking = call("standings", "coupe.xml", "--pairing", "--rules", "mcmahon.toml", "--json")
    assert [player["id"] for player in json.loads(ranking.stdout)["players"]] == [1, 2, 3, 4]
    manual = json.loads(call("manual", "coupe.xml", "--rules", "mcmahon.toml", "--json").stdout)
    assert max(score for board in manual["boards"] for score in board["scores"]) == 64
    explained = call("explain", "coupe.xml", "--rules", "mcmahon.toml", "--player", "1")
    assert b"(64), in rank order" in explained.stdout
    checked = json.loads(call("check", "coupe.xml", "--rules", "mcmahon.toml", "--json").stdout)
    gaps = {level["name"]: level["played"] for level in checked["rounds"][0]["levels"]}
    assert gaps["score-gap"] == 2 * (32 - 30) + 2 * (29 - 25)


def test_batch_and_convert(call, coupe):
    assert call("batch", "coupe.xml", "--rules", "mcmahon.toml", "-o", "out", "--jobs", "1").returncode == 0
    with open(coupe / "out" / "rounds.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["method"] == "optimal" and row["round"] == "1"]
    assert {row["level:score-gap"] for row in rows} == {"12"}
    done = call("convert", "coupe.xml", "coupe.toml")
    assert done.returncode == 0
    text = (coupe / "coupe.toml").read_text(encoding="utf-8")
    assert "start_score = 64" in text
    (coupe / "coupe.toml").write_text(
        text.replace("[tournament]", '[tournament]\nstart_scores = "used"'), encoding="utf-8"
    )
    alike = [
        json.loads(call("pair", file, "--rules", rules, "--json").stdout)["boards"]
        for file, rules in (("coupe.xml", "mcmahon.toml"), ("coupe.toml", "combined"))
    ]
    assert alike[0] == alike[1]
    assert "4 starting scores" in call("convert", "coupe.xml", "coupe.trf").stderr.decode()
