"""Who stands twice in a list, or in the tournament already, and numbers that two players cannot both have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairproof.model.errors import Fault
from pairproof.model.language import say
from pairproof.model.players_by_name import numbered, words
from pairproof.model.tournament import Player


def same_player_faults(known: Iterable[Player], listed: Iterable[tuple[int, Player]]) -> Iterator[Fault]:
    """A fault for each listed player, given with his row, who is one of those known or of the rows before his.

    Namesakes are two players where both have a number of the federation or a birth, and these differ.
    """
    by_name: dict[tuple[str, ...], list[tuple[str, Player]]] = {}
    by_number: dict[tuple[str, object], tuple[str, Player]] = {}
    for player in known:
        _remember("", player, by_name, by_number)
    for row, player in listed:
        if fault := _twice(row, player, by_name, by_number):
            yield fault
        _remember(say("row {row}", row=row), player, by_name, by_number)


def _key(player: Player) -> tuple[str, ...]:
    return tuple(sorted(words(player.name))) or (player.name,)


def _numbers(player: Player) -> list[tuple[str, object]]:
    given: list[tuple[str, object]] = [("fide", player.fide_id), ("national", player.national_id)]
    return [(kind, number) for kind, number in given if number]


def _remember(
    where: str,
    player: Player,
    by_name: dict[tuple[str, ...], list[tuple[str, Player]]],
    by_number: dict[tuple[str, object], tuple[str, Player]],
) -> None:
    by_name.setdefault(_key(player), []).append((where, player))
    for number in _numbers(player):
        by_number.setdefault(number, (where, player))


def _twice(
    row: int,
    player: Player,
    by_name: dict[tuple[str, ...], list[tuple[str, Player]]],
    by_number: dict[tuple[str, object], tuple[str, Player]],
) -> Fault | None:
    for where, other in by_name.get(_key(player), ()):
        if not _told_apart(player, other):
            if where:
                text = say("{name} is in the list twice: here and in {row}.", name=player.name, row=where)
            else:
                text = say("{name} is in the tournament already: {player}.", name=player.name, player=numbered(other))
            return Fault(text, line=row)
    for kind, number in _numbers(player):
        if (kind, number) in by_number:
            where, other = by_number[kind, number]
            whose = f"{other.name} ({where})" if where else numbered(other)
            if kind == "fide":
                text = say(
                    "{name} has the FIDE number {number}, as {other} has.", name=player.name, number=number, other=whose
                )
            else:
                text = say(
                    "{name} has the national number {number}, as {other} has.",
                    name=player.name,
                    number=number,
                    other=whose,
                )
            return Fault(text, line=row)
    return None


def _told_apart(one: Player, other: Player) -> bool:
    pairs = ((one.fide_id, other.fide_id), (one.national_id, other.national_id), (one.birth, other.birth))
    return any(a and b and a != b for a, b in pairs)
