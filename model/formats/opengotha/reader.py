"""From the elements of an OpenGotha file to a tournament.

What is read: players with rating, club (as a group, P B4) and the rounds they take part in, games, byes, the number of
rounds, what a bye and an absence are worth, and starting scores.  Start numbers go by rating.  White and black are the
colours of the board; in go black begins, which changes nothing for who is due which colour.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from pairproof.model.errors import Fault, InvalidInput, in_file_order
from pairproof.model.formats.check import check_tournament
from pairproof.model.formats.format import PLAIN, Reading
from pairproof.model.formats.opengotha import starting_scores
from pairproof.model.formats.opengotha.elements import Element, Elements, parsed
from pairproof.model.formats.places import Path
from pairproof.model.language import listed, say, say_n
from pairproof.model.tournament import BYE, FixedPair, Game, NextRound, Player, Requests, Result, Round, Tournament

_RESULTS: dict[str, Result | None] = {
    "RESULT_UNKNOWN": None,
    "RESULT_WHITEWINS": Result.WHITE_WINS,
    "RESULT_BLACKWINS": Result.BLACK_WINS,
    "RESULT_EQUAL": Result.DRAW,
    "RESULT_BOTHLOSE": Result.BOTH_LOSE,
    "RESULT_WHITEWINS_BYDEF": Result.WHITE_WINS_BY_FORFEIT,
    "RESULT_BLACKWINS_BYDEF": Result.BLACK_WINS_BY_FORFEIT,
    "RESULT_BOTHLOSE_BYDEF": Result.BOTH_FORFEIT,
}
_BOTH_WIN = "RESULT_BOTHWIN"
"""Both get the points of a win; that is a draw and half a point more for each."""
MAX_ROUNDS = 99
MAX_PLAYERS = 9999


def read_opengotha(data: bytes, reading: Reading = PLAIN) -> Tournament:
    """The tournament in the bytes of an OpenGotha file.

    Raises
    ------
    InvalidInput
        The XML is not well-formed or declares entities (only the first fault), or every fault of what it says.
    """
    elements = parsed(data)
    reader = _Reader(elements, reading)
    tournament = reader.tournament()
    if reader.faults:
        raise InvalidInput(in_file_order(reader.faults))
    return tournament


class _Reader:
    """Puts the tournament together; `faults` fills up meanwhile."""

    def __init__(self, elements: Elements, reading: Reading) -> None:
        self.elements = elements
        self.reading = reading
        self.faults: list[Fault] = []
        self.warnings: list[str] = []
        self.entrants: dict[int, Element] = {}
        self.folded: dict[str, int] = {}  # keys that need not tell the Turkish letters apart
        self.both_won: list[tuple[int, int, int]] = []  # round, ids
        self.seated: list[tuple[int, int, str, Element]] = []  # round, id, what the player has there, and where
        sets = elements.named("GeneralParameterSet")
        self.general = sets[0] if sets else Element("GeneralParameterSet", {}, 1)
        if not sets:
            self.faults.append(Fault(say("There is no GeneralParameterSet; is this an OpenGotha file?")))
        for outer, inner in elements.nested:
            message = say(
                "{inner} stands inside {outer} (line {line}); close the one before the other begins.",
                inner=inner.name,
                outer=outer.name,
                line=outer.line,
            )
            self._fault(inner, message)
        for again in sets[1:]:
            self._fault(
                again, say("GeneralParameterSet is there twice (first in line {line}).", line=self.general.line)
            )

    def _fault(self, element: Element, message: str, **places: int | None) -> None:
        self.faults.append(Fault(message, line=element.line, **places))

    def _number(self, element: Element, key: str, low: int, high: int, default: int | None = None) -> int:
        text = element.text(key)
        if not text and default is not None:
            return default
        if not re.fullmatch(r"-?[0-9]{1,6}", text) or not low <= int(text) <= high:
            self._fault(
                element,
                say(
                    "{name}: {key} is {text!r}; it must be a number from {low} to {high}.",
                    name=element.name,
                    key=key,
                    text=text,
                    low=low,
                    high=high,
                ),
            )
            return low if default is None else default
        return int(text)

    def tournament(self) -> Tournament:
        """The tournament; worth nothing if there are faults."""
        ids, players, lines = self._players()
        where: dict[Path, int] = {("players", index): line for index, line in enumerate(lines)}
        planned = self._number(self.general, "numberOfRounds", 1, MAX_ROUNDS)
        played = self._games(ids, where)
        count = len(played)
        byes = self._byes(ids, count + 1, planned, where)
        fix = tuple(FixedPair(player, BYE) for number, player in byes if number == count + 1)
        rounds = tuple(
            Round(games=games, byes=tuple(player for number_, player in byes if number_ == number))
            for number, games in enumerate(played, start=1)
        )
        away = self._away(planned)
        self._check_presence(away)
        for number in range(1, count + 1):
            away.pop(number, None)
        coming = frozenset(away.pop(count + 1, ()))
        tournament = Tournament(
            name=self.general.text("name"),
            players=players,
            rounds=rounds,
            rounds_planned=planned,
            next=NextRound(absent=coming, fix=fix),
            points=self._points(rounds),
            corrections=self._corrections(),
            requests={number: Requests(absent=frozenset(absent)) for number, absent in sorted(away.items())},
        )
        if not self.faults:
            self.faults += check_tournament(tournament, where, open_games=self.reading.lets_games_open)
        return replace(tournament, warnings=tuple(self.warnings))

    def _players(self) -> tuple[dict[str, int], tuple[Player, ...], list[int]]:
        """Start numbers by the keys games use, the players in that order, and their lines."""
        entrants: dict[str, tuple[int, Element]] = {}
        for element in self.elements.named("Player"):
            # Games name a player by both names together, in capitals and without blanks.
            key = _key(element.text("name") + element.text("firstName"))
            if not key:
                self._fault(element, say("A player has no name."))
            elif key in entrants:
                self._fault(
                    element,
                    say(
                        "The player {key} is there twice (first in line {line}); names must differ.",
                        key=key,
                        line=entrants[key][1].line,
                    ),
                )
            else:
                entrants[key] = (self._number(element, "rating", -9999, 9999, 0), element)
        if not entrants:
            self.faults.append(Fault(say("There are no players.")))
        if len(entrants) > MAX_PLAYERS:
            self.faults.append(
                Fault(
                    say_n(
                        "There is {count} player; at most {most} can be read.",
                        "There are {count} players; at most {most} can be read.",
                        len(entrants),
                        most=MAX_PLAYERS,
                    )
                )
            )
        order = sorted(entrants, key=lambda key: -entrants[key][0])
        ids = {key: number for number, key in enumerate(order, start=1)}
        negative = sum(rating < 0 for rating, _ in entrants.values())
        if negative:
            self.warnings.append(
                say_n(
                    "{count} rating below 0 is read as 0; the start numbers keep their order.",
                    "{count} ratings below 0 are read as 0; the start numbers keep their order.",
                    negative,
                )
            )
        self.entrants = {ids[key]: entrants[key][1] for key in order}
        folded = Counter(map(_folded, order))
        self.folded = {_folded(key): ids[key] for key in order if folded[_folded(key)] == 1}
        players = []
        for key in order:
            rating, element = entrants[key]
            club = element.text("club")
            name = ", ".join(filter(None, (element.text("name"), element.text("firstName"))))
            players.append(Player(ids[key], name, max(rating, 0), groups=(club,) if club else ()))
        starting = self._starting()
        players = [replace(player, start_score=starting.get(player.id, 0)) for player in players]
        return ids, tuple(players), [element.line for element in self.entrants.values()]

    def _id(self, element: Element, attribute: str, ids: Mapping[str, int], number: int) -> int | None:
        key = _key(element.text(attribute))
        found = ids.get(key, self.folded.get(_folded(key)))
        if found is None:
            self._fault(
                element,
                say("{name} names the player {key!r}, but there is no such player.", name=element.name, key=key),
                round=number,
            )
        return found

    def _games(self, ids: Mapping[str, int], where: dict[Path, int]) -> list[tuple[Game, ...]]:
        found: dict[int, list[tuple[int, int, Game, int]]] = {}
        handicaps = 0
        for element in self.elements.named("Game"):
            number = self._number(element, "roundNumber", 1, MAX_ROUNDS)
            white = self._id(element, "whitePlayer", ids, number)
            black = self._id(element, "blackPlayer", ids, number)
            written = element.text("result")
            if written == _BOTH_WIN and white is not None and black is not None:
                self.both_won.append((number, white, black))
            elif written not in _RESULTS:
                self._fault(
                    element,
                    say(
                        "The result {written!r} cannot be honoured; known are {known}.",
                        written=written,
                        known=", ".join((*_RESULTS, _BOTH_WIN)),
                    ),
                    round=number,
                )
            known = element.text("knownColor")
            if known not in ("true", "false", ""):
                self._fault(
                    element, say("Game: knownColor is {known!r}; it must be true or false.", known=known), round=number
                )
            if white is None or black is None:
                continue
            handicaps += self._number(element, "handicap", 0, 9, 0) > 0
            result = Result.DRAW if written == _BOTH_WIN else _RESULTS.get(written)
            game = Game(white, black, result, coloured=known != "false")
            table = self._number(element, "tableNumber", 0, 99999, 0)
            found.setdefault(number, []).append((table, min(white, black), game, element.line))
            self.seated += [(number, player, say("a game"), element) for player in dict.fromkeys((white, black))]
        if handicaps:
            self.warnings.append(
                say_n(
                    "{count} game was played with a handicap; it counts like any other.",
                    "{count} games were played with a handicap; they count like any other.",
                    handicaps,
                )
            )
        rounds = []
        for number in range(1, max(found, default=0) + 1):
            games = sorted(found.get(number, []), key=lambda entry: entry[:2])
            for board, (_, _, _, line) in enumerate(games):
                where["rounds", number - 1, "games", board] = line
            rounds.append(tuple(game for _, _, game, _ in games))
        return rounds

    def _byes(self, ids: Mapping[str, int], coming: int, planned: int, where: dict[Path, int]) -> list[tuple[int, int]]:
        """(round, id) of each bye, up to the round to be paired."""
        byes = []
        for element in self.elements.named("ByePlayer"):
            number = self._number(element, "roundNumber", 1, MAX_ROUNDS)
            player = self._id(element, "player", ids, number)
            if player is None:
                continue
            if number > coming or number > planned:
                why = (
                    say_n("only {count} round is planned", "only {count} rounds are planned", planned)
                    if number > planned
                    else say("the round to be paired is {coming}", coming=coming)
                )
                text = say(
                    "The bye of {called} is entered for round {number}, but {why}.",
                    called=self._called(player),
                    number=number,
                    why=why,
                )
                self._fault(element, text, player=player, round=number)
                continue
            byes.append((number, player))
            self.seated.append((number, player, say("the bye"), element))
            # The line of the last bye of a round: if there are several, that one is too many.
            place: Path = ("next", "fix") if number == coming else ("rounds", number - 1, "bye")
            where[place] = element.line
        return byes

    def _away(self, planned: int) -> dict[int, set[int]]:
        """Who does not take part, by round: `participating` holds a 0 or 1 for each, and what is not said is a 1."""
        away: dict[int, set[int]] = {}
        for player, element in self.entrants.items():
            flags = element.text("participating")
            if not re.fullmatch(r"[01]*", flags):
                text = say("Player: participating is {flags!r}; it holds a 0 or a 1 for each round.", flags=flags)
                self._fault(element, text, player=player)
            status = element.text("registeringStatus")
            if status not in ("FIN", "PRE", ""):
                text = say("Player: registeringStatus is {status!r}; it must be FIN or PRE.", status=status)
                self._fault(element, text, player=player)
            for number in range(1, planned + 1):
                if _provisional(element) or flags[number - 1 : number] == "0":
                    away.setdefault(number, set()).add(player)
        return away

    def _check_presence(self, away: Mapping[int, set[int]]) -> None:
        """OpenGotha lets nobody be paired who does not take part, and takes nobody out who is paired."""
        for number, player, what, element in self.seated:
            if player not in away.get(number, ()):
                continue
            entry = self.entrants[player]
            why = (
                say("is entered for the time being only (registeringStatus PRE, line {line})", line=entry.line)
                if _provisional(entry)
                else say("does not take part in that round (participating, line {line})", line=entry.line)
            )
            text = say("{called} has {what}, but {why}.", called=self._called(player), what=what, why=why)
            self._fault(element, text, player=player, round=number)

    def _called(self, player: int) -> str:
        entry = self.entrants[player]
        return _key(entry.text("name") + entry.text("firstName"))

    def _points(self, rounds: tuple[Round, ...]) -> dict[str, int]:
        """What a bye and an absence are worth; OpenGotha writes them doubled, which are half-win units."""
        bye = self._number(self.general, "genNBW2ValueBye", 0, 2, 2)
        absent = self._number(self.general, "genNBW2ValueAbsent", 0, 2, 0)
        forfeits = any(game.result is not None and not game.played for one in rounds for game in one.games)
        if absent and forfeits:
            self._fault(
                self.general,
                say("An absence is worth points, but a forfeit lost none; the program knows one value (RULES 1.2)."),
            )
        # Half a point more makes a win of a draw only while these are worth what OpenGotha has for them.
        results = {"win": 2, "draw": 1, "loss": 0} if self.both_won else {}
        points = {"bye": bye, "absent": absent}
        return results | {key: value for key, value in points.items() if value != {"bye": 2, "absent": 0}[key]}

    def _corrections(self) -> dict[int, dict[int, int]]:
        """What the players of games that both have won get beside a draw."""
        given: dict[int, dict[int, int]] = {}
        for number, *players in sorted(self.both_won):
            given.setdefault(number, {}).update(dict.fromkeys(players, 1))
        for number, points in given.items():
            self.warnings.append(
                say(
                    "Round {round}: {players} have won the same games (BOTHWIN); each gets the points of a win, as a "
                    "draw and a correction.",
                    round=number,
                    players=listed(sorted(points)),
                )
            )
        return {number: dict(sorted(points.items())) for number, points in given.items()}

    def _mcmahon(self) -> bool:
        """Whether the first thing that places the players is the McMahon score."""
        return [element.text("name") for element in self.elements.named("PlacementCriterion")][:1] == ["MMS"]

    def _starting(self) -> dict[int, int]:
        """The starting scores by id; empty where the tournament is no McMahon one."""
        if not self._mcmahon():
            return {}
        scale = starting_scores.scale_of(self.general, self.faults)
        return starting_scores.starting_scores(self.entrants, scale, self.faults)


def _provisional(element: Element) -> bool:
    """Whether a player is entered for the time being: OpenGotha does not pair such."""
    return element.text("registeringStatus") == "PRE"


def _key(text: str) -> str:
    """How games name a player: OpenGotha takes blanks out and writes capitals."""
    return re.sub(r"\s", "", text).upper()


def _folded(key: str) -> str:
    """A key without the difference of the Turkish letters: a computer there makes İ of i, and elsewhere I."""
    return key.replace("İ", "I").replace("I\u0307", "I")
