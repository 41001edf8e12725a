"""What can go wrong, as values: one base class, and a fault for each thing that is wrong in a file.

Malformed or contradictory input, a file that cannot be read and a question that makes no sense are different errors
with different exit codes (`cli.failures` holds the table).  "No legal pairing" is a result, not an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in the input, with every place that is known.

    `message` is a whole sentence for the person at the desk; `line` and `column` count from 1; `player` is an id.
    """

    message: str
    line: int | None = None
    column: int | None = None
    player: int | None = None
    round: int | None = None

    def __str__(self) -> str:
        places = [
            f"{word} {number}"
            for word, number in (
                ("line", self.line),
                ("column", self.column),
                ("player", self.player),
                ("round", self.round),
            )
            if number is not None
        ]
        return f"{', '.join(places)}: {self.message}" if places else self.message


def in_file_order(faults: Iterable[Fault]) -> list[Fault]:
    """Faults by line; those without a known line last, in the order given."""
    return sorted(faults, key=lambda fault: (fault.line is None, fault.line or 0))


class PairproofError(Exception):
    """Base of everything pairproof raises on purpose."""


class InvalidInput(PairproofError):
    """A tournament file, a rule file or a certificate is malformed or contradicts itself; holds every fault found."""

    def __init__(self, faults: Iterable[Fault], source: str = "") -> None:
        self.faults = tuple(faults)
        self.source = source
        head = f"{source}: " if source else ""
        super().__init__("\n".join(f"{head}{fault}" for fault in self.faults))


class FileProblem(PairproofError):
    """A file cannot be read or written."""


class UsageProblem(PairproofError):
    """The options given make no sense together, or not for this tournament."""


class InternalError(PairproofError):
    """Two computations that must agree do not, or a proof could not be completed: a bug, never a wrong pairing."""
