"""`pairproof convert` from a list of players (CONTRACT 1.7)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pairproof.model import load_tournament
from tests.cli.conftest import Run
from tests.inputs.spreadsheets import ods, xlsx
from tests.paths import ROOT

EVENING = (ROOT / "tests" / "inputs" / "evening-players.csv").read_bytes()
LIST = "Nome;Elo;Clube\nRui;1500;Porto\nAna;1900;Faro\nEva;;Faro\nIvo;1900;\n"


def test_the_list_of_the_evening_becomes_a_tournament(call: Run, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_bytes(EVENING)
    done = call("convert", "players.csv", "club.toml", "--groups-from", "club", "--restricted-until", "2")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert lines[0].split() == ["No.", "Name", "Rating", "National", "ID", "Club", "Groups"]
    assert (lines[1].split(), len(lines)) == (["1", "Jogador", "A", "2180", "1001", "Lisboa", "Lisboa"], 14)
    club = load_tournament(tmp_path / "club.toml")
    assert [player.id for player in club.players] == list(range(1, 14))
    assert (club.players[12].name, club.players[12].rating, club.restricted_until) == ("Jogador M", 0, 2)
    rows = [line.split(";") for line in EVENING.decode("cp1252").splitlines()]
    for name, data in (("players.xlsx", xlsx(rows)), ("players.ods", ods(rows))):
        (tmp_path / name).write_bytes(data)
        assert call("convert", name, "again.toml", "--groups-from", "club").returncode == 0
        assert load_tournament(tmp_path / "again.toml").players == club.players
    # A list is a tournament file like others: its first round can be paired.
    assert b"1 Jogador A" in call("pair", "players.csv").stdout.replace(b"  ", b" ")


def test_start_numbers_by_rating_or_as_they_stand(call: Run, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(LIST, encoding="utf-8")
    for options, names in (([], ["Ana", "Ivo", "Rui", "Eva"]), (["--keep-order"], ["Rui", "Ana", "Eva", "Ivo"])):
        assert call("convert", "list.csv", "out.toml", *options).returncode == 0
        assert [player.name for player in load_tournament(tmp_path / "out.toml").players] == names


def test_what_is_on_the_clipboard(run: Run, tmp_path: Path) -> None:
    text = "Jugadora\tPuntos\nAna\t1900\n"
    done = run("convert", "-", "-", "--to", "toml", "--format", "list", "--map", "name=Jugadora,rating=Puntos",
               stdin=text.encode("utf-16"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b'name = "Ana"\nrating = 1900\n' in done.stdout


def test_the_document_says_that_it_was_a_list(call: Run, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(LIST, encoding="utf-8")
    document = json.loads(call("convert", "list.csv", "out.toml", "--json").stdout)
    assert (document["from"], document["to"]) == ("list", "toml")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([], 3, "list.csv: line 3, column 2: under “Elo”: the rating reads “abc”; expected a number, or nothing.\n"
                "list.csv: line 4, column 1: under “Nome”: there is no name.\n"),
        (["--map", "nome=Nome"], 2, "--map nome=Nome: nome is none of name,"),
        (["--map", "name=A", "--map", "name=B"], 2, "--map: name is given twice.\n"),
        (["--map", "rating=Pontos"], 3, "list.csv: line 1: --map rating=Pontos: there is no such heading"),
        (["--groups-from", "colour"], 2, "--groups-from colour: expected one of club,"),
        (["--groups-from", "club"], 3, "list.csv: --groups-from club: the list has no such column.\n"),
    ],
)  # fmt: skip
def test_nothing_is_written_of_what_is_wrong(
    call: Run, tmp_path: Path, arguments: list[str], code: int, told: str
) -> None:
    (tmp_path / "list.csv").write_text("Nome;Elo\nAna;1\nRui;abc\n;7\n", encoding="utf-8")
    done = call("convert", "list.csv", "out.toml", *arguments)
    assert (done.returncode, done.stdout) == (code, b"")
    assert done.stderr.decode().startswith(told)
    assert not (tmp_path / "out.toml").exists()


def test_options_of_lists_are_for_lists(call: Run, club: Path) -> None:
    done = call("convert", "club.toml", "out.toml", "--keep-order")
    assert done.returncode == 2
    assert b"are for lists of players; club.toml is TOML" in done.stderr
