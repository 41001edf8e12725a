"""The players' lines of a tsh division.

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

from pairproof.model.errors import Fault
from pairproof.model.language import say

_LINE = re.compile(
    r"(?P<name>[^;]*?)\s+(?P<rating>-?[0-9]{1,6})(?P<more>(?:[.+][0-9]{1,6})*)"
    r"(?P<opponents>(?:\s+[0-9]{1,6})*)\s*(?P<rest>;.*)?"
)
_LIST = re.compile(r";((?:\\[\\;]|[^;])*)")
"""A list with the semicolon before it; tsh writes a backslash before a semicolon or a backslash that is text."""
_COMMENT = re.compile(r"; # [0-9]+$")
"""The number of the line, the one comment behind a player that tsh passes over."""
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
NOTHING = "00"
_NO_SCORE = 9999


@dataclass(slots=True)
class Entrant:
    """A player's line."""

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
        """Score of a round (0-based), None where nothing is entered."""
        return self.scores[index] if index < len(self.scores) else None


def read_entrant(line: str, number: int, ident: int, faults: list[Fault]) -> Entrant | None:
    """The player of a line; None, and a fault, where it is none."""
    found = _LINE.fullmatch(_COMMENT.sub(";", line))
    if found is None:
        text = say("A line must hold a name, a rating and the opponents, then '; ' and the scores.")
        faults.append(Fault(text, line=number, player=ident))
        return None
    entrant = Entrant(ident, found["name"].strip(), int(found["rating"]), number)
    entrant.whole_rating = not found["more"]
    entrant.opponents = [None if word == NOTHING else int(word) for word in found["opponents"].split()]
    scores, *lists = [re.sub(r"\\([\\;])", r"\1", part).split() for part in _LIST.findall(found["rest"] or ";")]
    given = _numbers(say("The list of scores"), scores, entrant, faults)
    entrant.scores = up_to_the_last([None if score == _NO_SCORE else score for score in given])
    seen: set[str] = set()
    for name, *words in filter(None, lists):
        if name in seen:
            faults.append(Fault(say("The list {name} is there twice.", name=name), line=number, player=ident))
        seen.add(name)
        _list(name, words, entrant, faults)
    if len(entrant.scores) > len(entrant.opponents):
        text = say(
            "The list of scores is {scores} long, that of the opponents {opponents}.",
            scores=len(entrant.scores),
            opponents=len(entrant.opponents),
        )
        faults.append(Fault(text, line=number, player=ident))
    if len(entrant.opponents) > MAX_ROUNDS:
        faults.append(Fault(say("There are more than {most} rounds.", most=MAX_ROUNDS), line=number, player=ident))
    return entrant


def _list(name: str, words: list[str], entrant: Entrant, faults: list[Fault]) -> None:
    """One of the named lists of a line."""
    text = ""
    if name == "team":
        entrant.team = " ".join(words)
    elif name == "p12":
        entrant.first = [number or 0 for number in _numbers(name, words, entrant, faults)]
        if not set(entrant.first) <= set(range(5)):
            text = say("p12 holds a 0, 1, 2, 3 or 4 for each round, not {words}.", words=" ".join(words))
    elif name == "off":
        entrant.off = next(iter(_numbers(name, words, entrant, faults)), None) or 0
    elif name == "penalty":
        entrant.penalised = any(_numbers(name, words, entrant, faults))
    elif name in _POINTS:
        if any(word.strip("0") for word in words):
            text = say("The list {name} cannot be honoured: it gives points that no game gave.", name=name)
    elif name not in _WITHOUT_EFFECT and not name.startswith(_RATINGS):
        text = say("The list {name!r} is not known; take it out if no pairing depends on it.", name=name)
    if text:
        faults.append(Fault(text, line=entrant.line, player=entrant.id))


def _numbers(what: str, words: list[str], entrant: Entrant, faults: list[Fault]) -> list[int | None]:
    """The numbers of a list, None where nothing is entered."""
    numbers: list[int | None] = []
    for word in words:
        if re.fullmatch(r"-?[0-9]{1,6}", word):
            numbers.append(None if word == NOTHING else int(word))
        else:
            faults.append(
                Fault(
                    say("{what} holds {word!r}, which is no number.", what=what, word=word),
                    line=entrant.line,
                    player=entrant.id,
                )
            )
            numbers.append(0)
    return numbers


def up_to_the_last(entries: list[int | None]) -> list[int | None]:
    """A list without the rounds at its end in which nothing is entered."""
    last = next((index for index in reversed(range(len(entries))) if entries[index] is not None), -1)
    return entries[: last + 1]
