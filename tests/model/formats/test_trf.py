"""TRF reading: what each record means, and the fault for each way a file can be wrong (RULES 1.2, CONTRACT 1.2)."""

from __future__ import annotations

import pytest

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.encoding import decode
from pairproof.model.formats.format import Reading
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
from pairproof.model.formats.trf.points import half_points, spelt
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.formats.trf.records import split_records
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.tournament import FixedPair, Game, Requests, Result, Round, Tournament


def line(ident: int | str, points: str, *cells: str, name: str = "Player", rating: int | str = 1500) -> str:
    """One 001 record; each cell is `opponent colour result`, or "" for none."""
    entries = "".join(f"  {_cell(cell)}" for cell in cells)
    return f"001 {ident:>4}      {name:<33} {rating:>4}{'':28}{points:>4} {1:>4}{entries}"


def _cell(cell: str) -> str:
    if not cell:
        return " " * 8
    opponent, colour, result = (*cell.split(), "", "")[:3]
    return f"{opponent:>4} {colour or ' '} {result or ' '}"


def text(*lines: str) -> bytes:
    return "\n".join(lines).encode()


def faults(*lines: str) -> tuple[Fault, ...]:
    with pytest.raises(InvalidInput) as caught:
        read_trf(text(*lines))
    return caught.value.faults


def only_fault(*lines: str) -> Fault:
    found = faults(*lines)
    assert len(found) == 1, [str(fault) for fault in found]
    return found[0]


def read(*lines: str) -> Tournament:
    return read_trf(text(*lines))


TWO = (line(1, "1.0", "2 w 1"), line(2, "0.0", "1 b 0"))
"""Two players after one game, lines 2 and 3 in the files below."""
FOUR = (line(1, "1.0", "2 w 1"), line(2, "0.0", "1 b 0"), line(3, "0.5", "4 b ="), line(4, "0.5", "3 w ="))
XXR = "XXR 5"


# ---- good files


def test_columns_of_a_player() -> None:
    tournament = read(
        XXR, "012 Summer Open", line(1001, "1.0", "9999 b 1", name="N" * 33, rating=2801), line(9999, "0.0", "1001 w 0")
    )
    player = tournament.players[0]
    assert (player.id, player.name, player.rating, player.lot) == (1001, "N" * 33, 2801, None)
    assert tournament.name == "Summer Open"
    assert tournament.halves
    assert tournament.rounds[0].games == (Game(9999, 1001, Result.BLACK_WINS),)


def test_a_player_without_rating_has_0() -> None:
    assert read(XXR, line(1, "0.0", rating="")).players[0].rating == 0


@pytest.mark.parametrize(
    ("white", "black", "result", "points"),
    [
        ("1", "0", Result.WHITE_WINS, ("1.0", "0.0")),
        ("0", "1", Result.BLACK_WINS, ("0.0", "1.0")),
        ("=", "=", Result.DRAW, ("0.5", "0.5")),
        ("0", "0", Result.BOTH_LOSE, ("0.0", "0.0")),
        ("=", "0", Result.DRAW_AND_LOSS, ("0.5", "0.0")),
        ("0", "=", Result.LOSS_AND_DRAW, ("0.0", "0.5")),
        ("W", "L", Result.WHITE_WINS, ("1.0", "0.0")),
        ("l", "w", Result.BLACK_WINS, ("0.0", "1.0")),
        ("D", "D", Result.DRAW, ("0.5", "0.5")),
        ("+", "-", Result.WHITE_WINS_BY_FORFEIT, ("1.0", "0.0")),
        ("-", "+", Result.BLACK_WINS_BY_FORFEIT, ("0.0", "1.0")),
        ("-", "-", Result.BOTH_FORFEIT, ("0.0", "0.0")),
    ],
)
def test_result_pairs(white: str, black: str, result: Result, points: tuple[str, str]) -> None:
    tournament = read(XXR, line(1, points[1], f"2 b {black}"), line(2, points[0], f"1 w {white}"))
    assert tournament.rounds[0].games == (Game(2, 1, result),)


def test_a_game_without_colours_counts_as_met_only() -> None:
    game = read(XXR, line(1, "1.0", "2 - 1"), line(2, "0.0", "1 - 0")).rounds[0].games[0]
    assert game == Game(1, 2, Result.WHITE_WINS, coloured=False)


@pytest.mark.parametrize(
    ("cell", "points", "place"),
    [
        ("0000 - U", "1.0", "byes"),
        ("0000 - F", "1.0", "full_byes"),
        ("0000 - +", "1.0", "full_byes"),
        ("0000 - 1", "1.0", "full_byes"),
        ("0000 - H", "0.5", "half_byes"),
        ("0000 - =", "0.5", "half_byes"),
        ("0000 - h", "0.5", "half_byes"),
        ("0000 - Z", "0.0", None),
        ("0000 - -", "0.0", None),
        ("0000 - 0", "0.0", None),
        ("0000 -", "0.0", None),
        ("", "0.0", None),
    ],
)
def test_rounds_without_a_game(cell: str, points: str, place: str | None) -> None:
    played = read(XXR, *TWO, line(3, points, cell)).rounds[0]
    for name in ("byes", "half_byes", "full_byes"):
        assert getattr(played, name) == ((3,) if name == place else ())


def test_byes_after_the_last_game_belong_to_the_round_to_be_paired() -> None:
    tournament = read(
        XXR,
        *TWO,
        line(3, "0.5", "0000 - Z", "0000 - H"),
        line(4, "0.0", "0000 - Z", "0000 - F", "0000 - H"),
        line(5, "0.0", "0000 - Z", "0000 - Z"),
        line(6, "0.0", "", "0000 - U"),
    )
    assert len(tournament.rounds) == 1
    coming = tournament.next
    assert coming.half_byes == {3}
    assert coming.full_byes == {4}
    assert coming.absent == {5}
    assert coming.fix == (FixedPair(6, 0),)


def test_before_the_first_round_the_first_column_is_the_round_to_be_paired() -> None:
    tournament = read(XXR, line(1, "0.0"), line(2, "0.0", "0000 - H"))
    assert tournament.rounds == ()
    assert tournament.next.half_byes == {2}


def test_xxz_and_240_name_the_absent_of_the_round_to_be_paired() -> None:
    tournament = read(XXR, *FOUR, line(5, "0.0"), "XXZ 1 5", "240 H 002    2", "240 F   2    3", "240 Z   4    4")
    assert tournament.next.absent == {1, 5}
    assert tournament.next.half_byes == {2}
    assert tournament.next.full_byes == {3}


def test_xxz_leaves_a_half_point_bye_of_the_round_in_force() -> None:
    coming = read(XXR, line(1, "0.0"), line(2, "0.0", "0000 - H"), "XXZ 2").next
    assert coming.absent == frozenset()
    assert coming.half_byes == {2}


@pytest.mark.parametrize("record", ["240 H 002 0001 0002", "240 h 2   1    2", "240 H   2         1    2"])
def test_240_is_read_by_columns(record: str) -> None:
    assert read(XXR, *FOUR, record).next.half_byes == {1, 2}


@pytest.mark.parametrize("record", ["260 002 003 0001 0004", "260 2   3   1    4", "260   2   3    4         1"])
def test_260_is_read_by_columns(record: str) -> None:
    assert read(XXR, *FOUR, record).forbidden_in == {2: {(1, 4)}, 3: {(1, 4)}}


def test_240_of_a_round_played_must_agree() -> None:
    read(XXR, *TWO, line(3, "0.5", "0000 - H"), "240 H   1    3")
    read(XXR, *TWO, line(3, "0.0"), "240 Z   1    3")
    fault = only_fault(XXR, *TWO, line(3, "0.0", "0000 - Z"), "240 H   1    3")
    assert (fault.line, fault.player, fault.round) == (5, 3, 1)
    assert "an absence" in fault.message
    assert "a game against 2" in only_fault(XXR, *TWO, "240 H   1    1").message


def test_forbidden_pairs() -> None:
    tournament = read(XXR, *FOUR, "XXP 3 1 2", "260   2   3    4    1")
    assert tournament.forbidden == {(1, 2), (1, 3), (2, 3)}
    assert tournament.forbidden_in == {2: {(1, 4)}, 3: {(1, 4)}}


def test_number_of_rounds() -> None:
    assert read("XXR 9", *TWO).rounds_planned == 9
    assert read("142 9", *TWO, "XXR 9").rounds_planned == 9
    tournament = read(*TWO)
    assert tournament.rounds_planned is None
    assert "how many rounds" in tournament.warnings[0]
    assert only_fault("142 9", *TWO, "XXR 8").line == 4
    assert "must hold the number of rounds" in only_fault("XXR", *TWO).message
    assert only_fault("XXR 0", *TWO).line == 1


@pytest.mark.parametrize(
    ("record", "colour"),
    [
        ("152 W", "white"),
        ("152 b", "black"),
        ("XXC white1", "white"),
        ("XXC rank black1", "black"),
        ("XXC rank", None),
        ("###", None),
    ],
)
def test_initial_colour(record: str, colour: str | None) -> None:
    assert read(XXR, record, *TWO).initial_colour == colour


def test_initial_colour_faults() -> None:
    assert "'x'" in only_fault(XXR, *TWO, "152 x").message
    assert "'green1'" in only_fault(XXR, *TWO, "XXC green1").message
    assert "line 1 says white" in only_fault("152 W", XXR, *TWO, "XXC black1").message


def test_gam_comments() -> None:
    lines = (XXR, *TWO, "### GAM 1 1 31", "### GAM 1 2 17", "### GAMES are fun")
    assert read(*lines).rounds[0].games[0].gam == (31, 17)
    assert read(*lines[:-2]).rounds[0].games[0].gam == (31, 0)
    assert only_fault(XXR, *TWO, "### GAM 1 1").line == 4
    assert "no player 7" in only_fault(XXR, *TWO, "### GAM 1 7 3").message
    assert "no game" in only_fault(XXR, *TWO, "### GAM 2 1 3").message
    assert "31 here" not in only_fault(XXR, *TWO, "### GAM 1 1 31", "### GAM 1 1 30").message
    forfeit = (line(1, "1.0", "2 w +"), line(2, "0.0", "1 b -"))
    assert "forfeited" in only_fault(XXR, *forfeit, "### GAM 1 1 31").message


def test_comments_guides_and_kept_records_are_passed_over() -> None:
    read(
        "# a comment",
        "### another",
        "         1         2         3",
        "123456789012345678901234567890",
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1",
        "022 City",
        "132                                                                                        24/01/01",
        XXR,
        "172 FRA FIDE",
        "182 Program",
        "192 FIDE_DUTCH_2026",
        "202 BH",
        "212 PTS,BH",
        "222 5400+30",
        "",
        *TWO,
        "FRA    1    A                                   2200 IDF      000000",
        "013 Team                                1    2",
        "801 anything",
    )


@pytest.mark.parametrize(
    "guide",
    [
        "DDD SSSS sCCC NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR OOO IIIIIIIIIII BBBB/BB/BB",
        "CCC SSS NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN FFFFF EEEEEE MMMMMM GGGGGG RRR  PPP1 PPP2 PPP3 PPP4 PPP5",
        "BBB T RRR PPP1 PPP2",
        "AAA MMMM GGGG RRF RRL PPPF PPPL",
        "OOO RRR TT1 TT2 PPP1 PPP2 PPP3 PPP4",
        "UUU MMMM GGGG 111 222 333 444",
        "FFF TT RRR WWW BBB",
        "III TT NNNNN MM GGGG T01 C RRRR BBBB T02 C RRRR BBBB",
        "III TTT NNNNN MMMM GGGGGG  T01 C GGGGf  T02 C GGGGf",
    ],
)
def test_column_guides(guide: str) -> None:
    assert read(XXR, guide, *TWO) == read(XXR, *TWO)


@pytest.mark.parametrize(
    "record",
    ["BBB 10", "BBB 1", "BBB 1.0", "AAA 240 H 2 1", "AAA H 2 1", "AAA RR 2 1", "TTT what ever", "TTT WHAT EVER"],
)
def test_what_only_begins_like_a_column_guide(record: str) -> None:
    fault = only_fault(XXR, *TWO, record)
    assert fault.line == 4
    assert f"The record {record[:3]!r}" in fault.message
    assert "is unknown" in fault.message


def test_national_rating_record_of_nobody() -> None:
    assert "no player of that number" in only_fault(XXR, *TWO, "FRA    7    A").message


@pytest.mark.parametrize("record", ["AXP 7 11", "FRA 1", "fra    1", "FRA"])
def test_what_only_resembles_a_national_rating_record(record: str) -> None:
    assert "is unknown" in only_fault(XXR, *TWO, record).message


@pytest.mark.parametrize("system", ["FIDE_TEAM_BAKU", "Fide_Team_Baku"])
def test_team_codes_are_warned_about(system: str) -> None:
    tournament = read(XXR, f"192 {system}", *TWO)
    assert "team tournament" in tournament.warnings[0]
    assert tournament.accelerated == {}


# ---- points beside the results


def test_accelerated_rounds() -> None:
    expected = {1: {1: 2, 2: 2}, 2: {1: 1, 2: 1}}
    assert read(XXR, *FOUR, "XXA    1  1.0  0.5", "XXA    2  1.0  0.5  0.0").accelerated == expected
    assert (
        read(XXR, *FOUR, "250       1.0   1   1    1    2", "250      00.5 002 002 0001 0002").accelerated == expected
    )
    both = read(XXR, *FOUR, "XXA    1  1.0", "250  0.0  1.0   1   1    1    1")
    assert both.accelerated == {1: {1: 2}}


def test_a_later_record_250_goes_before_an_earlier_one() -> None:
    tournament = read(XXR, *FOUR, "250       1.0   1   2    1    2", "250       0.5   2   3    2    9")
    assert tournament.accelerated == {1: {1: 2, 2: 2}, 2: {1: 2, 2: 1, 3: 1, 4: 1}, 3: {2: 1, 3: 1, 4: 1}}


def test_fictitious_points_are_not_in_the_points_column() -> None:
    read(XXR, *TWO, "250       1.0   1   1    1    2")


def test_baku() -> None:
    tournament = read("142 9", "192 FIDE_DUTCH_2026_BAKU", *(line(number, "0.0") for number in range(1, 10)))
    upper = dict.fromkeys(range(1, 7), 2)
    assert tournament.accelerated == {
        1: upper,
        2: upper,
        3: upper,
        4: dict.fromkeys(range(1, 7), 1),
        5: dict.fromkeys(range(1, 7), 1),
    }
    assert "6 players up to number 6" in tournament.warnings[0]
    lower = read("142 9", "192 fide_dutch_2026_baku", *(line(number, "0.0") for number in range(1, 10)))
    assert lower.accelerated == tournament.accelerated
    given = read("142 9", "192 FIDE_DUTCH_2026_BAKU", *FOUR, "250       1.0   1   1    1    2")
    assert given.accelerated == {1: {1: 2, 2: 2}}
    assert "number of rounds" in only_fault("192 FIDE_DUTCH_2026_BAKU", *TWO).message
    assert "a win worth 1" in only_fault("142 5", "192 FIDE_DUTCH_2026_BAKU", "XXS PAB=1 D=1 W=2", *UNSAID).message


UNSAID = (line(1, "", "2 w 1"), line(2, "", "1 b 0"))
"""The two without points."""


@pytest.mark.parametrize(
    ("record", "corrections", "points"),
    [
        ("299          -0.5   1   1", {1: {1: -1}}, ("0.5", "0.0")),
        ("299           1.5   1   2", {1: {2: 3}}, ("1.0", "1.5")),
        ("299        0.5    1    2", {1: {2: 1}}, ("1.0", "0.5")),  # the columns of the draft
        ("299           0.5", {1: {1: 1, 2: 1}}, ("1.5", "0.5")),
        ("299 W         0.5", {1: {1: -1}}, ("0.5", "0.0")),
        ("299 L         0.5   1", {1: {2: 1}}, ("1.0", "0.5")),
        ("299 L         0.5   1    2", {1: {2: 1}}, ("1.0", "0.5")),
        ("299 D         0.0", {}, ("1.0", "0.0")),
        ("299 W         1.0   1    1", {}, ("1.0", "0.0")),
        ("299           1.0   4    2", {4: {2: 2}}, ("1.0", "0.0")),
    ],
)
def test_corrections(record: str, corrections: dict[int, dict[int, int]], points: tuple[str, str]) -> None:
    tournament = read(XXR, line(1, points[0], "2 w 1"), line(2, points[1], "1 b 0"), record)
    assert tournament.corrections == corrections


def test_a_correction_must_be_in_the_points_column() -> None:
    fault = only_fault(XXR, *TWO, "299           0.5   1    2")
    assert (fault.line, fault.player) == (3, 2)
    assert "says 0.0, but the results give 0.5" in fault.message


def test_correcting_a_kind_of_result_settles_the_point_values() -> None:
    assert read(XXR, *UNSAID, "299 H         0.0").points == STANDARD
    # The file has set none of them.
    fault = only_fault(XXR, line(1, "2.0", "2 w 1"), TWO[1], "299 H         0.0")
    assert "other values belong in a record 162 or XXS" in fault.message


def test_a_correction_of_another_result_than_the_players() -> None:
    fault = only_fault(XXR, *TWO, "299 +         0.5   1    2")
    assert (fault.line, fault.player, fault.round) == (4, 2, 1)
    assert "a game against 1 with '0'" in fault.message
    assert "has none yet" in only_fault(XXR, *TWO, "299 +         0.5   3    2").message


def test_byes_for_later_rounds() -> None:
    tournament = read(XXR, *FOUR, "240 H   3    1", "240 Z   5    1    2", line(5, "0.0", "", "", "", "0000 - F"))
    assert tournament.next.not_playing == frozenset()
    assert tournament.requests == {
        3: Requests(half_byes=frozenset({1})),
        4: Requests(full_byes=frozenset({5})),
        5: Requests(absent=frozenset({1, 2})),
    }
    again = tournament.with_round(Round((Game(1, 3, Result.DRAW), Game(2, 4, Result.DRAW)), byes=(5,)))
    assert again.next.half_byes == {1}
    assert sorted(again.requests) == [4, 5]


# ---- ratings and teams


@pytest.mark.parametrize(
    ("method", "ratings"),
    [
        ("", (1500, 1500)),
        ("172 FRA FIDE", (1500, 1500)),
        ("172 FRA NRO", (1700, 0)),
        ("172 FRA FIDON", (1500, 1500)),
        ("172 NIDOF", (1700, 1500)),
        ("172 FRA HBFN", (1700, 1500)),
        ("172 FRA LBFN", (1500, 1500)),
        ("172 FRA OTHER", (1500, 1500)),
    ],
)
def test_national_ratings(method: str, ratings: tuple[int, int]) -> None:
    record = f"FRA {1:>4}{'':40}1700"
    players = read(XXR, *([method] if method else []), *TWO, record).players
    assert (players[0].rating, players[1].rating) == ratings


def national(federation: str, player: int, rating: int | str) -> str:
    return f"{federation} {player:>4}{'':40}{rating:>4}"


@pytest.mark.parametrize(
    ("method", "rating"),
    [
        ("172 POR NRO", 1800),
        ("172 ESP NRO", 2400),
        ("172 por nro", 1800),
        ("172 POR HBFN", 1800),
        ("172 POR LBFN", 1500),
        ("172 POR NIDOF", 1800),
        ("172 POR FIDON", 1500),
        ("172 POR FIDE", 1500),
        ("172 FIDE", 1500),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_the_federation_whose_ratings_count(method: str, rating: int, turned: bool) -> None:
    records = [national("POR", 1, 1800), national("ESP", 1, 2400)]
    tournament = read(XXR, method, *TWO, *(records[::-1] if turned else records))
    assert tournament.players[0].rating == rating
    assert tournament.warnings == ()


@pytest.mark.parametrize(("method", "rating"), [("NRO", 0), ("NIDOF", 1500), ("HBFN", 1500), ("LBFN", 1500)])
def test_a_federation_without_ratings(method: str, rating: int) -> None:
    """National ratings of another federation do not count, and a warning says so."""
    tournament = read(XXR, f"172 POR {method}", *TWO, national("ESP", 1, 2400))
    assert tournament.players[0].rating == rating
    assert len(tournament.warnings) == 1
    assert "national ratings of POR count" in tournament.warnings[0]
    assert "only those of ESP" in tournament.warnings[0]


def test_federations_without_one_named() -> None:
    records = [national("POR", 1, 1800), national("ESP", 2, 2400)]
    fault = only_fault(XXR, *TWO, "172 NRO", *records)
    assert fault.line == 4
    assert "does not name the federation" in fault.message
    assert "(columns 5–7)" in fault.message
    assert "ESP and POR" in fault.message


def test_two_national_ratings_of_a_player() -> None:
    read(XXR, "172 POR NRO", *TWO, national("POR", 1, 1800), national("POR", 1, 1800))
    fault = only_fault(XXR, "172 POR NRO", *TWO, national("POR", 1, 1800), national("POR", 1, 1700))
    assert (fault.line, fault.player) == (6, 1)
    assert "1700 here, but 1800 in line 5" in fault.message


@pytest.mark.parametrize(
    ("records", "message"),
    [
        (["172 FRA XYZ"], "'XYZ'"),
        (["172 FRA"], "'FRA'"),
        (["172 FRA POR NRO"], "a federation of three letters (columns 5–7) and a method (9–13)"),
        (["172 FRANCE NRO"], "a federation of three letters"),
        (["172 NRO FIDE", "172 NRO NRO"], "something else than the one in line 2"),
    ],
)
def test_ranking_methods_that_cannot_be_honoured(records: list[str], message: str) -> None:
    assert message in only_fault(XXR, *records, *TWO).message


def test_a_ranking_method_said_twice() -> None:
    assert read(XXR, "172 FRA NRO", "172 fra nro", *TWO, national("FRA", 1, 1700)).players[0].rating == 1700


@pytest.mark.parametrize("rating", ["17x0", "-170"])
def test_a_national_rating_that_is_none(rating: str) -> None:
    assert f"reads {rating!r}" in only_fault(XXR, "172 FRA NRO", *TWO, national("FRA", 1, rating)).message


def test_teams_as_groups() -> None:
    new = f"310   1 {'Lions':<32} {'LIO':<5} {'':6} {'':6} {'':6} {'':3}  {1:>4} {4:>4}"
    old = f"013 {'Tigers':<32}{2:>4} {3:>4}"
    lines = (XXR, *FOUR)
    assert all(player.groups == () for player in read(*lines, new, old).players)

    def groups(*more: str) -> list[tuple[str, ...]]:
        return [player.groups for player in read_trf(text(*lines, *more), Reading(teams_as_groups=True)).players]

    assert groups(new) == [("Lions",), (), (), ("Lions",)]
    assert groups(old) == [(), ("Tigers",), ("Tigers",), ()]
    assert groups(new, old) == groups(new)
    with pytest.raises(InvalidInput, match="names '9' as a player"):
        groups(f"013 {'Tigers':<32}{2:>4} {9:>4}")


# ---- encodings, line ends


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("blanks", ["", "   ", "\t"])
def test_line_ends_byte_order_mark_and_trailing_blanks(end: str, bom: bytes, blanks: str) -> None:
    data = bom + "".join(f"{one}{blanks}{end}" for one in (XXR, *TWO)).encode()
    assert read_trf(data) == read(XXR, *TWO)


def test_lines_are_counted_the_same_whatever_ends_them() -> None:
    records = split_records("a\rb\r\nc\n\nd")
    assert [(record.raw, record.ending, record.line) for record in records] == [
        ("a", "\r", 1),
        ("b", "\r\n", 2),
        ("c", "\n", 3),
        ("", "\n", 4),
        ("d", "", 5),
    ]


def test_latin_1_is_read_with_a_warning() -> None:
    lines = (XXR, line(1, "1.0", "2 w 1", name="Müller"), line(2, "0.0", "1 b 0"))
    tournament = read_trf("\n".join(lines).encode("latin-1"))
    assert tournament.players[0].name == "Müller"
    assert "Latin-1" in tournament.warnings[0]
    assert "line 2" in tournament.warnings[0]
    assert read_trf("\n".join(lines).encode()).warnings == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \r\n\r\n", "empty"),
        (bytes(range(256)) * 3, "binary"),
        (b"001 \x00\x01", "binary"),
        (b"\xff\xfe0", "UTF-16"),
        (b"\x89PNG\r\n\x1a\n\x00", "binary"),
        (b"hello world\nhow are you\n", "no player record"),
        (b"XXR 5\n", "no player record"),
    ],
)
def test_no_trf_at_all(data: bytes, message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as caught:
        read_trf(data)
    assert len(caught.value.faults) == 1


def test_the_end_mark_of_old_dos_files_is_no_data() -> None:
    assert decode(b"XXR 5\r\n\x1a")[0] == "XXR 5\r\n"


# ---- bad player lines


def test_points_column_against_results() -> None:
    fault = only_fault(XXR, line(1, "1.5", "2 w 1"), TWO[1])
    assert (fault.line, fault.column, fault.player) == (2, 81, 1)
    assert "says 1.5" in fault.message
    assert "give 1.0" in fault.message


@pytest.mark.parametrize("points", ["0.5", "1.0"])
def test_points_may_hold_the_byes_entered_for_the_next_round(points: str) -> None:
    read(XXR, *TWO, line(3, points, "0000 - H", "0000 - H"))


def test_points_may_be_blank() -> None:
    read(XXR, line(1, "", "2 w 1"), line(2, "", "1 b 0"))


@pytest.mark.parametrize("points", ["1.25", "x", "1.0.", "-1.0"])
def test_points_that_are_none(points: str) -> None:
    assert "points (columns 80–84)" in only_fault(XXR, line(1, points, "2 w 1"), TWO[1]).message


def test_opponents_that_disagree_about_the_game() -> None:
    fault = only_fault(XXR, line(1, "1.0", "2 w 1"), line(2, "0.0"))
    assert (fault.line, fault.player, fault.round) == (2, 1, 1)
    assert "no entry" in fault.message
    assert "the bye" in only_fault(XXR, line(1, "1.0", "2 w 1"), line(2, "1.0", "0000 - U")).message


def test_two_games_of_one_player_in_a_round() -> None:
    fault = only_fault(XXR, *TWO, line(3, "0.0", "1 b 0"))
    assert (fault.line, fault.player, fault.round) == (4, 3, 1)
    assert "a game against 2" in fault.message


@pytest.mark.parametrize("colours", [("w", "w"), ("b", "b"), ("w", "-"), ("-", "b")])
def test_opponents_that_disagree_about_colours(colours: tuple[str, str]) -> None:
    fault = only_fault(XXR, line(1, "1.0", f"2 {colours[0]} 1"), line(2, "0.0", f"1 {colours[1]} 0"))
    assert (fault.line, fault.player, fault.round) == (2, 1, 1)
    assert f"do not fit: {colours[0]} and {colours[1]}" in fault.message


@pytest.mark.parametrize("codes", ["11", "1=", "+0", "1-", "++", "1L", "=D"])
def test_results_that_do_not_fit(codes: str) -> None:
    found = faults(XXR, line(1, "", f"2 w {codes[0]}"), line(2, "", f"1 b {codes[1]}"))
    assert [fault.line for fault in found] == [2]
    assert f"do not fit: {codes[0]} and {codes[1]}" in found[0].message


def test_a_colour_without_opponent() -> None:
    fault = only_fault(XXR, *TWO, line(3, "0.0", "0000 w"))
    assert (fault.line, fault.player, fault.round, fault.column) == (4, 3, 1, 92)
    assert "no opponent" in fault.message


@pytest.mark.parametrize(
    ("cell", "word"),
    [("2 w !", "'!'"), ("0000 - ?", "'?'"), ("0000 - *", "'*'"), ("2 w H", "'H'"), ("0000 - W", "'W'")],
)
def test_unknown_result_codes(cell: str, word: str) -> None:
    fault = only_fault(XXR, line(1, "", cell), line(2, "", "1 b 0") if cell.startswith("2") else line(2, ""))
    assert word in fault.message
    assert (fault.line, fault.round) == (2, 1)


def test_an_unknown_colour() -> None:
    assert "must be w, b or -" in only_fault(XXR, line(1, "", "2 x 1"), line(2, "", "1 b 0")).message


def test_an_opponent_that_is_no_player() -> None:
    fault = only_fault(XXR, *TWO, line(3, "1.0", "77 w 1"))
    assert "no player 77" in fault.message
    assert (fault.line, fault.player, fault.round) == (4, 3, 1)


def test_a_player_against_himself() -> None:
    fault = only_fault(XXR, *TWO, line(3, "1.0", "3 w 1"))
    assert "against himself" in fault.message
    assert (fault.line, fault.player, fault.round) == (4, 3, 1)


def test_the_same_id_twice() -> None:
    fault = only_fault(XXR, *TWO, line(2, "0.0"))
    assert "line 3" in fault.message
    assert (fault.line, fault.player) == (4, 2)


def test_id_0_and_no_id() -> None:
    assert "no start number" in only_fault(XXR, line(0, "0.0")).message
    fault = only_fault(XXR, *TWO, line("x", "0.0"))
    assert (fault.line, fault.column) == (4, 5)


def test_more_rounds_than_planned() -> None:
    fault = only_fault("XXR 1", line(1, "1.0", "2 w 1", "2 w 0"), line(2, "1.0", "1 b 0", "1 b 1"))
    assert "2 rounds are recorded, but only 1" in fault.message
    assert (fault.line, fault.round) == (1, 2)


@pytest.mark.parametrize("length", [4, 8, 30, 60, 79, 80, 81, 82, 83])
def test_a_line_cut_short(length: int) -> None:
    found = faults(XXR, *TWO, line(3, "0.5", "0000 - H")[:length])
    assert [fault.line for fault in found] == [4]
    if length >= 8:
        where = "within" if length > 81 else "before"
        assert "cut short" in found[0].message
        assert f"{where} the points (columns 81–84)" in found[0].message
        assert found[0].player == 3


@pytest.mark.parametrize("points", [" 0.0", "0.0", "0.0 ", ".0", "0,0", "0.00"])
def test_a_line_without_the_blanks_at_its_end(points: str) -> None:
    """The points stand to the left or in the middle of their columns, and neither rank nor rounds follow."""
    start = f"001    1      {'Ana':<33} 1500{'':27}"
    (player,) = read(XXR, (start + points).rstrip()).players
    assert (player.id, player.rating) == (1, 1500)
    long_name = f"001    1      {'N' * 40} 1500{'':27}{points}"
    assert read(XXR, long_name.rstrip()).players[0].name == "N" * 40


def test_an_entry_cut_short() -> None:
    whole = line(1, "1.0", "2 w 1")
    assert "cut short" in only_fault(XXR, whole[:95], TWO[1]).message
    assert "Of the game" in only_fault(XXR, whole[:97], TWO[1]).message


def test_a_name_longer_than_its_columns() -> None:
    """Forty characters, which move all that follows by seven columns: the only way to read the line is taken."""
    name = "N" * 40
    moved = line(1, "1.0", "2 w 1", name=name)
    assert len(moved) == len(TWO[0]) + 7
    tournament = read(XXR, moved, TWO[1])
    assert tournament.players[0].name == name
    assert tournament.rounds == read(XXR, *TWO).rounds
    # A short name, blanks and something more are no long name.
    torn = line(1, "1.0", "2 w 1", name=f"{'N' * 10:<36}7c]U")
    assert "columns" in faults(XXR, torn, TWO[1])[0].message
    # With an entry that then stands nowhere in its columns it is a fault.
    assert "columns" in faults(XXR, moved[:100] + " " + moved[100:], TWO[1])[0].message


def test_a_name_that_runs_into_the_blank_behind_its_columns() -> None:
    name = "N" * 34
    blank = line(1, "1.0", "2 w 1", name=name[:33])
    tournament = read(XXR, blank[:47] + "N" + blank[48:], TWO[1])
    assert (tournament.players[0].name, tournament.players[0].rating) == (name, 1500)


@pytest.mark.parametrize("cells", [(), ("2 w 1",)])
@pytest.mark.parametrize("name", ["Short", "N" * 32, "N" * 30 + " 7"])
@pytest.mark.parametrize("rating", [1500, 900])
def test_a_rating_that_has_moved_into_the_name(name: str, rating: int, cells: tuple[str, ...]) -> None:
    """A blank too few behind the name: column 48 must be blank, since the rating would be cut there."""
    whole = line(1, "1.0" if cells else "0.0", *cells, rating=f"{rating}", name=name)
    other = line(2, "0.0", "1 b 0") if cells else line(2, "0.0")
    for missing in (1, 2, 3):
        if len(name) > 33 - missing or (rating == 900 and missing == 1):
            continue  # the name would be cut; the rating still in its columns
        found = faults(XXR, whole[: 47 - missing] + whole[47:], other)
        assert found[0].line == 2
        assert "Column 48 must be blank" in found[0].message


def test_a_rating_of_five_digits() -> None:
    for whole in (TWO[0][:52] + "0" + TWO[0][53:], TWO[0][:47] + "1" + TWO[0][48:]):
        fault = only_fault(XXR, whole, TWO[1])
        assert "has more than four digits" in fault.message
        assert (fault.line, fault.column, fault.player) == (2, 49, 1)


def by_bytes(whole: str) -> str:
    """The line of a program that pads the name to 33 bytes."""
    name = whole[14:47].rstrip()
    return whole[:14] + name.encode().ljust(33).decode() + whole[47:]


@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("federation", ["", "POR"])
@pytest.mark.parametrize("rating", ["", "900", "1500"])
@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("José", 1),
        ("Núñez, Inês", 3),
        ("N" * 29 + "éé", 2),
        ("Эва Эв", 5),
        ("Иван Иванов", 10),
        ("é" * 16, 16),
    ],
)
def test_a_name_padded_by_bytes(name: str, missing: int, rating: str, federation: str, rounds: int) -> None:
    cells = (("2 w 1", "2 b 0"), ("1 b 0", "1 w 1"))
    points = (("0.0", "1.0", "1.0")[rounds], ("0.0", "0.0", "1.0")[rounds])
    whole = line(1, points[0], *cells[0][:rounds], name=name, rating=rating)
    whole = f"{whole[:53]}{federation:<3}{whole[56:]}"
    other = line(2, points[1], *cells[1][:rounds])
    assert read(XXR, whole, other).players[0].name == name
    if not rounds and not federation and (not rating or (rating == "900" and missing == 1)):
        return  # nothing has moved out of its columns that is read before the first round
    fault = only_fault(XXR, by_bytes(whole), other)
    assert (fault.line, fault.column, fault.player) == (2, 15, 1)
    assert f"padded by bytes, not characters: the columns after it are shifted left by {missing};" in fault.message


@pytest.mark.parametrize("name", ["José", "Núñez  Silva", "é" * 33, "Ефимов Михаил Александрович 12345"])
def test_a_name_padded_by_characters(name: str) -> None:
    for cells in ((), ("2 w 1",)):
        tournament = read(
            XXR,
            line(1, f"{len(cells)}.0", *cells, name=name),
            line(2, "0.0", *("1 b 0" for _ in cells)),
        )
        assert (tournament.players[0].name, tournament.players[0].rating) == (name, 1500)


@pytest.mark.parametrize("name", ["é" * 40, "Ефимов Михаил Александрович Владимирович", "N" * 39 + "é"])
def test_a_long_name_of_more_than_ascii(name: str) -> None:
    tournament = read(XXR, line(1, "1.0", "2 w 1", name=name), TWO[1])
    assert (tournament.players[0].name, tournament.players[0].rating) == (name, 1500)


def test_shifted_columns() -> None:
    one_off = line(1, "1.0", "2 w 1")[:91] + " " + line(1, "1.0", "2 w 1")[91:]
    fault = only_fault(XXR, one_off, TWO[1])
    assert (fault.round, fault.column) == (1, 92)
    assert "tab" in only_fault(XXR, TWO[0].replace("      ", "\t", 1), TWO[1]).message


def test_missing_results() -> None:
    last = read(XXR, line(1, "0.0", "2 w"), line(2, "0.0", "1 b"))
    assert last.rounds[0].games == (Game(1, 2, None),)
    fault = only_fault(XXR, line(1, "1.0", "2 w", "2 b 1"), line(2, "0.0", "1 b", "1 w 0"))
    assert (fault.line, fault.player, fault.round) == (2, 1, 1)
    one_sided = only_fault(XXR, line(1, "1.0", "2 w 1"), line(2, "0.0", "1 b"))
    assert "player 2 has none" in one_sided.message


def test_a_bye_for_a_round_after_the_next() -> None:
    assert "round to be paired is 2" in only_fault(XXR, *TWO, line(3, "0.0", "", "", "0000 - U")).message


def test_two_fixed_byes_and_a_fixed_bye_of_an_absent_player() -> None:
    byes = (line(3, "0.0", "", "0000 - U"), line(4, "0.0", "", "0000 - U"))
    assert "there is one bye" in only_fault(XXR, *TWO, *byes).message
    assert "absent" in only_fault(XXR, *TWO, byes[0], "XXZ 3").message


# ---- other records gone wrong


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("XXQ 1", "'XXQ' of JaVaFo"),
        ("BBX 1", "'BBX'"),
        ("444 1", "'444'"),
        (" 001 5", "' 00'"),
        ("XXZ 9", "no player 9"),
        ("XXZ x", "'x'"),
        ("XXP 1", "two players"),
        ("XXP 1 1", "twice"),
        ("XXP 1 9", "no player 9"),
        ("240 H   2", "Record 240 must hold"),
        ("240 U   2    1", "Record 240 must hold"),
        ("240 H   2    9", "no player 9"),
        ("240 H   2    0", "no player 0"),
        ("240 H        1    2", "Record 240 must hold F, H or Z (column 5), a round (7–9) and the players (11–14"),
        ("240 H 2 1", "Record 240 must hold"),
        ("240 H   2  1 2", "Record 240 must hold"),
        ("240 H   2     1    2", "Record 240 must hold"),
        ("240 H   2    x", "Record 240 must hold"),
        ("240H    2    1", "Record 240 must hold"),
        ("240 H   0    1", "Record 240 must hold"),
        ("260   2   1    1    2", "Record 260 must hold"),
        (
            "260            1    2",
            "Record 260 must hold the first round (columns 5–7), the last (9–11) and the players",
        ),
        ("260       3    1    2", "Record 260 must hold"),
        ("260   2        1    2", "Record 260 must hold"),
        ("260 2 2 1 2", "Record 260 must hold"),
        ("260   1   2     1    2", "Record 260 must hold"),
        ("260   1   2    1    x", "Record 260 must hold"),
        ("260   1   2    1    0", "no player 0"),
        ("260   1   2    1    1", "twice"),
        ("260   1   2", "two players"),
        ("260   1   2    1", "two players"),
        ("250  1.0        1   2    1    2", "match points"),
        ("250       1.0   2   1    1    2", "must hold"),
        ("250       1.0   1   2    7    9", "none of these"),
        ("250       0.3   1   2    1    2", "cannot be read"),
        ("250      -1.0   1   2    1    2", "cannot be read"),
        ("XXA    9  1.0  0.5", "no player 9"),
        ("XXA    1   1.0", "cannot be read"),
        ("299 W   1     1    1", "match points"),
        ("299 Q         1.0   1    1", "cannot be read"),
        ("299 W        -1.0   1    1", "cannot be read"),
        ("299 W  1.0    1.0   1    1", "match points"),
        ("299           1.0   1    9", "no player 9"),
        ("299           1.0   1    0", "no player 0"),
        ("299 W         1.0   1    1    0", "no player 0"),
        ("250        1.0   1   2    1    2", "cannot be read"),
        ("250", "must hold"),
        ("XXA", "cannot be read"),
        ("299 W           1.0    1    1", "cannot be read"),
        ("XXA    1  a", "cannot be read"),
    ],
)
def test_records_that_cannot_be_honoured(record: str, message: str) -> None:
    fault = only_fault(XXR, *TWO, record)
    assert message in fault.message
    assert fault.line == 4


def test_points_changes_of_nothing_are_harmless() -> None:
    nothing = ("XXA    1  0.0  0.0", "250       0.0   1   2    1    2", "299           0.0   1    1")
    tournament = read(XXR, *TWO, *nothing)
    assert tournament == read(XXR, *TWO)
    assert (tournament.accelerated, tournament.corrections) == ({}, {})


def test_records_of_teams_are_not_orders_about_players() -> None:
    team = "310   1 Team                             T1      2400   15.0   28.0  11     1    2"
    read(XXR, *TWO, team, "240 F   1    7")
    assert "teams" in only_fault(XXR, *TWO, team, "240 F   2    1").message
    assert "teams" in only_fault(XXR, *TWO, team, "260   1   2    1    2").message


def test_every_fault_at_once_in_the_order_of_the_lines() -> None:
    found = faults(
        "XXQ",
        "XXR five",
        line(1, "3.0", "2 w 1"),
        TWO[1],
        line(3, "0.0", "9 w 0"),
        line(3, "0.0"),
        "XXZ 12",
    )
    assert [fault.line for fault in found] == [1, 2, 3, 5, 6, 7]


# ---- point values


@pytest.mark.parametrize(
    ("written", "halves"),
    [("1", 2), ("1.0", 2), (".5", 1), ("0,5", 1), ("12.5", 25), ("1.50", 3), ("0.25", None), ("", None), ("-1", None)],
)
def test_half_points(written: str, halves: int | None) -> None:
    assert half_points(written) == halves
    if halves is not None:
        assert half_points(spelt(halves)) == halves


def values(*records: str, points: tuple[str, str] = ("", "")) -> dict[str, int]:
    return dict(read(XXR, *records, line(1, points[0], "2 w 1"), line(2, points[1], "1 b 0")).points)


STANDARD = {"win": 2, "draw": 1, "loss": 0, "bye": 2, "half_bye": 1, "full_bye": 2, "absent": 0}


@pytest.mark.parametrize(
    ("records", "changed"),
    [
        (["162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5"], {}),
        (["162  W 3.0    D 1.0"], {"win": 6, "draw": 2, "bye": 6, "half_bye": 2, "full_bye": 6}),
        (["162  P 0.5"], {"bye": 1}),
        (["162  P 0.5    W 3.0"], {"bye": 1, "win": 6, "full_bye": 6}),
        (["162  A 0.5    L 0.5"], {"absent": 1, "loss": 1}),
        (["XXS W=3 D=1"], {"win": 6, "draw": 2, "half_bye": 2, "full_bye": 6}),
        (["XXS PAB=3", "XXS D=1 W=3"], {"win": 6, "draw": 2, "bye": 6, "half_bye": 2, "full_bye": 6}),
        (["XXS WW=2 BW=2 FW=2"], {"win": 4}),
        (["XXS PAB=.5"], {"bye": 1}),
        (["BBW  3.0", "BBD  1.0", "BBU  1.0"], {"win": 6, "draw": 2, "bye": 2, "half_bye": 2, "full_bye": 6}),
        (["BBZ  0.5", "BBF  0.5", "BBL  0.5"], {"absent": 1, "loss": 1}),
    ],
)
def test_point_values(records: list[str], changed: dict[str, int]) -> None:
    assert values(*records) == STANDARD | changed


def test_without_point_records_the_rule_set_decides() -> None:
    assert values() == {}


def test_the_points_column_uses_the_values_of_the_file() -> None:
    assert values("XXS W=3", points=("3.0", "0.0"))["win"] == 6
    found = faults("XXS W=3", XXR, line(1, "1.0", "2 w 1"), line(2, "0.0", "1 b 0"))
    assert "says 1.0, but the results give 3.0" in found[0].message


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("XXS WW=3", "A win with white is worth 3.0 and with black 1.0"),
        ("XXS BD=0", "A draw with white"),
        ("XXS WL=1", "A loss with white"),
        ("XXS FW=0.5", "A forfeit win is worth 0.5 and a win 1.0"),
        ("XXS FL=0.5", "A forfeit loss is worth 0.5 and an absence 0.0"),
        ("XXS W=0.25", "'0.25'"),
        ("XXS Q=1", "'Q'"),
        ("XXS", "NAME=VALUE"),
        ("XXS W 3", "NAME=VALUE"),
        ("162", "a letter and a value"),
        ("162  Q 1.0", "'Q'"),
        ("162  W 0.3", "'0.3'"),
        ("BBW", "''"),
        ("BBW x", "'x'"),
    ],
)
def test_point_values_that_cannot_be_honoured(record: str, message: str) -> None:
    found = faults(XXR, line(1, "", "2 w 1"), line(2, "", "1 b 0"), record)
    assert any(message in fault.message and fault.line == 4 for fault in found), [str(fault) for fault in found]


def test_a_win_without_opponent_stays_one_in_every_file() -> None:
    tournament = read(XXR, line(1, "1.0", "2 w 1"), line(2, "0.0", "1 b 0"), line(3, "1.0", "0000 - +"))
    assert (tournament.rounds[0].full_byes, tournament.rounds[0].wins_without_opponent) == ((3,), (3,))
    assert read_toml(dump_toml(tournament).encode()).rounds == tournament.rounds
    assert read_trf(dump_trf(tournament, "trf26").encode()).rounds == tournament.rounds


def test_a_win_without_opponent_is_a_full_point_bye() -> None:
    text = "[tournament]\n[[players]]\nid = 1\n[[rounds]]\ngames = []\nwins_without_opponent = [1]\n"
    with pytest.raises(InvalidInput, match="list the player in full_byes too"):
        read_toml(text.encode())


def test_a_rank_that_is_no_number_is_named_as_one() -> None:
    text = line(1, "0.0")[:85] + "   x"
    assert "The rank (columns 86–89) reads 'x', which is no number" in str(only_fault(XXR, text))
