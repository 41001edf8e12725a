"""Native tournament files: TOML, written by hand or by the program.

Reading is text → tables → checked shapes (pydantic) → `Tournament` → `check_tournament`; each step reports all its
faults at once, with lines.  `tournament_writer` writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pairproof.model.errors import Fault, InvalidInput, in_file_order
from pairproof.model.formats.check import check_tournament
from pairproof.model.formats.format import PLAIN, Reading
from pairproof.model.formats.places import Path, line_of
from pairproof.model.formats.toml.blocks import Block, blocks_of, tables_of
from pairproof.model.formats.toml.pairs import board, fixed_pairs, pairs
from pairproof.model.formats.toml.places import places_in
from pairproof.model.formats.toml.syntax import parse_toml, text_of
from pairproof.model.formats.toml.validation import meaning_faults, validated
from pairproof.model.formats.warnings import unlisted_warnings
from pairproof.model.language import say
from pairproof.model.rules import FIDE_DUTCH
from pairproof.model.tournament import (
    Corrected,
    Event,
    NextRound,
    Requests,
    Result,
    Round,
    RoundOrders,
    Tournament,
)

if TYPE_CHECKING:
    from pairproof.model.formats.toml.tournament_shape import (
        Accelerated,
        Correction,
        File,
        HeadTable,
        NextTable,
        OrdersTable,
        PlayerTable,
        RoundTable,
    )


def read_toml(data: bytes, reading: Reading = PLAIN) -> Tournament:
    """The tournament in the bytes of a TOML file.

    Raises
    ------
    InvalidInput
        With every fault: of the syntax (then only the first), else of shape and meaning together.
    """
    text = text_of(data)
    # Places are looked for only where there is something to tell: most files have no fault.
    tournament, faults = _read(text, {}, reading)
    if tournament is None or faults:
        _, faults = _read(text, places_in(text), reading)
        raise InvalidInput(faults)
    return tournament


def _read(text: str, places: Mapping[Path, int], reading: Reading) -> tuple[Tournament | None, list[Fault]]:
    """The tournament, and every fault, with its line where `places` knows it; no tournament where the shape is too
    wrong for one.
    """
    blocks = blocks_of(text)
    tables = None if blocks is None else tables_of(blocks)
    if tables is None:
        blocks, tables = None, parse_toml(text)
    if reading.empty:
        tables.setdefault("players", [])
    # Imported here: pydantic takes longer to import than many a command to run, and TRF files do without.
    from pairproof.model.formats.toml.tournament_shape import File

    file, shape_faults = validated(File, tables if blocks is None else _shaped(blocks, tables), places)
    if shape_faults:
        file, shape_faults = validated(File, tables, places)
    if file is None:
        return None, in_file_order(shape_faults)
    tournament, faults = _interpret(file, places)
    faults += check_tournament(tournament, places, open_games=reading.lets_games_open, empty=reading.empty)
    return tournament, meaning_faults(shape_faults, faults)


def _shaped(blocks: Sequence[Block], tables: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a file, those of players and rounds as values of their shape: what has been looked at once is not
    looked at again.
    """
    known: dict[str, list[Any]] = {}
    for block in blocks:
        if block.name in ("players", "rounds"):
            known.setdefault(block.name, []).append(_shape(block) or block.table)
    return {**tables, **known}


@lru_cache(maxsize=8192)
def _shape(block: Block) -> PlayerTable | RoundTable | None:
    """The table of a block as a value of its shape; None where it has not that shape."""
    from pydantic import ValidationError

    from pairproof.model.formats.toml.tournament_shape import PlayerTable, RoundTable

    try:
        return (PlayerTable if block.name == "players" else RoundTable).model_validate(block.table)
    except ValidationError:
        return None


def _interpret(file: File, places: Mapping[Path, int]) -> tuple[Tournament, list[Fault]]:
    """The tournament of a file of the right shape, and the faults only the file's own form can have."""
    faults: list[Fault] = []
    rounds = [_round(table, index, file, places, faults) for index, table in enumerate(file.rounds)]
    head = file.tournament
    forbidden_in: dict[int, frozenset[tuple[int, int]]] = {}
    for entry in head.forbid_in:
        forbidden_in[entry.round] = forbidden_in.get(entry.round, frozenset()) | pairs(entry.pairs)
    coming, requests = _requests(file, _next(file.next, len(rounds) + 1, places, faults), places, faults)
    points = file.points.model_dump(exclude_none=True)
    adjourned = points.pop("adjourned", None)
    tournament = Tournament(
        name=head.name,
        players=tuple(table.player for table in file.players),
        rounds=tuple(rounds),
        rounds_planned=head.rounds,
        next=coming,
        rules=head.rules,
        restricted_until=head.restricted_until,
        initial_colour=head.initial_colour,
        start_scores=head.start_scores,
        points=points,
        forbidden=pairs(head.forbid),
        forbidden_in=forbidden_in,
        halves=head.halves,
        tie_breaks=tie_breaks_in(head.tie_breaks, places, faults),
        accelerated=_by_round(head.accelerated, "accelerated", places, faults),
        corrections=_by_round(head.corrections, "corrections", places, faults),
        requests=requests,
        adjourned_points=adjourned,
        event=event_in(head),
    )
    faults += _unlisted_faults(tournament, file, places)
    return replace(tournament, warnings=tuple(_warnings(tournament, file))), faults


def tie_breaks_in(texts: list[str], places: Mapping[Path, int], faults: list[Fault]) -> tuple[str, ...]:
    """The list of tie-breaks; a fault for each thing that is wrong with it."""
    if not texts:
        return ()
    # Imported here: most files name none, and most commands have no use for them.
    from pairproof.model.tiebreaks.parsing import read_codes, written

    codes, problems = read_codes(texts)
    line = line_of(places, "tournament", "tie_breaks")
    faults += [Fault(problem, line) for problem in problems]
    return tuple(written(codes))


def _warnings(tournament: Tournament, file: File) -> Iterator[str]:
    """What only this format can leave open."""
    if tournament.rounds_planned is None:
        if tournament.rules == FIDE_DUTCH:
            yield say("The file does not say how many rounds are planned, so those that it holds are taken for all.")
        else:
            yield say("The file does not say how many rounds are planned, so no round is treated as the last.")
    unlisted = {
        number: _unlisted(tournament, number, table)
        for number, table in enumerate(file.rounds, start=1)
        if table.orders is None
    }
    yield from unlisted_warnings(unlisted)


def _unlisted(tournament: Tournament, number: int, table: RoundTable) -> tuple[int, ...]:
    """Ids of those in no list of a round, though they take part in it."""
    listed = tournament.away(number).union(table.absent)
    return tuple(player for player in tournament.absent_in(number) if player not in listed)


def _unlisted_faults(tournament: Tournament, file: File, places: Mapping[Path, int]) -> Iterator[Fault]:
    """A fault for each player in no list of a round that the program published (RULES 1.2)."""
    for index, table in enumerate(file.rounds):
        if table.orders is None:
            continue
        for player in _unlisted(tournament, index + 1, table):
            yield Fault(
                say(
                    "Player {player} is in no list of this round, which was published; write him in absent, or in "
                    "enters or withdrawn_after of the player.",
                    player=player,
                ),
                places.get(("rounds", index)),
                player=player,
                round=index + 1,
            )


def event_in(table: HeadTable) -> Event:
    """What `[tournament]` says for the federation."""
    return Event(
        city=table.city,
        federation=table.federation,
        start=table.start,
        end=table.end,
        arbiter=table.arbiter,
        deputies=tuple(table.deputies),
        time_control=table.time_control,
    )


def _round(table: RoundTable, index: int, file: File, places: Mapping[Path, int], faults: list[Fault]) -> Round:
    """A round; faults of its list of those absent."""
    played = Round(
        games=table.played,
        byes=tuple(table.bye),
        half_byes=tuple(table.half_byes),
        full_byes=tuple(table.full_byes),
        wins_without_opponent=tuple(table.wins_without_opponent),
        orders=None if table.orders is None else _orders(table.orders, index, places, faults),
        corrected=tuple(Corrected(c.round, c.white, c.black, Result(c.was)) for c in table.corrected),
        hand=tuple(map(board, table.hand)),
        reason=table.reason,
        empty_boards=tuple(sorted(set(table.empty_boards))),
    )
    elsewhere = played.seated().union(played.half_byes, played.full_byes)
    known = {player.id for player in file.players}
    for absent in dict.fromkeys(table.absent):
        if absent not in known:
            what = say("there is no player {absent}", absent=absent)
        elif absent in elsewhere:
            what = say("has a game or a bye in the same round")
        elif table.absent.count(absent) > 1:
            what = say("is listed twice")
        else:
            continue
        line = places.get(("rounds", index, "absent"))
        faults.append(
            Fault(
                say("Player {absent} is listed as absent, but {what}.", absent=absent, what=what),
                line,
                player=absent,
                round=index + 1,
            )
        )
    return played


def _orders(table: OrdersTable, index: int, places: Mapping[Path, int], faults: list[Fault]) -> RoundOrders:
    line = line_of(places, "rounds", index, "orders")
    return RoundOrders(
        fix=fixed_pairs(table.fix, table.fix_colours, line, index + 1, faults),
        forbid=pairs(table.forbid),
        absent=frozenset(table.absent),
        keep=tuple(map(board, table.keep)),
        reason=table.reason,
    )


def _by_round(
    entries: Iterable[Accelerated | Correction], key: str, places: Mapping[Path, int], faults: list[Fault]
) -> dict[int, dict[int, int]]:
    """Points by round and id; a fault for a player who has some twice."""
    found: dict[int, dict[int, int]] = {}
    for index, entry in enumerate(entries):
        for player in entry.players:
            given = found.setdefault(entry.round, {})
            if player in given:
                line = line_of(places, "tournament", key, index)
                text = say("{key} names player {player} twice.", key=key, player=player)
                faults.append(Fault(text, line, player=player, round=entry.round))
            given[player] = entry.points
    return {
        number: nonzero
        for number, given in sorted(found.items())
        if (nonzero := {player: points for player, points in sorted(given.items()) if points})
    }


def _requests(
    file: File, coming: NextRound, places: Mapping[Path, int], faults: list[Fault]
) -> tuple[NextRound, dict[int, Requests]]:
    """`[next]` with what `[[later]]` says of that round, and the requests for rounds after it.

    Those for rounds recorded meanwhile have had their effect: the rounds say who played.
    """
    number = len(file.rounds) + 1
    requests: dict[int, Requests] = {}
    for index, table in enumerate(file.later):
        lists = (table.absent, table.half_byes, table.full_byes)
        asked = Requests(*map(frozenset, lists))
        line = line_of(places, "later", index)
        if any(table.round == before.round for before in file.later[:index]):
            text = say("Round {round} has two tables [[later]]; make it one.", round=table.round)
            faults.append(Fault(text, line, round=table.round))
        faults += _listed_twice([player for one in lists for player in one], line, table.round)
        if table.round == number:
            coming = replace(
                coming,
                absent=coming.absent | asked.absent,
                half_byes=coming.half_byes | asked.half_byes,
                full_byes=coming.full_byes | asked.full_byes,
            )
        elif table.round > number and asked:
            requests[table.round] = asked
    return coming, dict(sorted(requests.items()))


def _listed_twice(listed: Sequence[int], line: int | None, number: int) -> Iterator[Fault]:
    """A fault for each player who stands more than once in what is listed for a round."""
    for player in sorted({player for player in listed if listed.count(player) > 1}):
        yield Fault(say("Player {player} is listed twice.", player=player), line, player=player, round=number)


def _next(table: NextTable, number: int, places: Mapping[Path, int], faults: list[Fault]) -> NextRound:
    fixed = fixed_pairs(table.fix, table.fix_colours, places.get(("next", "fix_colours")), number, faults)
    for key in ("absent", "half_byes", "full_byes"):
        faults += _listed_twice(getattr(table, key), places.get(("next", key)), number)
    return NextRound(
        absent=frozenset(table.absent),
        half_byes=frozenset(table.half_byes),
        full_byes=frozenset(table.full_byes),
        forbid=pairs(table.forbid),
        fix=fixed,
    )
