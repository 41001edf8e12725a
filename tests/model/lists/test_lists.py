# ruff: noqa: E501 - tables of cells and faults read better in a line each
"""Lists of players: what is read of them, and every fault with its row and column (DESK 2)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairproof.model.errors import InvalidInput
from pairproof.model.lists.columns import map_of
from pairproof.model.lists.headings import _HEADINGS, FIELDS, NUMBER, folded_heading
from pairproof.model.lists.player_list import PlayerList, shown
from pairproof.model.lists.read import read_list
from pairproof.model.lists.sheet import cell_name
from pairproof.model.tournament import Player
from tests.inputs.spreadsheets import Cell, ods, xlsx
from tests.paths import ROOT

CLUB = (
    "Nome;Clube;Rating;Licença\r\nJogador A;Lisboa;2180;1001\r\nJogador B;Porto;2145;1002\r\nJogador M;Braga;;1013\r\n"
)
PLAYERS = (
    Player(0, "Jogador A", 2180, club="Lisboa", national_id="1001"),
    Player(0, "Jogador B", 2145, club="Porto", national_id="1002"),
    Player(0, "Jogador M", club="Braga", national_id="1013"),
)
ROWS: list[list[Cell]] = [
    [int(cell) if cell.isdecimal() else cell or None for cell in line.split(";")] for line in CLUB.splitlines()
]


def cells(*texts: str) -> list[Cell]:
    return list(texts)


def of(text: str, **more: object) -> PlayerList:
    return read_list(text.encode(), **more)  # type: ignore[arg-type]


def faults(data: str | bytes, columns: Mapping[str, str] | None = None) -> list[str]:
    with pytest.raises(InvalidInput) as raised:
        read_list(data.encode() if isinstance(data, str) else data, columns=columns or {})
    return [str(fault) for fault in raised.value.faults]


@pytest.mark.parametrize(
    ("data", "how"),
    [
        (CLUB.encode("cp1252"), "text with semicolons, Windows-1252"),
        (CLUB.encode(), "text with semicolons, UTF-8"),
        (CLUB.encode("utf-8-sig"), "text with semicolons, UTF-8"),
        (CLUB.encode("utf-16"), "text with semicolons, UTF-16"),
        (CLUB.encode("utf-16-le"), "text with semicolons, UTF-16"),
        (CLUB.encode("utf-16-be"), "text with semicolons, UTF-16"),
        (CLUB.replace(";", ",").encode(), "text with commas, UTF-8"),
        (CLUB.replace(";", "\t").encode(), "text with tabs, UTF-8"),
        (CLUB.replace("\r\n", "\n").encode(), "text with semicolons, UTF-8"),
        (CLUB.replace("\r\n", "\r").encode(), "text with semicolons, UTF-8"),
        (("sep=;\r\n" + CLUB).encode(), "text with semicolons, UTF-8"),
        (("Torneio de Natal, Porto;;;\r\n;;;\r\n" + CLUB).encode(), "text with semicolons, UTF-8"),
        (xlsx(ROWS, names=["Inscritos"]), "XLSX, sheet “Inscritos”"),
        (xlsx([], ROWS, names=["Nada", "Inscritos"]), "XLSX, sheet “Inscritos”"),
        (xlsx([["Nome"], ["X"]], ROWS, names=["Velha", "Inscritos"], hidden=[0]), "XLSX, sheet “Inscritos”"),
        (ods(ROWS, names=["Inscritos"]), "ODS, sheet “Inscritos”"),
        (ods([], ROWS, names=["Nada", "Inscritos"]), "ODS, sheet “Inscritos”"),
    ],
)
def test_one_list_in_every_way(data: bytes, how: str) -> None:
    found = read_list(data)
    assert found.players == PLAYERS
    assert (found.how, found.warnings) == (how, ())


def test_the_list_of_the_evening_needs_no_options() -> None:
    """Semicolons, Windows-1252, one without rating, licences."""
    data = (ROOT / "tests" / "inputs" / "evening-players.csv").read_bytes()
    found = read_list(data, groups_from="club")
    assert len(found.players) == 13
    assert found.players[0] == Player(0, "Jogador A", 2180, groups=("Lisboa",), national_id="1001", club="Lisboa")
    assert found.players[-1].rating == 0
    rows: list[list[Cell]] = [list(line.split(";")) for line in data.decode("cp1252").splitlines()]
    for sheet in (xlsx(rows), ods(rows)):
        assert read_list(sheet, groups_from="club").players == found.players


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        ("Name,Rating,Title,Sex,Federation,FIDE ID,Licence,Date of birth,Club,Group", "Ana,1900,wfm,F,por,1900001,7,1990-05-12,X,A;B"),
        ("Nome,Elo,Título,Sexo,Federação,N.º FIDE,Licença,Data de nascimento,Clube,Grupo", "Ana,1900,WFM,fem,POR,1900001,7,12/05/1990,X,A;B"),
        ("ФИО,Рейтинг,Звание,Пол,Федерация,FIDE ID,Лицензия,Дата рождения,Клуб,Группа", "Ana,1900,ЖМФ,ж,POR,1900001,7,12.05.1990,X,A;B"),
        ("Nom,Elo,Titre,Sexe,Fédération,Code FIDE,N° licence,Date de naissance,Club,Groupe", "Ana,1900,WFM,f,POR,1900001,7,12-05-1990,X,A;B"),
        ("Nombre,Elo,Título,Sexo,Federación,Código FIDE,Licencia,Fecha de nacimiento,Club,Grupo", "Ana,1900,WFM,mujer,POR,1900001,7,12/5/1990,X,A;B"),
        ("Name,Elo,Titel,Geschlecht,Verband,FIDE-ID,Lizenz,Geburtsdatum,Verein,Gruppe", "Ana,1900,WFM,weiblich,POR,1900001,7,12.5.1990,X,A;B"),
    ],
)  # fmt: skip
def test_headings_in_six_languages(headings: str, row: str) -> None:
    (player,) = of(f"{headings}\n{row}\n").players
    assert player == Player(
        0, "Ana", 1900, groups=("A", "B"), title="WFM", sex="w", federation="POR", fide_id=1900001, national_id="7",
        birth="1990-05-12", club="X",
    )  # fmt: skip


def test_no_heading_says_two_things() -> None:
    said: dict[str, str] = {}
    for field, texts in _HEADINGS.items():
        for heading in texts.replace("\n", ",").split(","):
            if folded := folded_heading(heading):
                assert said.setdefault(folded, field) == field, heading
    assert {*FIELDS, NUMBER} == set(_HEADINGS)


@pytest.mark.parametrize(
    ("headings", "name"),
    [
        ("Apelido;Nome", "Silva, Ana"),
        ("Nom;Prénom", "Silva, Ana"),
        ("Фамилия;Имя", "Silva, Ana"),
        ("Surname;First name", "Silva, Ana"),
        ("Apellidos;Nombre", "Silva, Ana"),
        ("Nachname;Vorname", "Silva, Ana"),
    ],
)
def test_a_name_in_two_columns(headings: str, name: str) -> None:
    assert [player.name for player in of(f"{headings}\nSilva;Ana\nCosta;\n").players] == [name, "Costa"]


@pytest.mark.parametrize(
    ("text", "rating"),
    [("1850", 1850), ("", 0), ("-", 0), ("0", 0), ("unr", 0), ("1850,0", 1850), ("1850,5", 1851), ("1850.4", 1850),
     ("1.850", 1850), ("1 850", 1850), ("1'850", 1850)],
)  # fmt: skip
def test_ratings(text: str, rating: int) -> None:
    assert of(f"Nome;Elo\nAna;{text}\n").players[0].rating == rating


def test_columns_that_are_said() -> None:
    text = "Spelare;Poäng;Elo\nAna;7;1900\n"
    found = of(text, columns=map_of("name=spelare,rating=Poäng"))
    assert found.players == (Player(0, "Ana", 7),)
    assert found.warnings == ("Columns that are not used: “Elo”.",)
    assert of("7;Ana\n8;Rui\n", columns=map_of("name=2,rating=1")).players == (Player(0, "Ana", 7), Player(0, "Rui", 8))
    assert of("Nome\nSilva, Ana\nCosta, Rui\n").players[1].name == "Costa, Rui"


def test_cyrillic_of_windows() -> None:
    data = "Имя;Рейтинг\nФёдор;1900\n".encode("cp1251")
    assert read_list(data).players == (Player(0, "Фёдор", 1900),)
    assert read_list(data).how.endswith("Windows-1251")


def test_the_table_that_is_shown() -> None:
    table = shown(of("Elo;Nome;Fed\n1700;Rui;\n1900;Ana;por\n").by_rating)
    assert table == [["Name", "Rating", "Fed."], ["Ana", "1900", "POR"], ["Rui", "1700", ""]]


def test_dates_and_formulas_of_spreadsheets() -> None:
    cells = (
        '<c r="A3" t="str"><f>B1&amp;"x"</f><v>Rui</v></c><c r="B3" s="1"><v>33005</v></c>'
        '<c r="C3"><f>1+1</f><v>1849.9999999999998</v></c>'
    )
    found = read_list(xlsx([["Name", "Born", "Elo"], ["Ana", 1990, 1900.0]], cells=cells))
    assert found.players == (Player(0, "Ana", 1900, birth="1990"), Player(0, "Rui", 1850, birth="1990-05-12"))
    cells = (
        '<table:table-cell office:value-type="string" table:formula="of:=[.B1]"><text:p>R<text:s/><text:span>ui</text:span>'
        '</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="1990-05-12T00:00:00">'
        "<text:p>12.05.90</text:p></table:table-cell>"
    )
    found = read_list(ods([["Name", "Born"], ["Ana", 1990]], cells=cells))
    assert found.players == (Player(0, "Ana", birth="1990"), Player(0, "R ui", birth="1990-05-12"))


def test_sheets_that_are_not_read_are_named() -> None:
    for data in (xlsx(ROWS, ROWS, names=["A", "B"]), ods(ROWS, ROWS, names=["A", "B"])):
        assert read_list(data).warnings == ("Only the first sheet is read, not “B”.",)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("", ["The list is empty."]),
        ("\n ; \n", ["The list is empty."]),
        (xlsx([]), ["The list is empty."]),
        (ods([]), ["The list is empty."]),
        ("Nome;Elo\n", ["line 1: There are no players under the headings."]),
        ("Elo;Clube\n1900;X\n", ["line 1: No column has the names: no heading says so. Found is “Elo” and “Clube”. Say which"
                                 " it is, as in --map name=Nome, or write “name” above it."]),
        ("Nome;Elo;DWZ\nAna;1;2\n", ["line 1, column 3: “Elo” and “DWZ” both say the rating; say which one counts, as in --map"
                                     " rating=Elo."]),
        ("Nome;Elo\nAna;abc\n;1900\nRui;12345\n",
         ["line 2, column 2: under “Elo”: the rating reads “abc”; expected a number, or nothing.",
          "line 3, column 1: under “Nome”: there is no name.",
          "line 4, column 2: under “Elo”: the rating reads “12345”; the highest is 9999."]),
        ("Nome\nAna Silva\nRui\nSilva, Ana\n", ["line 4: Silva, Ana is in the list twice: here and in row 2."]),
        ("Nome;FIDE ID\nAna;77\nRui;77\n", ["line 3: Rui has the FIDE number 77, as Ana (row 2) has."]),
        ("Nome;Licença\nAna;77\nRui;77\n", ["line 3: Rui has the national number 77, as Ana (row 2) has."]),
        ("Nome,Elo\nSilva, Ana,1900\n", ["line 2, column 2: under “Elo”: the rating reads “Ana”; expected a number, or nothing.",
                                         "line 2, column 3: There are 3 cells here, but 2 headings: put quotation marks around"
                                         " a cell that holds the separator."]),
        ('Nome;Elo\n"Ana;1900\nRui;1800\n', ["line 2: A quotation mark is not closed, or stands alone in a cell; write it twice"
                                             " in a cell between such."]),
        ("Nome;Elo\nAna;-5\n", ["line 2, column 2: under “Elo”: the rating reads “-5”; expected a number, or nothing."]),
        ("Nome;Ano\nAna;90\n", ["line 2, column 2: under “Ano”: the birth reads “90”; expected a year, or a date as 1990-05-12"
                                " or 12.05.1990."]),
        ("Nome;Fed;Sexo;FIDE ID\n7;Portugal;x;12a\n",
         ["line 2, column 1: under “Nome”: the name reads “7”, a number.",
          "line 2, column 2: under “Fed”: the federation reads “Portugal”; expected three letters, as POR.",
          "line 2, column 3: under “Sexo”: the sex reads “x”; expected m or w.",
          "line 2, column 4: under “FIDE ID”: the FIDE number reads “12a”; expected up to 11 digits."]),
        (xlsx([["Nome", "Clube"], ["Ana", "X"], ["Rui", None]], merged="B2:B3"),
         ["line 2, column 2: The cells B2:B3 are merged; unmerge them, and write what holds in each row."]),
        (xlsx([["Nome", "Elo"]], cells='<c r="A2" t="inlineStr"><is><t>Ana</t></is></c><c r="B2"><f>C9</f></c>'),
         ["line 2, column 2: under “Elo”: a formula without a value; open the file, let it calculate, and save it."]),
        (xlsx([["Nome", "Elo"]], cells='<c r="A2" t="inlineStr"><is><t>Ana</t></is></c><c r="B2" t="e"><v>#REF!</v></c>'),
         ["line 2, column 2: under “Elo”: the error #REF!."]),
        (ods([["Nome", "Clube"]], cells='<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>Ana'
             "</text:p></table:table-cell>"),
         ["line 2, column 1: The cells A2:A3 are merged; unmerge them, and write what holds in each row."]),
        (ods([["Nome", "Elo"]], cells='<table:table-cell office:value-type="string"><text:p>Ana</text:p></table:table-cell>'
             '<table:table-cell table:formula="of:=[.C9]"/>'),
         ["line 2, column 2: under “Elo”: a formula without a value; open the file, let it calculate, and save it."]),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", ["This is an old spreadsheet (.xls), or one with a password; save it as XLSX,"
                                                   " ODS or CSV without one."]),
        (xlsx(ROWS)[:300], ["The spreadsheet is damaged, or has a password; open it and save it anew, or save it as CSV."]),
        (b"%PDF-1.4\x00\x01", ["line 1: This is no list: save it as CSV, XLSX or ODS."]),
    ],
)  # fmt: skip
def test_every_fault_has_its_place(data: str | bytes, told: list[str]) -> None:
    assert faults(data) == told


def test_faults_of_columns_that_are_said() -> None:
    assert faults("Nome;Elo\nAna;1\n", {"name": "Nome", "rating": "Pontos"}) == [
        "line 1: --map rating=Pontos: there is no such heading; there are “Nome” and “Elo”."
    ]
    assert faults("Ana;1\n", {"rating": "7"}) == [
        "--map rating=7: the list has 2 columns.",
        "--map must say which column has the names, as in --map name=2.",
    ]
    for text in ("name", "name=", "nome=Nome", "name=A,name=B"):
        with pytest.raises(ValueError, match="--map"):
            map_of(text)


def test_namesakes_with_numbers_of_their_own_are_two() -> None:
    assert len(of("Nome;Licença\nAna;1\nAna;2\n").players) == 2
    assert len(of("Nome;Ano\nAna;1990\nAna;1991\n").players) == 2


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_a_sheet_of_100_000_rows_is_refused_at_once(kind: str) -> None:
    rows: list[list[Cell]] = [["Nome", "Elo"], *(cells(f"P{n}", "1500") for n in range(100_000))]
    data = {"csv": lambda: "\n".join(f"{a};{b}" for a, b in rows).encode(), "xlsx": lambda: xlsx(rows[:1], rows[:1]),
            "ods": lambda: ods(rows)}[kind]()  # fmt: skip
    if kind == "xlsx":
        body = "".join(f'<row><c t="inlineStr"><is><t>P{n}</t></is></c></row>' for n in range(100_000))
        data = xlsx([["Nome"]], cells=f"</row>{body}<row>")
    start = time.process_time()
    assert faults(data) == ["line 10001: The list has more than 10000 rows; a list of players has fewer."]
    assert time.process_time() - start < 3


def test_300_players_take_less_than_a_second() -> None:
    rows: list[list[Cell]] = [
        ["Nome", "Elo", "Clube"],
        *(cells(f"Jogador {chr(65 + n % 26)}{n}", str(1200 + n), f"Clube {n % 9}") for n in range(300)),
    ]
    csv = "\n".join(";".join(map(str, row)) for row in rows).encode()
    for data in (csv, xlsx(rows), ods(rows)):
        start = time.process_time()
        assert len(read_list(data).players) == 300
        assert time.process_time() - start < 1


def test_three_of_the_same_faults_are_told() -> None:
    with pytest.raises(InvalidInput, match="and 297 more places: the same"):
        of("Nome;Elo\n" + "".join(f"P{chr(97 + n % 26)}{n};x{n}\n" for n in range(300)))


def test_names_of_cells() -> None:
    assert [cell_name(7, column) for column in (1, 26, 27, 702, 703)] == ["A7", "Z7", "AA7", "ZZ7", "AAA7"]


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200) | st.text(alphabet="aé\"';,\t\n =é1NomeElo", max_size=80).map(str.encode))
def test_whatever_is_given_is_read_or_refused(data: bytes) -> None:
    for start in (b"", b"Nome;Elo\n", b"PK\x03\x04"):
        with suppress(InvalidInput):
            assert all(player.name for player in read_list(start + data).players)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=4), st.sampled_from([xlsx(ROWS), ods(ROWS)]))
def test_damaged_spreadsheets_are_read_or_refused(at: int, junk: bytes, data: bytes) -> None:
    at %= len(data)
    with suppress(InvalidInput):
        read_list(data[:at] + junk + data[at + len(junk) :])
