"""Players as people name them: by start number, or by any part of the name that fits nobody else (DESK 2, WHO).

Case, accents and punctuation do not count, and words may stand in any order, but whoever fits better goes first: "Ana"
is the player of that name, though another is called "Ana Maria" and a third "Mariana".  What fits several is never
guessed.

Start numbers are read here and not looked up: whoever needs the player says what he needs him for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property

from pairproof.model.errors import Fault, InvalidInput, UsageProblem
from pairproof.model.language import all_of, say, say_n
from pairproof.model.tournament import Player

MOST_CANDIDATES = 10
"""So many players are named when several fit, then how many more there are."""

_MOST_READINGS = 4
_NUMBER = re.compile(r"[0-9]{1,9}")
_APOSTROPHES = dict.fromkeys(map(ord, "'`´ʹʻʼʽʾʿˈ‘’‛′＇"))
"""Left out: O'Neil, O’Neil and ONeil are one name."""
_LETTERS = str.maketrans({"ı": "i", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "ŧ": "t", "æ": "ae", "œ": "oe",
                          "þ": "th", "ĸ": "k", "ŋ": "n"})  # fmt: skip
"""Letters that Unicode does not take apart into another one and an accent."""
_COMMAS = str.maketrans({"，": ",", "،": ",", "、": ","})
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-"))


class UnknownPlayer(UsageProblem):
    """Something names no player; a sentence for each such name, with the nearest ones."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        super().__init__("\n".join(self.sentences))


class AmbiguousPlayer(InvalidInput):
    """A name fits several players, or a text can be read in several ways; a sentence for each."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        super().__init__(Fault(sentence) for sentence in self.sentences)


def together(errors: Sequence[UnknownPlayer | AmbiguousPlayer]) -> UnknownPlayer | AmbiguousPlayer:
    """One error that says all of them; a name that fits nobody decides what kind it is."""
    sentences = [sentence for error in errors for sentence in error.sentences]
    if any(isinstance(error, UnknownPlayer) for error in errors):
        return UnknownPlayer(sentences)
    return AmbiguousPlayer(sentences)


def folded(text: str) -> str:
    """The text without case and accents: "İnci", "inci" and "INCİ" are one, and so are "Фёдор" and "федор"."""
    lower = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
    apart = unicodedata.normalize("NFKD", lower)
    return "".join(c for c in apart if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")


def words(text: str) -> tuple[str, ...]:
    """The words of a text, folded; punctuation is what stands between them."""
    plain = folded(text.translate(_APOSTROPHES)).translate(_APOSTROPHES)
    return tuple("".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in plain).split())


def numbered(player: Player) -> str:
    """The player as he is told from others: "3 Ana Silva"."""
    return f"{player.id} {' '.join(player.name.split())}".strip()


class _Name:
    """A name in the forms that are compared."""

    def __init__(self, name: str) -> None:
        self.exact = " ".join(unicodedata.normalize("NFC", name).split())
        self.words = words(name)
        self.any_order = sorted(self.words)
        self.joined = " ".join(self.words)

    @cached_property
    def by_commas(self) -> str:
        """As `joined`, with the commas."""
        return ", ".join(" ".join(words(part)) for part in self.exact.translate(_COMMAS).split(","))


_FITS: tuple[Callable[[_Name, _Name], bool], ...] = (
    lambda given, name: bool(given.exact) and given.exact == name.exact,
    lambda given, name: bool(given.words) and given.any_order == name.any_order,
    lambda given, name: bool(given.words) and set(given.words) <= set(name.words),
    lambda given, name: bool(given.words) and given.joined in name.joined,
    lambda given, name: bool(given.words) and all(word in name.joined for word in given.words),
)
"""How a text fits a name, best first: those who fit in the first way in which anybody does are meant."""

_FITS_WITH_COMMA: tuple[Callable[[_Name, _Name], bool], ...] = (
    lambda given, name: bool(given.words) and given.by_commas == name.by_commas,
    lambda given, name: bool(given.words) and given.by_commas in name.by_commas,
)
"""The same for what holds commas and stands in a list: they must be those of the name."""


class PlayersByName:
    """The players of a tournament, to be named by start number or by a part of the name."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._players = tuple(players)

    @cached_property
    def _names(self) -> list[tuple[Player, _Name]]:
        """Read when somebody is named: most commands name nobody."""
        return [(player, _Name(player.name)) for player in self._players]

    def fitting(self, text: str) -> list[Player]:
        """Whom a part of a name fits, in the order of the file."""
        return self._fitting(text, _FITS)

    def nearest(self, text: str, most: int = 3) -> list[Player]:
        """Whose name, or a word of it, is most like the text; nobody where nothing is."""
        given = _Name(text).joined
        likeness = {player.id: _likeness(given, name) for player, name in self._names}
        near = [player for player, _ in self._names if likeness[player.id] >= 0.6]
        return sorted(near, key=lambda player: -likeness[player.id])[:most]

    def one(self, text: str) -> int:
        """The id of the player who is named by start number or by a part of the name.

        Raises
        ------
        UnknownPlayer
            It is no number, and fits nobody.
        AmbiguousPlayer
            It fits several players.
        """
        if _NUMBER.fullmatch(text.strip()):
            return int(text)
        found = self.fitting(text)
        if len(found) != 1:
            raise self._unclear(text, found)
        return found[0].id

    def several(self, text: str) -> frozenset[int]:
        """Ids of players with commas, or semicolons, between them.  Names may hold commas: "Silva, Ana" is one player
        if somebody is called so, else two.

        Raises
        ------
        UnknownPlayer, AmbiguousPlayer
            Some part of it, as `one`; or it can be read in several ways.
        """
        if ";" in text:
            return frozenset(self._each([part for part in text.split(";") if part.strip()]))
        parts = text.translate(_COMMAS).split(",")
        readings = self._readings(parts)
        if len(readings) == 1:
            return readings[0]
        if readings:
            sentence = say(
                "{who}: that can be read in several ways; put semicolons between the players, or give start numbers.",
                who=_shown(text),
            )
            raise AmbiguousPlayer([sentence])
        return frozenset(self._each(self._longest(parts)))

    def pair(self, text: str) -> tuple[int, int]:
        """Ids of two players with a hyphen between them, 0 for the bye.  Names may hold hyphens; one with blanks around
        it stands between the players.

        Raises
        ------
        UnknownPlayer, AmbiguousPlayer
            A side of it, as `one`; or several hyphens can be the one between the players.
        ValueError
            There is no hyphen with something on either side.
        """
        splits = list(_splits(text.translate(_DASHES)))
        if not splits:
            raise ValueError(text)
        fits = [(split, self._side(split[0]), self._side(split[1])) for split in splits]
        possible = [(split, a, b) for split, a, b in fits if a and b]
        different = [(split, a, b) for split, a, b in possible if len(a | b) > 1]
        if len(read := different or possible) == 1:
            (split, a, b), *_ = read
            if len(a) == len(b) == 1:
                return min(a), min(b)
        elif read:
            ways = [f"{left} - {right}" for (left, right), _, _ in read]
            sentence = say(
                "{who}: that can be read as {ways}; put blanks around the hyphen between the two, or give start "
                "numbers.",
                who=_shown(text),
                ways=all_of(ways),
            )
            raise AmbiguousPlayer([sentence])
        else:
            split, _, _ = max(fits, key=lambda fit: (len(fit[1]) == 1) + (len(fit[2]) == 1))
        first, second = self._each(split)
        return first, second

    def _fitting(self, text: str, ways: Sequence[Callable[[_Name, _Name], bool]]) -> list[Player]:
        given = _Name(text)
        for way in ways:
            if found := [player for player, name in self._names if way(given, name)]:
                return found
        return []

    def _unclear(self, text: str, found: Sequence[Player]) -> UnknownPlayer | AmbiguousPlayer:
        who = _shown(text)
        if found:
            return AmbiguousPlayer([
                say(
                    "{who}: that fits {players}; give more of the name, or the start number.",
                    who=who,
                    players=_enumerated(found),
                )
            ])  # fmt: skip
        if near := self.nearest(text):
            players = _enumerated(near)
            sentence = say("{who}: no player has that in the name; nearest: {players}.", who=who, players=players)
        else:
            sentence = say("{who}: no player has that in the name.", who=who)
        return UnknownPlayer([sentence])

    def _each(self, parts: Iterable[str]) -> list[int]:
        found, wrong = [], []
        for part in parts:
            try:
                found.append(self.one(part))
            except (UnknownPlayer, AmbiguousPlayer) as error:
                wrong.append(error)
        if wrong:
            raise together(wrong)
        return found

    def _side(self, text: str) -> frozenset[int]:
        """Whom one side of a pair can mean."""
        if _NUMBER.fullmatch(text):
            return frozenset([int(text)])
        return frozenset(player.id for player in self.fitting(text))

    def _group(self, parts: Sequence[str]) -> list[int]:
        """Whom the parts mean as one name: with the commas between them, if there are several."""
        if len(parts) == 1 and _NUMBER.fullmatch(parts[0].strip()):
            return [int(parts[0])]
        ways = _FITS if len(parts) == 1 else _FITS_WITH_COMMA
        return [player.id for player in self._fitting(",".join(parts), ways)]

    @cached_property
    def _most_commas(self) -> int:
        return max((name.exact.translate(_COMMAS).count(",") for _, name in self._names), default=0)

    def _readings(self, parts: Sequence[str]) -> list[frozenset[int]]:
        """The sets of players that a list of parts can mean, each part of it in one name; a few at most, as it is
        enough to know that there are several.
        """
        after: list[list[frozenset[int]]] = [[] for _ in parts] + [[frozenset[int]()]]
        for start in reversed(range(len(parts))):
            for end in range(start + 1, min(start + 1 + self._most_commas, len(parts)) + 1):
                if after[end] and len(found := self._group(parts[start:end])) == 1:
                    after[start] += [rest.union(found) for rest in after[end]]
            # The same players in another way are the same reading.
            after[start] = list(dict.fromkeys(after[start]))[:_MOST_READINGS]
        return after[0]

    def _longest(self, parts: Sequence[str]) -> Iterator[str]:
        """The parts, with those together that fit somebody's name together."""
        start = 0
        while start < len(parts):
            ends = range(min(start + 1 + self._most_commas, len(parts)), start, -1)
            end = next((end for end in ends if self._group(parts[start:end])), start + 1)
            yield ",".join(parts[start:end])
            start = end


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """The texts before and after each hyphen; where some have blanks around them, only those hyphens."""
    places = [match.start() for match in re.finditer("-", text)]
    apart = [place for place in places if text[place - 1 : place].isspace() and text[place + 1 : place + 2].isspace()]
    for place in apart or places:
        left, right = text[:place].strip(), text[place + 1 :].strip()
        if left and right:
            yield left, right


def _likeness(given: str, name: _Name) -> float:
    """How alike a text and a name, or the word of it that is most like, are: 1 for the same."""
    matcher = SequenceMatcher(b=given, autojunk=False)
    best = 0.0
    for text in (name.joined, *name.words):
        matcher.set_seq1(text)
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best:
            best = max(best, matcher.ratio())
    return best


def _enumerated(players: Sequence[Player]) -> str:
    named = [numbered(player) for player in players]
    if len(named) > MOST_CANDIDATES:
        rest = len(named) - MOST_CANDIDATES
        return say_n(
            "{some} and {count} more", "{some} and {count} more", rest, some=", ".join(named[:MOST_CANDIDATES])
        )
    return all_of(named)


def _shown(text: str) -> str:
    return " ".join(text.split())
