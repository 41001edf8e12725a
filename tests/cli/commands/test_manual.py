"""`pairproof manual` from outside."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.paths import SCENARIOS


@pytest.fixture
def stuck(tmp_path):
    shutil.copy(SCENARIOS / "manual-stuck.toml", tmp_path / "stuck.toml")
    return "stuck.toml"


def test_json(call, club):
    done = call("manual", "club.toml", "--json")
    assert done.returncode == 0
    document = json.loads(done.stdout)
    assert (document["schema"], document["method"], document["status"]) == (
        "pairproof.pairing/1",
        "manual",
        "complete",
    )
    assert "stuck_at" not in document
    assert all(level["bound"] is None and level["proved"] is False for level in document["levels"])
    assert document["trace"][0]["step"] == "C2"
    for step in document["trace"]:
        assert list(step) == ["step", "bracket", "players", "text"]
    assert len(document["boards"]) == 2


def test_stuck(call, stuck):
    done = call("manual", stuck, "--json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert (document["status"], document["stuck_at"]) == ("stuck", "C9")
    page = call("manual", stuck)
    assert page.returncode == 1
    text = page.stdout.decode()
    assert "The manual method is stuck at C9." in text
    assert "A legal pairing exists all the same." in text
    assert "Bracket 1" not in text


def test_stuck_where_nothing_is_legal(call, k33):
    done = call("manual", "k33.toml")
    assert done.returncode == 1
    assert "No legal pairing exists." in done.stdout.decode()


def test_trace(call, stuck):
    text = " ".join(call("manual", stuck, "--trace").stdout.decode().split())
    assert "Bracket 1 C2 S1: –; S2: 5 C3 5 left over, moves to bracket 2 Bracket 2" in text
    assert "C4 5-4: met in round 1; so 5-2" in text


def test_options(call, club):
    def paired(*options):
        document = json.loads(call("manual", "club.toml", "--json", *options).stdout)
        return {(board["white"], board["black"]) for board in document["boards"]}, document["bye"]

    assert (2, 4) not in paired("--round", "1", "--fix", "2w-3b")[0]
    assert (2, 3) in paired("--round", "1", "--fix", "2w-3b")[0]
    assert paired("--bye", "4")[1] == 4
    assert paired("--no-bye", "4")[1] == 3
    assert call("manual", "club.toml", "--round", "7").returncode == 2
    assert call("manual", "club.toml", "--bye", "5").returncode == 2


def test_stuck_without_any_board_prints_no_tables(call, tmp_path):
    players = "".join(f"[[players]]\nid = {number}\n" for number in (1, 2, 3, 4))
    games = '{ white = 1, black = 2, result = "1-0" }, { white = 3, black = 4, result = "1-0" }'
    text = f'[tournament]\nname = "Two"\nrounds = 5\n{players}[[rounds]]\ngames = [{games}]\n[next]\nabsent = [3, 4]\n'
    (tmp_path / "two.toml").write_text(text, encoding="utf-8")
    done = call("manual", "two.toml")
    page = done.stdout.decode()
    assert done.returncode == 1
    assert page.endswith("No legal pairing exists.\n\nAbsent: 3, 4\n")
    assert "board" not in page.replace("boards", "")
    assert "restricted-groups" not in page


def test_what_the_arbiter_fixed_is_the_first_step(call, club):
    asked = ("manual", "club.toml", "--fix", "1-4", "--bye", "3")
    steps = json.loads(call(*asked, "--json").stdout)["trace"]
    assert steps[:2] == [
        {"step": "fix", "bracket": 0, "players": [1, 4], "text": "1-4 is fixed by the arbiter's order"},
        {"step": "fix", "bracket": 0, "players": [3], "text": "3 has the bye by the arbiter's order"},
    ]
    assert "Before C1\n  fix  1-4 is fixed by the arbiter's order" in call(*asked, "--trace").stdout.decode()


def test_stuck_at_once_it_has_no_levels(call, tmp_path):
    """Nothing is paired: zeros would look like a good pairing."""
    (tmp_path / "two.toml").write_text(
        '[tournament]\nname = "Two"\n[[players]]\nid = 1\n[[players]]\nid = 2\n'
        '[[rounds]]\ngames = [{ white = 1, black = 2, result = "1-0" }]\n',
        encoding="utf-8",
    )
    done = call("manual", "two.toml", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"], document["boards"], document["levels"]) == (1, "stuck", [], [])
