"""Certificates that an act has left behind, made anew after its answer: nobody waits for what decides nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextvars import Context, copy_context
from dataclasses import dataclass

from pairproof.cli.desk.proofs import Outdated, forget, renewed
from pairproof.cli.desk.store import Store
from pairproof.model.errors import PairproofError
from pairproof.model.language import say


@dataclass(frozen=True, eq=False)
class _Work:
    """A certificate to be made: for which round, and the language of whoever did the act."""

    round: Outdated
    context: Context


class Renewing:
    """The certificates of a file that are being made anew, one after the other, each for the file as it is by then.

    What is left is finished before the process ends.
    """

    def __init__(self, store: Store) -> None:
        self._store = Store(str(store.path), store.who)  # reads by itself, while acts go on
        self._change = threading.Condition()
        self._waiting: dict[int, _Work] = {}
        self._at_work = False
        self._told: list[str] = []
        self.done = 0
        """How many were made: a page is older than a certificate that was made since."""

    def begin(self, rounds: Iterable[Outdated]) -> None:
        """Make the certificates of these rounds; a round that waits already is made once, for the newest act."""
        with self._change:
            for one in rounds:
                before = self._waiting.get(one.number)
                other = one.other_boards or (before is not None and before.round.other_boards)
                self._waiting[one.number] = _Work(Outdated(one.number, other), copy_context())
            if self._waiting and not self._at_work:
                self._at_work = True
                threading.Thread(target=self._work, name="certificates").start()

    def waits(self, number: int) -> bool:
        """Whether the certificate of that round is still to be made."""
        with self._change:
            return number in self._waiting

    def settle(self) -> None:
        """Come back when nothing is left to be made."""
        with self._change:
            self._change.wait_for(lambda: not self._waiting)

    def told(self) -> list[str]:
        """What there is to say of them since the last time."""
        with self._change:
            found, self._told = self._told, []
            return found

    def _work(self) -> None:
        try:
            while (number := self._next()) is not None:
                work = self._waiting[number]
                why = work.context.run(self._made, work.round)
                with self._change:
                    self._told += [why] if why else []
                    if self._waiting[number] is work:
                        del self._waiting[number]
                    self.done += 1
                    self._change.notify_all()
        except BaseException:  # a bug, which the thread tells: nobody is to wait for ever
            with self._change:
                self._at_work = False
                self._waiting.clear()
                self._change.notify_all()
            raise

    def _next(self) -> int | None:
        with self._change:
            self._at_work = bool(self._waiting)
            return min(self._waiting, default=None)

    def _made(self, one: Outdated) -> str:
        """The certificate of the round as the file has it now; what is to be said if there is none."""
        try:
            tournament = self._store.read().tournament
            if one.number > len(tournament.rounds):
                return ""
            why = renewed(self._store, tournament, one)
            if one.number > len(self._store.read().tournament.rounds):
                forget(self._store, one.number)  # it was taken back meanwhile
        except (PairproofError, OSError) as error:
            return say("The certificate or the copy could not be kept: {why}", why=error)
        return why
