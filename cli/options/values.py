"""What stands behind an option, read: players, pairs, limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from pairproof.model.errors import UsageProblem
from pairproof.model.language import say
from pairproof.model.players_by_name import AmbiguousPlayer, PlayersByName, UnknownPlayer, together
from pairproof.model.tournament import BYE, FixedPair, Tournament

_ID = r"([0-9]{1,9})"
_COLOURED = re.compile(rf"{_ID}([wb])-{_ID}([wb])")
_WITH_COLOURS = ("--fix", "--why-not")

T = TypeVar("T")


class NamedPlayers:
    """The players of a tournament as options name them (DESK 2, WHO): by start number or by a part of the name.

    What is wrong with the values read is gathered; `tell` raises it all at once.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._players = PlayersByName(tournament.players)
        self._wrong: list[UnknownPlayer | AmbiguousPlayer] = []

    def ids(self, option: str, texts: Iterable[str] | None) -> list[int]:
        """A player for each value of the option."""
        return self._read(option, texts, self._one)

    def lists(self, option: str, texts: Iterable[str] | None) -> frozenset[int]:
        """The players in all values of the option, each with commas or semicolons between them."""
        return frozenset[int]().union(*self._read(option, texts, self._several))

    def pairs(self, option: str, texts: Iterable[str] | None) -> list[FixedPair]:
        """`3-7`, `3w-7b`, `Ana-Bruno` or `3-0` (the bye) for each value of the option, as orders."""
        return self._read(option, texts, self._pair)

    def forbidden(self, option: str, texts: Iterable[str] | None) -> frozenset[tuple[int, int]]:
        """`3-7` or `5-0` for each value of the option, as an unordered pair, the smaller id first."""
        return frozenset(self._read(option, texts, self._forbidden))

    def tell(self) -> None:
        """Nothing, where every value named its players.

        Raises
        ------
        UnknownPlayer
            A value names nobody, or makes no sense; whatever else is wrong is said as well.
        AmbiguousPlayer
            Every value that is wrong fits several players.
        """
        if self._wrong:
            raise together(self._wrong)

    def _read(self, option: str, texts: Iterable[str] | None, value: Callable[[str, str], T]) -> list[T]:
        found = []
        for text in texts or ():
            try:
                found.append(value(option, text.strip()))
            except (UnknownPlayer, AmbiguousPlayer) as error:
                self._wrong.append(type(error)(f"{option} {sentence}" for sentence in error.sentences))
        return found

    def _one(self, option: str, text: str) -> int:
        who = self._players.one(text) if text else BYE
        if who == BYE:
            expected = say(
                "{text}: expected a start number or a part of a name, as in {option} 5.", text=text, option=option
            )
            raise UnknownPlayer([expected])
        return who

    def _several(self, option: str, text: str) -> frozenset[int]:
        parts = [part.strip() for part in re.split("[,;]", text)]
        if not all(part.strip("0") for part in parts):
            expected = say(
                "{text}: expected start numbers or names with commas between them, as in {option} 3,9.",
                text=text,
                option=option,
            )
            raise UnknownPlayer([expected])
        return self._players.several(text)

    def _pair(self, option: str, text: str) -> FixedPair:
        if found := _COLOURED.fullmatch(text):
            white, black = (int(found[1]), int(found[3])) if found[2] == "w" else (int(found[3]), int(found[1]))
            if found[2] == found[4] or BYE in (white, black):
                raise _no_pair(option, text)
            return FixedPair(white, black, colours=True)
        try:
            first, second = self._players.pair(text)
        except ValueError:
            raise _no_pair(option, text) from None
        if first == second == BYE:
            raise _no_pair(option, text)
        return FixedPair(second, first) if first == BYE else FixedPair(first, second)

    def _forbidden(self, option: str, text: str) -> tuple[int, int]:
        pair = self._pair(option, text)
        if pair.colours:
            either = say(
                "{text}: a pair is forbidden with either colours; write {pair}.",
                text=text,
                pair=f"{pair.first}-{pair.second}",
            )
            raise UnknownPlayer([either])
        return min(pair.first, pair.second), max(pair.first, pair.second)


def _no_pair(option: str, text: str) -> UnknownPlayer:
    if option in _WITH_COLOURS:
        return UnknownPlayer([
            say(
                "{text}: expected two players with a hyphen between them, as in {option} 3-7; 3-0 is the bye; 3w-7b "
                "gives 3 white.",
                text=text,
                option=option,
            )
        ])  # fmt: skip
    return UnknownPlayer([
        say(
            "{text}: expected two players with a hyphen between them, as in {option} 3-7; 3-0 is the bye.",
            text=text,
            option=option,
        )
    ])  # fmt: skip


def player_named(tournament: Tournament, option: str, text: str) -> int:
    """The one player whom a value names.

    Raises
    ------
    UnknownPlayer, AmbiguousPlayer
        As `NamedPlayers.tell`.
    """
    named = NamedPlayers(tournament)
    found = named.ids(option, [text])
    named.tell()
    return found[0]


def quotas(texts: Iterable[str]) -> dict[str, int]:
    """`Lisboa=2` as the most pairs inside a group.

    Raises
    ------
    UsageProblem
        Anything else, with what was expected; the same group twice with different numbers.
    """
    found: dict[str, int] = {}
    for text in texts:
        group, equals, number = text.rpartition("=")
        if not equals or not group.strip() or not re.fullmatch(r"[0-9]{1,9}", number.strip()):
            raise UsageProblem(
                say(
                    "--max-pairs-in-group {text}: expected a group and a number, as in --max-pairs-in-group Lisboa=2.",
                    text=text,
                )
            )
        if found.setdefault(group.strip(), int(number)) != int(number):
            raise UsageProblem(
                say("--max-pairs-in-group: {group} is given two different numbers.", group=group.strip())
            )
    return found


def check_seconds(seconds: float | None) -> None:
    """Nothing, where it is a time limit or none is given.

    Raises
    ------
    UsageProblem
        It is no number of seconds above 0.
    """
    if seconds is not None and not 0 < seconds < float("inf"):
        raise UsageProblem(say("--time-limit {seconds:g}: expected a number of seconds above 0.", seconds=seconds))
