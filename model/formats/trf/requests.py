"""Who will not play: 240 of TRF26, XXZ of JaVaFo, and entries of rounds to come in the players' lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pairproof.model.errors import Fault
from pairproof.model.formats.trf.cells import described
from pairproof.model.formats.trf.fields import in_columns, is_round, players_named
from pairproof.model.formats.trf.players import PlayerRecord
from pairproof.model.formats.trf.records import Faults, Record
from pairproof.model.language import say
from pairproof.model.tournament import BYE, FixedPair, NextRound, Requests

_KINDS = {"F": "full_byes", "H": "half_byes", "Z": "absent"}

_240, _FIRST_PLAYER = ((4, 5), (6, 9)), 10


@dataclass(frozen=True, slots=True)
class Record240:
    """What a 240 says: a bye of this kind (`F`, `H` or `Z`) for these players in this round."""

    kind: str
    round: int
    players: tuple[int, ...]


def read_240(text: str) -> Record240 | None:
    """What stands in the columns of a 240; None where that is not a kind, a round and players."""
    found = in_columns(text.rstrip(), _240, _FIRST_PLAYER)
    if found is None:
        return None
    (kind, number), players = found
    kind = kind.upper()
    if kind not in _KINDS or not is_round(number) or not players:
        return None
    return Record240(kind, int(number), tuple(players))


class _Asked:
    """Ids of those who have asked not to play, by round and kind."""

    def __init__(self) -> None:
        self._by_round: dict[int, dict[str, set[int]]] = {}

    def of(self, number: int) -> dict[str, set[int]]:
        return self._by_round.setdefault(number, {kind: set() for kind in _KINDS.values()})

    def requests(self) -> dict[int, Requests]:
        return {
            number: Requests(**{kind: frozenset(ids) for kind, ids in asked.items()})
            for number, asked in sorted(self._by_round.items())
        }


def read_requests(
    by_id: Mapping[int, PlayerRecord],
    played: int,
    byes: Iterable[Record],
    absent: Iterable[Record],
    teams: bool,
    faults: Faults,
) -> tuple[NextRound, dict[int, Requests]]:
    """The round to be paired after `played` rounds, and who will not play in those after it.

    `byes` are the records 240, about teams if there are any; `absent` the records XXZ.
    """
    coming = played + 1
    asked = _Asked()
    asked.of(coming)
    fixed = list(_entered(by_id, played, asked, faults))
    for record in byes:
        for number, kind, player in _of_240(record, by_id, played, teams, faults):
            asked.of(number)[kind].add(player)
    kinds = asked.of(coming)
    for record in absent:
        for player in players_named(record, record.text[3:].split(), by_id, faults):
            # XXZ only says "do not pair"; a half- or full-point bye entered for the round stands.
            if player not in kinds["half_byes"] | kinds["full_byes"]:
                kinds["absent"].add(player)
    now, *later = asked.requests().items()
    return NextRound(now[1].absent, now[1].half_byes, now[1].full_byes, fix=tuple(fixed)), {
        number: requests for number, requests in later if requests
    }


def _entered(by_id: Mapping[int, PlayerRecord], played: int, asked: _Asked, faults: Faults) -> Iterator[FixedPair]:
    """Take in what the players' lines say of rounds to come; the byes that are already given."""
    coming = played + 1
    for player in by_id.values():
        for number, cell in enumerate(player.cells[played:], start=coming):
            if cell is None or number in player.bad_rounds:
                continue
            if cell.code == "U" and number == coming:
                yield FixedPair(player.id, BYE)
            elif cell.code == "U":
                faults.append(
                    Fault(
                        say(
                            "The bye is entered for round {number}, but the round to be paired is {coming}.",
                            number=number,
                            coming=coming,
                        ),
                        line=player.line,
                        player=player.id,
                        round=number,
                    )
                )
            else:
                asked.of(number)[_KINDS[cell.code]].add(player.id)


def _of_240(
    record: Record, by_id: Mapping[int, PlayerRecord], played: int, teams: bool, faults: Faults
) -> Iterator[tuple[int, str, int]]:
    """What a 240 says of rounds to come, as (round, kind, id); for an earlier round it must agree with the lines."""
    found = read_240(record.text)
    if found is None:
        faults.at(
            record, say("Record 240 must hold F, H or Z (column 5), a round (7–9) and the players (11–14, 16–19, …).")
        )
        return
    number = found.round
    if teams:
        if number > played:
            faults.at(
                record,
                say("Record 240 of a team tournament gives byes to teams, but players are paired."),
                round=number,
            )
        return
    for player in players_named(record, map(str, found.players), by_id, faults):
        if number > played:
            yield number, _KINDS[found.kind], player
        elif number not in by_id[player].bad_rounds and not by_id[player].broken:
            cell = by_id[player].cell(number)
            entered = "Z" if cell is None else cell.code if cell.opponent is None else ""
            if entered != found.kind:
                faults.at(
                    record,
                    say(
                        "Record 240 gives player {player} a bye {kind} in round {number}, but the player's line has "
                        "{described}.",
                        player=player,
                        kind=found.kind,
                        number=number,
                        described=described(cell),
                    ),
                    player=player,
                    round=number,
                )
