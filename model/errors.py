"""What can go wrong, as values: one base class, and a fault for each thing that is wrong in a file.

Malformed or contradictory input, a file that cannot be read and a question that makes no sense are different errors
with different exit codes (`cli.failures` holds the table).  "No legal pairing" is a result, not an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pairproof.model.language import say, say_n


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in the input, with every place that is known.

    `message` is a whole sentence for the person at the desk, in the language spoken where the fault was found; `line`
    and `column` count from 1; `player` is an id.
    """

    message: str
    line: int | None = None
    column: int | None = None
    player: int | None = None
    round: int | None = None

    def __str__(self) -> str:
        places = [
            *([] if self.line is None else [say("line {line}", line=self.line)]),
            *([] if self.column is None else [say("column {column}", column=self.column)]),
            *([] if self.player is None else [say("player {player}", player=self.player)]),
            *([] if self.round is None else [say("round {round}", round=self.round)]),
        ]
        return f"{', '.join(places)}: {self.message}" if places else self.message


def in_file_order(faults: Iterable[Fault]) -> list[Fault]:
    """Faults by line; those without a known line last, in the order given."""
    return sorted(faults, key=lambda fault: (fault.line is None, fault.line or 0))


MOST_ALIKE = 3
"""So many faults of one kind are told, then how many more there are."""

_DIFFERS = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|[0-9]+(?:[.,][0-9]+)?")
"""What may differ in two faults that say the same: numbers, and what is quoted."""


def told(faults: Iterable[Fault]) -> list[str]:
    """A line for each fault in order; of those that say the same, three, and how many more there are."""
    lines: list[str] = []
    alike: dict[str, list[Fault]] = {}
    place: dict[str, int] = {}
    for fault in faults:
        kind = _DIFFERS.sub("#", fault.message)
        same = alike.setdefault(kind, [])
        same.append(fault)
        if len(same) <= MOST_ALIKE:
            lines.append(str(fault))
        elif kind not in place:
            place[kind] = len(lines)
            lines.append("")
    for kind, at in place.items():
        more = alike[kind][MOST_ALIKE:]
        players = {fault.player for fault in more}
        lines[at] = (
            say_n("… and {count} more place: the same.", "… and {count} more places: the same.", len(more))
            if None in players
            else say_n("… and {count} more player: the same.", "… and {count} more players: the same.", len(players))
        )
    return lines


class PairproofError(Exception):
    """Base of everything pairproof raises on purpose."""


class InvalidInput(PairproofError):
    """A tournament file, a rule file or a certificate is malformed or contradicts itself; holds every fault found."""

    def __init__(self, faults: Iterable[Fault], source: str = "") -> None:
        self.faults = tuple(faults)
        self.source = source
        head = f"{source}: " if source else ""
        super().__init__("\n".join(f"{head}{line}" for line in told(self.faults)))


class FileProblem(PairproofError):
    """A file cannot be read or written."""


class UsageProblem(PairproofError):
    """The options given make no sense together, or not for this tournament."""


class InternalError(PairproofError):
    """Two computations that must agree do not, or a proof could not be completed: a bug, never a wrong pairing."""
