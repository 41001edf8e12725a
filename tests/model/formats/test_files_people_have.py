"""What files from elsewhere and files typed by hand hold (CONTRACT 1.1, 1.2; RULES 1.2)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairproof.model import InvalidInput, Result, load_tournament
from pairproof.model.formats.format import Reading
from pairproof.model.formats.opengotha.reader import read_opengotha
from pairproof.model.formats.results import result_typed
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.formats.trf.document import read_trf_document
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.rules import PRESETS
from pairproof.model.state.history import history
from pairproof.model.state.standings import final_standings, open_games, rounds_played
from pairproof.model.tournament import FixedPair

HEAD = "[tournament]\nrounds = 5\n" + "".join(f"[[players]]\nid = {n}\n" for n in range(1, 5))
RULES = PRESETS["combined"]


def toml(*rounds: str, head: str = HEAD) -> bytes:
    return (head + "".join(f"[[rounds]]\n{one}\n" for one in rounds)).encode()


def trf(*lines: str) -> bytes:
    return ("XXR 3\n" + "\n".join(lines) + "\n").encode()


def player(ident: int, points: str, *cells: str) -> str:
    return "  ".join([f"001 {ident:>4} m    {'P' + str(ident):<33} {'':30} {points:>5} {ident:>4}", *cells])


# ---- players in no list, adjourned games, missing results


def test_a_forgotten_line_is_told() -> None:
    found = read_toml(toml('games = [{white=1,black=3,result="1-0"}]'))
    (warning,) = found.warnings
    assert warning.startswith("Round 1: 2 and 4 are in no list of the round")
    assert read_toml(toml('games = [{white=1,black=3,result="1-0"}]\nabsent = [2, 4]')).warnings == ()
    assert read_toml(dump_toml(found).encode()).warnings == ()
    many = read_toml(toml(*['games = [{white=1,black=3,result="1-0"}]\nabsent=[2]'] * 5)).warnings
    assert [warning[:10] for warning in many] == ["Round 1: 4", "Round 2: 4", "Round 3: 4", "The same i"]


@pytest.mark.parametrize("worth", [None, 0, 2])
def test_an_adjourned_game(worth: int | None) -> None:
    games = 'games = [{white=1,black=3,result="adjourned"},{white=2,black=4,result="1-0"}]'
    points = "" if worth is None else f"[points]\nadjourned = {worth}\n"
    tournament = read_toml(toml(games) + points.encode())
    past = history(tournament, RULES, 1)
    assert (past.scores[1], past.scores[3]) == ((1, 1) if worth is None else (worth, worth))
    assert past.colours(1) == [1]
    assert [entry.opponent for entry in past.played(3)] == [1]
    (game,) = open_games(tournament, RULES, 1)
    assert (game.round, game.white, game.black, game.adjourned) == (1, 1, 3, True)
    assert read_toml(dump_toml(tournament).encode()) == tournament
    again = read_trf(dump_trf(tournament).encode())
    assert again.rounds == tournament.rounds
    assert again.adjourned_points == worth
    assert dump_trf(again) == dump_trf(tournament)


def test_a_missing_result_of_an_earlier_round() -> None:
    data = toml(
        "games = [{white=1,black=3},{white=2,black=4,result='1-0'}]",
        "games = [{white=3,black=2,result='1-0'},{white=4,black=1,result='1-0'}]",
    )
    with pytest.raises(InvalidInput, match=r"1-3 has no result.*--adjourned"):
        read_toml(data)
    tournament = read_toml(data, Reading(open_games=True))
    assert rounds_played(tournament, RULES) == 2
    standings = final_standings(tournament, RULES, 2)
    assert {line.player: line.values[0] for line in standings.lines} == {1: 0, 2: 2, 3: 2, 4: 2}
    assert [game.adjourned for game in open_games(tournament, RULES, 2)] == [False]
    with pytest.raises(InvalidInput, match="1-3 has no result"):
        history(tournament, RULES, 2)


def test_all_missing_results_taken_as_adjourned(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(toml("games = [{white=1,black=3},{white=2,black=4,result='1-0'}]"))
    tournament = load_tournament(path, reading=Reading(adjourned=True))
    assert tournament.rounds[0].games[0].result is Result.ADJOURNED
    assert tournament.warnings == ("Taken as adjourned: 1-3 (round 1).",)


def test_last_rounds_of_byes_alone_are_over_for_standings() -> None:
    data = trf(
        player(1, "2.0", "   2 w 1", "0000 - Z", "0000 - U"), player(2, "0.0", "   1 b 0", "0000 - Z", "0000 - Z")
    )
    # For a pairing round 2 is over, since the bye in round 3 cannot be a wish for a later round.
    tournament = read_trf(data)
    assert [round_.seated() for round_ in tournament.rounds] == [{1, 2}, set()]
    assert tournament.next.fix == (FixedPair(1, 0),)
    assert tournament.next.absent == {2}
    # Where somebody could be paired in round 2 it is the one to be paired.
    with pytest.raises(InvalidInput, match="The bye is entered for round 3"):
        read_trf(trf(player(1, "2.0", "   2 w 1", "        ", "0000 - U"), player(2, "0.0", "   1 b 0")))
    tournament = read_trf(data, Reading(open_games=True))
    assert len(tournament.rounds) == 3
    assert final_standings(tournament, RULES, 3).lines[0].values[0] == 4


# ---- TRF


def test_blanks_are_filled_where_one_reading_fits() -> None:
    lines = (
        player(1, "1.5", "   2 w 1", "0000 -  "),
        player(2, "1.0", "   1 b 0", "0000 -  "),
        player(3, "0.0", "   4 w 0", "   4 w 0"),
        player(4, "2.0", "   3 b 1", "   3 b 1"),
    )
    document = read_trf_document(trf(*lines), Reading(fill_byes=True))
    assert (document.tournament.rounds[1].half_byes, document.tournament.rounds[1].byes) == ((1,), (2,))
    assert [warning for warning in document.tournament.warnings if "by the points" in warning] == [
        "Player 1 has a half-point bye in round 2: a blank, by the points.",
        "Player 2 has the bye in round 2: a blank, by the points.",
    ]
    assert b"0000 - H" in document.to_bytes()
    assert read_trf(document.to_bytes()).rounds == document.tournament.rounds


def test_blanks_with_two_readings_are_refused() -> None:
    lines = (
        player(1, "1.0", "0000 -  ", "0000 -  "),
        player(2, "2.0", "   3 w 1", "   3 b 1"),
        player(3, "0.0", "   2 b 0", "   2 w 0"),
    )
    with pytest.raises(InvalidInput, match=r"rounds 1, 2 can be read in 3 ways that add 1.0 points") as caught:
        read_trf(trf(*lines), Reading(fill_byes=True))
    assert caught.value.faults[0].player == 1


def test_points_that_nobody_entered_are_one_fault() -> None:
    lines = [
        player(n, "0.0", f"{n + (1 if n % 2 else -1):>4} {'wb'[n % 2 == 0]} {'10'[n % 2 == 0]}") for n in range(1, 9)
    ]
    with pytest.raises(InvalidInput, match=r"0\.0 for everybody") as caught:
        read_trf(trf(*lines))
    assert len(caught.value.faults) == 1


def test_a_ruler_from_0_is_no_record() -> None:
    ruler = "0123456789" * 9
    assert read_trf(trf(ruler, "012 Club", player(1, "0.0"))).name == "Club"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
def test_utf_16_and_byte_order_marks(tmp_path: Path, encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    for name, data in (
        ("a.trf", trf("012 Vê", player(1, "0.0"))),
        ("a.toml", toml().replace(b"rounds", b'name="Ve"\nrounds')),
    ):
        path = tmp_path / name
        path.write_bytes((mark + data.decode()).encode(encoding))
        assert load_tournament(path).name.startswith("V")
        other = tmp_path / "content"
        other.write_bytes(path.read_bytes())
        assert load_tournament(other).name.startswith("V")
    data = (tmp_path / "a.trf").read_bytes()
    assert read_trf_document(data).to_bytes() == data


def test_ranks_are_the_places_of_the_standings() -> None:
    data = toml(
        "games = [{white=1,black=3,result='0-1'},{white=2,black=4,result='0-1'}]",
        "games = [{white=4,black=3,result='0-1'},{white=1,black=2,result='1/2-1/2'}]",
    )
    tournament = read_toml(data)
    places = {line.player: line.first for line in final_standings(tournament, RULES, 2).lines}
    lines = [line for line in dump_trf(tournament).splitlines() if line.startswith("001")]
    assert {int(line[4:8]): int(line[85:89]) for line in lines} == places
    unknown = dump_trf(replace(tournament, rules="nowhere.toml"))
    assert all(not line[85:89].strip() for line in unknown.splitlines() if line.startswith("001"))


# ---- TOML as people type it


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("2-0", "1-0"), ("1-1", "1/2-1/2"), ("0-2", "0-1"), ("½-½", "1/2-1/2"), ("0.5-0.5", "1/2-1/2"),
        ("=", "1/2-1/2"),
        ("0,5 : 0,5", "1/2-1/2"), ("1 - 0", "1-0"), ("1:0", "1-0"), ("1–0", "1-0"), ("0—1", "0-1"), ("+-", "+/-"),
        ("-+", "-/+"), ("--", "-/-"), ("+:-", "+/-"), ("1.0-0.0", "1-0"), ("½-0", "1/2-0"), ("0 – ½", "0-1/2"),
        ("?", "adjourned"), ("Time", "time"),
    ],
)  # fmt: skip
def test_results_that_people_type(typed: str, result: str) -> None:
    assert result_typed(typed) is Result(result)
    (game,) = read_toml(toml(f'games = [{{white=1,black=3,result="{typed}"}}]')).rounds[0].games
    assert game.result is Result(result)


@pytest.mark.parametrize("text", ["", "1", "2-1", "10", "1-0-0", "x", "1/2-1", "0.5", "-", "3-0"])
def test_what_is_no_result(text: str) -> None:
    assert result_typed(text) is (Result.DRAW if text == "0.5" else None)


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("name = “Ana”", 1, 8, "straight quotes"),
        ('name = "Ana”\nb = 1', 1, 12, "straight quotes"),
        ("points = 0,5", 1, 10, "write 0.5"),
        ('a = [{x = 1, result = "1-0" gam = [1, 2]}]', 1, 28, "comma is missing before 'gam'"),
        ("a = [\n {x = 1}\n {x = 2}\n]", 2, 9, "comma is missing before '{x'"),
        ("a = { result = 1-0 }", 1, 16, "in quotes"),
        ("a = [1,\n2\nb = 3", 3, 1, "unclosed array"),
        ("a = 1 b = 2", 1, 7, "TOML syntax"),
    ],
)
def test_mistakes_say_what_to_type(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(InvalidInput, match=says) as caught:
        read_toml(text.encode())
    (fault,) = caught.value.faults
    assert (fault.line, fault.column) == (line, column)


# ---- OpenGotha


def gotha(names: tuple[tuple[str, str], ...], games: str) -> bytes:
    players = "".join(
        f'<Player name="{last}" firstName="{first}" rating="{-n}"/>' for n, (last, first) in enumerate(names)
    )
    return f'<Tournament>{players}{games}<GeneralParameterSet numberOfRounds="3"/></Tournament>'.encode()


def test_a_file_of_a_turkish_computer() -> None:
    game = '<Game roundNumber="1" whitePlayer="AKİNALİ" blackPlayer="ILGAZ" result="RESULT_WHITEWINS"/>'
    found = read_opengotha(gotha((("Akin", "Ali"), ("ılgaz", "")), game))
    assert (found.rounds[0].games[0].white, found.rounds[0].games[0].black) == (1, 2)
    both = (("Akin", ""), ("Akİn", ""))
    game = '<Game roundNumber="1" whitePlayer="AKIN" blackPlayer="AKİN" result="RESULT_WHITEWINS"/>'
    found = read_opengotha(gotha(both, game))
    assert (found.rounds[0].games[0].white, found.rounds[0].games[0].black) == (1, 2)


def test_both_win() -> None:
    game = '<Game roundNumber="1" whitePlayer="A" blackPlayer="B" result="RESULT_BOTHWIN"/>'
    found = read_opengotha(gotha((("A", ""), ("B", "")), game))
    assert history(found, replace(RULES, points=replace(RULES.points, **found.points)), 1).scores == {1: 2, 2: 2}
    assert any("BOTHWIN" in warning for warning in found.warnings)


def test_a_bye_inside_a_bye() -> None:
    byes = '<ByePlayer roundNumber="1" player="A"><ByePlayer roundNumber="2" player="B"/></ByePlayer>'
    with pytest.raises(InvalidInput, match="ByePlayer stands inside ByePlayer"):
        read_opengotha(gotha((("A", ""), ("B", "")), byes))


def test_byes_in_a_list_that_is_called_as_they_are() -> None:
    """As Pairgoth writes them; an empty list as well, and one in capitals or not."""
    players = (("A", ""), ("B", ""), ("C", ""))
    game = '<Game roundNumber="1" whitePlayer="A" blackPlayer="B" result="RESULT_WHITEWINS"/>'
    found = read_opengotha(gotha(players, f'{game}<ByePlayer><ByePlayer roundNumber="1" player="c"/></ByePlayer>'))
    assert found.rounds[0].byes == (3,)
    assert read_opengotha(gotha(players, f"{game}<ByePlayer>\n</ByePlayer>")).rounds[0].byes == ()
