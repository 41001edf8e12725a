"""What stands on the page, as plain data: nothing here knows HTML, and the template knows no tournament."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pairproof.cli.output import points, width
from pairproof.cli.pages import pair as pair_page
from pairproof.cli.pages.html.picture import MOST_SHOWN, Picture, isolated, picture_of
from pairproof.cli.pages.pair import Note
from pairproof.cli.version import version_of
from pairproof.model.criteria import has_colours
from pairproof.model.language import say, say_n
from pairproof.model.rules import RuleSet
from pairproof.model.state.history import BLACK, WHITE, Entry, History, Kind, history
from pairproof.model.state.standings import final_standings
from pairproof.model.tournament import Tournament
from pairproof.solver.explain.questions import Burden, burdens
from pairproof.solver.explain.reasons import reasons
from pairproof.solver.explain.wording import burden_sentence, carriers
from pairproof.solver.result import Board, Pairing

MANY_PLAYERS = 100
MOST_ASKED = 12
"""With more than `MANY_PLAYERS`, what it would cost to spare somebody is asked for no more than so many of a kind."""

LONG_NAME = 18
"""Columns, wide characters counted twice."""

_DROPPED = ("Cc", "Cs", "Zl", "Zp")
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MINUS = "−"


@dataclass(frozen=True, slots=True)
class Who:
    """A player: start number and name (possibly empty)."""

    id: int
    name: str

    @property
    def long(self) -> bool:
        """Whether the name is too long for the largest letters."""
        return width(self.name) > LONG_NAME


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a board; `float` is "up", "down" or empty."""

    who: Who
    score: str
    float: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A board, white (or first) and black."""

    number: int
    white: Seat
    black: Seat


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the list by name: where, against whom, and with which `colour` ("white", "black" or empty); or why
    not at a board (`instead`)."""

    who: Who
    board: int | None = None
    colour: str = ""
    opponent: Who | None = None
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings; `direct`: the game between two level players decided."""

    place: str
    who: Who
    score: str
    sos: str
    gam: str
    direct: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of a player in the crosstable.

    `opponent` is a start number or a word; `colour` "white", "black" or empty; `points` as shown, empty while open;
    `float` as in `Seat`.
    """

    opponent: str
    colour: str = ""
    points: str = ""
    float: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player's line of the crosstable, in the order of the standings."""

    place: str
    who: Who
    cells: tuple[Cell, ...]
    score: str


@dataclass(frozen=True, slots=True)
class LevelText:
    """A level in words; `verdict` says how far it is proved."""

    name: str
    says: str
    value: int
    verdict: str
    proved: bool
    carried_by: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Why somebody floats, has the bye or is denied a colour: the fact, and what sparing them would cost."""

    fact: str
    price: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Those who bear the same thing; `more` tells of those left out."""

    title: str
    told: tuple[Told, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class NotPlaying:
    """Players who are not paired, and what they have instead."""

    what: str
    players: tuple[Who, ...]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Everything on the page.

    Without `pairs` and `bye` no round is on it: `none` says why there is no pairing, `groups` are the odd groups of the
    witness then, and `blockers` those who are taken away (number 0 is the bye).  Without `none` either, the tournament
    is over.
    """

    tournament: str
    round: str
    rules: str
    has_colours: bool
    has_game_points: bool
    standings_title: str
    rows: tuple[Row, ...]
    cross: tuple[CrossRow, ...]
    rounds: tuple[int, ...]
    made_by: str
    pairs: tuple[Pair, ...] = ()
    bye: Seat | None = None
    floats: bool = False
    not_playing: tuple[NotPlaying, ...] = ()
    lines: tuple[Line, ...] = ()
    levels: tuple[LevelText, ...] = ()
    levels_unit: str = ""
    natural_order: bool = False
    chapters: tuple[Chapter, ...] = ()
    notes: tuple[Note, ...] = ()
    none: Note | None = None
    blockers: tuple[Who, ...] = ()
    groups: tuple[tuple[Who, ...], ...] = ()
    picture: Picture | None = None


def page_of(pairing: Pairing) -> Sheet:
    """The page of a pairing, or of the finding that there is none."""
    return _RoundWriter(pairing).sheet()


def final_page(tournament: Tournament, rules: RuleSet) -> Sheet:
    """The page after the last round: standings and crosstable.

    Raises
    ------
    InvalidInput
        If a game has no result.
    """
    rounds = len(tournament.rounds)
    return _Writer(tournament, rules, history(tournament, rules, rounds)).sheet()


def sort_key(name: str) -> tuple[str, str]:
    """Order of names without regard to case and accents: É with E."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return plain.casefold(), name


def readable(name: str) -> str:
    """The name without what no page can show, control characters and halves of characters, and without signs that
    turn the direction of what follows."""
    shown = (" " if unicodedata.category(c) in _DROPPED else c for c in name if c not in _DIRECTIONS)
    return " ".join("".join(shown).split())


class _Writer:
    """What every page has, from the rounds played."""

    def __init__(self, tournament: Tournament, rules: RuleSet, past: History) -> None:
        self.tournament, self.rules, self.past = tournament, rules, past
        self.halves = tournament.halves
        self.who = {player.id: Who(player.id, readable(player.name)) for player in tournament.players}
        self.colours = has_colours(rules)

    def sheet(self) -> Sheet:
        """Standings and crosstable."""
        tournament, played = self.tournament, self.past.rounds
        rows = self._rows()
        now = self._now()
        return Sheet(
            tournament=readable(tournament.name) or Path(tournament.source).name,
            round=say("after the last round"),
            rules=say("rules {rules}", rules=self.rules.name),
            has_colours=self.colours,
            has_game_points=any(game.gam is not None for round_ in tournament.rounds for game in round_.games),
            standings_title=(
                say_n("Standings after {count} round", "Standings after {count} rounds", played)
                if played
                else say("Players")
            ),
            rows=rows,
            cross=self._cross(rows, now) if played else (),
            rounds=tuple(range(1, played + (2 if now else 1))),
            made_by=say(
                "Made by pairproof {version} from {file} (SHA-256 {digest}).",
                version=version_of("pairproof"),
                file=Path(tournament.source).name,
                digest=tournament.sha256,
            ),
        )

    def _points(self, value: int) -> str:
        return points(value, self.halves)

    # Standings --------------------------------------------------------------------------------------------------------

    def _rows(self) -> tuple[Row, ...]:
        return tuple(
            Row(
                str(line.first) if line.first == line.last else f"{line.first}–{line.last}",
                self.who[line.player],
                self._points(line.values["score"]),
                self._points(line.values["sos"]),
                str(line.values["gam"]),
                line.direct,
            )
            for line in final_standings(self.tournament, self.rules, self.past.rounds)
        )

    def _cross(self, rows: tuple[Row, ...], now: Mapping[int, Cell]) -> tuple[CrossRow, ...]:
        nothing = Cell("–", plain=True)
        return tuple(
            CrossRow(
                row.place,
                row.who,
                (
                    *map(self._cell, self.past.entries[row.who.id]),
                    *([now.get(row.who.id, nothing)] if now else []),
                ),
                row.score,
            )
            for row in rows
        )

    def _cell(self, entry: Entry) -> Cell:
        mark = {1: "up", -1: "down"}.get(entry.float, "")
        colour = {WHITE: "white", BLACK: "black"}.get(entry.colour, "") if self.colours else ""
        if entry.kind is Kind.PLAYED:
            return Cell(str(entry.opponent), colour, self._points(entry.points), mark)
        if entry.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS):
            return Cell(str(entry.opponent), "", "+" if entry.kind is Kind.FORFEIT_WIN else _MINUS, mark)
        if entry.kind is Kind.ABSENT:
            return Cell("–", points=self._points(entry.points) if entry.points else "", plain=True)
        return Cell(say("bye"), points=self._points(entry.points), plain=True)

    def _now(self) -> dict[int, Cell]:
        """The round paired now, by player; empty where there is none."""
        return {}


class _RoundWriter(_Writer):
    """The page of a round to be played."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.position = pairing.problem.position
        super().__init__(self.position.tournament, self.position.rules, self.position.history)

    def sheet(self) -> Sheet:
        """All of it."""
        pairing, position, tournament = self.pairing, self.position, self.tournament
        pairs = tuple(self._pair(board) for board in pairing.boards)
        bye = None
        if pairing.bye is not None:
            bye = Seat(self.who[pairing.bye], self._score(pairing.bye), "down")
        nothing = not pairs and bye is None
        blockers, groups = self._witness()
        names = {player: self._known(player).name for player in (0, *position.ids)}
        return replace(
            super().sheet(),
            round=(
                say("round {round}", round=position.round)
                if tournament.rounds_planned is None
                else say("round {round} of {planned}", round=position.round, planned=tournament.rounds_planned)
            ),
            pairs=pairs,
            bye=bye,
            floats=bye is not None or any(seat.float for pair in pairs for seat in (pair.white, pair.black)),
            not_playing=self._not_playing(),
            lines=() if nothing else self._lines(),
            levels=self._levels(),
            levels_unit=say("(scores count in half points)") if self.halves else "",
            natural_order=pairing.natural_order,
            chapters=self._chapters(),
            notes=tuple(pair_page.notes(pairing)),
            none=pair_page.why_none(pairing) if nothing else None,
            blockers=blockers,
            groups=groups,
            picture=picture_of(pairing, names) if position.players <= MOST_SHOWN else None,
        )

    def _score(self, player: int) -> str:
        return self._points(int(self.position.score[self.position.index_of[player]]))

    def _named(self, player: int) -> str:
        """`5 Elsa`, the name apart from the direction of the sentence around it."""
        name = self.who[player].name
        return f"{player} {isolated(name)}" if name else str(player)

    def _known(self, player: int) -> Who:
        return self.who[player] if player else Who(0, say("the bye"))

    # Pairings ---------------------------------------------------------------------------------------------------------

    def _pair(self, board: Board) -> Pair:
        white, black = (
            Seat(self.who[player], self._points(score), mark or "")
            for player, score, mark in zip((board.white, board.black), board.scores, board.floats, strict=True)
        )
        return Pair(board.number, white, black)

    def _not_playing(self) -> tuple[NotPlaying, ...]:
        position = self.position
        return tuple(
            NotPlaying(what, tuple(self.who[player] for player in players))
            for what, players in (
                (say("Absent"), position.absent),
                (say("Half-point bye"), position.half_byes),
                (say("Full-point bye"), position.full_byes),
            )
            if players
        )

    def _lines(self) -> tuple[Line, ...]:
        found = []
        white, black = ("white", "black") if self.colours else ("", "")
        for board in self.pairing.boards:
            found.append(Line(self.who[board.white], board.number, white, self.who[board.black]))
            found.append(Line(self.who[board.black], board.number, black, self.who[board.white]))
        if self.pairing.bye is not None:
            found.append(Line(self.who[self.pairing.bye], instead=say("Bye")))
        for group in self._not_playing():
            found += [Line(who, instead=group.what) for who in group.players]
        return tuple(sorted(found, key=lambda line: (*sort_key(line.who.name), line.who.id)))

    def _now(self) -> dict[int, Cell]:
        found = {}
        for board in self.pairing.boards:
            for player, other, colour, mark in (
                (board.white, board.black, "white", board.floats[0]),
                (board.black, board.white, "black", board.floats[1]),
            ):
                found[player] = Cell(str(other), colour if self.colours else "", "", mark or "")
        away = self.position.half_byes + self.position.full_byes
        if found:
            found |= {player: Cell(say("bye"), plain=True) for player in away}
        if self.pairing.bye is not None:
            found[self.pairing.bye] = Cell(say("bye"), plain=True)
        return found

    # The proof --------------------------------------------------------------------------------------------------------

    def _levels(self) -> tuple[LevelText, ...]:
        pairing = self.pairing
        why = reasons(pairing, self._points)
        says = {level.name: level.says for level in pairing.problem.levels}
        found = []
        for level in pairing.levels:
            if level.proved:
                verdict = say("proved")
            elif level.bound is not None:
                verdict = say("at least {bound}", bound=level.bound)
            else:
                verdict = say("not proved")
            carried = say("Carried by {boards}.", boards=carriers(pairing, level.name)) if level.value else ""
            found.append(
                LevelText(
                    level.name,
                    say(says[level.name]),
                    level.value,
                    verdict,
                    level.proved,
                    carried,
                    tuple(why.get(level.name, ())),
                )
            )
        return tuple(found)

    def _chapters(self) -> tuple[Chapter, ...]:
        pairing = self.pairing
        if pairing.status != "optimal":
            return ()
        most = MOST_ASKED if self.position.players > MANY_PLAYERS else None
        found = burdens(pairing, most)
        chapters = []
        for what, title in (
            ("down", say("Who floats")),
            ("bye", say("Who has the bye")),
            ("colour", say("Who does not get the colour preferred")),
        ):
            told = tuple(
                Told(self._fact(burden), burden_sentence(pairing.problem, burden))
                for burden in found
                if burden.what == what
            )
            if told:
                chapters.append(Chapter(title, told, self._more(what, len(told))))
        return tuple(chapters)

    def _more(self, what: str, told: int) -> str:
        """How many more there are of a kind than are told about."""
        if what == "bye":
            return ""
        if what == "down":
            everybody = sum(mark == "down" for board in self.pairing.boards for mark in board.floats)
        else:
            from pairproof.solver.explain.played import denied_colour

            everybody = len(denied_colour(self.pairing))
        left = everybody - told
        if left <= 0:
            return ""
        return say_n("{count} more: ask with `pairproof explain`.", "{count} more: ask with `pairproof explain`.", left)

    def _fact(self, burden: Burden) -> str:
        player = burden.player
        who, score = self._named(player), self._score(player)
        if burden.what == "down":
            other = self.pairing.partners[player]
            return say(
                "{player} ({score}) plays {other} ({lower}).",
                player=who,
                score=score,
                other=self._named(other),
                lower=self._score(other),
            )
        if burden.what == "bye":
            return say("{player} ({score}) has the bye.", player=who, score=score)
        if self.position.needs[self.position.index_of[player]].wants == WHITE:
            return say("{player} prefers white and has black.", player=who)
        return say("{player} prefers black and has white.", player=who)

    def _witness(self) -> tuple[tuple[Who, ...], tuple[tuple[Who, ...], ...]]:
        if self.pairing.witness is None:
            return (), ()
        from pairproof.solver.proof.write import witness_players

        blockers, groups = witness_players(self.pairing.problem, self.pairing.witness)
        return tuple(map(self._known, blockers)), tuple(tuple(map(self._known, group)) for group in groups)
