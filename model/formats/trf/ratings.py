"""Which rating counts where there are national rating records: 172 of TRF26."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from pairproof.model.formats.trf.players import PlayerRecord
from pairproof.model.formats.trf.records import Faults, Record, is_national
from pairproof.model.language import all_of, say

_METHODS: dict[str, Callable[[int, int], int]] = {
    "FIDE": lambda fide, national: fide,
    "NRO": lambda fide, national: national,
    "FIDON": lambda fide, national: fide or national,
    "NIDOF": lambda fide, national: national or fide,
    "HBFN": max,
    "LBFN": lambda fide, national: min(fide, national) or fide or national,
    "OTHER": lambda fide, national: fide,
}
"""The methods of 172: the rating that counts, of FIDE's and the national one (0 where there is none)."""
_FIDE_ALONE = ("FIDE", "OTHER")


def ratings_that_count(
    methods: Sequence[Record],
    national: Sequence[Record],
    by_id: Mapping[int, PlayerRecord],
    faults: Faults,
    warnings: list[str],
) -> dict[int, int]:
    """The ratings by id where national ones count, from the records 172 and those of the federations; else nothing."""
    chosen = _method(methods, faults)
    if chosen is None or not national or chosen[1] in _FIDE_ALONE:
        return {}
    federation, method, record = chosen
    others = sorted({one.code for one in national} - {federation})
    if not federation and len(others) > 1:
        faults.at(
            record,
            say(
                "Record 172 does not name the federation whose ratings count (columns 5–7), and there are "
                "national ratings of {others}.",
                others=all_of(others),
            ),
        )
        return {}
    if federation and all(one.code != federation for one in national):
        warnings.append(
            say(
                "Record 172 has the national ratings of {federation} count, but the file has only those of "
                "{others}, which do not.",
                federation=federation,
                others=all_of(others),
            )
        )
    counting = [one for one in national if not federation or one.code == federation]
    own = _national_ratings(counting, by_id, faults)
    return {player: _METHODS[method](line.rating, own.get(player, 0)) for player, line in by_id.items()}


def counting_federation(records: Iterable[Record]) -> str:
    """The federation whose national ratings count in a file that can be read; "" where FIDE's alone do."""
    kept = list(records)
    chosen = _method([record for record in kept if record.code == "172"], Faults())
    if chosen is None or chosen[1] in _FIDE_ALONE:
        return ""
    return chosen[0] or next((record.code for record in kept if is_national(record)), "")


def national_record(federation: str, player: int, rating: int, number: str = "") -> str:
    """A national record with nothing but the rating (0: none) and the national number."""
    shown = f"{rating:>4}" if rating else " " * 4
    return f"{federation} {player:>4}{'':40}{shown}{'':5}{number:>11}".rstrip()


def _method(records: Sequence[Record], faults: Faults) -> tuple[str, str, Record] | None:
    """The federation ("" where none is named) and the method of the records 172."""
    chosen: tuple[str, str, Record] | None = None
    for record in records:
        *before, method = record.text[3:].upper().split() or [""]
        federation = "".join(before)
        if not method:
            continue
        if method not in _METHODS:
            faults.at(
                record,
                say("Record 172 holds {method!r}; known are {methods}.", method=method, methods=", ".join(_METHODS)),
            )
        elif len(before) > 1 or not re.fullmatch(r"[A-Z]{3}|", federation):
            faults.at(
                record,
                say(
                    "Record 172 must hold a federation of three letters (columns 5–7) and a method (9–13), not "
                    "{text!r}.",
                    text=record.text[3:].strip(),
                ),
            )
        elif chosen is not None and chosen[:2] != (federation, method):
            faults.at(record, say("Record 172 says something else than the one in line {line}.", line=chosen[2].line))
        else:
            chosen = (federation, method, record)
    return chosen


def _national_ratings(records: Sequence[Record], by_id: Mapping[int, PlayerRecord], faults: Faults) -> dict[int, int]:
    """The ratings of one federation by id."""
    ratings: dict[int, int] = {}
    told: dict[int, int] = {}
    for record in records:
        player = int(record.raw[4:8])
        written = record.text[48:52].strip()
        if written and not re.fullmatch(r"[0-9]{1,4}", written):
            faults.at(
                record,
                say("The national rating (columns 49–52) reads {written!r}, which is no number.", written=written),
            )
        elif ratings.setdefault(player, int(written or "0")) != int(written or "0"):
            faults.at(
                record,
                say(
                    "The rating of {code} of player {player} is {written} here, but {ratings} in line {told}.",
                    code=record.code,
                    player=player,
                    written=int(written or "0"),
                    ratings=ratings[player],
                    told=told[player],
                ),
                player=player,
            )
        told.setdefault(player, record.line)
    return {player: rating for player, rating in ratings.items() if player in by_id}
