"""Any consistent tournament survives being written and read, in both formats."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from model.check import check_tournament
from model.rules import Points
from model.toml_file import dump_toml, read_toml
from model.tournament import FixedPair, Game, NextRound, Player, Result, Round, Tournament
from model.trf import read_trf

PLAYED = [result for result in Result if result.played and result is not Result.STOPPED_BY_TIME]
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
POINTS = Points()


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
    return Round(
        tuple(games), *(tuple(sorted(kinds[kind], key=ids.index)) for kind in ("byes", "half_byes", "full_byes"))
    )


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
        forbidden_in=draw(st.dictionaries(st.integers(1, 9), pairs.filter(bool), max_size=2)),
        halves=draw(st.booleans()),
    )


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_toml(tournament: Tournament) -> None:
    assert check_tournament(tournament) == []
    again = read_toml(dump_toml(tournament).encode())
    assert replace(again, warnings=()) == tournament


# ---- TRF: a small writer of our own, straight from the column table


CODES = {
    Result.WHITE_WINS: "10",
    Result.DRAW: "==",
    Result.BLACK_WINS: "01",
    Result.BOTH_LOSE: "00",
    Result.DRAW_AND_LOSS: "=0",
    Result.LOSS_AND_DRAW: "0=",
    Result.WHITE_WINS_BY_FORFEIT: "+-",
    Result.BLACK_WINS_BY_FORFEIT: "-+",
    Result.BOTH_FORFEIT: "--",
    None: "  ",
}
WORTH = {"1": 2, "+": 2, "=": 1, "U": 2, "F": 2, "H": 1}


def write_trf(tournament: Tournament) -> str:
    cells: dict[int, list[str]] = {ident: [] for ident in tournament.ids}
    comments = []
    for number, played in enumerate(tournament.rounds, start=1):
        entry = dict.fromkeys(tournament.ids, "0000 - Z")
        for game in played.games:
            codes, colours = CODES[game.result], "wb" if game.coloured else "--"
            entry[game.white] = f"{game.black:>4} {colours[0]} {codes[0]}"
            entry[game.black] = f"{game.white:>4} {colours[1]} {codes[1]}"
            for ident, gam in zip((game.white, game.black), game.gam or (), strict=False):
                comments.append(f"### GAM {number} {ident} {gam}")
        for code, byes in (("U", played.byes), ("H", played.half_byes), ("F", played.full_byes)):
            entry |= dict.fromkeys(byes, f"0000 - {code}")
        for ident, cell in entry.items():
            cells[ident].append(cell)
    points = {ident: sum(WORTH.get(cell[7], 0) for cell in cells[ident]) for ident in cells}
    coming = tournament.next
    for code, away in (("Z", coming.absent), ("H", coming.half_byes), ("F", coming.full_byes)):
        for ident in away:
            cells[ident].append(f"0000 - {code}")
    lines = [f"012 {tournament.name}"]
    if tournament.rounds_planned is not None:
        lines.append(f"XXR {tournament.rounds_planned}")
    if tournament.initial_colour is not None:
        lines.append(f"XXC {tournament.initial_colour}1")
    for player in tournament.players:
        head = f"001 {player.id:>4}      {player.name:<33} {player.rating:>4}{'':28}{points[player.id] / 2:>4} {1:>4}"
        lines.append("  ".join([head, *cells[player.id]]))
    lines += [f"XXP {first} {second}" for first, second in tournament.forbidden]
    for number, pairs in tournament.forbidden_in.items():
        lines += [f"260 {number:>3} {number:>3} {first:>4} {second:>4}" for first, second in pairs]
    return "\n".join([*lines, *comments]) + "\n"


def as_trf(tournament: Tournament) -> Tournament:
    """The tournament without what TRF cannot say, and with games in the order TRF gives them: of the players' lines."""
    order = tournament.ids.index

    return replace(
        tournament,
        name=tournament.name.strip(),
        players=tuple(Player(player.id, player.name, player.rating) for player in tournament.players),
        rounds=tuple(
            replace(
                played,
                games=tuple(sorted(played.games, key=lambda game: min(order(game.white), order(game.black)))),
            )
            for played in tournament.rounds
        ),
        next=replace(tournament.next, forbid=frozenset(), fix=()),
        rules=None,
        restricted_until=None,
        points={},
        forbidden=frozenset(pair for pair in tournament.forbidden if pair[0]),
        forbidden_in={
            number: real
            for number, pairs in tournament.forbidden_in.items()
            if (real := frozenset(pair for pair in pairs if pair[0]))
        },
        halves=True,
    )


NAMES = st.text(st.characters(categories=["L", "Nd"], include_characters=" ,.-'"), max_size=33).map(str.strip)


@given(tournaments([*PLAYED, *(result for result in Result if not result.played)]), st.data())
@settings(max_examples=60, deadline=None)
def test_trf(tournament: Tournament, data: st.DataObject) -> None:
    named = replace(
        tournament,
        name=data.draw(NAMES),
        players=tuple(replace(player, name=data.draw(NAMES)) for player in tournament.players),
        # A game without colours has no first player in TRF: here the one whose line comes first.
        rounds=tuple(
            replace(played, games=tuple(_first_line_first(game, tournament.ids) for game in played.games))
            for played in tournament.rounds
        ),
    )
    expected = as_trf(named)
    again = read_trf(write_trf(expected).encode())
    assert replace(again, warnings=()) == expected


def _first_line_first(game: Game, ids: tuple[int, ...]) -> Game:
    if game.coloured or ids.index(game.white) < ids.index(game.black):
        return game
    return replace(game, white=game.black, black=game.white)
