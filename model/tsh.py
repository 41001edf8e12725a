"""tsh divisions (`.t` files): scrabble, paired by the same kind of rules.  Read only.

One player a line, the start number being the place of the line: name, rating, opponents round by round (0: none); then
behind semicolons the scores, and named lists, of which `p12` says who had the first move (1; 2 the second; else it is
not known).  Scores are game points (GAM, P A1) and decide the game; without opponent, a score above 0 is the bye.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from model.check import Path, check_tournament
from model.errors import Fault, InvalidInput
from model.shape import in_file_order
from model.tournament import Game, NextRound, Player, Result, Round, Tournament
from model.trf.records import decode

_LINE = re.compile(r"(?P<name>[^;]*?)\s+(?P<rating>-?[0-9]{1,6})(?P<opponents>(?:\s+[0-9]{1,6})*)\s*(?P<rest>;.*)?")
MAX_ROUNDS = 999
KNOWN = ("p12", "off", "team")
"""Named lists that are read; the others say nothing a pairing needs."""


@dataclass(slots=True)
class _Entrant:
    id: int
    name: str
    rating: int
    line: int
    opponents: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    off: bool = False
    team: str = ""

    def opponent(self, index: int) -> int | None:
        """Opponent of a round (0-based), 0 for none, None where nothing is entered."""
        return self.opponents[index] if index < len(self.opponents) else None

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
    found = _LINE.fullmatch(line)
    if found is None:
        text = "A line must hold a name, a rating and the opponents, then '; ' and the scores."
        faults.append(Fault(text, line=number, player=ident))
        return None
    entrant = _Entrant(ident, found["name"].strip(), int(found["rating"]), number)
    entrant.opponents = [int(word) for word in found["opponents"].split()]
    parts = [part.split() for part in (found["rest"] or ";")[1:].split(";")]
    for place, words in enumerate(parts):
        if place == 0:
            _numbers("scores", words, entrant, entrant.scores, faults)
        elif words and words[0] == "p12":
            _numbers("p12", words[1:], entrant, entrant.first, faults)
        elif words and words[0] == "off":
            entrant.off = True
        elif words and words[0] == "team":
            entrant.team = " ".join(words[1:])
    if len(entrant.scores) > len(entrant.opponents):
        text = f"There are {len(entrant.scores)} scores for {len(entrant.opponents)} opponents."
        faults.append(Fault(text, line=number, player=ident))
    if len(entrant.opponents) > MAX_ROUNDS:
        faults.append(Fault(f"There are more than {MAX_ROUNDS} rounds.", line=number, player=ident))
    return entrant


def _numbers(what: str, words: list[str], entrant: _Entrant, into: list[int], faults: list[Fault]) -> None:
    for word in words:
        if re.fullmatch(r"-?[0-9]{1,6}", word):
            into.append(int(word))
        else:
            faults.append(Fault(f"The {what} hold {word!r}, no number.", line=entrant.line, player=entrant.id))
            into.append(0)


def _tournament(
    entrants: list[_Entrant], warnings: tuple[str, ...], faults: list[Fault]
) -> tuple[Tournament, dict[Path, int]]:
    by_id = {entrant.id: entrant for entrant in entrants}
    where: dict[Path, int] = {("players", index): entrant.line for index, entrant in enumerate(entrants)}
    said = list(warnings)
    paired = max((len(entrant.opponents) for entrant in entrants), default=0)
    scored = max((len(entrant.scores) for entrant in entrants), default=0)
    if paired > scored + 1:
        # Rounds may be paired ahead, but not played ahead.
        said.append(f"The pairings of the rounds {scored + 2} to {paired}, made before their time, are left out.")
        paired = scored + 1
    rounds = []
    negative = 0
    for index in range(paired):
        games: list[Game] = []
        byes: list[int] = []
        for entrant in entrants:
            opponent = entrant.opponent(index)
            score = entrant.score(index)
            if not opponent:
                if opponent == 0 and score is not None and score > 0:
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
        rounds.append(Round(tuple(games), byes=tuple(byes)))
    if negative:
        said.append(f"{negative} games have a score below 0, which are no game points; they are read without.")
    low = sum(entrant.rating < 0 for entrant in entrants)
    if low:
        said.append(f"{low} ratings below 0 are read as 0.")
    said.append("The file does not say how many rounds are planned, so no round is treated as the last.")
    tournament = Tournament(
        name="",
        players=tuple(
            Player(entrant.id, entrant.name, max(entrant.rating, 0), groups=(entrant.team,) if entrant.team else ())
            for entrant in entrants
        ),
        rounds=tuple(rounds),
        next=NextRound(absent=frozenset(entrant.id for entrant in entrants if entrant.off)),
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
    firsts = tuple(one.first[index] if index < len(one.first) else 0 for one in (entrant, other))
    if firsts == (2, 1):
        entrant, other, firsts = other, entrant, (1, 2)
    coloured = firsts == (1, 2)
    if not coloured and {1, 2} & set(firsts) and firsts[0] == firsts[1]:
        words = "first" if firsts[0] == 1 else "second"
        faults.append(
            Fault(
                f"Both {entrant.id} and {other.id} (line {other.line}) moved {words}, says p12.",
                line=entrant.line,
                player=entrant.id,
                round=index + 1,
            )
        )
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
