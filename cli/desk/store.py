"""A tournament file and its journal: acts are kept whole or not at all, whatever happens meanwhile (DESK 1).

The order is: lock, read again, check, journal line to the disk, temporary file to the disk, rename, folder to the disk,
unlock.  Whoever comes after a crash finds the file as the last line left it, or as it was before, and finishes the act.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pairproof.cli.desk.journal import (
    NEW,
    OPENED,
    OUTSIDE,
    REDO,
    UNDO,
    Line,
    Patch,
    bytes_of,
    damaged,
    digest,
    read_journal,
    standing,
    text_after,
    text_of,
    whole_length,
)
from pairproof.cli.desk.locking import Conflict, locked
from pairproof.cli.version import version_of
from pairproof.model.acts import Done, perform
from pairproof.model.borrowed import system_says
from pairproof.model.errors import FileProblem, PairproofError, UsageProblem
from pairproof.model.formats.files import read_bytes
from pairproof.model.formats.format import Format, Reading
from pairproof.model.formats.load import finished
from pairproof.model.formats.table import format_of
from pairproof.model.language import say
from pairproof.model.tournament import Tournament

READING = Reading(empty=True)


@dataclass(frozen=True, slots=True)
class Held:
    """The file as it is: its bytes, their digest, its tournament, and the lines of its journal."""

    data: bytes
    sha256: str
    tournament: Tournament
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What was done: the sentence and the warnings of the act, the tournament after it, and the number of its line;
    None where nothing was written.
    """

    done: Done
    line: int | None


class Store:
    """A tournament file that acts are done to.

    `told` takes sentences about what was found when it was opened: acts finished, changes from outside.
    """

    def __init__(self, path: str, who: str, told: Callable[[str], None] = lambda sentence: None) -> None:
        self.path = Path(os.path.realpath(path))
        self.named, self.who, self._told = path, who, told
        self.journal = Path(f"{self.path}.journal")
        self._held: Held | None = None
        self._read: tuple[bytes, tuple[Line, ...]] = (b"", ())
        """What of the journal has been read: it only grows, and is not read twice."""

    # ---- reading

    def read(self) -> Held:
        """The file as it is; nothing is written.

        Raises
        ------
        PairproofError
            It, or its journal, cannot be read.
        """
        data = read_bytes(self.path, say("the tournament file"))
        lines = self._lines()
        if lines and digest(data) == lines[-1].before != lines[-1].after:
            data = bytes_of(lines[-1].undo.forward(text_of(data)))
        return self._holding(data, lines)

    def _lines(self) -> tuple[Line, ...]:
        if not self.journal.exists():
            return ()
        data = read_bytes(self.journal, say("the journal"))
        before, known = self._read
        if not data.startswith(before):
            before, known = b"", ()
        lines = tuple(read_journal(data, str(self.journal), known, len(before)))
        self._read = data[: whole_length(data)], lines
        return lines

    def _holding(self, data: bytes, lines: tuple[Line, ...], told: Tournament | None = None) -> Held:
        """The file with these bytes; `told` is what they tell, if that is known already."""
        sha = digest(data)
        held = self._held
        if held is not None and held.sha256 == sha:
            held = replace(held, lines=lines)
        else:
            held = Held(data, sha, self.tournament_of(data) if told is None else told, lines)
        self._held = held
        return held

    def tournament_of(self, data: bytes) -> Tournament:
        """What the bytes of a state of the file tell."""
        return finished(lambda given: self._format(given).read(given, READING), data, self.named, READING)

    def _format(self, data: bytes) -> Format:
        return format_of(self.path.suffix, data)

    @contextmanager
    def _locked(self) -> Iterator[Held]:
        """The file, nobody else writing it; what a crash or an editor left is put right first."""
        with locked(Path(f"{self.path}.lock"), self.named):
            self._drop_torn_line()
            data = read_bytes(self.path, say("the tournament file"))
            lines = self._lines()
            sha = digest(data)
            if lines and sha != lines[-1].after:
                if sha == lines[-1].before:
                    data = bytes_of(lines[-1].undo.forward(text_of(data)))
                    self._put(data)
                    self._told(say("Line {line} of the journal was not finished; it is now.", line=lines[-1].n))
                else:
                    lines = self._changed_outside(data, lines)
            yield self._holding(data, lines)

    def _changed_outside(self, data: bytes, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        old, new = text_after(lines), text_of(data)
        if digest(bytes_of(old)) != lines[-1].after:
            raise damaged(str(self.journal), len(lines))
        self._holding(data, lines)  # a file with faults is no state to note
        lines = self._append(lines, OUTSIDE, {}, lines[-1].after, digest(data), Patch.between(old, new))
        self._told(say("The file was changed outside; that is line {line} of the journal now.", line=lines[-1].n))
        return lines

    def _drop_torn_line(self) -> None:
        if not self.journal.exists():
            return
        data = read_bytes(self.journal, say("the journal"))
        whole = whole_length(data)
        if whole < len(data):
            with _writing(self.journal):
                os.truncate(self.journal, whole)
            self._told(say("The last line of the journal was cut off, and is dropped; its act was not done."))

    # ---- acts

    def act(self, name: str, arguments: Mapping[str, Any], *, seen: str | None = None, dry_run: bool = False) -> Kept:
        """An act of `model.acts`; `seen` is the digest of the file it was thought out on.

        Raises
        ------
        Conflict
            The file has changed since it was seen, or somebody else holds it.
        PairproofError
            The act is refused, or the file cannot be written; nothing has changed.
        """
        if dry_run:
            return self._performed(self.read(), name, arguments, seen)[0]
        with self._locked() as held:
            kept, data = self._performed(held, name, arguments, seen)
            if data == held.data:
                return kept
            return replace(kept, line=self._keep(held, name, dict(arguments), data, kept.done.tournament))

    def _performed(self, held: Held, name: str, arguments: Mapping[str, Any], seen: str | None) -> tuple[Kept, bytes]:
        if seen is not None and held.sha256 != seen:
            raise Conflict(say("{file} was changed by somebody else meanwhile; look again.", file=self.named))
        done = perform(name, held.tournament, arguments)
        data, told = self.edited(held.data, held.tournament, done)
        return Kept(replace(done, tournament=told), None), data

    def edited(self, data: bytes, old: Tournament, done: Done) -> tuple[bytes, Tournament]:
        """The bytes of the file after an act, and what they tell."""
        edit = self._format(data).edited
        if edit is None:
            raise UsageProblem(
                say("{file} can only be read; `pairproof convert` makes a TOML file of it.", file=self.named)
            )
        written, told = edit(data, old, done.tournament, done.sentence)
        return written, finished(lambda given: told, written, self.named, READING)

    def undo(self, line: int | None = None, *, dry_run: bool = False) -> Kept:
        """Take back the last act that holds, or all from a line of the journal on.

        Raises
        ------
        UsageProblem
            There is nothing to take back.
        """
        return self._moved(UNDO, line, dry_run)

    def redo(self, *, dry_run: bool = False) -> Kept:
        """Do again what the last undo took back.

        Raises
        ------
        UsageProblem
            Nothing was undone, or something was done since.
        """
        return self._moved(REDO, None, dry_run)

    def _moved(self, act: str, line: int | None, dry_run: bool) -> Kept:
        if dry_run:
            return Kept(self._state(act, line, self.read())[0], None)
        with self._locked() as held:
            done, number, data = self._state(act, line, held)
            return Kept(done, self._keep(held, act, {"line": number}, data, done.tournament))

    def _state(self, act: str, line: int | None, held: Held) -> tuple[Done, int, bytes]:
        """The file before a line: what is said of it, the line, and its bytes."""
        holds = standing(held.lines)
        possible = holds.undoable if act == UNDO else holds.undone
        if not possible or (line is not None and line not in possible):
            raise UsageProblem(_nothing_to(act, line))
        number = possible[-1] if line is None else line
        text = text_of(held.data)
        for one in reversed(held.lines[number - 1 :]):
            text = one.undo.back(text)
        data, acts = bytes_of(text), held.lines[number - 1 :]
        tournament = self.tournament_of(data)
        if act == UNDO:
            taken = ", ".join(f"{one.n} {one.act}" for one in acts if one.n in holds.undoable)
            sentence = say("Taken back: {acts}.", acts=taken)
        else:
            sentence = say("Done again: what line {line} took back.", line=number)
        return Done(tournament, sentence), number, data

    # ---- writing

    def begin(self, data: bytes, arguments: Mapping[str, Any]) -> Held:
        """A new file, never over an older one.

        Raises
        ------
        FileProblem
            There is one already, or it cannot be written.
        """
        with locked(Path(f"{self.path}.lock"), self.named):
            self.refuse_existing()
            self.tournament_of(data)
            self._put(data)
            lines = self._append((), NEW, dict(arguments), digest(b""), digest(data), Patch(0, text_of(data), ""))
            return self._holding(data, lines)

    def put_back(self) -> None:
        """The file that was removed, as the last act left it, or as it was last seen.

        Raises
        ------
        FileProblem
            There is one, nothing is known of it, or it cannot be written.
        """
        with locked(Path(f"{self.path}.lock"), self.named):
            lines = self._lines()
            known = bytes_of(text_after(lines)) if lines else b"" if self._held is None else self._held.data
            if self.path.exists() or not known:
                raise FileProblem(say("{file} is there already; it is not written over.", file=str(self.path)))
            self._put(known)

    def refuse_existing(self) -> None:
        """Nothing, where there is no such file yet.

        Raises
        ------
        FileProblem
            There is one, or a journal of it.
        """
        for there in (self.path, self.journal):
            if there.exists():
                raise FileProblem(say("{file} is there already; it is not written over.", file=str(there)))

    def _keep(self, held: Held, act: str, arguments: dict[str, Any], data: bytes, told: Tournament) -> int:
        before = text_of(held.data)
        lines = held.lines
        if not lines:  # what is found when the first act is done
            lines = self._append(lines, OPENED, {}, held.sha256, held.sha256, Patch(0, before, before))
        size = self.journal.stat().st_size
        patch = Patch.between(before, text_of(data))
        lines = self._append(lines, act, arguments, held.sha256, digest(data), patch)
        try:
            self._put(data)
        except PairproofError:
            # Nothing has changed, so the line must not be finished later.
            with suppress(OSError):
                os.truncate(self.journal, size)
            raise
        self._holding(data, lines, told)
        return lines[-1].n

    def _append(
        self, lines: tuple[Line, ...], act: str, arguments: dict[str, Any], before: str, after: str, undo: Patch
    ) -> tuple[Line, ...]:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        line = Line(len(lines) + 1, now, self.who, act, arguments, before, after, undo, version_of("pairproof"))
        new = not self.journal.exists()
        with _writing(self.journal):
            file = os.open(self.journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                size = os.fstat(file).st_size
                try:
                    _write_all(file, line.dump())
                    os.fsync(file)
                except OSError:
                    os.ftruncate(file, size)
                    raise
            finally:
                os.close(file)
            if new:
                _sync_folder(self.journal.parent)
        return (*lines, line)

    def _put(self, data: bytes) -> None:
        write_durably(self.path, data)


def write_durably(path: Path, data: bytes) -> None:
    """The file with that content, on the disk when this returns; the old one or the new one, whatever happens.

    Raises
    ------
    FileProblem
        It cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    with _writing(path):
        try:
            file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
            try:
                if path.exists():
                    os.chmod(beside, path.stat().st_mode & 0o7777)
                _write_all(file, data)
                os.fsync(file)
            finally:
                os.close(file)
            os.replace(beside, path)
        except OSError:
            with suppress(OSError):
                os.unlink(beside)
            raise
        _sync_folder(path.parent)


def _write_all(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # folders cannot be opened there
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileProblem(
            say("Cannot write {file}: {reason}; nothing has changed.", file=str(path), reason=system_says(error))
        ) from None


def _nothing_to(act: str, line: int | None) -> str:
    if act == REDO:
        return say("There is nothing to do again: nothing was undone, or something was done since.")
    if line is None:
        return say("There is nothing to undo.")
    return say("Line {line} of the journal is none that can be undone now; `pairproof history` lists them.", line=line)
