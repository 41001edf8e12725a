"""Pairs that may not meet: XXP of JaVaFo in all rounds, 260 of TRF26 in its rounds."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import combinations

from pairproof.model.formats.trf.fields import in_columns, is_round, players_named
from pairproof.model.formats.trf.records import Faults, Record
from pairproof.model.language import say

Pairs = frozenset[tuple[int, int]]

_ROUNDS, _FIRST_PLAYER = ((4, 7), (8, 11)), 12


def pairs_of_xxp(records: Iterable[Record], known: Container[int], faults: Faults) -> Pairs:
    """No two of the players listed meet, in any round."""
    return frozenset(pair for record in records for pair in _among(record, record.text[3:].split(), known, faults))


def pairs_of_260(
    records: Iterable[Record], known: Container[int], last: int, teams: bool, faults: Faults
) -> tuple[Pairs, dict[int, Pairs]]:
    """No two of the players listed meet in the record's rounds: the pairs of all rounds, and the others by round.

    `last` is the number of the last round; with `teams` the records are about teams.
    """
    always: set[tuple[int, int]] = set()
    forbidden: dict[int, Pairs] = {}
    for record in records:
        found = in_columns(record.text, _ROUNDS, _FIRST_PLAYER)
        if found is None or not all(map(is_round, found[0])) or int(found[0][0]) > int(found[0][1]):
            faults.at(
                record,
                say("Record 260 must hold the first round (columns 5–7), the last (9–11) and the players (13–16, …)."),
            )
            continue
        if teams:
            faults.at(record, say("Record 260 of a team tournament forbids teams to meet, but players are paired."))
            continue
        (first, until), players = map(int, found[0]), found[1]
        pairs = frozenset(_among(record, list(map(str, players)), known, faults))
        if first == 1 and until >= last:
            always |= pairs
            continue
        for number in range(first, until + 1):
            # One set for all rounds of a record: there can be many of both.
            forbidden[number] = forbidden[number] | pairs if number in forbidden else pairs
    return frozenset(always), {number: pairs for number, pairs in sorted(forbidden.items()) if pairs}


def _among(record: Record, words: list[str], known: Container[int], faults: Faults) -> list[tuple[int, int]]:
    before = len(faults)
    ids = sorted(set(players_named(record, words, known, faults)))
    if len(words) < 2:
        faults.at(record, say("Record {code} must name two players or more.", code=record.code))
    elif len(ids) < len(words) and len(faults) == before:
        faults.at(record, say("Record {code} names a player twice.", code=record.code))
    return list(combinations(ids, 2))
