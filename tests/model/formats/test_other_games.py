"""OpenGotha and tsh files: what each part means, each way they can be wrong, and the conversions beside them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pairproof.model import load_tournament
from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.opengotha.reader import read_opengotha
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.formats.tsh.reader import read_tsh
from pairproof.model.tournament import FixedPair, Game, Requests, Result, Round, Tournament
from tests.model.formats.test_damaged_files import damaged
from tests.paths import DATA

# ---- OpenGotha


def player(
    name: str, rating: int, *, club: str = "", participating: str = "1111", status: str = "FIN", **others: str
) -> str:
    more = "".join(f' {key}="{value}"' for key, value in others.items())
    return (
        f'<Player club="{club}" firstName="{name}" name="Lee" participating="{participating}" rating="{rating}" '
        f'registeringStatus="{status}"{more}/>'
    )


def game(number: int, white: str, black: str, result: str, *, table: int = 1, extra: str = "") -> str:
    return (
        f'<Game blackPlayer="LEE{black}" {extra} knownColor="true" result="RESULT_{result}" roundNumber="{number}" '
        f'tableNumber="{table}" whitePlayer="LEE{white}"/>'
    )


FOUR = (
    player("A", 1500, club="Lyon"),
    player("B", 1700),
    player("C", -200, participating="1100"),
    player("D", 1500),
)
GAMES = (game(1, "A", "B", "WHITEWINS", table=2), game(1, "C", "D", "EQUAL"))
GENERAL = '<GeneralParameterSet name="Coupe" numberOfRounds="4" genNBW2ValueBye="2" genNBW2ValueAbsent="0"/>'


def gotha(
    *parts: str, players: tuple[str, ...] = FOUR, games: tuple[str, ...] = GAMES, general: str = GENERAL
) -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<Tournament>", "<Players>", *players, "</Players>", "<Games>"]
    return "\n".join([*lines, *games, "</Games>", *parts, general, "</Tournament>"]).encode()


def gotha_faults(data: bytes) -> tuple[Fault, ...]:
    with pytest.raises(InvalidInput) as caught:
        read_opengotha(data)
    return caught.value.faults


def test_an_opengotha_file() -> None:
    tournament = read_opengotha(gotha())
    assert tournament.name == "Coupe"
    assert tournament.rounds_planned == 4
    assert [(p.id, p.name, p.rating, p.groups) for p in tournament.players] == [
        (1, "Lee, B", 1700, ()),
        (2, "Lee, A", 1500, ("Lyon",)),
        (3, "Lee, D", 1500, ()),
        (4, "Lee, C", 0, ()),
    ]
    assert tournament.rounds[0].games == (Game(4, 3, Result.DRAW), Game(2, 1, Result.WHITE_WINS))
    assert tournament.next.not_playing == frozenset()
    assert tournament.requests == {3: Requests(absent=frozenset({4})), 4: Requests(absent=frozenset({4}))}
    assert tournament.points == {}
    assert "1 rating below 0" in tournament.warnings[0]


@pytest.mark.parametrize(
    ("word", "result"),
    [
        ("WHITEWINS", Result.WHITE_WINS),
        ("BLACKWINS", Result.BLACK_WINS),
        ("EQUAL", Result.DRAW),
        ("BOTHLOSE", Result.BOTH_LOSE),
        ("WHITEWINS_BYDEF", Result.WHITE_WINS_BY_FORFEIT),
        ("BLACKWINS_BYDEF", Result.BLACK_WINS_BY_FORFEIT),
        ("BOTHLOSE_BYDEF", Result.BOTH_FORFEIT),
        ("UNKNOWN", None),
    ],
)
def test_opengotha_results(word: str, result: Result | None) -> None:
    assert read_opengotha(gotha(games=(game(1, "A", "B", word),))).rounds[0].games == (Game(2, 1, result),)


def test_opengotha_byes_and_absences() -> None:
    byes = "\n".join(f'<ByePlayer player="LEE{name}" roundNumber="{number}"/>' for name, number in (("D", 1), ("A", 2)))
    absent = (
        *FOUR[:1],
        player("B", 1700, participating="1011"),
        *FOUR[2:3],
        player("D", 1500),
        player("E", 1, status="PRE"),
    )
    tournament = read_opengotha(gotha(byes, players=absent, games=GAMES[:1]))
    assert tournament.rounds[0].byes == (3,)
    assert tournament.next.fix == (FixedPair(2, 0),)
    assert tournament.next.absent == {1, 4}
    general = GENERAL.replace('Bye="2"', 'Bye="1"').replace('Absent="0"', 'Absent="1"')
    assert read_opengotha(gotha(general=general)).points == {"bye": 1, "absent": 1}


def test_opengotha_warnings() -> None:
    handicap = game(1, "A", "B", "WHITEWINS", extra='handicap="3"')
    criterion = '<PlacementCriterion name="MMS" number="1"/>'
    team = f"<TeamTournamentParameterSet>{criterion}</TeamTournamentParameterSet>"
    said = read_opengotha(gotha(criterion, players=FOUR[:2], games=(handicap,))).warnings
    assert "handicap" in said[0]
    ranked = (player("A", 1500, rank="1D"), player("B", 1700, rank="4K"))
    assert starting(criterion, players=ranked) == {1: 52, 2: 60}
    assert starting(team, players=ranked) == {1: 0, 2: 0}


def starting(*parts: str, players: tuple[str, ...], general: str = GENERAL) -> dict[int, int]:
    return {
        one.id: one.start_score
        for one in read_opengotha(gotha(*parts, players=players, games=(), general=general)).players
    }


MMS = '<PlacementCriterion name="MMS" number="1"/>'


@pytest.mark.parametrize(
    ("given", "points"),
    [
        ({"rank": "1D"}, 30),
        ({"rank": "1k"}, 29),
        ({"rank": "30K"}, 10),  # the floor, 20K
        ({"rank": "9D"}, 33),  # the bar, 4D
        ({"rank": "5P"}, 33),
        ({"rank": "7D", "smmsCorrection": "1"}, 34),
        ({"rank": "5K", "smmsCorrection": "-2"}, 23),
        ({"rank": "5K", "smmsCorrection": "1", "smmsByHand": "3"}, 3),
        ({"rank": "5K", "smmsByHand": "-1"}, 25),
        ({}, 10),
    ],
)
def test_opengotha_starting_scores(given: dict[str, str], points: int) -> None:
    general = GENERAL.replace("/>", ' genMMBar="4D" genMMFloor="20K" genMMZero="30K"/>')
    assert starting(MMS, players=(player("A", 1500, **given),), general=general) == {1: 2 * points}


def test_nobody_starts_below_nothing() -> None:
    general = GENERAL.replace("/>", ' genMMZero="1D"/>')
    players = (player("A", 1500, rank="3D"), player("B", 1400, rank="2K"))
    assert starting(MMS, players=players, general=general) == {1: 8, 2: 0}


def test_starting_scores_that_cannot_be_read() -> None:
    general = GENERAL.replace("/>", ' genMMBar="20K" genMMFloor="high"/>').replace("high", "5K")
    players = (player("A", 1500, rank="dan"), player("B", 1400, rank="2K", smmsCorrection="half"))
    faults = gotha_faults(gotha(MMS, players=players, games=(), general=general))
    assert [(fault.player, fault.message.split(";")[0]) for fault in faults] == [
        (1, "Player: rank is 'DAN'"),
        (2, "Player: smmsCorrection is 'half'"),
        (None, "genMMFloor lies above genMMBar"),
    ]


def bye(number: int, name: str) -> str:
    return f'<ByePlayer player="LEE{name}" roundNumber="{number}"/>'


def test_opengotha_rounds_that_say_nothing_of_presence() -> None:
    """As OpenGotha reads them: whoever is not said to be away takes part."""
    short = (*FOUR[:2], player("C", 1400, participating="1"), player("D", 1500).replace('participating="1111"', ""))
    assert read_opengotha(gotha(players=short)).requests == {}


@pytest.mark.parametrize(
    ("parts", "players", "games", "faults"),
    [
        # a game or a bye of someone who is said not to be there, in a round played and in the round to be paired
        ((), {"A": "0111"}, GAMES, [(10, 2, 1, "LEEA has a game, but does not take part")]),
        ((bye(1, "D"),), {"D": "0111"}, GAMES[:1], [(12, 3, 1, "LEED has the bye, but does not take part")]),
        ((bye(2, "D"),), {"D": "1011"}, GAMES, [(13, 3, 2, "LEED has the bye, but does not take part")]),
        ((), {"C": "PRE"}, GAMES, [(11, 4, 1, "LEEC has a game, but is entered for the time being only")]),
        # byes that no round can use
        ((bye(3, "A"),), {}, GAMES, [(13, 2, 3, "entered for round 3, but the round to be paired is 2")]),
        ((bye(1, "A"),), {}, (), []),
        ((bye(2, "A"),), {}, (), [(11, 2, 2, "entered for round 2, but the round to be paired is 1")]),
        ((bye(1, "A"),), {}, GAMES, [(13, 2, 1, "a game and the bye")]),
        ((bye(1, "A"), bye(1, "A")), {}, GAMES[1:], [(13, 2, 1, "the bye twice")]),
        ((bye(2, "A"), bye(2, "B")), {}, GAMES, [(14, 1, 2, "there is one bye")]),
        # what is neither yes nor no
        ((), {"A": "1X11"}, GAMES, [(4, 2, None, "participating is '1X11'; it holds a 0 or a 1 for each round")]),
        ((), {"A": "11112"}, GAMES, [(4, 2, None, "participating is '11112'")]),
        ((), {"A": "MAYBE"}, GAMES, [(4, 2, None, "registeringStatus is 'MAYBE'; it must be FIN or PRE")]),
        ((GENERAL,), {}, GAMES, [(14, None, None, "GeneralParameterSet is there twice (first in line 13)")]),
        (
            (),
            {},
            (GAMES[0].replace('knownColor="true"', 'knownColor="no"'), GAMES[1]),
            [(10, None, 1, "knownColor is 'no'; it must be true or false")],
        ),
    ],
)
def test_nothing_in_an_opengotha_file_is_dropped(
    parts: tuple[str, ...],
    players: dict[str, str],
    games: tuple[str, ...],
    faults: list[tuple[int | None, int | None, int | None, str]],
) -> None:
    """`players` are changes: a text of `participating`, or a registering status."""
    entries = [player("A", 1500), player("B", 1700), player("C", 1400), player("D", 1500)]
    for index, name in enumerate("ABCD"):
        said = players.get(name, "1111")
        entries[index] = entries[index].replace('"FIN"' if said.isalpha() else '"1111"', f'"{said}"')
    data = gotha(*parts, players=tuple(entries), games=games)
    if not faults:
        read_opengotha(data)
        return
    for fault, (line, who, number, message) in zip(gotha_faults(data), faults, strict=True):
        assert (fault.line, fault.player, fault.round) == (line, who, number)
        assert message in fault.message


def test_a_bye_after_the_last_round_is_a_fault() -> None:
    short = GENERAL.replace('"4"', '"1"')
    (fault,) = gotha_faults(gotha(bye(2, "A"), general=short))
    assert (fault.line, fault.round) == (13, 2)
    assert fault.message == "The bye of LEEA is entered for round 2, but only 1 round is planned."


def test_the_document_type_of_the_format_is_no_entity() -> None:
    declared = b'<!DOCTYPE Tournament SYSTEM "tournament.dtd">'
    read_opengotha(gotha().replace(b"<Tournament>", declared + b"<Tournament>"))
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    found = gotha_faults(gotha().replace(b"<Tournament>", bomb + b"<Tournament>"))
    assert "declares entities" in found[0].message
    outside = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    assert "declares entities" in gotha_faults(gotha().replace(b"<Tournament>", outside + b"<Tournament>"))[0].message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b" ", "The file is empty"),
        (b"<Tournament>", "XML syntax"),
        (b"\x00\x01", "XML syntax"),
        (b"<svg/>", "main element is 'svg'"),
        (b'<?xml version="1.0" encoding="nonsense"?><Tournament/>', "encoding is none that can be read"),
        (b"<Tournament/>", "GeneralParameterSet"),
        (gotha(players=()), "There are no players"),
        (gotha(players=(*FOUR, FOUR[0])), "The player LEEA is there twice (first in line 4)"),
        (gotha(players=(*FOUR, player("E", 1).replace('"1"', '"x"'))), "rating is 'x'"),
        (gotha(games=(game(1, "A", "Z", "EQUAL"),)), "names the player 'LEEZ'"),
        (gotha(games=(game(1, "A", "A", "EQUAL"),)), "against himself"),
        (gotha(games=(game(0, "A", "B", "EQUAL"),)), "roundNumber is '0'"),
        (gotha(games=(game(1, "A", "B", "BOTHWIN_BYDEF"),)), "'RESULT_BOTHWIN_BYDEF' cannot be honoured"),
        (gotha(games=(*GAMES, game(1, "A", "C", "EQUAL"))), "two games"),
        (gotha(games=(game(1, "A", "B", "UNKNOWN"), game(2, "C", "D", "EQUAL"))), "no result"),
        (gotha(games=(*GAMES, game(5, "A", "B", "EQUAL"))), "only 4 are planned"),
        (gotha(general=GENERAL.replace('"4"', '"0"')), "numberOfRounds is '0'"),
        (
            gotha(games=(game(1, "A", "B", "WHITEWINS_BYDEF"),), general=GENERAL.replace('Absent="0"', 'Absent="1"')),
            "An absence is worth points",
        ),
    ],
)
def test_opengotha_gone_wrong(data: bytes, message: str) -> None:
    assert any(message in fault.message for fault in gotha_faults(data))


def test_opengotha_faults_have_lines() -> None:
    found = gotha_faults(gotha(games=(game(1, "A", "Z", "EQUAL"), game(1, "B", "C", "MAYBE"))))
    assert [(fault.line, fault.round) for fault in found] == [(10, 1), (11, 1)]


# ---- tsh

DIVISION = """\
# an evening at the club
Ana Lima            1954 2 3 0; 375 357 50; p12 1 2 0; team Lisboa
Bruno, B.           1902 1 4 4; 395 300 400; p12 2 2 1
Carla               1899 4 1 0; 438 420 -50; p12 2 1 0; rtime 1; off -50
Dário                  0 3 2 2; 395 301 400; p12 1 1 2
"""


def tsh_faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(InvalidInput) as caught:
        read_tsh(text.encode())
    return caught.value.faults


def test_a_tsh_division() -> None:
    tournament = read_tsh(DIVISION.encode())
    assert [(p.id, p.name, p.rating, p.groups) for p in tournament.players] == [
        (1, "Ana Lima", 1954, ("Lisboa",)),
        (2, "Bruno, B.", 1902, ()),
        (3, "Carla", 1899, ()),
        (4, "Dário", 0, ()),
    ]
    first, second, third = tournament.rounds
    assert first.games == (
        Game(1, 2, Result.BLACK_WINS, gam=(375, 395)),
        Game(4, 3, Result.BLACK_WINS, gam=(395, 438)),
    )
    assert second.games[1] == Game(4, 2, Result.WHITE_WINS, gam=(301, 300))
    assert third.games == (Game(2, 4, Result.DRAW, gam=(400, 400)),)
    assert third.byes == (1,)
    assert tournament.next.absent == {3}


def test_first_moves_that_are_not_known() -> None:
    for moves in ("", "; p12 3", "; p12 4", "; p12 0 1", "; p12"):
        game = read_tsh(f"A 1 2; 10{moves}\nB 1 1; 20{moves}\n".encode()).rounds[0].games[0]
        assert game == Game(1, 2, Result.BLACK_WINS, coloured=False, gam=(10, 20))
    assert read_tsh(b"A 1 2; -10; p12 1\nB 1 1; 20; p12 2\n").rounds[0].games[0].gam is None


def test_pairings_without_scores() -> None:
    coming = read_tsh(b"A 1 2 2\nB 1 1 1\n")
    assert coming.rounds[0].games == (Game(1, 2, None, coloured=False),)
    assert len(coming.rounds) == 1
    assert "rounds 2 to 2" in coming.warnings[0]
    assert read_tsh(b"A 1\nB 1\n").rounds == ()


def test_who_is_off() -> None:
    """A number above 0 is what tsh gives for the rounds away: a full-point bye."""
    text = "A 1 2; 5\nB 1 1; 6\nC 1 0; 50; off\nD 1 0; 0; off -50\nE 1 0; 50; off 50\nF 1 0; -50; off 0\n"
    tournament = read_tsh(text.encode())
    assert tournament.rounds[0].byes == (3, 5)
    assert tournament.next.absent == {3, 4, 6}
    assert tournament.next.full_byes == {5}


def test_a_bye_that_waits_for_its_score_with_the_games() -> None:
    text = "A 1 2\nB 1 1\nC 1 0\nD 1 0; ; off -50\nE 1 0; ; off 50\nF 1\n"
    (one,) = read_tsh(text.encode()).rounds
    assert one == Round((Game(1, 2, None, coloured=False),), byes=(3,), full_byes=(5,))


def test_lists_without_effect() -> None:
    lists = "; board 1; rrank 1 2; class A; handicap 0; penalty 0; newr 1500; seat; initrec 0 0"
    lists += "; rating_naspa 1500 20; perfr 1; password x; photomood 50; pname A\\; B\\\\; rating_date 1; # 1"
    tournament = read_tsh(f"A 1 2; 5{lists}\nB 1 1; 6\n".encode())
    assert tournament == read_tsh(b"A 1 2; 5\nB 1 1; 6\n")
    penalised = read_tsh(b"A 1 2; 5; penalty -30\nB 1 1; 6\n")
    assert "1 player has a penalty" in penalised.warnings[0]
    assert penalised.rounds == tournament.rounds


def test_scores_that_are_not_there() -> None:
    """tsh writes 00 for what is not there, and takes a score of 9999 for none; a plain 0 is a score."""
    ends = ("; p12 1", "; p12 2")
    for missing in ("00", "9999"):
        coming = read_tsh(f"A 1 2; {missing}{ends[0]}\nB 1 1; {missing}{ends[1]}\n".encode())
        assert coming.rounds == (Round((Game(1, 2),)),)
        text = f"A 1 2 3; {missing} 400\nB 1 1 4; {missing} 300\nC 1 4 1; 500 380\nD 1 3 2; 410 290\n"
        (fault,) = tsh_faults(text)
        assert (fault.line, fault.round) == (1, 1)
        assert "The game 1-2 has no result" in fault.message
    assert read_tsh(b"A 1 2; 0\nB 1 1; 0\n").rounds[0].games == (Game(1, 2, Result.DRAW, False, (0, 0)),)
    assert read_tsh(b"A 1 2; 5; p12 00\nB 1 1; 6; p12 00\n").rounds == read_tsh(b"A 1 2; 5\nB 1 1; 6\n").rounds


def test_opponents_that_are_not_there() -> None:
    """A round for which all have 00 is the one to be paired."""
    played = read_tsh(b"A 1 2; 5\nB 1 1; 6\n")
    assert read_tsh(b"A 1 2 00; 5\nB 1 1 00; 6 00\n") == played
    assert read_tsh(b"A 1 00; 00\nB 1 00\n").rounds == ()


def test_ratings_of_more_than_a_whole_number() -> None:
    tournament = read_tsh(b"A 1500.5 2; 5\nB 1400+200 1; 6\nC 1300.25+10 0; 50\n")
    assert [player.rating for player in tournament.players] == [1500, 1400, 1300]
    assert [player.name for player in tournament.players] == ["A", "B", "C"]
    assert "3 ratings" in tournament.warnings[0]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# nobody\n", None, "no player"),
        ("A 1\nrubbish\n", 2, "must hold a name"),
        ("A 1 7; 5\n", 1, "no player 7"),
        ("A 1 1; 5\n", 1, "against himself"),
        ("A 1 2; 5\nB 1 0; 5\n", 1, "has no opponent"),
        ("A 1 2; 5\nB 1\n", 1, "has nothing"),
        ("A 1 2; 5\nB 1 3; 5\nC 1 2; 5\n", 1, "has the opponent 3"),
        ("A 1 2; 5\nB 1 1\n", 2, "score of player 2 is missing"),
        ("A 1 2 2; 5\nB 1 1 1; 6 7\n", 1, "score of player 1 is missing"),
        ("A 1 2; x\nB 1 1; 5\n", 1, "holds 'x'"),
        ("A 1 2; 5 6\nB 1 1; 5\n", 1, "is 2 long, that of the opponents 1"),
        ("A 1 2; 5; p12 1\nB 1 1; 5; p12 1\n", 1, "Both 1 and 2 (line 2) moved first"),
        ("A 1 2; 5; p12 2\nB 1 1; 5; p12 2\n", 1, "Both 1 and 2 (line 2) moved second"),
        ("A 1 2; 5; p12 1\nB 1 1; 5\n", 1, "says that 1 moved first, but not that 2 (line 2) moved second"),
        ("A 1 2; 5; p12 3\nB 1 1; 5; p12 1\n", 2, "says that 2 moved first, but not that 1 (line 1) moved second"),
        ("A 1 2; 5; p12 5\nB 1 1; 5\n", 1, "p12 holds a 0, 1, 2, 3 or 4 for each round, not 5"),
        ("A 1 2; 5; p12 1; p12 2\nB 1 1; 5\n", 1, "The list p12 is there twice"),
        ("A 1 2; 5; team X; team Y\nB 1 1; 5\n", 1, "The list team is there twice"),
        ("A 1 2; 5; of 1\nB 1 1; 5\n", 1, "The list 'of' is not known"),
        ("A 1 2; 5; pname A\\\\; of 1\nB 1 1; 5\n", 1, "The list 'of' is not known"),
        ("A 1 2; 5; team 1 # 1\nB 1 1; 5; # one\n", 2, "The list '#' is not known"),
        ("A 1 2 00; 5 7\nB 1 1 0; 5 50\n", 1, "The opponent is 00"),
        ("A 1 2 00 2; 5 00 6\nB 1 1 00 1; 5 00 7\n", 1, "The opponent is 00"),
        ("A 1 2\nB 1 1\nC 1 00\n", 3, "The opponent is 00"),
        ("A 1 00; 5\nB 1 00\n", 1, "The opponent is 00"),
        ("A 1 2; 5\nB 1 1; 9999\n", 2, "score of player 2 is missing"),
        ("A 1 2; 5\nB 1 1; 6\nC 1 0; 00\n", 3, "neither opponent nor score"),
        ("A 1 2; 5; off no\nB 1 1; 5\n", 1, "off holds 'no', which is no number"),
        ("A 1 2; 5; handicap 2\nB 1 1; 5\n", 1, "handicap cannot be honoured"),
        ("A 1 2; 5; initrec 1 0\nB 1 1; 5\n", 1, "initrec cannot be honoured"),
        # no opponent and no score, where the games have theirs, or where there is no game at all
        ("A 1 2; 5\nB 1 1; 6\nC 1 0\n", 3, "neither opponent nor score"),
        ("A 1 2 0; 5\nB 1 1 0; 6\n", 1, "neither opponent nor score"),
    ],
)
def test_tsh_gone_wrong(text: str, line: int | None, message: str) -> None:
    found = tsh_faults(text)
    assert found[0].line == line
    assert message in found[0].message


# ---- both


def shapes(tournament: Tournament, rounds: int) -> list[str]:
    """A picture of each player that does not depend on start numbers: rating and rounds, those of the opponents too."""
    seen: dict[int, object] = {p.id: p.rating for p in tournament.players}
    for _ in range(4):
        told: dict[int, list[object]] = {p: [own] for p, own in seen.items()}
        for one in tournament.rounds[:rounds]:
            here: dict[int, object] = dict.fromkeys(one.byes, "bye")
            for board in one.games:
                here[board.white] = ("white", board.coloured, board.result, seen[board.black])
                here[board.black] = ("black", board.coloured, board.result, seen[board.white])
            for p in told:
                told[p].append(here.get(p, "away"))
        seen = {p: hash(tuple(own)) for p, own in told.items()}
    return sorted(map(repr, seen.values()))


@pytest.mark.parametrize("path", sorted([*DATA.glob("*.xml"), *DATA.glob("*.t")]), ids=lambda path: path.stem)
def test_the_conversion_beside_it(path: Path) -> None:
    """The same players, pairs, colours, results and byes; start numbers differ among equal ratings."""
    tournament, converted = load_tournament(path), read_trf(path.with_suffix(".trf").read_bytes())
    rounds = len(converted.rounds)
    assert shapes(tournament, rounds) == shapes(converted, rounds)
    again = read_toml(dump_toml(tournament).encode())
    assert (again.players, again.rounds, again.next, again.requests) == (
        tournament.players,
        tournament.rounds,
        tournament.next,
        tournament.requests,
    )


@pytest.mark.parametrize("name", ["go-025-9p5r.xml", "scrabble-035-18p10r.t"])
def test_damage(name: str) -> None:
    data = (DATA / name).read_bytes()
    rng = random.Random(name)
    found: list[tuple[Fault, ...]] = []
    for _ in range(150):
        try:
            (read_opengotha if name.endswith("xml") else read_tsh)(damaged(data, rng))
        except InvalidInput as error:
            found.append(error.faults)
    assert len(found) > 50
    assert all(found)
    assert all(fault.message for faults in found for fault in faults)
