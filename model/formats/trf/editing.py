"""A TRF file with another state of its tournament: only what has changed is written anew."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.trf.aspects import (
    ASPECT_CODES,
    ASPECTS,
    point_values,
    records,
    records_240,
    requests_by_round,
)
from pairproof.model.formats.trf.assigned import names_baku
from pairproof.model.formats.trf.cells import CELL, FIRST_CELL
from pairproof.model.formats.trf.document import TrfDocument, read_trf_document
from pairproof.model.formats.trf.edited_boards import edit_board_order
from pairproof.model.formats.trf.edited_lines import EditedLine, append, put, splice_entries, take_out
from pairproof.model.formats.trf.organisation import (
    FIDE_ID,
    HEADER_CODES,
    federation_of,
    header_texts,
    national_fits,
    person_fields,
)
from pairproof.model.formats.trf.player_lines import (
    Entries,
    cleaned,
    entries,
    places_of,
    player_line,
    rank_field,
    scores_of,
)
from pairproof.model.formats.trf.players import RANK
from pairproof.model.formats.trf.points import half_points, spelt
from pairproof.model.formats.trf.ratings import counting_federation, national_record
from pairproof.model.formats.trf.records import COMMENT
from pairproof.model.formats.trf.requests import read_240
from pairproof.model.formats.trf.writer import gam_lines, impossible
from pairproof.model.tournament import FixedPair, Player, Requests, Tournament

_ADDITIVE = ("forbidden", "accelerated", "corrections")
"""Aspects that another record can add to."""


def edited(document: TrfDocument, tournament: Tournament) -> bytes:
    """The file with another state of the tournament: only what has changed is written anew.

    What the flavour cannot say is left out (`model.formats.trf.not_carried`).

    Raises
    ------
    InvalidInput
        The file could not be read again.
    """
    old = document.tournament
    if _bare_of_source(old) == _bare_of_source(tournament):
        return document.to_bytes()
    faults = impossible(tournament)
    if faults:
        raise InvalidInput(faults, tournament.source)
    forced: set[str] = set()
    while True:
        data = _edited(document, tournament, forced)
        again = read_trf_document(data, document.reading).tournament
        # Records may mean something else beside what has changed: "all rounds" with more rounds, for one.
        more = _differing(document, again, tournament) - forced
        if "ratings" not in forced and _ratings(again) != _ratings(tournament):
            more.add("ratings")
        if not more:
            return data
        forced |= more


def with_comment(data: bytes, text: str) -> bytes:
    """The file with one more comment at its end."""
    document = read_trf_document(data)
    lines = list(map(EditedLine.of, document.records))
    ending = next((line.ending for line in lines if line.ending), "\n")
    append(lines, [EditedLine(COMMENT, f"### {cleaned(text)}", ending)], ending)
    return document.bytes_of(lines)


def _flavour_written(document: TrfDocument) -> str:
    return "trfx" if document.flavour == "trf16" else document.flavour


def _differing(document: TrfDocument, one: Tournament, other: Tournament) -> set[str]:
    """Aspects that records of this file's flavour tell differently of two tournaments."""
    mine, theirs = (records(tournament, _flavour_written(document)) for tournament in (one, other))
    return {aspect for aspect in ASPECTS if mine[aspect] != theirs[aspect]}


def _edited(document: TrfDocument, new: Tournament, forced: set[str]) -> bytes:
    old, lines = document.tournament, list(map(EditedLine.of, document.records))
    ending = next((line.ending for line in lines if line.ending), "\n")
    if old.name != new.name:
        _set_name(lines, new.name, ending)
    _edit_headers(lines, header_texts(old.event), header_texts(new.event), ending)
    had, by_aspect = (records(one, _flavour_written(document)) for one in (old, new))
    for aspect in ASPECTS:
        if aspect == "requests" or (had[aspect] == by_aspect[aspect] and aspect not in forced):
            continue
        written, codes = by_aspect[aspect], ASPECT_CODES[aspect]
        if aspect in _ADDITIVE and aspect not in forced and set(had[aspect]) < set(written):
            # The old records stay as somebody wrote them; what is new stands behind them.
            more = [text for text in written if text not in had[aspect]]
            put(lines, frozenset(), more, ending, after=codes)
            continue
        if aspect == "accelerated" and not written and any(_is_baku(line) for line in lines):
            # Without a record the method of 192 would come back into force.
            written = [f"250       0.0   1   1 {min(new.ids):>4} {max(new.ids):>4}"]
        put(lines, codes, written, ending)
    _edit_players(document, lines, new, ending, "requests" in forced)
    _edit_ratings(document, lines, new, ending, "ratings" in forced)
    _edit_national_ids(document, lines, new, ending)
    _edit_gam(lines, gam_lines(old), gam_lines(new), ending)
    _edit_count(lines, len(old.players), len(new.players))
    edit_board_order(lines, new, ending)
    return document.bytes_of(lines)


def _edit_players(document: TrfDocument, lines: list[EditedLine], new: Tournament, ending: str, forced: bool) -> None:
    """The lines of the players and what is beside them: who has gone, who has come, and what has changed."""
    old, in_entries = document.tournament, _requests_in_entries(document)
    moved = forced or _asked(old) != _asked(new) or len(old.rounds) != len(new.rounds)
    gone = set(old.ids) - set(new.ids)
    if gone:
        take_out(lines, lambda line: line.player() in gone)
    if moved:
        _edit_requests(document, lines, new, ending, in_entries)
    before, after = (_PlayerLines.of(one, in_entries) for one in (old, new))
    own = {line.player(): line for line in lines if line.code == "001"}
    for player in new.players:
        line = own.get(player.id)
        if line is not None:
            _edit_player(line, player, before, after, moved)
    last = max((place for place, line in enumerate(lines) if line.code == "001"), default=len(lines) - 1)
    added = [EditedLine("001", after.written(player), ending) for player in new.players if player.id not in own]
    append(lines, added, ending, last + 1)


def _asked(tournament: Tournament) -> tuple[dict[int, Requests], tuple[FixedPair, ...]]:
    """What is entered for rounds to come."""
    return requests_by_round(tournament), tournament.next.fix


def _edit_headers(
    lines: list[EditedLine], before: dict[str, list[str]], after: dict[str, list[str]], ending: str
) -> None:
    """The headers that say something else by now."""
    for place, code in enumerate(HEADER_CODES):
        if before[code] != after[code]:
            texts = [f"{code} {text}" for text in after[code]]
            put(lines, frozenset({code}), texts, ending, after=frozenset({"012", *HEADER_CODES[:place]}))


def _edit_national_ids(document: TrfDocument, lines: list[EditedLine], new: Tournament, ending: str) -> None:
    """The national numbers that have changed: in the national record that held the old one, else in one of its own."""
    before = {player.id: player.national_id for player in document.tournament.players}
    more = []
    for player in new.players:
        old = before.get(player.id, "")
        if old == player.national_id:
            continue
        own = [line for line in lines if line.national and line.player() == player.id]
        own = [line for line in own if line.raw[FIDE_ID].strip() == old] or own
        if own:
            own[0].splice(FIDE_ID.start, f"{player.national_id:>11}")
        elif document.flavour == "trf26" and national_fits(player, new.event):
            federation = federation_of(player, new.event)
            text = national_record(federation, player.id, 0, player.national_id)
            more.append(EditedLine(federation, text, ending, national=True))
    last = max((at for at, line in enumerate(lines) if line.national or line.code == "001"), default=len(lines) - 1)
    append(lines, more, ending, last + 1)


def _edit_ratings(document: TrfDocument, lines: list[EditedLine], new: Tournament, ending: str, forced: bool) -> None:
    """Write the ratings that have changed where the old ones stood: in the player's line, or, where 172 says that
    national ones count, in the record of the federation; with `forced` in both.
    """
    federation = counting_federation(document.records)
    before, after = _ratings(document.tournament), _ratings(new)
    own = {line.player(): line for line in lines if line.code == "001"}
    national = {line.player(): line for line in lines if line.national and line.code == federation}
    more = []
    for player, rating in after.items():
        if before.get(player, rating) == rating and not (forced and player not in before):
            continue
        in_line = int(own[player].raw[48:52].strip() or 0) == before.get(player)
        shown = f"{rating:>4}" if rating else " " * 4
        if in_line or forced:
            own[player].splice(48, shown)
        if player in national and (not in_line or forced):
            national[player].splice(48, shown)
        elif federation and forced:
            more.append(EditedLine(federation, national_record(federation, player, rating), ending, national=True))
    last = max((at for at, line in enumerate(lines) if line.code in (federation, "001")), default=len(lines) - 1)
    append(lines, more, ending, last + 1)


def _edit_requests(
    document: TrfDocument, lines: list[EditedLine], new: Tournament, ending: str, in_entries: bool
) -> None:
    """The records about who will not play: XXZ gives way to entries or 240, and 240 to what holds now."""
    take_out(lines, lambda line: line.code == "XXZ" or _outdated_240(line, new, document.has_teams()))
    if not in_entries:
        coming = requests_by_round(new)
        put(lines, frozenset(), list(records_240(coming)), ending, after=frozenset({"240"}))


def _requests_in_entries(document: TrfDocument) -> bool:
    """Whether this file says in the players' entries, not in 240, who will not play."""
    if document.flavour != "trf26" or document.has_teams():
        return True
    after = FIRST_CELL + CELL * len(document.tournament.rounds)
    return any(record.code == "001" and record.raw[after:].strip() for record in document.records)


def _set_name(lines: list[EditedLine], name: str, ending: str) -> None:
    own = next((line for line in lines if line.code == "012" and line.raw[4:].strip()), None)
    own = own or next((line for line in lines if line.code == "012"), None)
    text = f"012 {cleaned(name)}".rstrip()
    if own is not None:
        own.raw = text
    else:
        append(lines, [EditedLine("012", text, ending)], ending, 0)


def _edit_gam(lines: list[EditedLine], before: list[str], after: list[str], ending: str) -> None:
    """Take the GAM comments out that no longer hold, and put the new ones at the end; the others stay."""
    had, wanted = ({tuple(map(int, text.split()[2:])): text for text in texts} for texts in (before, after))

    def told(line: EditedLine) -> tuple[int, ...] | None:
        fields = line.raw.removeprefix("###").split()
        return tuple(map(int, fields[1:])) if line.code == COMMENT and fields[:1] == ["GAM"] else None

    take_out(lines, lambda line: (fact := told(line)) is not None and fact not in wanted)
    append(lines, [EditedLine(COMMENT, text, ending) for fact, text in wanted.items() if fact not in had], ending)


def _edit_count(lines: list[EditedLine], before: int, after: int) -> None:
    """The number of players in 062, if it was right."""
    for line in lines:
        if line.code == "062" and before != after and line.raw[3:].strip() == str(before):
            line.raw = f"062 {after}"


def _is_baku(line: EditedLine) -> bool:
    return line.code == "192" and names_baku(line.raw)


def _outdated_240(line: EditedLine, new: Tournament, teams: bool) -> bool:
    """Whether a 240 is about a round to come, or no longer agrees with the round it is about."""
    if line.code != "240" or teams:
        return False
    said = read_240(line.raw)
    assert said is not None  # the file has been read
    if said.round > len(new.rounds):
        return True
    found = entries(new, in_entries=False)
    return any(found.get(player, {}).get(said.round) != f"0000 - {said.kind}" for player in said.players)


@dataclass(frozen=True)
class _PlayerLines:
    """What the lines of the players say of a tournament: entries, points and ranks."""

    players: dict[int, Player]
    rounds: int
    entries: Entries
    scores: dict[int, int]
    places: dict[int, int]

    @classmethod
    def of(cls, tournament: Tournament, in_entries: bool) -> _PlayerLines:
        return cls(
            {player.id: player for player in tournament.players},
            len(tournament.rounds),
            entries(tournament, in_entries=in_entries),
            scores_of(tournament, point_values(tournament)),
            places_of(tournament),
        )

    def written(self, player: Player) -> str:
        """The line of a player who comes last."""
        return player_line(player, self.scores[player.id], self.places.get(player.id), self.entries[player.id])


def _edit_player(line: EditedLine, player: Player, before: _PlayerLines, after: _PlayerLines, moved: bool) -> None:
    """Change what has changed in a player's line; `moved` says whether what is asked for in rounds to come has."""
    if player.name != before.players[player.id].name:
        line.rename(player.name)
    told, tells = person_fields(before.players[player.id]), person_fields(player)
    for key, (start, text) in tells.items():
        if told[key] != tells[key]:
            line.splice(start, text)
    column, total = line.raw[79:84].strip(), after.scores[player.id]
    changed = before.scores[player.id] != total or (moved and half_points(column) != total)
    splice_entries(line, before.entries[player.id], after.entries[player.id], (before.rounds, after.rounds), moved)
    if column and changed:
        line.splice(79, f"{spelt(total):>5}")
    # Whoever else keeps his place keeps the rank that the file gives him, however it was counted.
    if before.places.get(player.id) != after.places.get(player.id) and line.raw[RANK].strip():
        line.splice(RANK.start, rank_field(after.places.get(player.id)))


def _ratings(tournament: Tournament) -> dict[int, int]:
    """The ratings as TRF can say them: four digits, 0 for none."""
    return {player.id: player.rating if 0 < player.rating <= 9999 else 0 for player in tournament.players}


def _bare_of_source(tournament: Tournament) -> Tournament:
    return replace(tournament, source="", sha256="", warnings=())
