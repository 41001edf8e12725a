"""A TOML file edited in place: only what changes is written anew, comments and order stay."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from difflib import ndiff

import pytest

from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.formats.toml.editing import edited
from pairproof.model.formats.toml.table_text import edited_table
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.tournament import (
    Corrected,
    Event,
    FixedPair,
    Game,
    NextRound,
    Player,
    Requests,
    Result,
    Round,
    RoundOrders,
    Tournament,
)

FILE = """\
# The club's evening
[tournament]     # typed by hand
name = 'Club'    # short
rounds = 5

# ---- players
[[players]]
id = 1
name = "Ana"     # the president
rating = 1850
[[players]]
name = "Bruno"
id = 2
[[players]]
id = 3
[[players]]
id = 4

# ---- rounds
[[rounds]]
games = [
  { white = 1, black = 4, result = "1:0" },   # a long game
  # the next one was late
  { black = 3, white = 2 },
]
absent = []      # nobody
[next]
absent = [3]     # Carla is away
forbid = [
  [1, 2],  # brothers
]
[[later]]
round = 3
absent = [4]
# the end
"""


def read(data: bytes) -> Tournament:
    return read_toml(data, Reading(open_games=True))


def changed(new: Tournament, text: str = FILE) -> list[str]:
    """The lines that differ after the edit; the file tells the new tournament."""
    data = text.encode()
    written, again = edited(data, read(data), new)
    assert replace(again, warnings=()) == replace(new, warnings=())
    assert edited(written, again, again)[0] == written
    return [line for line in ndiff(text.splitlines(), written.decode().splitlines()) if line[0] in "+-"]


def tournament(text: str = FILE) -> Tournament:
    return read(text.encode())


def with_games(*games: Game, at: int = 0, **fields: object) -> Tournament:
    whole = tournament()
    rounds = list(whole.rounds)
    rounds[at] = replace(rounds[at], games=games, **fields)  # type: ignore[arg-type]
    return replace(whole, rounds=tuple(rounds))


FIRST, SECOND = tournament().rounds[0].games


def test_nothing_changes() -> None:
    assert changed(tournament()) == []


def test_a_result_touches_its_game() -> None:
    assert changed(with_games(FIRST, replace(SECOND, result=Result.DRAW))) == [
        "-   { black = 3, white = 2 },",
        '+   { black = 3, white = 2, result = "1/2-1/2" },',
    ]
    assert changed(with_games(replace(FIRST, result=Result.BLACK_WINS, gam=(3, 5)), SECOND)) == [
        '-   { white = 1, black = 4, result = "1:0" },   # a long game',
        '+   { white = 1, black = 4, result = "0-1", gam = [3, 5] },   # a long game',
    ]
    assert changed(with_games(replace(FIRST, result=None), SECOND)) == [
        '-   { white = 1, black = 4, result = "1:0" },   # a long game',
        "+   { white = 1, black = 4 },   # a long game",
    ]


def test_players_change_and_come() -> None:
    whole = tournament()
    players = (
        replace(whole.players[0], rating=1900, withdrawn_after=2),
        replace(whole.players[1], name="Bruno Sá"),
        *whole.players[2:],
        Player(5, "Eva", 1700, club="Faro", enters=2),
        Player(6, "Rui", enters=2),
    )
    assert changed(replace(whole, players=players)) == [
        "- rating = 1850",
        "+ rating = 1900",
        "+ withdrawn_after = 2",
        '- name = "Bruno"',
        '+ name = "Bruno Sá"',
        "+ ",
        "+ [[players]]",
        "+ id = 5",
        '+ name = "Eva"',
        "+ rating = 1700",
        '+ club = "Faro"',
        "+ enters = 2",
        "+ ",
        "+ [[players]]",
        "+ id = 6",
        '+ name = "Rui"',
        "+ enters = 2",
    ]


def test_a_round_comes_and_goes() -> None:
    whole = tournament()
    games = (Game(4, 1), Game(2, 3))
    orders = RoundOrders((FixedPair(4, 1, True),), reason="a wish")
    first = Round((FIRST, replace(SECOND, result=Result.DRAW)))
    new = replace(
        whole,
        rounds=(first, Round(games, orders=orders)),
        next=NextRound(absent=frozenset({4})),
        requests={},
    )
    assert sorted(changed(new)) == sorted(
        [
            "-   { black = 3, white = 2 },",
            '+   { black = 3, white = 2, result = "1/2-1/2" },',
            "+ ",
            "+ [[rounds]]",
            "+ games = [",
            "+   { white = 4, black = 1 },",
            "+   { white = 2, black = 3 },",
            "+ ]",
            '+ orders = { fix = [[4, 1]], fix_colours = true, reason = "a wish" }',
            "- absent = [3]     # Carla is away",
            "- forbid = [",
            "-   [1, 2],  # brothers",
            "- ]",
            "+ absent = []     # Carla is away",
            "+ forbid = []",
        ]
    )


def test_who_is_away_is_edited_where_it_stands() -> None:
    whole = tournament()
    coming = replace(whole.next, absent=frozenset({2, 3}))
    assert changed(replace(whole, next=coming)) == [
        "- absent = [3]     # Carla is away",
        "+ absent = [3, 2]     # Carla is away",
    ]
    later = {3: Requests(absent=frozenset({4}), half_byes=frozenset({1})), 5: Requests(frozenset({2}))}
    assert changed(replace(whole, requests=later)) == [
        "+ half_byes = [1]",
        "+ ",
        "+ [[later]]",
        "+ round = 5",
        "+ absent = [2]",
    ]


def test_who_comes_back_is_listed_absent_in_the_rounds_published_meanwhile() -> None:
    text = FILE.replace("id = 4\n", "id = 4\nwithdrawn_after = 0\n").replace("black = 4", "black = 2")
    text = text.replace("{ black = 3, white = 2 }", "").replace("  # the next one was late\n  ,\n", "")
    text = text.replace("absent = []      # nobody", "absent = [3]\norders = { }").replace(
        "[[later]]\nround = 3\nabsent = [4]\n", ""
    )
    whole = tournament(text)
    players = tuple(replace(player, withdrawn_after=None) for player in whole.players)
    assert changed(replace(whole, players=players), text) == [
        "- withdrawn_after = 0",
        "- absent = [3]",
        "+ absent = [3, 4]",
    ]


def test_corrections_and_boards_by_hand() -> None:
    whole = tournament()
    corrected = Corrected(1, 1, 4, Result.DRAW)
    second = Round((Game(2, 1), Game(3, 4)), orders=RoundOrders(), corrected=(corrected,), hand=((2, 1),), reason="x")
    first = Round((FIRST, replace(SECOND, result=Result.DRAW)))
    data = FILE.encode()
    one, told = edited(data, whole, replace(whole, rounds=(first, second), next=NextRound(), requests={}))
    more = replace(second, corrected=(corrected, Corrected(1, 2, 3, Result.WHITE_WINS)))
    two, again = edited(one, told, replace(told, rounds=(first, more)))
    assert again.rounds[1] == more
    back, _ = edited(two, again, replace(again, rounds=(first, second)))
    assert back == one


def test_the_head_of_the_file() -> None:
    whole = tournament()
    assert changed(replace(whole, name="Open", event=Event(city="Faro", deputies=("A", "B")), points={"win": 3})) == [
        "- name = 'Club'    # short",
        '+ name = "Open"    # short',
        '+ city = "Faro"',
        '+ deputies = ["A", "B"]',
        "+ ",
        "+ [points]",
        "+ win = 3",
    ]


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.rstrip("\n").encode(),
    ],
)
def test_encoding_mark_and_line_ends_stay(encode) -> None:
    data = encode(FILE)
    whole = read(data)
    written, again = edited(data, whole, replace(whole, name="Open"))
    assert again.name == "Open"
    assert written == encode(FILE.replace("'Club'", '"Open"'))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[[players]]\nid = 4\n', '[[players]]\nid = 4\n"rating" = 1800\n'),
        ("[tournament]     # typed by hand\nname = 'Club'    # short\n", "tournament.name = 'Club'\n[tournament]\n"),
        ("name = 'Club'", "name = '''Club'''"),
        ("rounds = 5\n", "rounds = 5\r\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_edited_in_place_is_refused(old: str, new: str) -> None:
    text = FILE.replace(old, new)
    assert text != FILE
    try:
        whole = tournament(text)
    except InvalidInput:
        whole = tournament()
    last = replace(whole.players[3], rating=1700)
    with pytest.raises((UsageProblem, InvalidInput)):
        edited(text.encode(), whole, replace(whole, players=(*whole.players[:3], last)))


def test_a_tournament_with_faults_is_not_written() -> None:
    whole = tournament()
    with pytest.raises(InvalidInput, match="there is no player 9"):
        edited(FILE.encode(), whole, replace(whole, next=NextRound(absent=frozenset({9}))))


def test_the_first_players_of_a_file() -> None:
    text = '[tournament]\nname = "New"\n'
    for given in (text, f"players = []\n\n{text}"):
        with pytest.raises(InvalidInput, match="players"):
            read(given.encode())
        empty = read_toml(given.encode(), Reading(empty=True))
        written, again = edited(given.encode(), empty, replace(empty, players=(Player(1, "Ana"), Player(2))))
        assert again.ids == (1, 2)
        assert written.decode().endswith(
            f'{text}\n[[players]]\nid = 1\nname = "Ana"\n\n[[players]]\nid = 2\nname = ""\n'
        )


@pytest.mark.parametrize("seed", range(6))
def test_lists_are_edited_as_sets(seed: int) -> None:
    luck = random.Random(seed)
    had = luck.sample(range(1, 30), luck.randint(1, 9))
    wanted = luck.sample(had, luck.randint(0, len(had))) + luck.sample(range(30, 60), luck.randint(0, 4))
    shapes = [
        "absent = [" + ", ".join(map(str, had)) + "]  # [1]\n",
        "absent = [\n" + "".join(f"  {one},  # {one}]\n" for one in had) + "]\n",
        "absent = [\n" + ",\n".join(f"  {one}" for one in had) + " # last\n]\n",
    ]
    for text in shapes:
        after = edited_table(text, f"absent = {had}", f"absent = {wanted}")
        assert sorted(tomllib.loads(after)["absent"]) == sorted(wanted), (text, after)


PARTS = FILE.partition("[[rounds]]")[0], *("\n[[rounds]]" + FILE.partition("[[rounds]]")[2]).partition("[next]")[:1]
ASIDE = {"next": "[next]\nabsent = [3]\n", "later": "[[later]]\nround = {}\nabsent = [4]\n"}


@pytest.mark.parametrize("seed", range(60))
def test_tables_that_come_and_go_at_once(seed: int) -> None:
    """Rounds, players, who is away next and later, in any mixture: none is taken for a part of the table before it."""
    luck = random.Random(seed)
    rounds = luck.randrange(3)
    round_text = PARTS[1].replace("  { black = 3, white = 2 },", '  { black = 3, white = 2, result = "1-0" },')
    text = PARTS[0] + round_text * rounds
    text += luck.choice(["", ASIDE["next"]]) + luck.choice(["", ASIDE["later"].format(rounds + 2)])
    old = tournament(text)

    def some() -> frozenset[int]:
        return frozenset(player for player in (1, 2, 3, 4) if luck.random() < 0.3)

    played = Round((Game(1, 2), Game(3, 4)), orders=RoundOrders())
    kept = (
        old.rounds[: luck.randint(0, rounds)] if luck.random() < 0.5 else (*old.rounds, *[played] * luck.randrange(3))
    )
    following = len(kept) + 1
    asked = {number: Requests(some()) for number in range(following + 1, following + 4) if luck.random() < 0.5}
    players = (*old.players, Player(5, "New", enters=following)) if luck.random() < 0.3 else old.players
    if luck.random() < 0.3:
        players = (replace(players[0], club="Faro"), *players[1:])
    new = replace(
        old,
        players=players,
        rounds=kept,
        next=NextRound(absent=some()),
        requests={number: one for number, one in asked.items() if one},
    )
    changed(new, text)
