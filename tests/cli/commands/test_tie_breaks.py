"""`standings` by named tie-breaks, and what `check` and `report` make of them, from outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.paths import DATA

SWISS = "fide-ex-swiss16.trf"


@pytest.fixture
def swiss(tmp_path: Path) -> Path:
    """The tournament of FIDE's exercises: 16 players, five rounds."""
    path = tmp_path / "swiss.trf"
    path.write_bytes((DATA / "tiebreaks" / SWISS).read_bytes())
    return path


def add(path: Path, *records: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "".join(f"{one}\n" for one in records), encoding="utf-8")


def rows(done) -> list[list[str]]:
    """The lines of the table."""
    lines = done.stdout.decode().splitlines()
    return [line.split() for line in lines[3 : lines.index("", 3) if "" in lines[3:] else None]]


def test_page(call, swiss):
    done = call("standings", "swiss.trf", "--tie-breaks", "BH-C1,bh,AOB", "--tie-breaks", "DE,KS")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "FIDE exercise, Swiss, 16 players, standings after round 5"
    assert lines[2].split() == ["place", "id", "name", "score", "BH/C1", "BH", "AOB", "DE", "KS"]
    assert lines[3].split() == ["1", "2", "P2", "4", "12", "13", "13.60", "–", "2"]
    assert lines[-1] == "KS: it is defined for round robins (C.07 9.2)."


def test_places_shared_where_nothing_decides(call, swiss):
    places = [line[0] for line in rows(call("standings", "swiss.trf", "--tie-breaks", "WIN"))]
    assert places == ["1", "2", "3=", "3=", "3=", "6", "7=", "7=", "7=", "10=", "10=", "10=", "13=", "13=", "13=", "16"]


def test_what_cannot_be_computed_is_left_out(call, swiss):
    text = swiss.read_text(encoding="utf-8").replace("2150", "   0")
    swiss.write_text(text, encoding="utf-8")
    done = call("standings", "swiss.trf", "--tie-breaks", "BH:MP,ARO,WIN")
    page = done.stdout.decode()
    assert page.splitlines()[2].split() == ["place", "id", "name", "score", "WIN"]
    assert "BH:MP is left out: it is about teams, and these are players." in page
    assert "ARO is left out: 2 P2 has no rating; give the number that stands for it: ARO/U1000, or --unrated" in page
    given = call("standings", "swiss.trf", "--tie-breaks", "ARO", "--unrated", "1500")
    assert "left out" not in given.stdout.decode()


def test_working(call, swiss):
    page = call("standings", "swiss.trf", "--tie-breaks", "BH-C1,SB", "--working", "p12").stdout.decode()
    part = page[page.index("How the numbers of 12 P12 came about") :]
    assert "BH/C1, Buchholz: 9½" in part
    assert "round 2: the bye: counts as an opponent with 2" in part
    assert [line.split()[-1] for line in part.splitlines() if line.endswith("cut")] == ["cut"]
    for who, code in (("99", 2), ("nobody", 2), ("P1", 3)):
        done = call("standings", "swiss.trf", "--tie-breaks", "BH", "--working", who)
        # "P1" is the name of one, so he is meant.
        assert done.returncode == (0 if who == "P1" else code), who


def test_working_without_named_tie_breaks(call, club):
    page = call("standings", "club.toml", "--working", "Bruno").stdout.decode()
    assert "SOS, Sum of opponents' scores: 0" in page
    assert "DE2, Game between two: –" in page


def test_json(call, swiss):
    listed = ("--tie-breaks", "BH-C1,AOB,DE,ARO,BH:GP,KS")
    document = json.loads(call("standings", "swiss.trf", *listed, "--working", "4", "--json").stdout)
    assert [(one["code"], one["per"]) for one in document["tie_breaks"]] == [
        ("PTS", 2), ("BH/C1", 2), ("AOB", 2), ("DE", 1), ("ARO", 1), ("KS", 2),
    ]  # fmt: skip
    assert document["left_out"] == [{"code": "BH:GP", "why": "it is about teams, and these are players"}]
    assert [one["code"] for one in document["remarks"]] == ["KS"]
    third = document["players"][2]
    assert third == {
        "places": [3, 3], "id": 4, "name": "P4", "score": 7, "tie_breaks": [7, 23, "107/4", None, 1888, 2],
    }  # fmt: skip
    assert document["working"]["id"] == 4
    buchholz = document["working"]["tie_breaks"][1]
    assert (buchholz["code"], buchholz["value"]) == ("BH/C1", 23)
    assert [(one["value"], one["cut"]) for one in buchholz["numbers"]] == [
        (6, False), (5, True), (3, False), (7, False), (7, False),
    ]  # fmt: skip
    in_russian = call("standings", "swiss.trf", *listed, "--working", "4", "--json", "--lang", "ru")
    assert json.loads(in_russian.stdout) == document


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ["--tie-breaks", "BUH,SB,SB/M1,SB"],
            "did you mean BH?\nSB/M1: SB does not take 'M1'; it takes C, P.\nThe tie",
        ),
        (["--tie-breaks", " , "], "--tie-breaks: expected a list such as BH-C1,SB."),
        (["--pairing", "--tie-breaks", "SB"], "--pairing and --tie-breaks: choose one of the two."),
        (["--pairing", "--working", "1"], "--pairing and --working: choose one of the two."),
        (["--edition", "1999"], "--edition 1999: expected one of 2026, 2023, 2009."),
        (["--pairings", "berger"], "--pairings berger: expected one of swiss, round-robin."),
        (["--unrated", "0"], "--unrated 0: expected a rating from 1 to 9999."),
    ],
)
def test_wrong_usage(call, swiss, options, says):
    done = call("standings", "swiss.trf", *options)
    assert done.returncode == 2
    assert says in done.stderr.decode()
    assert done.stdout == b""


def test_editions_and_kinds_of_pairings(call, swiss):
    def buchholz(*options: str) -> str:
        table = rows(call("standings", "swiss.trf", "--tie-breaks", "BH", *options))
        return next(line[-1] for line in table if line[1] == "4")

    assert (buchholz(), buchholz("--edition", "2023")) == ("14", "15")
    done = call("standings", "swiss.trf", "--tie-breaks", "BH", "--pairings", "round-robin")
    assert "BH is left out: it must not be used" in done.stdout.decode()


def test_the_file_names_them(call, swiss, club):
    add(swiss, "202 BH/C1,SB")
    assert call("standings", "swiss.trf").stdout.decode().splitlines()[2].split()[3:] == ["score", "BH/C1", "SB"]
    text = club.read_text(encoding="utf-8").replace("rounds = 5", 'rounds = 5\ntie_breaks = ["REP", "TPN/R"]', 1)
    club.write_text(text, encoding="utf-8")
    assert [line[1] for line in rows(call("standings", "club.toml"))] == ["5", "2", "1", "4", "3"]
    # An option goes before the file.
    assert [line[1] for line in rows(call("standings", "club.toml", "--tie-breaks", "TPN"))] == [
        "1",
        "2",
        "5",
        "3",
        "4",
    ]


def test_a_code_that_is_not_known_in_a_file(call, swiss):
    add(swiss, "212 PTS,BUH,SB/M1")
    done = call("standings", "swiss.trf")
    assert done.returncode == 3
    assert "swiss.trf: There is no tie-break 'BUH'; did you mean BH?" in done.stderr.decode()
    assert "swiss.trf: SB/M1: SB does not take 'M1'" in done.stderr.decode()
    assert call("standings", "swiss.trf", "--tie-breaks", "SB").returncode == 0


def test_in_other_languages(call, swiss):
    add(swiss, "202 BH/C1,AOB,KS")
    portuguese = call("standings", "swiss.trf", "--lang", "pt", "--working", "4").stdout.decode()
    assert "classificação depois da ronda 5" in portuguese
    assert "13,38" in portuguese
    assert "ronda 2: meio ponto sem jogo: conta como um adversário com 2½" in portuguese
    russian = call("standings", "swiss.trf", "--lang", "ru", "--working", "4").stdout.decode()
    assert "положение после тура 5" in russian
    assert "отброшено" in russian


def test_who_has_left(call, club):
    text = club.read_text(encoding="utf-8").replace('name = "Dário"', 'name = "Dário"\nwithdrawn_after = 1', 1)
    more = '[[rounds]]\ngames = [{ white = 1, black = 2, result = "1-0" }, { white = 3, black = 5, result = "1-0" }]\n'
    club.write_text(text + more, encoding="utf-8")
    done = call("standings", "club.toml")
    assert next(line for line in done.stdout.decode().splitlines() if "Dário" in line).endswith(
        "withdrawn after round 1"
    )
    club.write_text(club.read_text(encoding="utf-8").replace("withdrawn_after = 1", "") + more, encoding="utf-8")
    assert "absent since round 2" in call("standings", "club.toml").stdout.decode()
    players = json.loads(call("standings", "club.toml", "--json").stdout)["players"]
    assert [(one["id"], one["away_since"]) for one in players if "away_since" in one] == [(4, 2)]
    assert "ausente desde a ronda 2" in call("standings", "club.toml", "--lang", "pt").stdout.decode()


# --- Other commands ---------------------------------------------------------------------------------------------------


def test_check_compares_ranks_only_where_the_file_names_tie_breaks(call, tmp_path):
    path = tmp_path / "ranks.trf"
    path.write_bytes((DATA / "tiebreaks" / "real-swiss8.trf").read_bytes())
    assert "ranks" not in json.loads(call("check", "ranks.trf", "--json").stdout)
    assert "rank" not in call("check", "ranks.trf").stdout.decode()
    add(path, "212 PTS,DE,BH/C1,BH")
    found = json.loads(call("check", "ranks.trf", "--json").stdout)["ranks"]
    assert found == {
        "compared": 8,
        "differ": [
            {"id": 1, "rank": 5, "places": [7, 7]},
            {"id": 3, "rank": 6, "places": [8, 8]},
            {"id": 5, "rank": 7, "places": [5, 5]},
            {"id": 8, "rank": 8, "places": [6, 6]},
        ],
    }
    page = call("check", "ranks.trf").stdout.decode()
    assert "4 ranks of the file are not the places that its tie-breaks give:" in page


def ranks_of(call, path: Path, *records: str) -> dict[str, Any]:
    text = (DATA / "tiebreaks" / "real-swiss8.trf").read_text(encoding="utf-8")
    path.write_text(text + "".join(f"{one}\n" for one in records), encoding="utf-8")
    found = json.loads(call("check", path.name, "--json").stdout)
    return {**found["ranks"], "agrees": found["agrees"]}


def test_check_and_what_cannot_be_compared(call, tmp_path):
    path = tmp_path / "ranks.trf"
    level = ranks_of(call, path, "202 BH:GP,BH")
    assert level["differ"] == []
    assert level["remark"].startswith("The ranks are compared by what stands before BH:GP in the list")
    unknown = ranks_of(call, path, "202 BUH")
    assert (unknown["compared"], unknown["differ"]) == (0, [])
    assert "did you mean BH?" in unknown["remark"]


def test_a_wrong_rank_is_a_difference(call, tmp_path):
    path = tmp_path / "ranks.trf"
    path.write_bytes(
        b"012 Two\n142 1\n202 TPN\n"
        b"001    1      A                                 2000                             0.5    2     2 w =\n"
        b"001    2      B                                 1900                             0.5    1     1 b =\n"
    )
    done = call("check", "ranks.trf", "--rules", "fide-dutch")
    assert done.returncode == 1
    assert "2 ranks of the file are not the places" in done.stdout.decode()
    path.write_bytes(
        path.read_bytes().replace(b"0.5    2 ", b"0.5    X ").replace(b"0.5    1 ", b"0.5    2 ").replace(b"X", b"1")
    )
    done = call("check", "ranks.trf", "--rules", "fide-dutch")
    assert done.returncode == 0
    assert "The ranks of the file are those that its tie-breaks give." in done.stdout.decode()


def test_report_has_their_columns(call, swiss, club):
    add(swiss, "202 BH/C1,AOB,BH:GP", "XXR 5")
    assert call("report", "swiss.trf", "--output", "page.html").returncode == 0
    page = (swiss.parent / "page.html").read_text(encoding="utf-8")
    table = page[page.index('<table class="standings') :]
    table = table[: table.index("</section>")]
    for shown in ("BH/C1</th>", "AOB</th>", '<td class="figure">13.60</td>', "BH:GP is left out: it is about teams"):
        assert shown in table
    assert "SOS" not in table


def test_ranks_written_are_the_places(call, club):
    text = club.read_text(encoding="utf-8").replace("rounds = 5", 'rounds = 5\ntie_breaks = ["TPN/R"]', 1)
    club.write_text(text, encoding="utf-8")
    done = call("convert", "club.toml", "club.trf", "--to", "trf26")
    assert done.returncode == 0
    lines = (club.parent / "club.trf").read_text(encoding="utf-8").splitlines()
    assert "202 TPN/R" in lines
    ranks = {line[4:8].strip(): line[85:89].strip() for line in lines if line.startswith("001")}
    assert ranks == {"1": "3", "2": "2", "3": "5", "4": "4", "5": "1"}
