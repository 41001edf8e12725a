"""Any consistent tournament survives being written and read as TOML; for TRF see `test_trf_writer`."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pairproof.model.formats.check import check_tournament
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import dump_toml
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

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@st.composite
def rounds(draw: st.DrawFn, ids: list[int], last: bool, results: list[Result]) -> Round:
    """One round: some pairs, the rest byes of some kind or absent."""
    order = draw(st.permutations(ids))
    pairs = draw(st.integers(1, len(order) // 2))
    games = []
    for board in range(pairs):
        result = draw(st.sampled_from([*results, None] if last else results))
        gam = draw(st.none() | st.tuples(st.integers(0, 99), st.integers(0, 99)))
        if result is not None and not result.played:
            gam = None
        games.append(Game(order[2 * board], order[2 * board + 1], result, draw(st.booleans()), gam))
    kinds: dict[str, list[int]] = {"byes": [], "half_byes": [], "full_byes": [], "absent": []}
    for player in order[2 * pairs :]:
        kinds[draw(st.sampled_from(list(kinds)))].append(player)
    byes, half, full = (tuple(sorted(kinds[kind], key=ids.index)) for kind in ("byes", "half_byes", "full_byes"))
    return Round(tuple(games), byes, half, full)


@st.composite
def tournaments(draw: st.DrawFn, results: list[Result] = list(Result)) -> Tournament:  # noqa: B006
    ids = draw(st.lists(st.integers(1, 9999), min_size=2, max_size=8, unique=True))
    players = tuple(
        Player(
            ident,
            draw(TEXTS),
            draw(st.integers(0, 3500)),
            draw(st.none() | st.integers(0, 99)),
            tuple(draw(st.lists(TEXTS, max_size=2))),
        )
        for ident in ids
    )
    count = draw(st.integers(0, 4))
    played = tuple(draw(rounds(ids, number == count, results)) for number in range(1, count + 1))
    roles = {ident: draw(st.sampled_from(["plays", "plays", "absent", "half", "full"])) for ident in ids}
    present = [ident for ident in ids if roles[ident] == "plays"]
    fix = []
    if len(present) > 2 and draw(st.booleans()):
        fix = [FixedPair(present[0], present[1], draw(st.booleans())), FixedPair(present[2], 0)]
    fixed = {(min(one.first, one.second), max(one.first, one.second)) for one in fix}
    pairs = st.frozensets(
        st.tuples(st.sampled_from([0, *ids]), st.sampled_from(ids))
        .filter(lambda pair: pair[0] != pair[1])
        .map(lambda pair: (min(pair), max(pair)))
        .filter(lambda pair: pair not in fixed),
        max_size=3,
    )
    planned = draw(st.none() | st.integers(max(1, count), 12))
    given = st.dictionaries(st.sampled_from(ids), st.integers(1, 9), min_size=1)
    requests = {
        number: asked
        for number in draw(st.sets(st.integers(count + 2, count + 4), max_size=2))
        if (asked := _requests(ids, draw(st.lists(st.sampled_from("pahf"), min_size=len(ids), max_size=len(ids)))))
    }
    return Tournament(
        name=draw(TEXTS),
        players=players,
        rounds=played,
        rounds_planned=planned,
        next=NextRound(
            absent=frozenset(ident for ident in ids if roles[ident] == "absent"),
            half_byes=frozenset(ident for ident in ids if roles[ident] == "half"),
            full_byes=frozenset(ident for ident in ids if roles[ident] == "full"),
            forbid=draw(pairs),
            fix=tuple(fix),
        ),
        rules=draw(st.none() | TEXTS),
        restricted_until=draw(st.none() | st.integers(0, (planned or 12) - 1)),
        initial_colour=draw(st.sampled_from([None, "white", "black"])),
        points=draw(st.dictionaries(st.sampled_from(["win", "draw", "bye", "absent"]), st.integers(0, 9))),
        forbidden=draw(pairs),
        forbidden_in=draw(st.dictionaries(st.integers(1, planned or 9), pairs.filter(bool), max_size=2)),
        halves=draw(st.booleans()),
        tie_breaks=tuple(draw(st.lists(st.sampled_from(["PTS", "BH/C1", "SOS", "DE", "BH:GP"]), unique=True))),
        accelerated=draw(st.dictionaries(st.integers(1, 6), given, max_size=3)),
        corrections=draw(st.dictionaries(st.integers(1, 6), given, max_size=2)),
        requests=requests,
    )


def _requests(ids: list[int], kinds: list[str]) -> Requests:
    return Requests(*(frozenset(i for i, kind in zip(ids, kinds, strict=True) if kind == letter) for letter in "ahf"))


@st.composite
def told_in_full(draw: st.DrawFn) -> Tournament:
    """A tournament with all that TOML can say of the event, of players and of how rounds were paired."""
    tournament = draw(tournaments())
    dates = st.sampled_from(["", "2026-03-14", "1999-12-31"])
    codes = st.sampled_from(["", "POR", "ISL"])
    last = len(tournament.rounds)
    seated = frozenset[int]().union(*(played.seated() for played in tournament.rounds))
    players = []
    for place, player in enumerate(tournament.players):
        told = replace(
            player,
            title=draw(st.sampled_from(["", "GM", "CM"])),
            sex=draw(st.sampled_from(["", "m", "w"])),
            federation=draw(codes),
            fide_id=draw(st.none() | st.integers(1, 99_999_999_999)),
            national_id=draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=9)),
            birth=draw(dates | st.just("1990")),
            club=draw(TEXTS),
            table=draw(st.none() | st.just(place + 1)),
            start_score=draw(st.integers(0, 99)),
        )
        byes = (
            tournament.next.half_byes
            | tournament.next.full_byes
            | {p for f in tournament.next.fix for p in (f.first, f.second)}
        )
        byes |= {p for asked in tournament.requests.values() for p in asked.half_byes | asked.full_byes}
        if player.id not in byes | seated and not any(
            player.id in {*r.half_byes, *r.full_byes} for r in tournament.rounds
        ):
            told = replace(told, enters=draw(st.integers(1, 5)), withdrawn_after=draw(st.none() | st.integers(0, 5)))
        elif player.id not in byes and draw(st.booleans()):
            told = replace(told, withdrawn_after=last)
        players.append(told)
    pairs = st.lists(st.permutations(tournament.ids).map(lambda ids: (ids[0], ids[1])), max_size=2)
    rounds = []
    for number, played in enumerate(tournament.rounds, start=1):
        orders = draw(
            st.none()
            | st.builds(
                RoundOrders,
                fix=st.lists(
                    st.permutations(tournament.ids).map(lambda ids: FixedPair(ids[0], ids[1])), max_size=2
                ).map(tuple),
                forbid=pairs.map(lambda found: frozenset((min(p), max(p)) for p in found)),
                absent=st.frozensets(st.sampled_from(tournament.ids), max_size=2),
                keep=pairs.map(tuple),
                reason=TEXTS,
            )
        )
        before = [(at, game) for at, r in enumerate(tournament.rounds[: number - 1], start=1) for game in r.games]
        corrected = [Corrected(at, g.white, g.black, draw(st.sampled_from(list(Result)))) for at, g in before[:2]]
        hand = [(game.white, game.black) for game in played.games[:1]] if draw(st.booleans()) else []
        wins = tuple(player for player in played.full_byes if draw(st.booleans()))
        paired = replace(played, orders=orders, corrected=tuple(corrected), hand=tuple(hand), reason=draw(TEXTS))
        rounds.append(replace(paired, wins_without_opponent=wins))
    event = Event(
        draw(TEXTS),
        draw(codes),
        draw(dates),
        draw(dates),
        draw(TEXTS),
        tuple(draw(st.lists(TEXTS, max_size=2))),
        draw(TEXTS),
    )
    used = draw(st.sampled_from([None, "ignored", "used"]))
    return replace(tournament, players=tuple(players), rounds=tuple(rounds), event=event, start_scores=used)


@given(told_in_full())
@settings(max_examples=60, deadline=None)
def test_toml_of_all_keys(tournament: Tournament) -> None:
    assert check_tournament(tournament) == []
    again = read_toml(dump_toml(tournament).encode())
    assert replace(again, warnings=()) == tournament


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_toml(tournament: Tournament) -> None:
    assert check_tournament(tournament) == []
    again = read_toml(dump_toml(tournament).encode())
    assert replace(again, warnings=()) == tournament
