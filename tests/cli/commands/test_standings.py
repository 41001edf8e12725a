"""`pairproof standings` from outside; the logic is tested in tests/model/test_standings.py."""

from __future__ import annotations

import json


def test_page(call, club):
    done = call("standings", "club.toml")
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert lines[0] == "Club, standings after round 1"
    # 1, 2 and 5 won or had the bye; SOS: the opponents of 1 and 2 have no points, 5 had no opponent: all level.
    assert [line.split()[:3] for line in lines[3:]] == [
        ["1–3", "1", "Ana"],
        ["1–3", "2", "Bruno"],
        ["1–3", "5", "Эва"],
        ["4–5", "3", "Carla"],
        ["4–5", "4", "Dário"],
    ]


def test_json(call, club):
    document = json.loads(call("standings", "club.toml", "--json").stdout)
    assert (document["schema"], document["round"], document["ranking"]) == ("pairproof.standings/1", 1, "final")
    assert document["players"][0] == {
        "places": [1, 3], "id": 1, "name": "Ana", "score": 2, "sos": 0, "gam": 0, "direct_encounter": False,
    }  # fmt: skip


def test_ranking_for_pairing(call, club):
    document = json.loads(call("standings", "club.toml", "--pairing", "--rules", "colour-swiss", "--json").stdout)
    assert document["ranking"] == "pairing"
    assert document["players"][2] == {"places": [3, 3], "id": 5, "name": "Эва", "score": 2, "rating": 1600, "lot": 5}


def test_a_round_without_all_results(call, club):
    text = club.read_text(encoding="utf-8")
    more = "[[rounds]]\ngames = [{ white = 1, black = 2 }]\nbye = 3\nabsent = [4, 5]\n"
    club.write_text(text + more, encoding="utf-8")
    done = call("standings", "club.toml")
    assert done.returncode == 0
    assert b"standings after round 1" in done.stdout.splitlines()[0]
    assert done.stderr.decode() == (
        "Note: round 2 has games without a result; these are the standings after round 1.\n"
    )
    asked = call("standings", "club.toml", "--round", "2")
    assert asked.returncode == 0
    assert "Not final: without a result, so left out: 1-2 (round 2)." in asked.stdout.decode()
    assert call("standings", "club.toml", "--round", "2", "--pairing").returncode == 3
    document = json.loads(call("standings", "club.toml", "--round", "2", "--json").stdout)
    assert document["final"] is False
    assert document["open"] == [{"round": 2, "white": 1, "black": 2, "adjourned": False}]
    assert json.loads(call("standings", "club.toml", "--json").stdout)["final"] is True


def test_an_adjourned_game_is_named(call, club):
    text = club.read_text(encoding="utf-8")
    more = "[[rounds]]\ngames = [{ white = 1, black = 2, result = 'adjourned' }]\nbye = 3\nabsent = [4, 5]\n"
    club.write_text(text + more, encoding="utf-8")
    done = call("standings", "club.toml")
    assert "standings after round 2" in done.stdout.decode()
    assert "Not final: adjourned, a draw for now: 1-2 (round 2)." in done.stdout.decode()
    club.write_text(text + more.replace(", result = 'adjourned'", ""), encoding="utf-8")
    assert call("pair", "club.toml").returncode == 3
    done = call("pair", "club.toml", "--adjourned")
    assert done.returncode in (0, 1)
    assert "Taken as adjourned: 1-2 (round 2)." in done.stderr.decode()


def test_rounds_that_there_are(call, club):
    assert b"before the first round" in call("standings", "club.toml", "--round", "0").stdout
    done = call("standings", "club.toml", "--round", "2")
    assert done.returncode == 2
    assert b"0 to 1" in done.stderr
    assert call("standings", "club.toml", "--round", "-1").returncode == 2


def test_chess_scores_are_halved(call, club):
    text = club.read_text(encoding="utf-8").replace("rounds = 5", "rounds = 5\nhalves = true", 1)
    club.write_text(text.replace('result = "1-0"', 'result = "1/2-1/2"'), encoding="utf-8")
    # 2 and 5 have a point; 1 and 3 drew: half a point each, and each the other's half as SOS.
    lines = call("standings", "club.toml").stdout.decode().splitlines()
    assert lines[3].split() == ["1–2", "2", "Bruno", "1", "0", "0"]
    assert lines[5].split() == ["3–4", "1", "Ana", "½", "½", "0"]
