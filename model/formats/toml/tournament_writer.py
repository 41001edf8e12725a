"""Writing native tournament files: a text that reads back as the same tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pairproof.model.formats.toml.strings import toml_text, toml_texts
from pairproof.model.tournament import BYE, NextRound, Requests, Round, Tournament


def dump_toml(tournament: Tournament) -> str:
    """The tournament as a native file; it reads back as an equal one (`source`, `sha256`, `warnings` aside)."""
    lines = ["[tournament]", f"name = {toml_text(tournament.name)}"]
    if tournament.rounds_planned is not None:
        lines.append(f"rounds = {tournament.rounds_planned}")
    if tournament.rules is not None:
        lines.append(f"rules = {toml_text(tournament.rules)}")
    if tournament.restricted_until is not None:
        lines.append(f"restricted_until = {tournament.restricted_until}")
    if tournament.initial_colour is not None:
        lines.append(f"initial_colour = {toml_text(tournament.initial_colour)}")
    if tournament.halves:
        lines.append("halves = true")
    if tournament.forbidden:
        lines.append(f"forbid = {_dump_pairs(tournament.forbidden)}")
    if tournament.forbidden_in:
        lines.append("forbid_in = [")
        for number, pairs in sorted(tournament.forbidden_in.items()):
            lines.append(f"  {{ round = {number}, pairs = {_dump_pairs(pairs)} }},")
        lines.append("]")
    for key, by_round in (("accelerated", tournament.accelerated), ("corrections", tournament.corrections)):
        if by_round:
            lines += [f"{key} = [", *_dump_by_round(by_round), "]"]
    points = dict(tournament.points)
    if tournament.adjourned_points is not None:
        points["adjourned"] = tournament.adjourned_points
    if points:
        lines += ["", "[points]"]
        lines += [f"{outcome} = {value}" for outcome, value in points.items()]
    for player in tournament.players:
        lines += ["", "[[players]]", f"id = {player.id}", f"name = {toml_text(player.name)}"]
        if player.rating:
            lines.append(f"rating = {player.rating}")
        if player.lot is not None:
            lines.append(f"lot = {player.lot}")
        if player.groups:
            lines.append(f"groups = {toml_texts(player.groups)}")
    if not tournament.players:
        lines.insert(0, "players = []\n")
    for number, played in enumerate(tournament.rounds, start=1):
        lines += ["", "[[rounds]]", *_dump_round(played)]
        absent = tournament.absent_in(number)
        if absent:
            lines.append(f"absent = {list(absent)}")
    following = _dump_next(tournament.next)
    if following:
        lines += ["", "[next]", *following]
    for number, asked in sorted(tournament.requests.items()):
        lines += ["", "[[later]]", f"round = {number}", *_dump_requests(asked)]
    return "\n".join(lines) + "\n"


def _dump_pairs(pairs: Iterable[tuple[int, int]]) -> str:
    return f"[{', '.join(f'[{first}, {second}]' for first, second in sorted(pairs))}]"


def _dump_round(played: Round) -> list[str]:
    lines = ["games = ["] if played.games else ["games = []"]
    for game in played.games:
        parts = [f"white = {game.white}", f"black = {game.black}"]
        if game.result is not None:
            parts.append(f"result = {toml_text(game.result.value)}")
        if not game.coloured:
            parts.append("coloured = false")
        if game.gam is not None:
            parts.append(f"gam = [{game.gam[0]}, {game.gam[1]}]")
        lines.append(f"  {{ {', '.join(parts)} }},")
    if played.games:
        lines.append("]")
    if len(played.byes) == 1:
        lines.append(f"bye = {played.byes[0]}")
    elif played.byes:
        lines.append(f"bye = {list(played.byes)}")
    if played.half_byes:
        lines.append(f"half_byes = {list(played.half_byes)}")
    if played.full_byes:
        lines.append(f"full_byes = {list(played.full_byes)}")
    return lines


def _dump_by_round(by_round: Mapping[int, Mapping[int, int]]) -> list[str]:
    """One entry for each round and number of points."""
    lines = []
    for number, given in sorted(by_round.items()):
        for points in sorted(set(given.values()), reverse=True):
            players = sorted(player for player, own in given.items() if own == points)
            lines.append(f"  {{ round = {number}, players = {players}, points = {points} }},")
    return lines


def _dump_requests(asked: NextRound | Requests) -> list[str]:
    return [
        f"{key} = {sorted(ids)}"
        for key, ids in (("absent", asked.absent), ("half_byes", asked.half_byes), ("full_byes", asked.full_byes))
        if ids
    ]


def _dump_next(coming: NextRound) -> list[str]:
    lines = _dump_requests(coming)
    if coming.forbid:
        lines.append(f"forbid = {_dump_pairs(coming.forbid)}")
    if coming.fix:
        lines.append(f"fix = [{', '.join(f'[{fix.first}, {fix.second}]' for fix in coming.fix)}]")
        # A fixed bye has no colours, whatever its flag says: one flag for all is enough more often without it.
        flags = [fix.colours for fix in coming.fix if fix.second != BYE]
        if all(flags) and flags:
            lines.append("fix_colours = true")
        elif any(flags):
            lines.append(f"fix_colours = [{', '.join(str(fix.colours).lower() for fix in coming.fix)}]")
    return lines
