"""Scores and the levels made of them are written in one unit on every page: the points of the tournament."""

from __future__ import annotations

import json

import pytest

from pairproof.model.figures import Figures

# After two rounds 5 has 1½ points and the others 1: in half points 3 and 2.
HALVES = """\
[tournament]
name = "Halves"
rounds = 3
halves = true
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
games = [
  { white = 1, black = 4, result = "1-0" },
  { white = 2, black = 3, result = "1-0" },
]
half_byes = [5]
[[rounds]]
games = [
  { white = 3, black = 1, result = "1-0" },
  { white = 5, black = 2, result = "1-0" },
]
bye = 4
"""


@pytest.fixture
def pages(call, tmp_path):
    """What a command prints about the file."""
    (tmp_path / "halves.toml").write_text(HALVES, encoding="utf-8")

    def printed(command: str, *arguments: str) -> str:
        done = call(command, "halves.toml", *arguments)
        assert done.returncode in (0, 1), done.stderr.decode()
        return " ".join(done.stdout.decode().split())

    return printed


def level(document, name):
    return next(one for one in document["levels"] if one["name"] == name)["value"]


def test_figures():
    halves = Figures(True, {"gap": 1, "squares": 2})
    assert [halves.points(value) for value in (0, 1, 2, 3)] == ["0", "½", "1", "1½"]
    assert [halves.level("gap", value) for value in (1, 4)] == ["½", "2"]
    assert [halves.level("squares", value) for value in (0, 1, 2, 3, 4, 9)] == ["0", "¼", "½", "¾", "1", "2¼"]
    assert halves.level("colour", 3) == "3"
    assert [halves.more("gap", value) for value in (3, -1)] == ["+1½", "-½"]
    digits = Figures(True, {"squares": 2}, (".25", ".5", ".75"))
    assert [digits.level("squares", value) for value in (1, 7)] == ["0.25", "1.75"]
    assert [Figures(False, {"squares": 2}).level("squares", value) for value in (1, 7)] == ["1", "7"]


def test_pair_and_explain(pages):
    document = json.loads(pages("pair", "--round", "3", "--rules", "colour-swiss", "--json"))
    gap, squares = level(document, "score-gap"), level(document, "score-gap-squares")
    figures = Figures(True, {"score-gap": 1, "score-gap-squares": 2})
    assert gap % 2
    assert squares % 4
    for command in ("pair", "explain"):
        page = pages(command, "--round", "3", "--rules", "colour-swiss", *(["--long"] if command == "pair" else []))
        assert f"score-gap {figures.points(gap)} " in page
        assert f"score-gap-squares {figures.level('score-gap-squares', squares)} " in page
        assert f"add up to at least {figures.points(gap)}" in page


def test_questions(pages):
    asked = "--round", "3", "--rules", "colour-swiss", "--bye", "5"
    (wish,) = json.loads(pages("explain", *asked, "--json"))["wishes"]
    figures = Figures(True, {wish["level"]: {"score-gap-squares": 2}.get(wish["level"], 1)})
    value, optimum = (figures.level(wish["level"], wish[key]) for key in ("value", "optimum"))
    assert value != str(wish["value"])
    page = pages("explain", *asked)
    assert f"the best there is has {wish['level']} {value} instead of {optimum};" in page
    assert f"{wish['level']} {optimum} {value}" in page  # the table
    assert f"worse: {wish['level']} {value} instead of {optimum}" in pages("explain", *asked[:-2], "--player", "5")


def test_every_page_of_levels(pages, call, tmp_path):
    asked = "--round", "3", "--rules", "colour-swiss"
    document = json.loads(pages("pair", *asked, "--certificate", "proof.json", "--json"))
    gap = Figures(True).points(level(document, "score-gap"))
    assert f"score-gap {gap}" in pages("compare", *asked)
    done = call("verify", "proof.json", "halves.toml", "--rules", "colour-swiss")
    assert f"score-gap {gap}" in " ".join(done.stdout.decode().split())
    assert call("report", "halves.toml", *asked, "--what", "all", "-o", "page.html").returncode == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert f'<span class="value">{gap}</span> <code>score-gap</code>' in page
