"""A tournament file with another state of its tournament: only what has changed is written anew, comments stay.

A library that keeps the style of TOML (tomlkit) would do; it takes half a second to read a file of 300 players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pairproof.model.errors import InternalError, UsageProblem
from pairproof.model.formats.format import Reading
from pairproof.model.formats.toml.blocks import Block, blocks_of
from pairproof.model.formats.toml.syntax import text_of
from pairproof.model.formats.toml.table_text import (
    NotEditable,
    edited_table,
    end_of_statements,
    has_comment,
    statements,
)
from pairproof.model.formats.toml.tournament_file import read_toml
from pairproof.model.formats.toml.tournament_writer import (
    dump_head,
    dump_next,
    dump_player,
    dump_points,
    dump_requests,
    dump_round,
    dump_toml,
)
from pairproof.model.language import say
from pairproof.model.tournament import NextRound, Requests, Tournament

_OPEN = Reading(open_games=True, empty=True)


def edited(data: bytes, old: Tournament, new: Tournament) -> tuple[bytes, Tournament]:
    """The file in which `old` was read, with `new` in it; and that, as the file tells it.

    Raises
    ------
    InvalidInput
        The file could not be read again: `new` has faults.
    UsageProblem
        The file is TOML, but not written in a way that can be edited in place.
    """
    text = text_of(data)
    blocks = blocks_of(text)
    if blocks is None or _as_before(data, text) != data:
        raise _not_editable()
    try:
        changed = _edited(blocks, old, new)
    except NotEditable:
        raise _not_editable() from None
    written = _as_before(data, "".join(changed))
    again = read_toml(written, _OPEN)
    # As values first: they are compared in a tenth of the time that two texts take.
    if _bare(again) != _bare(new) and dump_toml(again) != dump_toml(new):
        raise InternalError("The edited file does not say what it should.")
    return written, again


def _bare(tournament: Tournament) -> Tournament:
    return replace(tournament, source="", sha256="", warnings=())


def _not_editable() -> UsageProblem:
    return UsageProblem(
        say(
            "This file is good TOML, but written in a way that commands cannot edit in place; write it anew with "
            "`pairproof convert OLD.toml NEW.toml`, which loses the comments."
        )
    )


def _as_before(data: bytes, text: str) -> bytes:
    """The text in the encoding of the file, its mark at the beginning and its line ends."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16-le" if data.startswith(b"\xff\xfe") else "utf-16-be"
        mark = data[:2]
        dos = "\r\n" in data.decode("utf-16", "replace")
        return mark + (text.replace("\n", "\r\n") if dos else text).encode(encoding)
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    ends = "\r\n" if b"\r\n" in data else "\r" if b"\r" in data else "\n"
    return mark + text.replace("\n", ends).encode()


def _edited(blocks: Sequence[Block], old: Tournament, new: Tournament) -> list[str]:
    """The texts of the blocks, edited; new ones among them."""
    texts = [block.text for block in blocks]
    places: dict[str, list[int]] = {}
    for place, block in enumerate(blocks):
        places.setdefault(block.name, []).append(place)
    _edit_single(texts, places, "tournament", dump_head(old), dump_head(new))
    _edit_single(texts, places, "points", dump_points(old), dump_points(new))
    # What is appended stands behind what is edited: a table that has been put behind another is no part of it.
    _edit_players(blocks, texts, places, old, new)
    _edit_rounds(blocks, texts, places, old, new)
    later, more = _edit_later(blocks, texts, places, new)
    _edit_next(blocks, texts, places, old, new, later)
    if more:
        _append(texts, _last(places), "[[later]]", more)
    return texts


def _edit(texts: list[str], place: int, before: Iterable[str], after: Iterable[str]) -> None:
    texts[place] = edited_table(texts[place], "\n".join(before), "\n".join(after))


def _edit_single(
    texts: list[str], places: dict[str, list[int]], name: str, before: list[str], after: list[str]
) -> None:
    if before == after:
        return
    if name in places:
        _edit(texts, places[name][0], before, after)
    else:
        _append(texts, _last(places, "tournament"), f"[{name}]", [after])


def _edit_players(
    blocks: Sequence[Block], texts: list[str], places: dict[str, list[int]], old: Tournament, new: Tournament
) -> None:
    own = places.get("players", [])
    if len(own) != len(old.players) or old.ids != new.ids[: len(old.ids)]:
        raise NotEditable("players")
    for place, before, after in zip(own, old.players, new.players, strict=False):
        if before != after:
            _edit(texts, place, dump_player(before), dump_player(after))
    more = new.players[len(old.players) :]
    if more and "players" in statements(blocks[0].text):
        texts[0] = edited_table(texts[0], "players = []", "")
    if more:
        behind = _last(places, "players", "points", "tournament")
        _append(texts, behind, "[[players]]", [dump_player(player) for player in more])


def _edit_rounds(
    blocks: Sequence[Block], texts: list[str], places: dict[str, list[int]], old: Tournament, new: Tournament
) -> None:
    own = places.get("rounds", [])
    if len(own) != len(old.rounds):
        raise NotEditable("rounds")
    for number, place in enumerate(own, start=1):
        if number > len(new.rounds):
            texts[place] = _leftover(texts[place])
            continue
        before, after = old.rounds[number - 1], new.rounds[number - 1]
        if before == after and old.players == new.players:
            continue  # then those away are the same, too
        listed = blocks[place].table.get("absent", [])
        must, must_now = (_must_be_listed(one, number) for one in (old, new))
        there = after.seated().union(after.half_byes, after.full_byes)
        absent = [player for player in listed if player not in there]
        absent += [player for player in must_now if player not in listed and player not in must]
        if before != after or absent != listed:
            _edit(texts, place, dump_round(before, listed), dump_round(after, absent))
    more = range(len(old.rounds) + 1, len(new.rounds) + 1)
    if more:
        tables = [dump_round(new.rounds[number - 1], _must_be_listed(new, number)) for number in more]
        _append(texts, _last(places, "rounds", "players", "points", "tournament"), "[[rounds]]", tables)


def _must_be_listed(tournament: Tournament, number: int) -> list[int]:
    """Ids of those who take part in the tournament when a round is played, and have nothing in it."""
    away = tournament.away(number)
    return [player for player in tournament.absent_in(number) if player not in away]


def _edit_later(
    blocks: Sequence[Block], texts: list[str], places: dict[str, list[int]], new: Tournament
) -> tuple[Requests, list[list[str]]]:
    """Edit the tables of rounds to come; who is away in the next round by one of them, and the tables that are new."""
    following, found, seen = len(new.rounds) + 1, Requests(), set()
    for place in places.get("later", []):
        table = blocks[place].table
        number = int(table["round"])
        seen.add(number)
        if number < following:
            continue
        before = _requests_in(table)
        if number == following:
            coming = new.next
            after = Requests(
                before.absent & coming.absent,
                before.half_byes & coming.half_byes,
                before.full_byes & coming.full_byes,
            )
            found = after
        else:
            after = new.requests.get(number, Requests())
        if before == after:
            continue
        if not after and not has_comment(texts[place]):
            texts[place] = ""
        else:
            head = f"round = {number}"
            _edit(texts, place, [head, *dump_requests(before)], [head, *dump_requests(after)])
    more = [
        [f"round = {number}", *dump_requests(asked)]
        for number, asked in sorted(new.requests.items())
        if number not in seen
    ]
    return found, more


def _requests_in(table: dict[str, object]) -> Requests:
    lists = (table.get(key, []) for key in ("absent", "half_byes", "full_byes"))
    return Requests(*(frozenset(ids) if isinstance(ids, list) else frozenset() for ids in lists))


def _edit_next(
    blocks: Sequence[Block],
    texts: list[str],
    places: dict[str, list[int]],
    old: Tournament,
    new: Tournament,
    later: Requests,
) -> None:
    """Edit the table of the next round; `later` are in a table of their own."""
    after = replace(
        new.next,
        absent=new.next.absent - later.absent,
        half_byes=new.next.half_byes - later.half_byes,
        full_byes=new.next.full_byes - later.full_byes,
    )
    place = places["next"][0] if "next" in places else None
    if place is None:
        if after != NextRound():
            _append(texts, _last(places, "rounds", "players"), "[next]", [dump_next(after)])
        return
    now = _requests_in(blocks[place].table)
    before = replace(old.next, absent=now.absent, half_byes=now.half_byes, full_byes=now.full_byes)
    if before == after:
        return
    if after == NextRound() and not has_comment(texts[place]):
        texts[place] = ""
    else:
        _edit(texts, place, dump_next(before), dump_next(after))


def _leftover(text: str) -> str:
    """What stays of a block that goes: comments and blank lines behind its last key, as they may be about the next."""
    rest = text[end_of_statements(text) :]
    return rest if has_comment(rest) else ""


def _last(places: dict[str, list[int]], *names: str) -> int:
    """The last block of the first of these names that the file has; without names the last block of all."""
    for name in names:
        if name in places:
            return places[name][-1]
    return max(max(found) for found in places.values())


def _append(texts: list[str], behind: int, header: str, tables: Sequence[Sequence[str]]) -> None:
    """Put new tables behind a block; comments that follow it stay behind them."""
    text = texts[behind]
    at = end_of_statements(text) if text.strip() else len(text)
    head = text[:at] if not text[:at] or text[:at].endswith("\n") else text[:at] + "\n"
    parts = ["\n".join([header, *table, ""]) for table in tables]
    texts[behind] = "\n".join(([head] if head.strip() else []) + parts) + text[at:]
