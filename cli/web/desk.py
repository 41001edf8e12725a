"""The tournament file as the pages work on it: the acts of `model.acts` through the store, with what each page knew."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pairproof.cli.desk import doing
from pairproof.cli.desk.locking import Conflict
from pairproof.cli.desk.proofs import outdated
from pairproof.cli.desk.store import Held, Kept, Store
from pairproof.cli.web.conflicts import OtherResult, Stale
from pairproof.cli.web.knowing import nothing_new, since, standing_result, structure
from pairproof.cli.web.proofs import MAKING, Proof, Proofs
from pairproof.cli.web.renewing import Renewing
from pairproof.cli.web.roles import Visitor, allow, within
from pairproof.model.acts.results import CLEAR, result_entered
from pairproof.model.errors import PairproofError, UsageProblem
from pairproof.model.language import say
from pairproof.model.state.orders import Orders
from pairproof.model.tournament import FixedPair, Tournament

if TYPE_CHECKING:
    from pairproof.cli.desk.publishing import Draft
    from pairproof.cli.desk.rearranging import Rearranged

_REMEMBERED = 64
"""States of the file, and drafts, that are kept in mind."""
KEEP, REPAIR, AGAIN = "keep", "repair", "again"
"""What becomes of the round that hangs when an earlier result is corrected."""
_TRIES = 20
"""When others write at the same time."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said:
    """What an act said: its sentence and warnings, in the language of whoever did it."""

    sentence: str
    warnings: tuple[str, ...] = ()


class Desk:
    """One tournament file, used by many at once: whoever writes waits for the others."""

    def __init__(self, store: Store, notices: Callable[[], list[str]] = list) -> None:
        self.store = store
        self.proofs = Proofs(store.path)
        self.said: OrderedDict[int, Said] = OrderedDict()
        self.renewing = Renewing(store)
        self._notices = notices
        self._lock = threading.RLock()
        self._states: OrderedDict[str, Tournament] = OrderedDict()
        self._drafts: OrderedDict[tuple[str, Orders], Draft] = OrderedDict()
        self._certain: OrderedDict[tuple[str, Orders], tuple[tuple[int, int], ...] | None] = OrderedDict()
        self._others: OrderedDict[tuple[str, tuple[Any, ...]], Rearranged] = OrderedDict()
        self._before: dict[int, Draft] = {}

    # ---- reading

    def read(self) -> Held:
        """The file as it is.

        Raises
        ------
        PairproofError
            It cannot be read.
        """
        with self._lock:
            held = self.store.read()
            _remember(self._states, held.sha256, held.tournament)
            return held

    @property
    def to_be_made(self) -> bool:
        """Whether there is no file yet, nor was one."""
        return not (self._states or self.store.path.exists() or self.store.journal.exists())

    @property
    def lost(self) -> bool:
        """Whether the file was removed, though it was there."""
        return not self.store.path.exists() and not self.to_be_made

    def put_back(self, visitor: Visitor) -> None:
        """The file that was removed, as it was last.

        Raises
        ------
        NotAllowed
            The role may not.
        PairproofError
            It is there, or cannot be written.
        """
        with self._lock:
            allow(visitor, "edit", {}, Tournament("", ()))
            self.store.put_back()

    def state(self) -> str:
        """Something that changes whenever the file or a certificate does, had without reading it."""
        found = [str(self.renewing.done)]
        for path in (self.store.path, self.store.journal):
            try:
                told = path.stat()
                found.append(f"{told.st_mtime_ns}-{told.st_size}-{told.st_ino}")
            except OSError:
                found.append("gone")
        return ".".join(found)

    def notices(self) -> list[str]:
        """What was found since the last time: acts finished, changes from outside, rounds that cannot be proved."""
        return [*self._notices(), *self.renewing.told()]

    # ---- acts

    def do(self, visitor: Visitor, act: str, arguments: Mapping[str, Any], seen: str) -> Kept:
        """An act on the structure: `seen` is the digest of the file that the page showed.

        Raises
        ------
        NotAllowed
            The role may not.
        Stale
            More than results has changed since.
        PairproofError
            The act is refused, or the file cannot be written; nothing has changed.
        """

        def attempt(held: Held) -> Kept:
            allow(visitor, act, arguments, held.tournament)
            if held.sha256 != seen:
                old = self._states.get(seen)
                if (
                    act in ("publish", "unpublish", "change")
                    or old is None
                    or structure(old) != structure(held.tournament)
                ):
                    raise Stale(since(held, seen))
            return self.store.act(act, arguments, seen=held.sha256)

        return self._tried(visitor, attempt)

    def enter(
        self, visitor: Visitor, round: int, board: int, text: str, was: str, *, how: str = KEEP, seen: str = ""
    ) -> Kept:
        """A result of a board: `was` is the one that the page showed ("" for none).

        The same result once more changes nothing; a result of an earlier round is corrected, and `how` says what
        becomes of the round that hangs: KEEP, REPAIR or AGAIN, these two as `again` had it on the file `seen`.

        Raises
        ------
        NotAllowed
            The role may not.
        OtherResult
            The board has another result than the page showed.
        Stale
            The file is not the one that `again` was asked about.
        PairproofError
            As `do`.
        """
        wanted = None if text == CLEAR else result_entered(text)

        def attempt(held: Held) -> Kept:
            tournament = held.tournament
            within(visitor, round, board, tournament)
            stands = standing_result(tournament, round, board)
            value = wanted.value if wanted else ""
            if stands is not None and stands != was and (stands != value or (text != CLEAR and wanted is None)):
                raise OtherResult(round, board, stands, was, text if wanted is None and text != CLEAR else value)
            if stands is not None and stands == value != was:
                return Kept(nothing_new(tournament, board, value), None)
            allow(visitor, "result", {"round": round, "results": [(board, text)]}, tournament)
            if round == len(tournament.rounds):
                arguments: dict[str, Any] = {"results": [[board, text]], "correct": bool(was)}
                return self.store.act("result", arguments, seen=held.sha256)
            arguments = {"round": round, "board": board, "result": text}
            if how != KEEP:
                if held.sha256 != seen:
                    raise Stale(since(held, seen))
                arguments = self.again(round, board, text, how).arguments
            return self.store.act("correct", arguments, seen=held.sha256)

        return self._tried(visitor, attempt)

    def undo(self, visitor: Visitor, line: int | None, seen: str) -> Kept:
        """Take back the last act, or all from a line of the journal on.

        Raises
        ------
        PairproofError
            As `do`; there is nothing to take back.
        """
        return self._tried(visitor, lambda held: self._moved(visitor, "undo", held, seen, line))

    def redo(self, visitor: Visitor, seen: str) -> Kept:
        """Do again what the last undo took back.

        Raises
        ------
        PairproofError
            As `undo`.
        """
        return self._tried(visitor, lambda held: self._moved(visitor, "redo", held, seen, None))

    def _moved(self, visitor: Visitor, act: str, held: Held, seen: str, line: int | None) -> Kept:
        allow(visitor, act, {}, held.tournament)
        if held.sha256 != seen:
            raise Stale(since(held, seen))
        return self.store.undo(line) if act == "undo" else self.store.redo()

    def _tried(self, visitor: Visitor, attempt: Callable[[Held], Kept]) -> Kept:
        """The act, on the file as it is; once more if another program wrote in between."""
        with self._lock:
            self.store.who = visitor.who
            for left in reversed(range(_TRIES)):
                held = self.read()
                try:
                    kept = attempt(held)
                except (Stale, OtherResult):
                    raise
                except Conflict:
                    if not left or self.store.read().sha256 == held.sha256:
                        raise
                    continue
                if kept.line is not None:
                    warnings = (*kept.done.warnings, *self._followed(held.tournament, self.read()))
                    _remember(self.said, kept.line, Said(kept.done.sentence, warnings))
                return kept
            raise AssertionError("the last try returns or raises")

    def _followed(self, before: Tournament, after: Held) -> list[str]:
        """Certificates that the act has left behind are made anew, soon; what is to be said if they cannot be."""
        if after.lines[-1].act not in doing.REARRANGING:
            return []
        try:
            self.renewing.begin(outdated(self.store, before, after.tournament))
        except (PairproofError, OSError) as error:
            return [say("The certificate or the copy could not be kept: {why}", why=error)]
        return []

    def proof(self, tournament: Tournament, number: int) -> Proof | None:
        """What `verify` says of the certificate of a round, or that it is being made; None where there is none."""
        return MAKING if self.renewing.waits(number) else self.proofs.checked(tournament, number)

    # ---- the round to come

    def draft(self, orders: Orders) -> Draft:
        """The next round, paired and proved; kept in mind until the file changes.

        Raises
        ------
        PairproofError
            It cannot be paired now, and why.
        """
        from pairproof.cli.desk import publishing

        with self._lock:
            held = self.read()
            found = self._drafts.get((held.sha256, orders))
            if found is None:
                found = publishing.drafted_with(held.tournament, orders)
                _remember(self._drafts, (held.sha256, orders), found)
            return found

    def certain(self, orders: Orders) -> tuple[tuple[int, int], ...] | None:
        """The pairs of the next round that do not depend on the open results; kept in mind until the file changes.

        Raises
        ------
        PairproofError
            An outcome cannot be paired.
        """
        from pairproof.cli.web.certain import certain_boards

        held = self.read()
        key = (held.sha256, orders)
        if key not in self._certain:
            _remember(self._certain, key, certain_boards(held.tournament, orders))
        return self._certain[key]

    def by_hand(self, wish: tuple[int, int], *, swap: bool) -> Rearranged:
        """The last round in which two meet, or take each other's place; kept in mind until the file changes.

        Its reason is for whoever orders it.

        Raises
        ------
        PairproofError
            It breaks a rule, or nothing would change.
        """
        from pairproof.cli.desk import rearranging
        from pairproof.model.acts.boards import made_otherwise

        def made(tournament: Tournament) -> Rearranged:
            if swap:
                boards = made_otherwise(tournament, swap=wish)
            else:
                boards = made_otherwise(tournament, pairs=[FixedPair(*wish)])
            return rearranging.by_hand(tournament, boards, "")

        return self._rearranged(("hand", *wish, swap), made)

    def again(self, round: int, board: int, result: str, how: str) -> Rearranged:
        """The last round paired again on a corrected result, with the fewest changed boards (REPAIR) or anew (AGAIN);
        kept in mind until the file changes.

        Raises
        ------
        PairproofError
            The correction is refused, or the last round cannot be paired again.
        """
        from pairproof.cli.desk import rearranging

        correction = {"round": round, "board": board, "result": result}
        return self._rearranged(
            (how, round, board, result),
            lambda tournament: rearranging.paired_again(tournament, correction, None, repair=how == REPAIR),
        )

    def _rearranged(self, what: tuple[Any, ...], make: Callable[[Tournament], Rearranged]) -> Rearranged:
        held = self.read()
        found = self._others.get((held.sha256, what))
        if found is None:
            found = make(held.tournament)
            with self._lock:
                _remember(self._others, (held.sha256, what), found)
        return found

    def changed_since(self, draft: Draft) -> frozenset[int]:
        """Who meets somebody else than in the last other draft of this round; from now on this is the last one."""
        number = draft.pairing.problem.position.round
        with self._lock:
            before = self._before.get(number)
            self._before = {number: draft}
        if before is None or before.pairing.empty:
            return frozenset()
        old, new = before.pairing.partners, draft.pairing.partners
        return frozenset(player for player, other in new.items() if other and old.get(player) != other)

    def publish(self, visitor: Visitor, orders: Orders, reason: str, seen: str) -> Kept:
        """The draft with these orders becomes the round; its certificate and a copy of the file are written.

        Raises
        ------
        PairproofError
            As `do`; there is no legal pairing.
        """
        with self._lock:
            held = self.read()
            if held.sha256 != seen:
                allow(visitor, "publish", {}, held.tournament)
                raise Stale(since(held, seen))
            draft = self.draft(orders)
            if draft.arguments is None:
                raise UsageProblem(say("There is no legal pairing to publish."))
            arguments = dict(draft.arguments)
            if reason:
                arguments["orders"] = {**arguments["orders"], "reason": reason}
            kept = self.do(visitor, "publish", arguments, seen)
            self.proofs.know(self.read().tournament, draft.pairing)
            from pairproof.cli.desk import publishing

            self.renewing.settle()
            try:
                publishing.filed(self.store, draft, None)
            except (PairproofError, OSError) as error:
                if kept.line is not None:
                    warnings = (
                        *kept.done.warnings,
                        say("The certificate or the copy could not be kept: {why}", why=error),
                    )
                    self.said[kept.line] = Said(kept.done.sentence, warnings)
            return kept


def _remember(kept: OrderedDict[Any, T], key: Any, value: T) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > _REMEMBERED:
        kept.popitem(last=False)
