"""From the records of a TRF file to a `Tournament`: what each record means, and whether they agree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from pairproof.model.errors import Fault, InvalidInput, in_file_order
from pairproof.model.formats.check import check_tournament
from pairproof.model.formats.encoding import decode
from pairproof.model.formats.format import PLAIN, Reading
from pairproof.model.formats.places import Path
from pairproof.model.formats.trf import assigned
from pairproof.model.formats.trf.board_order import orders_of
from pairproof.model.formats.trf.forbidden import pairs_of_260, pairs_of_xxp
from pairproof.model.formats.trf.games import Games
from pairproof.model.formats.trf.organisation import HEADER_CODES, event_of, national_ids
from pairproof.model.formats.trf.players import PlayerRecord, ranks_twice, read_player
from pairproof.model.formats.trf.points import CODES as POINT_CODES
from pairproof.model.formats.trf.points import PointValues
from pairproof.model.formats.trf.ratings import ratings_that_count
from pairproof.model.formats.trf.records import (
    BLANK,
    COMMENT,
    GUIDE,
    Faults,
    Record,
    is_national,
    split_records,
)
from pairproof.model.formats.trf.requests import read_requests
from pairproof.model.formats.trf.teams import teams_of
from pairproof.model.formats.trf.tie_breaks import named_tie_breaks, names_round_robin
from pairproof.model.formats.trf.totals import points_faults
from pairproof.model.language import say
from pairproof.model.rules import FIDE_DUTCH
from pairproof.model.tournament import Player, Tournament

HEADERS = frozenset({"022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132"})
ORGANISATION = frozenset({"182", "222"})
TEAMS = frozenset({"013", "300", "310", "320", "330", "352", "362"})
KEPT = HEADERS | ORGANISATION | TEAMS
"""Records that change nothing for a pairing of players; they stand in the file and are not interpreted."""

_LATER = ("092", "172", "192", "202", "212", "240", "250", "260", "299", "013", "310", "XXA", "XXP", "XXZ")
"""Records that need the players, or each other."""
_MOST_ROUNDS = 999
_DUTCH = re.compile(r"FIDE_DUTCH(?:_([0-9]{4}))?(?:_BAKU)?")


def read_trf(data: bytes, reading: Reading = PLAIN) -> Tournament:
    """The tournament in the bytes of a TRF file (TRF16, TRF(x), TRF(bx), TRF26).

    Raises
    ------
    InvalidInput
        Every fault of the file at once, in the order of its lines.
    """
    records, warnings = records_of(data, reading)
    return read_records(records, warnings, reading)


def records_of(data: bytes, reading: Reading) -> tuple[list[Record], tuple[str, ...]]:
    """The records of a file, byes filled in if that is asked for, and warnings.

    Raises
    ------
    InvalidInput
        The file is no text, or a blank has several readings.
    """
    text, warnings = decode(data)
    records = split_records(text)
    if not reading.fill_byes:
        return records, warnings
    from pairproof.model.formats.trf.filled_byes import fill_byes

    filled, told = fill_byes(records)
    return filled, (*warnings, *told)


def read_records(records: Iterable[Record], warnings: tuple[str, ...] = (), reading: Reading = PLAIN) -> Tournament:
    """The tournament that records tell of; `warnings` go before those of the reader."""
    reader = _Reader(reading)
    for record in records:
        reader.take(record)
    tournament = reader.tournament(warnings)
    if reader.faults:
        raise InvalidInput(in_file_order(reader.faults))
    return tournament


class _Reader:
    """Takes the records of one file in order, then puts the tournament together; `faults` fills up meanwhile."""

    def __init__(self, reading: Reading) -> None:
        self.faults = Faults()
        self._reading = reading
        self._players: list[PlayerRecord] = []
        self._values = PointValues()
        self._name = ""
        self._planned: tuple[int, Record] | None = None
        self._colour: tuple[str, Record] | None = None
        self._later: dict[str, list[Record]] = {code: [] for code in _LATER}
        self._national: list[Record] = []
        self._gam: list[Record] = []
        self._comments: list[Record] = []
        self._unknown: list[Record] = []
        self._headers: dict[str, list[str]] = {code: [] for code in HEADER_CODES}
        self._by_place: Record | None = None
        self._of_teams: list[Record] = []

    # ---- one record at a time

    def take(self, record: Record) -> None:
        """Take one record in."""
        code = record.code
        if code in (BLANK, GUIDE):
            return
        if code in TEAMS:
            self._of_teams.append(record)
        if code == COMMENT:
            if re.match(r"###\s*GAM\b", record.text):
                self._gam.append(record)
            else:
                self._comments.append(record)
        elif code == "001":
            player = read_player(record, self.faults)
            if player is not None:
                self._players.append(player)
        elif code == "012":
            self._name = self._name or record.text[4:].strip()
        elif code in ("142", "XXR"):
            self._take_rounds(record)
        elif code in ("152", "XXC"):
            self._take_colour(record)
        elif code in POINT_CODES:
            self.faults += self._values.read(record)
        elif code in self._later:
            self._later[code].append(record)
        elif code in self._headers:
            self._headers[code].append(record.text[3:].strip())
        elif code in KEPT or re.fullmatch(r"8\d\d", code):
            return
        elif is_national(record):
            self._national.append(record)
        else:
            self._unknown.append(record)

    def _take_rounds(self, record: Record) -> None:
        number = record.text[3:].strip()
        if not re.fullmatch(r"[0-9]{1,3}", number) or int(number) < 1:
            self.faults.at(
                record,
                say(
                    "Record {code} must hold the number of rounds (1 to 999), not {number!r}.",
                    code=record.code,
                    number=number,
                ),
            )
        elif self._planned is not None and self._planned[0] != int(number):
            before, other = self._planned
            self.faults.at(
                record,
                say(
                    "Record {code} gives {number} as the number of rounds, but {code2} in line {line} gives {before}.",
                    code=record.code,
                    number=int(number),
                    code2=other.code,
                    line=other.line,
                    before=before,
                ),
            )
        else:
            self._planned = (int(number), record)

    def _take_colour(self, record: Record) -> None:
        words = record.text[3:].split()
        known = {"152": {"w": "white", "b": "black"}, "XXC": {"white1": "white", "black1": "black"}}[record.code]
        names = ", ".join(known)
        if not words:
            self.faults.at(record, say("Record {code} is empty; known are {known}.", code=record.code, known=names))
        for word in words:
            colour = known.get(word.lower())
            if record.code == "XXC" and word.lower() == "rank":
                self._by_place = record  # of the pairing numbers; where there are none the ranking of RULES 2 decides
                continue
            if colour is None:
                text = say("Record {code} holds {word!r}; known are {known}.", code=record.code, word=word, known=names)
                self.faults.at(record, text)
            elif self._colour is not None and self._colour[0] != colour:
                before, other = self._colour
                self.faults.at(
                    record,
                    say(
                        "The initial colour is {colour}, but {code} in line {line} says {before}.",
                        colour=colour,
                        code=other.code,
                        line=other.line,
                        before=before,
                    ),
                )
            else:
                self._colour = (colour, record)

    # ---- the whole

    def tournament(self, warnings: tuple[str, ...]) -> Tournament:
        """The tournament of all records taken; worth nothing if there are faults."""
        self._file_faults()
        by_id: dict[int, PlayerRecord] = {}
        for player in self._players:
            by_id.setdefault(player.id, player)
        planned = self._planned[0] if self._planned is not None else None
        later, faults, teams = self._later, self.faults, bool(self._later["310"])
        own_warnings = [
            say("The file is a team tournament ({system}); its players are paired, not its teams.", system=system)
            for system in map(_system, later["192"])
            if "TEAM" in system.upper()
        ]
        rules = self._rules(own_warnings)
        games = Games(by_id, self._gam, faults, orders_of(self._comments), byes_close=self._reading.open_games)
        coming, requests = read_requests(by_id, games.played, later["240"], later["XXZ"], teams, faults)
        accelerated = self._accelerated(list(by_id), planned, own_warnings)
        corrections = assigned.corrections(later["299"], by_id, games.played, self._values, teams, faults, own_warnings)
        ratings = ratings_that_count(later["172"], self._national, by_id, faults, own_warnings)
        groups = teams_of([*later["310"], *later["013"]], by_id, faults) if self._reading.teams_as_groups else {}
        if planned is None:
            what = (
                say("no round is treated as the last")
                if rules != FIDE_DUTCH
                else say("those that it holds are taken for all")
            )
            own_warnings.append(
                say("The file does not say how many rounds are planned (record XXR or 142), so {what}.", what=what)
            )
        always, forbidden_in = pairs_of_260(later["260"], by_id, planned or _MOST_ROUNDS, teams, faults)
        tournament = Tournament(
            name=self._name,
            players=self._entrants(by_id, ratings, groups),
            rounds=games.rounds,
            rounds_planned=planned,
            rules=rules,
            next=coming,
            initial_colour=self._colour[0] if self._colour is not None else None,
            points=self._values.given(),
            forbidden=always | pairs_of_xxp(later["XXP"], by_id, faults),
            forbidden_in=forbidden_in,
            halves=True,
            accelerated=accelerated,
            corrections=corrections,
            requests=requests,
            adjourned_points=self._values.adjourned,
            type=_system(self._systems()[-1]) if self._systems() else "",
            event=event_of(self._headers),
            tie_breaks=named_tie_breaks(later["212"], later["202"], own_warnings),
            ranks={player.id: player.rank for player in self._players if player.rank is not None},
            round_robin=names_round_robin(later["192"], later["092"]),
            numbered_by_place=self._by_place is not None,
            set_aside=tuple(self._set_aside()),
            warnings=(*warnings, *own_warnings),
        )
        faults += self._values.faults()
        faults += points_faults(_sound(by_id.values(), games), self._values, corrections, games.played, coming)
        if self._players:
            faults += check_tournament(tournament, self._where(games), open_games=self._reading.lets_games_open)
        return tournament

    def _entrants(
        self, by_id: Mapping[int, PlayerRecord], ratings: Mapping[int, int], groups: Mapping[int, tuple[str, ...]]
    ) -> tuple[Player, ...]:
        """The players, with the ratings that count and their groups."""
        known = [record for record in self._national if int(record.raw[4:8]) in by_id]
        national = national_ids(known, {player.id: player.person.federation for player in by_id.values()})
        return tuple(
            Player(
                player.id,
                player.name,
                ratings.get(player.id, player.rating),
                groups=groups.get(player.id, ()),
                title=player.person.title,
                sex=player.person.sex,
                federation=player.person.federation,
                fide_id=player.person.fide_id,
                national_id=national.get(player.id, ""),
                birth=player.person.birth,
            )
            for player in self._players
        )

    def _where(self, games: Games) -> dict[Path, int]:
        """In which line each part of the tournament stands."""
        where: dict[Path, int] = {("players", index): player.line for index, player in enumerate(self._players)}
        if self._planned is not None:
            where["tournament", "rounds"] = self._planned[1].line
        return where | games.where

    def _file_faults(self) -> None:
        """Records that are no TRF, or that the program cannot honour."""
        if not self._players and not self.faults:
            self.faults.append(Fault(say("There is no player record (001); is this a TRF file?")))
            # Lines of some other format would each be a fault; the one above says it all.
            self._unknown = []
        for record in self._unknown:
            engine = say(" of JaVaFo or bbpPairings") if record.code.startswith(("XX", "BB")) else ""
            self.faults.at(
                record,
                say(
                    "The record {code!r}{engine} is unknown, and cannot be honoured; take the line out, or put "
                    "'###' before it.",
                    code=record.code,
                    engine=engine,
                ),
            )
        known = {player.id for player in self._players}
        for record in self._national:
            if int(record.raw[4:8]) not in known:
                self.faults.at(
                    record,
                    say(
                        "The national rating record {code} is for player {player}, but there is no player of that "
                        "number.",
                        code=record.code,
                        player=int(record.raw[4:8]),
                    ),
                )

    def _systems(self) -> list[Record]:
        """The records that name a coded type of tournament: 192, or 092 with such a code, as bbpPairings writes it."""
        coded = [record for record in self._later["092"] if _DUTCH.fullmatch(_system(record).upper())]
        return self._later["192"] or coded

    def _rules(self, warnings: list[str]) -> str | None:
        """The rule set that the type names: the FIDE (Dutch) System in any edition, with or without Baku."""
        systems = self._systems()
        named = _DUTCH.fullmatch(_system(systems[-1]).upper()) if systems else None
        if named is None:
            return None
        edition = named[1] or ""
        if edition not in ("", "2025", "2026"):
            warnings.append(
                say(
                    "Record {code} names the FIDE (Dutch) System of {edition}; the rules in force from 1 February "
                    "2026 are used (rule set fide-dutch).",
                    code=systems[-1].code,
                    edition=edition,
                )
            )
        return FIDE_DUTCH

    def _set_aside(self) -> Iterator[Fault]:
        """Records that say nothing where players are paired by their scores and the ranking of RULES 2."""
        of_teams: dict[str, Record] = {}
        for record in self._of_teams:
            of_teams.setdefault(record.code, record)
        for code, record in of_teams.items():
            yield Fault(
                say("Record {code} is about teams, and single players are paired.", code=code), line=record.line
            )
        if self._by_place is not None:
            yield from ranks_twice(self._players)

    def _accelerated(self, ids: list[int], planned: int | None, warnings: list[str]) -> assigned.ByRound:
        """The fictitious points: in TRF26 the records go before a method that 192 names."""
        later = self._later
        given = assigned.fictitious(later["250"], later["XXA"], ids, bool(later["310"]), self.faults)
        named = [
            record
            for record in self._systems()
            if assigned.names_baku(_system(record)) and "TEAM" not in _system(record).upper()
        ]
        if given is not None or not named or not ids:
            return given or {}
        return assigned.by_method(named[-1], ids, planned, self._values, self.faults, warnings)


def _sound(players: Iterable[PlayerRecord], games: Games) -> list[PlayerRecord]:
    """Players in whose lines nothing is wrong so far: what is wrong in the others would only be said twice."""
    return [
        player for player in players if not player.broken and not player.bad_rounds and player.id not in games.one_sided
    ]


def _system(record: Record) -> str:
    """The type of tournament of a 192 or 092."""
    return record.text[3:].strip()
