"""Who may do what at the desk in the browser: the arbiter, a helper with a code, a viewer.

Decided here and asked before every act, whatever a page shows.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pairproof.model.acts.results import board_places
from pairproof.model.errors import PairproofError
from pairproof.model.language import say
from pairproof.model.tournament import Tournament

DIGITS = 8
"""Of a helper's code."""
VALID = 24 * 3600.0
"""Seconds that a code is good for."""
MOST_WRONG, PENANCE = 20, 3600.0
"""After so many wrong codes from one address no code from there is good for so many seconds."""
MOST_WRONG_IN_ALL = 1000
"""Wrong codes from anywhere within `PENANCE`, after which no code is good: at that pace one is found in ten years."""
SIMPLE = ("1", "=", "0")
"""The results that a helper enters."""


class NotAllowed(PairproofError):
    """The role may not do that."""


class Role(StrEnum):
    """Of whoever asks for a page."""

    ARBITER = "arbiter"
    HELPER = "helper"
    VIEWER = "viewer"


@dataclass(frozen=True, slots=True)
class Helper:
    """A code, the boards it is for, and until when it is good (seconds of the clock); `number` names it in the journal,
    where the code itself never stands.
    """

    number: int
    code: str
    first: int
    last: int
    until: float


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever asks; a helper comes with what the code is good for."""

    role: Role = Role.VIEWER
    helper: Helper | None = None

    @property
    def who(self) -> str:
        """As the journal names him."""
        return "desk" if self.helper is None else f"helper {self.helper.number}"


def allow(visitor: Visitor, act: str, arguments: Mapping[str, Any], tournament: Tournament) -> None:
    """Nothing, where the visitor may do the act.  A helper fills blank boards of his range in the newest round.

    Raises
    ------
    NotAllowed
        He may not, and why.
    """
    if visitor.role is Role.ARBITER:
        return
    helper = visitor.helper
    if visitor.role is not Role.HELPER or helper is None or act != "result":
        raise NotAllowed(say("Only the arbiter may do that."))
    number = len(tournament.rounds)
    for board, text in arguments["results"]:
        within(visitor, arguments["round"], board, tournament)
        if text not in SIMPLE:
            raise NotAllowed(say("A win, a draw or a loss: anything else is for the arbiter."))
        if tournament.rounds[-1].games[board_places(tournament, number)[board]].result is not None:
            raise NotAllowed(say("Board {board} has a result already; the arbiter can change it.", board=board))


def within(visitor: Visitor, round: int, board: int, tournament: Tournament) -> None:
    """Nothing, where a board is one that the visitor may look after: a helper those of his range, in the newest round.

    Raises
    ------
    NotAllowed
        It is none.
    """
    helper, number = visitor.helper, len(tournament.rounds)
    if visitor.role is Role.ARBITER:
        return
    if helper is None:
        raise NotAllowed(say("Only the arbiter may do that."))
    if round != number or not number:
        raise NotAllowed(say("Results are entered for the newest round only, round {round}.", round=number))
    if not helper.first <= board <= helper.last or board not in board_places(tournament, number):
        raise NotAllowed(say("This code is for the boards {first} to {last}.", first=helper.first, last=helper.last))


class Codes:
    """The helpers' codes, in memory alone; a wrong one costs a try."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._helpers: dict[int, Helper] = {}
        self._wrong: dict[str, list[float]] = {}
        self._made = 0

    def make(self, first: int, last: int) -> Helper:
        """A new code for a range of boards."""
        with self._lock:
            self._made += 1
            code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
            helper = Helper(self._made, code, first, last, self._clock() + VALID)
            self._helpers[helper.number] = helper
            return helper

    def revoke(self, number: int) -> None:
        """A code is good no longer; nothing, if there is none of that number."""
        with self._lock:
            self._helpers.pop(number, None)

    def all(self) -> tuple[Helper, ...]:
        """Those that are good."""
        now = self._clock()
        with self._lock:
            return tuple(helper for helper in self._helpers.values() if helper.until > now)

    def visitor(self, code: str, address: str) -> Visitor:
        """Whoever has this code.

        Raises
        ------
        NotAllowed
            It is good no longer or never was, or there were too many wrong ones from that address.
        """
        now = self._clock()
        with self._lock:
            since = now - PENANCE
            self._wrong = {
                place: kept for place, times in self._wrong.items() if (kept := [one for one in times if one > since])
            }
            here = self._wrong.setdefault(address, [])
            if len(here) >= MOST_WRONG or sum(map(len, self._wrong.values())) >= MOST_WRONG_IN_ALL:
                raise NotAllowed(say("There were too many wrong codes; ask the arbiter, or try again in an hour."))
            for helper in self._helpers.values():
                if secrets.compare_digest(helper.code.encode(), code.encode()) and helper.until > now:
                    return Visitor(Role.HELPER, helper)
            here.append(now)
        raise NotAllowed(say("This code is not valid (any more); ask the arbiter for another one."))


class Sessions:
    """The arbiter's way in: a link that works once, then a cookie."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._links = {secrets.token_urlsafe(32)}
        self._cookies: set[str] = set()

    @property
    def link(self) -> str:
        """A link that was not used yet; a new one, if there is none."""
        with self._lock:
            if not self._links:
                self._links.add(secrets.token_urlsafe(32))
            return next(iter(self._links))

    def enter(self, link: str) -> str:
        """The cookie for a link, which is used up.

        Raises
        ------
        NotAllowed
            There is no such link, or it was used.
        """
        with self._lock:
            if not any(secrets.compare_digest(link.encode(), one.encode()) for one in self._links):
                raise NotAllowed(
                    say("This link was used already, or never was one; `pairproof desk` prints a new one.")
                )
            self._links.discard(link)
            cookie = secrets.token_urlsafe(32)
            self._cookies.add(cookie)
            return cookie

    def holds(self, cookie: str) -> bool:
        """Whether it is an arbiter's."""
        with self._lock:
            return any(secrets.compare_digest(cookie.encode(), one.encode()) for one in self._cookies)
