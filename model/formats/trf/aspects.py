"""What a tournament says in records of its own, in the words of each flavour of TRF.

| says | TRF16 | TRF(x) | TRF(bx) | TRF26 |
|---|---|---|---|---|
| number of rounds | – | XXR | XXR | 142 |
| initial colour | – | XXC | XXC | 152 |
| point values | – | XXS | BBW … BBU | 162 |
| forbidden pairs | – | XXP | XXP | 260 |
| who will not play | entries of the player | entries | entries | 240 |
| fictitious points | – | XXA | XXA | 250 |
| corrections | – | – | – | 299 |
| tie-breaks | – | – | – | 202, 212 |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from pairproof.model.formats.trf.points import CODES as POINT_CODES
from pairproof.model.formats.trf.points import spelt
from pairproof.model.formats.trf.tie_breaks import records_of_tie_breaks
from pairproof.model.rules import FIDE_DUTCH, Points
from pairproof.model.tournament import BYE, Requests, Tournament

ASPECTS = ("rounds", "colour", "system", "tie-breaks", "points", "forbidden", "accelerated", "corrections", "requests")
"""What records say of a tournament, each aspect in records of its own."""


ASPECT_CODES: dict[str, frozenset[str]] = {
    "rounds": frozenset({"142", "XXR"}),
    "colour": frozenset({"152", "XXC"}),
    "system": frozenset({"192"}),
    "tie-breaks": frozenset({"202", "212"}),
    "points": frozenset(POINT_CODES),
    "forbidden": frozenset({"XXP", "260"}),
    "accelerated": frozenset({"250", "XXA"}),
    "corrections": frozenset({"299"}),
    "requests": frozenset({"XXZ", "240"}),
}
"""The records of each aspect, in all flavours."""


def point_values(tournament: Tournament) -> Points:
    """The values in force: the file's, else the standard ones."""
    return replace(Points(), **tournament.points)


def requests_by_round(tournament: Tournament) -> dict[int, Requests]:
    """Who will not play, for each round to come; who has not entered yet or has withdrawn is absent."""
    coming, following = tournament.next, len(tournament.rounds) + 1
    asked = {following: Requests(coming.absent, coming.half_byes, coming.full_byes), **tournament.requests}
    last = max(tournament.rounds_planned or following, *(player.enters - 1 for player in tournament.players), 0)
    for number in range(following, last + 1):
        if away := tournament.away(number):
            own = asked.get(number, Requests())
            asked[number] = replace(own, absent=own.absent | away)
    return {number: requests for number, requests in sorted(asked.items()) if requests}


def records(tournament: Tournament, flavour: str) -> dict[str, list[str]]:
    """The records of a flavour for each aspect; none where the flavour has none, or nothing is to be said."""
    found: dict[str, list[str]] = {aspect: [] for aspect in ASPECTS}
    if flavour == "trf16":
        return found
    new = flavour == "trf26"
    if tournament.rounds_planned is not None:
        found["rounds"] = [f"{'142' if new else 'XXR'} {tournament.rounds_planned}"]
    if new and tournament.rules == FIDE_DUTCH:
        found["system"] = ["192 FIDE_DUTCH_2026"]
    if tournament.initial_colour is not None:
        colour = tournament.initial_colour
        found["colour"] = [f"152 {colour[0].upper()}" if new else f"XXC {colour}1"]
    if tournament.points or (new and tournament.adjourned_points is not None):
        found["points"] = list(_point_records(point_values(tournament), tournament.adjourned_points, flavour))
    if new:
        found["tie-breaks"] = list(records_of_tie_breaks(tournament.tie_breaks))
        found["forbidden"] = list(_records_260(tournament))
        found["accelerated"] = list(_records_250(tournament.accelerated, tournament.ids))
        found["corrections"] = list(_records_299(tournament.corrections))
        found["requests"] = list(records_240(requests_by_round(tournament)))
    else:
        found["forbidden"] = [f"XXP {a} {b}" for a, b in sorted(tournament.forbidden) if a != BYE]
        found["accelerated"] = list(_records_xxa(tournament.accelerated, tournament.ids))
    return found


def _point_records(values: Points, adjourned: int | None, flavour: str) -> Iterator[str]:
    if flavour == "trf26":
        letters = [("W", values.win), ("D", values.draw), ("L", values.loss), ("A", values.absent), ("P", values.bye)]
        letters += [] if adjourned is None else [("X", adjourned)]
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


def fits(points: int) -> bool:
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
            if value and fits(value):
                by_points.setdefault(value, []).append(number)
        for value, numbers in by_points.items():
            for first, last in _runs(numbers):
                yield f"250 {'':4} {spelt(value):>4} {first:>3} {last:>3} {members[0]:>4} {members[-1]:>4}"


def _records_xxa(accelerated: Mapping[int, Mapping[int, int]], ids: Iterable[int]) -> Iterator[str]:
    for player in ids:
        own = {number: given.get(player, 0) for number, given in accelerated.items() if fits(given.get(player, 0))}
        own = {number: points for number, points in own.items() if points}
        if own:
            points = (spelt(own.get(number, 0)) for number in range(1, max(own) + 1))
            yield f"XXA {player:>4}" + "".join(f" {value:>4}" for value in points)


def _records_299(corrections: Mapping[int, Mapping[int, int]]) -> Iterator[str]:
    for number, given in sorted(corrections.items()):
        for points in sorted(filter(fits, set(given.values()))):
            players = sorted(player for player, own in given.items() if own == points)
            yield f"299    {'':4}  {spelt(points):>4}  {number:>3}" + "".join(f" {player:>4}" for player in players)


def records_240(asked: Mapping[int, Requests]) -> Iterator[str]:
    """A record for each kind of absence in each round."""
    for number, requests in sorted(asked.items()):
        for code, players in (("F", requests.full_byes), ("H", requests.half_byes), ("Z", requests.absent)):
            if players:
                yield f"240 {code} {number:>3}" + "".join(f" {player:>4}" for player in sorted(players))
