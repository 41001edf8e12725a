"""TRF writing: what a flavour can say survives being written and read; what it cannot say is named."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pairproof.model.errors import InvalidInput, UsageProblem
from pairproof.model.formats.trf.flavours import FLAVOURS
from pairproof.model.formats.trf.not_carried import not_carried
from pairproof.model.formats.trf.reader import read_trf
from pairproof.model.formats.trf.writer import dump_trf
from pairproof.model.rules import Points
from pairproof.model.tournament import (
    FixedPair,
    Game,
    NextRound,
    Player,
    Requests,
    Result,
    Round,
    Tournament,
)
from tests.model.formats.test_round_trips import tournaments

RESULTS: list[Result] = [result for result in Result if result is not Result.STOPPED_BY_TIME]
NAMES = st.text(st.characters(categories=["L", "Nd"], include_characters=" ,.-'"), max_size=33).map(str.strip)
VALUES: dict[str, st.SearchStrategy[dict[str, int]]] = {
    "trf16": st.just({}),
    "trfx": st.just({})
    | st.builds(lambda win, half: _values(win, half_bye=half), st.integers(0, 9), st.integers(0, 9)),
    "trfbx": st.just({}) | st.builds(lambda win: _values(win), st.integers(1, 9)),
    "trf26": st.just({}) | st.builds(lambda win, bye: _values(win, bye=bye), st.integers(1, 9), st.integers(0, 9)),
}


def _values(win: int, **others: int) -> dict[str, int]:
    return asdict(replace(Points(), win=win, full_bye=win, **{"bye": win, **others}))


def carried(tournament: Tournament, flavour: str) -> Tournament:
    """The tournament as a file of the flavour tells it: what it does not tell is left out."""
    new = flavour == "trf26"
    apart = frozenset(pair for pair in tournament.forbidden if pair[0]) if flavour != "trf16" else frozenset()
    by_round: dict[int, set[tuple[int, int]]] = {}
    if new:
        following = len(tournament.rounds) + 1
        for number, pairs in [*tournament.forbidden_in.items(), (following, tournament.next.forbid)]:
            by_round.setdefault(number, set()).update(pair for pair in pairs if pair[0] and pair not in apart)
    last = tournament.rounds_planned
    always = {
        pair
        for pairs in by_round.values()
        for pair in pairs
        if last and all(pair in by_round.get(number, ()) for number in range(1, last + 1))
    }
    return replace(
        tournament,
        players=tuple(Player(player.id, player.name, player.rating) for player in tournament.players),
        rounds_planned=None if flavour == "trf16" else last,
        initial_colour=None if flavour == "trf16" else tournament.initial_colour,
        next=replace(
            tournament.next, forbid=frozenset(), fix=tuple(fix for fix in tournament.next.fix if fix.second == 0)
        ),
        rules=None,
        restricted_until=None,
        forbidden=apart | always,
        forbidden_in={
            number: frozenset(kept)
            for number, pairs in sorted(by_round.items())
            if (kept := {pair for pair in pairs if pair not in always})
        },
        halves=True,
        accelerated={} if flavour == "trf16" else tournament.accelerated,
        corrections=tournament.corrections if new else {},
        tie_breaks=tournament.tie_breaks if new else (),
    )


MIRRORED: dict[Result | None, Result | None] = {
    None: None,
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.DRAW: Result.DRAW,
    Result.BLACK_WINS: Result.WHITE_WINS,
    Result.BOTH_LOSE: Result.BOTH_LOSE,
    Result.DRAW_AND_LOSS: Result.LOSS_AND_DRAW,
    Result.LOSS_AND_DRAW: Result.DRAW_AND_LOSS,
    Result.WHITE_WINS_BY_FORFEIT: Result.BLACK_WINS_BY_FORFEIT,
    Result.BLACK_WINS_BY_FORFEIT: Result.WHITE_WINS_BY_FORFEIT,
    Result.BOTH_FORFEIT: Result.BOTH_FORFEIT,
    Result.ADJOURNED: Result.ADJOURNED,
}


def first_line_first(tournament: Tournament, ids: tuple[int, ...]) -> Tournament:
    """A game without colours has no first player in TRF: here the one whose line comes first (lines as in ids)."""

    def seated(game: Game) -> Game:
        if game.coloured or ids.index(game.white) < ids.index(game.black):
            return game
        gam = game.gam and game.gam[::-1]
        return replace(game, white=game.black, black=game.white, result=MIRRORED[game.result], gam=gam)

    return replace(
        tournament,
        rounds=tuple(replace(one, games=tuple(seated(game) for game in one.games)) for one in tournament.rounds),
    )


@st.composite
def writable(draw: st.DrawFn, flavour: str) -> Tournament:
    """A tournament of which the flavour can say the points."""
    drawn = draw(tournaments(RESULTS))
    named = replace(
        drawn,
        name=draw(NAMES),
        players=tuple(replace(player, name=draw(NAMES)) for player in drawn.players),
        points=draw(VALUES[flavour]),
        corrections=drawn.corrections if flavour == "trf26" else {},
    )
    return first_line_first(named, named.ids)


@pytest.mark.parametrize("flavour", FLAVOURS)
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_written_is_read_again(flavour: str, data: st.DataObject) -> None:
    tournament = data.draw(writable(flavour))
    # A round of byes only, at the end, is a round to be paired for TRF; the strategy makes none.
    assume(not tournament.rounds or tournament.rounds[-1].games)
    again = read_trf(dump_trf(tournament, flavour).encode())
    assert replace(again, warnings=()) == carried(tournament, flavour)


@pytest.mark.parametrize("flavour", FLAVOURS)
@given(data=st.data())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_not_carried_is_named(flavour: str, data: st.DataObject) -> None:
    """Nothing is said to be lost if and only if the file says everything."""
    tournament = data.draw(writable(flavour))
    same = carried(tournament, flavour)
    if not not_carried(tournament, flavour):
        coming = tournament.next.forbid | frozenset().union(*tournament.forbidden_in.values())
        forbidden = tournament.forbidden | coming
        assert same.forbidden | frozenset().union(*same.forbidden_in.values()) == forbidden
        assert (same.players, same.next.fix) == (tournament.players, tournament.next.fix)
        assert (same.rounds_planned, same.accelerated) == (tournament.rounds_planned, tournament.accelerated)
    assert not_carried(same, flavour) == []


def small(**changes: object) -> Tournament:
    base = Tournament(
        name="Small",
        players=(Player(1, "Ana", 2000), Player(2, "Bruno", 1900), Player(3, "Carla"), Player(4, "Dário", 1700)),
        rounds=(Round((Game(1, 3, Result.WHITE_WINS, gam=(7, 5)), Game(4, 2, Result.DRAW))),),
        rounds_planned=5,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


FULL = small(
    initial_colour="black",
    next=NextRound(absent=frozenset({4}), half_byes=frozenset({3})),
    requests={3: Requests(full_byes=frozenset({1}))},
    points=_values(6, bye=2),
    forbidden=frozenset({(1, 2), (1, 4)}),
    forbidden_in={3: frozenset({(2, 3)}), 4: frozenset({(2, 3)})},
    accelerated={1: {1: 2, 2: 2}, 2: {1: 2, 2: 2}, 3: {1: 1}},
    corrections={1: {2: -1, 4: -1}},
)
EXPECTED = {
    "trf16": """\
012 Small
001    1      Ana                               2000                             3.0    1     3 w 1            0000 - F
001    2      Bruno                             1900                             0.0    3     4 b =
001    3      Carla                                                              0.0    2     1 b 0  0000 - H
001    4      Dário                             1700                             0.0    3     2 w =  0000 - Z
### GAM 1 1 7
### GAM 1 3 5
""",
    "trfx": """\
012 Small
XXR 5
XXC black1
XXS WW=3.0 BW=3.0 FW=3.0 WD=0.5 BD=0.5 WL=0.0 BL=0.0 ZPB=0.0 FL=0.0 HPB=0.5 FPB=3.0 PAB=1.0
XXP 1 2
XXP 1 4
XXA    1  1.0  1.0  0.5
XXA    2  1.0  1.0
""",
    "trfbx": """\
012 Small
XXR 5
XXC black1
BBW  3.0
BBD  0.5
BBL  0.0
BBZ  0.0
BBF  0.0
BBU  1.0
XXP 1 2
XXP 1 4
XXA    1  1.0  1.0  0.5
XXA    2  1.0  1.0
""",
    "trf26": """\
012 Small
142 5
152 B
162  W 3.0    D 0.5    L 0.0    A 0.0    P 1.0
260   1   5    1    2
260   1   5    1    4
260   3   4    2    3
250       1.0   1   2    1    1
250       0.5   3   3    1    1
250       1.0   1   2    2    2
299          -0.5    1    2    4
240 H   2    3
240 Z   2    4
240 F   3    1
001    1      Ana                               2000                             3.0    1     3 w 1
""",
}


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_the_words_of_each_flavour(flavour: str) -> None:
    written = dump_trf(FULL, flavour)
    assert written == EXPECTED[flavour] if flavour == "trf16" else written.startswith(EXPECTED[flavour])


def test_lost() -> None:
    assert not_carried(small(), "trf26") == []
    assert not_carried(small(), "trf16") == ["the number of rounds (5)"]
    lost = not_carried(FULL, "trf16")
    assert [text.split(" ")[0:4] for text in lost] == [
        ["the", "number", "of", "rounds"],
        ["the", "initial", "colour", "(black)"],
        ["the", "point", "values;", "a"],
        ["2", "forbidden", "pairs"],
        ["2", "pairs", "forbidden", "in"],
        ["the", "fictitious", "points", "of"],
        ["corrections", "of", "the", "points;"],
    ]
    assert not_carried(FULL, "trf26") == []
    words = small(
        rules="modified-swiss",
        restricted_until=3,
        players=(Player(1, "A" * 40, 12000, 3, ("Lisboa",)), Player(2, " Bruno\t"), Player(3), Player(4)),
        next=NextRound(forbid=frozenset({(0, 2), (1, 4)}), fix=(FixedPair(1, 2), FixedPair(3, 0))),
    )
    assert not_carried(words, "trfx") == [
        "the rule set (modified-swiss)",
        "restricted_until (3)",
        "1 drawn number",
        "1 player with groups",
        "1 name that is too long for 33 columns",
        "1 rating above 9999",
        "line breaks, tabs and blanks around names",
        "1 forbidden bye",
        "1 fixed pair",
        "1 pair forbidden in the next round",
    ]
    assert not_carried(small(points=_values(2, half_bye=0)), "trf26") == [
        "that a half-point bye is worth 0.0 points: in this flavour it is worth the same as a draw"
    ]
    assert "without any game" in not_carried(small(rounds=(Round(half_byes=(1,)),)), "trfx")[0]


def test_a_game_stopped_by_time_is_written_as_it_counts() -> None:
    game = Game(1, 2, Result.STOPPED_BY_TIME, gam=(3, 4))
    tournament = small(rounds=(Round((game,)),))
    assert read_trf(dump_trf(tournament).encode()).rounds[0].games == (replace(game, result=Result.BLACK_WINS),)
    assert "1 game ended by time" in not_carried(tournament, "trf26")[0]
    with pytest.raises(InvalidInput, match="stopped by time"):
        dump_trf(small(rounds=(Round((replace(game, gam=None),)),)))


def test_what_no_file_can_hold() -> None:
    with pytest.raises(InvalidInput, match="10000 does not fit"):
        dump_trf(small(players=(Player(10000),), rounds=()))
    with pytest.raises(UsageProblem, match="'trf06'"):
        dump_trf(small(), "trf06")
    with pytest.raises(UsageProblem, match="'trf06'"):
        not_carried(small(), "trf06")
