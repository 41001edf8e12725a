"""A TRF file with all its records: written back as it was, or with only that changed which has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import attrgetter

from pairproof.model.errors import InvalidInput
from pairproof.model.formats.trf import writer
from pairproof.model.formats.trf.assigned import names_baku
from pairproof.model.formats.trf.cells import CELL, FIRST_CELL
from pairproof.model.formats.trf.players import NAME_END, NAME_START, NAME_WIDTH, column_faults, name_cut
from pairproof.model.formats.trf.points import CODES as POINT_CODES
from pairproof.model.formats.trf.points import half_points, spelt
from pairproof.model.formats.trf.ratings import counting_federation, national_record
from pairproof.model.formats.trf.reader import read_records
from pairproof.model.formats.trf.records import COMMENT, Record, decode, is_national, split_records
from pairproof.model.formats.trf.requests import read_240
from pairproof.model.tournament import Player, Tournament

_BOM = b"\xef\xbb\xbf"
_END = "\x1a"  # the end mark of old DOS files

_ASPECT_CODES: dict[str, frozenset[str]] = {
    "rounds": frozenset({"142", "XXR"}),
    "colour": frozenset({"152", "XXC"}),
    "points": frozenset(POINT_CODES),
    "forbidden": frozenset({"XXP", "260"}),
    "accelerated": frozenset({"250", "XXA"}),
    "corrections": frozenset({"299"}),
    "requests": frozenset({"XXZ", "240"}),
}
_ADDITIVE = ("forbidden", "accelerated", "corrections")
"""Aspects that another record can add to."""
_OLD_HEADERS = frozenset(f"{number:02}2" for number in range(1, 14))
"""Records that all flavours have: 012 to 132."""
_WORDS = {
    "022": "city",
    "032": "federation",
    "042": "date of start",
    "052": "date of end",
    "062": "number of players",
    "072": "number of rated players",
    "082": "number of teams",
    "092": "type of tournament",
    "102": "chief arbiter",
    "112": "deputy arbiters",
    "122": "time control",
    "132": "dates of the rounds",
    "172": "starting rank method",
    "182": "pairing controller",
    "192": "coded type of tournament",
    "202": "tie-breaks",
    "212": "order of the standings",
    "222": "coded time control",
    "013": "teams",
    "310": "teams",
}
# Columns of 001 that a tournament does not hold, 0-based.
_COLUMNS = (
    ("sex", 9, 10),
    ("title", 10, 13),
    ("federation", 53, 56),
    ("FIDE number", 57, 68),
    ("birth date", 69, 79),
    ("rank", 85, 89),
)


def _aligned(record: Record) -> tuple[str, str]:
    """The line as it can be edited, and the end of a name that has moved the fields behind it: without that, every
    field stands in its columns.
    """
    raw = record.raw
    cut = name_cut(record.text) if record.code == "001" and column_faults(record.text) else None
    end = NAME_END + (len(record.text) - len(cut[0]) if cut is not None else 0)
    return raw[:NAME_END] + raw[end:], raw[NAME_END:end]


@dataclass(slots=True)
class _Line:
    """A record that is being edited.  `name_end` is the part of a name that its columns do not hold."""

    code: str
    raw: str
    ending: str
    national: bool = False
    name_end: str = ""

    @classmethod
    def of(cls, record: Record) -> _Line:
        """The line of a record, with its fields in their columns."""
        raw, name_end = _aligned(record)
        return cls(record.code, raw, record.ending, is_national(record), name_end)

    def text(self) -> str:
        """The line as it is written."""
        return self.raw[:NAME_END] + self.name_end + self.raw[NAME_END:] + self.ending

    def rename(self, name: str) -> None:
        """Put a name in its columns; the old one may have run into the blank behind them."""
        self.name_end = ""
        self.splice(NAME_START, f"{writer.cleaned(name)[:NAME_WIDTH]:<{NAME_WIDTH + 1}}")

    def player(self) -> int | None:
        """Whose record it is: a 001, or a national rating record."""
        field = self.raw[4:8].strip()
        return int(field) if (self.code == "001" or self.national) and field.isdigit() else None

    def splice(self, start: int, text: str) -> None:
        """Put the text in the columns from `start` (0-based) on; nothing else moves."""
        padded = self.raw.ljust(start + len(text))
        edited = padded[:start] + text + padded[start + len(text) :]
        # Blanks at the end stay as they were, unless what stood before them went away.
        self.raw = edited.rstrip() if len(edited) > len(self.raw) or not text.strip() else edited


@dataclass(frozen=True)
class TrfDocument:
    """The records of a file, the tournament they tell of, and how the bytes were written."""

    records: tuple[Record, ...]
    tournament: Tournament
    encoding: str
    bom: bool
    end: str
    teams_as_groups: bool = False

    @property
    def flavour(self) -> str:
        """The flavour the file is written in, by the records it has."""
        codes = {record.code for record in self.records}
        new = {"142", "152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299", "310"}
        if codes & new:
            return "trf26"
        if any(code.startswith("BB") for code in codes):
            return "trfbx"
        return "trfx" if any(code.startswith("XX") for code in codes) else "trf16"

    def to_bytes(self) -> bytes:
        """The file as it was read."""
        return self._bytes(map(_Line.of, self.records))

    def _bytes(self, lines: Iterable[_Line]) -> bytes:
        text = "".join(line.text() for line in lines) + self.end
        bom = _BOM if self.bom else b""
        try:
            return bom + text.encode(self.encoding)
        except UnicodeEncodeError:
            return bom + text.encode("utf-8")

    def replace(self, tournament: Tournament) -> bytes:
        """The file with another state of the tournament: only what has changed is written anew.

        What the flavour cannot say is left out (`model.formats.trf.writer.not_carried`).

        Raises
        ------
        InvalidInput
            The file could not be read again.
        """
        old = self.tournament
        if _bare_of_source(old) == _bare_of_source(tournament):
            return self.to_bytes()
        faults = writer.impossible(tournament)
        if faults:
            raise InvalidInput(faults, tournament.source)
        forced: set[str] = set()
        while True:
            data = self._edited(tournament, forced)
            again = read_trf_document(data, teams_as_groups=self.teams_as_groups).tournament
            # Records may mean something else beside what has changed: "all rounds" with more rounds, for one.
            more = self._differing(again, tournament) - forced
            if "ratings" not in forced and _ratings(again) != _ratings(tournament):
                more.add("ratings")
            if not more:
                return data
            forced |= more

    def _flavour_written(self) -> str:
        return "trfx" if self.flavour == "trf16" else self.flavour

    def _differing(self, one: Tournament, other: Tournament) -> set[str]:
        """Aspects that records of this file's flavour tell differently of two tournaments."""
        mine, theirs = (writer.records(tournament, self._flavour_written()) for tournament in (one, other))
        return {aspect for aspect in writer.ASPECTS if mine[aspect] != theirs[aspect]}

    def _edited(self, new: Tournament, forced: set[str]) -> bytes:
        old, lines = self.tournament, list(map(_Line.of, self.records))
        ending = next((line.ending for line in lines if line.ending), "\n")
        if old.name != new.name:
            _set_name(lines, new.name, ending)
        had, by_aspect = (writer.records(one, self._flavour_written()) for one in (old, new))
        for aspect in writer.ASPECTS:
            if aspect == "requests" or (had[aspect] == by_aspect[aspect] and aspect not in forced):
                continue
            written, codes = by_aspect[aspect], _ASPECT_CODES[aspect]
            if aspect in _ADDITIVE and aspect not in forced and set(had[aspect]) < set(written):
                # The old records stay as somebody wrote them; what is new stands behind them.
                more = [text for text in written if text not in had[aspect]]
                _put(lines, frozenset(), more, ending, after=codes)
                continue
            if aspect == "accelerated" and not written and any(_is_baku(line) for line in lines):
                # Without a record the method of 192 would come back into force.
                written = [f"250       0.0   1   1 {min(new.ids):>4} {max(new.ids):>4}"]
            _put(lines, codes, written, ending)
        self._edit_players(lines, new, ending, "requests" in forced)
        self._edit_ratings(lines, new, ending, "ratings" in forced)
        _edit_gam(lines, writer.gam_lines(old), writer.gam_lines(new), ending)
        _edit_count(lines, len(old.players), len(new.players))
        return self._bytes(lines)

    def _edit_players(self, lines: list[_Line], new: Tournament, ending: str, forced: bool) -> None:
        """The lines of the players and what is beside them: who has gone, who has come, and what has changed."""
        old, in_entries = self.tournament, self._requests_in_entries()
        asked = attrgetter("next.absent", "next.half_byes", "next.full_byes", "next.fix", "requests")
        moved = forced or asked(old) != asked(new) or len(old.rounds) != len(new.rounds)
        _take_out(lines, lambda line: line.player() is not None and line.player() not in set(new.ids))
        if moved:
            self._edit_requests(lines, new, ending, in_entries)
        before, after = (_Lines.of(one, in_entries) for one in (old, new))
        own = {line.player(): line for line in lines if line.code == "001"}
        for player in new.players:
            line = own.get(player.id)
            if line is not None:
                _edit_player(line, player, before, after, moved)
        last = max((place for place, line in enumerate(lines) if line.code == "001"), default=len(lines) - 1)
        added = [_Line("001", after.written(player), ending) for player in new.players if player.id not in own]
        _append(lines, added, ending, last + 1)

    def _edit_ratings(self, lines: list[_Line], new: Tournament, ending: str, forced: bool) -> None:
        """Write the ratings that have changed where the old ones stood: in the player's line, or, where 172 says that
        national ones count, in the record of the federation; with `forced` in both.
        """
        federation = counting_federation(self.records)
        before, after = _ratings(self.tournament), _ratings(new)
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
                more.append(_Line(federation, national_record(federation, player, rating), ending, national=True))
        last = max((at for at, line in enumerate(lines) if line.code in (federation, "001")), default=len(lines) - 1)
        _append(lines, more, ending, last + 1)

    def _edit_requests(self, lines: list[_Line], new: Tournament, ending: str, in_entries: bool) -> None:
        """The records about who will not play: XXZ gives way to entries or 240, and 240 to what holds now."""
        _take_out(lines, lambda line: line.code == "XXZ" or _outdated_240(line, new, self._has_teams()))
        if not in_entries:
            coming = writer.requests_by_round(new)
            _put(lines, frozenset(), list(writer.records_240(coming)), ending, after=frozenset({"240"}))

    def _has_teams(self) -> bool:
        return any(record.code == "310" for record in self.records)

    def _requests_in_entries(self) -> bool:
        """Whether this file says in the players' entries, not in 240, who will not play."""
        if self.flavour != "trf26" or self._has_teams():
            return True
        after = FIRST_CELL + CELL * len(self.tournament.rounds)
        return any(record.code == "001" and record.raw[after:].strip() for record in self.records)

    def converted(self, flavour: str) -> tuple[bytes, list[str]]:
        """The file in another flavour, headers, columns and comments kept, and what that flavour does not say.

        Raises
        ------
        UsageProblem
            There is no such flavour.
        """
        if flavour == self.flavour:
            return self.to_bytes(), []
        tournament = self.tournament
        lost = writer.not_carried(tournament, flavour)
        lines = list(map(_Line.of, self.records))
        ending = next((line.ending for line in lines if line.ending), "\n")
        taken = {code for codes in _ASPECT_CODES.values() for code in codes}
        if self._has_teams():
            # They are about teams, and the other flavours have no such records.
            lost += [f"record {code} of teams" for code in ("240",) if any(line.code == code for line in lines)]
        gone: dict[str, int] = {}

        def leaves(line: _Line) -> bool:
            if line.code in taken:
                return True
            shared = line.code in _OLD_HEADERS or line.code in ("001", "013", COMMENT, "", "guide")
            if flavour == "trf26" or shared:
                return False
            what = "national ratings" if line.national else _WORDS.get(line.code, "teams")
            gone.setdefault(f"{what} ({line.code})", 0)
            return True

        _take_out(lines, leaves)
        lost += gone
        by_aspect = writer.records(tournament, flavour)
        _put(lines, frozenset(), [text for aspect in writer.ASPECTS for text in by_aspect[aspect]], ending)
        found = writer.entries(tournament, in_entries=flavour != "trf26")
        players = {player.id: player for player in tournament.players}
        count = len(tournament.rounds)
        for line in lines:
            player = line.player() if line.code == "001" else None
            if player is not None:
                _splice_entries(line, found[player], found[player], (count, count), True)
                if len(players[player].name) > NAME_WIDTH:
                    line.rename(players[player].name)
                if int(line.raw[48:52].strip() or 0) != players[player].rating:
                    line.splice(48, f"{players[player].rating:>4}")  # the one that 172 says counts
        return self._bytes(lines), lost

    def not_in_a_tournament(self) -> list[str]:
        """What the file says that a tournament does not hold, as words: headers, columns of the players, comments."""
        lost: dict[str, None] = {}
        for record in self.records:
            if record.code == "001":
                for what, start, end in _COLUMNS:
                    if record.raw[start:end].strip():
                        lost.setdefault(f"{what} of the players")
            elif is_national(record):
                lost.setdefault("national rating records")
            elif record.code in _WORDS:
                if not (self.teams_as_groups and record.code in ("013", "310")):
                    lost.setdefault(f"{_WORDS[record.code]} ({record.code})")
            elif record.code == COMMENT and record.raw.split()[:2] != ["###", "GAM"]:
                lost.setdefault("comments")
            elif record.code[:1] in ("3", "8") and record.code.isdigit():
                lost.setdefault(f"teams ({record.code})")
        return list(lost)


def read_trf_document(data: bytes, *, teams_as_groups: bool = False) -> TrfDocument:
    """The records and the tournament of a TRF file; `to_bytes` gives the same bytes again.

    Raises
    ------
    InvalidInput
        Every fault of the file at once (`model.formats.trf.read_trf`).
    """
    text, warnings = decode(data)
    encoding, bom = "utf-8", data.startswith(_BOM)
    try:
        whole = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        encoding, bom, whole = "latin-1", False, data.decode("latin-1")
    records = split_records(text)
    return TrfDocument(
        records=tuple(records),
        tournament=read_records(records, warnings, teams_as_groups=teams_as_groups),
        encoding=encoding,
        bom=bom,
        end=_END * (len(whole) - len(text)),
        teams_as_groups=teams_as_groups,
    )


# ---- editing lines


def _take_out(lines: list[_Line], leaves: Callable[[_Line], bool]) -> None:
    lines[:] = [line for line in lines if not leaves(line)]


def _put(
    lines: list[_Line],
    codes: frozenset[str],
    written: list[str],
    ending: str,
    *,
    after: frozenset[str] = frozenset(),
) -> None:
    """Put records in the place of those with `codes`; where there are none, after the last one with a code of `after`,
    else before the players.
    """
    places = [place for place, line in enumerate(lines) if line.code in codes]
    behind = [place for place, line in enumerate(lines) if line.code in after]
    if places:
        at = places[0]
    elif behind:
        at = behind[-1] + 1
    else:
        at = next((place for place, line in enumerate(lines) if line.code == "001"), len(lines))
    _take_out(lines, lambda line: line.code in codes)
    _append(lines, [_Line(text[:3], text, ending) for text in written], ending, at)


def _append(lines: list[_Line], more: list[_Line], ending: str, at: int | None = None) -> None:
    """Put lines in at a place, by default the end; a last line without line end gets one."""
    at = len(lines) if at is None else at
    if more and at and not lines[at - 1].ending:
        lines[at - 1].ending = ending
    lines[at:at] = more


def _set_name(lines: list[_Line], name: str, ending: str) -> None:
    own = next((line for line in lines if line.code == "012" and line.raw[4:].strip()), None)
    own = own or next((line for line in lines if line.code == "012"), None)
    text = f"012 {writer.cleaned(name)}".rstrip()
    if own is not None:
        own.raw = text
    else:
        _append(lines, [_Line("012", text, ending)], ending, 0)


def _edit_gam(lines: list[_Line], before: list[str], after: list[str], ending: str) -> None:
    """Take the GAM comments out that no longer hold, and put the new ones at the end; the others stay."""
    had, wanted = ({tuple(map(int, text.split()[2:])): text for text in texts} for texts in (before, after))

    def told(line: _Line) -> tuple[int, ...] | None:
        fields = line.raw.removeprefix("###").split()
        return tuple(map(int, fields[1:])) if line.code == COMMENT and fields[:1] == ["GAM"] else None

    _take_out(lines, lambda line: (fact := told(line)) is not None and fact not in wanted)
    _append(lines, [_Line(COMMENT, text, ending) for fact, text in wanted.items() if fact not in had], ending)


def _edit_count(lines: list[_Line], before: int, after: int) -> None:
    """The number of players in 062, if it was right."""
    for line in lines:
        if line.code == "062" and before != after and line.raw[3:].strip() == str(before):
            line.raw = f"062 {after}"


def _is_baku(line: _Line) -> bool:
    return line.code == "192" and names_baku(line.raw)


def _outdated_240(line: _Line, new: Tournament, teams: bool) -> bool:
    """Whether a 240 is about a round to come, or no longer agrees with the round it is about."""
    if line.code != "240" or teams:
        return False
    said = read_240(line.raw)
    assert said is not None  # the file has been read
    if said.round > len(new.rounds):
        return True
    found = writer.entries(new, in_entries=False)
    return any(found.get(player, {}).get(said.round) != f"0000 - {said.kind}" for player in said.players)


@dataclass(frozen=True)
class _Lines:
    """What the lines of the players say of a tournament: entries and points."""

    players: dict[int, Player]
    rounds: int
    entries: writer.Entries
    scores: dict[int, int]

    @classmethod
    def of(cls, tournament: Tournament, in_entries: bool) -> _Lines:
        return cls(
            {player.id: player for player in tournament.players},
            len(tournament.rounds),
            writer.entries(tournament, in_entries=in_entries),
            writer.scores_of(tournament, writer.point_values(tournament)),
        )

    def written(self, player: Player) -> str:
        """The line of a player who comes last."""
        return writer.player_line(
            player.id,
            player.name,
            player.rating,
            self.scores[player.id],
            len(self.players),
            self.entries[player.id],
        )


def _edit_player(line: _Line, player: Player, before: _Lines, after: _Lines, moved: bool) -> None:
    """Change what has changed in a player's line; `moved` says whether what is asked for in rounds to come has."""
    if player.name != before.players[player.id].name:
        line.rename(player.name)
    column, total = line.raw[79:84].strip(), after.scores[player.id]
    changed = before.scores[player.id] != total or (moved and half_points(column) != total)
    _splice_entries(line, before.entries[player.id], after.entries[player.id], (before.rounds, after.rounds), moved)
    if column and changed:
        line.splice(79, f"{spelt(total):>5}")


def _splice_entries(
    line: _Line, before: dict[int, str], after: dict[int, str], rounds: tuple[int, int], moved: bool
) -> None:
    """Change the entries that have changed; those of rounds to come only where what is asked for has (`moved`).

    `rounds` are the numbers of rounds recorded before and after.
    """
    width = (max(len(line.raw) - FIRST_CELL, 0) + CELL - 1) // CELL
    for number in range(1, max(width, max(after, default=0)) + 1):
        entry = after.get(number, writer.NO_ENTRY)
        settled = number <= min(rounds) or (number > max(rounds) and not moved)
        same = settled and before.get(number) == after.get(number)
        start = FIRST_CELL + CELL * (number - 1)
        written = line.raw[start : start + 8].ljust(8)
        if not same and _bare(written) != _bare(entry):
            line.splice(start, entry)


def _ratings(tournament: Tournament) -> dict[int, int]:
    """The ratings as TRF can say them: four digits, 0 for none."""
    return {player.id: player.rating if 0 < player.rating <= 9999 else 0 for player in tournament.players}


def _bare_of_source(tournament: Tournament) -> Tournament:
    return replace(tournament, source="", sha256="", warnings=())


def _bare(entry: str) -> tuple[str, str, str]:
    """Opponent, colour and result of an entry, however they are spelt."""
    return entry[:4].strip().lstrip("0"), entry[5:6].strip("- ").lower(), entry[7:8].strip().upper()
