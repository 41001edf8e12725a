"""What every verb does: the file opened, the act done, what changed told with how to take it back."""

from __future__ import annotations

import getpass
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pairproof.cli.desk import proofs
from pairproof.cli.desk.journal import REDO, UNDO
from pairproof.cli.desk.store import Kept, Store
from pairproof.cli.json_output import spare, write_json
from pairproof.cli.output import clean, complain, warn, write
from pairproof.model.errors import PairproofError, UsageProblem
from pairproof.model.formats.toml.rule_file import rules_for
from pairproof.model.formats.warnings import warnings_under
from pairproof.model.language import say
from pairproof.model.tournament import Tournament

if TYPE_CHECKING:
    from pairproof.cli.options.groups import DeskOptions

_ROUNDS = re.compile(r"([0-9]{1,3})(-([0-9]{1,3})?)?")
REARRANGING = ("change", "correct", "edit", "unpublish", UNDO, REDO)
"""The acts after which a published round can have another certificate."""
_LISTS = ("groups", "deputies", "tie_breaks")
_WHOLE = (
    "id",
    "rating",
    "lot",
    "fide_id",
    "enters",
    "withdrawn_after",
    "table",
    "start_score",
    "rounds",
    "restricted_until",
)


def opened(file: str) -> Store:
    """The file, for acts; what is found to be put right is told.

    Raises
    ------
    UsageProblem
        It is standard input.
    """
    if file == "-":
        raise UsageProblem(say("Acts need a file; standard input cannot be written to."))
    spare({file: say("the tournament file")})
    user = ""
    with suppress(Exception):  # a process need not have a name
        user = getpass.getuser()
    return Store(file, f"cli {user}".strip(), complain)


def seen(store: Store) -> Tournament:
    """The tournament as it is, its warnings told.

    Raises
    ------
    PairproofError
        It cannot be read.
    """
    tournament = store.read().tournament
    warn(_warnings(tournament))
    return tournament


def _warnings(tournament: Tournament) -> Sequence[str]:
    """The warnings under the tournament's own rules; all of them where these cannot be had, which is no matter yet."""
    try:
        return warnings_under(tournament, rules_for(tournament))
    except PairproofError:
        return tournament.warnings


def do(store: Store, act: str, arguments: Mapping[str, Any], options: DeskOptions, seen: str | None = None) -> Kept:
    """The act, done and told.

    Raises
    ------
    PairproofError
        It is refused, or cannot be written; nothing has changed.
    """
    return _done(store, act, options, lambda: store.act(act, arguments, seen=seen, dry_run=options.dry_run))


def move(store: Store, act: str, line: int | None, options: DeskOptions) -> None:
    """Acts taken back ("undo", from a line on), or done again ("redo"), and told; certificates follow.

    Raises
    ------
    PairproofError
        There is nothing to take back, or the file cannot be written; nothing has changed.
    """
    dry = options.dry_run
    _done(store, act, options, lambda: store.undo(line, dry_run=dry) if act == UNDO else store.redo(dry_run=dry))


def _done(store: Store, act: str, options: DeskOptions, attempt: Callable[[], Kept]) -> Kept:
    before = store.read().tournament
    kept = attempt()
    tell(store, act, kept, options)
    if kept.line is not None and act in REARRANGING:
        proofs.follow(store, before, kept.done.tournament)
    return kept


def tell(store: Store, act: str, kept: Kept, options: DeskOptions) -> None:
    """What has changed in a line, with how to take it back; warnings to stderr."""
    warn(kept.done.warnings)
    if options.json:
        from pairproof.cli import documents

        write_json(documents.Act.of(act, kept, options.dry_run))
        return
    sentence = clean(kept.done.sentence)
    if act == "new":
        write(f"{sentence}\n")
    elif options.dry_run:
        write(f"{sentence} {say('(Nothing is written: --dry-run.)')}\n")
    elif kept.line is None:
        write(f"{sentence} {say('(Nothing changes.)')}\n")
    else:
        back = REDO if act == UNDO else UNDO
        write(f"{sentence} {say('(To take it back: {command})', command=f'pairproof {back} {store.named}')}\n")


def rounds_named(tournament: Tournament, text: str) -> list[int]:
    """`3`, `3,5`, `2-4`, `4-` (to the last planned one) or `next` as numbers.

    Raises
    ------
    UsageProblem
        Anything else, or `4-` where no number of rounds is planned.
    """
    wrong = UsageProblem(
        say("{text} names no rounds: write 3, or 3,5, or 2-4, or 4- (to the last one), or next.", text=text)
    )
    found: set[int] = set()
    for part in text.replace(";", ",").split(","):
        word = part.strip().lower()
        if word == "next":
            found.add(len(tournament.rounds) + 1)
            continue
        span = _ROUNDS.fullmatch(word)
        if span is None:
            raise wrong
        first = int(span[1])
        last = int(span[3]) if span[3] else first
        if span[2] and not span[3]:
            if tournament.rounds_planned is None:
                raise UsageProblem(say("{text}: no number of rounds is planned; name the last one.", text=text))
            last = max(tournament.rounds_planned, first)
        if last < first:
            raise wrong
        found.update(range(first, last + 1))
    return sorted(found)


def keys_typed(texts: Iterable[str]) -> dict[str, Any]:
    """`rating=1850`, `groups=Lisboa;Sub-18`, `club=` (taken away) as keys and values.

    Raises
    ------
    UsageProblem
        A text without `=`.
    """
    found: dict[str, Any] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key:
            raise UsageProblem(
                say("{text} says no key and value: write both with a = between them, as in rating=1850.", text=text)
            )
        if not value:
            found[key] = None
        elif key in _LISTS:
            found[key] = [part.strip() for part in re.split(r"[;,]", value) if part.strip()]
        elif key in _WHOLE and re.fullmatch(r"[0-9]{1,11}", value):
            found[key] = int(value)
        elif key == "halves":
            found[key] = value.lower() in ("true", "yes", "1")
        else:
            found[key] = value
    return found


def entrants_typed(texts: Iterable[str]) -> list[dict[str, Any]]:
    """`"Ana Reis" rating=1850 "Rui Melo"` as the keys of players: what holds a `=` belongs to the name before it.

    Raises
    ------
    UsageProblem
        A key without a name before it.
    """
    found: list[dict[str, Any]] = []
    for text in texts:
        if "=" not in text:
            found.append({"name": text.strip()})
        elif not found:
            raise UsageProblem(say("{text} has no name before it: first the name, then what is known.", text=text))
        else:
            found[-1] |= keys_typed([text])
    return [{key: value for key, value in entrant.items() if value is not None} for entrant in found]
