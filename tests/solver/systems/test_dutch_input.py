"""What the Dutch system reads in a file otherwise than other rule sets, and what it refuses."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pairproof import Request, Tournament, pair
from pairproof.model.dutch.position import dutch_position
from pairproof.model.errors import InvalidInput
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.rules import PRESETS
from pairproof.solver.explain.compare import check

DUTCH = Request("fide-dutch")
RULES = PRESETS["fide-dutch"]


def trf(*records: str, lines: Sequence[tuple[int, str, int | None, str]]) -> Tournament:
    """A tournament of the records and of players: id, points, rank, entries of the rounds."""
    players = [
        f"001 {player:>4}      {'ABCDEFGHI'[player - 1]:<66}{points:>4} {'' if rank is None else rank:>4}  {entries}"
        for player, points, rank, entries in lines
    ]
    return read_trf("\n".join(["012 Open", *records, *players, ""]).encode())


def fresh(*ids: int, ranks: Sequence[int | None] = (None,) * 9) -> list[tuple[int, str, int | None, str]]:
    return [(player, "0.0", rank, "") for player, rank in zip(ids, ranks, strict=False)]


def boards(tournament: Tournament, round: int | None = None) -> list[tuple[int, int]]:
    found = pair(tournament, Request("fide-dutch", round=round))
    return [(board.white, board.black) for board in found.boards]


def test_numbers_are_ids_or_by_xxc_rank_places_in_the_file() -> None:
    lines = fresh(4, 3, 2, 1)
    assert boards(trf("142 5", "152 W", lines=lines)) == [(1, 3), (4, 2)]
    assert boards(trf("142 5", "XXC white1 rank", lines=lines)) == [(4, 2), (1, 3)]
    # Other rule sets have no such numbers.
    by_place, by_id = (trf("142 5", colour, lines=lines) for colour in ("XXC white1 rank", "152 W"))
    one, other = pair(by_place, Request("combined")), pair(by_id, Request("combined"))
    assert [(b.white, b.black) for b in one.boards] == [(b.white, b.black) for b in other.boards]


def test_ranks_that_clash_are_refused() -> None:
    pair(trf("142 5", "XXC white1", lines=fresh(1, 2, 3, 4, ranks=(1, 2, 2, 3))), DUTCH)
    clash = trf("142 5", "XXC white1 rank", lines=fresh(1, 2, 3, 4, ranks=(1, 2, 2, 3)))
    with pytest.raises(InvalidInput, match="2 and 3 both have rank 2"):
        pair(clash, DUTCH)
    pair(clash, Request("combined"))


@pytest.mark.parametrize(
    "record", ["013 Team A                             1    2", "310   1 Team A", "362 TW 2.0", "330 +- 1 1 2"]
)
def test_team_records_are_refused(record: str) -> None:
    team = trf("142 5", "152 W", record, lines=fresh(1, 2, 3, 4))
    with pytest.raises(InvalidInput, match=rf"Record {record[:3]} is about teams"):
        pair(team, DUTCH)
    pair(team, Request("combined"))


@pytest.mark.parametrize("record", ["XXS WW=1.0 BW=1.5", "XXS BD=0.0", "XXS BL=0.5"])
def test_points_that_differ_by_colour_are_refused(record: str) -> None:
    with pytest.raises(InvalidInput, match="points do not depend on the colour"):
        trf("142 5", "152 W", record, lines=fresh(1, 2, 3, 4))


PLAYED = [
    (1, "1.0", None, "   3 w 1"),
    (2, "0.0", None, "   4 b 0"),
    (3, "0.0", None, "   1 b 0"),
    (4, "1.0", None, "   2 w 1"),
]


def test_rounds_held_are_all_rounds_where_none_are_planned() -> None:
    event = trf("152 W", lines=PLAYED)
    assert dutch_position(event, RULES, 1).base.last_round
    assert check(event, DUTCH).agrees
    with pytest.raises(InvalidInput, match="needs the number of rounds"):
        pair(event, DUTCH)
    assert boards(event, 1) == [(1, 3), (4, 2)]
    planned = trf("142 2", "152 W", lines=PLAYED)
    assert not dutch_position(planned, RULES, 1).base.last_round
    assert dutch_position(planned, RULES).base.last_round


@pytest.mark.parametrize(("code", "rules"), [("FIDE_DUTCH_2025", "fide-dutch"), ("Individual: Swiss-System", None)])
def test_the_type_in_record_092_names_the_rules_where_it_is_a_code(code: str, rules: str | None) -> None:
    event = trf(f"092 {code}", "142 3", "152 W", lines=PLAYED)
    assert event.rules == rules
    # A record 192 goes before it.
    assert trf(f"092 {code}", "192 FIDE_BURSTEIN", "142 3", lines=PLAYED).rules is None


def test_nothing_known_is_told_at_once() -> None:
    """Neither the number of rounds nor a colour."""
    with pytest.raises(InvalidInput) as caught:
        pair(trf(lines=fresh(1, 2, 3, 4)), DUTCH)
    said = [str(fault) for fault in caught.value.faults]
    assert len(said) == 2
    assert "record 142 or XXR; `rounds` in TOML" in said[0]
    assert "record 152, W or B; `initial_colour` in TOML" in said[1]


WINS = [
    (1, "1.0", None, "0000 - {}"),
    (2, "0.0", None, "   3 b 0"),
    (3, "1.0", None, "   2 w 1"),
]


def test_a_win_against_nobody_is_the_bye() -> None:
    """It gives a pairing number (C.04.2.B); a full-point bye does not."""
    numbers = {}
    for code in "U+F":
        lines = [(player, points, rank, entries.format(code)) for player, points, rank, entries in WINS]
        event = trf("142 3", "152 W", lines=lines)
        position = dutch_position(event, RULES)
        numbers[code] = dict(zip(position.base.ids, position.number.tolist(), strict=True))
        assert not position.may_bye[position.base.index_of[1]]
        assert event.rounds[0].full_byes == (() if code == "U" else (1,))
        assert len(dutch_position(event, RULES, 1).base.ids) == (2 if code == "F" else 3)
    assert numbers["+"] == numbers["U"]
    worth = trf("142 3", "152 W", "162  W 1.0    D 0.5    P 0.5", lines=[(1, "1.0", None, "0000 - +"), *WINS[1:]])
    with pytest.raises(InvalidInput, match=r"write U or F"):
        pair(worth, DUTCH)
