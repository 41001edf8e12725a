"""`pairproof report` from outside: what stands on the page, and how it is written."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser

import pytest

from pairproof.cli.pages.html.names import readable, sort_key
from pairproof.cli.pages.html.parts import PARTS
from pairproof.model.language import LOCALE
from tests.paths import DATA, ROOT

VOID = {"meta", "input", "col", "rect", "br", "link", "img"}

UNTRUSTED = """\
[tournament]
name = "<script>alert(1)</script> & \\"Open\\" {{ 7*7 }}"
rounds = 9
[[players]]
id = 1
name = "<script>document.title='x'</script>"
[[players]]
id = 2
name = "محمد عبد الرحمن الخوارزمي"
[[players]]
id = 3
name = "Wolfeschlegelsteinhausenbergerdorffenhaus"
[[players]]
id = 4
name = "👩‍👩‍👧‍👦 Família 🇵🇹"
[[players]]
id = 5
name = "\\"' onmouseover=alert(1) {% raw %}"
[[players]]
id = 60000
name = "\\u202Eevil\\u202C \\u0007bell"
[[players]]
id = 7
[[players]]
id = 8
name = "&lt;b&gt;"
[[rounds]]
games = [
  { white = 1, black = 2, result = "1-0", gam = [31, 17] },
  { white = 3, black = 4, result = "1/2-1/2" },
  { white = 5, black = 60000, result = "+/-" },
]
bye = 7
absent = [8]
[next]
absent = [1]
"""


class Page(HTMLParser):
    """The elements of a page with their attributes, its text, and whether the tags match."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.cells: list[list[str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.cells.append([])
        elif tag in ("td", "th"):
            self.cells[-1].append("")

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)
        if "td" in self.open or ("th" in self.open and "tr" in self.open):
            self.cells[-1][-1] += data

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def rows(self) -> list[list[str]]:
        return [[" ".join(cell.split()) for cell in row] for row in self.cells]


def reported(call, tmp_path, *arguments, code=0, file="club.toml"):
    parts = () if "--what" in arguments else ("--what", "all")
    done = call("report", file, "-o", "out.html", *parts, *arguments)
    assert done.returncode == code, done.stderr
    assert done.stdout == b"out.html\n"
    return Page((tmp_path / "out.html").read_text(encoding="utf-8"))


# What stands on the page ----------------------------------------------------------------------------------------------


def test_the_page_says_what_pair_says(call, club, tmp_path):
    page = reported(call, tmp_path)
    pairing = json.loads(call("pair", "club.toml", "--json").stdout)
    names = {1: "Ana", 2: "Bruno", 3: "Carla", 4: "Dário", 5: "Эва"}
    arrows = {"up": " ↑", "down": " ↓", None: ""}
    rows = page.rows()
    for board in pairing["boards"]:
        white, black = (
            f"{board[side]} {names[board[side]]} ({score}){arrows[mark]}"
            for side, score, mark in zip(("white", "black"), board["scores"], board["floats"], strict=True)
        )
        assert [str(board["board"]), white, black] in rows
    assert ["", f"{pairing['bye']} {names[pairing['bye']]} (0) ↓", "Bye"] in rows
    explained = json.loads(call("explain", "club.toml", "--json").stdout)
    for burden in explained["burdens"]:
        assert burden["text"] in page.text
    for level in explained["levels"]:
        assert re.search(rf"\b{level['value']} {level['name']} proved", page.text)
        for sentence in level["reasons"]:
            assert sentence in page.text


def test_what_the_order_of_the_levels_costs(call, tmp_path):
    """On the first screen, in `explain` and on the page."""
    shutil.copy(DATA / "chess-059-8p5r.trf", tmp_path / "few.trf")
    pages = [call(command, "few.trf", "--round", "4").stdout.decode() for command in ("pair", "explain")]
    assert call("report", "few.trf", "--round", "4", "--again", "--what", "all", "-o", "page.html").returncode == 0
    pages.append((tmp_path / "page.html").read_text(encoding="utf-8"))
    for page in pages:
        assert "The order of the levels: repeated-float 1 makes bye-score 1½; with repeated-float" in " ".join(
            page.split()
        )


def test_names_standings_crosstable_and_slips(call, club, tmp_path):
    page = reported(call, tmp_path, "--absent", "4")
    rows = page.rows()
    assert ["4 Dário", "Absent"] in rows
    by_name = [row[0] for row in rows if re.fullmatch(r"\d \w+", row[0]) and len(row) in (2, 3)]
    assert by_name == ["1 Ana", "2 Bruno", "3 Carla", "4 Dário", "5 Эва"]
    assert ["Place", "No.", "Name", "Score", "SOS"] in rows  # no game points in this tournament
    assert ["1–3", "1", "Ana", "2", "0"] in rows
    cross = [row for row in rows if len(row) == 4 and row[0] == "1–3 5 Эва"]
    assert cross
    assert cross[0][1] == "bye2"
    slips = [attributes for _, attributes in page.elements if attributes.get("class") == "slip"]
    assert len(slips) == len(json.loads(call("pair", "club.toml", "--absent", "4", "--json").stdout)["boards"])


def test_markup_is_sound_and_reaches_for_nothing(call, club, tmp_path):
    page = reported(call, tmp_path)
    assert page.open == []
    tags = [tag for tag, _ in page.elements]
    assert tags.count("h1") == tags.count("main") == tags.count("header") == tags.count("footer") == 1
    assert not {"script", "link", "img", "iframe", "object", "form"} & set(tags)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in page.elements:
        assert not any(name.startswith("on") for name in attributes)
        if tag == "a":
            assert attributes["href"].removeprefix("#") in ids
        if tag == "html":
            assert attributes["lang"] == "en"
        if tag == "th":
            assert "scope" in attributes
        if "aria-labelledby" in attributes:
            assert set(attributes["aria-labelledby"].split()) <= set(ids)
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "://" not in text
    assert "url(" not in text
    assert "@import" not in text


def test_names_are_text(call, tmp_path):
    (tmp_path / "bad.toml").write_text(UNTRUSTED, encoding="utf-8")
    page = reported(call, tmp_path, file="bad.toml")
    assert "script" not in [tag for tag, _ in page.elements]
    assert page.open == []
    for name in (
        '<script>alert(1)</script> & "Open" {{ 7*7 }}',
        "<script>document.title='x'</script>",
        "\"' onmouseover=alert(1) {% raw %}",
        "&lt;b&gt;",
        "👩‍👩‍👧‍👦 Família 🇵🇹",
        "evil bell",
    ):
        assert name in page.text
    for _, attributes in page.elements:
        assert "onmouseover" not in attributes


def test_readable_and_sort_key():
    assert readable("a\u202eb\x00c\u2028 d\n") == "ab c d"
    assert readable("👩‍👧") == "👩‍👧"
    assert sorted(["Zé", "Élsa", "elsa", "Eva"], key=sort_key) == ["elsa", "Élsa", "Eva", "Zé"]


def test_no_legal_pairing(call, k33, tmp_path):
    page = reported(call, tmp_path, file="k33.toml", code=1)
    assert "No legal pairing exists." in page.text
    assert "{1, 2, 3}; {4, 5, 6}" in page.text
    witness = [attributes for _, attributes in page.elements if attributes.get("class") == "witness"]
    assert len(witness) == 1
    ids = {attributes.get("id") for _, attributes in page.elements}
    assert {"standings", "crosstable", "meetings"} <= ids
    assert not {"boards", "names", "slips", "proof"} & ids


def test_criteria_given_up(call, k33, tmp_path):
    page = reported(call, tmp_path, "--relax", file="k33.toml")
    assert "Criteria broken, as few as possible: no-rematch:" in page.text


def test_published_boards_are_kept(call, club, tmp_path):
    (tmp_path / "hung-up.json").write_bytes(call("pair", "club.toml", "--json").stdout)
    assert "Published boards kept: 3 of 3" in reported(call, tmp_path, "--keep", "hung-up.json").text


def test_orders_and_earlier_rounds(call, club, tmp_path):
    page = reported(call, tmp_path, "--fix", "5w-1b", "--bye", "4")
    assert ["1", "5 Эва (2)", "1 Ana (2)"] in page.rows()
    assert ["", "4 Dário (0) ↓", "Bye"] in page.rows()
    first = reported(call, tmp_path, "--round", "1")
    assert "round 1 of 5" in first.text
    assert "crosstable" not in {attributes.get("id") for _, attributes in first.elements}


def test_after_the_last_round(call, tmp_path):
    assert call("simulate", "--players", "7", "--rounds", "3", "--seed", "2", "-o", "sim").returncode == 0
    (source,) = (path for path in (tmp_path / "sim").iterdir() if path.suffix == ".toml")
    page = reported(call, tmp_path, file=str(source))
    assert "after the last round" in page.text
    ids = {attributes.get("id") for _, attributes in page.elements}
    assert {"standings", "crosstable"} <= ids
    assert not {"boards", "names", "slips", "proof", "meetings"} & ids
    standings = json.loads(call("standings", str(source), "--json").stdout)
    rows = page.rows()
    for player in standings["players"]:
        first, last = player["places"]
        place = str(first) if first == last else f"{first}–{last}"
        assert [place, str(player["id"])] in [row[:2] for row in rows]
    for parts, shown in (("standings", {"standings"}), ("crosstable", {"crosstable"})):
        only = reported(call, tmp_path, "--what", parts, file=str(source))
        assert ids_of(only) & set(SECTIONS) == shown
    assert call("report", str(source), "-o", "x.html", "--what", "boards").returncode == 2
    refused = call("report", str(source), "-o", "x.html", "--absent", "1")
    assert refused.returncode == 3
    assert b"already" in refused.stderr
    assert "round 3 of 3" in reported(call, tmp_path, "--round", "3", file=str(source)).text


SECTIONS = ("boards", "names", "standings", "crosstable", "proof", "meetings", "slips")
OF_PART = {part: {part} for part in PARTS} | {"reasons": {"proof", "meetings"}}


def ids_of(page):
    return {attributes["id"] for _, attributes in page.elements if "id" in attributes}


def test_parts(call, club, tmp_path):
    for part in PARTS:
        assert ids_of(reported(call, tmp_path, "--what", part)) & set(SECTIONS) == OF_PART[part]
    chosen = ids_of(reported(call, tmp_path, "--what", "slips, Boards"))
    assert chosen & set(SECTIONS) == {"boards", "slips"}
    assert ids_of(reported(call, tmp_path)) >= set(SECTIONS)
    assert call("report", "club.toml", "-o", "out.html").returncode == 0
    page = Page((tmp_path / "out.html").read_text(encoding="utf-8"))
    assert ids_of(page) & set(SECTIONS) == {"boards", "names", "standings"}  # what hangs on a wall
    first = call("report", "club.toml", "--round", "1", "-o", "out.html", "--what", "crosstable,slips")
    assert (first.returncode, b"crosstable: there is no such thing" in first.stderr) == (2, True)


def test_the_round_being_played(call, club, tmp_path):
    """While a result is missing the page shows that round, its boards as they stand in the file."""
    text = club.read_text(encoding="utf-8")
    club.write_text(
        text + "[[rounds]]\ngames = [{ white = 3, black = 2 }, { white = 1, black = 4 }]\nbye = 5\n", "utf-8"
    )
    page = reported(call, tmp_path)
    assert "round 2 of 5" in page.text
    boards = [row[1:] for row in page.rows() if len(row) == 3 and row[0] in ("1", "2")]
    assert [[seat.split()[0] for seat in row] for row in boards] == [["3", "2"], ["1", "4"]]
    anew = reported(call, tmp_path, "--round", "2", "--again")
    assert "round 2 of 5" in anew.text
    assert "These are the boards of the file." in page.text
    assert "These are the boards of the file." not in anew.text


def test_legends(call, club, tmp_path):
    """Every sign that a table has is told in words beside it."""
    text = reported(call, tmp_path).text
    for words in (
        "Before each name stands the start number, in brackets the score before the round.",
        "↓ downfloat: the opponent has fewer points, or it is a bye.",
        "Behind the number of the board: the colour.",
        "1–3: nothing decides between these players; they share the places.",
        "SOS: Sum of opponents' scores. The sum of the scores of the opponents of played games.",
        "The natural order: from the top, everybody in turn gets the first opponent",
        "Rows and columns are the players, by start number; – is the bye.",
    ):
        assert words in text
    assert "forfeits" not in text  # there are none
    club.write_text(
        club.read_text(encoding="utf-8")
        .replace('result = "1-0"', 'result = "+/-"', 1)
        .replace("rounds = 5", 'rounds = 5\ntie_breaks = ["BH-C1", "SB"]', 1),
        encoding="utf-8",
    )
    text = reported(call, tmp_path).text
    assert "+ and − are forfeits." in text
    assert "BH/C1: Buchholz. The sum of the opponents' scores." in text
    assert "C1: the least of what is added does not count." in text


def test_conditions(call, tmp_path):
    players = "".join(f'[[players]]\nid = {player}\ngroups = ["Lisboa"]\n' for player in range(1, 5))
    (tmp_path / "four.toml").write_text(f'[tournament]\nname = "Four"\nrounds = 4\n{players}', encoding="utf-8")
    page = reported(call, tmp_path, "--lookahead", "2", file="four.toml")
    assert "After this round 2 more are possible, whatever the results, colours aside." in page.text
    page = reported(call, tmp_path, "--lookahead", "3", file="four.toml", code=1)
    assert (
        "No legal pairing keeps 3 further rounds possible, colours aside. The most that can be kept is 2." in page.text
    )
    page = reported(call, tmp_path, "--max-pairs-in-group", "Lisboa=1", file="four.toml", code=1)
    assert "No legal pairing keeps the limits of pairs in a group: Lisboa 1." in page.text


def test_squares_of_the_picture(call, club, tmp_path):
    text = re.sub("[\u2068\u2069]", "", reported(call, tmp_path).text)
    assert "1 Ana – 3 Carla: met in round 1" in text
    assert "5 Эва – the bye: single-bye: 5 had a bye in round 1" in text
    boards = json.loads(call("pair", "club.toml", "--json").stdout)["boards"]
    for board in boards:
        assert re.search(rf"{board['white']} \w+ – {board['black']} \w+: board {board['board']}\b", text)


def test_large_events(call, tmp_path):
    shutil.copy(ROOT / "scenarios" / "simulated-300-round-7.toml", tmp_path)
    page = reported(call, tmp_path, file="simulated-300-round-7.toml")
    ids = {attributes.get("id") for _, attributes in page.elements}
    assert "meetings" not in ids
    assert sum(attributes.get("class") == "slip" for _, attributes in page.elements) == 148
    assert (tmp_path / "out.html").stat().st_size < 1_000_000


@pytest.mark.parametrize("name", ["no-bye-left", "natural-order", "our-club", "first-round", "time", "clubs"])
def test_scenarios(call, tmp_path, monkeypatch, name):
    done = call("report", str(ROOT / "scenarios" / f"{name}.toml"), "-o", "out.html")
    assert done.returncode in (0, 1)
    assert Page((tmp_path / "out.html").read_text(encoding="utf-8")).open == []


@pytest.mark.parametrize("language", ["pt", "ru"])
@pytest.mark.skipif(not LOCALE.is_dir(), reason="there are no catalogues")
def test_languages(call, club, tmp_path, language):
    english = reported(call, tmp_path)
    page = reported(call, tmp_path, "--lang", language)
    assert page.elements[0] == ("html", {"lang": language})
    assert len(page.elements) == len(english.elements)
    assert page.text != english.text


# How it is written ----------------------------------------------------------------------------------------------------


def test_the_same_bytes_again(run, club, tmp_path):
    pages = []
    for seed in ("1", "2"):
        assert run("report", "club.toml", "-o", "out.html", env={"PYTHONHASHSEED": seed}).returncode == 0
        pages.append((tmp_path / "out.html").read_bytes())
    assert pages[0] == pages[1]
    assert str(tmp_path).encode() not in pages[0]


def test_nothing_is_written_where_something_is_wrong(call, club, tmp_path):
    (tmp_path / "out.html").write_text("old", encoding="utf-8")
    club.write_text(club.read_text(encoding="utf-8").replace(', result = "1-0"', "", 1), encoding="utf-8")
    # --again: the next round, for which a result is missing.
    assert call("report", "club.toml", "--again", "-o", "out.html").returncode == 3
    assert call("report", "club.toml", "--again", "-o", "new.html").returncode == 3
    assert (tmp_path / "out.html").read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.toml", "out.html"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["-o", "club.toml"], 2, "overwrite the tournament file"),
        (["-o", "-"], 2, "expected the name of a file"),
        (["-o", "nowhere/out.html"], 5, "there is no directory nowhere"),
        (["-o", "x.html", "--lang", "de"], 2, "expected one of en, pt, ru"),
        (["-o", "x.html", "--keep-last"], 2, "--keep-last needs --keep"),
        (["-o", "x.html", "--time-limit", "0"], 2, "seconds above 0"),
        (["-o", "x.html", "--round", "4"], 2, "Round 4 cannot be paired"),
        (["-o", "x.html", "--what", "board"], 2, "expected some of boards, names"),
        (["-o", "x.html", "--what", ""], 2, "expected some of boards, names"),
        ([], 2, "-o"),
    ],
)
def test_refused(call, club, tmp_path, arguments, code, words):
    done = call("report", "club.toml", *arguments)
    assert (done.returncode, done.stdout) == (code, b"")
    assert words in done.stderr.decode()
    assert [path.name for path in tmp_path.iterdir()] == ["club.toml"]
