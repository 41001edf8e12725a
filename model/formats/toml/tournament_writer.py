"""Writing native tournament files: a text that reads back as the same tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pairproof.model.formats.toml.strings import toml_text, toml_texts
from pairproof.model.tournament import (
    BYE,
    Corrected,
    Event,
    FixedPair,
    Game,
    NextRound,
    Player,
    Requests,
    Round,
    RoundOrders,
    Tournament,
)

PLAYER_KEYS = (
    "rating",
    "lot",
    "groups",
    "title",
    "sex",
    "federation",
    "fide_id",
    "national_id",
    "birth",
    "club",
    "enters",
    "withdrawn_after",
    "table",
    "start_score",
)
"""The keys of a player beside id and name, in the order in which they are written."""


def dump_toml(tournament: Tournament) -> str:
    """The tournament as a native file; it reads back as an equal one (`source`, `sha256`, `warnings` aside)."""
    lines = ["[tournament]", *dump_head(tournament)]
    if points := dump_points(tournament):
        lines += ["", "[points]", *points]
    for player in tournament.players:
        lines += ["", "[[players]]", *dump_player(player)]
    if not tournament.players:
        lines.insert(0, "players = []\n")
    for number, played in enumerate(tournament.rounds, start=1):
        away = tournament.away(number)
        absent = [player for player in tournament.absent_in(number) if player not in away]
        lines += ["", "[[rounds]]", *dump_round(played, absent)]
    following = dump_next(tournament.next)
    if following:
        lines += ["", "[next]", *following]
    for number, asked in sorted(tournament.requests.items()):
        lines += ["", "[[later]]", f"round = {number}", *dump_requests(asked)]
    return "\n".join(lines) + "\n"


def dump_head(tournament: Tournament) -> list[str]:
    """The keys of `[tournament]`."""
    lines = [f"name = {toml_text(tournament.name)}"]
    if tournament.rounds_planned is not None:
        lines.append(f"rounds = {tournament.rounds_planned}")
    if tournament.rules is not None:
        lines.append(f"rules = {toml_text(tournament.rules)}")
    if tournament.restricted_until is not None:
        lines.append(f"restricted_until = {tournament.restricted_until}")
    if tournament.initial_colour is not None:
        lines.append(f"initial_colour = {toml_text(tournament.initial_colour)}")
    if tournament.start_scores is not None:
        lines.append(f"start_scores = {toml_text(tournament.start_scores)}")
    if tournament.halves:
        lines.append("halves = true")
    if tournament.tie_breaks:
        lines.append(f"tie_breaks = {toml_texts(tournament.tie_breaks)}")
    if tournament.forbidden:
        lines.append(f"forbid = {dump_pairs(tournament.forbidden)}")
    if tournament.forbidden_in:
        lines.append("forbid_in = [")
        for number, pairs in sorted(tournament.forbidden_in.items()):
            lines.append(f"  {{ round = {number}, pairs = {dump_pairs(pairs)} }},")
        lines.append("]")
    for key, by_round in (("accelerated", tournament.accelerated), ("corrections", tournament.corrections)):
        if by_round:
            lines += [f"{key} = [", *_dump_by_round(by_round), "]"]
    return lines + _dump_event(tournament.event)


def dump_points(tournament: Tournament) -> list[str]:
    """The keys of `[points]`."""
    points = dict(tournament.points)
    if tournament.adjourned_points is not None:
        points["adjourned"] = tournament.adjourned_points
    return [f"{outcome} = {value}" for outcome, value in points.items()]


def dump_pairs(pairs: Iterable[tuple[int, int]]) -> str:
    return f"[{', '.join(f'[{first}, {second}]' for first, second in sorted(pairs))}]"


def _dump_event(event: Event) -> list[str]:
    texts = (("city", event.city), ("federation", event.federation))
    lines = [f"{key} = {toml_text(text)}" for key, text in texts if text]
    lines += [f"{key} = {text}" for key, text in (("start", event.start), ("end", event.end)) if text]
    if event.arbiter:
        lines.append(f"arbiter = {toml_text(event.arbiter)}")
    if event.deputies:
        lines.append(f"deputies = {toml_texts(event.deputies)}")
    if event.time_control:
        lines.append(f"time_control = {toml_text(event.time_control)}")
    return lines


def dump_player(player: Player) -> list[str]:
    """The keys of a player's table."""
    return [f"id = {player.id}", f"name = {toml_text(player.name)}", *_dump_player(player).values()]


def _dump_player(player: Player) -> dict[str, str]:
    """The lines of the keys that say something, by key."""
    numbers = (
        ("rating", player.rating or None),
        ("lot", player.lot),
        ("fide_id", player.fide_id),
        ("enters", player.enters if player.enters > 1 else None),
        ("withdrawn_after", player.withdrawn_after),
        ("table", player.table),
        ("start_score", player.start_score or None),
    )
    found = {key: f"{key} = {value}" for key, value in numbers if value is not None}
    for key in ("title", "sex", "federation", "national_id", "club"):
        if text := getattr(player, key):
            found[key] = f"{key} = {toml_text(text)}"
    if player.groups:
        found["groups"] = f"groups = {toml_texts(player.groups)}"
    if player.birth:
        found["birth"] = f"birth = {player.birth}"
    return {key: found[key] for key in PLAYER_KEYS if key in found}


def dump_round(played: Round, absent: Iterable[int]) -> list[str]:
    """The keys of a round's table; `absent` are those in none of its lists."""
    lines = ["games = ["] if played.games else ["games = []"]
    lines += [f"  {dump_game(game)}," for game in played.games]
    if played.games:
        lines.append("]")
    if played.empty_boards:
        lines.append(f"empty_boards = {list(played.empty_boards)}")
    if len(played.byes) == 1:
        lines.append(f"bye = {played.byes[0]}")
    elif played.byes:
        lines.append(f"bye = {list(played.byes)}")
    if played.half_byes:
        lines.append(f"half_byes = {list(played.half_byes)}")
    if played.full_byes:
        lines.append(f"full_byes = {list(played.full_byes)}")
    if played.wins_without_opponent:
        lines.append(f"wins_without_opponent = {list(played.wins_without_opponent)}")
    if away := list(absent):
        lines.append(f"absent = {away}")
    if played.orders is not None:
        lines.append(f"orders = {dump_orders(played.orders)}")
    if played.corrected:
        lines += ["corrected = [", *(f"  {dump_corrected(one)}," for one in played.corrected), "]"]
    if played.hand:
        lines.append(f"hand = {_dump_boards(played.hand)}")
    if played.reason:
        lines.append(f"reason = {toml_text(played.reason)}")
    return lines


def dump_game(game: Game) -> str:
    """A game as an inline table."""
    parts = [f"white = {game.white}", f"black = {game.black}"]
    if game.result is not None:
        parts.append(f"result = {toml_text(game.result.value)}")
    if not game.coloured:
        parts.append("coloured = false")
    if game.gam is not None:
        parts.append(f"gam = [{game.gam[0]}, {game.gam[1]}]")
    return f"{{ {', '.join(parts)} }}"


def dump_corrected(one: Corrected) -> str:
    """A result known otherwise by now, as an inline table."""
    return f"{{ round = {one.round}, white = {one.white}, black = {one.black}, was = {toml_text(one.was.value)} }}"


def dump_orders(orders: RoundOrders) -> str:
    """The orders a round was paired with, as an inline table; `{ }` where there were none."""
    parts = _dump_fix(orders.fix)
    if orders.forbid:
        parts.append(f"forbid = {dump_pairs(orders.forbid)}")
    if orders.absent:
        parts.append(f"absent = {sorted(orders.absent)}")
    if orders.keep:
        parts.append(f"keep = {_dump_boards(orders.keep)}")
    if orders.reason:
        parts.append(f"reason = {toml_text(orders.reason)}")
    return f"{{ {', '.join(parts)} }}" if parts else "{ }"


def _dump_boards(boards: Iterable[tuple[int, int]]) -> str:
    return f"[{', '.join(f'[{white}, {black}]' for white, black in boards)}]"


def _dump_by_round(by_round: Mapping[int, Mapping[int, int]]) -> list[str]:
    """One entry for each round and number of points."""
    lines = []
    for number, given in sorted(by_round.items()):
        for points in sorted(set(given.values()), reverse=True):
            players = sorted(player for player, own in given.items() if own == points)
            lines.append(f"  {{ round = {number}, players = {players}, points = {points} }},")
    return lines


def dump_requests(asked: NextRound | Requests) -> list[str]:
    return [
        f"{key} = {sorted(ids)}"
        for key, ids in (("absent", asked.absent), ("half_byes", asked.half_byes), ("full_byes", asked.full_byes))
        if ids
    ]


def dump_next(coming: NextRound) -> list[str]:
    lines = dump_requests(coming)
    if coming.forbid:
        lines.append(f"forbid = {dump_pairs(coming.forbid)}")
    return lines + _dump_fix(coming.fix)


def _dump_fix(pairs: Sequence[FixedPair]) -> list[str]:
    if not pairs:
        return []
    lines = [f"fix = {_dump_boards((fix.first, fix.second) for fix in pairs)}"]
    # A fixed bye has no colours, whatever its flag says: one flag for all is enough more often without it.
    flags = [fix.colours for fix in pairs if fix.second != BYE]
    if all(flags) and flags:
        lines.append("fix_colours = true")
    elif any(flags):
        lines.append(f"fix_colours = [{', '.join(str(fix.colours).lower() for fix in pairs)}]")
    return lines
