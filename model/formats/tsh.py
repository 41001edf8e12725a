"""tsh divisions (`.t` files): scrabble, paired by the same kind of rules.  Read only.

One player a line, the start number being the place of the line: name, rating, opponents round by round (0: none); then
behind semicolons the scores, and named lists.  Scores are game points (GAM, P A1) and decide the game; without
opponent, a score above 0 is the bye.  tsh writes `00` for what is not entered yet, and takes the score 9999 for none; 0
is an opponent or a score like any other.  The lists that are read:

* `p12`: round by round, 1 for the first move, 2 for the second, 0 for no game, 3 and 4 where it is not known;
* `off`: not in the round to be paired; with a number above 0, tsh counts that round as won (a full-point bye);
* `team`: a group (P B4).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pairproof.model.errors import Fault, InvalidInput
from pairproof.model.formats.check import Path, check_tournament
from pairproof.model.formats.toml.text import in_file_order
from pairproof.model.formats.trf.records import decode
from pairproof.model.tournament import Game, NextRound, Player, Result, Round, Tournament

_LINE = re.compile(
    r"(?P<name>[^;]*?)\s+(?P<rating>-?[0-9]{1,6})(?P<more>(?:[.+][0-9]{1,6})*)"
    r"(?P<opponents>(?:\s+[0-9]{1,6})*)\s*(?P<rest>;.*)?"
)
_LIST = re.compile(r";((?:\\[\\;]|[^;])*)")
"""A list with the semicolon before it; tsh writes a backslash before a semicolon or a backslash that is text."""
_COMMENT = re.compile(r"; # [0-9]+$")
"""The number of the line, the one comment behind a player that tsh passes over."""
_ORDER = {1: "first", 2: "second"}
MAX_ROUNDS = 999
_WITHOUT_EFFECT = frozenset(
    {"board", "bracketseed", "class", "excwins", "lifeg", "newr", "perfr", "rcrank", "rprov", "rrank", "seat", "coach"}
    | {"password", "photo", "photomood", "pname", "pteam", "rmood", "rtime", "sbname", "tag", "time", "twitter"}
)
"""Lists of tsh that say nothing a pairing needs: places, times, ranks, and names to print."""
_RATINGS = "rating_"
"""So begin the lists of further ratings, one for each rating system, which say nothing a pairing needs either."""
_POINTS = frozenset({"cume", "handicap", "initrec"})
"""Lists of tsh that give points which no game and no bye of the file gave."""
_NOTHING = "00"
_NO_SCORE = 9999


@dataclass(slots=True)
class _Entrant:
    id: int
    name: str
    rating: int
    line: int
    whole_rating: bool = True
    opponents: list[int | None] = field(default_factory=list)  # None: 00, nothing entered yet
    scores: list[int | None] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    off: int | None = None  # what tsh enters as the score of the rounds away; None: takes part
    team: str = ""
    penalised: bool = False

    def opponent(self, index: int) -> int | None:
        """Opponent of a round (0-based), 0 for none, None where nothing is entered."""
        return self.opponents[index] if index < len(self.opponents) else None

    def left_open(self, index: int) -> bool:
        """Whether 00 stands where the opponent of a round belongs."""
        return index < len(self.opponents) and self.opponents[index] is None

    def score(self, index: int) -> int | None:
        return self.scores[index] if index < len(self.scores) else None


def read_tsh(data: bytes) -> Tournament:
    """The division in the bytes of a tsh file.

    Raises
    ------
    InvalidInput
        Every fault of the file at once, in the order of its lines.
    """
    text, warnings = decode(data)
    faults: list[Fault] = []
    entrants: list[_Entrant] = []
    lines = re.split(r"\r\n|\r|\n", text)
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        entrant = _entrant(line.strip(), number, len(entrants) + 1, faults)
        if entrant is not None:
            entrants.append(entrant)
    if not entrants and not faults:
        raise InvalidInput([Fault("There is no player; is this a tsh division?")])
    if faults:
        raise InvalidInput(in_file_order(faults))
    tournament, where = _tournament(entrants, warnings, faults)
    if not faults:
        faults += check_tournament(tournament, where)
    if faults:
        raise InvalidInput(in_file_order(faults))
    return tournament


def _entrant(line: str, number: int, ident: int, faults: list[Fault]) -> _Entrant | None:
    found = _LINE.fullmatch(_COMMENT.sub(";", line))
    if found is None:
        text = "A line must hold a name, a rating and the opponents, then '; ' and the scores."
        faults.append(Fault(text, line=number, player=ident))
        return None
    entrant = _Entrant(ident, found["name"].strip(), int(found["rating"]), number)
    entrant.whole_rating = not found["more"]
    entrant.opponents = [None if word == _NOTHING else int(word) for word in found["opponents"].split()]
    scores, *lists = [re.sub(r"\\([\\;])", r"\1", part).split() for part in _LIST.findall(found["rest"] or ";")]
    given = _numbers("The list of scores", scores, entrant, faults)
    entrant.scores = _up_to_the_last([None if score == _NO_SCORE else score for score in given])
    seen: set[str] = set()
    for name, *words in filter(None, lists):
        if name in seen:
            faults.append(Fault(f"The list {name} is there twice.", line=number, player=ident))
        seen.add(name)
        _list(name, words, entrant, faults)
    if len(entrant.scores) > len(entrant.opponents):
        text = f"There are {len(entrant.scores)} scores for {len(entrant.opponents)} opponents."
        faults.append(Fault(text, line=number, player=ident))
    if len(entrant.opponents) > MAX_ROUNDS:
        faults.append(Fault(f"There are more than {MAX_ROUNDS} rounds.", line=number, player=ident))
    return entrant


def _list(name: str, words: list[str], entrant: _Entrant, faults: list[Fault]) -> None:
    """One of the named lists of a line."""
    text = ""
    if name == "team":
        entrant.team = " ".join(words)
    elif name == "p12":
        entrant.first = [number or 0 for number in _numbers(name, words, entrant, faults)]
        if not set(entrant.first) <= set(range(5)):
            text = f"p12 holds a 0, 1, 2, 3 or 4 for each round, not {' '.join(words)}."
    elif name == "off":
        entrant.off = next(iter(_numbers(name, words, entrant, faults)), None) or 0
    elif name == "penalty":
        entrant.penalised = any(_numbers(name, words, entrant, faults))
    elif name in _POINTS:
        if any(word.strip("0") for word in words):
            text = f"The list {name} cannot be honoured: it gives points that no game gave."
    elif name not in _WITHOUT_EFFECT and not name.startswith(_RATINGS):
        text = f"The list {name!r} is not known; take it out if no pairing depends on it."
    if text:
        faults.append(Fault(text, line=entrant.line, player=entrant.id))


def _numbers(what: str, words: list[str], entrant: _Entrant, faults: list[Fault]) -> list[int | None]:
    """The numbers of a list, None where nothing is entered."""
    numbers: list[int | None] = []
    for word in words:
        if re.fullmatch(r"-?[0-9]{1,6}", word):
            numbers.append(None if word == _NOTHING else int(word))
        else:
            faults.append(Fault(f"{what} holds {word!r}, which is no number.", line=entrant.line, player=entrant.id))
            numbers.append(0)
    return numbers


def _up_to_the_last(entries: list[int | None]) -> list[int | None]:
    """A list without the rounds at its end in which nothing is entered."""
    last = next((index for index in reversed(range(len(entries))) if entries[index] is not None), -1)
    return entries[: last + 1]


def _tournament(
    entrants: list[_Entrant], warnings: tuple[str, ...], faults: list[Fault]
) -> tuple[Tournament, dict[Path, int]]:
    by_id = {entrant.id: entrant for entrant in entrants}
    where: dict[Path, int] = {("players", index): entrant.line for index, entrant in enumerate(entrants)}
    said = list(warnings)
    scored = max((len(entrant.scores) for entrant in entrants), default=0)
    paired = max(scored, *(len(_up_to_the_last(entrant.opponents)) for entrant in entrants))
    if paired > scored + 1:
        # Rounds may be paired ahead, but not played ahead.
        said.append(f"The pairings of the rounds {scored + 2} to {paired}, made before their time, are left out.")
        paired = scored + 1
    rounds = []
    negative = 0
    for index in range(paired):
        games: list[Game] = []
        byes: list[int] = []
        full_byes: list[int] = []
        unscored: list[_Entrant] = []
        for entrant in entrants:
            opponent = entrant.opponent(index)
            score = entrant.score(index)
            if entrant.left_open(index):
                text = f"The opponent is {_NOTHING}, which says that none is entered yet; a bye or an absence is 0."
                faults.append(Fault(text, line=entrant.line, player=entrant.id, round=index + 1))
            if not opponent:
                if opponent == 0 and score is None:
                    unscored.append(entrant)
                elif opponent == 0 and score is not None and score > 0:
                    byes.append(entrant.id)
                continue
            other = by_id.get(opponent)
            if other is None or other is entrant or other.opponent(index) != entrant.id:
                faults.append(_mismatch(entrant, opponent, other, index))
                continue
            if other.id < entrant.id:
                continue  # told already
            game, below = _game(entrant, other, index, faults)
            negative += below
            where["rounds", index, "games", len(games)] = entrant.line
            games.append(game)
        for entrant in unscored:
            # Where games wait for their scores, byes do too: 0 is the bye, but for those who are off.
            if index < scored or not games:
                text = "There is neither opponent nor score; a bye has a score above 0, an absence one of 0 or below."
                faults.append(Fault(text, line=entrant.line, player=entrant.id, round=index + 1))
            elif entrant.off is None:
                byes.append(entrant.id)
            elif entrant.off > 0:
                full_byes.append(entrant.id)
        rounds.append(Round(tuple(games), byes=tuple(byes), full_byes=tuple(full_byes)))
    if negative:
        said.append(f"{negative} games have a score below 0, which are no game points; they are read without.")
    penalised = sum(entrant.penalised for entrant in entrants)
    if penalised:
        said.append(f"{penalised} players have a penalty on their spread, which is no game point; it is not taken off.")
    low = sum(entrant.rating < 0 for entrant in entrants)
    if low:
        said.append(f"{low} ratings below 0 are read as 0.")
    parts = sum(not entrant.whole_rating for entrant in entrants)
    if parts:
        said.append(f"{parts} ratings hold a dot or a plus; they are read up to there.")
    said.append("The file does not say how many rounds are planned, so no round is treated as the last.")
    tournament = Tournament(
        name="",
        players=tuple(
            Player(entrant.id, entrant.name, max(entrant.rating, 0), groups=(entrant.team,) if entrant.team else ())
            for entrant in entrants
        ),
        rounds=tuple(rounds),
        next=NextRound(
            absent=frozenset(entrant.id for entrant in entrants if entrant.off is not None and entrant.off <= 0),
            full_byes=frozenset(entrant.id for entrant in entrants if entrant.off is not None and entrant.off > 0),
        ),
        warnings=tuple(said),
    )
    return tournament, where


def _mismatch(entrant: _Entrant, opponent: int, other: _Entrant | None, index: int) -> Fault:
    if other is None:
        text = f"The opponent is {opponent}, but there is no player {opponent}."
    elif other is entrant:
        text = f"Player {opponent} is paired against himself."
    else:
        theirs = other.opponent(index)
        has = "nothing" if theirs is None else "no opponent" if theirs == 0 else f"the opponent {theirs}"
        text = f"The opponent is {opponent}, but the line of player {opponent} (line {other.line}) has {has}."
    return Fault(text, line=entrant.line, player=entrant.id, round=index + 1)


def _game(entrant: _Entrant, other: _Entrant, index: int, faults: list[Fault]) -> tuple[Game, bool]:
    """The game of a round, and whether a score is below 0."""
    order = tuple(one.first[index] if index < len(one.first) else 0 for one in (entrant, other))
    coloured = order in ((1, 2), (2, 1))
    if not coloured and (order[0] in _ORDER or order[1] in _ORDER):
        faults.append(_order_fault(entrant, other, order, index))
    if order == (2, 1):
        entrant, other = other, entrant
    mine, theirs = entrant.score(index), other.score(index)
    if mine is None or theirs is None:
        if (mine is None) != (theirs is None):
            missing = entrant if mine is None else other
            text = f"Of the game {entrant.id}-{other.id} the score of player {missing.id} is missing."
            faults.append(Fault(text, line=missing.line, player=missing.id, round=index + 1))
        return Game(entrant.id, other.id, None, coloured), False
    result = Result.DRAW if mine == theirs else Result.WHITE_WINS if mine > theirs else Result.BLACK_WINS
    below = mine < 0 or theirs < 0
    return Game(entrant.id, other.id, result, coloured, None if below else (mine, theirs)), below


def _order_fault(entrant: _Entrant, other: _Entrant, order: tuple[int, ...], index: int) -> Fault:
    """Of the two players of a game, p12 names one, or both alike."""
    if order[0] == order[1]:
        text = f"Both {entrant.id} and {other.id} (line {other.line}) moved {_ORDER[order[0]]}, says p12."
    else:
        if order[0] not in _ORDER:
            entrant, other, order = other, entrant, order[::-1]
        moved, then = _ORDER[order[0]], _ORDER[3 - order[0]]
        text = f"p12 says that {entrant.id} moved {moved}, but not that {other.id} (line {other.line}) moved {then}."
    return Fault(text, line=entrant.line, player=entrant.id, round=index + 1)
