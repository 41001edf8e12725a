"""A TRF file written back: byte for byte where nothing changed, else only what changed (CONTRACT 1.2)."""

from __future__ import annotations

from dataclasses import replace
from difflib import ndiff
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.trf import FORMAT
from pairproof.model.formats.trf.conversion import converted, not_in_a_tournament
from pairproof.model.formats.trf.document import read_trf_document
from pairproof.model.formats.trf.editing import edited
from pairproof.model.formats.trf.flavours import FLAVOURS
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.tournament import FixedPair, Game, NextRound, Player, Requests, Result, Round, Tournament
from tests.model.formats.test_trf import line
from tests.model.formats.test_trf_writer import carried, first_line_first, writable
from tests.paths import DATA

FILES = sorted(DATA.glob("*.trf"))


def readable() -> list[Path]:
    found = []
    for path in FILES:
        try:
            read_trf(path.read_bytes())
        except InvalidInput:
            continue
        found.append(path)
    return found


READABLE = readable()


def changes(before: bytes, after: bytes) -> list[str]:
    """Lines taken out and put in."""
    lines = ndiff(before.decode().splitlines(), after.decode().splitlines())
    return [text for text in lines if text[0] in "+-"]


def changed_players(before: bytes, after: bytes) -> set[int]:
    """Whose lines differ, ranks aside: they are the places of the new standings (CONTRACT 1.2)."""

    def own(data: bytes) -> set[bytes]:
        return {text[:85] + b"    " + text[89:] for text in data.splitlines() if text.startswith(b"001 ")}

    return {int(text[4:8]) for text in own(before) ^ own(after)}


# ---- nothing changed


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_the_same_bytes_again(path: Path) -> None:
    data = path.read_bytes()
    document = read_trf_document(data)
    assert document.to_bytes() == data
    assert edited(document, document.tournament) == data
    assert edited(document, read_trf(data)) == data


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("frame", [(b"", b""), (b"\xef\xbb\xbf", b"\x1a"), (b"\r\n\r\n", b"   \r\n\x1a\x1a")])
def test_ends_marks_and_blanks(end: str, frame: tuple[bytes, bytes]) -> None:
    text = end.join(["XXR 5  ", "### Übung\t", line(1, "1.0", "2 w 1") + "   ", "", line(2, "0.0", "1 b 0")])
    for encoding in ("utf-8", "latin-1"):
        if encoding == "latin-1" and frame[0].startswith(b"\xef"):
            continue
        data = frame[0] + text.encode(encoding) + frame[1]
        assert read_trf_document(data).to_bytes() == data


# ---- something changed


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_one_result(path: Path) -> None:
    """Another result of one game: two lines, and in them the entry and the points."""
    data = path.read_bytes()
    document = read_trf_document(data)
    tournament = document.tournament
    played = [(n, g) for n, one in enumerate(tournament.rounds) for g in one.games if g.result is Result.WHITE_WINS]
    if not played:
        pytest.skip("no white win in the file")
    number, game = played[len(played) // 2]
    rounds = list(tournament.rounds)
    games = tuple(replace(one, result=Result.DRAW) if one == game else one for one in rounds[number].games)
    rounds[number] = replace(rounds[number], games=games)
    new = replace(tournament, rounds=tuple(rounds))
    after = edited(document, new)
    assert changed_players(data, after) == {game.white, game.black}
    assert len(data.splitlines()) == len(after.splitlines())
    again = read_trf(after)
    assert again.rounds == new.rounds
    for before, now in zip(data.splitlines(), after.splitlines(), strict=True):
        if before != now:
            entry = slice(91 + 10 * number, 99 + 10 * number)
            left, right = before.decode("utf-8-sig", "replace"), now.decode("utf-8-sig", "replace")
            # Points are in columns 80 to 84, the rank in 86 to 89.
            assert left[:79] + left[89 : entry.start] + left[entry.stop :] == (
                right[:79] + right[89 : entry.start] + right[entry.stop :]
            )


@pytest.mark.parametrize("path", READABLE[::3], ids=lambda path: path.stem)
def test_one_more_round_and_back(path: Path) -> None:
    data = path.read_bytes()
    document = read_trf_document(data)
    tournament = document.tournament
    here = [player for player in tournament.ids if player not in tournament.next.not_playing]
    games = tuple(Game(a, b) for a, b in zip(here[::2], here[1::2], strict=False))
    coming = tournament.next
    played = Round(
        games,
        byes=(here[-1],) if len(here) % 2 else (),
        half_byes=tuple(p for p in tournament.ids if p in coming.half_byes),
        full_byes=tuple(p for p in tournament.ids if p in coming.full_byes),
    )
    planned = tournament.rounds_planned
    following = len(tournament.rounds) + 1
    longer = replace(tournament.with_round(played), rounds_planned=planned and max(planned, following))
    after = edited(document, longer)
    again = read_trf(after)
    # A 299 "for all rounds" is for one round more by now.
    assert (again.rounds, again.next, again.requests) == (longer.rounds, longer.next, longer.requests)
    assert again.rounds_planned == longer.rounds_planned
    shorter = edited(read_trf_document(after), tournament)
    assert replace(read_trf(shorter), warnings=()) == replace(tournament, warnings=())


BASE = "\r\n".join(
    [
        "012 Winter Open",
        "022 Évora",
        "142 5",
        "192 FIDE_DUTCH_2026",
        "### a comment",
        "240 H   2    3",
        "001    1 m  g Ana                               2001 POR     1234567 1990/01/01  1.0    1     4 w 1   ",
        "POR    1      Ana                               2100",
        "001    2 w    Bruna                             1990 POR     1234568 1991/01/01  0.5    2     3 b =",
        "001    3      Caio                              1880 BRA                         0.5    3     2 w =",
        "001    4      Dina                                                               0.0    4     1 b 0",
        "260   3   4    1    2",
        "### GAM 1 1 12",
        "",
    ]
).encode()


def changed_to(**changed: object) -> list[str]:
    document = read_trf_document(BASE)
    new = replace(document.tournament, **changed)  # type: ignore[arg-type]
    after = edited(document, new)
    again = read_trf(after)
    assert replace(again, warnings=()) == replace(new, warnings=())
    assert after.count(b"\r\n") == after.count(b"\n")
    return changes(BASE, after)


def test_name_rounds_colour() -> None:
    assert changed_to(name="Spring Open") == ["- 012 Winter Open", "+ 012 Spring Open"]
    assert changed_to(rounds_planned=7) == ["- 142 5", "+ 142 7"]
    assert changed_to(rounds_planned=None) == ["- 142 5"]
    assert changed_to(initial_colour="black") == ["+ 152 B"]


def test_a_player_renamed_and_rated() -> None:
    players = read_trf(BASE).players
    out, into = changed_to(players=(replace(players[0], name="Ana Maria", rating=2010), *players[1:]))
    assert out.replace("Ana      ", "Ana Maria").replace("2001", "2010")[1:] == into[1:]


@pytest.mark.parametrize("length", [33, 34, 35, 40])
@pytest.mark.parametrize("moved", [True, False])
def test_a_long_name(length: int, moved: bool) -> None:
    """One that its columns do not hold stays as it is until somebody has another."""
    name = "N" * (length - 1) + "X"
    whole = line(1, "1.0", "2 w 1", name=name)
    if not moved:
        if length > 34:
            pytest.skip("the name would stand in the rating")
        whole = f"{line(1, '1.0', '2 w 1')[:14]}{name:<34}{line(1, '1.0', '2 w 1')[48:]}"
    data = "\n".join(["XXR 5", f"{whole}  ", line(2, "0.0", "1 b 0"), ""]).encode()
    document = read_trf_document(data)
    assert document.to_bytes() == data
    players = document.tournament.players
    assert players[0].name == name
    after = edited(document, replace(document.tournament, rounds_planned=7))
    assert changes(data, after) == ["- XXR 5", "+ XXR 7"]
    drawn = replace(document.tournament, rounds=(Round((Game(1, 2, Result.DRAW),)),))
    assert read_trf(edited(document, drawn)).players == players
    new = (replace(players[0], name="New"), players[1])
    assert read_trf(edited(document, replace(document.tournament, players=new))).players == new
    into, lost = converted(document, "trf26")
    assert read_trf(into).players[0].name == name[:33]
    assert lost == (["1 name that is too long for 33 columns"] if length > 33 else [])


@pytest.mark.parametrize(
    ("method", "own", "fide", "national"),
    [
        ("NRO", 1800, 1500, 1900),
        ("NIDOF", 1800, 1500, 1900),
        ("HBFN", 1800, 1500, 1900),
        ("HBFN", 1400, 1900, 1400),
        ("FIDON", 1800, 1900, 1800),
        ("LBFN", 2000, 1900, 2000),
        ("LBFN", 1800, 1900, 1900),
        ("FIDE", 1800, 1900, 1800),
    ],
)
def test_a_rating_is_changed_where_it_counts(method: str, own: int, fide: int, national: int) -> None:
    lines = ["142 5", f"172 POR {method}", line(1, "0.0"), line(2, "0.0")]
    records = [f"{federation}    1{'':40}{rating}" for federation, rating in (("POR", own), ("ESP", 2400))]
    document = read_trf_document("\n".join([*lines, *records, ""]).encode())
    players = document.tournament.players
    new = (replace(players[0], rating=1900), players[1])
    after = edited(document, replace(document.tournament, players=new))
    assert read_trf(after).players == new
    texts = after.decode().splitlines()
    assert [int(text[48:52]) for text in texts[2:]] == [fide, 1500, national, 2400]


def test_a_player_without_national_rating_gets_one_where_it_counts() -> None:
    lines = ["142 5", "172 POR NRO", line(1, "0.0"), line(2, "0.0"), f"POR    1{'':40}1800", ""]
    document = read_trf_document("\n".join(lines).encode())
    players = (*document.tournament.players, Player(3, "Eva", 1700))
    after = edited(document, replace(document.tournament, players=players))
    assert read_trf(after).players == players
    assert after.decode().splitlines()[-1] == f"POR    3{'':40}1700"


def test_players_come_and_go() -> None:
    players = read_trf(BASE).players
    assert changed_to(players=(*players, Player(9, "Eva", 1500))) == [
        "+ 001    9      Eva                               1500                             0.0    5  0000 - Z"
    ]
    late = changed_to(
        players=players[1:],
        rounds=(Round((Game(3, 2, Result.DRAW),)),),
        forbidden_in={},
    )
    # 2 and 3 are first then, so that their ranks change; 4 loses his game.
    assert [text[:9] for text in late if text[0] == "-"] == [
        "- 001    ",
        "- POR    ",
        *["- 001    "] * 3,
        "- 260   3",
        "- ### GAM",
    ]


def test_who_will_not_play() -> None:
    coming = NextRound(absent=frozenset({1}), half_byes=frozenset({3}))
    assert changed_to(next=coming) == ["+ 240 Z   2    1"]
    assert changed_to(next=NextRound()) == ["- 240 H   2    3"]
    assert changed_to(requests={4: Requests(full_byes=frozenset({2}))}) == ["+ 240 F   4    2"]
    bye = changed_to(next=NextRound(half_byes=frozenset({3}), fix=(FixedPair(4, 0),)))
    assert len(bye) == 2
    assert bye[1].endswith("1 b 0  0000 - U")


def test_forbidden_pairs_and_points() -> None:
    assert changed_to(forbidden=frozenset({(1, 3)})) == ["+ 260   1   5    1    3"]
    assert changed_to(forbidden_in={}) == ["- 260   3   4    1    2"]
    assert changed_to(accelerated={1: {1: 2, 2: 2}}) == ["+ 250       1.0   1   1    1    2"]
    correction = changed_to(corrections={1: {4: 1}})
    assert "+ 299           0.5    1    4" in correction
    # Dina is second then, by SOS, and Bruna third; Caio keeps his rank.
    assert [text[:15].rstrip() for text in correction] == [
        "+ 299",
        "- 001    2 w",
        "+ 001    2 w",
        "- 001    4",
        "+ 001    4",
    ]
    assert (
        len(changed_to(points={"win": 6, "draw": 1, "loss": 0, "bye": 6, "half_bye": 1, "full_bye": 6, "absent": 0}))
        == 3
    )


def test_game_points() -> None:
    game = Game(1, 4, Result.WHITE_WINS, gam=(12, 3))
    assert changed_to(rounds=(Round((game, Game(3, 2, Result.DRAW))),)) == ["+ ### GAM 1 4 3"]


def test_what_was_there_stays_as_it_was_written() -> None:
    """Pairs and comments that are added leave the old ones alone, in somebody else's words and order."""
    lines = [
        "XXR 5",
        "062 4",
        "XXP 1 2 3",
        "### GAM 1 1 7",
        line(1, "1.0", "2 w 1"),
        line(2, "0.0", "1 b 0"),
        line(3, "0.5", "4 b ="),
        line(4, "0.5", "3 w ="),
        "###   GAM 1 2 5",
        "",
    ]
    data = "\n".join(lines).encode()
    document = read_trf_document(data)
    tournament = document.tournament
    more = replace(tournament, forbidden=tournament.forbidden | {(1, 4)})
    assert changes(data, edited(document, more)) == ["+ XXP 1 4"]
    games = tuple(replace(game, gam=(3, 3)) if game.gam is None else game for game in tournament.rounds[0].games)
    after = edited(document, replace(tournament, rounds=(Round(games),)))
    assert changes(data, after) == ["+ ### GAM 1 4 3", "+ ### GAM 1 3 3"]
    five = edited(document, replace(tournament, players=(*tournament.players, Player(5, "Eva"))))
    assert changes(data, five)[:2] == ["- 062 4", "+ 062 5"]


@pytest.mark.parametrize("system", ["FIDE_DUTCH_2026_BAKU", "fide_dutch_2026_baku"])
def test_records_that_would_come_to_mean_something_else(system: str) -> None:
    """More rounds: a 260 of "all rounds" is written anew; so is what the method of 192 gives."""
    lines = (
        "142 3",
        f"192 {system}",
        *(line(number, "0.0") for number in range(1, 5)),
        "260   1   3    1    2",
    )
    document = read_trf_document("\n".join(lines).encode())
    tournament = document.tournament
    assert tournament.forbidden == {(1, 2)}
    assert sorted(tournament.accelerated) == [1, 2]
    longer = replace(tournament, rounds_planned=9)
    again = read_trf(edited(document, longer))
    assert (again.forbidden, again.accelerated) == (tournament.forbidden, tournament.accelerated)
    plain = read_trf(edited(document, replace(tournament, accelerated={})))
    assert plain.accelerated == {}


def test_latin_1_stays_latin_1_while_it_can() -> None:
    data = "\n".join(["XXR 5", line(1, "0.0", name="Müller"), line(2, "0.0")]).encode("latin-1")
    document = read_trf_document(data)
    players = document.tournament.players
    after = edited(document, replace(document.tournament, players=(players[0], Player(2, "Lévy", 1500))))
    assert "Lévy".encode("latin-1") in after
    after = edited(document, replace(document.tournament, players=(players[0], Player(2, "Эва", 1500))))
    assert "Müller" in after.decode("utf-8")


@pytest.mark.parametrize("first", [(1, 2), (6, 7)], ids=["comment stays", "comment goes"])
def test_the_order_of_boards_follows_the_games(first: tuple[int, int]) -> None:
    players = tuple(map(Player, (6, 7, 4, 5, 1, 2)))
    old, new = (
        Tournament("", players, (Round(tuple(Game(*pair, Result.WHITE_WINS) for pair in pairs)),))
        for pairs in (((1, 2), (4, 5), (6, 7)), (first, (4, 5), *({(1, 2), (6, 7)} - {first})))
    )
    document = read_trf_document(dump_trf(old).encode())
    after = edited(document, new)
    assert read_trf(after).rounds == new.rounds
    assert (b"BOARDS" in after) == (first == (1, 2))


@pytest.mark.parametrize("flavour", FLAVOURS)
@given(data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_tournament_into_any_file(flavour: str, data: st.DataObject) -> None:
    """A file of one tournament, and another tournament put into it."""
    document = read_trf_document(dump_trf(data.draw(writable(flavour)), flavour).encode())
    new = data.draw(writable(flavour))
    into = "trfx" if document.flavour == "trf16" else document.flavour
    points = new.points if into == flavour or (into, flavour) == ("trfx", "trfbx") else {}
    corrections = new.corrections if into == "trf26" else {}
    new = replace(new, points=points, corrections=corrections)
    again = read_trf(edited(document, new))
    expected = in_line_order(carried(new, into), again)
    assert replace(again, warnings=()) == expected


def in_line_order(expected: Tournament, again: Tournament) -> Tournament:
    """The same with players and byes in the order of the lines: those known before come first."""
    order = again.ids.index
    return replace(
        expected,
        players=tuple(sorted(expected.players, key=lambda player: order(player.id))),
        next=replace(expected.next, fix=tuple(sorted(expected.next.fix, key=lambda fix: order(fix.first)))),
        rounds=tuple(
            Round(
                played.games,
                tuple(sorted(played.byes, key=order)),
                tuple(sorted(played.half_byes, key=order)),
                tuple(sorted(played.full_byes, key=order)),
            )
            for played in first_line_first(expected, again.ids).rounds
        ),
    )


# ---- into another flavour


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("path", READABLE[::4], ids=lambda path: path.stem)
def test_converted(path: Path, flavour: str) -> None:
    document = read_trf_document(path.read_bytes())
    after, lost = converted(document, flavour)
    if any("point values" in text for text in lost):
        return
    again, before = read_trf(after), document.tournament
    if flavour != "trf26":  # the others have no national records
        before = replace(before, players=tuple(replace(player, national_id="") for player in before.players))
    assert (again.players, again.rounds, again.next, again.requests) == (
        before.players,
        before.rounds,
        before.next,
        before.requests,
    )
    if flavour != "trf16":
        assert (again.rounds_planned, again.initial_colour) == (before.rounds_planned, before.initial_colour)
        assert again.accelerated == before.accelerated
        assert again.forbidden == before.forbidden
    if flavour == document.flavour:
        assert (after, lost) == (path.read_bytes(), [])


def test_headers_and_columns_go_with_it() -> None:
    document = read_trf_document(BASE)
    after, lost = converted(document, "trfx")
    assert changes(BASE, after)[:3] == ["- 142 5", "- 192 FIDE_DUTCH_2026", "- 240 H   2    3"]
    assert b"022 " in after
    assert b"1990/01/01" in after
    assert lost == [
        "the rule set (fide-dutch)",
        "2 pairs forbidden in one round only",
        "national ratings (POR)",
    ]
    assert converted(document, "trf26") == (BASE, [])
    assert not_in_a_tournament(document) == [
        "coded type of tournament (192)",
        "comments",
        "rank of the players",
        "national rating records",
    ]


def test_the_order_of_the_boards_stands_in_a_comment() -> None:
    """TRF has no field for it; a board on the wall must keep its number."""
    edit = FORMAT.edited
    assert edit is not None
    lines = ["XXR 5", *(line(player, "0.0") for player in range(1, 7))]
    data = ("\n".join(lines) + "\n").encode()
    old = read_trf(data)
    games = (Game(5, 2), Game(1, 4), Game(3, 6))
    after, told = edit(data, old, old.with_round(Round(games)), "Round 1 is published.")
    assert told.rounds[0].games == games
    assert after.decode().splitlines()[-1] == "### BOARDS 1 5-2 1-4 3-6"
    played = replace(told, rounds=(Round(tuple(replace(game, result=Result.DRAW) for game in games)),))
    entered, told = edit(after, told, played, "A result.")
    assert [(game.white, game.black) for game in told.rounds[0].games] == [(5, 2), (1, 4), (3, 6)]
    assert entered.count(b"BOARDS") == 1
    again, _ = edit(entered, told, replace(told, rounds=()), "It is taken back.")
    assert b"BOARDS" not in again
    # Whoever edits the round without the comment: boards it does not tell of come last.
    assert read_trf(entered.replace(b" 1-4", b" 1-3")).rounds[0].games[2] == Game(1, 4, Result.DRAW)
