"""Native files: every field, every way to get one wrong, and writing (CONTRACT 1.1)."""

from __future__ import annotations

import pytest

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.toml.places import places_in
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.tournament import FixedPair, Game, NextRound, Player, Result, Round, Tournament

FULL = """\
[tournament]
name = "Club championship"
rounds = 7                     # planned rounds
rules = "combined"
restricted_until = 3
initial_colour = "white"

[[players]]
id = 1
name = "Ana"
rating = 1850
lot = 4
groups = ["Lisboa", "A"]

[[players]]
id = 2
[[players]]
id = 3
[[players]]
id = 4
[[players]]
id = 5
[[players]]
id = 6

[[rounds]]
games = [
  { white = 1, black = 4, result = "1-0", gam = [31, 17] },
  { white = 2, black = 3, result = "1/2-1/2" },
]
bye = 5
half_byes = [6]
full_byes = []

[[rounds]]
games = [ { white = 5, black = 6, result = "time", gam = [3, 3] }, { white = 4, black = 2 } ]
absent = [1, 3]

[next]
absent = [5]
half_byes = []
full_byes = [6]
forbid = [[2, 1], [3, 0]]
fix = [[3, 4]]
fix_colours = true
"""
"""Lines: 26 first round, 28 its first game, 31 its bye, 35 second round, 39 [next]."""

HEAD = "[tournament]\nrounds = 5\n[[players]]\nid = 1\n[[players]]\nid = 2\n[[players]]\nid = 3\n"
"""Lines 1–8."""


def read(text: str) -> Tournament:
    return read_toml(text.encode())


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def only_fault(text: str) -> str:
    found = faults(text)
    assert len(found) == 1, found
    return found[0]


def test_every_field() -> None:
    assert read(FULL) == Tournament(
        name="Club championship",
        players=(Player(1, "Ana", 1850, 4, ("Lisboa", "A")), *(Player(ident) for ident in range(2, 7))),
        rounds=(
            Round(
                games=(Game(1, 4, Result.WHITE_WINS, gam=(31, 17)), Game(2, 3, Result.DRAW)), byes=(5,), half_byes=(6,)
            ),
            Round(games=(Game(5, 6, Result.STOPPED_BY_TIME, gam=(3, 3)), Game(4, 2))),
        ),
        rounds_planned=7,
        next=NextRound(
            absent=frozenset({5}),
            full_byes=frozenset({6}),
            forbid=frozenset({(1, 2), (0, 3)}),
            fix=(FixedPair(3, 4, colours=True),),
        ),
        rules="combined",
        restricted_until=3,
        initial_colour="white",
    )


def test_fields_beside_those_of_a_hand_written_file() -> None:
    """What only other formats know: own point values, games without colours, pairs forbidden by round, several byes."""
    tournament = read(
        "[tournament]\nhalves = true\nforbid = [[2, 1]]\nforbid_in = [{ round = 3, pairs = [[1, 3]] }]\n"
        "[points]\nwin = 6\n"
        "[[players]]\nid = 1\n[[players]]\nid = 2\n[[players]]\nid = 3\n[[players]]\nid = 4\n"
        '[[rounds]]\nbye = [3, 4]\ngames = [{ white = 1, black = 2, result = "0-1", coloured = false }]\n'
    )
    assert tournament.halves
    assert tournament.forbidden == {(1, 2)}
    assert tournament.forbidden_in == {3: {(1, 3)}}
    assert tournament.points == {"win": 6}
    assert tournament.rounds[0] == Round((Game(1, 2, Result.BLACK_WINS, coloured=False),), byes=(3, 4))
    assert read(dump_toml(tournament)) == tournament


@pytest.mark.parametrize("result", Result)
def test_results(result: Result) -> None:
    text = f'{HEAD}[[rounds]]\ngames = [{{ white = 1, black = 2, result = "{result.value}" }}]\n'
    assert read(text).rounds[0].games[0].result is result


def test_no_number_of_rounds_is_a_warning() -> None:
    assert "how many rounds" in read(HEAD.replace("rounds = 5\n", "")).warnings[0]
    assert read(HEAD).warnings == ()


@pytest.mark.parametrize(
    ("fix", "expected"),
    [
        ("fix = [[1, 2]]", (FixedPair(1, 2),)),
        ("fix = [[0, 2]]", (FixedPair(2, 0),)),
        ("fix = [[2, 0], [3, 1]]\nfix_colours = true", (FixedPair(2, 0), FixedPair(3, 1, True))),
        ("fix = [[2, 0], [3, 1]]\nfix_colours = [false, true]", (FixedPair(2, 0), FixedPair(3, 1, True))),
        ("fix = []\nfix_colours = true", ()),
    ],
)
def test_fix(fix: str, expected: tuple[FixedPair, ...]) -> None:
    tournament = read(f"{HEAD}[next]\n{fix}\n")
    assert tournament.next.fix == expected
    assert read(dump_toml(tournament)).next.fix == expected


def test_fixed_colours_that_differ_are_kept() -> None:
    players = "".join(f"[[players]]\nid = {ident}\n" for ident in (4, 5))
    tournament = read(f"{HEAD}{players}[next]\nfix = [[1, 2], [3, 4]]\nfix_colours = [true, false]\n")
    assert [fix.colours for fix in tournament.next.fix] == [True, False]
    assert read(dump_toml(tournament)) == tournament


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_mark(end: str, bom: bytes) -> None:
    assert read_toml(bom + FULL.replace("\n", end).encode()) == read(FULL)
    bad = bom + (FULL + "x").replace("\n", end).encode()
    with pytest.raises(InvalidInput) as caught:
        read_toml(bad)
    assert caught.value.faults[0].line == FULL.count("\n") + 1


# ---- faults of the text


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "The file is empty."),
        (b" \n\t\n", "The file is empty."),
        (b"a = 1\n\x00", "line 2: This is binary data"),
        (b'name = "caf\xe9"', "line 1, column 12: The text is not UTF-8"),
        (b"[tournament]\r\nname = 'M\xc3\xbcller \xfc'", "line 2, column 16: The text is not UTF-8"),
        (b"[tournament]\nname = \n", "line 2, column 8: TOML syntax: invalid value"),
        (b"[tournament\n", "line 1, column 12: TOML syntax: expected ']'"),
        (b'[tournament]\nname = "x\n', "line 2, column 10: TOML syntax"),
        (b"[tournament]\nname = [", "line 2, column 9: TOML syntax"),
        (b"[tournament]\nrounds = 5\nrounds = 6\n", "line 3, column 11: TOML syntax: cannot overwrite a value"),
    ],
)
def test_no_toml(data: bytes, expected: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_toml(data)
    assert len(caught.value.faults) == 1
    assert str(caught.value.faults[0]).startswith(expected)


def test_nesting_beyond_all_bounds_is_a_fault() -> None:
    assert "nested too deeply" in only_fault("x = " + "[" * 100_000)


def test_numbers_beyond_all_bounds_are_faults() -> None:
    assert "TOML syntax" in only_fault(HEAD.replace("rounds = 5", "rounds = " + "9" * 5000))
    assert "rounds is a very large number" in only_fault(HEAD.replace("rounds = 5", "rounds = 0x" + "f" * 5000))


# ---- faults of the shape


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("rating =", "ratng =", "line 11, player 1: Unknown key 'ratng' in players 1; did you mean 'rating'?"),
        ("bye = 5", "by = 5", "line 31, round 1: Unknown key 'by' in rounds 1; did you mean 'bye'?"),
        (
            'result = "1-0"',
            'reslt = "1-0"',
            "line 28, round 1: Unknown key 'reslt' in rounds 1, games 1; did you mean 'result'?",
        ),
        ("absent = [5]", "absnet = [5]", "line 40: Unknown key 'absnet' in next; did you mean 'absent'?"),
        ("rounds = 7", "round = 7", "line 3: Unknown key 'round' in tournament; did you mean 'rounds'?"),
        ("[next]", "[nxt]", "line 39: Unknown key 'nxt'; did you mean 'next'?"),
        ('"1-0"', '"1-2"', "line 28, round 1: rounds 1, games 1, result is '1-2', but must be '1-0',"),
        ('"1/2-1/2"', "1", "line 29, round 1: rounds 1, games 2, result is 1, but must be"),
        ("white = 1, ", "", "line 28, round 1: The key 'white' is missing in rounds 1, games 1."),
        ("white = 1,", "white = 0,", "line 28, round 1: rounds 1, games 1, white is 0, but must be at least 1."),
        ("white = 1,", "white = true,", "line 28, round 1: rounds 1, games 1, white must be a whole number, not True."),
        ("white = 1,", 'white = "1",', "line 28, round 1: rounds 1, games 1, white must be a whole number, not '1'."),
        ("[31, 17]", "[31]", "line 28, round 1: rounds 1, games 1, gam must have 2 entries, not 1."),
        ("[31, 17]", "[31, -1]", "line 28, round 1: rounds 1, games 1, gam 2 is -1, but must be at least 0."),
        ("[3, 3]", "[3, 3.5]", "line 36, round 2: rounds 2, games 1, gam 2 must be a whole number, not 3.5."),
        ("rounds = 7 ", "rounds = 0 ", "line 3: tournament, rounds is 0, but must be at least 1."),
        ("rounds = 7 ", "rounds = 1000 ", "line 3: tournament, rounds is 1000, but must be at most 999."),
        ('"white"', '"green"', "line 6: tournament, initial_colour is 'green', but must be 'white' or 'black'."),
        ('name = "Ana"', "name = 5", "line 10, player 1: players 1, name must be a text in quotes, not 5."),
        ('["Lisboa", "A"]', '"Lisboa"', "line 13, player 1: players 1, groups must be a list in [ ], not 'Lisboa'."),
        ("id = 2", "id = 2000000", "line 16, player 2000000: players 2, id is 2000000, but must be at most 1000000."),
        ("fix = [[3, 4]]", "fix = [[3]]", "line 44: next, fix 1 must have 2 entries, not 1."),
        ("fix_colours = true", 'fix_colours = "yes"', "line 45: next, fix_colours must be a list in [ ], not 'yes'."),
        ("half_byes = [6]", "half_byes = 6", "line 32, round 1: rounds 1, half_byes must be a list in [ ], not 6."),
    ],
)
def test_one_wrong_key_or_value(before: str, after: str, expected: str) -> None:
    assert FULL.count(before) == 1 or before in ("[next]",), before
    found = only_fault(FULL.replace(before, after, 1))
    assert found.startswith(expected)


def test_no_players_and_no_tournament() -> None:
    assert faults("x = 1") == [
        "line 1: Unknown key 'x'; known are tournament, players, rounds, next, later, points.",
        "The key 'tournament' is missing.",
        "The key 'players' is missing.",
    ]
    assert "must be a list" in only_fault("[tournament]\n[players]\nid = 1\n")


def test_all_faults_of_the_shape_at_once() -> None:
    text = FULL.replace("id = 2", 'id = "2"').replace('"1-0"', '"1;0"').replace("absent = [5]", "absent = 5")
    assert [fault.split(":")[0] for fault in faults(text)] == ["line 16", "line 28, round 1", "line 40"]


# ---- faults of the meaning, with their lines


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("[[players]]\nid = 2\n", "line 9, player 2: The id 2 is given to two players (first in line 5)"),
        (
            "[[rounds]]\ngames = [\n{ white = 1, black = 1 }]\n",
            "line 11, player 1, round 1: Player 1 is paired against",
        ),
        ("[[rounds]]\ngames = [{ white = 1, black = 9 }]\n", "line 10, player 9, round 1: Player 9 has a game, but"),
        (
            "[[rounds]]\ngames = [\n  { white = 1, black = 2 },\n  { white = 3, black = 2 },\n]\n",
            "line 12, player 2, round 1: Player 2 has two games in one round.",
        ),
        ("[[rounds]]\nbye = 9\n", "line 10, player 9, round 1: Player 9 has the bye, but there is no player 9."),
        (
            "[[rounds]]\ngames = [{ white = 1, black = 2 }]\nbye = 1\n",
            "line 11, player 1, round 1: Player 1 has a game and the bye in one round.",
        ),
        (
            "[[rounds]]\ngames = [{ white = 1, black = 2 }]\nabsent = [1]\n",
            "line 11, player 1, round 1: Player 1 is listed as absent, but has a game or a bye in the same round.",
        ),
        (
            "[[rounds]]\nabsent = [9]\n",
            "line 10, player 9, round 1: Player 9 is listed as absent, but there is no player 9.",
        ),
        (
            "[[rounds]]\nabsent = [1, 1]\n",
            "line 10, player 1, round 1: Player 1 is listed as absent, but is listed twice.",
        ),
        (
            "[[rounds]]\ngames = [{ white = 1, black = 2 }]\n[[rounds]]\n",
            "line 10, player 1, round 1: The game 1-2 has no result",
        ),
        ("[[rounds]]\n" * 6, "line 2, round 6: 6 rounds are recorded, but only 5 are planned"),
        (
            "[next]\nabsent = [1]\nhalf_byes = [1]\n",
            "line 11, player 1, round 1: Player 1 is both absent and on a half",
        ),
        ("[next]\nabsent = [1, 1]\n", "line 10, player 1, round 1: Player 1 is listed twice."),
        ("[next]\nforbid = [[1, 9]]\n", "line 10, player 9, round 1: forbid names player 9"),
        ("[next]\nfix = [[1, 0]]\nforbid = [[0, 1]]\n", "line 10, player 1, round 1: fix and forbid both name the bye"),
        ("[next]\nfix = [[1, 2]]\nabsent = [2]\n", "line 10, player 2, round 1: fix seats player 2, who is absent"),
        ("[next]\nfix = [[1, 2]]\nfix_colours = [true, true]\n", "line 11, round 1: fix_colours has 2 entries, but"),
    ],
)
def test_one_contradiction(rest: str, expected: str) -> None:
    assert only_fault(HEAD + rest).startswith(expected)


def test_restricted_until_leaves_the_last_round_free() -> None:
    assert only_fault(HEAD.replace("rounds = 5", "rounds = 5\nrestricted_until = 5")).startswith(
        "line 3: restricted_until is 5, but must be less than the number of rounds (5)"
    )


def test_faults_of_shape_and_meaning_at_once() -> None:
    text = (
        FULL.replace("id = 2\n", "id = 1\n")
        .replace("rating = 1850", "rtg = 1850")
        .replace("absent = [1, 3]", "absent = 1")
    )
    assert [fault.split(":")[0] for fault in faults(text)] == [
        "line 11, player 1",  # unknown key
        "line 15, player 1",  # id 1 twice
        "line 29, player 2, round 1",  # no player 2
        "line 36, player 2, round 2",
        "line 37, round 2",  # not a list
        "line 43, player 2, round 3",  # no player 2 to forbid
    ]


def test_what_is_left_out_for_its_shape_makes_no_further_faults() -> None:
    # Without its result, the first round's game would have none; without his id, a player would be missing.
    assert "is '1;0'" in only_fault(FULL.replace('"1-0"', '"1;0"'))
    assert "must be a whole number" in only_fault(FULL.replace("id = 2\n", 'id = "2"\n'))


def test_faults_on_one_line() -> None:
    """What is wrong with one game hides nothing of the others, though they share its line."""
    games = [
        '{ white = 1, black = 2, result = "1-0" }',
        '{ white = 3, black = 4, result = "2-1" }',
        '{ white = 1, black = 9, result = "1-0" }',
        '{ white = 5, black = 5, result = "1-0" }',
    ]
    players = "".join(f"[[players]]\nid = {ident}\n" for ident in range(1, 6))
    text = f"[tournament]\nrounds = 5\n{players}[[rounds]]\ngames = [{', '.join(games)}]\n"
    assert [fault.split(": ", 1)[1].split(",")[0] for fault in faults(text)] == [
        "rounds 1",  # result is '2-1'
        "Player 1 has two games in one round.",
        "Player 9 has a game",
        "Player 5 is paired against himself.",
    ]


# ---- where things stand


def test_places() -> None:
    places = places_in(
        "# [comment]\n"
        "[tournament] # [[players]]\n"
        "name = \"[[players]] # { 'x'\"\n"
        'text = """\n[[players]]\n{"""\n'
        "[[players]]\n"
        "id = 1\n"
        "[[players]]\n"
        "groups = ['[', \"{\"]\n"
        "[[rounds]]\n"
        "games = [\n"
        "  { white = 1, gam = [1, 2] }, { white = 3 },\n"
        "  # { white = 5 }\n"
        "  { white = 4 },\n"
        "]\n"
        "bye = 3\n"
    )
    assert places["tournament",] == 2
    assert places["tournament", "name"] == 3
    assert places["players",] == places["players", 0] == 7
    assert places["players", 1, "groups"] == 10
    assert [places["rounds", 0, "games", index] for index in range(3)] == [13, 13, 15]
    assert ("rounds", 0, "games", 3) not in places
    assert places["rounds", 0, "bye"] == 17


def test_players_as_one_list_of_inline_tables_have_lines_too() -> None:
    text = "players = [\n  { id = 1 },\n  { id = 1 },\n]\n[tournament]\nrounds = 3\n"
    assert only_fault(text).startswith("line 3, player 1: The id 1 is given to two players (first in line 2)")
