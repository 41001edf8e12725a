"""`pairproof explain` from outside."""

from __future__ import annotations

import json

import pytest

from pairproof.cli.options.values import NamedPlayers
from pairproof.model.errors import UsageProblem
from pairproof.model.tournament import Tournament
from tests.paths import ROOT


def explained(call, *arguments, code=0):
    done = call("explain", "club.toml", "--json", *arguments)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def test_json_without_a_question(call, club):
    document = explained(call)
    assert list(document) == [
        "schema",
        "tournament",
        "round",
        "rules",
        "status",
        "boards",
        "bye",
        "levels",
        "burdens",
        "run",
    ]
    assert document["schema"] == "pairproof.explanation/1"
    paired = json.loads(call("pair", "club.toml", "--json").stdout)
    assert (document["boards"], document["bye"]) == (paired["boards"], paired["bye"])
    gap = next(level for level in document["levels"] if level["name"] == "score-gap")
    assert gap["reasons"][0] == "3 players have 2 points: an odd number, so one must play below or have the bye."
    assert sum(part["cost"] for part in gap["carried_by"]) == gap["value"] == 2
    for level in document["levels"]:
        assert sum(part["cost"] for part in level["carried_by"]) == level["value"]
        assert bool(level["reasons"]) == bool(level["value"])
    whats = [burden["what"] for burden in document["burdens"]]
    assert whats[:2] == ["down", "bye"]
    for burden in document["burdens"]:
        assert burden["outcome"] in ("worse", "later", "impossible", "colours")
        assert ("level" in burden) == (burden["outcome"] == "worse")
        assert burden["text"].endswith(".")


def test_json_of_opponents(call, club):
    document = explained(call, "--player", "1", "--player", "4")
    assert "burdens" not in document
    first, second = document["players"]
    assert (first["player"], second["player"]) == (1, 4)
    assert [answer["pair"] for answer in first["opponents"]] == [[1, 2], [1, 5], [1, 3], [1, 4], [1, 0]]
    outcomes = {tuple(answer["pair"]): answer for answer in first["opponents"]}
    assert outcomes[1, 3]["outcome"] == "illegal"
    assert outcomes[1, 3]["breaches"] == [{"rule": "no-rematch", "text": "1 and 3 met in round 1"}]
    assert outcomes[1, 0]["outcome"] == "worse"
    assert (outcomes[1, 0]["level"], outcomes[1, 0]["value"], outcomes[1, 0]["optimum"]) == ("bye-score", 2, 0)
    chosen = [answer for answer in first["opponents"] if answer["outcome"] == "chosen"]
    assert len(chosen) == 1


def test_json_of_wishes(call, club):
    document = explained(call, "--why-not", "1-4", "--bye", "1", "--why-not", "1-3", "--bye", "5")
    pair, met, bye, again = document["wishes"]
    assert [wish["pair"] for wish in (pair, met, bye, again)] == [[1, 4], [1, 3], [1, 0], [5, 0]]
    assert met["outcome"] == again["outcome"] == "illegal"
    assert "best" not in met
    assert again["breaches"][0]["rule"] == "single-bye"
    assert bye["outcome"] == "worse"
    assert bye["best"]["bye"] == 1
    assert [1, 0] in bye["changed"]["to"]
    assert len(bye["changed"]["from"]) == len(bye["changed"]["to"])
    levels = {level["name"]: level["value"] for level in bye["best"]["levels"]}
    assert levels["bye-score"] == bye["value"]


def test_bye_asks_and_does_not_order(call, club):
    paired = explained(call)
    assert explained(call, "--bye", "1")["bye"] == paired["bye"]


def test_orders_are_kept_and_refused_wishes_say_so(call, club):
    document = explained(call, "--fix", "1-2", "--no-bye", "3", "--why-not", "1-5", "--bye", "3")
    assert document["bye"] == 4
    assert [wish["breaches"][0]["rule"] for wish in document["wishes"]] == ["fix", "forbid"]


def test_page(call, club):
    page = call("explain", "club.toml").stdout.decode()
    for words in ("Club, round 2 of 5, rules combined", "Who floats", "Who has the bye", "Carried by", "Эва"):
        assert words in page
    page = call("explain", "club.toml", "--player", "5").stdout.decode()
    assert "Opponents of 5 Эва (2), in rank order" in page
    assert "not allowed: single-bye: 5 had a bye in round 1" in page
    page = call("explain", "club.toml", "--bye", "1").stdout.decode()
    assert "bye-score 2 instead of 0; the levels before that stay the same." in " ".join(page.split())
    assert "boards that change" in page


@pytest.mark.parametrize(
    ("language", "gap", "exemption"),
    [("pt", "diferença de pontos", "exceção da última ronda"), ("ru", "разница очков", "исключение последнего тура")],
)
def test_places_in_the_documents(call, club, language, gap, exemption):
    """In the documents' languages criteria and levels are named with their places there; JSON is the same in all."""
    page = call("explain", "club.toml", "--lang", language).stdout.decode()
    assert f"\n  score-gap – {gap} (P A3, R 3) 2\n" in page
    assert f"\n  exemption – {exemption} (R) 0\n" in page
    for question in ("--why-not", "1-3"), ("--player", "1"):
        page = " ".join(call("explain", "club.toml", *question, "--lang", language).stdout.decode().split())
        assert "no-rematch (P B1, R 1a): 1 " in page
    asked = "explain", "club.toml", "--why-not", "1-3", "--json"
    said = [json.loads(call(*asked, "--lang", spoken).stdout)["wishes"] for spoken in ("en", language)]
    assert said[0] == said[1]


def test_colours_of_a_wish(call, club):
    page = explained(call)
    board = page["boards"][0]
    white, black = board["white"], board["black"]
    (wish,) = explained(call, "--why-not", f"{black}w-{white}b")["wishes"]
    assert wish["outcome"] in ("worse", "colours")
    assert wish["colours"] is True
    (wish,) = explained(call, "--why-not", f"{white}w-{black}b")["wishes"]
    assert wish["outcome"] == "chosen"


def test_no_legal_pairing(call, k33):
    done = call("explain", "k33.toml", "--json", "--player", "1")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert document["witness"]["odd_groups"] == [[1, 2, 3], [4, 5, 6]]
    assert call("explain", "k33.toml").returncode == 1


def test_questions_where_there_is_no_legal_pairing(call, tmp_path):
    """What forbids the pair asked about is said all the same."""
    twice = '[[rounds]]\ngames = [{ white = 1, black = 2, result = "1-0" }]\n' * 2
    players = "".join(f'[[players]]\nid = {id}\nname = "P{id}"\n' for id in (1, 2, 3, 4))
    head = '[tournament]\nname = "Two"\nrounds = 4\n'
    (tmp_path / "two.toml").write_text(f"{head}{players}{twice}[next]\nabsent = [3, 4]\n")
    done = call("explain", "two.toml", "--why-not", "1-2", "--player", "1", "--json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    breach = {"rule": "no-rematch", "text": "1 and 2 met in rounds 1 and 2"}
    assert document["witness"]["odd_groups"] == [[1], [2]]
    assert document["wishes"][0]["breaches"] == document["players"][0]["opponents"][0]["breaches"] == [breach]
    page = call("explain", "two.toml", "--why-not", "1-2").stdout.decode()
    assert "No legal pairing exists." in page
    assert "no-rematch: 1 and 2 met in rounds 1 and 2." in page
    assert (
        "1 и 2 встречались в турах 1 и 2"
        in call("explain", "two.toml", "--player", "1", "--lang", "ru").stdout.decode()
    )


def test_a_legal_pair_where_there_is_no_legal_pairing(call, k33):
    done = call("explain", "k33.toml", "--why-not", "1-2", "--player", "1", "--json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    (wish,), (asked,) = document["wishes"], document["players"]
    assert (wish["outcome"], wish["text"]) == ("impossible", "impossible: there is no pairing at all")
    assert {answer["outcome"] for answer in asked["opponents"]} == {"illegal", "impossible"}
    page = call("explain", "k33.toml", "--why-not", "1-2").stdout.decode()
    assert "There is no pairing at all, with 1-2 or without." in page
    assert call("explain", "k33.toml", "--why-not", "1-9").returncode == 2


def test_criteria_given_up(call, k33):
    done = call("explain", "k33.toml", "--relax", "--player", "1", "--json")
    assert done.returncode == 0
    (asked,) = json.loads(done.stdout)["players"]
    assert {answer["outcome"] for answer in asked["opponents"]} <= {"chosen", "worse", "later"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--player", "9"], "There is no player 9."),
        (["--player", "3", "--absent", "3"], "Player 3 does not play in round 2."),
        (["--why-not", "3-4", "--absent", "3"], "Player 3 does not play in round 2."),
        (["--why-not", "3"], "as in --why-not 3-7"),
        (["--why-not", "3w-3b"], "cannot be paired with himself"),
        (["--bye", "4", "--absent", "3"], "4 players are present in round 2: an even number, so nobody has the bye."),
        (["--bye", "0"], "expected a start number"),
        (["--round", "3"], "ound 3 cannot be paired"),
        (["--lang", "de"], "--lang de: expected one of en, pt, ru."),
    ],
)
def test_wrong_usage(call, club, arguments, words):
    done = call("explain", "club.toml", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert words in done.stderr.decode()


def test_incomplete_rounds_are_refused(call, club):
    text = club.read_text(encoding="utf-8").replace(', result = "1-0"', "", 1)
    club.write_text(text, encoding="utf-8")
    for command in ("explain", "manual", "compare"):
        done = call(command, "club.toml")
        assert (done.returncode, done.stdout) == (3, b"")
        assert "game 1-3 has no result" in done.stderr.decode()


def test_an_unproved_pairing_is_not_explained(run, tmp_path):
    (tmp_path / "open.toml").write_text((ROOT / "scenarios" / "simulated-300-round-7.toml").read_text(encoding="utf-8"))
    done = run("explain", "open.toml", "--time-limit", "0.000001")
    assert done.returncode == 6
    assert "Time ran out" in done.stdout.decode()


def test_the_hint_names_colours():
    named = NamedPlayers(Tournament("", ()))
    named.pairs("--why-not", ["x"])
    with pytest.raises(UsageProblem, match="3w-7b gives 3 white"):
        named.tell()


def test_options_of_pair(run, tmp_path):
    """CONTRACT 2: the options of `pair` are options of `explain` as well."""
    (tmp_path / "club.toml").write_text((ROOT / "scenarios" / "club-round-5.toml").read_text(encoding="utf-8"))
    files = ["--certificate", "proof.json", "--output", "boards.txt"]
    done = run("explain", "club.toml", "--lookahead", "1", "--engine", "cp-sat", "--time-limit", "60", *files)
    assert done.returncode == 0, done.stderr
    assert run("verify", "proof.json", "club.toml").returncode == 0
    assert (tmp_path / "boards.txt").read_text().startswith("6\n")


def test_look_ahead_that_decides_the_round(run, tmp_path):
    """Who floats and who is denied a colour are facts, and the look-ahead has its cost; nothing is asked."""
    six = (ROOT / "scenarios" / "lookahead-six-players.toml").read_text(encoding="utf-8")
    (tmp_path / "six.toml").write_text(six)
    done = run("explain", "six.toml", "--lookahead", "2", "--json")
    assert done.returncode == 0
    document = json.loads(done.stdout)
    assert [(burden["what"], burden["player"]) for burden in document["burdens"]] == [
        ("down", 2),
        ("down", 3),
        ("colour", 3),
        ("colour", 6),
    ]
    assert all(set(burden) == {"what", "player"} for burden in document["burdens"])
    assert document["lookahead"] == {"asked": 2, "possible": 2, "cost": {"colour": 2}}
    reasons = {level["name"]: level["reasons"] for level in document["levels"]}
    assert reasons["repeated-float"][0] == "3 has a downfloat again, after the one in round 2."
    assert reasons["colour"][0] == (
        "6 and 2 both want black; 6 (mild) has white: their preferences are equal, their colours never differed, and 2 "
        "is ranked higher."
    )
    assert reasons["score-gap"][:2] == ["6 (3) plays 2 (4).", "4 (2) plays 3 (3)."]
    page = run("explain", "six.toml", "--lookahead", "2").stdout.decode()
    for words in ("Who floats\n  2 (4) plays 6 (3).\n", "That cost: colour +2", "--why-not"):
        assert words in page
    done = run("explain", "six.toml", "--lookahead", "2", "--player", "3", "--why-not", "2-6", "--why-not", "2-3")
    assert done.returncode == 2
    assert b"ask about one opponent at a time" in done.stderr
    assert b"2-6 is in the pairing chosen." in done.stdout
    assert b"With 2-3 the best there is has repeated-float 3 instead of 1" in done.stdout


def test_a_question_that_does_not_apply_leaves_the_others(call, club):
    asked = ("explain", "club.toml", "--absent", "5", "--player", "5", "--why-not", "1-4", "--bye", "3")
    done = call(*asked)
    assert done.returncode == 2
    assert b"1-4" in done.stdout
    assert done.stderr.decode().splitlines()[-2:] == [
        "Player 5 does not play in round 2.",
        "4 players are present in round 2: an even number, so nobody has the bye.",
    ]
    document = json.loads(call(*asked, "--json").stdout)
    assert [wish["pair"] for wish in document["wishes"]] == [[1, 4]]
    none = call("explain", "club.toml", "--absent", "5", "--player", "5")
    assert (none.returncode, none.stdout) == (2, b"")


def test_a_lone_leader_floats_because_he_is_alone(call, tmp_path):
    (tmp_path / "six.toml").write_text(
        (ROOT / "scenarios" / "six-players-k33.toml").read_text(encoding="utf-8").split("[[rounds]]")[0]
        + '[[rounds]]\ngames = [{ white = 1, black = 4, result = "1-0" },\n'
        '{ white = 5, black = 2, result = "1/2-1/2" }, { white = 3, black = 6, result = "1/2-1/2" }]\n'
    )
    page = call("explain", "six.toml").stdout.decode()
    assert "1 must float down: nobody else has as many points." in " ".join(page.split())


def test_limits_that_decide_the_round(call, tmp_path):
    """Four of one club, of whom at most one pair may meet: what that costs stands beside the levels."""
    head = '[tournament]\nname = "Limit"\nrounds = 3\n'
    players = [f'[[players]]\nid = {id}\nname = "P{id}"\ngroups = ["{"AABABABB"[id - 1]}"]\n' for id in range(1, 9)]
    games = ", ".join(f'{{ white = {a}, black = {b}, result = "1-0" }}' for a, b in ((1, 3), (2, 5), (4, 7), (6, 8)))
    (tmp_path / "limit.toml").write_text(head + "".join(players) + f"[[rounds]]\ngames = [{games}]\n")
    done = call("explain", "limit.toml", "--max-pairs-in-group", "A=0", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["run"]["engine"] == "cp-sat"
    values = {level["name"]: level["value"] for level in document["levels"]}
    without = {level["name"]: level["value"] for level in document["without"]}
    assert without["score-gap"] < values["score-gap"]
    page = call("explain", "limit.toml", "--max-pairs-in-group", "A=0").stdout.decode()
    assert (
        f"score-gap {values['score-gap']} (without wishes, limits and published boards: {without['score-gap']})" in page
    )


PLAYED = """\
[tournament]
name = "Five"
rounds = 4
[[players]]
id = 1
[[players]]
id = 2
[[players]]
id = 3
[[players]]
id = 4
[[players]]
id = 5
[[rounds]]
games = [{ white = 2, black = 5, result = "1-0" }, { white = 4, black = 1, result = "0-1" }]
bye = 3
[[rounds]]
games = [{ white = 5, black = 1, result = "0-1" }, { white = 3, black = 4, result = "1-0" }]
bye = 2
"""


def test_played_tells_of_the_boards_of_the_file(call, tmp_path):
    (tmp_path / "five.toml").write_text(PLAYED)
    page = " ".join(call("explain", "five.toml", "--played").stdout.decode().split())
    assert "round 2 of 4" in page
    assert "There are better ones: repeated-float 1 instead of 0." in page
    assert "5-1: as good on every level" in page
    assert "By the rules 1 has white: their preferences are equal" in page
    assert "3-4: worse: repeated-float 1 instead of 0." in page
    assert "the bye for 2: worse: bye-score 2 instead of 0." in page
    assert "2 (2) has the bye. There are pairings as good as the best on every level" in page
    first = " ".join(call("explain", "five.toml", "--played", "--round", "1").stdout.decode().split())
    assert "On every level they are as good as can be." in first
    assert "By the rules 5 has white: neither has a preference" in first
    document = json.loads(call("explain", "five.toml", "--played", "--json").stdout)
    assert (document["status"], document["round"]) == ("played", 2)
    assert [[board["white"], board["black"]] for board in document["boards"]] == [[5, 1], [3, 4]]
    assert not document["played"]["agrees"]
    assert [one["pair"] for one in document["played"]["judged"]] == [[5, 1], [3, 4], [2, 0]]
    assert document["played"]["optimum"]["status"] == "optimal"
    assert {burden["what"] for burden in document["burdens"]} >= {"down", "bye"}


def test_played_by_the_dutch_rules(call, tmp_path):
    (tmp_path / "five.toml").write_text(PLAYED)
    done = call("explain", "five.toml", "--played", "--rules", "fide-dutch")
    assert done.returncode == 0, done.stderr
    assert "Each board by itself" in done.stdout.decode()
    assert call("report", "five.toml", "--round", "2", "--rules", "fide-dutch", "-o", "page.html").returncode == 0


def test_a_round_that_is_held_and_paired_anew_says_so(call, tmp_path):
    (tmp_path / "five.toml").write_text(PLAYED)
    assert b"here it is paired anew" in call("explain", "five.toml", "--round", "2").stdout
    assert b"paired anew" not in call("explain", "five.toml").stdout


@pytest.mark.parametrize("more", [("--player", "1"), ("--fix", "1-2"), ("--relax",), ("--certificate", "p.json")])
def test_played_goes_alone(call, tmp_path, more):
    (tmp_path / "five.toml").write_text(PLAYED)
    done = call("explain", "five.toml", "--played", *more)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"no questions, orders, conditions or proofs" in done.stderr


@pytest.mark.parametrize(("asked", "words"), [((), "any round"), (("--round", "1"), "round 1")])
def test_played_of_nothing(call, tmp_path, asked, words):
    (tmp_path / "none.toml").write_text(PLAYED.split("[[rounds]]")[0])
    done = call("explain", "none.toml", "--played", *asked)
    assert done.returncode == 2
    assert f"no pairing of {words}" in done.stderr.decode()


BOTH_WANT_BLACK = """\
[tournament]
name = "Four"
rounds = 5
[[players]]
id = 1
[[players]]
id = 2
[[players]]
id = 3
[[players]]
id = 4
[[rounds]]
games = [{ white = 1, black = 3, result = "1-0" }, { white = 2, black = 4, result = "1-0" }]
"""


def test_the_point_that_decided_a_colour(call, tmp_path):
    (tmp_path / "four.toml").write_text(BOTH_WANT_BLACK)
    why = "their preferences are equal, their colours never differed, and 1 is ranked higher"
    page = " ".join(call("explain", "four.toml", "--why-not", "1w-2b").stdout.decode().split())
    assert f"but the allocation gives the other colours: {why} (RULES 4.4, point 5)." in page
    asked = json.loads(call("explain", "four.toml", "--why-not", "1w-2b", "--json").stdout)
    assert asked["wishes"][0]["colour"] == {"point": "4.4.5", "text": why}
    page = " ".join(call("explain", "four.toml").stdout.decode().split())
    assert f"could 2 be spared at no cost. At this board it decided so: {why} (RULES 4.4, point 5)." in page
    for command in ("pair", "explain", "manual"):
        boards = json.loads(call(command, "four.toml", "--json").stdout)["boards"]
        assert {board["colour"]["point"] for board in boards} == {"4.4.5"}, command
    ordered = json.loads(call("pair", "four.toml", "--json", "--fix", "1w-2b").stdout)["boards"]
    assert ordered[0]["colour"]["point"] == "order"
    for rules in ("modified-swiss", "fide-dutch"):
        boards = json.loads(call("pair", "four.toml", "--json", "--rules", rules).stdout)["boards"]
        assert not any("colour" in board for board in boards)


ALL_HAVE_MET = """\
[tournament]
name = "Four"
rounds = 5
[[players]]
id = 1
[[players]]
id = 2
[[players]]
id = 3
[[players]]
id = 4
[[rounds]]
games = [{ white = 1, black = 3, result = "1-0" }, { white = 4, black = 2, result = "0-1" }]
[[rounds]]
games = [{ white = 4, black = 1, result = "0-1" }, { white = 2, black = 3, result = "1-0" }]
[[rounds]]
games = [{ white = 1, black = 2, result = "1/2-1/2" }, { white = 3, black = 4, result = "1/2-1/2" }]
"""


def test_nothing_is_said_of_legal_pairings_where_there_is_none(call, tmp_path):
    (tmp_path / "four.toml").write_text(ALL_HAVE_MET)
    page = " ".join(call("explain", "four.toml", "--relax", "--forbid", "1-2").stdout.decode().split())
    assert "1 must float down, whatever criteria are given up." in page
    assert "Proved: no pairing does better here." in page
    assert "or there is no legal pairing" not in page
    wish = " ".join(
        call("explain", "four.toml", "--relax", "--forbid", "3-4", "--why-not", "1-2").stdout.decode().split()
    )
    assert "With 1-2 the others cannot be paired, whatever criteria are given up." in wish


LAST = """\
[tournament]
name = "Last"
rounds = 3
rules = "colour-swiss"
[[players]]
id = 1
[[players]]
id = 2
[[players]]
id = 3
[[players]]
id = 4
[[rounds]]
games = [{ white = 1, black = 2, result = "1-0" }, { white = 4, black = 3, result = "1/2-1/2" }]
[[rounds]]
games = [{ white = 3, black = 1, result = "0-1" }, { white = 2, black = 4, result = "1/2-1/2" }]
"""


def test_who_is_freed_in_the_last_round_is_said(call, tmp_path):
    (tmp_path / "last.toml").write_text(LAST)
    freed = "1 has a downfloat again, after the one in round 2: free for a topscorer, in the last round."
    page = " ".join(call("explain", "last.toml").stdout.decode().split())
    says = "Nobody has the same float as in the previous round. Save for topscorers, in the last round:"
    assert f"repeated-float 0 {says} {freed}" in page
    page = " ".join(call("pair", "last.toml").stdout.decode().split())
    assert f"repeated-float 0 proved {freed}" in page
