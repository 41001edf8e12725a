"""Writing TRF: the records that say what a tournament is, in the words of each flavour.

| says | TRF16 | TRF(x) | TRF(bx) | TRF26 |
|---|---|---|---|---|
| number of rounds | – | XXR | XXR | 142 |
| initial colour | – | XXC | XXC | 152 |
| point values | – | XXS | BBW … BBU | 162 |
| forbidden pairs | – | XXP | XXP | 260 |
| who will not play | entries of the player | entries | entries | 240 |
| fictitious points | – | XXA | XXA | 250 |
| corrections | – | – | – | 299 |

Game points travel in comments `### GAM round id points` (CONTRACT 1.2).  `not_carried` says what a flavour leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import groupby

from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.formats.trf.codes import CODES
from pairproof.model.formats.trf.players import NAME_WIDTH
from pairproof.model.formats.trf.points import spelt
from pairproof.model.rules import DEFAULT_RULES, PRESETS, Points
from pairproof.model.state.history import SCORING, settled_result
from pairproof.model.tournament import BYE, Game, Requests, Result, Round, Tournament

FLAVOURS = ("trf16", "trfx", "trfbx", "trf26")
FLAVOUR_NAMES = {"trf16": "TRF16", "trfx": "TRF(x)", "trfbx": "TRF(bx)", "trf26": "TRF26"}
MAX_ID = 9999

NO_ENTRY = " " * 8

Entries = dict[int, dict[int, str]]
"""The eight characters of each entry, by id and round; rounds without an entry are left out."""

ASPECTS = ("rounds", "colour", "points", "forbidden", "accelerated", "corrections", "requests")
"""What records say of a tournament, each aspect in records of its own."""


def dump_trf(tournament: Tournament, flavour: str = "trf26") -> str:
    """The tournament as a TRF file; `not_carried` says what is not in it.

    The points column says the points as they are, whatever the flavour can say of how they came about.

    Raises
    ------
    InvalidInput
        The file could not be read: a start number of more than four digits, a game stopped by time without game points.
    UsageProblem
        There is no such flavour.
    """
    _known(flavour)
    faults = impossible(tournament)
    if faults:
        raise InvalidInput(faults, tournament.source)
    values = point_values(tournament)
    scores = scores_of(tournament, values)
    found = entries(tournament, in_entries=flavour != "trf26")
    place = {player: place for place, player in enumerate(sorted(scores, key=lambda p: (-scores[p], p)), start=1)}
    lines = [f"012 {cleaned(tournament.name)}".rstrip()]
    by_aspect = records(tournament, flavour)
    lines += [line for aspect in ASPECTS for line in by_aspect[aspect]]
    for player in tournament.players:
        lines.append(
            player_line(player.id, player.name, player.rating, scores[player.id], place[player.id], found[player.id])
        )
    return "\n".join([*lines, *gam_lines(tournament)]) + "\n"


def _known(flavour: str) -> None:
    if flavour not in FLAVOURS:
        raise UsageProblem(f"There is no TRF flavour {flavour!r}; known are {', '.join(FLAVOURS)}.")


def impossible(tournament: Tournament) -> list[Fault]:
    """A fault for each thing that no TRF file can hold and that cannot be left out."""
    faults = [
        Fault(f"TRF has four columns for a start number, and {player} does not fit.", player=player)
        for player in tournament.ids
        if player > MAX_ID
    ]
    for number, played in enumerate(tournament.rounds, start=1):
        faults += [
            Fault(
                f"The game {game.white}-{game.black} was stopped by time, without game points; TRF has no code for it.",
                player=game.white,
                round=number,
            )
            for game in played.games
            if game.result is Result.STOPPED_BY_TIME and game.gam is None
        ]
    return faults


def point_values(tournament: Tournament) -> Points:
    """The values in force: the file's, else the standard ones."""
    return replace(Points(), **tournament.points)


def code_result(game: Game) -> Result | None:
    """The result that TRF's codes say of a game: one stopped by time is decided by its game points (P A1)."""
    return settled_result(game, PRESETS[DEFAULT_RULES])


def scores_of(tournament: Tournament, values: Points) -> dict[int, int]:
    """The points after all rounds, games without result counting nothing; corrections included (half-win units)."""
    worth = asdict(values)
    scores = dict.fromkeys(tournament.ids, 0)
    for number, played in enumerate(tournament.rounds, start=1):
        gained = dict.fromkeys(tournament.ids, worth["absent"])
        for game in played.games:
            result = code_result(game)
            gets = ("", "") if result is None else SCORING[result]
            gained[game.white], gained[game.black] = (worth.get(one, 0) for one in gets)
        for kind, players in (("bye", played.byes), ("half_bye", played.half_byes), ("full_bye", played.full_byes)):
            gained |= dict.fromkeys(players, worth[kind])
        corrections = tournament.corrections.get(number, {})
        for player, points in gained.items():
            scores[player] += points + corrections.get(player, 0)
    return scores


def entries(tournament: Tournament, *, in_entries: bool) -> Entries:
    """Every player's entries; with `in_entries`, those of rounds to come as well: byes and absences asked for."""
    found: Entries = {player: {} for player in tournament.ids}
    for number, played in enumerate(tournament.rounds, start=1):
        for player, entry in _round_entries(played).items():
            if player in found:
                found[player][number] = entry
        for player in found:
            found[player].setdefault(number, "0000 - Z")
    following = len(tournament.rounds) + 1
    for number, asked in requests_by_round(tournament).items() if in_entries else ():
        for code, players in (("Z", asked.absent), ("H", asked.half_byes), ("F", asked.full_byes)):
            for player in players:
                found[player][number] = f"0000 - {code}"
    for fix in tournament.next.fix:
        if fix.second == BYE:
            found[fix.first][following] = "0000 - U"
    return found


def _round_entries(played: Round) -> dict[int, str]:
    found = {}
    for game in played.games:
        result = code_result(game)
        codes = (" ", " ") if result is None else CODES[result]
        colours = "wb" if game.coloured else "--"
        found[game.white] = f"{game.black:>4} {colours[0]} {codes[0]}"
        found[game.black] = f"{game.white:>4} {colours[1]} {codes[1]}"
    for code, players in (("U", played.byes), ("H", played.half_byes), ("F", played.full_byes)):
        found |= dict.fromkeys(players, f"0000 - {code}")
    return found


def requests_by_round(tournament: Tournament) -> dict[int, Requests]:
    """Who will not play, for each round to come."""
    coming = tournament.next
    now = Requests(coming.absent, coming.half_byes, coming.full_byes)
    return {**({len(tournament.rounds) + 1: now} if now else {}), **tournament.requests}


def player_line(player: int, name: str, rating: int, points: int, place: int, own: Mapping[int, str]) -> str:
    """A record 001 without what the program does not know (sex, title, federation, …)."""
    shown = f"{rating:>4}" if 0 < rating <= 9999 else " " * 4
    head = f"001 {player:>4}{'':6}{cleaned(name)[:NAME_WIDTH]:<33} {shown}{'':27}{spelt(points):>5} {place:>4}"
    rounds = range(1, max(own, default=0) + 1)
    return "  ".join([head, *(own.get(number, NO_ENTRY) for number in rounds)]).rstrip()


def cleaned(text: str) -> str:
    """The text on one line, without control characters and blanks around it."""
    return "".join(" " if ord(letter) < 32 or ord(letter) == 127 else letter for letter in text).strip()


def gam_lines(tournament: Tournament) -> list[str]:
    """`### GAM round id points` for both players of each game that has game points (P A1)."""
    return [
        f"### GAM {number} {player} {points}"
        for number, played in enumerate(tournament.rounds, start=1)
        for game in played.games
        if game.gam is not None
        for player, points in zip((game.white, game.black), game.gam, strict=True)
    ]


# ---- records by aspect


def records(tournament: Tournament, flavour: str) -> dict[str, list[str]]:
    """The records of a flavour for each aspect; none where the flavour has none, or nothing is to be said."""
    found: dict[str, list[str]] = {aspect: [] for aspect in ASPECTS}
    if flavour == "trf16":
        return found
    new = flavour == "trf26"
    if tournament.rounds_planned is not None:
        found["rounds"] = [f"{'142' if new else 'XXR'} {tournament.rounds_planned}"]
    if tournament.initial_colour is not None:
        colour = tournament.initial_colour
        found["colour"] = [f"152 {colour[0].upper()}" if new else f"XXC {colour}1"]
    if tournament.points:
        found["points"] = list(_point_records(point_values(tournament), flavour))
    if new:
        found["forbidden"] = list(_records_260(tournament))
        found["accelerated"] = list(_records_250(tournament.accelerated, tournament.ids))
        found["corrections"] = list(_records_299(tournament.corrections))
        found["requests"] = list(records_240(requests_by_round(tournament)))
    else:
        found["forbidden"] = [f"XXP {a} {b}" for a, b in sorted(tournament.forbidden) if a != BYE]
        found["accelerated"] = list(_records_xxa(tournament.accelerated, tournament.ids))
    return found


def _point_records(values: Points, flavour: str) -> Iterator[str]:
    if flavour == "trf26":
        letters = (("W", values.win), ("D", values.draw), ("L", values.loss), ("A", values.absent), ("P", values.bye))
        yield "162  " + "    ".join(f"{letter}{spelt(value):>4}" for letter, value in letters)
    elif flavour == "trfbx":
        for code, value in (
            ("BBW", values.win),
            ("BBD", values.draw),
            ("BBL", values.loss),
            ("BBZ", values.absent),
            ("BBF", values.absent),
            ("BBU", values.bye),
        ):
            yield f"{code} {spelt(value):>4}"
    else:
        names = {
            "WW BW FW": values.win,
            "WD BD": values.draw,
            "WL BL": values.loss,
            "ZPB FL": values.absent,
            "HPB": values.half_bye,
            "FPB": values.full_bye,
            "PAB": values.bye,
        }
        yield "XXS " + " ".join(f"{name}={spelt(value)}" for key, value in names.items() for name in key.split())


def _fits(points: int) -> bool:
    """Whether points fit the four columns they have."""
    return len(spelt(points)) <= 4


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of each stretch of consecutive numbers."""
    for _, stretch in groupby(enumerate(sorted(numbers)), key=lambda item: item[1] - item[0]):
        members = [number for _, number in stretch]
        yield members[0], members[-1]


def _records_260(tournament: Tournament) -> Iterator[str]:
    last = tournament.rounds_planned or 999
    for a, b in sorted(tournament.forbidden):
        if a != BYE:
            yield f"260 {1:>3} {last:>3} {a:>4} {b:>4}"
    rounds: dict[tuple[int, int], set[int]] = {}
    following = len(tournament.rounds) + 1
    for number, pairs in [*tournament.forbidden_in.items(), (following, tournament.next.forbid)]:
        for pair in pairs:
            rounds.setdefault(pair, set()).add(number)
    for (a, b), numbers in sorted(rounds.items()):
        if a != BYE and (a, b) not in tournament.forbidden:
            for first, until in _runs(numbers):
                yield f"260 {first:>3} {until:>3} {a:>4} {b:>4}"


def _records_250(accelerated: Mapping[int, Mapping[int, int]], ids: Iterable[int]) -> Iterator[str]:
    """One record for each stretch of players and rounds with the same points."""
    rounds = sorted(accelerated)

    def points(player: int) -> tuple[int, ...]:
        return tuple(accelerated[number].get(player, 0) for number in rounds)

    for own, stretch in groupby(sorted(ids), key=points):
        members = list(stretch)
        by_points: dict[int, list[int]] = {}
        for number, value in zip(rounds, own, strict=True):
            if value and _fits(value):
                by_points.setdefault(value, []).append(number)
        for value, numbers in by_points.items():
            for first, last in _runs(numbers):
                yield f"250 {'':4} {spelt(value):>4} {first:>3} {last:>3} {members[0]:>4} {members[-1]:>4}"


def _records_xxa(accelerated: Mapping[int, Mapping[int, int]], ids: Iterable[int]) -> Iterator[str]:
    for player in ids:
        own = {number: given.get(player, 0) for number, given in accelerated.items() if _fits(given.get(player, 0))}
        own = {number: points for number, points in own.items() if points}
        if own:
            points = (spelt(own.get(number, 0)) for number in range(1, max(own) + 1))
            yield f"XXA {player:>4}" + "".join(f" {value:>4}" for value in points)


def _records_299(corrections: Mapping[int, Mapping[int, int]]) -> Iterator[str]:
    for number, given in sorted(corrections.items()):
        for points in sorted(filter(_fits, set(given.values()))):
            players = sorted(player for player, own in given.items() if own == points)
            yield f"299    {'':4}  {spelt(points):>4}  {number:>3}" + "".join(f" {player:>4}" for player in players)


def records_240(asked: Mapping[int, Requests]) -> Iterator[str]:
    """A record for each kind of absence in each round."""
    for number, requests in sorted(asked.items()):
        for code, players in (("F", requests.full_byes), ("H", requests.half_byes), ("Z", requests.absent)):
            if players:
                yield f"240 {code} {number:>3}" + "".join(f" {player:>4}" for player in sorted(players))


# ---- what gets lost


def not_carried(tournament: Tournament, flavour: str) -> list[str]:
    """A sentence for each thing of the tournament that a file of this flavour does not say."""
    _known(flavour)
    lost = [*_never_carried(tournament)]
    values, old = point_values(tournament), flavour == "trf16"
    if old and tournament.rounds_planned is not None:
        lost.append(f"the number of rounds ({tournament.rounds_planned})")
    if old and tournament.initial_colour is not None:
        lost.append(f"the initial colour ({tournament.initial_colour})")
    if old and values != Points():
        lost.append("the point values; a reader that counts 1, ½ and 0 finds other points than the columns say")
    if flavour in ("trfbx", "trf26") and tournament.points:
        for what, own, same, as_what in (
            ("a half-point bye", values.half_bye, values.draw, "a draw"),
            ("a full-point bye", values.full_bye, values.win, "a win"),
        ):
            if own != same:
                lost.append(
                    f"that {what} is worth {spelt(own)} points: in this flavour it is worth the same as {as_what}"
                )
    pairs = [pair for pair in tournament.forbidden if pair[0] != BYE]
    if old and pairs:
        lost.append(f"{_count(len(pairs), 'forbidden pair')}")
    in_rounds = sum(pair[0] != BYE for pairs in tournament.forbidden_in.values() for pair in pairs)
    if flavour != "trf26" and in_rounds:
        lost.append(f"{_count(in_rounds, 'pair')} forbidden in one round only")
    coming = sum(pair[0] != BYE for pair in tournament.next.forbid)
    if flavour != "trf26" and coming:
        lost.append(f"{_count(coming, 'pair')} forbidden in the next round")
    if old and tournament.accelerated:
        lost.append("the fictitious points of accelerated rounds")
    if flavour != "trf26" and tournament.corrections:
        lost.append("corrections of the points; the points column has them, without saying why")
    beside = [*tournament.accelerated.values(), *tournament.corrections.values()]
    if not old and any(not _fits(points) for given in beside for points in given.values()):
        lost.append("fictitious points or corrections that do not fit their four columns")
    return lost


def _never_carried(tournament: Tournament) -> Iterator[str]:
    """What no TRF file says."""
    if tournament.rules is not None:
        yield f"the rule set ({tournament.rules})"
    if tournament.restricted_until is not None:
        yield f"restricted_until ({tournament.restricted_until})"
    for what, count in (
        ("drawn number", sum(player.lot is not None for player in tournament.players)),
        ("player with groups", sum(bool(player.groups) for player in tournament.players)),
        ("name that is too long for 33 columns", sum(len(cleaned(p.name)) > NAME_WIDTH for p in tournament.players)),
        ("rating above 9999", sum(player.rating > 9999 for player in tournament.players)),
    ):
        if count:
            yield _count(count, what)
    changed = [text for text in (tournament.name, *(p.name for p in tournament.players)) if cleaned(text) != text]
    if changed:
        yield "line breaks, tabs and blanks around names"
    stopped = sum(g.result is Result.STOPPED_BY_TIME for played in tournament.rounds for g in played.games)
    if stopped:
        yield f"that {_count(stopped, 'game')} ended by time; the result is written that the game points give (P A1)"
    forbidden = {*tournament.forbidden, *tournament.next.forbid}
    forbidden |= {pair for pairs in tournament.forbidden_in.values() for pair in pairs}
    byes = sum(pair[0] == BYE for pair in forbidden)
    if byes:
        yield f"{_count(byes, 'forbidden bye')}"
    fixed = sum(fix.second != BYE for fix in tournament.next.fix)
    if fixed:
        yield f"{_count(fixed, 'fixed pair')}"
    for number in range(len(tournament.rounds), 0, -1):
        if tournament.rounds[number - 1].games:
            break
        yield f"that round {number}, without any game, is over: its byes are those of a round to be paired"


def _count(number: int, what: str) -> str:
    head, _, tail = what.partition(" ")
    many = {"name": "names", "player": "players", "rating": "ratings", "game": "games", "pair": "pairs"}
    if number == 1:
        return f"1 {what}"
    if head in many:
        return f"{number} {many[head]}{' ' + tail if tail else ''}".replace(" that is ", " that are ")
    return f"{number} {what}s"
