"""From the records of a TRF file to a `Tournament`: what each record means, and whether they agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

from model.check import Path, check_tournament
from model.errors import Fault, InvalidInput
from model.shape import in_file_order
from model.tournament import BYE, FixedPair, Game, NextRound, Player, Requests, Result, Round, Tournament
from model.trf import assigned
from model.trf.players import Cell, PlayerRecord, read_player
from model.trf.points import CODES as POINT_CODES
from model.trf.points import PointValues, spelt
from model.trf.records import BLANK, COMMENT, GUIDE, Record, decode, is_national, split_records

HEADERS = frozenset({"022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132"})
ORGANISATION = frozenset({"182", "202", "212", "222"})
TEAMS = frozenset({"013", "300", "310", "320", "330", "352", "362"})
KEPT = HEADERS | ORGANISATION | TEAMS
"""Records that change nothing for a pairing of players; they stand in the file and are not interpreted."""

_RESULTS = {
    ("1", "0"): Result.WHITE_WINS,
    ("0", "1"): Result.BLACK_WINS,
    ("=", "="): Result.DRAW,
    ("0", "0"): Result.BOTH_LOSE,
    ("=", "0"): Result.DRAW_AND_LOSS,
    ("0", "="): Result.LOSS_AND_DRAW,
    ("W", "L"): Result.WHITE_WINS,
    ("L", "W"): Result.BLACK_WINS,
    ("D", "D"): Result.DRAW,
    ("L", "L"): Result.BOTH_LOSE,
    ("D", "L"): Result.DRAW_AND_LOSS,
    ("L", "D"): Result.LOSS_AND_DRAW,
    ("+", "-"): Result.WHITE_WINS_BY_FORFEIT,
    ("-", "+"): Result.BLACK_WINS_BY_FORFEIT,
    ("-", "-"): Result.BOTH_FORFEIT,
}
"""(white's code, black's code) → result (RULES 1.2); any other pair of codes is an error."""

_RATINGS: dict[str, Callable[[int, int], int]] = {
    "FIDE": lambda fide, national: fide,
    "NRO": lambda fide, national: national,
    "FIDON": lambda fide, national: fide or national,
    "NIDOF": lambda fide, national: national or fide,
    "HBFN": max,
    "LBFN": lambda fide, national: min(fide, national) or fide or national,
}
"""The methods of 172: which rating counts where there are national ones as well (TRF26)."""

_MOST_ROUNDS = 999
_BYE_WORDS = {"F": "full_byes", "H": "half_byes", "Z": "absent"}


def read_trf(data: bytes, *, teams_as_groups: bool = False) -> Tournament:
    """The tournament in the bytes of a TRF file (TRF16, TRF(x), TRF(bx), TRF26).

    Parameters
    ----------
    teams_as_groups
        Whether the teams of 310 or 013 are groups of their players (P B4).

    Raises
    ------
    InvalidInput
        Every fault of the file at once, in the order of its lines.
    """
    text, warnings = decode(data)
    return read_records(split_records(text), warnings, teams_as_groups=teams_as_groups)


def read_records(
    records: Iterable[Record], warnings: tuple[str, ...] = (), *, teams_as_groups: bool = False
) -> Tournament:
    """The same from the records of the text; `warnings` go before those of the reader."""
    reader = _Reader(teams_as_groups)
    for record in records:
        reader.take(record)
    tournament = reader.tournament(warnings)
    if reader.faults:
        raise InvalidInput(in_file_order(reader.faults))
    return tournament


class _Reader:
    """Takes the records of one file in order, then puts the tournament together; `faults` fills up meanwhile."""

    def __init__(self, teams_as_groups: bool) -> None:
        self.faults: list[Fault] = []
        self.players: list[PlayerRecord] = []
        self.values = PointValues()
        self.name = ""
        self.warnings: list[str] = []
        self._planned: tuple[int, Record] | None = None
        self._colour: tuple[str, Record] | None = None
        self._team_records = False
        self._absent: list[Record] = []  # XXZ
        self._byes: list[Record] = []  # 240
        self._forbidden: list[Record] = []  # XXP
        self._forbidden_in: list[Record] = []  # 260
        self._national: list[Record] = []
        self._gam: list[Record] = []
        self._teams_as_groups = teams_as_groups
        self._teams: list[Record] = []  # 013, 310
        self._accelerated: dict[str, list[Record]] = {"250": [], "XXA": []}
        self._baku: Record | None = None
        self._assigned: list[Record] = []  # 299
        self._rating_method = ""  # 172
        self._unknown: list[Record] = []
        self._one_sided: set[int] = set()  # players whose own line lacks the result their opponent's line has

    # ---- one record at a time

    def take(self, record: Record) -> None:
        """Take one record in."""
        code = record.code
        if code in (BLANK, GUIDE):
            return
        if code == COMMENT:
            if re.match(r"###\s*GAM\b", record.text):
                self._gam.append(record)
        elif code == "001":
            player = read_player(record, self.faults)
            if player is not None:
                self.players.append(player)
        elif code == "012":
            self.name = self.name or record.text[4:].strip()
        elif code in ("142", "XXR"):
            self._take_rounds(record)
        elif code in ("152", "XXC"):
            self._take_colour(record)
        elif code in POINT_CODES:
            self.faults += self.values.read(record)
        elif code == "192":
            self._take_system(record)
        elif code in ("250", "XXA"):
            self._accelerated[code].append(record)
        elif code == "299":
            self._assigned.append(record)
        elif code == "172":
            self._take_ranking(record)
        elif code == "XXZ":
            self._absent.append(record)
        elif code == "XXP":
            self._forbidden.append(record)
        elif code == "240":
            self._byes.append(record)
        elif code == "260":
            self._forbidden_in.append(record)
        elif code in KEPT or re.fullmatch(r"8\d\d", code):
            self._team_records |= code == "310"
            if code in ("013", "310"):
                self._teams.append(record)
        elif is_national(record):
            self._national.append(record)
        else:
            self._unknown.append(record)

    def _fault(self, record: Record, message: str, **places: int | None) -> None:
        self.faults.append(Fault(message, line=record.line, **places))

    def _take_rounds(self, record: Record) -> None:
        number = record.text[3:].strip()
        if not re.fullmatch(r"[0-9]{1,3}", number) or int(number) < 1:
            self._fault(record, f"Record {record.code} must hold the number of rounds (1 to 999), not {number!r}.")
        elif self._planned is not None and self._planned[0] != int(number):
            before, other = self._planned
            self._fault(
                record,
                f"Record {record.code} gives {int(number)} rounds, but {other.code} in line {other.line} gives "
                f"{before}.",
            )
        else:
            self._planned = (int(number), record)

    def _take_colour(self, record: Record) -> None:
        words = record.text[3:].split()
        known = {"152": {"w": "white", "b": "black"}, "XXC": {"white1": "white", "black1": "black"}}[record.code]
        if not words:
            self._fault(record, f"Record {record.code} is empty; known are {', '.join(known)}.")
        for word in words:
            colour = known.get(word.lower())
            if record.code == "XXC" and word.lower() == "rank":
                continue  # JaVaFo's order of ids; here the ranking of RULES 2 decides
            if colour is None:
                self._fault(record, f"Record {record.code} holds {word!r}; known are {', '.join(known)}.")
            elif self._colour is not None and self._colour[0] != colour:
                before, other = self._colour
                self._fault(
                    record,
                    f"The initial colour is {colour}, but {other.code} in line {other.line} says {before}.",
                )
            else:
                self._colour = (colour, record)

    def _take_system(self, record: Record) -> None:
        system = record.text[3:].strip()
        teams = "TEAM" in system.upper()
        if assigned.names_baku(system) and not teams:
            self._baku = record
        if teams:
            self.warnings.append(f"The file is a team tournament ({system}); its players are paired, not its teams.")

    def _take_ranking(self, record: Record) -> None:
        words = record.text[3:].upper().split()
        method = words[-1] if words else ""
        if method in _RATINGS:
            self._rating_method = method
        elif method and method != "OTHER":
            self._fault(record, f"Record 172 holds {method!r}; known are {', '.join([*_RATINGS, 'OTHER'])}.")

    # ---- the whole

    def tournament(self, warnings: tuple[str, ...]) -> Tournament:
        """The tournament of all records taken; worth nothing if there are faults."""
        self._file_faults()
        by_id: dict[int, PlayerRecord] = {}
        for player in self.players:
            by_id.setdefault(player.id, player)
        where: dict[Path, int] = {("players", index): player.line for index, player in enumerate(self.players)}
        if self._planned is not None:
            where["tournament", "rounds"] = self._planned[1].line
        played = max(
            (
                number
                for player in by_id.values()
                for number, cell in enumerate(player.cells, start=1)
                if cell is not None and cell.opponent is not None
            ),
            default=0,
        )
        rounds = self._rounds(by_id, played, where)
        coming, requests = self._next(by_id, rounds, played)
        accelerated = self._fictitious(by_id)
        self._corrections = self._corrected(by_id, rounds)
        ratings = self._ratings(by_id)
        teams = assigned.teams_of(self._teams, by_id, self.faults) if self._teams_as_groups else {}
        if self._planned is None:
            self.warnings.append(
                "The file does not say how many rounds are planned (record XXR or 142), so no round is "
                "treated as the last."
            )
        always, forbidden_in = self._forbidden_by_round(by_id)
        tournament = Tournament(
            name=self.name,
            players=tuple(
                Player(player.id, player.name, ratings.get(player.id, player.rating), groups=teams.get(player.id, ()))
                for player in self.players
            ),
            rounds=rounds,
            rounds_planned=self._planned[0] if self._planned is not None else None,
            next=coming,
            initial_colour=self._colour[0] if self._colour is not None else None,
            points=self.values.given(),
            forbidden=always | frozenset(self._forbidden_pairs(by_id)),
            forbidden_in=forbidden_in,
            halves=True,
            accelerated=accelerated,
            corrections=self._corrections,
            requests=requests,
            warnings=(*warnings, *self.warnings),
        )
        self.faults += self.values.faults()
        self._points_faults(by_id, played, coming)
        if self.players:
            self.faults += check_tournament(tournament, where)
        return tournament

    def _file_faults(self) -> None:
        """Records that are no TRF, or that the program cannot honour."""
        if not self.players and not self.faults:
            self.faults.append(Fault("There is no player record (001); is this a TRF file?"))
            # Lines of some other format would each be a fault; the one above says it all.
            self._unknown = []
        for record in self._unknown:
            engine = " of JaVaFo or bbpPairings" if record.code.startswith(("XX", "BB")) else ""
            self._fault(
                record,
                f"The record {record.code!r}{engine} is unknown, and cannot be honoured; "
                "take the line out, or put '###' before it.",
            )
        known = {player.id for player in self.players}
        for record in self._national:
            if int(record.raw[4:8]) not in known:
                self._fault(
                    record,
                    f"The national rating record {record.code} is for player {int(record.raw[4:8])}, "
                    "but there is no player of that number.",
                )

    def _rounds(self, by_id: dict[int, PlayerRecord], played: int, where: dict[Path, int]) -> tuple[Round, ...]:
        rounds = []
        gam = self._game_points(by_id, played)
        for number in range(1, played + 1):
            games: list[Game] = []
            for player in by_id.values():
                game = self._game(player, number, by_id)
                if game is not None:
                    points = (gam.get((number, game.white)), gam.get((number, game.black)))
                    if points != (None, None):
                        game = Game(
                            game.white, game.black, game.result, game.coloured, (points[0] or 0, points[1] or 0)
                        )
                    where["rounds", number - 1, "games", len(games)] = by_id[game.white].line
                    games.append(game)
            entries = [(player.id, player.cell(number)) for player in by_id.values()]

            having = {code: tuple(player for player, cell in entries if _is_bye(cell, code)) for code in "UHF"}
            rounds.append(Round(tuple(games), byes=having["U"], half_byes=having["H"], full_byes=having["F"]))
        return tuple(rounds)

    def _game(self, player: PlayerRecord, number: int, by_id: dict[int, PlayerRecord]) -> Game | None:
        """The player's game of a round, told once: from the first of the two lines.  A fault where they disagree."""
        cell = player.cell(number)
        if cell is None or cell.opponent is None:
            return None
        opponent = cell.opponent

        def fault(message: str) -> None:
            self.faults.append(Fault(message, line=player.line, player=player.id, round=number))

        if player.broken:
            return None  # reported where it stands, as below
        if opponent == player.id:
            fault(f"Player {player.id} is paired against himself.")
            return None
        other = by_id.get(opponent)
        if other is None:
            fault(f"The opponent is {opponent}, but there is no player {opponent}.")
            return None
        if other.broken or number in player.bad_rounds or number in other.bad_rounds:
            return None
        reply = other.cell(number)
        if reply is None or reply.opponent != player.id:
            fault(
                f"The opponent is {opponent}, but the line of player {opponent} (line {other.line}) has "
                f"{_described(reply)} in this round."
            )
            return None
        if other.line < player.line:
            return None  # told already
        if bool(cell.code) != bool(reply.code):
            self._one_sided.add(opponent if cell.code else player.id)
        return _joined(player, cell, other, reply, fault)

    def _game_points(self, by_id: dict[int, PlayerRecord], played: int) -> dict[tuple[int, int], int]:
        """GAM by (round, id), from the comments `### GAM round id points` (P A1; TRF has no field for them)."""
        gam: dict[tuple[int, int], int] = {}
        for record in self._gam:
            fields = re.sub(r"^###\s*GAM", "", record.text).split()
            if len(fields) != 3 or not all(re.fullmatch(r"[0-9]{1,9}", field) for field in fields):
                self._fault(record, "A GAM comment must be '### GAM round id points', three whole numbers.")
                continue
            number, player, points = map(int, fields)
            cell = by_id[player].cell(number) if player in by_id and 1 <= number <= played else None
            if player not in by_id:
                self._fault(record, f"There is no player {player}.", player=player, round=number)
            elif cell is None or cell.opponent is None:
                if not by_id[player].broken:
                    self._fault(record, f"Player {player} has no game in this round.", player=player, round=number)
            elif gam.setdefault((number, player), points) != points:
                before = gam[number, player]
                self._fault(
                    record,
                    f"The GAM of player {player} is {points} here, but {before} in a line before.",
                    player=player,
                    round=number,
                )
        return gam

    # ---- points beside the results, ratings

    def _fictitious(self, by_id: dict[int, PlayerRecord]) -> assigned.ByRound:
        """The points of accelerated rounds: 250 or XXA, else those of the method that 192 names."""
        found: dict[str, assigned.ByRound] = {}
        ids = list(by_id)
        for code, read in (("250", assigned.read_250), ("XXA", assigned.read_xxa)):
            records = self._accelerated[code]
            if code == "250" and self._team_records and records:
                self._fault(records[0], "Record 250 of a team tournament accelerates teams, but players are paired.")
                continue
            by_round: assigned.ByRound = {}
            for record in records:
                read(record, ids, by_round, self._fault)
            if records:
                found[code] = assigned.nonzero(by_round)
        if len(found) == 2 and found["250"] != found["XXA"] and not self.faults:
            self._fault(self._accelerated["XXA"][0], "The records XXA and 250 give other points than each other.")
        if found:
            # In TRF26 the records go before a method that 192 names.
            return next(iter(found.values()))
        if self._baku is not None and by_id:
            system = self._baku.text[3:].strip()
            if self._planned is None or any(self.values.given().get(k, v) != v for k, v in (("win", 2), ("draw", 1))):
                self._fault(
                    self._baku,
                    f"Record 192 asks for the Baku acceleration ({system}), which needs the number of rounds (142 or "
                    "XXR), and a win worth 1 point and a draw ½; give the fictitious points in records 250 instead.",
                )
                return {}
            points = assigned.baku(by_id, self._planned[0])
            upper = list(points.get(1, ()))
            self.warnings.append(
                f"The file asks for the Baku acceleration ({system}): in the rounds 1 to {len(points)} the "
                f"{len(upper)} players up to number {upper[-1]} are paired with fictitious points.  If players entered "
                "late, give the points in records 250."
            )
            return points
        return {}

    def _corrected(self, by_id: dict[int, PlayerRecord], rounds: tuple[Round, ...]) -> assigned.ByRound:
        """299: points given or taken in a round, beside what its results give."""
        corrections: assigned.ByRound = {}
        if self._team_records and self._assigned:
            self._fault(self._assigned[0], "Record 299 of a team tournament is for teams, but players are paired.")
            return {}
        read = [one for record in self._assigned if (one := assigned.read_299(record, self._fault)) is not None]
        if any(one.kind for one in read):
            self.values.settle()
        for one in read:
            players = self._ids(one.record, map(str, one.players), by_id) if one.players else list(by_id)
            if one.round is None:
                self.warnings.append(
                    f"Record 299 in line {one.record.line} is for all rounds; it counts for the {len(rounds)} recorded."
                )
            if one.kind and one.round is not None and one.round > len(rounds):
                self._fault(one.record, "Record 299 is about a result of a round that has none yet.", round=one.round)
                continue
            numbers = range(1, len(rounds) + 1) if one.round is None else (one.round,)
            for number in numbers:
                for player in players:
                    cell = by_id[player].cell(number)
                    if not one.kind:
                        change = one.points
                    elif _kind(cell) == one.kind:
                        change = one.points - self._worth(cell)
                    else:
                        if one.players and one.round is not None:
                            self._fault(
                                one.record,
                                f"Record 299 is about {one.kind!r}, but the line of player {player} has "
                                f"{_described(cell)}{f' with {cell.code!r}' if cell and cell.opponent else ''}.",
                                player=player,
                                round=number,
                            )
                        continue
                    given = corrections.setdefault(number, {})
                    given[player] = given.get(player, 0) + change
        return assigned.nonzero(corrections)

    def _ratings(self, by_id: Mapping[int, PlayerRecord]) -> dict[int, int]:
        """Ratings that differ from the 001 line: 172 says that national ones count, and there are some."""
        if not self._national or self._rating_method in ("", "FIDE"):
            return {}
        national: dict[int, int] = {}
        for record in self._national:
            written = record.text[48:52].strip()
            if written and not re.fullmatch(r"[0-9]{1,4}", written):
                self._fault(record, f"The national rating (columns 49–52) reads {written!r}, which is no number.")
            elif int(record.raw[4:8]) in by_id:
                national[int(record.raw[4:8])] = int(written or "0")
        choose = _RATINGS[self._rating_method]
        return {player: choose(line.rating, national.get(player, 0)) for player, line in by_id.items()}

    # ---- the round to be paired, and later ones

    def _next(
        self, by_id: dict[int, PlayerRecord], rounds: tuple[Round, ...], played: int
    ) -> tuple[NextRound, dict[int, Requests]]:
        number = played + 1
        asked: dict[int, dict[str, set[int]]] = {}

        def kinds_of(later: int) -> dict[str, set[int]]:
            return asked.setdefault(later, {"absent": set(), "half_byes": set(), "full_byes": set()})

        kinds = kinds_of(number)
        fixed = []
        for player in by_id.values():
            for later, cell in enumerate(player.cells[played:], start=number):
                if cell is None or later in player.bad_rounds:
                    continue
                if cell.code == "U" and later == number:
                    fixed.append(FixedPair(player.id, BYE))
                elif cell.code == "U":
                    self.faults.append(
                        Fault(
                            f"The bye is entered for round {later}, but the round to be paired is {number}.",
                            line=player.line,
                            player=player.id,
                            round=later,
                        )
                    )
                else:
                    kinds_of(later)[_BYE_WORDS[cell.code]].add(player.id)
        for record in self._byes:
            for later, key, player_id in self._bye_record(record, by_id, rounds):
                kinds_of(later)[key].add(player_id)
        for record in self._absent:
            for player_id in self._ids(record, record.text[3:].split(), by_id):
                # XXZ only says "do not pair"; a half- or full-point bye entered for the round stands.
                if player_id not in kinds["half_byes"] | kinds["full_byes"]:
                    kinds["absent"].add(player_id)
        coming, *later_ones = (
            (later, Requests(*(frozenset(asked[later][key]) for key in ("absent", "half_byes", "full_byes"))))
            for later in sorted(asked)
        )
        now = coming[1]
        return NextRound(now.absent, now.half_byes, now.full_byes, fix=tuple(fixed)), {
            later: requests for later, requests in later_ones if requests
        }

    def _bye_record(
        self, record: Record, by_id: dict[int, PlayerRecord], rounds: tuple[Round, ...]
    ) -> Iterator[tuple[int, str, int]]:
        """What a 240 says of rounds to come, as (round, kind, id); for an earlier round it must agree with the players'
        lines.
        """
        text = record.text
        kind, fields = text[4:5].upper(), text[5:].split()
        if kind not in _BYE_WORDS or len(fields) < 2 or not _is_round(fields[0]):
            self._fault(
                record, "Record 240 must hold F, H or Z (column 5), a round (7–9) and the players (11–14, 16–19, …)."
            )
            return
        number = int(fields[0])
        if self._team_records:
            if number > len(rounds):
                self._fault(
                    record, "Record 240 of a team tournament gives byes to teams, but players are paired.", round=number
                )
            return
        for player in self._ids(record, fields[1:], by_id):
            if number > len(rounds):
                yield number, _BYE_WORDS[kind], player
            elif number <= len(rounds) and number not in by_id[player].bad_rounds and not by_id[player].broken:
                cell = by_id[player].cell(number)
                entered = "Z" if cell is None else cell.code if cell.opponent is None else ""
                if entered != kind:
                    self._fault(
                        record,
                        f"Record 240 gives player {player} a bye {kind} in round {number}, but the player's line has "
                        f"{_described(cell)}.",
                        player=player,
                        round=number,
                    )

    def _ids(self, record: Record, fields: Iterable[str], by_id: dict[int, PlayerRecord]) -> list[int]:
        """The ids of players a record lists; a fault for each that is none."""
        ids = []
        for field in fields:
            if not re.fullmatch(r"[0-9]{1,6}", field):
                self._fault(record, f"Record {record.code} holds {field!r} where a player's number belongs.")
            elif int(field) not in by_id:
                self._fault(
                    record,
                    f"Record {record.code} names player {int(field)}, but there is no player {int(field)}.",
                    player=int(field),
                )
            else:
                ids.append(int(field))
        return ids

    # ---- forbidden pairs

    def _forbidden_pairs(self, by_id: dict[int, PlayerRecord]) -> Iterator[tuple[int, int]]:
        """XXP: no two of the players listed meet, in any round."""
        for record in self._forbidden:
            yield from self._among(record, record.text[3:].split(), by_id)

    def _forbidden_by_round(
        self, by_id: dict[int, PlayerRecord]
    ) -> tuple[frozenset[tuple[int, int]], dict[int, frozenset[tuple[int, int]]]]:
        """260: no two of the players listed meet in its rounds; those of all rounds first, then the others by round."""
        always: set[tuple[int, int]] = set()
        last = self._planned[0] if self._planned is not None else _MOST_ROUNDS
        forbidden: dict[int, frozenset[tuple[int, int]]] = {}
        for record in self._forbidden_in:
            fields = record.text[3:].split()
            if len(fields) < 2 or not all(map(_is_round, fields[:2])) or int(fields[0]) > int(fields[1]):
                self._fault(
                    record,
                    "Record 260 must hold the first round (columns 5–7), the last (9–11) and the players (13–16, …).",
                )
                continue
            if self._team_records:
                self._fault(record, "Record 260 of a team tournament forbids teams to meet, but players are paired.")
                continue
            pairs = frozenset(self._among(record, fields[2:], by_id))
            if int(fields[0]) == 1 and int(fields[1]) >= last:
                always |= pairs
                continue
            for number in range(int(fields[0]), int(fields[1]) + 1):
                # One set for all rounds of a record: there can be many of both.
                forbidden[number] = forbidden[number] | pairs if number in forbidden else pairs
        return frozenset(always), {number: pairs for number, pairs in sorted(forbidden.items()) if pairs}

    def _among(self, record: Record, fields: list[str], by_id: dict[int, PlayerRecord]) -> list[tuple[int, int]]:
        before = len(self.faults)
        ids = sorted(set(self._ids(record, fields, by_id)))
        if len(fields) < 2:
            self._fault(record, f"Record {record.code} must name two players or more.")
        elif len(ids) < len(fields) and len(self.faults) == before:
            self._fault(record, f"Record {record.code} names a player twice.")
        return list(combinations(ids, 2))

    # ---- the points column

    def _points_faults(self, by_id: dict[int, PlayerRecord], played: int, coming: NextRound) -> None:
        """Players whose points column is not the sum of their results, with the file's point values (CONTRACT 1.2)."""
        for player in self.players:
            if player is not by_id[player.id] or player.points is None:
                continue
            if player.broken or player.bad_rounds or player.id in self._one_sided:
                continue  # what is wrong there would only be said twice
            total = sum(self._worth(player.cell(number)) for number in range(1, played + 1))
            total += sum(self._corrections.get(number, {}).get(player.id, 0) for number in range(1, played + 1))
            allowed = {total}
            # Programs differ on whether byes already entered for rounds to come are in the column.
            later = [self._worth(cell) for cell in player.cells[played:] if cell is not None]
            allowed |= {total + sum(later[:1]), total + sum(later)}
            if player.id in coming.half_byes:
                allowed.add(total + self.values.points.half_bye)
            if player.id in coming.full_byes:
                allowed.add(total + self.values.points.full_bye)
            cell = player.cell(played) if played else None
            if cell is not None and cell.opponent is not None and not cell.code:
                # TRF26 lets a game without result count as 162 X, by default a draw.
                unknown = self.values.unknown_result
                pending = self.values.points.draw if unknown is None else unknown
                allowed |= {value + pending for value in allowed}
            if player.points not in allowed:
                self.faults.append(
                    Fault(
                        f"The points column says {spelt(player.points)}, but the results give {spelt(total)}"
                        f"{self._values_hint()}.",
                        line=player.line,
                        column=81,
                        player=player.id,
                    )
                )

    def _values_hint(self) -> str:
        return (
            " with the point values of the file"
            if self.values.given()
            else " (1 for a win or the bye, 0.5 for a draw; other values belong in a record 162 or XXS)"
        )

    def _worth(self, cell: Cell | None) -> int:
        """Points of an entry in half-win units; each player of a game gets those of the own code (RULES 1.2)."""
        points = self.values.points
        if cell is None:
            return points.absent
        if cell.opponent is None:
            return {"U": points.bye, "F": points.full_bye, "H": points.half_bye, "Z": points.absent}[cell.code]
        if not cell.code:
            return 0
        if cell.code in "1W+":
            return points.win
        return points.draw if cell.code in "=D" else points.absent if cell.code == "-" else points.loss


def _kind(cell: Cell | None) -> str:
    """The letter of 299 for an entry; "U" and "" (no result yet) are none of them."""
    if cell is None:
        return "Z"
    return {"1": "W", "=": "D", "0": "L"}.get(cell.code, cell.code)


def _is_bye(cell: Cell | None, code: str) -> bool:
    return cell is not None and cell.opponent is None and cell.code == code


def _is_round(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,3}", text) is not None and int(text) > 0


def _described(cell: Cell | None) -> str:
    """An entry in words."""
    if cell is None:
        return "no entry"
    if cell.opponent is not None:
        return f"a game against {cell.opponent}"
    return {"U": "the bye", "F": "a full-point bye", "H": "a half-point bye", "Z": "an absence"}[cell.code]


def _joined(
    player: PlayerRecord, cell: Cell, other: PlayerRecord, reply: Cell, fault: Callable[[str], None]
) -> Game | None:
    """The game two agreeing entries tell of; None, and a fault, where colours or results do not fit."""
    names = f"{player.id} and {other.id} (line {other.line})"
    colours = (cell.colour, reply.colour)
    if colours not in (("w", "b"), ("b", "w"), ("-", "-")):
        fault(f"The colours of {names} do not fit: {colours[0]} and {colours[1]}.")
        return None
    (white, first), (black, second) = (
        ((other, reply), (player, cell)) if colours == ("b", "w") else ((player, cell), (other, reply))
    )
    coloured = colours != ("-", "-")
    if not cell.code and not reply.code:
        return Game(white.id, black.id, None, coloured)
    if not cell.code or not reply.code:
        with_result, without = (player, other) if cell.code else (other, player)
        fault(
            f"Of the game between {names} only the line of player {with_result.id} has a result "
            f"({cell.code or reply.code}); player {without.id} has none."
        )
        return None
    result = _RESULTS.get((first.code, second.code))
    if result is None:
        fault(f"The results of {names} do not fit: {cell.code} and {reply.code}.")
        return None
    return Game(white.id, black.id, result, coloured)
